//! Text arguments of functions that take text apart: UTF-8, or a clear refusal.

use pgrx::callconv::{Arg, ArgAbi};
use pgrx::nullable::Nullable;
use pgrx::pgrx_sql_entity_graph::metadata::{
    ArgumentError, ReturnsError, ReturnsRef, SqlMappingRef, SqlTranslatable, TypeOrigin,
};
use pgrx::prelude::*;

use crate::error::{SqlResult, report};

/// Refuses a database whose text is not UTF-8.
pub fn require_utf8() -> SqlResult<()> {
    // SAFETY: reads a number that is fixed when the backend connects to its database.
    if unsafe { pg_sys::GetDatabaseEncoding() } == pg_sys::pg_enc::PG_UTF8 as i32 {
        return Ok(());
    }
    Err(report(
        PgSqlErrorCode::ERRCODE_FEATURE_NOT_SUPPORTED,
        "multilingual text search needs a database with the encoding UTF8",
    )
    .set_hint("Create the database with ENCODING 'UTF8', and load a dump of this one into it."))
}

/// A `text` argument, borrowed where it needs no decompression. Raises 0A000 in a database with
/// another encoding, where `&str` would end in an internal error.
pub struct Utf8Text<'a>(pub &'a str);

// SAFETY: a `text` datum is a varlena, which `&str` unboxes; the encoding was checked before.
unsafe impl<'fcx> ArgAbi<'fcx> for Utf8Text<'fcx> {
    unsafe fn unbox_arg_unchecked(arg: Arg<'_, 'fcx>) -> Self {
        if let Err(refused) = require_utf8() {
            refused.report(PgLogLevel::ERROR);
        }
        // SAFETY: the caller vouches that the argument is a text datum and not NULL.
        Self(unsafe { <&str as ArgAbi>::unbox_arg_unchecked(arg) })
    }

    unsafe fn unbox_nullable_arg(arg: Arg<'_, 'fcx>) -> Nullable<Self> {
        if arg.is_null() {
            Nullable::Null
        } else {
            // SAFETY: as above.
            Nullable::Valid(unsafe { Self::unbox_arg_unchecked(arg) })
        }
    }
}

// SAFETY: the argument is declared as the type that `unbox_arg_unchecked` reads.
unsafe impl SqlTranslatable for Utf8Text<'_> {
    const TYPE_IDENT: &'static str = pgrx::pgrx_resolved_type!(Utf8Text);
    const TYPE_ORIGIN: TypeOrigin = TypeOrigin::External;
    const ARGUMENT_SQL: Result<SqlMappingRef, ArgumentError> = Ok(SqlMappingRef::literal("text"));
    const RETURN_SQL: Result<ReturnsRef, ReturnsError> =
        Ok(ReturnsRef::One(SqlMappingRef::literal("text")));
}
