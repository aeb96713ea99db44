//! Parsers of settings whose form is Postgres' own.

use std::ffi::CString;

use gbrain_rank_core::iso_date::Civil;
use gbrain_rank_core::{Error, Result};
use pgrx::prelude::*;

/// A time zone that Postgres knows.
#[derive(Debug, Clone, Copy)]
pub struct TimeZone(*mut pg_sys::pg_tz);

impl TimeZone {
    /// The zone of the session: its setting TimeZone.
    pub fn of_session() -> Self {
        // SAFETY: a variable of this backend that is always set.
        Self(unsafe { pg_sys::session_timezone })
    }

    /// The instant of a civil time, in microseconds since 2000-01-01 UTC, with Postgres' own rules
    /// where clocks are put forward or back; `None` outside the range of timestamps.
    pub fn instant(self, civil: Civil) -> Option<i64> {
        let mut tm = pg_sys::pg_tm {
            tm_year: civil.year,
            tm_mon: civil.month,
            tm_mday: civil.day,
            tm_hour: civil.hour,
            tm_min: civil.minute,
            tm_sec: civil.second,
            tm_isdst: -1,
            ..Default::default()
        };
        let mut instant = 0;
        // SAFETY: `tm` is complete, the zone comes from Postgres and is never freed.
        let status = unsafe {
            let mut offset = pg_sys::DetermineTimeZoneOffset(&raw mut tm, self.0);
            pg_sys::tm2timestamp(&raw mut tm, civil.microsecond, &raw mut offset, &raw mut instant)
        };
        (status == 0).then_some(instant)
    }
}

/// A text as C wants it.
fn c_string(text: &str) -> Result<CString> {
    CString::new(text.trim()).map_err(|_| Error::invalid("the value holds a zero byte"))
}

/// The name of a time zone.
pub fn time_zone(text: &str) -> Result<TimeZone> {
    let name = c_string(text)?;
    let refuse = || {
        Error::invalid(format!("time zone \"{}\" is not known", text.trim()))
            .hint("Write a name that pg_timezone_names lists, for example UTC or Europe/Berlin.")
    };
    if name.is_empty() {
        return Err(refuse());
    }
    // SAFETY: the name is a C string; the zone it returns is kept for the life of the backend.
    unsafe {
        let zone = pg_sys::pg_tzset(name.as_ptr());
        if zone.is_null() || !pg_sys::pg_tz_acceptable(zone) {
            Err(refuse())
        } else {
            Ok(TimeZone(zone))
        }
    }
}

/// An amount of memory in Postgres' units, in kilobytes.
pub fn kilobytes(text: &str) -> Result<i32> {
    /// As for work_mem.
    const MIN: i32 = 64;
    let amount = c_string(text)?;
    let mut kilobytes = 0;
    // SAFETY: a C string, a place for the result, and no wish for a hint.
    let read = unsafe {
        pg_sys::parse_int(
            amount.as_ptr(),
            &raw mut kilobytes,
            pg_sys::GUC_UNIT_KB as i32,
            std::ptr::null_mut(),
        )
    };
    if read && kilobytes >= MIN {
        return Ok(kilobytes);
    }
    Err(Error::invalid(format!("\"{}\" is no amount of memory of at least {MIN}kB", text.trim()))
        .hint("Write a number with a unit (B, kB, MB, GB or TB), for example 64MB."))
}

/// A switch, in any of Postgres' words.
pub fn switch(text: &str) -> Result<bool> {
    let word = c_string(text)?;
    let mut on = false;
    // SAFETY: a C string and a place for the result.
    if unsafe { pg_sys::parse_bool(word.as_ptr(), &raw mut on) } {
        return Ok(on);
    }
    Err(Error::invalid(format!("\"{}\" is neither on nor off", text.trim()))
        .hint("Valid values are on and off."))
}

/// The name of an object, with its schema or without. Whether it exists only the catalogs know, and a
/// check hook must not ask them.
pub fn object_name(text: &str) -> Result<Option<String>> {
    let name = c_string(text)?;
    if name.is_empty() {
        return Ok(None);
    }
    let mut parts = std::ptr::null_mut();
    // SAFETY: the function takes the string apart in place, so it gets a copy.
    let (read, count) = unsafe {
        let copy = pg_sys::pstrdup(name.as_ptr());
        let read = pg_sys::SplitIdentifierString(copy, b'.' as std::ffi::c_char, &raw mut parts);
        (read, if parts.is_null() { 0 } else { (*parts).length })
    };
    if read && (1..=3).contains(&count) {
        return Ok(Some(text.trim().to_owned()));
    }
    Err(Error::invalid(format!("\"{}\" is no name of an object", text.trim()))
        .hint("Write a name, or schema.name, with double quotes where it needs them."))
}

/// The configuration of that name (which [`object_name`] has taken), where there is one.
pub fn text_search_configuration(name: &str) -> Option<pg_sys::Oid> {
    let name = c_string(name).ok()?;
    // SAFETY: the name has the form of one, so splitting it raises no error; missing_ok asks for
    // InvalidOid instead of an error.
    let found = unsafe {
        #[cfg(any(feature = "pg14", feature = "pg15"))]
        let parts = pg_sys::stringToQualifiedNameList(name.as_ptr());
        #[cfg(not(any(feature = "pg14", feature = "pg15")))]
        let parts = pg_sys::stringToQualifiedNameList(name.as_ptr(), std::ptr::null_mut());
        pg_sys::get_ts_config_oid(parts, true)
    };
    (found != pg_sys::InvalidOid).then_some(found)
}
