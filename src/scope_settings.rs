//! The settings that scope and error codes read, until the settings module carries them.

use crate::error::SqlResult;
use gbrain_rank_core::error_codes::ErrorCodePatterns;
use gbrain_rank_core::scope::{Scope, ScopeWeights};
use std::rc::Rc;

/// `gbrain_rank.scope`; `None` when it is not set.
pub fn scope() -> SqlResult<Option<Rc<Scope>>> {
    Ok(None)
}

/// `gbrain_rank.scope_weights`.
pub fn scope_weights() -> SqlResult<ScopeWeights> {
    Ok(ScopeWeights::default())
}

/// `gbrain_rank.error_code_patterns`.
pub fn error_code_patterns() -> SqlResult<Rc<ErrorCodePatterns>> {
    Ok(Rc::default())
}
