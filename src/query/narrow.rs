//! Leaving out the rows that cannot enter the top k, by a condition that the index itself answers.
//!
//! 1. Seed: rank the rows whose terms can add up to a guessed score, about as many as are needed, or
//!    those with a term in their title. The k-th best of them is a score that the answer reaches for certain.
//! 2. Rank the rows whose terms can still reach that score with their boost. All others are below it,
//!    so the answer is the one that ranking every row gives. What a boost is the index does not know,
//!    but young rows have the high ones: for them the terms must add up to less than for old rows. And
//!    where an index tells in which rows a term is prominent, other rows must hold more terms than these.
//!
//! When no row outside the seed can reach the k-th score, the seed was the answer.

use gbrain_rank_core::text_rank::{Frequencies, Term, TextRank};
use gbrain_rank_core::threshold::{
    Formula, Sought, TermBound, at_least, cheapest, need_for_rows, rows_reaching,
};
use gbrain_rank_core::tsquery::TsQuery;

/// Below this many matches one pass over all of them is cheaper than two over fewer.
const MIN_MATCHES: f64 = 1_000.0;

/// Rows of the first seed, for each row of the answer.
const SEED_ROWS: f64 = 20.0;
const MIN_SEED_ROWS: f64 = 400.0;

/// How much larger the second seed is, when the first held too few rows.
const LOOSER: f64 = 16.0;

/// A seed that has so many times more rows than asked for is none: the terms hardly differ.
const MAX_SEED: f64 = 8.0;

/// Rows that all terms of a look-up are expected to leave at most: few enough to check the others there.
const FEW_ROWS: f64 = 50.0;

/// Entries in the lists of the other terms from which on it pays not to read them.
const LONG_LISTS: f64 = 10_000.0;

/// What reading a row costs, in microseconds: its page, and a tsvector that is stored out of line. It
/// decides how much of the reading is left to the indexes, and nothing else.
const ROW_COST: f64 = 5.0;

/// Terms of fewer rows than this share are told by whether they are prominent.
const WATCHED_SHARE: f64 = 0.3;

/// Rows that are not to be read from which on it pays to ask two more questions of the indexes.
const MIN_SPARED: f64 = 2_000.0;

/// Matches for each of them that holds a term in its title, from which on it pays to rank those first.
const MIN_OTHERS: f64 = 3.0;

/// Bands of boosts that rows are told apart by, and the least matches for which that pays.
const BANDS: i32 = 3;
const MIN_MATCHES_FOR_BANDS: f64 = 3_000.0;

/// Matches from which on rows are ranked where they are read.
const MIN_MATCHES_FOR_SCREEN: f64 = 2_000.0;

/// The most that the two boosts of any row can be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MostBoost {
    pub recency: f64,
    pub salience: f64,
}

impl MostBoost {
    pub const NONE: Self = Self { recency: 1.0, salience: 1.0 };
}

/// Rows that a scan reads: those of some queries that are boosted by more than this.
#[derive(Debug, Clone, PartialEq)]
pub struct Band {
    pub rows: Rows,
    pub above: f64,
}

impl Band {
    /// All rows of a query, whatever their boost.
    pub fn all(query: TsQuery) -> Self {
        Self { rows: Rows::of(query), above: 0.0 }
    }
}

/// Rows that a scan finds in either of two ways.
#[derive(Debug, Clone, PartialEq)]
pub struct Rows {
    pub found: Option<Found>,
    pub prominent: Option<Prominent>,
}

/// Rows that one query finds, or any of several.
#[derive(Debug, Clone, PartialEq)]
pub enum Found {
    By(TsQuery),
    ByAny(Vec<TsQuery>),
}

/// Rows in which any of some terms is prominent.
#[derive(Debug, Clone, PartialEq)]
pub struct Prominent {
    pub any: TsQuery,
    pub found: Found,
}

impl Rows {
    fn of(query: TsQuery) -> Self {
        Self { found: Some(Found::By(query)), prominent: None }
    }
}

/// Rows to rank first, and what all others stay below.
pub struct Seed {
    pub band: Band,
    pub others_below: f64,
}

/// Ranking the rows that hold a term in their title before all others: at weight A a term is worth
/// more than twice what it is worth in a body, so their k-th score leaves few of the others to read.
pub struct TitlesFirst {
    /// Any of the terms, in the title.
    any: TsQuery,
    /// What is known of the terms where no title holds one.
    pub others: Narrowing,
    /// Rows that hold a term in their title.
    titled: f64,
}

impl TitlesFirst {
    /// Both frequencies are those of the terms of `rank`.
    pub fn new(rank: &TextRank, content: &Frequencies, title: &Frequencies) -> Option<Self> {
        Some(Self {
            any: TsQuery::any(rank.terms().iter().map(Term::to_tsquery))?,
            others: Narrowing::new(rank.body_bounds(), content)?,
            titled: Narrowing::new(rank.bounds(), title)?.matches_any(),
        })
    }

    /// Whether it is a gain: not where few rows match, or most of them by their title.
    pub fn pays(&self, query: &TsQuery) -> bool {
        self.others.matches(query) >= MIN_MATCHES.max(self.titled * MIN_OTHERS)
    }

    /// The query for those of its rows that hold a term in their title: which part of it is to be
    /// asked of content_tsv, and which of title_tsv.
    pub fn titled(&self, query: &TsQuery) -> (Option<TsQuery>, TsQuery) {
        // A term in the title is one in the text, and that is all an OR of terms asks for.
        let is_implied = query.is_lexeme() || query.is_any_of_lexemes();
        ((!is_implied).then(|| query.clone()), self.any.clone())
    }
}

/// What is known of the terms of a search before its rows are read.
pub struct Narrowing {
    terms: Vec<TermBound>,
    rows: f64,
    /// The terms once more, each with the most that it can add where it is not prominent; `None` where
    /// that is not told.
    ordinary: Option<Vec<TermBound>>,
}

impl Narrowing {
    /// `bounds`: the most that each term can add. `None` where one of them has no limit.
    pub fn new(bounds: Vec<f64>, frequencies: &Frequencies) -> Option<Self> {
        if bounds.is_empty() || bounds.iter().any(|bound| !bound.is_finite()) {
            return None;
        }
        let terms = bounds.into_iter().zip(&frequencies.shares);
        let terms = terms.map(|(bound, frequency)| TermBound { bound, frequency: *frequency });
        Some(Self { terms: terms.collect(), rows: frequencies.rows, ordinary: None })
    }

    /// Tells rows apart by whether terms are prominent in them: `bounds` where they are not.
    #[must_use]
    pub fn with_ordinary(self, bounds: Vec<f64>) -> Self {
        let ordinary = self.terms.iter().zip(bounds).map(|(term, bound)| {
            // A frequent term is worth little, and prominent in many rows.
            let watched = term.frequency < WATCHED_SHARE;
            TermBound { bound: if watched { bound } else { term.bound }, ..*term }
        });
        Self { ordinary: Some(ordinary.collect()), ..self }
    }

    /// Where to look first for a k-th score, in a phase that matches `query`; nowhere when it is small.
    pub fn seeds(
        &self,
        query: &TsQuery,
        rank: &TextRank,
        depth: usize,
        most: MostBoost,
    ) -> Vec<Seed> {
        let tells_apart = self.terms.len() > 1 && !self.all_terms(query);
        if !tells_apart || self.matches_any() < MIN_MATCHES {
            return Vec::new();
        }
        let rows = (SEED_ROWS * depth as f64).max(MIN_SEED_ROWS);
        let seed = |rows| {
            let guess = need_for_rows(&self.terms, self.rows, rows)?;
            let reaching = self.reaching(&self.terms, query, rank, guess.need, ROW_COST)?;
            // Of many terms that are alike no query tells apart the rows that hold two: it is all rows.
            let read = self.rows * self.share_of(&reaching, rank);
            (guess.rows.max(read) <= MAX_SEED * rows).then_some(Seed {
                band: Band { rows: Rows { found: Some(reaching), prominent: None }, above: 0.0 },
                others_below: guess.need * most.recency * most.salience,
            })
        };
        [rows, rows * LOOSER].into_iter().map_while(seed).collect()
    }

    /// The share of rows that are found, were terms independent of each other.
    fn share_of(&self, found: &Found, rank: &TextRank) -> f64 {
        match found {
            Found::By(query) => self.share(query, rank),
            Found::ByAny(queries) => self.share_of_any(queries, rank),
        }
    }

    fn share_of_any(&self, queries: &[TsQuery], rank: &TextRank) -> f64 {
        let without: f64 = queries.iter().map(|query| 1.0 - self.share(query, rank)).product();
        1.0 - without
    }

    fn share(&self, query: &TsQuery, rank: &TextRank) -> f64 {
        match query {
            TsQuery::Lexeme(lexeme) => {
                let known = rank.terms().iter().position(|term| term.lexeme == lexeme.text);
                known.and_then(|at| self.terms.get(at)).map_or(1.0, |term| term.frequency)
            }
            TsQuery::And(parts) => parts.iter().map(|part| self.share(part, rank)).product(),
            TsQuery::Or(parts) => self.share_of_any(parts, rank),
            TsQuery::Not(_) | TsQuery::Phrase { .. } => 1.0,
        }
    }

    /// The rarest terms of a query for all terms, where they alone leave few rows: an index reads the
    /// lists of all terms that it is asked for, and the others can be checked in these rows.
    pub fn rarest_of(&self, query: &TsQuery, rank: &TextRank) -> Option<TsQuery> {
        if !self.all_terms(query) {
            return None;
        }
        let terms = self.rarest_first();
        let mut rows = self.rows;
        let few = terms.iter().position(|&term| {
            let few = rows <= FEW_ROWS;
            rows *= self.terms[term].frequency;
            few
        });
        let (rarest, others) = terms.split_at(few?);
        let entries: f64 = others.iter().map(|&term| self.terms[term].frequency * self.rows).sum();
        if rarest.is_empty() || entries < LONG_LISTS {
            return None;
        }
        TsQuery::all(rarest.iter().map(|&term| rank.terms()[term].to_tsquery()))
    }

    fn rarest_first(&self) -> Vec<usize> {
        let mut terms: Vec<usize> = (0..self.terms.len()).collect();
        terms.sort_by(|&a, &b| self.terms[a].frequency.total_cmp(&self.terms[b].frequency));
        terms
    }

    /// Whether it pays to rank rows where they are read: below some thousand it is no gain.
    pub fn screens(&self, query: &TsQuery) -> bool {
        self.matches(query) >= MIN_MATCHES_FOR_SCREEN
    }

    /// Rows that hold any term, were terms independent of each other.
    fn matches_any(&self) -> f64 {
        let without: f64 = self.terms.iter().map(|term| 1.0 - term.frequency).product();
        self.rows * (1.0 - without)
    }

    /// Rows that a query over the terms matches, as far as that can be told beforehand.
    fn matches(&self, query: &TsQuery) -> f64 {
        if self.all_terms(query) {
            self.rows * self.terms.iter().map(|term| term.frequency).product::<f64>()
        } else {
            self.matches_any()
        }
    }

    /// Those rows of `query` whose terms can add up to `need`; `None` when none can.
    fn reaching(
        &self,
        terms: &[TermBound],
        query: &TsQuery,
        rank: &TextRank,
        need: f64,
        row_cost: f64,
    ) -> Option<Found> {
        // A row that reaches holds a term, and that is all an OR of terms asks for.
        if query.is_any_of_lexemes() {
            let of_term = |term: &usize| rank.terms()[*term].to_tsquery();
            return match cheapest(terms, self.rows, need, row_cost) {
                Sought::All => Some(Found::By(query.clone())),
                Sought::None => None,
                Sought::Formula(formula) => formula.to_tsquery(rank.terms()).map(Found::By),
                Sought::AnyOf(sets) => {
                    let sets = sets.iter().filter_map(|set| TsQuery::all(set.iter().map(of_term)));
                    Some(Found::ByAny(sets.collect()))
                }
            };
        }
        Some(Found::By(match at_least(terms, need) {
            Formula::Always => query.clone(),
            formula => TsQuery::all([query.clone(), formula.to_tsquery(rank.terms())?])?,
        }))
    }

    /// The same, where the rows in which a term is prominent are told from the others. `share`: of
    /// the rows that are found so many are read, the others are left out by their date.
    fn told_apart(&self, query: &TsQuery, rank: &TextRank, need: f64, share: f64) -> Option<Rows> {
        let row_cost = ROW_COST * share;
        let all = self.reaching(&self.terms, query, rank, need, row_cost)?;
        let Some(ordinary) = &self.ordinary else {
            return Some(Rows { found: Some(all), prominent: None });
        };
        let spared =
            rows_reaching(&self.terms, self.rows, need) - rows_reaching(ordinary, self.rows, need);
        let watched = self.terms.iter().zip(rank.terms());
        let watched = watched.filter(|(term, _)| term.frequency < WATCHED_SHARE);
        let watched = TsQuery::any(watched.map(|(_, lexeme)| lexeme.to_tsquery()));
        let few = self.reaching(ordinary, query, rank, need, row_cost);
        let tells = spared * share >= MIN_SPARED && few.as_ref() != Some(&all);
        Some(match watched.filter(|_| tells) {
            Some(any) => Rows { found: few, prominent: Some(Prominent { any, found: all }) },
            None => Rows { found: Some(all), prominent: None },
        })
    }

    /// The rows of `query` that can score `least` with their boost: the higher that can be, the less
    /// the terms must add up to. None when no row can.
    pub fn bands(
        &self,
        query: &TsQuery,
        rank: &TextRank,
        least: f64,
        most: MostBoost,
    ) -> Vec<Band> {
        let is_one = most.recency <= 1.0 || self.matches(query) < MIN_MATCHES_FOR_BANDS;
        let count = if is_one { 1 } else { BANDS };
        // A row's age limits its recency, and nothing its salience.
        let bound =
            |band: i32| most.salience * most.recency.powf(f64::from(band) / f64::from(count));
        let mut bands: Vec<Band> = Vec::new();
        for band in 0..count {
            // There are fewer young rows than old ones.
            let share = 0.5_f64.powi(band);
            let Some(rows) = self.told_apart(query, rank, least / bound(band + 1), share) else {
                continue;
            };
            // The rows of a band are those of the one below it, where the query is the same.
            if bands.last().is_none_or(|below| below.rows != rows) {
                bands.push(Band { rows, above: if band == 0 { 0.0 } else { bound(band) } });
            }
        }
        bands
    }

    /// Whether every match holds every term, so that all of them reach what any can.
    fn all_terms(&self, query: &TsQuery) -> bool {
        matches!(query, TsQuery::And(parts)
            if parts.len() == self.terms.len() && parts.iter().all(TsQuery::is_lexeme))
    }
}
