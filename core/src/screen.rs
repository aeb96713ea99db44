//! A screen in front of a search: it lets pass the rows that can be among the best k.
//!
//! Ranking in the executor's own process (a parallel worker, as a rule) leaves only a handful of rows
//! to hand over. A row passes unless k rows that have passed score more than it can; rows that tie
//! pass. So what passes holds the best k, whatever the order of the rows and however many screens
//! share the work.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

use crate::boost::{BoostColumns, Boosting, boosted_score};
use crate::decay::DecayMap;
use crate::recency::Decay;
use crate::text_rank::{Bm25, Bm25Parameters, FieldWeights, Reach, Term, TextRank, TsRank};
use crate::top_k::{Scored, TopK};
use crate::tsvector::TsVector;
use crate::{Error, Mode, Result};

/// Slack for a score that the search itself computes again from the numbers as it knows them.
const MARGIN: f64 = 1e-9;

/// What a screen is made of; as JSON it travels to parallel workers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ScreenSpec {
    /// How many rows are looked for.
    pub k: usize,
    /// The score below which no row is.
    pub least: f64,
    /// Rows with a term in their title are not looked for.
    pub titles_done: bool,
    pub text: TextSpec,
    /// Absent where rows are not boosted.
    pub boost: Option<BoostSpec>,
}

/// How text is scored.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TextSpec {
    TsRank {
        terms: Vec<TermSpec>,
        weights: FieldWeights,
    },
    Bm25 {
        terms: Vec<TermSpec>,
        /// The inverse document frequencies of the terms.
        idf: Vec<f64>,
        average_length: f64,
        k1: f64,
        b: f64,
        weights: FieldWeights,
    },
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct TermSpec {
    lexeme: String,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    prefix: bool,
}

/// How rows are boosted.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct BoostSpec {
    recency: String,
    salience: String,
    /// Microseconds since 2000.
    now: i64,
    /// Prefix, halflife in days, coefficient; the last one is the fallback.
    decay: Vec<(String, f64, f64)>,
}

impl From<&TextRank> for TextSpec {
    fn from(rank: &TextRank) -> Self {
        let terms = rank
            .terms()
            .iter()
            .map(|term| TermSpec { lexeme: term.lexeme.clone(), prefix: term.prefix });
        let terms = terms.collect();
        match rank {
            TextRank::TsRank(rank) => Self::TsRank { terms, weights: rank.weights() },
            TextRank::Bm25(rank) => {
                let Bm25Parameters { k1, b, field_weights } = rank.parameters();
                Self::Bm25 {
                    terms,
                    idf: rank.idf().to_vec(),
                    average_length: rank.average_length().unwrap_or(0.0),
                    k1,
                    b,
                    weights: field_weights,
                }
            }
        }
    }
}

impl TextSpec {
    fn into_rank(self) -> TextRank {
        let read = |terms: Vec<TermSpec>| {
            terms.into_iter().map(|term| Term { lexeme: term.lexeme, prefix: term.prefix })
        };
        match self {
            Self::TsRank { terms, weights } => TextRank::TsRank(TsRank::new(read(terms), weights)),
            Self::Bm25 { terms, idf, average_length, k1, b, weights } => {
                let terms: Vec<Term> = read(terms).collect();
                let idf_of = |term: &Term| {
                    let known =
                        terms.iter().zip(&idf).find(|(known, _)| known.lexeme == term.lexeme);
                    known.map_or(0.0, |(_, idf)| *idf)
                };
                let parameters = Bm25Parameters { k1, b, field_weights: weights };
                TextRank::Bm25(Bm25::new(terms.clone(), idf_of, average_length, parameters))
            }
        }
    }
}

impl From<&Boosting> for BoostSpec {
    fn from(boosting: &Boosting) -> Self {
        let row = |(prefix, decay): (&str, Decay)| {
            (prefix.to_owned(), decay.halflife_days, decay.coefficient)
        };
        let rows = boosting.decay_map.rows().map(|mapped| row((&mapped.prefix, mapped.decay)));
        Self {
            recency: boosting.recency.as_str().to_owned(),
            salience: boosting.salience.as_str().to_owned(),
            now: boosting.now,
            decay: rows.collect(),
        }
    }
}

impl BoostSpec {
    fn into_boosting(mut self) -> Result<Boosting> {
        let (_, halflife_days, coefficient) = self.decay.pop().unwrap_or_default();
        let fallback = Decay { halflife_days, coefficient };
        let rows = self.decay.into_iter().map(|(prefix, halflife_days, coefficient)| {
            (prefix.into_boxed_str(), Decay { halflife_days, coefficient })
        });
        Ok(Boosting {
            recency: Mode::parse("recency", &self.recency)?,
            salience: Mode::parse("salience", &self.salience)?,
            decay_map: Rc::new(DecayMap::of(rows, fallback)),
            now: self.now,
        })
    }
}

/// See the module.
#[derive(Debug)]
pub struct Screen {
    rank: TextRank,
    reach: Reach,
    boosting: Option<Boosting>,
    least: f64,
    /// The scores of rows that have passed; which rows does not matter.
    best: TopK<Scored<()>>,
}

impl Screen {
    /// Reads what [`ScreenSpec`] writes as JSON.
    pub fn from_json(json: &str) -> Result<Self> {
        let spec: ScreenSpec = serde_json::from_str(json).map_err(|error| {
            Error::invalid("this is no screen")
                .detail(format!("{error}."))
                .hint("A search makes its screens itself; the function is not meant to be called.")
        })?;
        Self::new(spec)
    }

    fn new(spec: ScreenSpec) -> Result<Self> {
        let rank = spec.text.into_rank();
        Ok(Self {
            reach: Reach::new(&rank, spec.titles_done),
            rank,
            boosting: spec.boost.map(BoostSpec::into_boosting).transpose()?,
            least: spec.least,
            best: TopK::new(spec.k),
        })
    }

    /// What the score of a row is multiplied by.
    #[inline]
    pub fn factor(&self, row: BoostColumns<'_>) -> f64 {
        self.boosting.as_ref().map_or(1.0, |boosting| boosting.of(row).factor())
    }

    /// Whether a row with this factor can be among the best, as far as its title tells.
    pub fn can_reach<'a>(
        &self,
        has_titles: bool,
        title: impl FnOnce() -> Option<TsVector<'a>>,
        factor: f64,
    ) -> bool {
        self.reach.can_reach(&self.rank, has_titles, title, self.needed() / factor)
    }

    /// Scores a row, and says whether it passes.
    pub fn passes(&mut self, vector: Option<TsVector<'_>>, factor: f64) -> bool {
        let score = boosted_score(vector.map_or(0.0, |vector| self.rank.score(&vector)), factor);
        if score + score.abs() * MARGIN < self.needed() {
            return false;
        }
        self.best.push(Scored { score, id: () });
        true
    }

    fn needed(&self) -> f64 {
        self.best.worst().map_or(self.least, |worst| worst.score.max(self.least))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text_rank::DEFAULT_FIELD_WEIGHTS;
    use crate::tsvector::testing::tsvector;
    use proptest::prelude::*;

    const DAY: i64 = 86_400_000_000;

    fn boosting() -> Boosting {
        Boosting {
            recency: Mode::Strong,
            salience: Mode::On,
            decay_map: Rc::new(DecayMap::built_in()),
            now: 10_000 * DAY,
        }
    }

    fn ranks() -> [TextRank; 2] {
        let terms = || ["a", "b"].map(Term::word);
        let idf = |term: &Term| if term.lexeme == "a" { 3.1 } else { 0.7 };
        [
            TextRank::TsRank(TsRank::new(terms(), DEFAULT_FIELD_WEIGHTS)),
            TextRank::Bm25(Bm25::new(terms(), idf, 2.5, Bm25Parameters::default())),
        ]
    }

    fn screen(rank: &TextRank, k: usize, boost: Option<&Boosting>) -> Screen {
        let spec = ScreenSpec {
            k,
            least: 0.0,
            titles_done: false,
            text: TextSpec::from(rank),
            boost: boost.map(BoostSpec::from),
        };
        Screen::from_json(&serde_json::to_string(&spec).unwrap()).unwrap()
    }

    #[test]
    fn json_says_it_all() {
        let boosting = boosting();
        for rank in ranks() {
            let read = screen(&rank, 3, Some(&boosting));
            let bytes = tsvector(&[("a", &[3, 0]), ("x", &[0])]);
            let vector = TsVector::new(&bytes).unwrap();
            assert!((read.rank.score(&vector) - rank.score(&vector)).abs() < 1e-12);
            let row = BoostColumns {
                slug: Some("daily/x"),
                date: Some(9_990 * DAY),
                emotional_weight: Some(0.5),
                active_takes: Some(2),
            };
            let factor = read.factor(row);
            assert!((factor - boosting.of(row).factor()).abs() < 1e-12);
        }
    }

    #[test]
    fn what_is_no_screen_is_refused() {
        for json in ["", "{}", "[1]", r#"{"k":-1}"#] {
            assert!(Screen::from_json(json).is_err(), "{json}");
        }
    }

    proptest! {
        /// The best k, and all that tie with the last of them, pass: in any order of rows, and with
        /// the rows shared by any number of screens.
        #[test]
        fn the_best_pass(
            rows in proptest::collection::vec(
                (proptest::collection::vec(0u8..4, 0..3), proptest::collection::vec(0u8..4, 0..3), 0i64..4, 0usize..3),
                0..60),
            k in 1usize..6, boosted: bool, which in 0usize..2,
        ) {
            let rank = &ranks()[which];
            let boosting = boosting();
            let boost = boosted.then_some(&boosting);
            let mut screens = [(); 3].map(|()| screen(rank, k, boost));
            let mut all = Vec::new();
            let mut passed = Vec::new();
            for (a, b, age, share) in &rows {
                let mut lexemes = Vec::new();
                if !a.is_empty() { lexemes.push(("a", a.as_slice())) }
                if !b.is_empty() { lexemes.push(("b", b.as_slice())) }
                let bytes = tsvector(&lexemes);
                let row = BoostColumns { date: Some(boosting.now - age * 30 * DAY), ..Default::default() };
                let title: Vec<_> = lexemes.iter()
                    .filter(|(_, weights)| weights.contains(&3)).copied().collect();
                let title = tsvector(&title);
                let score = rank.score(&TsVector::new(&bytes).unwrap())
                    * boost.map_or(1.0, |boost| boost.of(row).factor());
                all.push(score);
                let screen = &mut screens[*share];
                let factor = screen.factor(row);
                if screen.can_reach(true, || TsVector::new(&title), factor)
                    && screen.passes(TsVector::new(&bytes), factor) {
                    passed.push(score);
                }
            }
            let sorted = |mut scores: Vec<f64>| { scores.sort_by(|a, b| b.total_cmp(a)); scores };
            let (all, passed) = (sorted(all), sorted(passed));
            let needed = all.get(k - 1).copied().unwrap_or(0.0);
            let count = all.iter().filter(|score| **score >= needed).count();
            prop_assert_eq!(&all[..count], &passed[..count]);
        }
    }
}
