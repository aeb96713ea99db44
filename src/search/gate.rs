//! The gate: which rows a search may see at all. It stands in every inner statement, before any
//! limit, so that nothing it excludes comes back through a fallback.

use pgrx::pg_sys;

use super::statement::Statement;
use crate::jsonb::jsonb_datum;
use crate::source::{ALIAS, Role, Source};

/// States of a row that is no longer part of the memory. NULL counts as active.
const CLOSED_STATUS: &str = "'{archived,dropped,superseded}'::pg_catalog.text[]";

/// The filters of one call. What is `None` filters nothing.
#[derive(Debug, Default, Clone)]
pub struct Gate {
    /// A jsonb object of the scope keys; the caller has checked it.
    pub scope: Option<String>,
    /// A jsonb object that context_tags must contain; the caller has checked it.
    pub tags: Option<String>,
    pub types: Option<Vec<String>>,
    pub slug_prefix: Option<String>,
    /// Inclusive bounds of the row's date, in microseconds since 2000.
    pub since: Option<i64>,
    pub until: Option<i64>,
}

impl Gate {
    /// The conditions as SQL, to be joined by AND. None where the source has nothing to filter by and
    /// the call does not filter.
    pub fn conditions(&self, source: &Source, statement: &mut Statement) -> Vec<String> {
        let mut all = open_rows(source);
        if let Some(scope) = &self.scope {
            all.push(scope_condition(source, scope, statement));
        }
        if let Some(tags) = &self.tags {
            let tags = statement.bind_datum(jsonb_datum(tags), pg_sys::JSONBOID);
            all.push(match source.sql(Role::ContextTags) {
                Some(column) => format!("{column} OPERATOR(pg_catalog.@>) {tags}"),
                None => "false".to_owned(),
            });
        }
        if let Some(types) = &self.types {
            let types = statement.bind(types.clone());
            all.push(match source.sql(Role::Type) {
                Some(column) => format!("{column} OPERATOR(pg_catalog.=) ANY ({types})"),
                None => "false".to_owned(),
            });
        }
        if let Some(prefix) = &self.slug_prefix {
            let prefix = statement.bind(prefix.clone());
            all.push(match source.sql(Role::Slug) {
                Some(column) => format!("pg_catalog.starts_with({column}, {prefix})"),
                None => "false".to_owned(),
            });
        }
        self.date_conditions(source, statement, &mut all);
        all
    }

    fn date_conditions(&self, source: &Source, statement: &mut Statement, all: &mut Vec<String>) {
        for (bound, operator) in [(self.since, ">="), (self.until, "<=")] {
            let Some(bound) = bound else { continue };
            let datum = Some(pg_sys::Datum::from(bound));
            let bound = statement.bind_datum(datum, pg_sys::TIMESTAMPTZOID);
            all.push(match row_date(source) {
                Some(date) => format!("{date} OPERATOR(pg_catalog.{operator}) {bound}"),
                // A row without a date is out when a bound is given.
                None => "false".to_owned(),
            });
        }
    }
}

/// Enabled, not superseded, not in a closed state.
fn open_rows(source: &Source) -> Vec<String> {
    let mut all = Vec::new();
    if let Some(column) = source.sql(Role::Enabled) {
        all.push(format!("{column} IS NOT FALSE"));
    }
    if let Some(column) = source.sql(Role::SupersededBy) {
        all.push(format!("{column} IS NULL"));
    }
    if let Some(column) = source.sql(Role::Status) {
        all.push(format!(
            "({column} IS NULL OR {column} OPERATOR(pg_catalog.<>) ALL ({CLOSED_STATUS}))"
        ));
    }
    all
}

/// The walls. Without context_tags every row is bound to nothing, and so visible to all.
fn scope_condition(source: &Source, scope: &str, statement: &mut Statement) -> String {
    match source.sql(Role::ContextTags) {
        Some(column) => {
            // As jsonb, and not as text with a cast: a plan that is kept would cast it for each row.
            // NULL would be the scope of the session: what cannot be read shows nothing.
            let Some(scope) = jsonb_datum(scope) else { return "false".to_owned() };
            let scope = statement.bind_datum(Some(scope), pg_sys::JSONBOID);
            format!("gbrain_rank.scope_visible({column}, {scope})")
        }
        None => "true".to_owned(),
    }
}

/// A row's date as SQL: effective_date, else updated_at, else created_at, each only when finite.
/// `None` for a source that has none of them.
pub fn row_date(source: &Source) -> Option<String> {
    let finite: Vec<String> =
        DATE_ROLES.iter().filter_map(|&role| source.sql(role)).map(finite).collect();
    (!finite.is_empty()).then(|| format!("COALESCE({})", finite.join(", ")))
}

/// A timestamp as SQL, NULL where it is infinite.
pub fn finite(column: &str) -> String {
    format!("CASE WHEN pg_catalog.isfinite({column}) THEN {column} END")
}

/// Where a row's date comes from, first to last.
pub const DATE_ROLES: [Role; 3] = [Role::EffectiveDate, Role::UpdatedAt, Role::CreatedAt];

/// `schema.table AS m`.
pub fn from_clause(source: &Source) -> String {
    format!("{} AS {ALIAS}", source.name)
}
