//! The eval log: one row per returned hit in the table that `gbrain_rank.eval_table` names.
//!
//! It is the only thing a search writes, and only where an operator has set it. A read-only
//! transaction and a standby cannot write: there the log is skipped, and the search still answers.

use pgrx::datum::DatumWithOid;
use pgrx::pg_sys;
use pgrx::prelude::*;

use crate::catalog::spi_failed;
use crate::error::{SqlResult, report};
use crate::settings;

/// How the axes of a `query` were resolved; the other verbs have none.
#[derive(Debug, Clone, Copy)]
pub struct Axes<'a> {
    pub salience: &'a str,
    pub recency: &'a str,
    pub salience_source: &'a str,
    pub recency_source: &'a str,
}

/// One returned hit, as the search printed it.
#[derive(Debug, Clone)]
pub struct Hit {
    pub id: Option<String>,
    pub rank: i32,
    pub score: f64,
    /// The hit's explain, as JSON text, where the call asked for it.
    pub explain: Option<String>,
}

/// The columns of the log with the value each row gets: `$1` to `$6` are the same for all hits.
const COLUMNS: [(&str, &str); 11] = [
    // Once for all hits, so that they can be grouped by it.
    ("at", "(SELECT pg_catalog.clock_timestamp())"),
    ("verb", "$1"),
    ("query", "$2"),
    ("salience_resolved", "$3"),
    ("recency_resolved", "$4"),
    ("salience_source", "$5"),
    ("recency_source", "$6"),
    ("id", "hit.id"),
    ("rank", "hit.rank"),
    ("score", "hit.score"),
    ("explain", "hit.explain::pg_catalog.jsonb"),
];

/// Appends the hits of a search to the eval log, when there is one and the transaction may write.
pub fn append(
    verb: &str,
    query: &str,
    axes: Option<Axes<'_>>,
    hits: impl IntoIterator<Item = Hit>,
) -> SqlResult<()> {
    let Some(name) = settings::eval_table()? else { return Ok(()) };
    if !may_write() {
        return Ok(());
    }
    let table = resolve(&name)?;
    let mut rows = Rows::default();
    hits.into_iter().for_each(|hit| rows.push(hit));
    if rows.ids.is_empty() {
        return Ok(());
    }
    let axis = |read: fn(Axes<'_>) -> &str| axes.map(|axes| read(axes).to_owned());
    let arguments: [DatumWithOid<'_>; 10] = [
        verb.into(),
        query.into(),
        axis(|axes| axes.salience).into(),
        axis(|axes| axes.recency).into(),
        axis(|axes| axes.salience_source).into(),
        axis(|axes| axes.recency_source).into(),
        rows.ids.into(),
        rows.ranks.into(),
        rows.scores.into(),
        rows.explains.into(),
    ];
    Spi::connect_mut(|client| client.update(&insert(&table), None, &arguments).map(|_| ()))
        .map_err(spi_failed)
}

/// The hits as the arrays that one statement takes.
#[derive(Default)]
struct Rows {
    ids: Vec<Option<String>>,
    ranks: Vec<i32>,
    scores: Vec<f64>,
    explains: Vec<Option<String>>,
}

impl Rows {
    fn push(&mut self, hit: Hit) {
        self.ids.push(hit.id);
        self.ranks.push(hit.rank);
        self.scores.push(hit.score);
        self.explains.push(hit.explain);
    }
}

/// Is this transaction allowed to write, here?
fn may_write() -> bool {
    // SAFETY: both are read by Postgres itself in the same way: a variable of this backend, and a
    // function without arguments or preconditions.
    unsafe { !pg_sys::XactReadOnly && !pg_sys::RecoveryInProgress() }
}

fn insert(table: &str) -> String {
    let names = COLUMNS.map(|(name, _)| spi::quote_identifier(name)).join(", ");
    let values = COLUMNS.map(|(_, value)| value).join(", ");
    format!(
        "INSERT INTO {table} ({names}) SELECT {values} \
         FROM ROWS FROM (pg_catalog.unnest($7::pg_catalog.text[]), pg_catalog.unnest($8::pg_catalog.int4[]), \
         pg_catalog.unnest($9::pg_catalog.float8[]), pg_catalog.unnest($10::pg_catalog.text[])) \
         AS hit(id, rank, score, explain)"
    )
}

/// The quoted, qualified name of the log, once it is known to be one that the caller may write to.
fn resolve(name: &str) -> SqlResult<String> {
    let columns: Vec<&str> = COLUMNS.iter().map(|(column, _)| *column).collect();
    let found = Spi::get_three_with_args::<String, Vec<String>, bool>(
        "SELECT pg_catalog.format('%I.%I', n.nspname, c.relname), \
                ARRAY(SELECT pg_catalog.unnest($2) EXCEPT \
                      SELECT attname::pg_catalog.text FROM pg_catalog.pg_attribute \
                      WHERE attrelid OPERATOR(pg_catalog.=) c.oid AND attnum OPERATOR(pg_catalog.>) 0 \
                        AND NOT attisdropped ORDER BY 1), \
                pg_catalog.has_table_privilege(c.oid, 'INSERT') \
         FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace \
         WHERE c.oid OPERATOR(pg_catalog.=) pg_catalog.to_regclass($1)::pg_catalog.oid",
        &[name.into(), columns.into()],
    );
    let hint = "Make one with SELECT gbrain_rank.create_eval_log('eval_log'), or RESET gbrain_rank.eval_table.";
    match found {
        Ok((Some(table), Some(missing), Some(writable))) => {
            if let Some(column) = missing.first() {
                return Err(report(
                    PgSqlErrorCode::ERRCODE_UNDEFINED_COLUMN,
                    format!("{table}, which gbrain_rank.eval_table names, is no eval log"),
                )
                .set_detail(format!("It has no column \"{column}\"."))
                .set_hint(hint));
            }
            if !writable {
                return Err(report(
                    PgSqlErrorCode::ERRCODE_INSUFFICIENT_PRIVILEGE,
                    format!("permission denied for {table}, which gbrain_rank.eval_table names"),
                )
                .set_hint("The role that searches needs INSERT on the eval log."));
            }
            Ok(table)
        }
        _ => Err(report(
            PgSqlErrorCode::ERRCODE_UNDEFINED_TABLE,
            format!("the table \"{name}\", which gbrain_rank.eval_table names, does not exist"),
        )
        .set_hint(hint)),
    }
}

pgrx::extension_sql_file!("../sql/eval_log.sql", name = "eval_log");
