//! The arguments of `retrieve`, as they came.

use pgrx::pg_sys;

/// One call of `retrieve`, `explain_retrieve` or `memory_md`.
#[derive(Default)]
pub struct Request {
    pub source: Option<pg_sys::Oid>,
    pub query: Option<String>,
    pub k: Option<i32>,
    pub asset_id: Option<String>,
    pub project_id: Option<String>,
    pub db_type: Option<String>,
    pub profile_id: Option<String>,
    pub user_id: Option<String>,
    /// JSON.
    pub context_tags: Option<String>,
    pub types: Option<Vec<String>>,
    pub baseline_k: Option<i32>,
    pub explain: bool,
    pub text_config: Option<pg_sys::Oid>,
    /// Read the bodies of the cards that are returned.
    pub with_bodies: bool,
    /// Keep the inner statements as text.
    pub show_statements: bool,
}
