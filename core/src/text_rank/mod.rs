//! The text score of a row: what its tsvector says about the terms that were asked for.
//!
//! Both ways of ranking read the query as the OR of its distinct positive lexemes, are prepared once
//! per search and then score tsvectors. Both can also say, for each term, the most that it can ever
//! add: that is what [`crate::threshold`] turns into a condition for the index.

pub mod any_query;
pub mod bm25;
pub mod frequencies;
pub mod reach;
pub mod ts_rank;

pub use any_query::{AnyQuery, Ranker};
pub use bm25::{Bm25, Bm25Parameters, inverse_document_frequency};
pub use frequencies::{Frequencies, Sample};
pub use reach::Reach;
pub use ts_rank::TsRank;

use crate::tsquery::{Lexeme, TsQuery};
use crate::tsvector::{Entry, TsVector};

/// Weights of positions in Postgres' order: D, C, B, A.
pub type FieldWeights = [f32; 4];

/// The weights `ts_rank` uses when none are given.
pub const DEFAULT_FIELD_WEIGHTS: FieldWeights = [0.1, 0.2, 0.4, 1.0];

/// The weight index of A, where titles are.
pub const TITLE_WEIGHT: usize = 3;

/// One operand of the query.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Term {
    pub lexeme: String,
    /// `lexeme:*`: everything that begins with it.
    pub prefix: bool,
}

impl Term {
    pub fn word(lexeme: impl Into<String>) -> Self {
        Self { lexeme: lexeme.into(), prefix: false }
    }

    pub fn prefix(lexeme: impl Into<String>) -> Self {
        Self { lexeme: lexeme.into(), prefix: true }
    }

    /// The term as a query of its own.
    pub fn to_tsquery(&self) -> TsQuery {
        TsQuery::Lexeme(Lexeme { text: self.lexeme.clone(), weights: 0, prefix: self.prefix })
    }

    /// The entries of a vector that this term stands for, in the vector's order.
    pub fn entries<'v>(&self, vector: &TsVector<'v>) -> impl Iterator<Item = Entry<'v>> + use<'v> {
        let word = if self.prefix { None } else { vector.find(self.lexeme.as_bytes()) };
        let range = if self.prefix { vector.prefix_range(self.lexeme.as_bytes()) } else { 0..0 };
        let vector = *vector;
        word.into_iter().chain(range.map_while(move |index| vector.get(index)))
    }

    /// Whether the vector holds the term.
    pub fn matches(&self, vector: &TsVector<'_>) -> bool {
        if self.prefix {
            !vector.prefix_range(self.lexeme.as_bytes()).is_empty()
        } else {
            vector.contains(self.lexeme.as_bytes())
        }
    }
}

impl From<&Lexeme> for Term {
    /// The weights asked for with a lexeme (`foo:A`) decide what matches, never how it is ranked.
    fn from(lexeme: &Lexeme) -> Self {
        Self { lexeme: lexeme.text.clone(), prefix: lexeme.prefix }
    }
}

/// Sorts terms as Postgres does before ranking and leaves one of each lexeme: the first given, since
/// `ts_rank` does not tell `foo` from `foo:*` there.
pub fn distinct(terms: impl IntoIterator<Item = Term>) -> Vec<Term> {
    let mut terms: Vec<Term> = terms.into_iter().collect();
    terms.sort_by(|a, b| a.lexeme.cmp(&b.lexeme));
    terms.dedup_by(|later, first| later.lexeme == first.lexeme);
    terms
}

/// A way to rank, prepared for one query (`gbrain_rank.text_rank`).
#[derive(Debug, Clone)]
pub enum TextRank {
    TsRank(TsRank),
    Bm25(Bm25),
}

impl TextRank {
    /// The text score of one row: never negative, 0 when no term is there.
    pub fn score(&self, vector: &TsVector<'_>) -> f64 {
        match self {
            Self::TsRank(rank) => f64::from(rank.score(vector)),
            Self::Bm25(rank) => rank.score(vector),
        }
    }

    /// The distinct terms, in the order of [`bounds`](Self::bounds).
    pub fn terms(&self) -> &[Term] {
        match self {
            Self::TsRank(rank) => rank.terms(),
            Self::Bm25(rank) => rank.terms(),
        }
    }

    /// For each term the most that it can add to a score; infinite where there is no limit (prefix
    /// terms under `ts_rank`).
    pub fn bounds(&self) -> Vec<f64> {
        match self {
            Self::TsRank(rank) => rank.bounds(),
            Self::Bm25(rank) => rank.bounds(),
        }
    }

    /// As [`bounds`](Self::bounds), for a row that has none of these terms at weight A (in its title).
    pub fn body_bounds(&self) -> Vec<f64> {
        match self {
            Self::TsRank(rank) => rank.body_bounds(),
            Self::Bm25(rank) => rank.body_bounds(),
        }
    }

    /// As [`bounds`](Self::bounds), for a row in which none of these terms is
    /// [prominent](crate::prominent); `None` where that is not told.
    pub fn ordinary_bounds(&self) -> Option<Vec<f64>> {
        match self {
            Self::TsRank(_) => None,
            Self::Bm25(rank) => Some(rank.ordinary_bounds()),
        }
    }

    /// The lexemes of the query that a row holds, in the order of [`terms`](Self::terms).
    pub fn matched<'t>(&'t self, vector: &TsVector<'_>) -> Vec<&'t Term> {
        self.terms().iter().filter(|term| term.matches(vector)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tsvector::testing::tsvector;

    #[test]
    fn terms_are_sorted_and_distinct() {
        let terms =
            distinct([Term::word("b"), Term::prefix("a"), Term::word("b"), Term::word("a")]);
        assert_eq!(terms, [Term::prefix("a"), Term::word("b")]);
    }

    #[test]
    fn a_prefix_term_stands_for_all_it_begins() {
        let bytes = tsvector(&[("car", &[0]), ("cart", &[3]), ("cat", &[1])]);
        let vector = TsVector::new(&bytes).unwrap();
        let lexemes: Vec<_> =
            Term::prefix("car").entries(&vector).map(|entry| entry.lexeme).collect();
        assert_eq!(lexemes, [&b"car"[..], b"cart"]);
        assert!(!Term::word("ca").matches(&vector));
        assert!(Term::prefix("ca").matches(&vector));
    }

    #[test]
    fn matched_terms_are_those_of_the_row() {
        let rank = TextRank::TsRank(TsRank::new(
            [Term::word("x"), Term::word("y")],
            DEFAULT_FIELD_WEIGHTS,
        ));
        let bytes = tsvector(&[("y", &[0])]);
        let vector = TsVector::new(&bytes).unwrap();
        assert_eq!(rank.matched(&vector), [&Term::word("y")]);
    }
}
