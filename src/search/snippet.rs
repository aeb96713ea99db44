//! The piece of a body that a person sees beside a hit.

use gbrain_rank_core::snippet::{MAX_CHARS, shorten};
use pgrx::pg_sys;
use pgrx::prelude::*;

use super::row_text::KeptText;
use super::session::InnerSettings;

/// Fewer words than core's default, since a snippet is cut to 200 characters afterwards.
const OPTIONS: &str = "MaxWords=30, MinWords=12";

/// ts_headline over the beginning of the body, at most 200 characters, marks included. Without a
/// query it is the beginning of the body.
pub fn snippet(
    body: &KeptText,
    config: pg_sys::Oid,
    query: Option<pg_sys::Datum>,
) -> Option<String> {
    let text = body.read();
    let Some(query) = query else { return Some(shorten(&text, MAX_CHARS)) };
    // A word that is too long for the index is nothing to tell a client about.
    let _quiet = InnerSettings::quiet();
    // SAFETY: ts_headline_byid_opt takes (regconfig, text, tsquery, text) and needs no fn_extra.
    let headline: Option<String> = unsafe {
        pgrx::direct_function_call(
            pg_sys::ts_headline_byid_opt,
            &[config.into_datum(), text.into_datum(), Some(query), OPTIONS.into_datum()],
        )
    };
    headline.map(|headline| shorten(&headline, MAX_CHARS))
}
