//! The arguments of `query`, as they came.

use pgrx::pg_sys;
use pgrx::prelude::*;

/// One call of `query` or `explain_query`.
#[derive(Default)]
pub struct Request {
    pub source: Option<pg_sys::Oid>,
    pub query: Option<String>,
    pub k: Option<i32>,
    pub salience: Option<String>,
    pub recency: Option<String>,
    pub since: Option<String>,
    pub until: Option<String>,
    pub scope: Option<String>,
    pub types: Option<Vec<String>>,
    pub slug_prefix: Option<String>,
    pub semantic: Option<Vec<String>>,
    pub decay: Option<String>,
    pub now: Option<TimestampWithTimeZone>,
    pub explain: bool,
    pub text_config: Option<pg_sys::Oid>,
    /// Keep the inner statements as text.
    pub show_statements: bool,
}
