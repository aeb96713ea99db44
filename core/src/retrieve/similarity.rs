//! How well a card's text answers the question: one scale for a word and for a pasted log.

use crate::text_rank::{FieldWeights, Term, TsRank};
use crate::tsvector::TsVector;

/// Weights of positions, D to A. An unweighted vector (all D) has the weight of a body, so that its
/// rows can reach the threshold too.
pub const FIELD_WEIGHTS: FieldWeights = [0.4, 0.4, 0.4, 1.0];

/// `ts_rank` divides by the number of terms. Up to this many that is what is wanted; a log of two
/// hundred words would bring every card below any threshold.
const MOST_TERMS: usize = 8;

/// Text similarity for the terms of one question.
#[derive(Debug, Clone)]
pub struct Similarity {
    rank: TsRank,
    /// n / least(n, 8)
    scale: f64,
}

impl Similarity {
    pub fn new(lexemes: impl IntoIterator<Item = impl Into<String>>) -> Self {
        let rank = TsRank::new(lexemes.into_iter().map(Term::word), FIELD_WEIGHTS);
        let terms = rank.terms().len();
        let scale = if terms == 0 { 1.0 } else { terms as f64 / terms.min(MOST_TERMS) as f64 };
        Self { rank, scale }
    }

    /// The distinct terms.
    pub fn terms(&self) -> &[Term] {
        self.rank.terms()
    }

    /// What `ts_rank` is multiplied by.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// `ts_rank` of the OR of the terms.
    pub fn ts_rank(&self, vector: &TsVector<'_>) -> f64 {
        f64::from(self.rank.score(vector))
    }

    /// `ts_rank` x n / least(n, 8).
    pub fn of(&self, vector: &TsVector<'_>) -> f64 {
        self.ts_rank(vector) * self.scale
    }

    /// What no vector exceeds, however often it holds the terms.
    pub fn most(&self) -> f64 {
        self.rank.bounds().iter().sum::<f64>() * self.scale
    }

    /// The terms that the vector holds.
    pub fn matched(&self, vector: &TsVector<'_>) -> Vec<String> {
        let held = self.terms().iter().filter(|term| term.matches(vector));
        held.map(|term| term.lexeme.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Document, Weight};

    fn vector(words: &[&str], weight: Weight) -> Vec<u8> {
        let mut document = Document::new();
        for (at, word) in words.iter().enumerate() {
            document.add(word.as_bytes(), at as u16 + 1, weight);
        }
        document.to_binary()
    }

    fn similarity(question: &[&str], words: &[&str], weight: Weight) -> f64 {
        let bytes = vector(words, weight);
        Similarity::new(question.iter().copied()).of(&TsVector::new(&bytes).unwrap())
    }

    /// One occurrence of weight w is worth w / (pi^2 / 6).
    const ONE: f64 = 1.0 / 1.64493406685;

    #[track_caller]
    fn close(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 1e-6, "{found} is not {wanted}");
    }

    #[test]
    fn up_to_eight_terms_it_is_ts_rank() {
        close(similarity(&["a"], &["a"], Weight::A), ONE);
        close(similarity(&["a", "b"], &["a"], Weight::A), ONE / 2.0);
        close(similarity(&["a", "b"], &["a", "b"], Weight::D), 0.4 * ONE);
        assert_eq!(Similarity::new(["a"; 0]).scale(), 1.0);
    }

    #[test]
    fn a_longer_question_counts_as_eight_terms() {
        let log: Vec<String> = (0..40).map(|n| format!("word{n:02}")).collect();
        let log: Vec<&str> = log.iter().map(String::as_str).collect();
        close(similarity(&log, &log[..1], Weight::B), 0.4 * ONE / 8.0);
        close(similarity(&log, &log[..4], Weight::B), 4.0 * 0.4 * ONE / 8.0);
        // Three words of a body stay below a threshold of 0.10, four reach it.
        assert!(similarity(&log, &log[..3], Weight::B) < 0.10);
        assert!(similarity(&log, &log[..4], Weight::B) > 0.10);
    }

    #[test]
    fn no_vector_exceeds_the_most() {
        for weight in [Weight::A, Weight::B, Weight::D] {
            let words = ["a"; 40].map(str::to_owned).into_iter().chain(["b".to_owned()]);
            let words: Vec<String> = words.collect();
            let words: Vec<&str> = words.iter().map(String::as_str).collect();
            let most = Similarity::new(["a", "b"]).most();
            assert!(similarity(&["a", "b"], &words, weight) <= most, "{weight:?}");
            assert!(most < 1.2);
        }
        assert_eq!(Similarity::new(["a"; 0]).most(), 0.0);
    }

    #[test]
    fn repeated_terms_are_one() {
        assert_eq!(Similarity::new(["b", "a", "b"]).terms().len(), 2);
    }

    #[test]
    fn matched_terms_are_named() {
        let bytes = vector(&["ora", "undo"], Weight::B);
        let similarity = Similarity::new(["undo", "snapshot", "ora"]);
        assert_eq!(similarity.matched(&TsVector::new(&bytes).unwrap()), ["ora", "undo"]);
    }
}
