//! The most that a row can score, judged by its title alone, before its text is read.

use super::TextRank;
use crate::threshold::MARGIN;
use crate::tsvector::TsVector;

/// What each term can add in a title and in a body.
#[derive(Debug, Clone)]
pub struct Reach {
    bounds: Vec<f64>,
    body_bounds: Vec<f64>,
    most: f64,
    most_in_body: f64,
    /// Rows with a term in their title are ranked already, and none of them is looked for.
    titles_done: bool,
}

impl Reach {
    pub fn new(rank: &TextRank, titles_done: bool) -> Self {
        let body_bounds = rank.body_bounds();
        let bounds = if titles_done { body_bounds.clone() } else { rank.bounds() };
        let (most, most_in_body) = (bounds.iter().sum(), body_bounds.iter().sum());
        Self { bounds, body_bounds, most, most_in_body, titles_done }
    }

    pub fn titles_done(&self) -> bool {
        self.titles_done
    }

    /// Whether a row's text score can be `need` or more. `title` reads the vector that tells which
    /// terms stand at weight A; it is called only where it decides. `has_titles`: whether there is
    /// such a vector at all.
    pub fn can_reach<'a>(
        &self,
        rank: &TextRank,
        has_titles: bool,
        title: impl FnOnce() -> Option<TsVector<'a>>,
        need: f64,
    ) -> bool {
        let need = need - need * MARGIN;
        if need > self.most {
            return false;
        }
        if self.titles_done {
            return !title().is_some_and(|title| holds_any(rank, &title));
        }
        if !has_titles || need <= self.most_in_body {
            return true;
        }
        title().is_some_and(|title| need <= self.most_with_title(rank, &title))
    }

    /// The most that a row can score whose title is this.
    fn most_with_title(&self, rank: &TextRank, title: &TsVector<'_>) -> f64 {
        let bounds = self.bounds.iter().zip(&self.body_bounds);
        let terms = rank.terms().iter().zip(bounds);
        terms.map(|(term, (all, body))| if term.matches(title) { all } else { body }).sum()
    }
}

fn holds_any(rank: &TextRank, vector: &TsVector<'_>) -> bool {
    rank.terms().iter().any(|term| term.matches(vector))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text_rank::{DEFAULT_FIELD_WEIGHTS, Term, TsRank};
    use crate::tsvector::testing::tsvector;

    fn rank() -> TextRank {
        TextRank::TsRank(TsRank::new([Term::word("acme")], DEFAULT_FIELD_WEIGHTS))
    }

    #[test]
    fn a_title_decides_only_between_what_body_and_title_can_reach() {
        let rank = rank();
        let reach = Reach::new(&rank, false);
        let (titled, other) = (tsvector(&[("acme", &[3])]), tsvector(&[("deal", &[3])]));
        let of = |bytes, need| reach.can_reach(&rank, true, || TsVector::new(bytes), need);
        assert!(of(&titled, 0.6) && !of(&other, 0.6), "0.6 takes an occurrence in the title");
        assert!(reach.can_reach(&rank, true, || unreachable!(), 0.1), "any body reaches this");
        assert!(!reach.can_reach(&rank, true, || unreachable!(), 2.0), "nothing reaches this");
        assert!(reach.can_reach(&rank, false, || unreachable!(), 0.6), "without titles all may");
    }

    #[test]
    fn titles_that_are_done_are_out() {
        let rank = rank();
        let reach = Reach::new(&rank, true);
        let (titled, other) = (tsvector(&[("acme", &[3])]), tsvector(&[("deal", &[3])]));
        let of = |bytes, need| reach.can_reach(&rank, true, || TsVector::new(bytes), need);
        assert!(!of(&titled, 0.0) && of(&other, 0.0));
        assert!(!of(&other, 0.6), "a body does not reach this");
    }
}
