//! The time that a question names: what `query` shows when it asks for nothing else.

use super::matcher::Read;
use super::numerals::number_at;
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

/// The date at a word, and the word after it: `2026-03-01`, `2026-03`, `2026`, `March 5 2026`,
/// `5th March`, `Monday`, `yesterday`; `2026年3月5日`, `3月`, `昨天`.
pub(super) fn date_at(read: &Read, at: usize) -> Option<(TimeBound, usize)> {
    let text = read.words.get(at)?.text(read.question);
    if read.words[at].kind == Kind::Quoted {
        return None;
    }
    if let Some(bound) = relative(text) {
        return Some((bound, at + 1));
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

/// A day that is named by its distance from today.
fn relative(text: &str) -> Option<TimeBound> {
    const WEEKDAYS: [&str; 7] =
        ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    let is = |word: &&str| word.eq_ignore_ascii_case(text);
    if is(&"yesterday") {
        return Some(TimeBound::FromMidnight { days_ago: 1 });
    }
    // The last such day is at most a week ago.
    WEEKDAYS.iter().any(is).then_some(TimeBound::Days(7))
}

/// `2026-03-01` or `2026-03`.
fn iso(text: &str) -> Option<SinceDate> {
    let mut parts = text.split('-');
    let year = year(parts.next()?)?;
    let month = two_digits(parts.next()?)?;
    let day = parts.next().map_or(Some(1), two_digits)?;
    if parts.next().is_some() {
        return None;
    }
    valid(Some(year), month, day)
}

/// `March`, `March 5`, `March 5th, 2026`, `5 March 2026`.
fn english(read: &Read, at: usize) -> Option<(TimeBound, usize)> {
    let text = |at: usize| read.words.get(at).map_or("", |word| word.text(read.question));
    let (month, mut day, mut end) = match (month(text(at)), day(text(at))) {
        (Some(month), _) => (month, None, at + 1),
        (None, Some(day)) => (month(text(at + 1))?, Some(day), at + 2),
        _ => return None,
    };
    if day.is_none()
        && let Some(number) = self::day(text(end))
    {
        day = Some(number);
        end += 1;
    }
    let year = self::year(text(end));
    end += usize::from(year.is_some());
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

/// A day of a month: `5`, `05`, `5th`.
fn day(text: &str) -> Option<u8> {
    let digits = ["st", "nd", "rd", "th"].iter().find_map(|suffix| text.strip_suffix(suffix));
    let digits = digits.unwrap_or(text);
    (digits.len() <= 2 && digits.bytes().all(|b| b.is_ascii_digit()))
        .then(|| digits.parse().ok())?
}

/// The number of an English month, written out or as its first three letters.
fn month(text: &str) -> Option<u8> {
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
