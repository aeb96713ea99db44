//! Salience in SQL: how much a row matters, whatever its age.

use gbrain_rank_core::emotional_weight::{self, DEFAULT_OWNER, HIGH_EMOTION_TAGS, takes_from_json};
use gbrain_rank_core::salience;
use pgrx::prelude::*;

use crate::error::{OrReport, SqlResult};
use crate::jsonb::Jsonb;
use crate::recency::{finite, mode_argument};
use crate::text::{Text, require_utf8};

/// 5 x emotional_weight + ln(1 + active_takes); the weight is clamped to 0..1, NULL counts as 0.
#[pg_extern(immutable, parallel_safe, cost = 2)]
fn salience_score(emotional_weight: Option<f64>, active_takes: Option<i64>) -> SqlResult<f64> {
    let weight = finite("emotional_weight", emotional_weight)?.unwrap_or(0.0);
    Ok(salience::score(weight, active_takes.unwrap_or(0)))
}

/// What a score is multiplied by: 1 + k ln(1 + score), with k 0 for off, 0.15 for on and 0.30 for
/// strong.
#[pg_extern(immutable, parallel_safe, cost = 2)]
fn salience_factor(score: Option<f64>, mode: Option<Text<'_>>) -> SqlResult<f64> {
    let mode = mode_argument("salience", mode)?;
    Ok(salience::factor(finite("score", score)?.unwrap_or(0.0), mode))
}

/// How much a page touches the life of its owner, 0 to 1, from its tags and takes.
#[pg_extern(immutable, parallel_safe, cost = 100)]
fn emotional_weight(
    tags: Option<Array<'_, &str>>,
    takes: Option<Jsonb<'_>>,
    high_tags: default!(Option<Array<'_, &str>>, "NULL"),
    owner: default!(Option<Text<'_>>, "NULL"),
) -> SqlResult<f64> {
    require_utf8()?;
    let takes = match takes {
        Some(takes) => takes_from_json(&takes.to_text()).or_report()?,
        None => Vec::new(),
    };
    let tags = tags.iter().flat_map(Array::iter).flatten();
    let owner = owner.as_deref().unwrap_or(DEFAULT_OWNER);
    Ok(match high_tags {
        Some(high_tags) => {
            emotional_weight::emotional_weight(tags, &takes, high_tags.iter().flatten(), owner)
        }
        None => emotional_weight::emotional_weight(tags, &takes, HIGH_EMOTION_TAGS, owner),
    })
}

extension_sql!(
    r#"
COMMENT ON FUNCTION gbrain_rank.salience_score(float8, bigint) IS
'5 x emotional_weight + ln(1 + active_takes): how much a row matters, without any time in it.';
COMMENT ON FUNCTION gbrain_rank.salience_factor(float8, text) IS
'What a score is multiplied by: 1 + k ln(1 + salience_score); the mode off has k 0, on 0.15, strong 0.30.';
COMMENT ON FUNCTION gbrain_rank.emotional_weight(text[], jsonb, text[], text) IS
'0 to 1: tags of high emotion, the number and mean weight of active takes ([{"holder", "weight", "active"}]) and the owner''s share of them.';
"#,
    name = "salience_comments",
    requires = [salience_score, salience_factor, emotional_weight]
);
