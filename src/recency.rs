//! Recency in SQL: the decay map, the component of a row and the factor made of it.

use gbrain_rank_core::Mode;
use gbrain_rank_core::decay::{triples, yaml};
use gbrain_rank_core::recency::{self, Decay};
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

use crate::error::{OrReport, SqlResult, report};
use crate::instant::{Instant, now_or_default};
use crate::settings;
use crate::text::Text;

/// The decay map that applies now, the longest prefix first; the fallback has the prefix ''.
#[pg_extern(stable, parallel_safe)]
fn decay_map(
    decay: default!(Option<Text<'_>>, "NULL"),
) -> Result<
    TableIterator<
        'static,
        (
            name!(prefix, String),
            name!(halflife_days, f64),
            name!(coefficient, f64),
            name!(origin, &'static str),
        ),
    >,
    ErrorReport,
> {
    let map = settings::call_decay_map(decay.as_deref())?;
    let rows: Vec<_> = map
        .rows()
        .map(|row| {
            let Decay { halflife_days, coefficient } = row.decay;
            (row.prefix.to_string(), halflife_days, coefficient, row.origin.as_str())
        })
        .collect();
    Ok(TableIterator::new(rows))
}

/// How much a row gains from being young: 0 for an evergreen prefix and for a row without a date.
#[pg_extern(stable, parallel_safe, cost = 5)]
fn recency_component(
    slug: Option<Text<'_>>,
    effective_date: Option<Instant>,
    now: default!(Option<Instant>, "pg_catalog.now()"),
    decay: default!(Option<Text<'_>>, "NULL"),
) -> SqlResult<f64> {
    component(slug, effective_date, now, decay)
}

/// What a score is multiplied by: 1 + strength x recency_component, with strength 0 for off, 1 for on
/// and 1.5 for strong.
#[pg_extern(stable, parallel_safe, cost = 5)]
fn recency_factor(
    slug: Option<Text<'_>>,
    effective_date: Option<Instant>,
    mode: Option<Text<'_>>,
    now: default!(Option<Instant>, "pg_catalog.now()"),
    decay: default!(Option<Text<'_>>, "NULL"),
) -> SqlResult<f64> {
    let mode = mode_argument("recency", mode)?;
    Ok(recency::factor(component(slug, effective_date, now, decay)?, mode))
}

#[inline]
fn component(
    slug: Option<Text<'_>>,
    effective_date: Option<Instant>,
    now: Option<Instant>,
    decay: Option<Text<'_>>,
) -> SqlResult<f64> {
    // Everything is checked before the date is looked at: a bad argument fails on every row or none.
    let map = settings::call_decay_map(decay.as_deref())?;
    let now = now_or_default(now)?;
    let Some(date) = effective_date else { return Ok(0.0) };
    let days_old = recency::days_old(now, date.finite("effective_date")?);
    Ok(map.decay(slug.as_deref().unwrap_or_default()).component(days_old))
}

/// A mode; NULL is off, which is neutral.
pub fn mode_argument(axis: &str, mode: Option<Text<'_>>) -> SqlResult<Mode> {
    mode.map_or(Ok(Mode::Off), |mode| Mode::parse(axis, &mode)).or_report()
}

/// `coefficient x halflife / (halflife + days_old)`, without any setting: for expressions that must
/// not change, such as those of an index.
#[pg_extern(immutable, parallel_safe)]
fn hyperbolic_decay(
    days_old: Option<f64>,
    halflife_days: Option<f64>,
    coefficient: Option<f64>,
) -> SqlResult<f64> {
    let days_old = finite("days_old", days_old)?;
    let halflife_days = not_negative("halflife_days", finite("halflife_days", halflife_days)?)?;
    let coefficient = not_negative("coefficient", finite("coefficient", coefficient)?)?;
    let (Some(days_old), Some(halflife_days), Some(coefficient)) =
        (days_old, halflife_days, coefficient)
    else {
        return Ok(0.0);
    };
    Ok(Decay::new(halflife_days, coefficient).component(days_old))
}

/// An argument that is NaN or infinite is refused; NULL is none.
pub fn finite(name: &str, value: Option<f64>) -> SqlResult<Option<f64>> {
    match value {
        Some(number) if !number.is_finite() => Err(report(
            PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE,
            format!("{name} must be a finite number"),
        )
        .set_hint("Give a number that is neither NaN nor infinite, or NULL.")),
        value => Ok(value),
    }
}

fn not_negative(name: &str, value: Option<f64>) -> SqlResult<Option<f64>> {
    match value {
        Some(number) if number < 0.0 => Err(report(
            PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE,
            format!("{name} must not be negative"),
        )
        .set_hint("Give 0 for what does not age.")),
        value => Ok(value),
    }
}

/// The recency section of a gbrain.yml (YAML or JSON) as prefix:halflife:coefficient triples, the form
/// of gbrain_rank.recency_decay and of the argument decay.
#[pg_extern(immutable, parallel_safe)]
fn decay_from_yaml(yaml: Text<'_>) -> SqlResult<String> {
    yaml::parse(&yaml).and_then(|entries| triples::format(&entries)).or_report()
}

extension_sql!(
    r#"
ALTER FUNCTION gbrain_rank.decay_map(text) ROWS 12;
COMMENT ON FUNCTION gbrain_rank.decay_map(text) IS
'The decay map that applies now: built-in, overridden per prefix by gbrain_rank.recency_yaml, gbrain_rank.recency_decay and the argument decay. Longest prefix first; the fallback has the prefix ''''.';
COMMENT ON FUNCTION gbrain_rank.recency_component(text, timestamptz, timestamptz, text) IS
'coefficient x halflife / (halflife + age in days) by the longest prefix of the slug; 0 without a date and for evergreen prefixes, age 0 for a date in the future.';
COMMENT ON FUNCTION gbrain_rank.recency_factor(text, timestamptz, text, timestamptz, text) IS
'What a score is multiplied by: 1 + strength x recency_component; the mode off has strength 0, on 1, strong 1.5.';
COMMENT ON FUNCTION gbrain_rank.hyperbolic_decay(float8, float8, float8) IS
'coefficient x halflife / (halflife + days_old) from the arguments alone: reads no setting.';
COMMENT ON FUNCTION gbrain_rank.decay_from_yaml(text) IS
'The recency section of a gbrain.yml (YAML or JSON) as prefix:halflife:coefficient,...';
"#,
    name = "recency_comments",
    requires = [decay_map, recency_component, recency_factor, hyperbolic_decay, decay_from_yaml]
);
