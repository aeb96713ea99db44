//! What the aggregates with an internal state share: where the state lives, how it is handed to
//! Postgres and back, and how an array of composites is made of it.

use crate::error::{SqlResult, report};
use pgrx::prelude::*;
use pgrx::{Internal, PgMemoryContexts, pg_sys};

/// The most that `k` may be.
const MAX_K: i32 = 1_000_000;

/// Moves a new state to the memory context of the running aggregate, which drops it at its end.
pub fn store<T>(state: T, fcinfo: pg_sys::FunctionCallInfo) -> SqlResult<Internal> {
    let mut context = std::ptr::null_mut();
    // SAFETY: fcinfo is the one this function was called with.
    if unsafe { pg_sys::AggCheckCallContext(fcinfo, &mut context) } == 0 {
        let code = PgSqlErrorCode::ERRCODE_FEATURE_NOT_SUPPORTED;
        return Err(report(code, "this function can be called by an aggregate only"));
    }
    let stored = PgMemoryContexts::For(context).leak_and_drop_on_delete(state);
    Ok(Internal::from(Some(pg_sys::Datum::from(stored))))
}

/// Combines two partial states, either of which may be missing. What the right one holds is copied:
/// its memory belongs to somebody else.
///
/// # Safety
///
/// Both must be what [`store`] or a deserialize function made of a `T`.
pub unsafe fn combine<T: Clone>(
    mut left: Internal,
    right: Internal,
    fcinfo: pg_sys::FunctionCallInfo,
    merge: impl FnOnce(&mut T, T) -> SqlResult<()>,
) -> SqlResult<Internal> {
    // SAFETY: by the caller's promise.
    let Some(right) = (unsafe { right.get::<T>() }).cloned() else { return Ok(left) };
    // SAFETY: by the caller's promise.
    match unsafe { left.get_mut::<T>() } {
        Some(state) => merge(state, right).map(|()| left),
        None => store(right, fcinfo),
    }
}

/// `k` as the aggregates take it.
pub fn checked_k(k: Option<i32>) -> SqlResult<usize> {
    let checked = k.filter(|k| (1..=MAX_K).contains(k)).and_then(|k| usize::try_from(k).ok());
    checked.ok_or_else(|| {
        let given = k.map_or_else(|| "null".to_owned(), |k| k.to_string());
        report(PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE, format!("k is {given}"))
            .set_hint("k must be between 1 and 1000000.")
    })
}

/// A number that must be finite: NaN has no place in an order.
pub fn finite(name: &str, value: f64) -> SqlResult<f64> {
    if value.is_finite() {
        return Ok(value);
    }
    let code = PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE;
    Err(report(code, format!("{name} is {value}")).set_hint("It must be a finite number."))
}

/// The error for a partial state that does not read back; it can only come from a broken server.
pub fn broken_state() -> pg_sys::panic::ErrorReport {
    let code = PgSqlErrorCode::ERRCODE_INVALID_BINARY_REPRESENTATION;
    report(code, "the serialized state of an aggregate is broken")
}

/// An array of the composite type that the called function is declared to return.
pub fn composite_array<const N: usize>(
    fcinfo: pg_sys::FunctionCallInfo,
    rows: impl IntoIterator<Item = [Option<pg_sys::Datum>; N]>,
) -> Internal {
    // SAFETY: fcinfo is that of the running call, so flinfo names a function whose declared result is
    // an array of a composite type with N columns, whose values are of the types of those columns.
    unsafe {
        let array_type = pg_sys::get_func_rettype((*(*fcinfo).flinfo).fn_oid);
        let element_type = pg_sys::get_element_type(array_type);
        let descriptor = pg_sys::lookup_rowtype_tupdesc_copy(element_type, -1);
        let as_datum = |columns: [Option<pg_sys::Datum>; N]| {
            let mut nulls = columns.map(|column| column.is_none());
            let mut values = columns.map(|column| column.unwrap_or(pg_sys::Datum::null()));
            let tuple =
                pg_sys::heap_form_tuple(descriptor, values.as_mut_ptr(), nulls.as_mut_ptr());
            pg_sys::HeapTupleHeaderGetDatum((*tuple).t_data)
        };
        let mut elements: Vec<pg_sys::Datum> = rows.into_iter().map(as_datum).collect();
        let count = i32::try_from(elements.len()).unwrap_or(i32::MAX);
        let (length, by_value, alignment) = (-1, false, b'd' as std::ffi::c_char);
        let array = pg_sys::construct_array(
            elements.as_mut_ptr(),
            count,
            element_type,
            length,
            by_value,
            alignment,
        );
        Internal::from(Some(pg_sys::Datum::from(array)))
    }
}
