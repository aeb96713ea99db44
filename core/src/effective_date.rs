//! The date that a page is about, which is not always when it was written.

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::iso_date::{self, Civil, IsoDate};

/// Earlier dates are typing errors or placeholders.
const EARLIEST: Civil = Civil::midnight(1990, 1, 1);

/// Dates further ahead than this are, too.
const LATEST_AHEAD: i64 = 365 * 86_400 * 1_000_000;

/// Below these prefixes a page is named after the day it is about.
const NAMED_BY_DAY: [&str; 2] = ["daily/", "meetings/"];

/// Where the date of a page was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Source {
    EventDate,
    Date,
    Published,
    Filename,
    /// Nowhere: the date is when the row was updated or created.
    Fallback,
}

impl Source {
    /// The word that SQL shows and stores.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::EventDate => "event_date",
            Self::Date => "date",
            Self::Published => "published",
            Self::Filename => "filename",
            Self::Fallback => "fallback",
        }
    }
}

/// The dates in a frontmatter: strings only, as they were written.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Frontmatter {
    pub event_date: Option<String>,
    pub date: Option<String>,
    pub published: Option<String>,
}

impl Frontmatter {
    /// Reads the JSON text of a frontmatter. Whatever is no object, or no string in it, has no date.
    #[must_use]
    pub fn from_json(json: &str) -> Self {
        // Raw, because a value that is no string must neither be understood nor fail the others.
        #[derive(Deserialize)]
        struct Raw<'a> {
            #[serde(borrow)]
            event_date: Option<&'a RawValue>,
            #[serde(borrow)]
            date: Option<&'a RawValue>,
            #[serde(borrow)]
            published: Option<&'a RawValue>,
        }
        let Ok(raw) = serde_json::from_str::<Raw<'_>>(json) else { return Self::default() };
        let string = |raw: Option<&RawValue>| serde_json::from_str(raw?.get()).ok();
        Self {
            event_date: string(raw.event_date),
            date: string(raw.date),
            published: string(raw.published),
        }
    }
}

/// What is known about a page. Instants are microseconds since 2000-01-01 UTC.
#[derive(Debug, Default)]
pub struct Page<'a> {
    pub slug: Option<&'a str>,
    pub frontmatter: Frontmatter,
    /// Without it, the last segment of the slug counts as the name.
    pub filename: Option<&'a str>,
    pub updated_at: Option<i64>,
    pub created_at: Option<i64>,
}

/// The first valid date of a page, and where it was found.
///
/// Tried in this order: event_date, date and published of the frontmatter, then a leading date of the
/// file name (which comes first below `daily/` and `meetings/`), then updated_at, then created_at.
/// Valid is an ISO 8601 date or timestamp from 1990-01-01 to `now` + 365 days.
///
/// `resolve` turns a civil time into an instant in the time zone of the brain.
pub fn effective_date(
    page: &Page<'_>,
    now: i64,
    resolve: impl Fn(Civil) -> Option<i64>,
) -> Option<(i64, Source)> {
    let earliest = resolve(EARLIEST)?;
    let latest = now.saturating_add(LATEST_AHEAD);
    let valid = |instant: &i64| (earliest..=latest).contains(instant);

    let slug = page.slug.unwrap_or_default();
    let filename = page.filename.or_else(|| slug.rsplit('/').next());
    let from_filename = || {
        let day = iso_date::parse_leading_day(filename?)?;
        Some((resolve(day).filter(valid)?, Source::Filename))
    };
    let from_frontmatter = || {
        let fields = [
            (&page.frontmatter.event_date, Source::EventDate),
            (&page.frontmatter.date, Source::Date),
            (&page.frontmatter.published, Source::Published),
        ];
        fields.into_iter().find_map(|(text, source)| {
            let instant = match iso_date::parse(text.as_deref()?)? {
                IsoDate::Day(civil) | IsoDate::Local(civil) => resolve(civil)?,
                IsoDate::Instant(instant) => instant,
            };
            valid(&instant).then_some((instant, source))
        })
    };
    let from_row = || {
        let instant = [page.updated_at, page.created_at].into_iter().flatten().find(valid)?;
        Some((instant, Source::Fallback))
    };
    if NAMED_BY_DAY.iter().any(|prefix| slug.starts_with(prefix)) {
        from_filename().or_else(from_frontmatter).or_else(from_row)
    } else {
        from_frontmatter().or_else(from_filename).or_else(from_row)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn utc(text: &str) -> i64 {
        match iso_date::parse(text).unwrap() {
            IsoDate::Day(civil) | IsoDate::Local(civil) => civil.in_utc().unwrap(),
            IsoDate::Instant(instant) => instant,
        }
    }

    fn found(page: &Page<'_>) -> Option<(i64, Source)> {
        effective_date(page, utc("2026-05-04T12:00:00Z"), Civil::in_utc)
    }

    fn with_date(date: &str) -> Page<'static> {
        let frontmatter = Frontmatter { date: Some(date.to_owned()), ..Frontmatter::default() };
        Page { frontmatter, ..Page::default() }
    }

    #[test]
    fn the_last_segment_of_the_slug_stands_for_the_file_name() {
        let page = Page { slug: Some("notes/2024-06-15-x"), ..Page::default() };
        assert_eq!(found(&page), Some((utc("2024-06-15"), Source::Filename)));
        let page = Page { filename: Some("x.md"), ..page };
        assert_eq!(found(&page), None);
        let page = Page { slug: Some("2024-06-15/x"), filename: None, ..page };
        assert_eq!(found(&page), None);
    }

    #[test]
    fn the_window_of_valid_dates_is_closed() {
        for (text, valid) in [
            ("1990-01-01", true),
            ("1989-12-31T23:59:59.999999Z", false),
            ("2027-05-04T12:00:00Z", true),
            ("2027-05-04T12:00:00.000001Z", false),
            ("9999-12-31", false),
        ] {
            let expected = valid.then(|| (utc(text), Source::Date));
            assert_eq!(found(&with_date(text)), expected, "{text}");
        }
    }

    #[test]
    fn the_window_starts_at_midnight_of_the_brain() {
        // Eight hours east of UTC, 1990 began when it was still 1989 in UTC.
        let east = |civil: Civil| civil.in_utc().map(|instant| instant - 8 * 3_600_000_000);
        let date = effective_date(&with_date("1990-01-01"), utc("2026-05-04"), east);
        assert_eq!(date, Some((utc("1989-12-31T16:00:00Z"), Source::Date)));
    }

    #[test]
    fn infinite_row_dates_are_skipped() {
        let page =
            Page { updated_at: Some(i64::MAX), created_at: Some(i64::MIN), ..Page::default() };
        assert_eq!(found(&page), None);
    }

    #[test]
    fn only_strings_of_an_object_are_dates() {
        for json in ["", "null", "[]", "7", "\"2024-04-01\"", "[\"2024-04-01\"]", "{}", "{"] {
            assert_eq!(Frontmatter::from_json(json), Frontmatter::default(), "{json}");
        }
        let json = r#"{"event_date": 20240401, "date": "2024-04\u002d01", "published": ["2024-04-01"],
                       "big": 1e999, "nested": {"date": "x"}}"#;
        let date = Some("2024-04-01".to_owned());
        assert_eq!(Frontmatter::from_json(json), Frontmatter { date, ..Frontmatter::default() });
    }

    #[test]
    fn a_deep_frontmatter_is_no_danger() {
        let json =
            format!(r#"{{"date": "2024-04-01", "x": {}{}}}"#, "[".repeat(5000), "]".repeat(5000));
        assert!(Frontmatter::from_json(&json).date.is_some());
        let json = format!(r#"{{"date": {}{}}}"#, "[".repeat(5000), "]".repeat(5000));
        assert!(Frontmatter::from_json(&json).date.is_none());
    }
}
