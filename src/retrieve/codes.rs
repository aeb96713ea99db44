//! The exact layer's condition: a code of the question among a row's codes.

use serde_json::json;

use super::plan::Plan;
use crate::jsonb::Jsonb;
use crate::search::{MatchBy, Row, Select, Statement};
use crate::source::Role;

/// The key of context_tags under which a card may name its code.
const TAG: &str = "error_code";

/// Behind row security each spelling is a condition of its own, and the planner weighs each: more of
/// them than this would take longer to plan than to run.
const MAX_GUARDED_PATTERNS: usize = 64;

/// The condition; `None` where the source has no place for codes.
///
/// Codes are upper-cased in create_memory's tables. Other writers keep theirs as they found them, so
/// the lower-case form is looked up as well: an index does not ignore case.
pub fn condition(plan: &Plan, statement: &mut Statement) -> Option<String> {
    let mut spellings: Vec<String> =
        plan.codes.iter().flat_map(|code| [code.clone(), code.to_lowercase()]).collect();
    // The two forms of a code without letters are one.
    spellings.dedup();
    let mut any = Vec::new();
    if let Some(column) = plan.source.sql(Role::ErrorCodes) {
        let codes = statement.bind(spellings.clone());
        any.push(plan.match_by.overlap(column, &codes));
    }
    if let Some(column) = plan.source.sql(Role::ContextTags) {
        let patterns: Vec<String> = spellings
            .iter()
            .flat_map(|code| [json!({ TAG: code }).to_string(), json!({ TAG: [code] }).to_string()])
            .collect();
        any.push(match plan.match_by {
            MatchBy::Operator => {
                let patterns = statement.bind(patterns);
                format!("{column} OPERATOR(pg_catalog.@>) ANY ({patterns}::pg_catalog.jsonb[])")
            }
            // One call for each: the planner's support functions know no arrays of patterns.
            MatchBy::Leakproof => {
                let calls: Vec<String> = patterns
                    .into_iter()
                    .take(MAX_GUARDED_PATTERNS)
                    .map(|pattern| {
                        let pattern = statement.bind(pattern);
                        format!("gbrain_rank.matches({column}, {pattern}::pg_catalog.jsonb)")
                    })
                    .collect();
                calls.join(" OR ")
            }
        });
    }
    (!any.is_empty()).then(|| format!("({})", any.join(" OR ")))
}

/// The codes of the question that a row holds, and the columns that hold them.
pub fn held(plan: &Plan, select: &Select, row: &Row<'_>) -> (Vec<String>, Vec<&'static str>) {
    let column: Vec<Option<String>> = select.get(row, Role::ErrorCodes).unwrap_or_default();
    let tags = select.get::<Jsonb<'_>>(row, Role::ContextTags);
    let tags = tags.map(|tags| tags.scalars(TAG)).unwrap_or_default();
    let in_column =
        |code: &str| column.iter().flatten().any(|held| held.eq_ignore_ascii_case(code));
    let in_tags = |code: &str| tags.iter().any(|held| held.eq_ignore_ascii_case(code));
    let codes: Vec<String> =
        plan.codes.iter().filter(|code| in_column(code) || in_tags(code)).cloned().collect();
    let mut matched_by = Vec::new();
    if codes.iter().any(|code| in_column(code)) {
        matched_by.push("error_codes");
    }
    if codes.iter().any(|code| in_tags(code)) {
        matched_by.push("context_tags");
    }
    (codes, matched_by)
}
