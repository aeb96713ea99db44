//! What both paths read of a row.

use crate::search::{Row, Select};
use crate::source::{Role, Source};

/// The channel of what happened; every other row, and one without a channel, is knowledge.
const EPISODIC: &str = "'episodic'::pg_catalog.text";

/// The rows of the knowledge path as SQL.
pub fn is_knowledge(source: &Source) -> String {
    source.sql(Role::Channel).map_or("true".to_owned(), |channel| {
        format!("({channel} IS NULL OR {channel} OPERATOR(pg_catalog.<>) {EPISODIC})")
    })
}

/// The rows of the episodic path as SQL; without the column there are none.
pub fn is_episodic(source: &Source) -> String {
    source.sql(Role::Channel).map_or("false".to_owned(), |channel| {
        format!("{channel} OPERATOR(pg_catalog.=) {EPISODIC}")
    })
}

/// The tags of a row that are not NULL.
pub fn tags(select: &Select, row: &Row<'_>) -> Vec<String> {
    let tags: Option<Vec<Option<String>>> = select.get(row, Role::Tags);
    tags.unwrap_or_default().into_iter().flatten().collect()
}

/// A time of a row in microseconds; infinity counts as NULL.
pub fn timestamp(select: &Select, row: &Row<'_>, role: Role) -> Option<i64> {
    let time = select.position(role).and_then(|at| row.datum(at))?.value() as i64;
    (time != i64::MIN && time != i64::MAX).then_some(time)
}
