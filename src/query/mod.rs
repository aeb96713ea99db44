//! `query`: two-axis search. Text relevance x recency x salience, the axes resolved from the question.
//!
//! Follow `answer()` from top to bottom; each step is a file of this folder.

mod answer;
mod boost;
mod explain;
mod fuse;
mod hit;
mod matching;
mod narrow;
pub mod plan;
mod relevance;
mod request;
mod scoring;
mod screen;

use pgrx::iter::{SetOfIterator, TableIterator};
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;
use pgrx::{Array, JsonB};

use crate::error::SqlResult;
use crate::eval_log;
use crate::jsonb::Jsonb;
use crate::regtypes::{RegClass, RegConfig};
use crate::search::lexize::tsquery_datum;
use crate::search::snippet::snippet;
use crate::text::{Text, owned, owned_list, require_utf8};
use answer::{Answer, answer};
pub use boost::row_date;
use request::Request;

/// Two-axis search: the k best rows for a question, by text relevance x recency x salience.
#[pg_extern(volatile, parallel_unsafe, cost = 10000)]
#[allow(clippy::too_many_arguments, clippy::type_complexity)]
fn query(
    source: Option<RegClass>,
    query: Option<Text<'_>>,
    k: default!(Option<i32>, 10),
    salience: default!(Option<Text<'_>>, "NULL"),
    recency: default!(Option<Text<'_>>, "NULL"),
    since: default!(Option<Text<'_>>, "NULL"),
    until: default!(Option<Text<'_>>, "NULL"),
    scope: default!(Option<Jsonb<'_>>, "NULL"),
    types: default!(Option<Array<'_, &str>>, "NULL"),
    slug_prefix: default!(Option<Text<'_>>, "NULL"),
    semantic: default!(Option<Array<'_, &str>>, "NULL"),
    decay: default!(Option<Text<'_>>, "NULL"),
    now: default!(Option<TimestampWithTimeZone>, "pg_catalog.now()"),
    explain: default!(Option<bool>, false),
    text_config: default!(Option<RegConfig>, "NULL"),
) -> Result<
    TableIterator<
        'static,
        (
            name!(rank, i32),
            name!(id, Option<String>),
            name!(slug, Option<String>),
            name!(title, Option<String>),
            name!(type, Option<String>),
            name!(phase, String),
            name!(score, f64),
            name!(effective_date, Option<TimestampWithTimeZone>),
            name!(snippet, Option<String>),
            name!(explain, Option<JsonB>),
        ),
    >,
    ErrorReport,
> {
    require_utf8()?;
    let request = Request {
        source: source.map(|source| source.0),
        query: owned(query),
        k,
        salience: owned(salience),
        recency: owned(recency),
        since: owned(since),
        until: owned(until),
        scope: scope.map(Jsonb::to_text),
        types: owned_list(types),
        slug_prefix: owned(slug_prefix),
        semantic: owned_list(semantic),
        decay: owned(decay),
        now,
        explain: explain.unwrap_or(false),
        text_config: text_config.map(|config| config.0),
        show_statements: false,
    };
    let answer = answer(&request)?;
    log(&request, &answer)?;
    let tsquery = answer
        .plan
        .text
        .as_ref()
        .and_then(|text| text.any_lexeme())
        .and_then(|query| tsquery_datum(&query));
    let rows: Vec<_> = answer
        .hits
        .iter()
        .enumerate()
        .map(|(at, hit)| {
            let date = hit.date.map(TimestampWithTimeZone::try_from).and_then(Result::ok);
            let body = hit.body.as_ref();
            (
                at as i32 + 1,
                hit.id.to_text(),
                hit.slug.clone(),
                hit.title.clone(),
                hit.kind.clone(),
                hit.phase.as_str().to_owned(),
                hit.score,
                date,
                body.and_then(|body| snippet(body, answer.plan.config.oid, tsquery)),
                request.explain.then(|| JsonB(explain::explain(&answer, hit))),
            )
        })
        .collect();
    Ok(TableIterator::new(rows))
}

/// The same search as an indented tree that a person can read, with the inner statements.
#[pg_extern(volatile, parallel_unsafe, cost = 10000)]
#[allow(clippy::too_many_arguments)]
fn explain_query(
    source: Option<RegClass>,
    query: Option<Text<'_>>,
    k: default!(Option<i32>, 10),
    salience: default!(Option<Text<'_>>, "NULL"),
    recency: default!(Option<Text<'_>>, "NULL"),
    since: default!(Option<Text<'_>>, "NULL"),
    until: default!(Option<Text<'_>>, "NULL"),
    scope: default!(Option<Jsonb<'_>>, "NULL"),
    types: default!(Option<Array<'_, &str>>, "NULL"),
    slug_prefix: default!(Option<Text<'_>>, "NULL"),
    semantic: default!(Option<Array<'_, &str>>, "NULL"),
    decay: default!(Option<Text<'_>>, "NULL"),
    now: default!(Option<TimestampWithTimeZone>, "pg_catalog.now()"),
    explain: default!(Option<bool>, true),
    text_config: default!(Option<RegConfig>, "NULL"),
) -> Result<SetOfIterator<'static, String>, ErrorReport> {
    // The tree is the explanation, whatever the argument says: it is there so that both functions
    // take the same arguments.
    let _ = explain;
    require_utf8()?;
    let answer = answer(&Request {
        source: source.map(|source| source.0),
        query: owned(query),
        k,
        salience: owned(salience),
        recency: owned(recency),
        since: owned(since),
        until: owned(until),
        scope: scope.map(Jsonb::to_text),
        types: owned_list(types),
        slug_prefix: owned(slug_prefix),
        semantic: owned_list(semantic),
        decay: owned(decay),
        now,
        explain: true,
        text_config: text_config.map(|config| config.0),
        show_statements: true,
    })?;
    Ok(SetOfIterator::new(explain::tree(&answer)))
}

/// Appends the hits to the eval log, where there is one.
fn log(request: &Request, answer: &Answer) -> SqlResult<()> {
    let axes = &answer.plan.axes;
    let hits = answer.hits.iter().enumerate().map(|(at, hit)| eval_log::Hit {
        id: hit.id.to_text(),
        rank: at as i32 + 1,
        score: hit.score,
        explain: request.explain.then(|| explain::explain(answer, hit).to_string()),
    });
    eval_log::append(
        "query",
        request.query.as_deref().unwrap_or(""),
        Some(eval_log::Axes {
            salience: axes.salience.as_str(),
            recency: axes.recency.as_str(),
            salience_source: axes.salience_source.as_str(),
            recency_source: axes.recency_source.as_str(),
        }),
        hits,
    )
}

extension_sql_file!(
    "../../sql/query.sql",
    name = "query_comments",
    requires = [query, explain_query, screen_support]
);
