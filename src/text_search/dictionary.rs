//! Which dictionary cuts Chinese in this backend, and when it is built.

use std::sync::Arc;

use gbrain_rank_core::segment::{Dictionary, has_han};
use once_cell::sync::OnceCell;

use crate::error::SqlResult;

/// The built-in dictionary. Built on first use; a postmaster that preloads the library builds it
/// before it forks, so that all backends share its pages.
static BUILTIN: OnceCell<Arc<Dictionary>> = OnceCell::new();

/// Enough of it for text without Chinese.
static LATIN: OnceCell<Arc<Dictionary>> = OnceCell::new();

/// The dictionary of this session.
pub fn dictionary() -> SqlResult<Arc<Dictionary>> {
    Ok(BUILTIN.get_or_init(|| Arc::new(Dictionary::builtin())).clone())
}

/// A dictionary that cuts `text` as the session's does, without loading that one for text that has
/// no Chinese.
pub fn dictionary_for(text: &str) -> SqlResult<Arc<Dictionary>> {
    if has_han(text) {
        dictionary()
    } else {
        Ok(LATIN.get_or_init(|| Arc::new(Dictionary::latin())).clone())
    }
}
