//! One row of an answer, and the order of the answer.

use std::cmp::Ordering;

use gbrain_rank_core::boost::Boost;
use gbrain_rank_core::top_k::compare_scores;

use crate::search::Id;
use crate::search::row_text::KeptText;

/// How a row was found. Rows of an earlier phase stand before those of a later one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Phase {
    /// Both arms of a fused search.
    Fused,
    /// It is dated inside the time that was asked for.
    Recent,
    /// It holds all terms.
    Strict,
    /// It holds at least one term.
    Relaxed,
    /// Its title or slug is similar to the terms.
    Trigram,
}

impl Phase {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Fused => "fused",
            Self::Recent => "recent",
            Self::Strict => "strict",
            Self::Relaxed => "relaxed",
            Self::Trigram => "trigram",
        }
    }
}

/// A row on its way into the answer.
#[derive(Clone)]
pub struct Hit {
    pub phase: Phase,
    pub score: f64,
    /// What the boosts multiply.
    pub base: f64,
    /// `None` for a row that only the semantic arm found.
    pub text_score: Option<f64>,
    pub boost: Boost,
    pub lexical_rank: Option<usize>,
    pub semantic_rank: Option<usize>,
    /// Microseconds since 2000.
    pub date: Option<i64>,
    pub id: Id,
    pub slug: Option<String>,
    pub title: Option<String>,
    pub kind: Option<String>,
    pub body: Option<KeptText>,
    /// The terms that the row holds, with what explain says of each.
    pub terms: Vec<TermInRow>,
    /// How many lexemes the row has; bm25 and explain only.
    pub length: Option<usize>,
}

/// A term of the question in one row.
#[derive(Debug, Clone, PartialEq)]
pub struct TermInRow {
    pub term: String,
    /// Inverse document frequency and term frequency; bm25 only.
    pub idf_tf: Option<(f64, f64)>,
}

impl Ord for Hit {
    /// Greater is better: earlier phase, higher score, newer date (none last), smaller id.
    fn cmp(&self, other: &Self) -> Ordering {
        other
            .phase
            .cmp(&self.phase)
            .then_with(|| compare_scores(self.score, other.score))
            .then_with(|| self.date.cmp(&other.date))
            .then_with(|| other.id.cmp(&self.id))
    }
}

impl Hit {
    /// Whether an earlier phase found this row. Ids are not always of one row: a UNION ALL may repeat
    /// them, and some have none.
    pub fn is_same_row(&self, other: &Self) -> bool {
        (&self.id, self.base, self.date) == (&other.id, other.base, other.date)
            && (&self.title, &self.slug) == (&other.title, &other.slug)
    }
}

impl PartialOrd for Hit {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Hit {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Hit {}
