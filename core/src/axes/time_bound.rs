//! The time that a question names: what `query` shows when it asks for nothing else.

use super::matcher::Read;
use super::numerals::{self, number_at};
use super::words::Kind;

/// From when on the rows lie that a question asks for; all bounds but [`TimeBound::Yesterday`] end
/// now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeBound {
    /// Since 00:00 of a day: today (0 days ago), or yesterday (1).
    FromMidnight { days_ago: u32 },
    /// From 00:00 of yesterday to 00:00 of today.
    Yesterday,
    /// The last so many days, to the hour.
    Days(u32),
    /// The last so many hours.
    Hours(u32),
    /// Since the beginning of a day.
    Since(SinceDate),
}

/// The day after "since". Without a year it is the latest such day that is not in the future.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SinceDate {
    pub year: Option<i32>,
    pub month: u8,
    pub day: u8,
}

impl SinceDate {
    /// The day as an ISO 8601 date, seen from a `today` of (year, month, day).
    #[must_use]
    pub fn iso(&self, today: (i32, u8, u8)) -> String {
        let year = self.year.unwrap_or_else(|| {
            let (year, month, day) = today;
            let last = year - i32::from((self.month, self.day) > (month, day));
            // 29 February exists in leap years only.
            (last - 7..=last).rev().find(|&y| self.day <= days_in(y, self.month)).unwrap_or(last)
        });
        format!("{year:04}-{:02}-{:02}", self.month, self.day)
    }
}

/// The date at a word, and the word after it: `2026-03-01`, `2026/03/01`, `2026-03`, `2026`,
/// `March 5 2026`, `the 5th of March`, `last Monday`, `yesterday`, `3 days ago`; `2026年3月5日`, `3月`,
/// `昨天`. A time of day goes with it, but the bound is the whole day.
pub(super) fn date_at(read: &Read, at: usize) -> Option<(TimeBound, usize)> {
    let (bound, end) = day_at(read, at)?;
    Some((bound, clock_end(read, end)))
}

fn day_at(read: &Read, at: usize) -> Option<(TimeBound, usize)> {
    let text = read.words.get(at)?.text(read.question);
    if read.words[at].kind == Kind::Quoted {
        return None;
    }
    if let Some(found) = relative(read, at).or_else(|| ago(read, at)) {
        return Some(found);
    }
    if let Some(date) = iso(text) {
        return Some((TimeBound::Since(date), at + 1));
    }
    chinese(read, at).or_else(|| english(read, at)).or_else(|| {
        let date = SinceDate { year: Some(year(text)?), month: 1, day: 1 };
        Some((TimeBound::Since(date), at + 1))
    })
}

/// The date that ends before a word, and its first word.
pub(super) fn date_before(read: &Read, end: usize) -> Option<(TimeBound, usize)> {
    // The longest, 2026年12月31日, has six words.
    (end.saturating_sub(6)..end).find_map(|first| {
        let (bound, after) = date_at(read, first)?;
        let joined = (first + 1..=end).all(|at| read.words.get(at).is_some_and(|w| w.follows()));
        (after == end && joined).then_some((bound, first))
    })
}

/// The word at `at` where it directly follows the one before it, else `""`.
fn next_text<'q>(read: &Read<'_, 'q>, at: usize) -> &'q str {
    read.words.get(at).filter(|word| word.follows()).map_or("", |word| word.text(read.question))
}

fn is_any(text: &str, of: &[&str]) -> bool {
    of.iter().any(|word| word.eq_ignore_ascii_case(text))
}

/// A day that is named by its distance from today: `yesterday`, `Monday`, `last Monday`, `last year`.
/// "Last week" and "last month" are phrases of their own.
fn relative(read: &Read, at: usize) -> Option<(TimeBound, usize)> {
    const WEEKDAYS: [&str; 7] =
        ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let (text, next) = (read.words.get(at)?.text(read.question), next_text(read, at + 1));
    let (bound, end) = if is_any(text, &["yesterday"]) {
        (TimeBound::FromMidnight { days_ago: 1 }, at + 1)
    } else if is_any(text, &WEEKDAYS) {
        // The last such day is at most a week ago.
        (TimeBound::Days(7), at + 1)
    } else if is_any(text, &["last", "this", "past"]) && is_any(next, &WEEKDAYS) {
        // On a Friday, last Friday is a whole week ago.
        (TimeBound::FromMidnight { days_ago: 7 }, at + 2)
    } else if is_any(text, &["last"]) && month(next).is_some() {
        return english(read, at + 1);
    } else {
        return Some((period(text, next)?, at + 2));
    };
    let part = is_any(next_text(read, end), &["morning", "afternoon", "evening", "night"]);
    Some((bound, end + usize::from(part)))
}

/// Since the beginning of a period that is named in two words: `last year`.
fn period(which: &str, unit: &str) -> Option<TimeBound> {
    const PERIODS: [(&str, &str, TimeBound); 8] = [
        ("this", "afternoon", TimeBound::FromMidnight { days_ago: 0 }),
        ("this", "evening", TimeBound::FromMidnight { days_ago: 0 }),
        ("last", "night", TimeBound::FromMidnight { days_ago: 1 }),
        ("last", "weekend", TimeBound::FromMidnight { days_ago: 8 }),
        ("this", "quarter", TimeBound::Days(92)),
        ("last", "quarter", TimeBound::Days(184)),
        ("this", "year", TimeBound::Days(366)),
        ("last", "year", TimeBound::Days(731)),
    ];
    let is =
        |period: &&(&str, &str, TimeBound)| is_any(which, &[period.0]) && is_any(unit, &[period.1]);
    PERIODS.iter().find(is).map(|period| period.2)
}

/// `3 days ago`, `two weeks ago`, `a month ago`.
fn ago(read: &Read, at: usize) -> Option<(TimeBound, usize)> {
    let text = read.words.get(at)?.text(read.question);
    let one = is_any(text, &["a", "an"]).then_some(1);
    let (number, unit) = match one.or_else(|| numerals::english(text)) {
        Some(number) => (number, at + 1),
        None => number_at(read, at)?,
    };
    if !is_any(next_text(read, unit + 1), &["ago"]) {
        return None;
    }
    let days = |each: u32| Some(TimeBound::Days(number.saturating_mul(each)));
    let bound = match next_text(read, unit).to_ascii_lowercase().as_str() {
        "minute" | "minutes" => Some(TimeBound::Hours(number.div_ceil(60))),
        "hour" | "hours" => Some(TimeBound::Hours(number)),
        "day" | "days" => days(1),
        "week" | "weeks" => days(7),
        "month" | "months" => days(30),
        "year" | "years" => days(365),
        _ => None,
    };
    Some((bound?, unit + 2))
}

/// Where the time of day ends that goes with a date: `10:00`, `at 10:00:00Z`.
fn clock_end(read: &Read, end: usize) -> usize {
    let at = end + usize::from(is_any(next_text(read, end), &["at"]));
    if is_clock(next_text(read, at)) { at + 1 } else { end }
}

/// `9:30`, `10:00:00.5`, `10:00Z`, `10:00+02:00`.
fn is_clock(text: &str) -> bool {
    let Some((hour, rest)) = text.split_once(':') else { return false };
    let is_hour = one_or_two_digits(hour).is_some_and(|hour| hour <= 24);
    let is_minute = rest.get(..2).and_then(two_digits).is_some_and(|minute| minute < 60);
    let is_part =
        |b: u8| b.is_ascii_digit() || matches!(b, b':' | b'.' | b'+' | b'-' | b'Z' | b'z');
    is_hour && is_minute && rest.bytes().all(is_part)
}

/// `2026-03-01`, `2026-03`, `2026-03-01T10:00`, `2026/03/01`, `2026/3/1`.
fn iso(text: &str) -> Option<SinceDate> {
    let text = match text.split_once(['T', 't']) {
        Some((date, clock)) => is_clock(clock).then_some(date)?,
        None => text,
    };
    let slash = text.contains('/');
    let number = |part: &str| if slash { one_or_two_digits(part) } else { two_digits(part) };
    let mut parts = text.split(if slash { '/' } else { '-' });
    let year = year(parts.next()?)?;
    let month = number(parts.next()?)?;
    let day = parts.next().map_or(Some(1), number)?;
    if parts.next().is_some() {
        return None;
    }
    valid(Some(year), month, day)
}

/// `March`, `March 5`, `March 5th, 2026`, `March of 2026`, `5 March 2026`, `the 5th of March`.
fn english(read: &Read, at: usize) -> Option<(TimeBound, usize)> {
    let text = |at: usize| read.words.get(at).map_or("", |word| word.text(read.question));
    let skip = |at: usize, word: &str| at + usize::from(is_any(text(at), &[word]));
    let (month, mut day, mut end) = match month(text(at)) {
        Some(month) => (month, None, at + 1),
        None => {
            let at = skip(at, "the");
            let day = day(text(at))?;
            let at = skip(at + 1, "of");
            (month(text(at))?, Some(day), at + 1)
        }
    };
    let number = skip(end, "the");
    if day.is_none()
        && let Some(found) = self::day(text(number))
    {
        day = Some(found);
        end = number + 1;
    }
    let of = skip(end, "of");
    let year = self::year(text(of));
    if year.is_some() {
        end = of + 1;
    }
    Some((TimeBound::Since(valid(year, month, day.unwrap_or(1))?), end))
}

/// `2026年3月5日`, `2026年3月`, `2026年`, `3月5号`, `3月`, `昨天`.
fn chinese(read: &Read, at: usize) -> Option<(TimeBound, usize)> {
    let is = |at: usize, of: &[&str]| {
        read.words.get(at).is_some_and(|word| of.contains(&word.text(read.question)))
    };
    if is(at, &["昨"]) && is(at + 1, &["天", "日"]) {
        return Some((TimeBound::FromMidnight { days_ago: 1 }, at + 2));
    }
    let mut end = at;
    let mut part = |unit: &[&str]| {
        let (value, after) = number_at(read, end)?;
        let value = is(after, unit).then_some(value)?;
        end = after + 1;
        Some(value)
    };
    let year = part(&["年"]).and_then(|year| i32::try_from(year).ok());
    let month = part(&["月"]);
    let day = if month.is_some() { part(&["日", "号", "號"]) } else { None };
    if year.is_none() && month.is_none() {
        return None;
    }
    let month = u8::try_from(month.unwrap_or(1)).ok()?;
    let day = u8::try_from(day.unwrap_or(1)).ok()?;
    Some((TimeBound::Since(valid(year, month, day)?), end))
}

fn valid(year: Option<i32>, month: u8, day: u8) -> Option<SinceDate> {
    let in_range = year.is_none_or(|year| (1000..=9999).contains(&year));
    // Without a year, 29 February is a day.
    let exists =
        (1..=12).contains(&month) && (1..=days_in(year.unwrap_or(2000), month)).contains(&day);
    (in_range && exists).then_some(SinceDate { year, month, day })
}

fn days_in(year: i32, month: u8) -> u8 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// A year that a question may mean; other numbers are none.
fn year(text: &str) -> Option<i32> {
    let year: i32 = (text.len() == 4 && text.bytes().all(|b| b.is_ascii_digit()))
        .then(|| text.parse().ok())??;
    (1900..=2199).contains(&year).then_some(year)
}

fn two_digits(text: &str) -> Option<u8> {
    (text.len() == 2 && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok())?
}

fn one_or_two_digits(text: &str) -> Option<u8> {
    (text.len() <= 2 && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok())?
}

/// A day of a month: `5`, `05`, `5th`.
fn day(text: &str) -> Option<u8> {
    let suffix = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    let (digits, suffix) = text.split_at(suffix);
    let is_day = suffix.is_empty() || is_any(suffix, &["st", "nd", "rd", "th"]);
    is_day.then(|| one_or_two_digits(digits))?
}

/// The number of an English month, written out or as its first three letters.
pub(crate) fn month(text: &str) -> Option<u8> {
    const MONTHS: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let is = |month: &&str| {
        month.eq_ignore_ascii_case(text)
            || text.eq_ignore_ascii_case(&month[..3])
            || (month.starts_with("sept") && text.eq_ignore_ascii_case("sept"))
    };
    MONTHS.iter().position(is).and_then(|i| u8::try_from(i + 1).ok())
}
