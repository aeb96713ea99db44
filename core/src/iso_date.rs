//! Dates and timestamps in ISO 8601, and nothing that only looks like one.
//!
//! Instants are microseconds since 2000-01-01 in UTC, as Postgres counts them. Which instant a civil
//! time stands for depends on a time zone, and time zones are Postgres' own: the caller resolves it.

use jiff::civil::{Date, DateTime};
use jiff::fmt::temporal::Pieces;

/// Where Postgres counts instants from.
const POSTGRES_EPOCH: DateTime = jiff::civil::datetime(2000, 1, 1, 0, 0, 0, 0);

/// Postgres takes no larger offset from UTC (its MAX_TZDISP_HOUR).
const MAX_OFFSET_SECONDS: u32 = 16 * 3600;

/// A date and a time of day as a calendar and a clock on the wall show them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Civil {
    pub year: i32,
    pub month: i32,
    pub day: i32,
    pub hour: i32,
    pub minute: i32,
    pub second: i32,
    pub microsecond: i32,
}

/// What an ISO 8601 text says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IsoDate {
    /// A date; the civil time is its midnight.
    Day(Civil),
    /// A date and a time without an offset from UTC.
    Local(Civil),
    /// A date and a time with its offset: one instant.
    Instant(i64),
}

impl Civil {
    /// Midnight of a day.
    #[must_use]
    pub const fn midnight(year: i32, month: i32, day: i32) -> Self {
        Self { year, month, day, hour: 0, minute: 0, second: 0, microsecond: 0 }
    }

    /// Midnight of the day after; `None` after the last day of year 9999.
    #[must_use]
    pub fn next_midnight(self) -> Option<Self> {
        let narrow = |number: i32| i8::try_from(number).ok();
        let (year, month, day) =
            (i16::try_from(self.year).ok()?, narrow(self.month)?, narrow(self.day)?);
        let next = Date::new(year, month, day).ok()?.tomorrow().ok()?;
        (next.year() <= 9999).then(|| DateTime::from(next).into())
    }

    /// The instant in UTC.
    #[must_use]
    pub fn in_utc(self) -> Option<i64> {
        let narrow = |number: i32| i8::try_from(number).ok();
        let civil = DateTime::new(
            i16::try_from(self.year).ok()?,
            narrow(self.month)?,
            narrow(self.day)?,
            narrow(self.hour)?,
            narrow(self.minute)?,
            narrow(self.second)?,
            self.microsecond.checked_mul(1000)?,
        );
        instant(civil.ok()?, 0)
    }
}

impl From<DateTime> for Civil {
    fn from(civil: DateTime) -> Self {
        Self {
            year: civil.year().into(),
            month: civil.month().into(),
            day: civil.day().into(),
            hour: civil.hour().into(),
            minute: civil.minute().into(),
            second: civil.second().into(),
            microsecond: civil.subsec_nanosecond() / 1000,
        }
    }
}

fn instant(civil: DateTime, offset_seconds: i32) -> Option<i64> {
    let microseconds = civil.duration_since(POSTGRES_EPOCH).as_micros();
    i64::try_from(microseconds - i128::from(offset_seconds) * 1_000_000).ok()
}

/// Reads a complete ISO 8601 date (`2026-06-01`, `20260601`) or timestamp (`2026-06-01T10:00:00Z`,
/// with a blank instead of the T as well, an offset or none), blanks around it allowed.
///
/// `None` for everything else: words, other orders of the fields, a day that no calendar has, a year
/// or a month alone, years outside 1..9999, the zone names in brackets of RFC 9557.
#[must_use]
pub fn parse(text: &str) -> Option<IsoDate> {
    let text = text.trim();
    // Four digits of a year: no sign, no expanded year.
    let year = text.get(..4)?;
    if !year.bytes().all(|byte| byte.is_ascii_digit()) || text.contains('[') {
        return None;
    }
    let pieces = Pieces::parse(text).ok()?;
    if pieces.date().year() < 1 {
        return None;
    }
    match (pieces.time(), pieces.to_numeric_offset()) {
        (None, None) => Some(IsoDate::Day(DateTime::from(pieces.date()).into())),
        (Some(time), None) => Some(IsoDate::Local(pieces.date().to_datetime(time).into())),
        (Some(time), Some(offset)) if offset.seconds().unsigned_abs() < MAX_OFFSET_SECONDS => {
            instant(pieces.date().to_datetime(time), offset.seconds()).map(IsoDate::Instant)
        }
        _ => None,
    }
}

/// Reads the `YYYY-MM-DD` that a text starts with, whatever follows.
#[must_use]
pub fn parse_leading_day(text: &str) -> Option<Civil> {
    let head = text.get(..10)?;
    let shape = head.bytes().enumerate().all(|(position, byte)| match position {
        4 | 7 => byte == b'-',
        _ => byte.is_ascii_digit(),
    });
    match parse(head) {
        Some(IsoDate::Day(day)) if shape => Some(day),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(day: Civil, hour: i32, minute: i32, second: i32, microsecond: i32) -> Civil {
        Civil { hour, minute, second, microsecond, ..day }
    }

    const DAY: Civil = Civil::midnight(2024, 3, 15);

    #[test]
    fn dates_are_days() {
        for text in ["2024-03-15", " 2024-03-15\n", "20240315"] {
            assert_eq!(parse(text), Some(IsoDate::Day(DAY)), "{text:?}");
        }
        assert_eq!(parse("2024-02-29"), Some(IsoDate::Day(Civil::midnight(2024, 2, 29))));
    }

    #[test]
    fn times_without_an_offset_are_local() {
        for (text, civil) in [
            ("2024-03-15T10:20:30", at(DAY, 10, 20, 30, 0)),
            ("2024-03-15 10:20:30.5", at(DAY, 10, 20, 30, 500_000)),
            ("2024-03-15t10:20", at(DAY, 10, 20, 0, 0)),
            ("20240315T102030", at(DAY, 10, 20, 30, 0)),
            ("2024-03-15T23:59:59.999999999", at(DAY, 23, 59, 59, 999_999)),
        ] {
            assert_eq!(parse(text), Some(IsoDate::Local(civil)), "{text:?}");
        }
    }

    #[test]
    fn an_offset_makes_an_instant() {
        let instant = at(DAY, 8, 0, 0, 0).in_utc().map(IsoDate::Instant);
        for text in [
            "2024-03-15T08:00:00Z",
            "2024-03-15T08:00:00.000z",
            "2024-03-15T10:00:00+02:00",
            "2024-03-15 10:00+02",
            "2024-03-15T10:00+0200",
            "2024-03-14T22:30:00-09:30",
            "20240315T080000Z",
        ] {
            assert_eq!(parse(text), instant, "{text:?}");
        }
        assert_eq!(Civil::midnight(2000, 1, 1).in_utc(), Some(0));
        assert_eq!(Civil::midnight(1970, 1, 1).in_utc(), Some(-946_684_800_000_000));
    }

    #[test]
    fn nothing_else_is_a_date() {
        for text in [
            "",
            " ",
            "tomorrow",
            "now",
            "yesterday",
            "infinity",
            "epoch",
            "soon",
            "2024",
            "2024-03",
            "2024-3-15",
            "2024/03/15",
            "15.03.2024",
            "03/15/2024",
            "March 15, 2024",
            "2024-13-01",
            "2024-02-30",
            "2023-02-29",
            "2024-00-10",
            "2024-01-00",
            "2024-01-32",
            "2024-03-15T",
            "2024-03-15T25:00",
            "2024-03-15T10:60",
            "2024-03-15x",
            "2024-03-15 tomorrow",
            "x2024-03-15",
            "2024-03-155",
            "0000-01-01",
            "-2024-03-15",
            "+002024-03-15",
            "2024-03-15T10:00:00+99:00",
            "1710489600",
            "2024-03-15T10:00:00+16:00",
            "2024-03-15T10:00[Europe/Berlin]",
            "2024-03-15[u-ca=hebrew]",
            "2024-03-15T10:00:00 UTC",
            "2024-W11-5",
            "2024-075",
            "２０２４-03-15",
            "2024-03-15\0",
            "--03-15",
        ] {
            assert_eq!(parse(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_leading_day_may_be_followed_by_anything() {
        for text in ["2024-03-15", "2024-03-15-standup.md", "2024-03-155", "2024-03-15日记"] {
            assert_eq!(parse_leading_day(text), Some(DAY), "{text:?}");
        }
        for text in [
            "",
            "2024-03-1",
            "2024-13-45-bad",
            "x2024-03-15",
            " 2024-03-15",
            "20240315-x",
            "2024-03-日记",
        ] {
            assert_eq!(parse_leading_day(text), None, "{text:?}");
        }
    }

    #[test]
    fn the_next_midnight_knows_the_calendar() {
        assert_eq!(
            Civil::midnight(2024, 2, 28).next_midnight(),
            Some(Civil::midnight(2024, 2, 29))
        );
        assert_eq!(
            Civil::midnight(2023, 12, 31).next_midnight(),
            Some(Civil::midnight(2024, 1, 1))
        );
        assert_eq!(Civil::midnight(9999, 12, 31).next_midnight(), None);
    }

    proptest! {
        #[test]
        fn no_text_panics(text in "[0-9TZ:+\\-. ]{0,30}") {
            let _ = parse(&text);
            let _ = parse_leading_day(&text);
        }

        #[test]
        fn no_unicode_panics(text in ".{0,20}") {
            let _ = parse(&text);
            let _ = parse_leading_day(&text);
        }

        #[test]
        fn every_day_of_the_calendar_is_read(days in 0..3_652_058_i32) {
            let day = Date::new(1, 1, 1).unwrap()
                .checked_add(jiff::Span::new().days(days)).unwrap();
            let expected = Civil::midnight(day.year().into(), day.month().into(), day.day().into());
            prop_assert_eq!(parse(&day.to_string()), Some(IsoDate::Day(expected)));
        }
    }
}
