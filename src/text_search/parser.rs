//! The text search parser `gbrain_rank.multilingual`: start, next token, end, kinds of tokens.

use std::ffi::{CString, c_char};

use gbrain_rank_core::segment::{Kind, Segmenter};
use pgrx::memcxt::PgMemoryContexts;
use pgrx::prelude::*;

use super::datum::Pointer;
use super::dictionary::dictionary;
use crate::error::{SqlResult, report};

/// A text of megabytes can be cancelled between two tokens.
const TOKENS_BETWEEN_INTERRUPTS: u32 = 1024;

/// A text being parsed. It lives in the memory context of `start`, which drops it also when an
/// ERROR means that `end` is never called.
struct Parse {
    text: *const u8,
    length: usize,
    segmenter: Segmenter,
    tokens: u32,
}

#[pg_extern(sql = r#"
CREATE FUNCTION gbrain_rank.multilingual_start(internal, integer) RETURNS internal
IMMUTABLE STRICT PARALLEL SAFE LANGUAGE c AS 'MODULE_PATHNAME', '@FUNCTION_NAME@';
"#)]
fn multilingual_start(text: Pointer<u8>, length: i32) -> SqlResult<Pointer<Parse>> {
    // SAFETY: reads a number that is fixed when the backend connects to its database.
    if unsafe { pg_sys::GetDatabaseEncoding() } != pg_sys::pg_enc::PG_UTF8 as i32 {
        return Err(report(
            PgSqlErrorCode::ERRCODE_FEATURE_NOT_SUPPORTED,
            "text search parser \"gbrain_rank.multilingual\" needs a database with the encoding UTF8",
        )
        .set_hint(
            "Use another text search configuration, or load a dump of this database into one made with ENCODING 'UTF8'.",
        ));
    }
    let parse = Parse {
        text: text.0,
        length: usize::try_from(length).unwrap_or_default(),
        segmenter: Segmenter::new(),
        tokens: 0,
    };
    Ok(Pointer(PgMemoryContexts::CurrentMemoryContext.leak_and_drop_on_delete(parse)))
}

/// The number of the next token's kind, 0 at the end. (In SQL it is declared `internal`, as
/// Postgres wants it for every parser.)
#[pg_extern(sql = r#"
CREATE FUNCTION gbrain_rank.multilingual_token(internal, internal, internal) RETURNS internal
IMMUTABLE STRICT PARALLEL SAFE LANGUAGE c AS 'MODULE_PATHNAME', '@FUNCTION_NAME@';
"#)]
fn multilingual_token(
    parse: Pointer<Parse>,
    token_start: Pointer<*const u8>,
    token_length: Pointer<i32>,
) -> SqlResult<i32> {
    // SAFETY: Postgres hands back what `multilingual_start` returned, with nobody else using it, and
    // keeps the text of that call in place until `multilingual_end`. Text of a UTF-8 database is
    // UTF-8.
    let (parse, text) = unsafe {
        let parse = &mut *parse.0;
        let bytes = std::slice::from_raw_parts(parse.text, parse.length);
        (parse, std::str::from_utf8_unchecked(bytes))
    };
    parse.tokens = parse.tokens.wrapping_add(1);
    if parse.tokens.is_multiple_of(TOKENS_BETWEEN_INTERRUPTS) {
        check_for_interrupts!();
    }
    let Some(token) = parse.segmenter.next(text, dictionary)? else { return Ok(0) };
    // SAFETY: Postgres passes the places where it wants the token; a token lies inside the text.
    unsafe {
        *token_start.0 = parse.text.add(token.start);
        *token_length.0 = (token.end - token.start) as i32;
    }
    Ok(token.kind.id())
}

#[pg_extern(sql = r#"
CREATE FUNCTION gbrain_rank.multilingual_end(internal) RETURNS void
IMMUTABLE STRICT PARALLEL SAFE LANGUAGE c AS 'MODULE_PATHNAME', '@FUNCTION_NAME@';
"#)]
fn multilingual_end(parse: Pointer<Parse>) {
    // SAFETY: as in `multilingual_token`. What it holds is given back now, itself with its context.
    unsafe { (*parse.0).segmenter = Segmenter::new() };
}

#[pg_extern(sql = r#"
CREATE FUNCTION gbrain_rank.multilingual_kinds(internal) RETURNS internal
IMMUTABLE STRICT PARALLEL SAFE LANGUAGE c AS 'MODULE_PATHNAME', '@FUNCTION_NAME@';
"#)]
fn multilingual_kinds(_unused: Pointer<u8>) -> Pointer<pg_sys::LexDescr> {
    let count = Kind::ALL.len();
    // SAFETY: `palloc0` gives room for all kinds and the entry of zeros that ends them.
    unsafe {
        let first =
            pg_sys::palloc0((count + 1) * size_of::<pg_sys::LexDescr>()).cast::<pg_sys::LexDescr>();
        for (i, kind) in Kind::ALL.into_iter().enumerate() {
            *first.add(i) = pg_sys::LexDescr {
                lexid: kind.id(),
                alias: postgres_string(kind.alias()),
                descr: postgres_string(kind.description()),
            };
        }
        Pointer(first)
    }
}

/// A zero-terminated copy in the current memory context.
fn postgres_string(text: &str) -> *mut c_char {
    let text = CString::new(text).unwrap_or_default();
    // SAFETY: copies a zero-terminated string.
    unsafe { pg_sys::pstrdup(text.as_ptr()) }
}
