//! One row as the result of a function with OUT arguments, which pgrx itself only has for sets.

use pgrx::callconv::{BoxRet, FcInfo};
use pgrx::pgrx_sql_entity_graph::metadata::{
    ArgumentError, ReturnsError, ReturnsRef, SqlMappingRef, SqlTranslatable, TypeOrigin,
};
use pgrx::prelude::*;

use crate::error::report;

/// The values of the OUT arguments, in order; `None` is NULL.
///
/// The function itself is declared by hand (`#[pg_extern(sql = ...)]`), with its OUT arguments.
pub struct Record(pub Vec<Option<pg_sys::Datum>>);

// SAFETY: the tuple is made in the memory context of the caller, of the type that the caller expects.
unsafe impl BoxRet for Record {
    unsafe fn box_into<'fcx>(self, fcinfo: &mut FcInfo<'fcx>) -> pgrx::datum::Datum<'fcx> {
        let mut values: Vec<_> =
            self.0.iter().map(|value| value.unwrap_or(pg_sys::Datum::null())).collect();
        let mut nulls: Vec<_> = self.0.iter().map(Option::is_none).collect();
        // SAFETY: fcinfo is that of the running call, and there is one value for each column.
        unsafe {
            let descriptor = row_type(fcinfo.as_mut_ptr(), values.len());
            let tuple =
                pg_sys::heap_form_tuple(descriptor, values.as_mut_ptr(), nulls.as_mut_ptr());
            fcinfo.return_raw_datum(pg_sys::HeapTupleHeaderGetDatum((*tuple).t_data))
        }
    }
}

/// The row type that a call returns. It is looked up once for each place in a query that calls: the
/// catalog takes longer than a short function.
///
/// # Safety
/// `fcinfo` is that of the running call, whose function keeps nothing else in `fn_extra`.
unsafe fn row_type(fcinfo: pg_sys::FunctionCallInfo, columns: usize) -> pg_sys::TupleDesc {
    // SAFETY: the caller's promise; what is kept lives as long as the place that keeps it, since both
    // belong to fn_mcxt.
    unsafe {
        let place = (*fcinfo).flinfo.as_mut();
        if let Some(place) = &place
            && !place.fn_extra.is_null()
        {
            return place.fn_extra.cast();
        }
        let context = place.as_ref().map_or(pg_sys::CurrentMemoryContext, |place| place.fn_mcxt);
        let caller = pg_sys::MemoryContextSwitchTo(context);
        let mut descriptor = std::ptr::null_mut();
        let class = pg_sys::get_call_result_type(fcinfo, std::ptr::null_mut(), &raw mut descriptor);
        let found = descriptor.as_ref().map(|descriptor| descriptor.natts);
        if class != pg_sys::TypeFuncClass::TYPEFUNC_COMPOSITE
            || found != i32::try_from(columns).ok()
        {
            report(
                PgSqlErrorCode::ERRCODE_FEATURE_NOT_SUPPORTED,
                "a function that returns a row is called where no row is accepted",
            )
            .report(PgLogLevel::ERROR);
        }
        let descriptor = pg_sys::BlessTupleDesc(descriptor);
        pg_sys::MemoryContextSwitchTo(caller);
        if let Some(place) = place {
            place.fn_extra = descriptor.cast();
        }
        descriptor
    }
}

// SAFETY: only maps the type to its SQL name.
unsafe impl SqlTranslatable for Record {
    const TYPE_IDENT: &'static str = pgrx::pgrx_resolved_type!(Record);
    const TYPE_ORIGIN: TypeOrigin = TypeOrigin::External;
    const ARGUMENT_SQL: Result<SqlMappingRef, ArgumentError> = Ok(SqlMappingRef::literal("record"));
    const RETURN_SQL: Result<ReturnsRef, ReturnsError> =
        Ok(ReturnsRef::One(SqlMappingRef::literal("record")));
}
