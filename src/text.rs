//! Text arguments that are borrowed where they stand, and refused where they are not UTF-8.

use std::ops::Deref;
use std::sync::atomic::{AtomicU8, Ordering};

use pgrx::Array;
use pgrx::callconv::{Arg, ArgAbi};
use pgrx::pgrx_sql_entity_graph::metadata::{
    ArgumentError, ReturnsError, ReturnsRef, SqlMappingRef, SqlTranslatable, TypeOrigin,
};
use pgrx::prelude::*;
use pgrx::varlena;

use crate::error::{SqlResult, report};

/// A `text` argument: no copy, unless it is compressed or stored out of line.
///
/// In a database with another encoding than UTF-8 it must be ASCII; other text raises 0A000, where
/// `&str` would end in an internal error.
#[derive(Debug, Clone, Copy)]
pub struct Text<'a>(&'a str);

impl Deref for Text<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        self.0
    }
}

impl<'a> Text<'a> {
    /// The text, for as long as the argument lives.
    pub fn as_str(self) -> &'a str {
        self.0
    }
}

/// A copy of a text argument.
pub fn owned(text: Option<Text<'_>>) -> Option<String> {
    text.map(|text| text.as_str().to_owned())
}

/// A copy of an array argument, without its NULL elements.
pub fn owned_list(array: Option<Array<'_, &str>>) -> Option<Vec<String>> {
    array.map(|elements| elements.iter().flatten().map(str::to_owned).collect())
}

/// Whether the text of this database is UTF-8; asked of Postgres once.
fn is_utf8() -> bool {
    const UNKNOWN: u8 = 2;
    static UTF8: AtomicU8 = AtomicU8::new(UNKNOWN);
    match UTF8.load(Ordering::Relaxed) {
        UNKNOWN => {
            // SAFETY: reads a number that is fixed when the backend connects to its database.
            let encoding = unsafe { pg_sys::GetDatabaseEncoding() };
            let utf8 = encoding == pg_sys::pg_enc::PG_UTF8 as i32;
            UTF8.store(u8::from(utf8), Ordering::Relaxed);
            utf8
        }
        known => known == 1,
    }
}

/// Refuses a database whose text is not UTF-8, for functions that read lists of text.
pub fn require_utf8() -> SqlResult<()> {
    if is_utf8() {
        return Ok(());
    }
    Err(report(
        PgSqlErrorCode::ERRCODE_FEATURE_NOT_SUPPORTED,
        "gbrain_rank needs a database with the encoding UTF8 for text that is not ASCII",
    )
    .set_hint("Create the database with ENCODING 'UTF8', and load a dump of this one into it."))
}

impl FromDatum for Text<'_> {
    #[inline]
    unsafe fn from_polymorphic_datum(
        datum: pg_sys::Datum,
        is_null: bool,
        _: pg_sys::Oid,
    ) -> Option<Self> {
        if is_null {
            return None;
        }
        // SAFETY: the caller says that the datum is a text, which stays in place for the call.
        let bytes = unsafe {
            let mut text: *mut pg_sys::varlena = datum.cast_mut_ptr();
            if varlena::varatt_is_4b_c(text) || varlena::varatt_is_1b_e(text) {
                text = pg_sys::pg_detoast_datum_packed(text);
            }
            varlena::varlena_to_byte_slice(text)
        };
        if !is_utf8()
            && !bytes.is_ascii()
            && let Err(refused) = require_utf8()
        {
            refused.report(PgLogLevel::ERROR);
        }
        // SAFETY: Postgres has checked the text of a UTF-8 database, and ASCII is UTF-8.
        Some(Self(unsafe { str::from_utf8_unchecked(bytes) }))
    }
}

// SAFETY: the datum is a text, as ARGUMENT_SQL declares.
unsafe impl<'fcx> ArgAbi<'fcx> for Text<'fcx> {
    #[inline]
    unsafe fn unbox_arg_unchecked(arg: Arg<'_, 'fcx>) -> Self {
        // SAFETY: the caller says that the argument is a text and not null.
        unsafe { arg.unbox_arg_using_from_datum().unwrap_or(Self("")) }
    }
}

// SAFETY: only maps the type to its SQL name.
unsafe impl SqlTranslatable for Text<'_> {
    const TYPE_IDENT: &'static str = pgrx::pgrx_resolved_type!(Text);
    const TYPE_ORIGIN: TypeOrigin = TypeOrigin::External;
    const ARGUMENT_SQL: Result<SqlMappingRef, ArgumentError> = Ok(SqlMappingRef::literal("text"));
    const RETURN_SQL: Result<ReturnsRef, ReturnsError> =
        Ok(ReturnsRef::One(SqlMappingRef::literal("text")));
}
