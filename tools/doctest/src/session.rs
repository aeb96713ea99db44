//! One psql session for a page.

use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::page::{Page, tidy};

/// Printed by psql after each block; no page prints it itself.
const END_OF_BLOCK: &str = "@@ end of block @@";
const DATABASE: &str = "gbrain_rank_docs";

/// The psql to run; the server is the one that the PG* variables name.
pub struct Psql {
    program: PathBuf,
}

impl Psql {
    pub fn new(program: PathBuf) -> Psql {
        Psql { program }
    }

    /// Runs every block of a page in a fresh database; returns what each printed.
    pub fn run(&self, page: &Page) -> Result<Vec<String>, String> {
        let mut setup = format!(
            "SET client_min_messages = warning;\nDROP DATABASE IF EXISTS {DATABASE};\n\
             CREATE DATABASE {DATABASE} TEMPLATE template0;\n\\connect {DATABASE}\n"
        );
        if !page.creates_extension {
            setup.push_str("CREATE EXTENSION pg_trgm;\nCREATE EXTENSION gbrain_rank;\n");
        }
        let printed = self.feed("postgres", &setup)?;
        if !printed.is_empty() {
            return Err(format!("the database cannot be made: {printed}"));
        }

        let script: String =
            page.blocks.iter().map(|b| format!("{}\n\\echo {END_OF_BLOCK}\n", b.sql)).collect();
        let printed = self.feed(DATABASE, &script)?;
        let mut outputs: Vec<String> = printed.split(END_OF_BLOCK).map(tidy).collect();
        outputs.truncate(page.blocks.len());
        if outputs.len() < page.blocks.len() {
            return Err(format!("the session ended early: {printed}"));
        }
        self.feed("postgres", &format!("DROP DATABASE {DATABASE};"))?;
        Ok(outputs)
    }

    /// What psql prints (both streams, in order) for a script on its standard input.
    fn feed(&self, database: &str, script: &str) -> Result<String, String> {
        let failed = |error| format!("{}: {error}", self.program.display());
        let (mut reader, writer) = std::io::pipe().map_err(failed)?;
        let mut command = Command::new(&self.program);
        command
            .args(["-X", "-q", "-d", database])
            .envs([("PGTZ", "UTC"), ("PGDATESTYLE", "ISO, YMD"), ("PAGER", "cat"), ("LC_ALL", "C")])
            .env("PGCLIENTENCODING", "UTF8")
            .stdin(Stdio::piped())
            .stdout(writer.try_clone().map_err(failed)?)
            .stderr(writer);
        let mut psql = command.spawn().map_err(failed)?;
        // The command holds the pipe's writing end: without this the reader never sees its end.
        drop(command);
        let stdin = psql.stdin.take();
        let script = script.to_owned();
        let feeder = std::thread::spawn(move || match stdin {
            Some(mut stdin) => stdin.write_all(script.as_bytes()),
            None => Ok(()),
        });
        let printed = std::io::read_to_string(&mut reader).map_err(failed)?;
        psql.wait().map_err(failed)?;
        // A session that ended early does not read its whole script; its output tells.
        let _ = feeder.join();
        Ok(printed)
    }
}
