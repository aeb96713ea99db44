//! The dictionary `gbrain_rank.spelling`: one spelling for a word that can be written in several.
//!
//! A filter: what it respells goes on to the next dictionary of the mapping. It does this, and not
//! the parser, so that headlines print what stands in the text.

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
        Spelling::Other(spelling) => lexemes(Some(&spelling)),
        Spelling::Unindexable => lexemes(None),
    }
}

/// One lexeme for the next dictionary; without one, the word is a stop word.
fn lexemes(spelling: Option<&str>) -> Pointer<pg_sys::TSLexeme> {
    // SAFETY: `palloc0` gives room for a lexeme and the entry of zeros that ends the list; the text
    // is copied with the zero behind it, and has none inside, as Postgres' text never has.
    unsafe {
        let first = pg_sys::palloc0(2 * size_of::<pg_sys::TSLexeme>()).cast::<pg_sys::TSLexeme>();
        if let Some(spelling) = spelling {
            let copy = pg_sys::palloc0(spelling.len() + 1).cast::<u8>();
            std::ptr::copy_nonoverlapping(spelling.as_ptr(), copy, spelling.len());
            (*first).lexeme = copy.cast();
            (*first).flags = pg_sys::TSL_FILTER as u16;
        }
        Pointer(first)
    }
}
