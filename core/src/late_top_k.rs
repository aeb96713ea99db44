//! The best k by text score times boost, where reading the text is what costs.
//!
//! A row whose text is at hand is ranked at once. Of a row whose text has to be fetched only a pointer
//! and the most it can score are kept; such rows are ranked late, best bound first, and the rest of
//! them never, as soon as no bound reaches the k-th score.

use crate::top_k::{TopK, compare_scores};
use std::cmp::Ordering;

/// Rows that wait before the waiting ones are ranked: 64 K of them are about 4 MB.
pub const MAX_WAITING: usize = 65_536;

/// Slack for the rounding of a bound against a score.
const MARGIN: f64 = 1e-6;

/// A row with its score, text score x boost.
#[derive(Debug, Clone)]
pub struct Ranked<I> {
    pub id: I,
    pub score: f64,
    pub text_score: f64,
    pub boost: f64,
}

impl<I> Ranked<I> {
    pub fn new(id: I, text_score: f64, boost: f64) -> Self {
        Self { id, score: text_score * boost, text_score, boost }
    }
}

/// A higher score is better, and among equals the smaller id; rows alike in both (one id twice) keep
/// a fixed order by what made the score.
impl<I: Ord> Ord for Ranked<I> {
    fn cmp(&self, other: &Self) -> Ordering {
        compare_scores(self.score, other.score)
            .then_with(|| other.id.cmp(&self.id))
            .then_with(|| self.boost.total_cmp(&other.boost))
            .then_with(|| self.text_score.total_cmp(&other.text_score))
    }
}

impl<I: Ord> PartialOrd for Ranked<I> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<I: Ord> PartialEq for Ranked<I> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<I: Ord> Eq for Ranked<I> {}

/// A row that is not ranked yet: how to fetch its text, and the most it can score.
#[derive(Debug, Clone)]
pub struct Waiting<I, V> {
    pub id: I,
    pub boost: f64,
    pub bound: f64,
    pub value: V,
}

/// See the module. `V` is the pointer to a text.
#[derive(Debug, Clone)]
pub struct LateTopK<I, V> {
    best: TopK<Ranked<I>>,
    waiting: Vec<Waiting<I, V>>,
}

impl<I: Ord, V> LateTopK<I, V> {
    pub fn new(k: usize) -> Self {
        Self { best: TopK::new(k), waiting: Vec::new() }
    }

    pub fn k(&self) -> usize {
        self.best.k()
    }

    pub fn best(&self) -> &TopK<Ranked<I>> {
        &self.best
    }

    pub fn waiting(&self) -> &[Waiting<I, V>] {
        &self.waiting
    }

    pub fn push(&mut self, row: Ranked<I>) {
        self.best.push(row);
    }

    /// Keeps a row for later, unless it is already out; says whether too many wait now.
    pub fn wait(&mut self, row: Waiting<I, V>) -> bool {
        if self.may_enter(row.bound) {
            self.waiting.push(row);
        }
        self.waiting.len() >= MAX_WAITING
    }

    /// Whether a row that scores at most `bound` can be among the best k. One that ties may be, by
    /// its id.
    pub fn may_enter(&self, bound: f64) -> bool {
        self.best.worst().is_none_or(|worst| bound + bound.abs() * MARGIN >= worst.score)
    }

    /// Ranks those of the waiting rows that can still enter; afterwards none waits. After an error
    /// of `text_score` the rows that were not reached still wait.
    pub fn settle<E>(&mut self, mut text_score: impl FnMut(&V) -> Result<f64, E>) -> Result<(), E> {
        // Best bound last, so that rows leave the list from its end.
        self.waiting.sort_by(|a, b| compare_scores(a.bound, b.bound));
        while let Some(row) = self.waiting.pop() {
            if !self.may_enter(row.bound) {
                self.waiting.clear();
                break;
            }
            let score = text_score(&row.value)?;
            self.best.push(Ranked::new(row.id, score, row.boost));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::convert::Infallible;

    fn waiting(id: i64, text_score: f64, boost: f64, most: f64) -> Waiting<i64, f64> {
        Waiting { id, boost, bound: (boost * most).max(0.0), value: text_score }
    }

    #[test]
    fn texts_that_cannot_enter_are_never_fetched() {
        let mut best = LateTopK::new(1);
        for id in 0..100 {
            best.wait(waiting(id, 0.6, 1.0, 1.1));
        }
        best.wait(waiting(100, 0.6, 2.0, 1.1));
        let mut fetched = 0;
        let counted = |score: &f64| {
            fetched += 1;
            Ok::<_, Infallible>(*score)
        };
        best.settle(counted).unwrap();
        assert_eq!(fetched, 1, "1.2 is beyond the 1.1 of all others");
        assert_eq!(best.best().iter().next().map(|row| row.id), Some(100));
        best.wait(waiting(101, 1.0, 1.0, 1.1));
        assert!(best.waiting().is_empty(), "already out");
    }

    #[test]
    fn one_id_twice_shows_the_same_in_any_order() {
        let rows = [(0.1, 0.0), (0.3, 0.0), (0.3, -0.0)];
        for order in [[0, 1, 2], [1, 0, 2], [2, 1, 0], [2, 0, 1]] {
            let mut best = LateTopK::<_, f64>::new(1);
            for (text_score, boost) in order.map(|at: usize| rows[at]) {
                best.push(Ranked::new(1, text_score, boost));
            }
            let shown: Vec<_> = best.best().iter().map(|row| (row.text_score, row.boost)).collect();
            assert_eq!(shown, [(0.3, 0.0)]);
            assert!(shown[0].1.is_sign_positive());
        }
    }

    proptest! {
        #[test]
        fn equals_ranking_at_once(
            rows in proptest::collection::vec((0u8..10, -2i8..5, any::<bool>()), 0..100), k in 1usize..10,
        ) {
            let mut late = LateTopK::new(k);
            let mut all = Vec::new();
            for (id, (text, boost, inline)) in rows.into_iter().enumerate() {
                let (id, text, boost) = (id as i64, f64::from(text) / 10.0, f64::from(boost));
                all.push(Ranked::new(id, text, boost));
                if inline {
                    late.push(Ranked::new(id, text, boost));
                } else {
                    late.wait(waiting(id, text, boost, 0.9));
                }
            }
            late.settle(|score| Ok::<_, Infallible>(*score)).unwrap();
            all.sort_by(|a, b| b.cmp(a));
            all.truncate(k);
            prop_assert_eq!(late.best().clone().into_sorted_vec(), all);
        }
    }
}
