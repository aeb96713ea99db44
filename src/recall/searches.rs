//! `recall_knowledge`, `recall_episodic` and `recall`.

use pgrx::JsonB;
use pgrx::iter::TableIterator;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;
use serde_json::{Value, json};

use super::request::{Call, Request};
use super::{episodic, knowledge};
use crate::error::SqlResult;
use crate::eval_log;
use crate::instant::Instant;
use crate::jsonb::Jsonb;
use crate::regtypes::{RegClass, RegConfig};
use crate::search::InnerSettings;
use crate::search::lexize::tsquery_datum;
use crate::search::snippet::snippet;
use crate::text::{Text, owned, owned_list, require_utf8};

/// The k best pages for a query by six factors and the goals.
#[pg_extern(volatile, parallel_unsafe, cost = 10000)]
#[allow(clippy::too_many_arguments, clippy::type_complexity)]
fn recall_knowledge(
    source: Option<RegClass>,
    query: Option<Text<'_>>,
    topic_id: default!(Option<Text<'_>>, "NULL"),
    k: default!(Option<i32>, 5),
    goal_boost: default!(Option<bool>, true),
    goals: default!(Option<Array<'_, &str>>, "NULL"),
    areas: default!(Option<Array<'_, &str>>, "NULL"),
    types: default!(Option<Array<'_, &str>>, "NULL"),
    scope: default!(Option<Jsonb<'_>>, "NULL"),
    now: default!(Option<Instant>, "pg_catalog.now()"),
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
            name!(area, Option<String>),
            name!(status, Option<String>),
            name!(score, f64),
            name!(memory_score, f64),
            name!(explain, Option<JsonB>),
        ),
    >,
    ErrorReport,
> {
    require_utf8()?;
    let request = Request {
        source: source.map(|source| source.0),
        query: owned(query),
        topic_id: owned(topic_id),
        k,
        goal_boost,
        goals: owned_list(goals),
        areas: owned_list(areas),
        types: owned_list(types),
        scope: scope.map(Jsonb::to_text),
        now,
        explain: explain.unwrap_or(false),
        text_config: text_config.map(|config| config.0),
    };
    let answer = Answer::new(&request, &[Path::Knowledge])?;
    answer.log("recall_knowledge", &request)?;
    let rows: Vec<_> = answer
        .knowledge
        .iter()
        .zip(1..)
        .map(|(hit, rank)| {
            (
                rank,
                hit.id.to_text(),
                hit.slug.clone(),
                hit.title.clone(),
                hit.page_type.clone(),
                hit.area.clone(),
                hit.status.clone(),
                hit.score(),
                hit.breakdown.memory_score,
                answer.call.explain.then(|| JsonB(hit.explain(&answer.call))),
            )
        })
        .collect();
    Ok(TableIterator::new(rows))
}

/// The k freshest memories of what happened that match a query.
#[pg_extern(volatile, parallel_unsafe, cost = 10000)]
#[allow(clippy::type_complexity)]
fn recall_episodic(
    source: Option<RegClass>,
    query: Option<Text<'_>>,
    k: default!(Option<i32>, 5),
    scope: default!(Option<Jsonb<'_>>, "NULL"),
    now: default!(Option<Instant>, "pg_catalog.now()"),
    text_config: default!(Option<RegConfig>, "NULL"),
) -> Result<
    TableIterator<
        'static,
        (
            name!(rank, i32),
            name!(id, Option<String>),
            name!(slug, Option<String>),
            name!(title, Option<String>),
            name!(freshness, f64),
            name!(relevance, f64),
            name!(snippet, Option<String>),
        ),
    >,
    ErrorReport,
> {
    require_utf8()?;
    let request = Request {
        source: source.map(|source| source.0),
        query: owned(query),
        k,
        // This path has no goals: none are read.
        goal_boost: Some(false),
        scope: scope.map(Jsonb::to_text),
        now,
        text_config: text_config.map(|config| config.0),
        ..Request::default()
    };
    let answer = Answer::new(&request, &[Path::Episodic])?;
    answer.log("recall_episodic", &request)?;
    let rows: Vec<_> = answer
        .episodic
        .iter()
        .zip(1..)
        .map(|(hit, rank)| {
            let (id, slug, title) = (hit.id.to_text(), hit.slug.clone(), hit.title.clone());
            (rank, id, slug, title, hit.freshness, hit.relevance(), answer.snippet(hit))
        })
        .collect();
    Ok(TableIterator::new(rows))
}

/// Both paths in one answer, with k rows each.
#[pg_extern(volatile, parallel_unsafe, cost = 10000)]
#[allow(clippy::too_many_arguments)]
fn recall(
    source: Option<RegClass>,
    query: Option<Text<'_>>,
    topic_id: default!(Option<Text<'_>>, "NULL"),
    k: default!(Option<i32>, 5),
    goal_boost: default!(Option<bool>, true),
    goals: default!(Option<Array<'_, &str>>, "NULL"),
    areas: default!(Option<Array<'_, &str>>, "NULL"),
    types: default!(Option<Array<'_, &str>>, "NULL"),
    scope: default!(Option<Jsonb<'_>>, "NULL"),
    now: default!(Option<Instant>, "pg_catalog.now()"),
    explain: default!(Option<bool>, false),
    text_config: default!(Option<RegConfig>, "NULL"),
) -> SqlResult<JsonB> {
    require_utf8()?;
    let request = Request {
        source: source.map(|source| source.0),
        query: owned(query),
        topic_id: owned(topic_id),
        k,
        goal_boost,
        goals: owned_list(goals),
        areas: owned_list(areas),
        types: owned_list(types),
        scope: scope.map(Jsonb::to_text),
        now,
        explain: explain.unwrap_or(false),
        text_config: text_config.map(|config| config.0),
    };
    let answer = Answer::new(&request, &[Path::Episodic, Path::Knowledge])?;
    answer.log("recall", &request)?;
    Ok(JsonB(answer.to_json()))
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Path {
    Episodic,
    Knowledge,
}

/// The rows of the paths that were asked for.
struct Answer {
    call: Call,
    episodic: Vec<episodic::Hit>,
    knowledge: Vec<knowledge::Hit>,
}

impl Answer {
    fn new(request: &Request, paths: &[Path]) -> SqlResult<Self> {
        let mut settings = InnerSettings::enter()?;
        let call = request.resolve()?;
        if call.candidates.are_indexed() {
            // The planner takes `@@` and `ILIKE` for cheap, and would rather look at every body.
            settings.set("enable_seqscan", "off");
        }
        let (mut episodic, mut knowledge) = (Vec::new(), Vec::new());
        for path in paths {
            match path {
                Path::Episodic => episodic = episodic::best(&call)?,
                Path::Knowledge => knowledge = knowledge::best(&call)?,
            }
        }
        drop(settings);
        Ok(Self { call, episodic, knowledge })
    }

    fn snippet(&self, hit: &episodic::Hit) -> Option<String> {
        let query = self.call.candidates.lexemes().and_then(tsquery_datum);
        hit.body.as_ref().and_then(|body| snippet(body, self.call.config.oid, query))
    }

    fn to_json(&self) -> Value {
        let episodic = self.episodic.iter().zip(1..).map(|(hit, rank): (_, i32)| {
            json!({
                "rank": rank,
                "id": hit.id.to_text(),
                "slug": hit.slug,
                "title": hit.title,
                "freshness": hit.freshness,
                "relevance": hit.relevance(),
                "snippet": self.snippet(hit),
            })
        });
        let knowledge = self.knowledge.iter().zip(1..).map(|(hit, rank): (_, i32)| {
            let mut row = json!({
                "rank": rank,
                "id": hit.id.to_text(),
                "slug": hit.slug,
                "title": hit.title,
                "type": hit.page_type,
                "area": hit.area,
                "status": hit.status,
                "score": hit.score(),
                "memory_score": hit.breakdown.memory_score,
            });
            if self.call.explain {
                row["explain"] = hit.explain(&self.call);
            }
            row
        });
        json!({
            "episodic": episodic.collect::<Vec<_>>(),
            "knowledge": knowledge.collect::<Vec<_>>(),
        })
    }

    /// Appends the hits to the eval log, those of the episodic path first.
    fn log(&self, verb: &str, request: &Request) -> SqlResult<()> {
        let episodic = self.episodic.iter().zip(1..).map(|(hit, rank)| eval_log::Hit {
            id: hit.id.to_text(),
            rank,
            score: hit.relevance(),
            explain: None,
        });
        let knowledge = self.knowledge.iter().zip(1..).map(|(hit, rank)| eval_log::Hit {
            id: hit.id.to_text(),
            rank,
            score: hit.score(),
            explain: self.call.explain.then(|| hit.explain(&self.call).to_string()),
        });
        let query = request.query.as_deref().unwrap_or_default();
        eval_log::append(verb, query, None, episodic.chain(knowledge))
    }
}
