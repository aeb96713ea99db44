//! The time that a call speaks of: its now, its bounds, and the interval of a question such as
//! "what happened today".

use gbrain_rank_core::axes::TimeBound;
use gbrain_rank_core::bound::{Bound, Side};
use gbrain_rank_core::iso_date::Civil;
use pgrx::pg_sys;
use pgrx::prelude::*;

use crate::error::{OrReport, SqlResult, report};
use crate::settings::TimeZone;

const MICROSECONDS_PER_HOUR: i64 = 3_600_000_000;
const MICROSECONDS_PER_DAY: i64 = 24 * MICROSECONDS_PER_HOUR;

/// Both ends inclusive, in microseconds since 2000.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Interval {
    pub since: i64,
    pub until: i64,
}

/// The moment that counts as now: the argument, or the transaction's start for NULL.
pub fn now(argument: Option<TimestampWithTimeZone>) -> SqlResult<i64> {
    // SAFETY: reads the transaction's start.
    let now = argument.map_or_else(
        || unsafe { pg_sys::GetCurrentTransactionStartTimestamp() },
        pg_sys::TimestampTz::from,
    );
    if now == i64::MIN || now == i64::MAX {
        return Err(report(
            PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE,
            "now must be a finite timestamp",
        )
        .set_hint("Leave it out for the current time."));
    }
    Ok(now)
}

/// `since` or `until` of a call as an instant; NULL and blank text are no bound.
pub fn bound(side: Side, text: Option<&str>, now: i64) -> SqlResult<Option<i64>> {
    let Some(bound) = Bound::parse(side, text.unwrap_or("")).or_report()? else {
        return Ok(None);
    };
    let zone = TimeZone::of_session();
    bound.instant(side, now, |civil| zone.instant(civil)).map(Some).or_report()
}

/// The interval that a question names. It ends with the current day, or with yesterday: a meeting
/// this evening is part of today, one of tomorrow is not.
pub fn interval(asked: TimeBound, now: i64) -> SqlResult<Interval> {
    let today = local_day(now)?;
    let until = match (asked, today.next_midnight()) {
        (TimeBound::Yesterday, _) => midnight(today)? - 1,
        (_, Some(next)) => midnight(next)? - 1,
        (_, None) => i64::MAX - 1,
    };
    let since = match asked {
        TimeBound::Days(days) => {
            now.saturating_sub(i64::from(days).saturating_mul(MICROSECONDS_PER_DAY))
        }
        TimeBound::Hours(hours) => {
            now.saturating_sub(i64::from(hours).saturating_mul(MICROSECONDS_PER_HOUR))
        }
        TimeBound::FromMidnight { days_ago: 0 } => midnight(today)?,
        TimeBound::FromMidnight { days_ago } => days_before(today, days_ago)?,
        TimeBound::Yesterday => days_before(today, 1)?,
        TimeBound::Since(date) => {
            let text = date.iso((today.year, today.month as u8, today.day as u8));
            bound(Side::Since, Some(&text), now)?.unwrap_or(i64::MIN + 1)
        }
    };
    Ok(Interval { since, until })
}

/// 00:00 of the day so many days before one.
fn days_before(day: Civil, days: u32) -> SqlResult<i64> {
    // The middle of that day, whatever the clocks were set to in between, and then its start.
    let noon = midnight(day)? - i64::from(days) * MICROSECONDS_PER_DAY + MICROSECONDS_PER_DAY / 2;
    midnight(local_day(noon)?)
}

/// 00:00 of the day that an instant lies in, in the session's time zone.
fn local_day(instant: i64) -> SqlResult<Civil> {
    let mut zone_seconds = 0;
    let mut fraction = 0;
    // SAFETY: fills the broken-down time that it is given; the session's time zone is never NULL.
    let tm = unsafe {
        let mut tm: pg_sys::pg_tm = std::mem::zeroed();
        let failed = pg_sys::timestamp2tm(
            instant,
            &mut zone_seconds,
            &mut tm,
            &mut fraction,
            std::ptr::null_mut(),
            pg_sys::session_timezone,
        );
        if failed != 0 {
            return Err(report(
                PgSqlErrorCode::ERRCODE_DATETIME_FIELD_OVERFLOW,
                "now is out of the range of timestamps",
            ));
        }
        tm
    };
    Ok(Civil {
        year: tm.tm_year,
        month: tm.tm_mon,
        day: tm.tm_mday,
        hour: 0,
        minute: 0,
        second: 0,
        microsecond: 0,
    })
}

fn midnight(day: Civil) -> SqlResult<i64> {
    TimeZone::of_session().instant(day).ok_or_else(|| {
        report(
            PgSqlErrorCode::ERRCODE_DATETIME_FIELD_OVERFLOW,
            "now is out of the range of timestamps",
        )
    })
}
