//! `retrieve`: what is known about a task, its scope first.
//!
//! Follow `answer()` from top to bottom; each step is a file of this folder.

mod answer;
mod baseline;
mod card;
mod codes;
mod explain;
mod matching;
mod memory_md;
mod plan;
mod request;
mod similar;

use pgrx::Array;
use pgrx::JsonB;
use pgrx::iter::{SetOfIterator, TableIterator};
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

use crate::error::SqlResult;
use crate::eval_log;
use crate::jsonb::Jsonb;
use crate::regtypes::{RegClass, RegConfig};
use crate::text::{Text, owned, owned_list, require_utf8};
use answer::{Answer, answer};
use request::Request;

/// Scoped retrieval: exact error code, all terms, some terms, similar title, then the baseline.
#[pg_extern(volatile, parallel_unsafe, cost = 10000)]
#[allow(clippy::too_many_arguments, clippy::type_complexity)]
fn retrieve(
    source: Option<RegClass>,
    query: Option<Text<'_>>,
    k: default!(Option<i32>, 5),
    asset_id: default!(Option<Text<'_>>, "NULL"),
    project_id: default!(Option<Text<'_>>, "NULL"),
    db_type: default!(Option<Text<'_>>, "NULL"),
    profile_id: default!(Option<Text<'_>>, "NULL"),
    user_id: default!(Option<Text<'_>>, "NULL"),
    context_tags: default!(Option<Jsonb<'_>>, "NULL"),
    types: default!(Option<Array<'_, &str>>, "NULL"),
    baseline_k: default!(Option<i32>, 5),
    explain: default!(Option<bool>, false),
    text_config: default!(Option<RegConfig>, "NULL"),
) -> Result<
    TableIterator<
        'static,
        (
            name!(rank, i32),
            name!(id, Option<String>),
            name!(layer, String),
            name!(type, Option<String>),
            name!(title, Option<String>),
            name!(slug, Option<String>),
            name!(score, f64),
            name!(text_similarity, f64),
            name!(scope_weight, f64),
            name!(occurrence_count, i64),
            name!(recall_hit_count, i64),
            name!(last_seen_at, Option<TimestampWithTimeZone>),
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
        asset_id: owned(asset_id),
        project_id: owned(project_id),
        db_type: owned(db_type),
        profile_id: owned(profile_id),
        user_id: owned(user_id),
        context_tags: context_tags.map(Jsonb::to_text),
        types: owned_list(types),
        baseline_k,
        explain: explain.unwrap_or(false),
        text_config: text_config.map(|config| config.0),
        ..Request::default()
    };
    let answer = answer(&request)?;
    log(&answer)?;
    let rows: Vec<_> = answer
        .cards
        .iter()
        .zip(1..)
        .map(|(card, rank)| {
            let last_seen = card.last_seen_at.map(TimestampWithTimeZone::try_from);
            (
                rank,
                card.id.to_text(),
                card.layer.name().to_owned(),
                card.card_type.clone(),
                card.title.clone(),
                card.slug.clone(),
                card.precedence.score,
                card.text_similarity,
                card.precedence.scope_weight,
                card.precedence.occurrence_count,
                card.precedence.recall_hit_count,
                last_seen.and_then(Result::ok),
                request.explain.then(|| JsonB(explain::explain(&answer, card))),
            )
        })
        .collect();
    Ok(TableIterator::new(rows))
}

/// The same search as an indented tree that a person can read, with the inner statements.
#[pg_extern(volatile, parallel_unsafe, cost = 10000)]
#[allow(clippy::too_many_arguments)]
fn explain_retrieve(
    source: Option<RegClass>,
    query: Option<Text<'_>>,
    k: default!(Option<i32>, 5),
    asset_id: default!(Option<Text<'_>>, "NULL"),
    project_id: default!(Option<Text<'_>>, "NULL"),
    db_type: default!(Option<Text<'_>>, "NULL"),
    profile_id: default!(Option<Text<'_>>, "NULL"),
    user_id: default!(Option<Text<'_>>, "NULL"),
    context_tags: default!(Option<Jsonb<'_>>, "NULL"),
    types: default!(Option<Array<'_, &str>>, "NULL"),
    baseline_k: default!(Option<i32>, 5),
    explain: default!(Option<bool>, true),
    text_config: default!(Option<RegConfig>, "NULL"),
) -> Result<SetOfIterator<'static, String>, ErrorReport> {
    // The tree is the explanation, whatever the argument says: it is there so that the three
    // functions take the same arguments.
    let _ = explain;
    require_utf8()?;
    let answer = answer(&Request {
        source: source.map(|source| source.0),
        query: owned(query),
        k,
        asset_id: owned(asset_id),
        project_id: owned(project_id),
        db_type: owned(db_type),
        profile_id: owned(profile_id),
        user_id: owned(user_id),
        context_tags: context_tags.map(Jsonb::to_text),
        types: owned_list(types),
        baseline_k,
        explain: true,
        text_config: text_config.map(|config| config.0),
        show_statements: true,
        ..Request::default()
    })?;
    Ok(SetOfIterator::new(explain::tree(&answer)))
}

/// The same search as the Markdown that is put before an agent.
#[pg_extern(volatile, parallel_unsafe, cost = 10000)]
#[allow(clippy::too_many_arguments)]
fn memory_md(
    source: Option<RegClass>,
    query: Option<Text<'_>>,
    k: default!(Option<i32>, 5),
    asset_id: default!(Option<Text<'_>>, "NULL"),
    project_id: default!(Option<Text<'_>>, "NULL"),
    db_type: default!(Option<Text<'_>>, "NULL"),
    profile_id: default!(Option<Text<'_>>, "NULL"),
    user_id: default!(Option<Text<'_>>, "NULL"),
    context_tags: default!(Option<Jsonb<'_>>, "NULL"),
    types: default!(Option<Array<'_, &str>>, "NULL"),
    baseline_k: default!(Option<i32>, 5),
    explain: default!(Option<bool>, false),
    text_config: default!(Option<RegConfig>, "NULL"),
) -> SqlResult<String> {
    require_utf8()?;
    let answer = answer(&Request {
        source: source.map(|source| source.0),
        query: owned(query),
        k,
        asset_id: owned(asset_id),
        project_id: owned(project_id),
        db_type: owned(db_type),
        profile_id: owned(profile_id),
        user_id: owned(user_id),
        context_tags: context_tags.map(Jsonb::to_text),
        types: owned_list(types),
        baseline_k,
        explain: explain.unwrap_or(false),
        text_config: text_config.map(|config| config.0),
        with_bodies: true,
        ..Request::default()
    })?;
    log(&answer)?;
    Ok(memory_md::render(&answer))
}

/// Appends the cards to the eval log, where there is one.
fn log(answer: &Answer) -> SqlResult<()> {
    let hits = answer.cards.iter().zip(1..).map(|(card, rank)| eval_log::Hit {
        id: card.id.to_text(),
        rank,
        score: card.precedence.score,
        explain: answer.plan.explain.then(|| explain::explain(answer, card).to_string()),
    });
    eval_log::append("retrieve", &answer.plan.question, None, hits)
}

extension_sql_file!(
    "../../sql/retrieve.sql",
    name = "retrieve_comments",
    requires = [retrieve, explain_retrieve, memory_md]
);
