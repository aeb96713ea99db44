//! gbrain_rank: ranks an AI agent's memory inside Postgres.
//!
//! This crate is glue. It reads rows and settings, and hands them to `gbrain_rank_core`, which holds
//! every formula; what comes back is a row, a score or an ERROR with its SQLSTATE.

mod aggregates;
mod axes;
mod catalog;
mod dates;
mod error;
mod error_codes;
mod eval_log;
mod instant;
mod jsonb;
mod matches;
mod planner_support;
mod query;
mod recall;
mod recency;
mod recent_salience;
mod record;
mod regtypes;
mod retrieve;
mod salience;
mod scope;
mod search;
mod settings;
mod source;
mod statistics;
mod text;
mod text_search;
mod varlena;
mod version;
mod writes;

pgrx::pg_module_magic!(name, version);

/// Called by Postgres once, when it loads the library.
#[pgrx::pg_guard]
pub extern "C-unwind" fn _PG_init() {
    settings::init();
    text_search::dictionary::preload();
}

pgrx::extension_sql_file!("../sql/schema.sql", name = "schema", bootstrap);
pgrx::extension_sql_file!(
    "../sql/create_memory.sql",
    name = "create_memory",
    requires = ["text_search"]
);
