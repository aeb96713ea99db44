//! Leaving out the rows that cannot enter the top k, by a condition that the index itself answers.
//!
//! 1. Seed: rank the rows whose terms can add up to a guessed score, about as many as are needed. The
//!    k-th best of them is a score that the answer reaches for certain.
//! 2. Rank the rows whose terms can still reach that score with their boost. All others are below it,
//!    so the answer is the one that ranking every row gives. What a boost is the index does not know,
//!    so rows are read in bands of boosts: the higher the boost, the less the terms must add up to.
//!
//! When no row outside the seed can reach the k-th score, the seed was the answer.

use gbrain_rank_core::text_rank::{Frequencies, TextRank};
use gbrain_rank_core::threshold::{Formula, TermBound, at_least, need_for_rows};
use gbrain_rank_core::tsquery::TsQuery;

/// Below this many matches one pass over all of them is cheaper than two over fewer.
const MIN_MATCHES: f64 = 1_000.0;

/// Rows of the first seed, for each row of the answer.
const SEED_ROWS: f64 = 20.0;
const MIN_SEED_ROWS: f64 = 400.0;

/// How much larger the second seed is, when the first held too few rows.
const LOOSER: f64 = 16.0;

/// A seed that has so many times more rows than asked for is none: the terms hardly differ.
const MAX_SEED: f64 = 8.0;

/// Bands of boosts that rows are read in, and the least matches for which several scans pay.
const BANDS: i32 = 4;
const MIN_MATCHES_FOR_BANDS: f64 = 3_000.0;

/// A range of boosts.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Boosts {
    pub above: f64,
    /// Included.
    pub up_to: f64,
}

impl Boosts {
    pub const ANY: Self = Self { above: 0.0, up_to: f64::INFINITY };

    pub fn hold(self, boost: f64) -> bool {
        self.above < boost && boost <= self.up_to
    }
}

/// A scan for the rows of a query with these boosts.
pub struct Band {
    pub query: TsQuery,
    pub boosts: Boosts,
}

impl Band {
    /// One scan for all boosts.
    pub fn all(query: TsQuery) -> Self {
        Self { query, boosts: Boosts::ANY }
    }
}

/// The bands still to be read, lowest boosts first.
pub struct Bands<'a> {
    narrowing: &'a Narrowing,
    query: &'a TsQuery,
    rank: &'a TextRank,
    most_boost: f64,
    count: i32,
    done: i32,
}

impl Bands<'_> {
    /// The next scan for rows that can score `least`.
    pub fn next(&mut self, least: f64) -> Option<Band> {
        while self.done < self.count {
            let above = self.bound(self.done);
            self.done += 1;
            let Some(query) = self.narrowed(least) else { continue };
            // Bands that read the same rows are read together.
            while self.done < self.count {
                self.done += 1;
                if self.narrowed(least).as_ref() != Some(&query) {
                    self.done -= 1;
                    break;
                }
            }
            return Some(Band { query, boosts: Boosts { above, up_to: self.bound(self.done) } });
        }
        None
    }

    /// The rows that can score `least` with the greatest boost of the band that is done.
    fn narrowed(&self, least: f64) -> Option<TsQuery> {
        let boost = self.bound(self.done).min(self.most_boost);
        self.narrowing.narrowed(self.query, self.rank, least / boost)
    }

    /// The upper end of a band; the last one is open.
    fn bound(&self, band: i32) -> f64 {
        match band {
            0 => 0.0,
            last if last == self.count => f64::INFINITY,
            _ => self.most_boost.powf(f64::from(band) / f64::from(self.count)),
        }
    }
}

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
        let guess = |rows| {
            need_for_rows(&self.terms, self.rows, rows)
                .filter(|guess| guess.rows <= MAX_SEED * rows)
                .map(|guess| guess.need)
        };
        [rows, rows * LOOSER].into_iter().map_while(guess).collect()
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

    /// The scans for all rows of `query` that can score what is needed, were no row boosted by more
    /// than `most_boost`.
    pub fn bands<'a>(
        &'a self,
        query: &'a TsQuery,
        rank: &'a TextRank,
        most_boost: f64,
    ) -> Bands<'a> {
        let count = if self.matches() < MIN_MATCHES_FOR_BANDS { 1 } else { BANDS };
        Bands { narrowing: self, query, rank, most_boost, count, done: 0 }
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
