//! The best k of a stream, in memory that depends on k alone.

use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Keeps the k greatest of what is pushed. "Greater" is "better": ties have to be part of the order
/// of `T`, so that the result does not depend on the order in which rows come.
#[derive(Debug, Clone)]
pub struct TopK<T> {
    k: usize,
    heap: BinaryHeap<Reverse<T>>,
}

impl<T: Ord> TopK<T> {
    pub fn new(k: usize) -> Self {
        Self { k, heap: BinaryHeap::new() }
    }

    pub fn k(&self) -> usize {
        self.k
    }

    pub fn len(&self) -> usize {
        self.heap.len()
    }

    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }

    /// The one that leaves next, once there are k; before that everything is taken.
    pub fn worst(&self) -> Option<&T> {
        if self.heap.len() < self.k { None } else { self.heap.peek().map(|worst| &worst.0) }
    }

    /// Whether [`push`](Self::push) would keep this one.
    pub fn would_enter(&self, candidate: &T) -> bool {
        self.k > 0 && self.worst().is_none_or(|worst| candidate > worst)
    }

    /// Keeps the candidate if it is among the best k so far, and says whether it is.
    pub fn push(&mut self, candidate: T) -> bool {
        if !self.would_enter(&candidate) {
            return false;
        }
        if self.heap.len() == self.k {
            // Replaces the worst in place: one sift instead of a pop and a push.
            if let Some(mut worst) = self.heap.peek_mut() {
                *worst = Reverse(candidate);
            }
        } else {
            self.heap.push(Reverse(candidate));
        }
        true
    }

    /// Everything kept, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.heap.iter().map(|kept| &kept.0)
    }

    /// Everything kept, best first.
    pub fn into_sorted_vec(self) -> Vec<T> {
        self.heap.into_sorted_vec().into_iter().map(|kept| kept.0).collect()
    }
}

impl<T: Ord> Extend<T> for TopK<T> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, candidates: I) {
        candidates.into_iter().for_each(|candidate| {
            self.push(candidate);
        });
    }
}

/// An id with its score: a higher score is better, and among equals the smaller id. Of one id twice 0
/// comes before -0, so that the order of rows never shows.
#[derive(Debug, Clone)]
pub struct Scored<I> {
    pub score: f64,
    pub id: I,
}

impl<I: Ord> Ord for Scored<I> {
    fn cmp(&self, other: &Self) -> Ordering {
        compare_scores(self.score, other.score)
            .then_with(|| other.id.cmp(&self.id))
            .then_with(|| self.score.total_cmp(&other.score))
    }
}

impl<I: Ord> PartialOrd for Scored<I> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<I: Ord> PartialEq for Scored<I> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<I: Ord> Eq for Scored<I> {}

/// The order of `float8` in Postgres: 0 and -0 are equal (NaN, refused before, would be greatest).
pub fn compare_scores(a: f64, b: f64) -> Ordering {
    a.partial_cmp(&b).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ties_go_to_the_smaller_id() {
        let mut best = TopK::new(2);
        best.extend([(1.0, 7), (2.0, 9), (1.0, 3)].map(|(score, id)| Scored { score, id }));
        let ids: Vec<_> = best.into_sorted_vec().iter().map(|kept| kept.id).collect();
        assert_eq!(ids, [9, 3]);
    }

    #[test]
    fn zero_and_minus_zero_tie() {
        let mut best = TopK::new(1);
        best.extend([(0.0, 2), (-0.0, 1)].map(|(score, id)| Scored { score, id }));
        assert_eq!(best.iter().next().map(|kept| kept.id), Some(1));
    }

    #[test]
    fn of_one_id_zero_is_shown() {
        for scores in [[0.0, -0.0], [-0.0, 0.0]] {
            let mut best = TopK::new(1);
            best.extend(scores.map(|score| Scored { score, id: 1 }));
            assert!(best.iter().all(|kept| kept.score.is_sign_positive()), "{scores:?}");
        }
    }

    #[test]
    fn k_zero_keeps_nothing() {
        let mut best = TopK::new(0);
        assert!(!best.push(1));
        assert!(best.is_empty());
    }

    #[test]
    fn worst_is_known_only_when_full() {
        let mut best = TopK::new(2);
        best.push(5);
        assert_eq!(best.worst(), None);
        best.push(3);
        assert_eq!(best.worst(), Some(&3));
        assert!(!best.would_enter(&3), "an equal is kept out: it came later");
    }

    proptest! {
        #[test]
        fn equals_sorting_everything(rows in proptest::collection::vec((0u8..5, any::<u16>()), 0..200), k in 0usize..20) {
            let scored = |(score, id): (u8, u16)| Scored { score: f64::from(score), id };
            let mut all: Vec<_> = rows.iter().copied().map(scored).collect();
            all.sort_by(|a, b| b.cmp(a));
            all.truncate(k);
            let mut best = TopK::new(k);
            best.extend(rows.into_iter().map(scored));
            prop_assert_eq!(best.into_sorted_vec(), all);
        }
    }
}
