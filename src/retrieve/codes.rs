//! The exact layer's conditions: a code of the question among a row's codes.

use std::collections::HashSet;

use gbrain_rank_core::error_codes::spellings;
use serde_json::json;

use super::plan::Plan;
use crate::jsonb::{Jsonb, jsonb_datum};
use crate::search::{MatchBy, Row, Select, Statement};
use crate::source::Role;
use pgrx::pg_sys;

/// The key of context_tags under which a card may name its code.
const TAG: &str = "error_code";

/// Behind row security each pattern is a condition of its own, and the planner weighs each: with more
/// of them in one statement it would take longer to plan than to run.
const MAX_GUARDED_PATTERNS: usize = 64;

/// What one statement looks up.
pub struct LookUp {
    /// Spellings in error_codes; `None` where they are not looked up.
    codes: Option<Vec<String>>,
    /// Patterns of context_tags.
    patterns: Vec<String>,
}

/// The look-ups that find every row that holds a code of the question, one of them where nothing is
/// guarded. None where the source has no place for codes.
///
/// Codes are upper-cased in create_memory's column. Other writers, and context_tags, keep theirs as they
/// found them, so every letter case is looked up, and that of the question: an index does not ignore case.
pub fn look_ups(plan: &Plan) -> Vec<LookUp> {
    let mut spelled: Vec<String> = plan.codes.iter().flat_map(|code| spellings(code)).collect();
    let known: HashSet<&str> = spelled.iter().map(String::as_str).collect();
    let written = plan.written_codes.iter().filter(|written| !known.contains(written.as_str()));
    let written: Vec<String> = written.cloned().collect();
    spelled.extend(written);
    let patterns: Vec<String> = match plan.source.sql(Role::ContextTags) {
        Some(_) => spelled.iter().flat_map(|code| patterns(code)).collect(),
        None => Vec::new(),
    };
    let at_once = match plan.match_by {
        MatchBy::Operator => patterns.len().max(1),
        MatchBy::Leakproof => MAX_GUARDED_PATTERNS,
    };
    let mut parts = patterns.chunks(at_once).map(<[String]>::to_vec);
    let mut all = Vec::new();
    if plan.source.sql(Role::ErrorCodes).is_some() {
        all.push(LookUp { codes: Some(spelled), patterns: parts.next().unwrap_or_default() });
    }
    all.extend(parts.map(|patterns| LookUp { codes: None, patterns }));
    all
}

impl LookUp {
    /// The condition of the statement.
    pub fn condition(&self, plan: &Plan, statement: &mut Statement) -> String {
        let mut any = Vec::new();
        if let (Some(column), Some(codes)) = (plan.source.sql(Role::ErrorCodes), &self.codes) {
            let codes = statement.bind(codes.clone());
            any.push(plan.match_by.overlap(column, &codes));
        }
        let patterns: Vec<pg_sys::Datum> =
            self.patterns.iter().filter_map(|pattern| jsonb_datum(pattern)).collect();
        if let (Some(column), false) = (plan.source.sql(Role::ContextTags), patterns.is_empty()) {
            match plan.match_by {
                MatchBy::Operator => {
                    let patterns = statement.bind_array(&patterns, pg_sys::JSONBOID);
                    any.push(format!("{column} OPERATOR(pg_catalog.@>) ANY ({patterns})"));
                }
                // One call for each: the planner's support functions know no arrays of patterns.
                MatchBy::Leakproof => any.extend(patterns.into_iter().map(|pattern| {
                    let pattern = statement.bind_datum(Some(pattern), pg_sys::JSONBOID);
                    format!("gbrain_rank.matches({column}, {pattern})")
                })),
            }
        }
        format!("({})", any.join(" OR "))
    }
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

/// The codes of the question that a row holds, and the columns that hold them.
pub fn held(plan: &Plan, select: &Select, row: &Row<'_>) -> (Vec<String>, Vec<&'static str>) {
    let column: Vec<Option<String>> = select.get(row, Role::ErrorCodes).unwrap_or_default();
    let column: HashSet<String> =
        column.iter().flatten().map(|code| code.to_ascii_uppercase()).collect();
    let tags = select.get::<Jsonb<'_>>(row, Role::ContextTags);
    let tags = tags.map(|tags| tags.scalars(TAG)).unwrap_or_default();
    let tags: HashSet<String> =
        tags.iter().map(|tag| without_fraction(tag).to_ascii_uppercase()).collect();
    let codes: Vec<String> = plan
        .codes
        .iter()
        .filter(|code| column.contains(*code) || tags.contains(*code))
        .cloned()
        .collect();
    let mut matched_by = Vec::new();
    if codes.iter().any(|code| column.contains(code)) {
        matched_by.push("error_codes");
    }
    if codes.iter().any(|code| tags.contains(code)) {
        matched_by.push("context_tags");
    }
    (codes, matched_by)
}

/// A number such as 23505.0 is the number 23505, for an index too.
fn without_fraction(tag: &str) -> &str {
    match tag.split_once('.') {
        Some((whole, zeros)) if zeros.bytes().all(|byte| byte == b'0') => whole,
        _ => tag,
    }
}
