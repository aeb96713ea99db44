//! The dictionary `gbrain_rank.spelling`: one spelling for a word that can be written in several.
//!
//! A filter: what it respells goes on to the next dictionary of the mapping, but for Chinese words,
//! which are done with. It does this, and not the parser, so that headlines print what stands in the
//! text.

use gbrain_rank_core::segment::{Spelling, normalize};
use pgrx::prelude::*;

use super::datum::Pointer;

/// Called with the dictionary's data, a word, its length and a state that belongs to Postgres. No
/// answer: the word is left to the next dictionary as it is.
#[pg_extern(sql = r#"
CREATE FUNCTION gbrain_rank.spelling_lexize(internal, internal, internal, internal) RETURNS internal
IMMUTABLE STRICT PARALLEL SAFE LANGUAGE c AS 'MODULE_PATHNAME', '@FUNCTION_NAME@';
"#)]
fn spelling_lexize(fcinfo: pg_sys::FunctionCallInfo) -> Pointer<pg_sys::TSLexeme> {
    // SAFETY: Postgres calls with these four arguments; the word is text of this database, `length`
    // bytes long, and alive during the call.
    let bytes = unsafe {
        let arguments = (*fcinfo).args.as_slice(4);
        let start = arguments[1].value.cast_mut_ptr::<u8>();
        std::slice::from_raw_parts(start, arguments[2].value.value() as u32 as usize)
    };
    // A database that is not UTF-8 may hand over anything: other bytes are not respelled.
    let Ok(word) = std::str::from_utf8(bytes) else { return Pointer(std::ptr::null_mut()) };
    match normalize(word) {
        Spelling::Same => Pointer(std::ptr::null_mut()),
        Spelling::Other(spelling) => lexeme(&spelling, pg_sys::TSL_FILTER as u16),
        Spelling::Chinese(spelling) => lexeme(&spelling, 0),
        Spelling::Unindexable => Pointer(list(1)),
    }
}

/// A list of one lexeme.
fn lexeme(spelling: &str, flags: u16) -> Pointer<pg_sys::TSLexeme> {
    let first = list(2);
    // SAFETY: the list has room for a lexeme and the entry of zeros behind it. The text is copied
    // with a zero at its end, and holds none, as Postgres' text never does.
    unsafe {
        let copy = pg_sys::palloc(spelling.len() + 1).cast::<u8>();
        std::ptr::copy_nonoverlapping(spelling.as_ptr(), copy, spelling.len());
        *copy.add(spelling.len()) = 0;
        (*first).lexeme = copy.cast();
        (*first).flags = flags;
    }
    Pointer(first)
}

/// Room for a list of lexemes, whose last entry is all zeros. An empty list means a stop word.
fn list(entries: usize) -> *mut pg_sys::TSLexeme {
    // SAFETY: allocates, or raises.
    unsafe { pg_sys::palloc0(entries * size_of::<pg_sys::TSLexeme>()).cast() }
}
