//! How well a card's text answers the question: one scale for a word and for a pasted log.

use crate::text_rank::{FieldWeights, Term, TsRank};
use crate::threshold::{Formula, TermBound, at_least};
use crate::tsquery::TsQuery;
use crate::tsvector::TsVector;

/// Weights of positions, D to A. An unweighted vector (all D) has the weight of a body, so that its
/// rows can reach the threshold too.
pub const FIELD_WEIGHTS: FieldWeights = [0.4, 0.4, 0.4, 1.0];

/// `ts_rank` divides by the number of terms. Up to this many that is what is wanted; a log of two
/// hundred words would bring every card below any threshold.
const MOST_TERMS: usize = 8;

/// The rows of an OR of terms that can be similar enough, as conditions that two indexes answer. A row
/// that meets neither is not.
#[derive(Debug, Clone, PartialEq)]
pub struct Reaching {
    /// What the whole text must match where the title holds no term; `None` where such rows never are.
    pub content: Option<TsQuery>,
    /// What the title must match for its row to be similar enough, whatever the body holds.
    pub title: TsQuery,
}

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

    /// Whether frequencies are needed to choose the conditions of [`reaching`](Self::reaching) well.
    pub fn asks_for_frequencies(&self) -> bool {
        self.terms().len() > MOST_TERMS
    }

    /// The rows whose similarity can be `least`, of those that hold a term; `None` where all of them can.
    /// A few words of a body do not make a row similar to a long question. `frequencies` are the shares
    /// of rows that hold each of the [`terms`](Self::terms), where they are known.
    pub fn reaching(&self, least: f64, frequencies: &[f64]) -> Option<Reaching> {
        let share = |at: usize| frequencies.get(at).copied().unwrap_or(0.0);
        let bounds = self.rank.body_bounds().into_iter().enumerate();
        let bounds: Vec<TermBound> =
            bounds.map(|(at, bound)| TermBound { bound, frequency: share(at) }).collect();
        let need = least / self.scale;
        if bounds.iter().all(|term| term.bound >= need) {
            return None;
        }
        let content = match at_least(&bounds, need) {
            Formula::Always => return None,
            formula => formula.to_tsquery(self.terms()),
        };
        let title = TsQuery::any(self.terms().iter().map(Term::to_tsquery))?;
        Some(Reaching { content, title })
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
    use proptest::prelude::*;

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

    #[test]
    fn a_long_question_asks_for_several_words_of_a_body() {
        let content = |question: &[&str]| {
            let reaching = Similarity::new(question.iter().copied()).reaching(0.10, &[])?;
            Some(reaching.content.map(|query| query.to_string()))
        };
        // One word in a body comes to 0.4 / 3 at most, to less than 0.4 / 4 in a longer question.
        assert_eq!(content(&["a", "b", "c"]), None);
        assert_eq!(
            content(&["a", "b", "c", "d"]).flatten().as_deref(),
            Some("('a' & ('b' | 'c' | 'd')) | ('b' & ('c' | 'd')) | ('c' & 'd')")
        );
        assert_eq!(
            Similarity::new(["a"]).reaching(0.5, &[]).map(|found| found.content),
            Some(None)
        );
        assert_eq!(Similarity::new(["a"]).reaching(0.0, &[]), None);
    }

    fn holds(query: &TsQuery, words: &[&str]) -> bool {
        match query {
            TsQuery::Lexeme(lexeme) => words.contains(&lexeme.text.as_str()),
            TsQuery::And(parts) => parts.iter().all(|part| holds(part, words)),
            TsQuery::Or(parts) => parts.iter().any(|part| holds(part, words)),
            other => unreachable!("{other}"),
        }
    }

    proptest! {
        #[test]
        fn what_is_left_out_is_not_similar_enough(
            terms in 1..30usize,
            body in proptest::collection::vec((0..30usize, 1..300usize), 0..12),
            titled in proptest::option::of(0..30usize),
            least in prop_oneof![Just(0.1), 0.0..1.0],
            shares in proptest::collection::vec(0.0..1.0, 0..30),
        ) {
            let names: Vec<String> = (0..30).map(|n| format!("w{n:02}")).collect();
            let title = titled.map(|word| names[word].as_str());
            let mut document = Document::new();
            let mut at = 0;
            if let Some(word) = title {
                at += 1;
                document.add(word.as_bytes(), at, Weight::A);
            }
            for &(word, times) in &body {
                for _ in 0..times {
                    at += 1;
                    document.add(names[word].as_bytes(), at, Weight::B);
                }
            }
            let bytes = document.to_binary();
            let in_body = body.iter().map(|(word, _)| names[*word].as_str());
            let words: Vec<&str> = in_body.chain(title).collect();
            let similarity = Similarity::new(names[..terms].iter().cloned());
            if let Some(reaching) = similarity.reaching(least, &shares) {
                let by_content = reaching.content.is_some_and(|query| holds(&query, &words));
                let by_title = title.is_some_and(|word| holds(&reaching.title, &[word]));
                let found = similarity.of(&TsVector::new(&bytes).unwrap());
                prop_assert!(by_content || by_title || found < least, "{} {}", found, least);
            }
        }
    }
}
