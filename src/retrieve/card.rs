//! One row of an answer, and its place.

use std::cmp::Ordering;

use gbrain_rank_core::retrieve::{Layer, Precedence};
use gbrain_rank_core::scope::ScopeRule;

use crate::search::Id;
use crate::search::row_text::KeptText;

/// A row on its way into the answer.
#[derive(Clone)]
pub struct Card {
    pub layer: Layer,
    pub precedence: Precedence,
    pub id: Id,
    pub card_type: Option<String>,
    pub title: Option<String>,
    pub slug: Option<String>,
    /// `ts_rank`; the word similarity of a row that the trigram layer found, 0 of a global one.
    pub text_rank: f64,
    pub text_similarity: f64,
    pub scope_rule: ScopeRule,
    /// The scope keys under which the row is bound, with its values.
    pub bound: Vec<(&'static str, Vec<String>)>,
    /// Microseconds since 2000.
    pub last_seen_at: Option<i64>,
    /// The codes of the question that the row holds, and in which column.
    pub codes: Vec<String>,
    pub matched_by: Vec<&'static str>,
    /// The terms of the question that the row holds, where they are to be explained.
    pub terms: Vec<String>,
    pub body: Option<KeptText>,
}

impl Ord for Card {
    fn cmp(&self, other: &Self) -> Ordering {
        self.precedence.compare(&other.precedence).then_with(|| other.id.cmp(&self.id))
    }
}

impl PartialOrd for Card {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Card {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Card {}
