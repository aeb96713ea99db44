//! Which rows of an OR of terms can be similar enough, asked of the indexes: most rows that share a
//! passing word with a long question are never read.

use gbrain_rank_core::retrieve::{Reaching, Similarity};
use gbrain_rank_core::tsquery::TsQuery;
use pgrx::pg_sys;

use super::plan::Plan;
use crate::error::SqlResult;
use crate::search::Statement;
use crate::search::lexize::tsquery_datum;
use crate::source::{Role, Source};
use crate::statistics;

/// What is known before a row is read; `None` where every row of the OR can be similar enough, and where
/// titles do not tell what the text holds at weight A.
pub fn reaching(
    source: &Source,
    similarity: &Similarity,
    min_similarity: f64,
) -> SqlResult<Option<Reaching>> {
    if !source.title_bounds_content()? {
        return Ok(None);
    }
    let known = similarity
        .asks_for_frequencies()
        .then(|| statistics::of_terms(source, Role::ContentTsv, similarity.terms()))
        .transpose()?
        .and_then(Result::ok);
    let shares = known.map(|known| known.shares).unwrap_or_default();
    Ok(similarity.reaching(min_similarity, &shares))
}

/// The condition for those rows of `any` that can be similar enough, and for all rows of `all`.
pub fn condition(
    plan: &Plan,
    any: &TsQuery,
    all: Option<&TsQuery>,
    statement: &mut Statement,
) -> String {
    let mut holds = |column: &str, query: TsQuery| {
        let query = statement.bind_datum(tsquery_datum(&query), pg_sys::TSQUERYOID);
        plan.match_by.condition(column, &query)
    };
    let content = plan.source.content_tsv_sql(&plan.config);
    let (Some(reaching), Some(title)) = (&plan.reaching, plan.source.sql(Role::TitleTsv)) else {
        return holds(&content, any.clone());
    };
    // A row that holds one of the terms is all that an OR of terms asks for.
    let also = (!any.is_any_of_lexemes()).then(|| any.clone());
    let in_text = reaching.content.clone().map(|query| also.clone().into_iter().chain([query]));
    let in_text = in_text.and_then(TsQuery::all);
    let mut alternatives: Vec<String> = TsQuery::any(in_text.into_iter().chain(all.cloned()))
        .map(|query| holds(&content, query))
        .into_iter()
        .collect();
    let in_title = holds(title, reaching.title.clone());
    alternatives.push(match also {
        Some(any) => format!("{in_title} AND {}", holds(&content, any)),
        None => in_title,
    });
    format!("({})", alternatives.join("\n    OR "))
}
