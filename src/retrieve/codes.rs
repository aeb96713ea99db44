//! The exact layer's condition: a code of the question among a row's codes.

use gbrain_rank_core::error_codes::spellings;
use serde_json::json;

use super::plan::Plan;
use crate::jsonb::{Jsonb, jsonb_datum};
use crate::search::{MatchBy, Row, Select, Statement};
use crate::source::Role;
use pgrx::pg_sys;

/// The key of context_tags under which a card may name its code.
const TAG: &str = "error_code";

/// Behind row security each pattern is a condition of its own, and the planner weighs each: more of
/// them than this would take longer to plan than to run.
const MAX_GUARDED_PATTERNS: usize = 64;

/// The condition; `None` where the source has no place for codes.
///
/// Codes are upper-cased in create_memory's column. Other writers, and context_tags, keep theirs as they
/// found them, so every letter case is looked up: an index does not ignore case.
pub fn condition(plan: &Plan, statement: &mut Statement) -> Option<String> {
    let spelled: Vec<Vec<String>> = plan.codes.iter().map(|code| spellings(code)).collect();
    let mut any = Vec::new();
    if let Some(column) = plan.source.sql(Role::ErrorCodes) {
        let codes = statement.bind(spelled.concat());
        any.push(plan.match_by.overlap(column, &codes));
    }
    if let Some(column) = plan.source.sql(Role::ContextTags) {
        any.push(match plan.match_by {
            MatchBy::Operator => {
                let patterns = spelled.iter().flatten().flat_map(|code| patterns(code));
                let patterns: Vec<pg_sys::Datum> =
                    patterns.filter_map(|pattern| jsonb_datum(&pattern)).collect();
                let patterns = statement.bind_array(&patterns, pg_sys::JSONBOID);
                format!("{column} OPERATOR(pg_catalog.@>) ANY ({patterns})")
            }
            // One call for each: the planner's support functions know no arrays of patterns.
            MatchBy::Leakproof => {
                let calls: Vec<String> = guarded_patterns(&spelled)
                    .filter_map(|pattern| jsonb_datum(&pattern))
                    .map(|pattern| {
                        let pattern = statement.bind_datum(Some(pattern), pg_sys::JSONBOID);
                        format!("gbrain_rank.matches({column}, {pattern})")
                    })
                    .collect();
                calls.join(" OR ")
            }
        });
    }
    (!any.is_empty()).then(|| format!("({})", any.join(" OR ")))
}

/// What context_tags contain that name the code, alone or in a list. A code of digits may be a number.
fn patterns(code: &str) -> impl Iterator<Item = String> {
    let number = code.parse::<u32>().ok().filter(|number| number.to_string() == code);
    let values = [Some(json!(code)), number.map(|number| json!(number))];
    values
        .into_iter()
        .flatten()
        .flat_map(|value| [json!({ TAG: value }).to_string(), json!({ TAG: [value] }).to_string()])
}

/// As many patterns as may be: of every code the upper and the lower case first.
fn guarded_patterns(spelled: &[Vec<String>]) -> impl Iterator<Item = String> {
    let likely = spelled.iter().flat_map(|spellings| {
        let first = spellings.first();
        first.into_iter().chain(spellings.last().filter(|last| Some(*last) != first))
    });
    let others = spelled.iter().flat_map(|spellings| {
        let others = spellings.get(1..spellings.len().saturating_sub(1));
        others.unwrap_or_default()
    });
    likely.chain(others).flat_map(|code| patterns(code)).take(MAX_GUARDED_PATTERNS)
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
