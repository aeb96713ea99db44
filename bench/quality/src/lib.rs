//! Measures of one ranked answer against graded relevance.

use std::collections::HashMap;

/// Answers are judged by their first ten rows.
pub const DEPTH: usize = 10;

/// Graded relevance of one question: document to grade. A grade of 0 or less is not relevant.
pub type Grades = HashMap<String, i32>;

/// The measures of one answer, or their means over many.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Measures {
    pub ndcg: f64,
    pub recall: f64,
    pub reciprocal_rank: f64,
}

impl Measures {
    /// Judges an answer, best document first; `None` when the question has nothing relevant.
    pub fn of(answer: &[String], grades: &Grades) -> Option<Self> {
        let mut ideal: Vec<i32> = grades.values().copied().filter(|grade| *grade > 0).collect();
        if ideal.is_empty() {
            return None;
        }
        ideal.sort_unstable_by(|a, b| b.cmp(a));
        let found: Vec<i32> = answer
            .iter()
            .take(DEPTH)
            .map(|document| grades.get(document).copied().unwrap_or(0).max(0))
            .collect();
        let hits = found.iter().filter(|grade| **grade > 0).count();
        let first = found.iter().position(|grade| *grade > 0);
        Some(Self {
            ndcg: discounted_gain(&found) / discounted_gain(&ideal[..ideal.len().min(DEPTH)]),
            recall: hits as f64 / ideal.len() as f64,
            reciprocal_rank: first.map_or(0.0, |place| 1.0 / (place + 1) as f64),
        })
    }

    /// The means over all questions; zeros for none.
    pub fn mean(all: &[Self]) -> Self {
        let of = |value: fn(&Self) -> f64| {
            all.iter().map(value).sum::<f64>() / (all.len().max(1)) as f64
        };
        Self {
            ndcg: of(|measures| measures.ndcg),
            recall: of(|measures| measures.recall),
            reciprocal_rank: of(|measures| measures.reciprocal_rank),
        }
    }
}

/// The sum of (2^grade - 1) / log2(rank + 1), ranks from 1.
fn discounted_gain(grades: &[i32]) -> f64 {
    let gains = grades.iter().enumerate();
    gains.map(|(place, grade)| (2f64.powi(*grade) - 1.0) / ((place + 2) as f64).log2()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grades(list: &[(&str, i32)]) -> Grades {
        list.iter().map(|(document, grade)| ((*document).to_owned(), *grade)).collect()
    }

    fn answer(list: &[&str]) -> Vec<String> {
        list.iter().map(|document| (*document).to_owned()).collect()
    }

    fn near(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-12
    }

    #[test]
    fn a_perfect_answer_is_1() {
        let measures = Measures::of(&answer(&["a", "b"]), &grades(&[("a", 3), ("b", 1)])).unwrap();
        assert_eq!(measures, Measures { ndcg: 1.0, recall: 1.0, reciprocal_rank: 1.0 });
    }

    #[test]
    fn by_hand() {
        // Grades found: 0, 1, 3. Gains 0, 1, 7 at ranks 1, 2, 3: 1/log2(3) + 7/2.
        // Ideal: 3, 2, 1: 7 + 3/log2(3) + 1/2.
        let judged = grades(&[("a", 3), ("b", 1), ("c", 2), ("d", 0)]);
        let measures = Measures::of(&answer(&["d", "b", "a"]), &judged).unwrap();
        let found = 1.0 / 3f64.log2() + 7.0 / 2.0;
        let ideal = 7.0 + 3.0 / 3f64.log2() + 1.0 / 2.0;
        assert!(near(measures.ndcg, found / ideal));
        assert!(near(measures.recall, 2.0 / 3.0));
        assert!(near(measures.reciprocal_rank, 0.5));
    }

    #[test]
    fn only_ten_rows_count() {
        let eleven: Vec<String> = (0..11).map(|number| number.to_string()).collect();
        let measures = Measures::of(&eleven, &grades(&[("10", 1)])).unwrap();
        assert_eq!(measures, Measures::default());
        // Twelve relevant: the ideal has ten of them, recall counts all.
        let twelve: Grades = (0..12).map(|number| (number.to_string(), 1)).collect();
        let measures = Measures::of(&eleven, &twelve).unwrap();
        assert!(near(measures.ndcg, 1.0) && near(measures.recall, 10.0 / 12.0));
    }

    #[test]
    fn an_empty_answer_is_0_and_a_question_without_relevant_rows_does_not_count() {
        assert_eq!(Measures::of(&[], &grades(&[("a", 1)])), Some(Measures::default()));
        assert_eq!(Measures::of(&answer(&["a"]), &grades(&[("a", 0), ("b", -1)])), None);
    }

    #[test]
    fn means() {
        let one = Measures { ndcg: 1.0, recall: 0.5, reciprocal_rank: 1.0 };
        let mean = Measures::mean(&[one, Measures::default()]);
        assert_eq!(mean, Measures { ndcg: 0.5, recall: 0.25, reciprocal_rank: 0.5 });
        assert_eq!(Measures::mean(&[]), Measures::default());
    }
}
