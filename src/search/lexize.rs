//! Postgres' own query parsers, asked through the pure crate's [`Lexize`].

use std::convert::Infallible;
use std::ffi::CString;

use gbrain_rank_core::query_text::QueryText;
use gbrain_rank_core::text_query::{Lexize, TextQuery};
use gbrain_rank_core::tsquery::TsQuery;
use pgrx::pg_sys;
use pgrx::prelude::*;

use super::session::InnerSettings;

/// plainto_tsquery and phraseto_tsquery under one text search configuration.
struct Configured(pg_sys::Oid);

type QueryFunction = unsafe fn(pg_sys::FunctionCallInfo) -> pg_sys::Datum;

impl Configured {
    fn ask(&self, function: QueryFunction, text: &str) -> Option<TsQuery> {
        // SAFETY: both functions take (regconfig, text) and use neither fn_extra nor a collation; they
        // return a tsquery, which is never toasted here and always has a 4-byte header.
        unsafe {
            let query: pg_sys::Datum =
                pgrx::direct_function_call(function, &[self.0.into_datum(), text.into_datum()])?;
            tsquery_of(query)
        }
    }
}

impl Lexize for Configured {
    type Error = Infallible;

    fn plain(&mut self, text: &str) -> Result<Option<TsQuery>, Infallible> {
        Ok(self.ask(pg_sys::plainto_tsquery_byid, text))
    }

    fn phrase(&mut self, text: &str) -> Result<Option<TsQuery>, Infallible> {
        Ok(self.ask(pg_sys::phraseto_tsquery_byid, text))
    }
}

/// What a question matches under a configuration; `None` without a positive term.
pub fn text_query(config: pg_sys::Oid, text: &QueryText) -> Option<TextQuery> {
    let _quiet = InnerSettings::quiet();
    match TextQuery::build(text, &mut Configured(config)) {
        Ok(query) => query,
        Err(never) => match never {},
    }
}

/// Reads a tsquery datum. `None` for a query without a term.
///
/// # Safety
/// `datum` is a tsquery.
pub unsafe fn tsquery_of(datum: pg_sys::Datum) -> Option<TsQuery> {
    // SAFETY: a tsquery is a varlena, and detoasting gives its bytes.
    unsafe {
        let varlena = pg_sys::pg_detoast_datum(datum.cast_mut_ptr());
        let start = pgrx::varlena::vardata_any(varlena).cast::<u8>();
        let length = pgrx::varlena::varsize_any_exhdr(varlena);
        TsQuery::from_binary(std::slice::from_raw_parts(start, length))
    }
}

/// A query as a tsquery datum in the current memory context.
pub fn tsquery_datum(query: &TsQuery) -> Option<pg_sys::Datum> {
    let text = CString::new(query.to_string()).ok()?;
    // SAFETY: tsqueryin takes a C string; the tree is written quoted, so it always parses.
    unsafe {
        pgrx::direct_function_call(pg_sys::tsqueryin, &[Some(pg_sys::Datum::from(text.as_ptr()))])
    }
}
