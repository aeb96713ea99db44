//! Postgres' `ts_rank(weights, vector, query)` for an OR of words, to the last bit.
//!
//! Every addition is done in the width and the order in which the server does it (`float4`, with one
//! division in `float8`), so that a score computed here and one computed by SQL are the same number.

use super::{FieldWeights, TITLE_WEIGHT, Term, distinct};
use crate::tsvector::{Entry, MAX_POSITIONS, TsVector};

/// The limit of 1 + 1/4 + 1/9 + ..., as the server writes it.
const PI_SQUARED_BY_SIX: f64 = 1.64493406685;

/// `ts_rank` prepared for the terms of one query.
#[derive(Debug, Clone)]
pub struct TsRank {
    terms: Vec<Term>,
    weights: FieldWeights,
}

impl TsRank {
    /// Weights are given as `ts_rank` wants them: D, C, B, A.
    pub fn new(terms: impl IntoIterator<Item = Term>, weights: FieldWeights) -> Self {
        Self { terms: distinct(terms), weights }
    }

    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// D, C, B, A.
    pub fn weights(&self) -> FieldWeights {
        self.weights
    }

    /// `ts_rank` without normalisation; 0 for an empty vector or a query without terms.
    pub fn score(&self, vector: &TsVector<'_>) -> f32 {
        let mut sum = 0.0_f32;
        for entry in self.terms.iter().flat_map(|term| term.entries(vector)) {
            sum = (f64::from(sum) + self.occurrences(&entry) / PI_SQUARED_BY_SIX) as f32;
        }
        if self.terms.is_empty() { 0.0 } else { sum / self.terms.len() as f32 }
    }

    /// What the positions of one lexeme are worth: the best of them in full, the others by 1/i².
    fn occurrences(&self, entry: &Entry<'_>) -> f64 {
        let (mut sum, mut best, mut best_divisor) = (0.0_f32, -1.0_f32, 1.0_f32);
        let mut place = 0.0_f32;
        for weight in entry.weights() {
            place += 1.0;
            let (weight, divisor) = (self.weights[weight], place * place);
            sum += weight / divisor;
            if weight > best {
                (best, best_divisor) = (weight, divisor);
            }
        }
        f64::from(best + sum - best / best_divisor)
    }

    /// The most that one term can add, see [`term_bound`].
    pub fn bounds(&self) -> Vec<f64> {
        self.bounds_of(&self.weights)
    }

    /// The same when the term is not in the title: weight A does not occur.
    pub fn body_bounds(&self) -> Vec<f64> {
        self.bounds_of(&self.weights[..TITLE_WEIGHT])
    }

    fn bounds_of(&self, weights: &[f32]) -> Vec<f64> {
        let bound = term_bound(weights) / self.terms.len() as f64;
        let of = |term: &Term| if term.prefix { f64::INFINITY } else { bound };
        self.terms.iter().map(of).collect()
    }
}

/// The exact supremum of one lexeme's worth over all position lists with the given weights.
///
/// The best weight `w1` counts in full wherever it first stands, so the worst case does not put it
/// first: places before it can hold the second best weight `w2`, all places after it `w1` again. With
/// `w1` at place `j + 1` that is `w1 (1 + Z)/Z - ((w1 - w2) H(j) + w1/(j + 1)²)/Z`, where `Z` = π²/6
/// and `H(j)` = 1 + 1/4 + ... + 1/j². There the list is taken as endless, which only raises the bound.
/// With one weight alone it is `w1 H(n)/Z`, where n is the most positions that a lexeme has: a little less
/// than `w1`, which is what four words of a body come to against a threshold of 0.10.
pub fn term_bound(weights: &[f32]) -> f64 {
    let mut sorted: Vec<f64> = weights.iter().map(|weight| f64::from(*weight)).collect();
    sorted.sort_by(|a, b| b.total_cmp(a));
    sorted.dedup();
    let first = sorted.first().copied().unwrap_or(0.0).max(0.0);
    let (mut best, mut sum) = (0.0_f64, 0.0_f64);
    // Where all weights are equal the first place is the best one, and the worth is that of a full list.
    let Some(second) = sorted.get(1).map(|weight| weight.max(0.0)) else {
        let full: f64 = (1..=MAX_POSITIONS).map(|place| 1.0 / (place * place) as f64).sum();
        return first * full / PI_SQUARED_BY_SIX;
    };
    for place in 1..=MAX_POSITIONS {
        let square = (place * place) as f64;
        // With w1 first (sum = 0), or behind `place - 1` positions of w2.
        let bound = first * (1.0 + PI_SQUARED_BY_SIX) - (first - second) * sum - first / square;
        best = best.max(bound / PI_SQUARED_BY_SIX);
        sum += 1.0 / square;
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text_rank::DEFAULT_FIELD_WEIGHTS;
    use crate::tsvector::testing::tsvector;
    use proptest::prelude::*;

    fn rank(terms: &[&str], lexemes: &[(&str, &[u8])]) -> f32 {
        let bytes = tsvector(lexemes);
        let vector = TsVector::new(&bytes).unwrap();
        TsRank::new(terms.iter().map(|term| Term::word(*term)), DEFAULT_FIELD_WEIGHTS)
            .score(&vector)
    }

    #[test]
    fn equals_what_the_server_says() {
        // ts_rank('foo:1', 'foo'), ts_rank('foo:1A', 'foo'), ts_rank('foo:1A', 'foo|bar')
        assert_eq!(rank(&["foo"], &[("foo", &[0])]), 0.060_792_71);
        assert_eq!(rank(&["foo"], &[("foo", &[3])]), 0.607_927_1);
        assert_eq!(rank(&["foo", "bar"], &[("foo", &[3])]), 0.303_963_55);
        assert_eq!(rank(&["bar"], &[("foo", &[3])]), 0.0);
        assert_eq!(rank(&["foo"], &[("foo", &[])]), 0.060_792_71);
    }

    #[test]
    fn the_best_place_is_not_the_first() {
        // One B before eleven A: worth more than the weight of A alone.
        let lexemes: &[(&str, &[u8])] = &[("foo", &[2, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3])];
        assert!((rank(&["foo"], lexemes) - 1.042_6).abs() < 1e-4);
    }

    #[test]
    fn bounds_by_hand() {
        // One weight only, at 256 places: w1 H(256)/Z, where H(256) is Z - 1/256 + 1/(2 x 256²), nearly.
        let full = 1.0 - (1.0 / 256.0 - 0.5 / 65_536.0) / 1.644_934_066_85;
        assert!((term_bound(&[0.4, 0.4, 0.4]) - f64::from(0.4f32) * full).abs() < 1e-6);
        // Two that hardly differ: w1 in full at a late place, so nearly w1 (1 + Z)/Z.
        assert!((term_bound(&[0.999_999, 1.0]) - 1.607_9).abs() < 1e-3);
        // Default weights: w2 = 0.4 before w1 = 1: (1 + Z - 0.6 - 1/4)/Z.
        assert!((term_bound(&DEFAULT_FIELD_WEIGHTS) - 1.091_2).abs() < 1e-3);
        assert_eq!(term_bound(&[0.0; 4]), 0.0);
        let rank = TsRank::new([Term::word("a"), Term::prefix("b")], DEFAULT_FIELD_WEIGHTS);
        assert_eq!(rank.bounds()[1], f64::INFINITY);
    }

    proptest! {
        #[test]
        fn no_vector_exceeds_the_bound(
            positions in proptest::collection::vec(0u8..4, 1..256),
            weights in proptest::array::uniform4(0.0f32..1.0),
        ) {
            let bytes = tsvector(&[("foo", &positions)]);
            let vector = TsVector::new(&bytes).unwrap();
            let rank = TsRank::new([Term::word("foo")], weights);
            prop_assert!(f64::from(rank.score(&vector)) <= rank.bounds()[0] * (1.0 + 1e-6));
            if !positions.contains(&3) {
                prop_assert!(f64::from(rank.score(&vector)) <= rank.body_bounds()[0] * (1.0 + 1e-6));
            }
        }

        #[test]
        fn the_bound_is_reached(weights in proptest::array::uniform4(0.0f32..1.0)) {
            // Somewhere among "j times w2, then w1 to the end" lies the supremum.
            let mut order = [0usize, 1, 2, 3];
            order.sort_by(|a, b| weights[*b].total_cmp(&weights[*a]));
            let rank = TsRank::new([Term::word("foo")], weights);
            let best = (0..255).map(|j| {
                let positions: Vec<u8> = (0..255).map(|i| order[usize::from(i < j)] as u8).collect();
                let bytes = tsvector(&[("foo", &positions)]);
                f64::from(rank.score(&TsVector::new(&bytes).unwrap()))
            }).fold(0.0, f64::max);
            // 255 positions against an endless list.
            prop_assert!(best >= rank.bounds()[0] * 0.99);
        }
    }
}
