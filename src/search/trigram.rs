//! The last resort of a search: rows whose title or slug is similar to the terms, by pg_trgm.

use super::select::{Condition, Select};
use super::session::InnerSettings;
use super::statement::Statement;
use crate::catalog::catalog_value;
use crate::error::SqlResult;
use crate::source::{Role, Source};

/// A title or a slug this similar to the terms is a find, and not noise.
const MIN_WORD_SIMILARITY: f64 = 0.5;

/// A title is never similar to more text than this, and comparing is slow with it.
const MAX_CHARS: usize = 256;

/// The similarity condition of one search.
pub struct Trigram {
    /// The schema that pg_trgm is in, quoted.
    schema: String,
    columns: Vec<String>,
    terms: String,
}

impl Trigram {
    /// Prepares the session for it; the reason, as explain prints it, where there can be none.
    pub fn prepare(
        source: &Source,
        terms: &str,
        settings: &mut InnerSettings,
    ) -> SqlResult<Result<Self, &'static str>> {
        let columns: Vec<String> = [Role::Title, Role::Slug]
            .iter()
            .filter_map(|&role| source.sql(role).map(str::to_owned))
            .collect();
        if columns.is_empty() {
            return Ok(Err("trigram: the source has neither title nor slug"));
        }
        if terms.chars().count() > MAX_CHARS {
            return Ok(Err("trigram: the question is longer than any title"));
        }
        let Some(schema) = schema()? else {
            return Ok(Err("trigram: pg_trgm is not installed, or not for this role"));
        };
        // Using the extension once loads it, so that its threshold is a setting that can be set.
        catalog_value::<f32>(&format!("SELECT {schema}.show_limit()"), &[])?;
        settings.set("pg_trgm.word_similarity_threshold", &MIN_WORD_SIMILARITY.to_string());
        Ok(Ok(Self { schema, columns, terms: terms.to_owned() }))
    }

    /// Reads the similarity, too, at the position that comes back. Its `$1` is the terms: the first
    /// value that [`condition`](Self::condition) binds.
    pub fn select(&self, select: &mut Select) -> usize {
        let similarity: Vec<String> = self
            .columns
            .iter()
            .map(|column| format!("{}.word_similarity($1, {column})", self.schema))
            .collect();
        select.with_expression(format!("GREATEST({})::pg_catalog.float8", similarity.join(", ")))
    }

    /// The condition that the trigram indexes of title and slug serve.
    pub fn condition(&self, statement: &mut Statement) -> Condition {
        let terms = statement.bind(self.terms.clone());
        let similar: Vec<String> = self
            .columns
            .iter()
            // As the index has it: of `terms <% column` the planner does not see that the index has
            // answered it, and each row would be compared twice.
            .map(|column| format!("{column} OPERATOR({}.%>) {terms}", self.schema))
            .collect();
        Condition::Where(format!("({})", similar.join(" OR ")))
    }
}

/// The schema that pg_trgm is in, quoted; `None` where it is not installed or the role may not use it.
fn schema() -> SqlResult<Option<String>> {
    catalog_value(
        "SELECT pg_catalog.quote_ident(n.nspname) FROM pg_catalog.pg_extension e
         JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) e.extnamespace
         WHERE e.extname OPERATOR(pg_catalog.=) 'pg_trgm'
           AND pg_catalog.has_schema_privilege(n.oid, 'USAGE')",
        &[],
    )
}
