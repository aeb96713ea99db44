//! Leaving out the rows that cannot enter the top k, by a condition that the index itself answers.
//!
//! 1. Seed: rank the rows whose terms can add up to a guessed score, about as many as are needed. The
//!    k-th best of them is a score that the answer reaches for certain.
//! 2. Rank the rows whose terms can still reach that score, boosted as much as any row can be. All
//!    others are below it, so the answer is the one that ranking every row gives.
//!
//! When no row outside the seed can reach the k-th score, the seed was the answer.

use gbrain_rank_core::text_rank::{Frequencies, TextRank};
use gbrain_rank_core::threshold::{Formula, TermBound, at_least, need_for_rows};
use gbrain_rank_core::tsquery::TsQuery;

/// Below this many matches one pass over all of them is cheaper than two over fewer.
const MIN_MATCHES: f64 = 2_000.0;

/// Rows of the first seed, for each row of the answer.
const SEED_ROWS: f64 = 20.0;
const MIN_SEED_ROWS: f64 = 400.0;

/// How much larger the second seed is, when the first held too few rows.
const LOOSER: f64 = 16.0;

/// What is known of the terms of a search before its rows are read.
pub struct Narrowing {
    terms: Vec<TermBound>,
    rows: f64,
}

impl Narrowing {
    /// `None` where there is nothing to gain: a single term, or terms without a limit.
    pub fn new(rank: &TextRank, frequencies: &Frequencies) -> Option<Self> {
        let bounds = rank.bounds();
        if bounds.len() < 2 || bounds.iter().any(|bound| !bound.is_finite()) {
            return None;
        }
        let terms = bounds.into_iter().zip(&frequencies.shares);
        let terms = terms.map(|(bound, frequency)| TermBound { bound, frequency: *frequency });
        Some(Self { terms: terms.collect(), rows: frequencies.rows })
    }

    /// The scores to try seeds at, for a phase that matches `query`; none when it is small.
    pub fn seeds(&self, query: &TsQuery, depth: usize) -> Vec<f64> {
        if self.all_terms(query) || self.matches() < MIN_MATCHES {
            return Vec::new();
        }
        let rows = (SEED_ROWS * depth as f64).max(MIN_SEED_ROWS);
        let tries = [rows, rows * LOOSER].into_iter();
        tries.map_while(|rows| need_for_rows(&self.terms, self.rows, rows)).collect()
    }

    /// Rows that hold any term, were terms independent of each other.
    fn matches(&self) -> f64 {
        let without: f64 = self.terms.iter().map(|term| 1.0 - term.frequency).product();
        self.rows * (1.0 - without)
    }

    /// The query for those of its rows that can reach `need`; `None` when none can.
    pub fn narrowed(&self, query: &TsQuery, rank: &TextRank, need: f64) -> Option<TsQuery> {
        match at_least(&self.terms, need) {
            Formula::Always => Some(query.clone()),
            formula => {
                let reaching = formula.to_tsquery(rank.terms())?;
                // A row that reaches holds a term, and that is all an OR of terms asks for.
                let is_any = is_any_of_lexemes(query);
                if is_any { Some(reaching) } else { TsQuery::all([query.clone(), reaching]) }
            }
        }
    }

    /// Whether every match holds every term, so that all of them reach what any can.
    fn all_terms(&self, query: &TsQuery) -> bool {
        matches!(query, TsQuery::And(parts)
            if parts.len() == self.terms.len() && parts.iter().all(is_lexeme))
    }
}

fn is_lexeme(query: &TsQuery) -> bool {
    matches!(query, TsQuery::Lexeme(lexeme) if !lexeme.prefix && lexeme.weights == 0)
}

fn is_any_of_lexemes(query: &TsQuery) -> bool {
    matches!(query, TsQuery::Or(parts) if parts.iter().all(is_lexeme))
}
