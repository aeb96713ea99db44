//! The factors of `recall`, one SQL function each. A NULL is neutral, as in a search; NaN and
//! infinity are refused.

use std::collections::BTreeSet;

use gbrain_rank_core::recall::goal::GoalTerms;
use gbrain_rank_core::recall::memory::{self, Memory};
use gbrain_rank_core::recall::score::LowerTexts;
use gbrain_rank_core::recall::{freshness as fresh, substring, token_overlap as overlap};
use gbrain_rank_core::recall::{topic_trace, type_boost as boost};
use gbrain_rank_core::tokens::lower_case;
use pgrx::prelude::*;

use super::cut;
use crate::error::{SqlResult, report};
use crate::error_codes::check_for_interrupts;
use crate::instant::{Instant, now_or_default};
use crate::jsonb::Jsonb;
use crate::settings;
use crate::text::{Text, owned_list, require_utf8};

/// How many distinct tokens of the query are among those of title, body and tags.
#[pg_extern(immutable, parallel_safe, cost = 200)]
fn token_overlap(
    query: Option<Text<'_>>,
    title: Option<Text<'_>>,
    body: Option<Text<'_>>,
    tags: Option<Array<'_, &str>>,
) -> SqlResult<i32> {
    let Some(query) = query else { return Ok(0) };
    let mut tokens = BTreeSet::new();
    cut(query.as_str(), &mut |token| {
        tokens.insert(token.to_owned());
    })?;
    let row = LowerTexts::new(
        title.map(|text| text.as_str()),
        body.map(|text| text.as_str()),
        &present(tags)?,
    );
    Ok(overlap::matched_tokens(&tokens, row.all(), &cut)?.len() as i32)
}

/// 1.0 if the title contains the query, and 0.5 if the body does.
#[pg_extern(immutable, parallel_safe, cost = 20)]
fn substring_bonus(
    query: Option<Text<'_>>,
    title: Option<Text<'_>>,
    body: Option<Text<'_>>,
) -> f64 {
    let [query, title, body] = [query, title, body].map(|text| text.map(|text| text.as_str()));
    substring::substring_bonus(query.unwrap_or_default(), title, body)
}

/// 2.0 if the traces hold a discussion of the topic.
#[pg_extern(immutable, parallel_safe, cost = 10)]
fn topic_trace_bonus(traces: Option<Jsonb<'_>>, topic_id: Option<Text<'_>>) -> f64 {
    match (traces, topic_id) {
        (Some(traces), Some(topic_id)) => {
            topic_trace::topic_trace_bonus(traces.traces(), &topic_id)
        }
        _ => 0.0,
    }
}

/// The multiplier of a page type.
#[pg_extern(sql = r#"
CREATE FUNCTION gbrain_rank.type_boost(type text) RETURNS double precision
    IMMUTABLE PARALLEL SAFE COST 2 LANGUAGE c AS '@MODULE_PATHNAME@', '@FUNCTION_NAME@';
"#)]
fn type_boost(page_type: Option<Text<'_>>) -> f64 {
    boost::type_boost(page_type.as_deref())
}

/// 2.0 for a decision found to be wrong and 1.0 for an outcome of `failure`; both add.
#[pg_extern(immutable, parallel_safe, cost = 10)]
fn review_bonus(review: Option<Jsonb<'_>>) -> f64 {
    review.map_or(0.0, |review| review.review().bonus())
}

/// The memory curve: importance fading with age, use, pin, and whether the row is in force.
#[pg_extern(sql = r#"
CREATE FUNCTION gbrain_rank.memory_score(importance double precision, created_at timestamptz,
        access_count bigint, pinned boolean, status text, type text,
        now timestamptz DEFAULT pg_catalog.now()) RETURNS double precision
    STABLE PARALLEL SAFE COST 10 LANGUAGE c AS '@MODULE_PATHNAME@', '@FUNCTION_NAME@';
"#)]
fn memory_score(
    importance: Option<f64>,
    created_at: Option<Instant>,
    access_count: Option<i64>,
    pinned: Option<bool>,
    status: Option<Text<'_>>,
    page_type: Option<Text<'_>>,
    now: Option<Instant>,
) -> SqlResult<f64> {
    if importance.is_some_and(|importance| !importance.is_finite()) {
        return Err(not_finite("importance"));
    }
    let created_at = created_at.map(|time| time.finite("created_at")).transpose()?;
    let (status, page_type) = (status.as_deref(), page_type.as_deref());
    let row = Memory { importance, created_at, access_count, pinned, status, page_type };
    Ok(memory::memory_score(&row, now_or_default(now)?, &*settings::memory_lambda()?))
}

/// hot, warm, cold or evictable.
#[pg_extern(immutable, strict, parallel_safe, cost = 2)]
fn memory_tier(score: f64) -> SqlResult<&'static str> {
    if score.is_finite() { Ok(memory::memory_tier(score)) } else { Err(not_finite("score")) }
}

/// Keywords that are looked for between two looks at whether the statement is cancelled.
const KEYWORDS_AT_ONCE: usize = 16;

/// 0.8 if the area is one of the domains, and 0.4 if the text contains one of the keywords.
#[pg_extern(immutable, parallel_safe, cost = 20)]
fn goal_boost(
    area: Option<Text<'_>>,
    searchable: Option<Text<'_>>,
    domains: Option<Array<'_, &str>>,
    keywords: Option<Array<'_, &str>>,
) -> SqlResult<f64> {
    let (domains, keywords) = (present(domains)?, present(keywords)?);
    let area = GoalTerms::new(domains.iter().map(String::as_str), []).area(area.as_deref());
    let searchable = searchable.map(|text| lower_case(text.as_str()));
    // Many keywords in a long text take a while: in between it can be cancelled.
    let keyword = keywords.chunks(KEYWORDS_AT_ONCE).find_map(|keywords| {
        check_for_interrupts();
        let goals = GoalTerms::new([], keywords.iter().map(String::as_str));
        Some(goals.keyword(searchable.as_deref())).filter(|boost| *boost > 0.0)
    });
    Ok(area + keyword.unwrap_or(0.0))
}

/// 0.95 to the power of the whole days since the date; 0.5 without one.
#[pg_extern(stable, parallel_safe, cost = 2)]
fn freshness(
    effective_date: Option<Instant>,
    now: default!(Option<Instant>, "pg_catalog.now()"),
) -> SqlResult<f64> {
    let date = effective_date.map(|date| date.finite("effective_date")).transpose()?;
    Ok(fresh::freshness(date, now_or_default(now)?))
}

/// The elements of an array that are not NULL.
fn present(texts: Option<Array<'_, &str>>) -> SqlResult<Vec<String>> {
    if texts.is_some() {
        require_utf8()?;
    }
    Ok(owned_list(texts).unwrap_or_default())
}

fn not_finite(name: &str) -> pgrx::pg_sys::panic::ErrorReport {
    report(PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE, format!("{name} must be finite"))
        .set_hint(format!("Pass a finite number, or null where there is no {name}."))
}
