//! Where the value of a setting comes from.

use std::fmt;

use pgrx::pg_sys::GucSource::*;

/// Postgres' `GucSource`, in the words of our messages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Source(pub Type);

impl Source {
    /// Whether it is the built-in default.
    pub fn is_default(self) -> bool {
        matches!(self.0, PGC_S_DEFAULT | PGC_S_DYNAMIC_DEFAULT)
    }

    /// The hint how to put a bad value right.
    pub fn where_to_correct(self, name: &str) -> String {
        let place = match self.0 {
            PGC_S_FILE => {
                "Correct it in postgresql.conf or with ALTER SYSTEM and reload".to_owned()
            }
            PGC_S_ENV_VAR | PGC_S_ARGV => "Correct it in the server's command line".to_owned(),
            PGC_S_GLOBAL => format!("Correct it with ALTER ROLE ALL SET {name}"),
            PGC_S_DATABASE => format!("Correct it with ALTER DATABASE ... SET {name}"),
            PGC_S_USER => format!("Correct it with ALTER ROLE ... SET {name}"),
            PGC_S_DATABASE_USER => {
                format!("Correct it with ALTER ROLE ... IN DATABASE ... SET {name}")
            }
            PGC_S_CLIENT => {
                "Correct it in the options of the connection (PGOPTIONS), or with SET".to_owned()
            }
            _ => return format!("Correct it with SET, or take it back with RESET {name}."),
        };
        format!("{place}; SET {name} overrides it in a session.")
    }
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            PGC_S_DEFAULT | PGC_S_DYNAMIC_DEFAULT => "default",
            PGC_S_ENV_VAR => "environment",
            PGC_S_FILE => "file",
            PGC_S_ARGV => "command line",
            PGC_S_GLOBAL => "all roles",
            PGC_S_DATABASE => "database",
            PGC_S_USER => "role",
            PGC_S_DATABASE_USER => "role in database",
            PGC_S_CLIENT => "client",
            _ => "session",
        })
    }
}
