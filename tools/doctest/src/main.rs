//! Runs the SQL of a Markdown page and compares what psql prints.
//!
//! A fence that starts with ```` ```sql ```` is run. When the next fence of the page is
//! ```` ```output ````, psql must have printed exactly that (white space at line ends aside);
//! when there is none, the SQL must raise no error. All blocks of a page run in one session, in a
//! database of its own that has pg_trgm and gbrain_rank, unless the page creates gbrain_rank
//! itself: then it starts empty.

mod page;
mod session;

use std::path::PathBuf;
use std::process::ExitCode;

use page::Page;
use session::Psql;

fn main() -> ExitCode {
    match run() {
        Ok(0) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("doctest: {message}");
            ExitCode::from(2)
        }
    }
}

/// Checks (or with `--write` rewrites) every page named; returns how many blocks differ.
fn run() -> Result<usize, String> {
    let mut psql = PathBuf::from("psql");
    let mut write = false;
    let mut files = Vec::new();
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--write" => write = true,
            "--psql" => psql = arguments.next().ok_or("--psql needs a path")?.into(),
            _ => files.push(PathBuf::from(argument)),
        }
    }
    if files.is_empty() {
        return Err("usage: doctest [--write] [--psql PATH] PAGE...".into());
    }

    let psql = Psql::new(psql);
    let mut differences = 0;
    for file in files {
        let shown = file.display();
        let text = std::fs::read_to_string(&file).map_err(|error| format!("{shown}: {error}"))?;
        let page = Page::parse(&text).map_err(|error| format!("{shown}: {error}"))?;
        let printed = psql.run(&page)?;
        if write {
            let rewritten = page.with_outputs(&text, &printed);
            std::fs::write(&file, rewritten).map_err(|error| format!("{shown}: {error}"))?;
            continue;
        }
        for (block, printed) in page.blocks.iter().zip(&printed) {
            if let Some(reason) = block.differs_from(printed) {
                differences += 1;
                println!("{shown}:{}: {reason}", block.line);
            }
        }
        println!("{shown}: {} blocks of SQL", page.blocks.len());
    }
    Ok(differences)
}
