//! `timestamptz` as the number that it is: microseconds since 2000-01-01 in UTC.

use pgrx::callconv::{Arg, ArgAbi, BoxRet, FcInfo};
use pgrx::pgrx_sql_entity_graph::metadata::{
    ArgumentError, ReturnsError, ReturnsRef, SqlMappingRef, SqlTranslatable, TypeOrigin,
};
use pgrx::prelude::*;

use crate::error::{SqlResult, report};

/// A `timestamptz`, which may be infinite.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Instant(pub i64);

impl Instant {
    /// When the transaction started, which is what SQL calls now().
    pub fn now() -> Self {
        // SAFETY: reads a variable of the backend.
        Self(unsafe { pg_sys::GetCurrentTransactionStartTimestamp() })
    }

    /// Whether it is a moment, not infinity.
    #[inline]
    pub fn is_finite(self) -> bool {
        self.0 != i64::MIN && self.0 != i64::MAX
    }

    /// The microseconds of an argument; infinity is refused, by the name of the argument.
    #[inline]
    pub fn finite(self, name: &str) -> SqlResult<i64> {
        if self.is_finite() { Ok(self.0) } else { Err(infinite(name)) }
    }
}

/// An argument `now`: NULL is now().
#[inline]
pub fn now_or_default(now: Option<Instant>) -> SqlResult<i64> {
    now.unwrap_or_else(Instant::now).finite("now")
}

#[cold]
fn infinite(name: &str) -> pg_sys::panic::ErrorReport {
    report(PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE, format!("{name} must not be infinite"))
        .set_hint("Give a moment, or NULL.")
}

impl FromDatum for Instant {
    #[inline]
    unsafe fn from_polymorphic_datum(
        datum: pg_sys::Datum,
        is_null: bool,
        _: pg_sys::Oid,
    ) -> Option<Self> {
        #[allow(clippy::cast_possible_wrap, reason = "the datum holds the bits of the number")]
        (!is_null).then(|| Self(datum.value() as i64))
    }
}

impl IntoDatum for Instant {
    fn into_datum(self) -> Option<pg_sys::Datum> {
        Some(pg_sys::Datum::from(self.0))
    }

    fn type_oid() -> pg_sys::Oid {
        pg_sys::TIMESTAMPTZOID
    }
}

// SAFETY: the datum is a timestamptz, as ARGUMENT_SQL declares, which is passed by value.
unsafe impl<'fcx> ArgAbi<'fcx> for Instant {
    #[inline]
    unsafe fn unbox_arg_unchecked(arg: Arg<'_, 'fcx>) -> Self {
        // SAFETY: the caller says that the argument is a timestamptz and not null.
        unsafe { arg.unbox_arg_using_from_datum().unwrap_or(Self(0)) }
    }
}

// SAFETY: the datum of a timestamptz is its number.
unsafe impl BoxRet for Instant {
    unsafe fn box_into<'fcx>(self, fcinfo: &mut FcInfo<'fcx>) -> pgrx::datum::Datum<'fcx> {
        // SAFETY: a datum that is passed by value.
        unsafe { fcinfo.return_raw_datum(pg_sys::Datum::from(self.0)) }
    }
}

// SAFETY: only maps the type to its SQL name.
unsafe impl SqlTranslatable for Instant {
    const TYPE_IDENT: &'static str = pgrx::pgrx_resolved_type!(Instant);
    const TYPE_ORIGIN: TypeOrigin = TypeOrigin::External;
    const ARGUMENT_SQL: Result<SqlMappingRef, ArgumentError> =
        Ok(SqlMappingRef::literal("timestamp with time zone"));
    const RETURN_SQL: Result<ReturnsRef, ReturnsError> =
        Ok(ReturnsRef::One(SqlMappingRef::literal("timestamp with time zone")));
}
