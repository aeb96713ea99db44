//! The base score of a row in each phase, and the most that it can be before its text is read.

use gbrain_rank_core::text_rank::{Reach, TextRank};
use gbrain_rank_core::tsvector::TsVector;

use super::hit::TermInRow;
use crate::search::Row;

/// How the rows of a phase are scored.
pub trait Relevance {
    /// Whether the row's base can be `need` or more, judged without fetching anything.
    fn can_reach(&self, _row: &Row<'_>, _need: f64) -> bool {
        true
    }

    fn base(&self, row: &Row<'_>) -> f64;

    /// The number of lexemes of the row, where that is part of its score.
    fn length(&self, _row: &Row<'_>) -> Option<usize> {
        None
    }

    /// The terms of the question that the row holds.
    fn terms(&self, _row: &Row<'_>) -> Vec<TermInRow> {
        Vec::new()
    }
}

/// Every row alike.
pub struct Even;

impl Relevance for Even {
    fn base(&self, _row: &Row<'_>) -> f64 {
        1.0
    }
}

/// What the statement has computed, at this position.
pub struct Computed(pub usize);

impl Relevance for Computed {
    fn base(&self, row: &Row<'_>) -> f64 {
        row.get::<f64>(self.0).unwrap_or(0.0)
    }
}

/// The text score, from the tsvector.
pub struct ByText<'a> {
    rank: &'a TextRank,
    tsvector: usize,
    /// Where title_tsv stands, if it tells which terms content_tsv has at weight A.
    title: Option<usize>,
    reach: Reach,
}

impl<'a> ByText<'a> {
    pub fn new(rank: &'a TextRank, tsvector: usize, title: Option<usize>) -> Self {
        Self { rank, tsvector, title, reach: Reach::new(rank, false) }
    }

    /// The same for the rows that hold no term in their title.
    pub fn without_titles(&self) -> Self {
        Self { reach: Reach::new(self.rank, true), ..*self }
    }
}

impl Relevance for ByText<'_> {
    fn can_reach(&self, row: &Row<'_>, need: f64) -> bool {
        let title = || self.title.and_then(|at| row.bytes(at)).and_then(TsVector::new);
        self.reach.can_reach(self.rank, self.title.is_some(), title, need)
    }

    fn base(&self, row: &Row<'_>) -> f64 {
        row.bytes(self.tsvector)
            .and_then(TsVector::new)
            .map_or(0.0, |vector| self.rank.score(&vector))
    }

    fn length(&self, row: &Row<'_>) -> Option<usize> {
        match self.rank {
            TextRank::TsRank(_) => None,
            TextRank::Bm25(_) => {
                row.bytes(self.tsvector).and_then(TsVector::new).map(|vector| vector.len())
            }
        }
    }

    fn terms(&self, row: &Row<'_>) -> Vec<TermInRow> {
        let Some(vector) = row.bytes(self.tsvector).and_then(TsVector::new) else {
            return Vec::new();
        };
        match self.rank {
            TextRank::TsRank(_) => {
                let matched = self.rank.matched(&vector).into_iter();
                matched.map(|term| TermInRow { term: term.lexeme.clone(), idf_tf: None }).collect()
            }
            TextRank::Bm25(bm25) => {
                let explained = bm25.explain(&vector).into_iter();
                let held = explained.filter(|found| found.tf > 0.0 || found.term.matches(&vector));
                held.map(|found| TermInRow {
                    term: found.term.lexeme.clone(),
                    idf_tf: Some((found.idf, found.tf)),
                })
                .collect()
            }
        }
    }
}
