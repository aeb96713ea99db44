//! `since` and `until`: the time bounds of a search, as an age or as a date.

use once_cell::sync::Lazy;
use regex::Regex;

use crate::iso_date::{self, Civil, IsoDate};
use crate::{Error, ErrorKind, Result};

const HOUR: i64 = 3_600_000_000;
const DAY: i64 = 24 * HOUR;

/// The first instant that a timestamptz holds: midnight of 4714-11-24 BC in UTC.
const FIRST_INSTANT: i64 = -211_813_488_000_000_000;

const HINT: &str = "Write an age such as 7d, 2w, 3m, 1y or 12h, or an ISO 8601 date or timestamp such as \
                    2026-06-01 or 2026-06-01T10:00:00Z.";

/// Which end of the time it bounds. Both ends belong to it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    Since,
    Until,
}

impl Side {
    /// The name of the argument.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Since => "since",
            Self::Until => "until",
        }
    }
}

/// A bound as it was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bound {
    /// So many microseconds before now.
    Age(i64),
    /// A date or a timestamp.
    Date(IsoDate),
}

impl Bound {
    /// Reads an age (`7d`: hours, days, weeks, months of 30 days, years of 365) or an ISO 8601 date or
    /// timestamp. Blank text is no bound.
    pub fn parse(side: Side, text: &str) -> Result<Option<Self>> {
        #[allow(clippy::unwrap_used, reason = "a literal that the tests compile")]
        static AGE: Lazy<Regex> = Lazy::new(|| Regex::new(r"^([0-9]+)\s*([hdwmyHDWMY])$").unwrap());

        let trimmed = text.trim();
        if trimmed.is_empty() {
            return Ok(None);
        }
        if let Some((_, [count, unit])) = AGE.captures(trimmed).map(|found| found.extract()) {
            let unit = match unit.to_ascii_lowercase().as_str() {
                "h" => HOUR,
                "d" => DAY,
                "w" => 7 * DAY,
                "m" => 30 * DAY,
                _ => 365 * DAY,
            };
            let age = count.parse::<i64>().ok().and_then(|count| count.checked_mul(unit));
            return age.map(|age| Some(Self::Age(age))).ok_or_else(|| out_of_range(side, trimmed));
        }
        match iso_date::parse(trimmed) {
            Some(date) => Ok(Some(Self::Date(date))),
            None => Err(Error::new(
                ErrorKind::InvalidDatetimeFormat,
                format!("invalid {}: \"{trimmed}\"", side.as_str()),
            )
            .hint(HINT)),
        }
    }

    /// The instant of the bound, in microseconds since 2000-01-01 UTC.
    ///
    /// A plain date is a whole day: it starts `since` and its last microsecond ends `until`. `resolve`
    /// turns a civil time into an instant in the session's time zone.
    pub fn instant(
        self,
        side: Side,
        now: i64,
        resolve: impl Fn(Civil) -> Option<i64>,
    ) -> Result<i64> {
        let instant = match (self, side) {
            (Self::Age(age), _) => now.checked_sub(age),
            (Self::Date(IsoDate::Instant(instant)), _) => Some(instant),
            (Self::Date(IsoDate::Local(civil)), _) => resolve(civil),
            (Self::Date(IsoDate::Day(day)), Side::Since) => resolve(day),
            (Self::Date(IsoDate::Day(day)), Side::Until) => match day.next_midnight() {
                Some(next) => resolve(next).and_then(|next| next.checked_sub(1)),
                None => {
                    resolve(Civil { hour: 23, minute: 59, second: 59, microsecond: 999_999, ..day })
                }
            },
        };
        instant.filter(|&instant| instant >= FIRST_INSTANT).ok_or_else(|| {
            Error::new(
                ErrorKind::DatetimeFieldOverflow,
                format!("{} is out of the range of timestamps", side.as_str()),
            )
            .hint(HINT)
        })
    }
}

fn out_of_range(side: Side, text: &str) -> Error {
    Error::new(
        ErrorKind::DatetimeFieldOverflow,
        format!("{} is out of the range of timestamps: \"{text}\"", side.as_str()),
    )
    .hint(HINT)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn since(text: &str) -> Result<Option<i64>> {
        let bound = Bound::parse(Side::Since, text)?;
        bound.map(|bound| bound.instant(Side::Since, 0, Civil::in_utc)).transpose()
    }

    #[test]
    fn ages_have_five_units() {
        for (text, age) in [
            ("12h", 12 * HOUR),
            ("7d", 7 * DAY),
            ("2w", 14 * DAY),
            ("3m", 90 * DAY),
            ("1y", 365 * DAY),
            (" 1 Y ", 365 * DAY),
            ("0d", 0),
            ("007D", 7 * DAY),
            ("7\td", 7 * DAY),
        ] {
            assert_eq!(since(text), Ok(Some(-age)), "{text:?}");
        }
    }

    #[test]
    fn blank_is_no_bound() {
        assert_eq!(since(""), Ok(None));
        assert_eq!(since(" \n"), Ok(None));
    }

    #[test]
    fn anything_else_is_refused_with_a_hint() {
        for text in [
            "yesterday",
            "last week",
            "now",
            "today",
            "-7d",
            "+7d",
            "7.5d",
            "7,5d",
            "7",
            "d",
            "7dd",
            "7d ago",
            "7 days",
            "60x",
            "7s",
            "1h30m",
            "７d",
            "2026-02-30",
            "2026-06",
            "2026",
            "06/01/2026",
            "infinity",
            "-infinity",
            "epoch",
            "7d; DROP TABLE x",
            "'7d'",
        ] {
            let error = since(text).unwrap_err();
            assert_eq!(error.kind, ErrorKind::InvalidDatetimeFormat, "{text:?}");
            assert_eq!(error.message, format!("invalid since: \"{text}\""));
            assert!(error.hint.is_some());
        }
    }

    #[test]
    fn an_age_before_all_time_is_out_of_range() {
        for text in ["99999999999999999999d", "9223372036854775807h", "9999999y", "300000y"] {
            assert_eq!(since(text).unwrap_err().kind, ErrorKind::DatetimeFieldOverflow, "{text:?}");
        }
        assert!(since("6000y").is_ok());
    }

    #[test]
    fn a_date_is_a_whole_day() {
        let until = |text: &str| {
            let bound = Bound::parse(Side::Until, text).unwrap().unwrap();
            bound.instant(Side::Until, 0, Civil::in_utc).unwrap()
        };
        assert_eq!(since("2000-01-02").unwrap(), Some(DAY));
        assert_eq!(until("2000-01-02"), 2 * DAY - 1);
        assert_eq!(until("2000-01-02T00:00:00Z"), DAY);
        assert_eq!(until("9999-12-31"), until("9999-12-31T23:59:59.999999Z"));
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[0-9a-zA-Z:+\\-. ]{0,30}", now in any::<i64>()) {
            for side in [Side::Since, Side::Until] {
                if let Ok(Some(bound)) = Bound::parse(side, &text) {
                    let _ = bound.instant(side, now, Civil::in_utc);
                }
            }
        }
    }
}
