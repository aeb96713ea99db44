//! `recent_salience`: what has mattered lately, without a question.

use std::cmp::Ordering;

use gbrain_rank_core::recency::days_old;
use gbrain_rank_core::salience;
use gbrain_rank_core::top_k::{TopK, compare_scores};
use pgrx::iter::TableIterator;
use pgrx::pg_sys;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

use crate::error::{SqlResult, report};
use crate::query::plan::{checked_k, scope};
use crate::query::row_date;
use crate::regtypes::RegClass;
use crate::search::gate::finite;
use crate::search::{Condition, Gate, Id, IdKind, InnerSettings, Row, Select, stream, time};
use crate::settings;
use crate::source::{Role, Source};
use crate::text::{Text, owned, require_utf8};

/// Pages made from other pages: they would only repeat what they are made of.
const BRIEFINGS: &str = "briefings/";

const MICROSECONDS_PER_DAY: i64 = 86_400_000_000;

/// Some two thousand years: more days than any window, few enough to count in microseconds.
const MAX_DAYS: i32 = 730_000;

const ROLES: [Role; 9] = [
    Role::Id,
    Role::Slug,
    Role::Title,
    Role::Type,
    Role::EmotionalWeight,
    Role::ActiveTakes,
    Role::EffectiveDate,
    Role::UpdatedAt,
    Role::CreatedAt,
];

/// How recency counts beside salience.
#[derive(Clone, Copy, PartialEq)]
enum Bias {
    /// 1 / (1 + days since updated_at), whatever the page is.
    Flat,
    /// The recency component of the row's date, which ages with its slug prefix.
    On,
}

impl Bias {
    fn parse(word: Option<&str>) -> SqlResult<Self> {
        match word.unwrap_or("flat") {
            "flat" => Ok(Self::Flat),
            "on" => Ok(Self::On),
            other => Err(report(
                PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE,
                format!("invalid recency_bias: \"{other}\""),
            )
            .set_hint("Write flat or on.")),
        }
    }
}

struct Salient {
    score: f64,
    updated_at: Option<i64>,
    id: Id,
    slug: Option<String>,
    title: Option<String>,
    kind: Option<String>,
    emotional_weight: f64,
    active_takes: i64,
}

impl Ord for Salient {
    fn cmp(&self, other: &Self) -> Ordering {
        compare_scores(self.score, other.score)
            .then_with(|| self.updated_at.cmp(&other.updated_at))
            .then_with(|| other.id.cmp(&self.id))
    }
}

impl PartialOrd for Salient {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Salient {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Salient {}

/// The k rows that matter most among those touched in the last days.
#[pg_extern(volatile, parallel_unsafe, cost = 10000)]
#[allow(clippy::type_complexity)]
fn recent_salience(
    source: Option<RegClass>,
    days: default!(Option<i32>, 14),
    k: default!(Option<i32>, 20),
    slug_prefix: default!(Option<Text<'_>>, "NULL"),
    recency_bias: default!(Option<Text<'_>>, "'flat'"),
    now: default!(Option<TimestampWithTimeZone>, "pg_catalog.now()"),
) -> Result<
    TableIterator<
        'static,
        (
            name!(rank, i32),
            name!(id, Option<String>),
            name!(slug, Option<String>),
            name!(title, Option<String>),
            name!(type, Option<String>),
            name!(emotional_weight, f64),
            name!(active_takes, i64),
            name!(score, f64),
            name!(updated_at, Option<TimestampWithTimeZone>),
        ),
    >,
    ErrorReport,
> {
    require_utf8()?;
    let days = checked_days(days)?;
    let k = checked_k(k)?;
    let bias = Bias::parse(recency_bias.as_deref())?;
    let now = time::now(now)?;
    let source = Source::resolve(source.map(|source| source.0))?;
    let rows = most_salient(&source, days, k, owned(slug_prefix), bias, now)?;
    Ok(TableIterator::new(rows.into_iter().enumerate().map(|(at, row)| {
        (
            at as i32 + 1,
            row.id.to_text(),
            row.slug,
            row.title,
            row.kind,
            row.emotional_weight,
            row.active_takes,
            row.score,
            row.updated_at.map(TimestampWithTimeZone::try_from).and_then(Result::ok),
        )
    })))
}

fn checked_days(days: Option<i32>) -> SqlResult<i32> {
    match days {
        Some(days @ 0..=MAX_DAYS) => Ok(days),
        _ => Err(report(
            PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE,
            format!("days must be between 0 and {MAX_DAYS}"),
        )
        .set_hint("days is how far back the window reaches.")),
    }
}

fn most_salient(
    source: &Source,
    days: i32,
    k: usize,
    slug_prefix: Option<String>,
    bias: Bias,
    now: i64,
) -> SqlResult<Vec<Salient>> {
    let id_kind = IdKind::of(source);
    let decay_map = if bias == Bias::On { Some(settings::decay_map()?) } else { None };
    let with_briefings = slug_prefix.as_deref().is_some_and(|prefix| prefix.starts_with(BRIEFINGS));
    let gate = Gate { scope: scope(None)?, slug_prefix, ..Gate::default() };
    let select = Select::new(source, &ROLES);
    let statement = select.statement(source, &gate, |statement| {
        let start = now - i64::from(days) * MICROSECONDS_PER_DAY;
        let start = statement.bind_datum(Some(pg_sys::Datum::from(start)), pg_sys::TIMESTAMPTZOID);
        let touched: Vec<String> = [Role::UpdatedAt, Role::SalienceTouchedAt]
            .iter()
            .filter_map(|&role| source.sql(role))
            .map(finite)
            .collect();
        let mut condition = if touched.is_empty() {
            "false".to_owned()
        } else {
            format!("GREATEST({}) OPERATOR(pg_catalog.>=) {start}", touched.join(", "))
        };
        if let (false, Some(slug)) = (with_briefings, source.sql(Role::Slug)) {
            condition.push_str(&format!(
                "\n  AND pg_catalog.starts_with({slug}, '{BRIEFINGS}') IS NOT TRUE"
            ));
        }
        Condition::Where(condition)
    });
    let _settings = InnerSettings::enter()?;
    let mut top = TopK::new(k);
    stream(&statement, &mut |row| {
        let updated_at = updated_at(&select, row);
        let weight = select
            .get::<f64>(row, Role::EmotionalWeight)
            .filter(|weight| weight.is_finite())
            .map_or(0.0, |weight| weight.clamp(0.0, 1.0));
        let takes = select.get::<i64>(row, Role::ActiveTakes).unwrap_or(0).max(0);
        let slug: Option<String> = select.get(row, Role::Slug);
        let recency = match &decay_map {
            None => updated_at.map_or(0.0, |date| 1.0 / (1.0 + days_old(now, date))),
            Some(map) => row_date(&select, row).map_or(0.0, |date| {
                map.decay(slug.as_deref().unwrap_or("")).component(days_old(now, date))
            }),
        };
        top.push(Salient {
            score: salience::score(weight, takes) + recency,
            updated_at,
            id: id_kind.keep(select.position(Role::Id).and_then(|at| row.datum(at))),
            slug,
            title: select.get(row, Role::Title),
            kind: select.get(row, Role::Type),
            emotional_weight: weight,
            active_takes: takes,
        });
        Ok(())
    })?;
    Ok(top.into_sorted_vec())
}

fn updated_at(select: &Select, row: &Row<'_>) -> Option<i64> {
    let at = select.position(Role::UpdatedAt)?;
    let date = row.datum(at)?.value() as i64;
    (date != i64::MIN && date != i64::MAX).then_some(date)
}

extension_sql!(
    r#"
ALTER FUNCTION gbrain_rank.recent_salience ROWS 20;

COMMENT ON FUNCTION gbrain_rank.recent_salience IS
'What has mattered lately. Of the rows whose greatest(updated_at, salience_touched_at) lies in the last `days` days (0 to 730,000) before `now`, the k (1 to 1000) with the highest score = 5 x emotional_weight + ln(1 + active_takes) + recency. recency_bias flat (default): recency is 1 / (1 + days since updated_at); on: the recency component of the row''s date. Rows under briefings/ only when slug_prefix asks for them. Rows that are disabled, superseded, archived or dropped, and rows behind the walls of gbrain_rank.scope, are left out. Ties: newer updated_at, then id. Errors: 22023 for k, days, recency_bias or now outside what they may be.';
"#,
    name = "recent_salience_comments",
    requires = [recent_salience]
);
