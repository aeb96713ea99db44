//! BM25 with document frequencies from the statistics that ANALYZE keeps.
//!
//! ```text
//! score  = Σ idf(t) · tf(t) (k1 + 1) / (tf(t) + k1 (1 - b + b · length / average))
//! idf(t) = ln(1 + (N - n + 0.5) / (n + 0.5)), n = p · N
//! tf(t)  = sum of the field weights of the lexeme's positions
//! length = number of lexemes of the row
//! ```

use super::{FieldWeights, TITLE_WEIGHT, Term, distinct};
use crate::prominent::ORDINARY_POSITIONS;
use crate::tsvector::{MAX_POSITIONS, TsVector};

/// What an operator can set: `gbrain_rank.bm25_k1`, `bm25_b` and `field_weights`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bm25Parameters {
    /// How fast repeated occurrences stop to count.
    pub k1: f64,
    /// How much a long row is held against it, 0 to 1.
    pub b: f64,
    /// D, C, B, A.
    pub field_weights: FieldWeights,
}

impl Default for Bm25Parameters {
    fn default() -> Self {
        Self { k1: 0.9, b: 0.4, field_weights: [0.4, 0.4, 0.4, 1.0] }
    }
}

/// How rare a lexeme is that stands in the share `frequency` of `rows` rows: never negative, and
/// above 0 even for a word of every row.
pub fn inverse_document_frequency(frequency: f64, rows: f64) -> f64 {
    let rows = rows.max(1.0);
    let holding = frequency.clamp(0.0, 1.0) * rows;
    ((rows - holding + 0.5) / (holding + 0.5)).ln_1p()
}

/// BM25 prepared for the terms of one query.
#[derive(Debug, Clone)]
pub struct Bm25 {
    terms: Vec<Term>,
    idf: Vec<f64>,
    average_length: f64,
    parameters: Bm25Parameters,
    /// The field weights as they were written: 0.4 and not 0.4000000059604645.
    weights: [f64; 4],
}

/// The decimal number that a `float4` was read from.
fn as_written(weight: f32) -> f64 {
    weight.to_string().parse().unwrap_or(f64::from(weight))
}

/// What one term adds to one row, for `explain`.
#[derive(Debug, Clone, PartialEq)]
pub struct TermScore<'t> {
    pub term: &'t Term,
    pub idf: f64,
    pub tf: f64,
    pub score: f64,
}

impl Bm25 {
    /// `idf` gives the inverse document frequency of a term: 1 where nothing is known. An average
    /// length that is not above 0 is unknown too: then every row has the average length.
    pub fn new(
        terms: impl IntoIterator<Item = Term>,
        idf: impl Fn(&Term) -> f64,
        average_length: f64,
        parameters: Bm25Parameters,
    ) -> Self {
        let terms = distinct(terms);
        let idf = terms.iter().map(|term| idf(term).max(0.0)).collect();
        let weights = parameters.field_weights.map(as_written);
        Self { terms, idf, average_length, parameters, weights }
    }

    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// The inverse document frequencies, in the order of [`terms`](Self::terms).
    pub fn idf(&self) -> &[f64] {
        &self.idf
    }

    pub fn parameters(&self) -> Bm25Parameters {
        self.parameters
    }

    /// The average number of lexemes of a row; `None` where it is unknown, and every row counts as
    /// one of average length.
    pub fn average_length(&self) -> Option<f64> {
        (self.average_length > 0.0).then_some(self.average_length)
    }

    pub fn score(&self, vector: &TsVector<'_>) -> f64 {
        let damping = self.damping(vector);
        self.terms
            .iter()
            .zip(&self.idf)
            .map(|(term, idf)| self.term_score(self.tf(term, vector), *idf, damping))
            .sum()
    }

    /// The parts of [`score`](Self::score), one for each term, also for those the row does not hold.
    pub fn explain(&self, vector: &TsVector<'_>) -> Vec<TermScore<'_>> {
        let damping = self.damping(vector);
        let explained = self.terms.iter().zip(&self.idf).map(|(term, idf)| {
            let tf = self.tf(term, vector);
            TermScore { term, idf: *idf, tf, score: self.term_score(tf, *idf, damping) }
        });
        explained.collect()
    }

    /// The weighted number of occurrences: positions of all lexemes that the term stands for.
    fn tf(&self, term: &Term, vector: &TsVector<'_>) -> f64 {
        let weights = term.entries(vector).flat_map(|entry| entry.weights());
        weights.map(|weight| self.weights[weight]).sum()
    }

    fn term_score(&self, tf: f64, idf: f64, damping: f64) -> f64 {
        if tf > 0.0 { idf * tf * (self.parameters.k1 + 1.0) / (tf + damping) } else { 0.0 }
    }

    fn damping(&self, vector: &TsVector<'_>) -> f64 {
        self.damping_at(vector.len() as f64)
    }

    /// k1 (1 - b + b · length / average): what tf is weighed against in a row of this length.
    fn damping_at(&self, length: f64) -> f64 {
        let Bm25Parameters { k1, b, .. } = self.parameters;
        let relative = if self.average_length > 0.0 { length / self.average_length } else { 1.0 };
        k1 * (1.0 - b + b * relative)
    }

    /// The most that each term can add: 256 positions of the heaviest weight in the shortest row.
    pub fn bounds(&self) -> Vec<f64> {
        self.bounds_of(&self.weights)
    }

    /// The same when the terms are not in the title: weight A does not occur.
    pub fn body_bounds(&self) -> Vec<f64> {
        self.bounds_of(&self.weights[..TITLE_WEIGHT])
    }

    /// The same when the terms are not prominent: they stand twice at most, and not in the title.
    pub fn ordinary_bounds(&self) -> Vec<f64> {
        self.bounds_within(&self.weights[..TITLE_WEIGHT], ORDINARY_POSITIONS)
    }

    fn bounds_of(&self, weights: &[f64]) -> Vec<f64> {
        self.bounds_within(weights, MAX_POSITIONS)
    }

    fn bounds_within(&self, weights: &[f64], positions: usize) -> Vec<f64> {
        let heaviest = weights.iter().copied().fold(0.0, f64::max);
        let tf = heaviest * positions as f64;
        let damping = self.damping_at(1.0);
        let bound = |(term, idf): (&Term, &f64)| {
            // A prefix term can add up the positions of any number of lexemes.
            let tf = if term.prefix { f64::INFINITY } else { tf };
            let share = if tf.is_infinite() { 1.0 } else { tf / (tf + damping) };
            if tf > 0.0 { idf * (self.parameters.k1 + 1.0) * share } else { 0.0 }
        };
        self.terms.iter().zip(&self.idf).map(bound).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tsvector::testing::tsvector;
    use proptest::prelude::*;

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn idf_by_hand() {
        // 1000 rows, 10 hold the word: ln(1 + 990.5/10.5).
        assert!(near(inverse_document_frequency(0.01, 1000.0), (1.0f64 + 990.5 / 10.5).ln()));
        assert!(inverse_document_frequency(1.0, 1000.0) > 0.0, "a word of every row still counts");
        assert!(inverse_document_frequency(2.0, 0.0).is_finite());
    }

    #[test]
    fn scores_by_hand() {
        // Title and two body positions: tf = 1 + 0.8; three lexemes where the average is 6.
        let bytes = tsvector(&[("acme", &[3, 1, 1]), ("deal", &[0]), ("x", &[0])]);
        let vector = TsVector::new(&bytes).unwrap();
        let terms = [Term::word("acme"), Term::word("zebra")];
        let rank = Bm25::new(terms, |_| 2.0, 6.0, Bm25Parameters::default());
        let tf = 1.0 + 2.0 * 0.4;
        let expected = 2.0 * tf * 1.9 / (tf + 0.9 * (0.6 + 0.4 * 0.5));
        assert!(near(rank.score(&vector), expected));
        let parts = rank.explain(&vector);
        assert!(near(parts[0].tf, tf) && near(parts[0].score, expected));
        assert_eq!((parts[1].tf, parts[1].score), (0.0, 0.0));
    }

    #[test]
    fn an_unknown_average_is_neutral() {
        let bytes = tsvector(&[("acme", &[3])]);
        let vector = TsVector::new(&bytes).unwrap();
        let rank = Bm25::new([Term::word("acme")], |_| 1.0, 0.0, Bm25Parameters::default());
        assert!(near(rank.score(&vector), 1.9 / 1.9));
    }

    proptest! {
        #[test]
        fn no_vector_exceeds_the_bound(
            positions in proptest::collection::vec(0u8..4, 1..256),
            average in 0.0f64..200.0, idf in 0.0f64..10.0,
        ) {
            let bytes = tsvector(&[("foo", &positions)]);
            let vector = TsVector::new(&bytes).unwrap();
            let rank = Bm25::new([Term::word("foo")], |_| idf, average, Bm25Parameters::default());
            let slack = 1.0 + 1e-9;
            prop_assert!(rank.score(&vector) <= rank.bounds()[0] * slack);
            if !positions.contains(&3) {
                prop_assert!(rank.score(&vector) <= rank.body_bounds()[0] * slack);
            }
        }
    }
}
