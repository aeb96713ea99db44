//! Whether text is a value of a type, asked of the type itself.

use std::ffi::CString;

use pgrx::pg_sys;
use pgrx::pg_sys::panic::CaughtError;
use pgrx::prelude::*;

/// The part of an SQLSTATE that tells its class, as Postgres packs it.
const CLASS_MASK: i32 = (1 << 12) - 1;

/// Whether the type's input function takes the text.
///
/// Before Postgres 16 an input function can only refuse by an ERROR, so it runs in a subtransaction,
/// as a block with EXCEPTION does in plpgsql.
pub fn is_value_of(type_oid: pg_sys::Oid, text: &str) -> bool {
    let Ok(text) = CString::new(text) else { return false };
    // SAFETY: the subtransaction is ended on both ways out, and what was current before is current
    // again; nothing that was made inside is used afterwards.
    unsafe {
        let context = pg_sys::CurrentMemoryContext;
        let owner = pg_sys::CurrentResourceOwner;
        pg_sys::BeginInternalSubTransaction(std::ptr::null());
        pg_sys::MemoryContextSwitchTo(context);
        PgTryBuilder::new(move || {
            read(type_oid, &text);
            pg_sys::ReleaseCurrentSubTransaction();
            pg_sys::MemoryContextSwitchTo(context);
            pg_sys::CurrentResourceOwner = owner;
            true
        })
        .catch_others(move |error| {
            pg_sys::MemoryContextSwitchTo(context);
            pg_sys::RollbackAndReleaseCurrentSubTransaction();
            pg_sys::MemoryContextSwitchTo(context);
            pg_sys::CurrentResourceOwner = owner;
            if refuses_a_value(&error) { false } else { error.rethrow() }
        })
        .execute()
    }
}

/// # Safety
///
/// `type_oid` is a type with an input function.
unsafe fn read(type_oid: pg_sys::Oid, text: &CString) {
    let (mut input, mut parameter) = (pg_sys::InvalidOid, pg_sys::InvalidOid);
    // SAFETY: the input function of the type is called as Postgres calls it, without a type modifier.
    unsafe {
        pg_sys::getTypeInputInfo(type_oid, &mut input, &mut parameter);
        pg_sys::OidInputFunctionCall(input, text.as_ptr().cast_mut(), parameter, -1);
    }
}

/// Data exceptions (class 22) and a domain's constraints (class 23).
fn refuses_a_value(error: &CaughtError) -> bool {
    let CaughtError::PostgresError(report) = error else { return false };
    let class = report.sql_error_code() as i32 & CLASS_MASK;
    [PgSqlErrorCode::ERRCODE_DATA_EXCEPTION, PgSqlErrorCode::ERRCODE_INTEGRITY_CONSTRAINT_VIOLATION]
        .into_iter()
        .any(|code| code as i32 & CLASS_MASK == class)
}
