//! The verbs that write: what an agent reports back about its memories.
//!
//! Each is one function on any source that has the columns it counts in. Each runs with the rights of
//! its caller, changes nothing but those columns, and loses no update to another session: what is
//! added is added to the row as it is when its lock is held.

mod counters;
mod id_value;
mod supersede;
mod target;

pgrx::extension_sql_file!(
    "../../sql/writes.sql",
    name = "writes_comments",
    requires = [
        counters::use_memory,
        counters::confirm_memory,
        counters::record_hits,
        supersede::supersede
    ]
);
