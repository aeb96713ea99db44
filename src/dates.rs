//! Dates in SQL: what a page is about, and the time bounds of a search.

use gbrain_rank_core::bound::{Bound, Side};
use gbrain_rank_core::effective_date::{self, Frontmatter, Page};
use pgrx::prelude::*;

use crate::error::{OrReport, SqlResult};
use crate::instant::{Instant, now_or_default};
use crate::jsonb::Jsonb;
use crate::record::Record;
use crate::settings::{self, TimeZone};
use crate::text::Text;

/// The date that a page is about, and where it was found.
#[pg_extern(sql = r#"
CREATE FUNCTION gbrain_rank.effective_date(
    slug text, frontmatter jsonb, filename text, updated_at timestamptz, created_at timestamptz,
    now timestamptz DEFAULT pg_catalog.now(), OUT effective_date timestamptz, OUT source text
) STABLE PARALLEL SAFE COST 100
LANGUAGE c AS '@MODULE_PATHNAME@', '@FUNCTION_NAME@';
COMMENT ON FUNCTION gbrain_rank.effective_date(text, jsonb, text, timestamptz, timestamptz, timestamptz) IS
'The date that a page is about and its source: the first valid of frontmatter event_date, date, published, the leading date of the file name (first under daily/ and meetings/), updated_at, created_at (source fallback).';
"#)]
fn effective_date(
    slug: Option<Text<'_>>,
    frontmatter: Option<Jsonb<'_>>,
    filename: Option<Text<'_>>,
    updated_at: Option<Instant>,
    created_at: Option<Instant>,
    now: Option<Instant>,
) -> SqlResult<Record> {
    let now = now_or_default(now)?;
    let zone = settings::timezone()?;
    let page = Page {
        slug: slug.map(Text::as_str),
        frontmatter: frontmatter
            .map(|json| Frontmatter::from_json(&json.to_text()))
            .unwrap_or_default(),
        filename: filename.map(Text::as_str),
        updated_at: updated_at.map(|instant| instant.0),
        created_at: created_at.map(|instant| instant.0),
    };
    let found = effective_date::effective_date(&page, now, |civil| zone.instant(civil));
    Ok(Record(match found {
        Some((date, source)) => vec![Instant(date).into_datum(), source.as_str().into_datum()],
        None => vec![None, None],
    }))
}

/// The first moment of a search, from an age (`7d`) or an ISO 8601 date; NULL or blank is no bound.
#[pg_extern(stable, parallel_safe, cost = 10)]
fn since_bound(
    value: Option<Text<'_>>,
    now: default!(Option<Instant>, "pg_catalog.now()"),
) -> SqlResult<Option<Instant>> {
    bound(Side::Since, value, now)
}

/// The last moment of a search, from an age (`7d`) or an ISO 8601 date, which is in to its last
/// microsecond; NULL or blank is no bound.
#[pg_extern(stable, parallel_safe, cost = 10)]
fn until_bound(
    value: Option<Text<'_>>,
    now: default!(Option<Instant>, "pg_catalog.now()"),
) -> SqlResult<Option<Instant>> {
    bound(Side::Until, value, now)
}

fn bound(side: Side, value: Option<Text<'_>>, now: Option<Instant>) -> SqlResult<Option<Instant>> {
    let now = now_or_default(now)?;
    bound_instant(side, value.as_deref(), now).map(|bound| bound.map(Instant))
}

/// The moment of a bound as the searches take it, in the session's time zone.
pub fn bound_instant(side: Side, value: Option<&str>, now: i64) -> SqlResult<Option<i64>> {
    let bound = Bound::parse(side, value.unwrap_or_default()).or_report()?;
    let zone = TimeZone::of_session();
    bound.map(|bound| bound.instant(side, now, |civil| zone.instant(civil))).transpose().or_report()
}

extension_sql!(
    r#"
COMMENT ON FUNCTION gbrain_rank.since_bound(text, timestamptz) IS
'The first moment that a search includes: an age (7d, 2w, 3m of 30 days, 1y of 365, 12h) or an ISO 8601 date or timestamp; a plain date starts at midnight in the session''s TimeZone.';
COMMENT ON FUNCTION gbrain_rank.until_bound(text, timestamptz) IS
'The last moment that a search includes: an age (7d, 2w, 3m of 30 days, 1y of 365, 12h) or an ISO 8601 date or timestamp; a plain date ends with its last microsecond in the session''s TimeZone.';
"#,
    name = "date_comments",
    requires = [since_bound, until_bound]
);
