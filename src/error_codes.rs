//! `error_codes(text)`: the error codes of a text.

use crate::error::SqlResult;
use crate::settings;
use crate::text::Text;
use pgrx::prelude::*;

/// Between two matches of a pattern a search may be cancelled.
pub fn check_for_interrupts() {
    pgrx::check_for_interrupts!();
}

/// The error codes of a text: upper-cased, distinct, in order of appearance.
#[pg_extern(stable, parallel_safe, strict, cost = 1000)]
fn error_codes(text: Text<'_>) -> SqlResult<Vec<String>> {
    let patterns = settings::error_code_patterns()?;
    let found = patterns.find_as_written(&text, &mut check_for_interrupts);
    Ok(found.into_iter().map(|found| found.code).collect())
}

extension_sql!(
    r#"
COMMENT ON FUNCTION gbrain_rank.error_codes(text) IS
'The error codes of a text (ORA-01555, 42P01, ERROR 1062, CVE-2024-3094, ...), upper-cased, distinct, in order of appearance. gbrain_rank.error_code_patterns adds families.';
"#,
    name = "error_codes_comments",
    requires = [error_codes]
);
