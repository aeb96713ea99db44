//! Leaving out the rows that cannot enter the top k, by a condition that the index itself answers.
//!
//! 1. Seed: rank the rows whose terms can add up to a guessed score, about as many as are needed, or
//!    those with a term in their title. The k-th best of them is a score that the answer reaches for certain.
//! 2. Rank the rows whose terms can still reach that score with their boost. All others are below it,
//!    so the answer is the one that ranking every row gives. What a boost is the index does not know,
//!    but young rows have the high ones: for them the terms must add up to less than for old rows.
//!
//! When no row outside the seed can reach the k-th score, the seed was the answer.

use gbrain_rank_core::text_rank::{Frequencies, Term, TextRank};
use gbrain_rank_core::threshold::{Formula, TermBound, at_least, need_for_rows, rows_reaching};
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

/// Rows of the rarest terms from which on a seed looks no further: it costs as much as the lists of the
/// terms that it can start from are long, and most of the best rows hold one of these.
const LEADING_ROWS: f64 = 4_000.0;

/// Rows that all terms of a look-up are expected to leave at most: few enough to check the others there.
const FEW_ROWS: f64 = 50.0;

/// Entries in the lists of the other terms from which on it pays not to read them.
const LONG_LISTS: f64 = 10_000.0;

/// Terms of fewer rows than this share are told by whether they are prominent.
const WATCHED_SHARE: f64 = 0.3;

/// Rows that are not to be read from which on it pays to ask two more questions of the indexes.
const MIN_SPARED: f64 = 2_000.0;

/// Matches for each of them that holds a term in its title, from which on it pays to rank those first.
const MIN_OTHERS: f64 = 3.0;

/// Bands of boosts that rows are told apart by, and the least matches for which that pays.
const BANDS: i32 = 4;
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

/// Rows that either of two queries finds.
#[derive(Debug, Clone, PartialEq)]
pub struct Rows {
    pub query: Option<TsQuery>,
    pub prominent: Option<Prominent>,
}

/// Rows of a query in which any of some terms is prominent.
#[derive(Debug, Clone, PartialEq)]
pub struct Prominent {
    pub any: TsQuery,
    pub query: TsQuery,
}

impl Rows {
    fn of(query: TsQuery) -> Self {
        Self { query: Some(query), prominent: None }
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
        let leading = self.leading(rank);
        let seed = |rows| {
            let guess = need_for_rows(&self.terms, self.rows, rows)?;
            let reaching = self.narrowed(query, rank, guess.need)?;
            // A formula that asks for a leading term alone is as good as one that asks for it as well.
            let led = leading.clone().filter(|_| rows < LEADING_ROWS);
            let others_below = match led {
                Some(_) => f64::INFINITY,
                None => guess.need * most.recency * most.salience,
            };
            let query = TsQuery::all(led.into_iter().chain([reaching]))?;
            (guess.rows <= MAX_SEED * rows).then(|| Seed { band: Band::all(query), others_below })
        };
        [rows, rows * LOOSER].into_iter().map_while(seed).collect()
    }

    /// Any of the rarest terms, as many as hold enough rows for a seed; `None` where those are all.
    fn leading(&self, rank: &TextRank) -> Option<TsQuery> {
        let terms = self.rarest_first();
        let mut rows = 0.0;
        let enough = terms.iter().position(|&term| {
            let enough = rows >= LEADING_ROWS;
            rows += self.rows * self.terms[term].frequency;
            enough
        });
        let leading = terms[..enough?].iter();
        TsQuery::any(leading.map(|&term| rank.terms()[term].to_tsquery()))
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

    /// The query for those of its rows that can reach `need`; `None` when none can.
    fn narrowed(&self, query: &TsQuery, rank: &TextRank, need: f64) -> Option<TsQuery> {
        reaching(&self.terms, query, rank, need)
    }

    /// The same, where the rows in which a term is prominent are told from the others.
    fn told_apart(&self, query: &TsQuery, rank: &TextRank, need: f64) -> Option<Rows> {
        let all = self.narrowed(query, rank, need)?;
        let Some(ordinary) = &self.ordinary else { return Some(Rows::of(all)) };
        let spared =
            rows_reaching(&self.terms, self.rows, need) - rows_reaching(ordinary, self.rows, need);
        let watched = self.terms.iter().zip(rank.terms());
        let watched = watched.filter(|(term, _)| term.frequency < WATCHED_SHARE);
        let watched = TsQuery::any(watched.map(|(_, term)| term.to_tsquery()));
        let few = reaching(ordinary, query, rank, need);
        match watched {
            Some(any) if spared >= MIN_SPARED && few.as_ref() != Some(&all) => {
                Some(Rows { query: few, prominent: Some(Prominent { any, query: all }) })
            }
            _ => Some(Rows::of(all)),
        }
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
        let count = if self.matches(query) < MIN_MATCHES_FOR_BANDS { 1 } else { BANDS };
        // A row's age limits its recency, and nothing its salience.
        let bound =
            |band: i32| most.salience * most.recency.powf(f64::from(band) / f64::from(count));
        let mut bands: Vec<Band> = Vec::new();
        for band in 0..count {
            let Some(rows) = self.told_apart(query, rank, least / bound(band + 1)) else {
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

/// The query for those of its rows whose terms can add up to `need`; `None` when none can.
fn reaching(terms: &[TermBound], query: &TsQuery, rank: &TextRank, need: f64) -> Option<TsQuery> {
    match at_least(terms, need) {
        Formula::Always => Some(query.clone()),
        formula => {
            let reaching = formula.to_tsquery(rank.terms())?;
            // A row that reaches holds a term, and that is all an OR of terms asks for.
            let is_any = query.is_any_of_lexemes();
            if is_any { Some(reaching) } else { TsQuery::all([query.clone(), reaching]) }
        }
    }
}
