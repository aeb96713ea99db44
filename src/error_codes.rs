//! `error_codes(text)`: the error codes of a text.

use crate::error::SqlResult;
use crate::settings;
use crate::text::Text;
use pgrx::prelude::*;

/// The error codes of a text: upper-cased, distinct, in order of appearance.
#[pg_extern(stable, parallel_safe, strict, cost = 1000)]
fn error_codes(text: Text<'_>) -> SqlResult<Vec<String>> {
    Ok(settings::error_code_patterns()?.find(&text))
}

extension_sql!(
    r#"
COMMENT ON FUNCTION gbrain_rank.error_codes(text) IS
'The error codes of a text (ORA-01555, 42P01, ERROR 1062, CVE-2024-3094, ...), upper-cased, distinct, in order of appearance. gbrain_rank.error_code_patterns adds families.';
"#,
    name = "error_codes_comments",
    requires = [error_codes]
);
