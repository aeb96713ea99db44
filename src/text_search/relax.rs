//! `relax(tsquery)`: any of the words instead of all of them.

use gbrain_rank_core::tsquery::TsQuery;
use pgrx::prelude::*;

use super::datum::TsQueryDatum;
use crate::error::SqlResult;
use crate::text::require_utf8;

/// The OR of a query's words. A query with a phrase or a negation comes back unchanged: its author
/// asked for more than words, and an OR-ed negation would match nearly everything.
#[pg_extern(immutable, parallel_safe, strict, cost = 10)]
fn relax(query: TsQueryDatum) -> SqlResult<TsQueryDatum> {
    require_utf8()?;
    let Some(read) = TsQuery::from_binary(query.binary()) else { return Ok(query) };
    if read.has_negation() || read.has_phrase() {
        return Ok(query);
    }
    let words = read.positive_lexemes().into_iter().cloned().map(TsQuery::Lexeme);
    Ok(TsQuery::any(words).map_or(query, |any| TsQueryDatum::from_text(&any.to_string())))
}

extension_sql!(
    r#"
COMMENT ON FUNCTION gbrain_rank.relax(tsquery) IS
'The OR of the query''s words: any of them instead of all. A query with a phrase or a negation is returned unchanged.';
"#,
    name = "relax_comments",
    requires = [relax]
);
