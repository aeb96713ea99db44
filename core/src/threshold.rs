//! Which rows can still enter the top k, said as a boolean query that an index can answer (MaxScore).
//!
//! A row's score is at most the sum of the bounds of the terms it holds. With the k-th best score
//! known, only rows whose terms can add up to it need to be ranked; the condition "their bounds add
//! up to `need`" is a monotone boolean formula over the terms, such as `(a & (b | c & d)) | b & c & d`.
//! A GIN index answers it by intersecting posting lists, without a look at the table.
//!
//! The formula never leaves out a row that could enter: rows that tie stay, rounding has a margin, and
//! where the exact formula would be too large a weaker one takes its place.

use crate::text_rank::Term;
use crate::tsquery::TsQuery;

/// Most nodes of a formula. Many terms with equal bounds explode (24 of them: millions of nodes).
pub const MAX_NODES: usize = 256;

/// Steps after which an attempt at a formula is given up.
const MAX_STEPS: usize = 8 * MAX_NODES;

/// Relative slack for rounding: `ts_rank` adds up in `float4`.
pub const MARGIN: f64 = 1e-6;

/// A monotone formula over terms, which it names by their index.
#[derive(Debug, Clone, PartialEq)]
pub enum Formula {
    /// Every row can reach the need: the index cannot help.
    Always,
    /// No row can.
    Never,
    Term(usize),
    And(Vec<Formula>),
    Or(Vec<Formula>),
}

/// What is known of a term before any row is read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TermBound {
    /// The most that it can add to a score; may be infinite.
    pub bound: f64,
    /// The share of rows that hold it, as far as known: decides what the formula keeps when it must
    /// be weakened, never whether it is right.
    pub frequency: f64,
}

/// The formula of all rows that can score `need` or more.
pub fn at_least(terms: &[TermBound], need: f64) -> Formula {
    let need = need - need.abs() * MARGIN;
    // Rarest first: what they share is written once, and they are the last to be assumed present.
    let mut order: Vec<usize> = (0..terms.len()).filter(|term| terms[*term].bound > 0.0).collect();
    order.sort_by(|a, b| terms[*a].frequency.total_cmp(&terms[*b].frequency));
    let mut assumed = 0.0;
    loop {
        let builder = Builder::new(terms, &order);
        if let Some(formula) = builder.build(need - assumed) {
            return formula;
        }
        // Too large: take the most frequent term as present in every row. Weaker, but still exact.
        let Some(most_frequent) = order.pop() else { return Formula::Always };
        assumed += terms[most_frequent].bound;
    }
}

/// Buckets of the estimate below: fine enough for a guess.
const BUCKETS: usize = 1024;

/// A need, and how many rows are expected to reach it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Guess {
    pub need: f64,
    pub rows: f64,
}

/// The highest need that about `rows` of `total` rows can reach, were terms independent of each
/// other. `None` when fewer rows hold any term at all.
///
/// It is where to look first for a k-th score; nothing that must be exact depends on it.
pub fn need_for_rows(terms: &[TermBound], total: f64, rows: f64) -> Option<Guess> {
    let most: f64 = terms.iter().map(|term| term.bound).sum();
    let chance = chances(terms, most)?;
    let mut reaching = 0.0;
    for bucket in (1..=BUCKETS).rev() {
        reaching += chance[bucket] * total;
        if reaching >= rows {
            let need = bucket as f64 / BUCKETS as f64 * most;
            return Some(Guess { need, rows: reaching });
        }
    }
    None
}

/// The chance of each sum of bounds, rounded down to a bucket; `most` is the sum of all.
fn chances(terms: &[TermBound], most: f64) -> Option<Vec<f64>> {
    if !most.is_finite() || most <= 0.0 {
        return None;
    }
    let mut chance = vec![0.0; BUCKETS + 1];
    chance[0] = 1.0;
    for term in terms {
        let shift = (term.bound / most * BUCKETS as f64) as usize;
        let present = term.frequency.clamp(0.0, 1.0);
        if shift == 0 {
            continue;
        }
        for bucket in (0..=BUCKETS).rev() {
            let comes = bucket.checked_sub(shift).map_or(0.0, |from| chance[from] * present);
            chance[bucket] = chance[bucket] * (1.0 - present) + comes;
        }
    }
    Some(chance)
}

/// How many of `total` rows are expected to reach a need, were terms independent of each other.
pub fn rows_reaching(terms: &[TermBound], total: f64, need: f64) -> f64 {
    let most: f64 = terms.iter().map(|term| term.bound).sum();
    let Some(chance) = chances(terms, most) else { return total };
    let first = (need / most * BUCKETS as f64).max(0.0) as usize;
    chance.iter().skip(first).sum::<f64>() * total
}

struct Builder<'a> {
    terms: &'a [TermBound],
    order: &'a [usize],
    /// What all terms from a place of `order` on can add together.
    rest: Vec<f64>,
    steps: usize,
}

impl<'a> Builder<'a> {
    fn new(terms: &'a [TermBound], order: &'a [usize]) -> Self {
        let mut rest = vec![0.0; order.len() + 1];
        for (place, term) in order.iter().enumerate().rev() {
            rest[place] = rest[place + 1] + terms[*term].bound;
        }
        Self { terms, order, rest, steps: 0 }
    }

    /// `None` when the formula is larger than allowed.
    fn build(mut self, need: f64) -> Option<Formula> {
        self.from(0, need).filter(|formula| formula.nodes() <= MAX_NODES)
    }

    /// The formula over the terms from `place` on: take this term and need less, or do without it.
    fn from(&mut self, place: usize, need: f64) -> Option<Formula> {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return None;
        }
        if need.is_nan() || need <= 0.0 {
            return Some(Formula::Always);
        }
        if self.rest[place] < need {
            return Some(Formula::Never);
        }
        let term = self.order[place];
        let with = self.from(place + 1, need - self.terms[term].bound)?;
        let without = self.from(place + 1, need)?;
        Some(either(term, with, without))
    }
}

/// `term & with | without`, where everything that satisfies `without` also satisfies `with`.
fn either(term: usize, with: Formula, without: Formula) -> Formula {
    if with == without {
        return with;
    }
    let taken = match with {
        Formula::Always => Formula::Term(term),
        Formula::Never => return without,
        Formula::And(mut parts) => {
            parts.insert(0, Formula::Term(term));
            Formula::And(parts)
        }
        other => Formula::And(vec![Formula::Term(term), other]),
    };
    match without {
        Formula::Never => taken,
        Formula::Always => Formula::Always,
        Formula::Or(mut parts) => {
            parts.insert(0, taken);
            Formula::Or(parts)
        }
        other => Formula::Or(vec![taken, other]),
    }
}

impl Formula {
    /// Operators and operands.
    pub fn nodes(&self) -> usize {
        match self {
            Self::Always | Self::Never | Self::Term(_) => 1,
            // n operands are joined by n - 1 operators.
            Self::And(parts) | Self::Or(parts) => {
                parts.iter().map(Self::nodes).sum::<usize>() + parts.len().saturating_sub(1)
            }
        }
    }

    /// Whether a row that holds exactly these terms satisfies the formula.
    pub fn holds(&self, has: &impl Fn(usize) -> bool) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Term(term) => has(*term),
            Self::And(parts) => parts.iter().all(|part| part.holds(has)),
            Self::Or(parts) => parts.iter().any(|part| part.holds(has)),
        }
    }

    /// The formula as a query over these terms; `None` for the two constants.
    pub fn to_tsquery(&self, terms: &[Term]) -> Option<TsQuery> {
        let joined = |parts: &[Self]| -> Option<Vec<TsQuery>> {
            parts.iter().map(|part| part.to_tsquery(terms)).collect()
        };
        match self {
            Self::Always | Self::Never => None,
            Self::Term(term) => terms.get(*term).map(Term::to_tsquery),
            Self::And(parts) => TsQuery::all(joined(parts)?),
            Self::Or(parts) => TsQuery::any(joined(parts)?),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn bounds(bounds: &[f64]) -> Vec<TermBound> {
        let term = |(at, bound): (usize, &f64)| TermBound { bound: *bound, frequency: at as f64 };
        bounds.iter().enumerate().map(term).collect()
    }

    #[test]
    fn minimal_sets_are_shared() {
        let formula = at_least(&bounds(&[5.0, 3.0, 2.0, 1.0]), 6.0);
        let terms = ["a", "b", "c", "d"].map(Term::word);
        let text = formula.to_tsquery(&terms).map(|query| query.to_string());
        // a with any other; without a: b, c and d.
        assert_eq!(text.as_deref(), Some("('a' & ('b' | 'c' | 'd')) | ('b' & 'c' & 'd')"));
    }

    #[test]
    fn constants() {
        assert_eq!(at_least(&bounds(&[1.0, 1.0]), 0.0), Formula::Always);
        assert_eq!(at_least(&bounds(&[1.0, 1.0]), f64::NAN), Formula::Always);
        assert_eq!(at_least(&bounds(&[1.0, 1.0]), f64::INFINITY), Formula::Always, "no such need");
        assert_eq!(at_least(&bounds(&[1.0, 1.0]), 2.1), Formula::Never);
        assert_eq!(at_least(&[], 0.1), Formula::Never);
        assert_eq!(at_least(&bounds(&[0.0, 2.0]), 1.0), Formula::Term(1));
    }

    #[test]
    fn a_bound_equal_to_the_need_stays() {
        assert_eq!(at_least(&bounds(&[1.0]), 1.0), Formula::Term(0));
        assert_eq!(at_least(&bounds(&[1.0 - 1e-7]), 1.0), Formula::Term(0), "within rounding");
    }

    #[test]
    fn an_unbounded_term_suffices_alone() {
        let formula = at_least(&bounds(&[1.0, f64::INFINITY]), 1.5);
        assert_eq!(formula, Formula::Term(1));
    }

    #[test]
    fn many_equal_terms_stay_within_the_cap() {
        for need in 1..=24 {
            let formula = at_least(&bounds(&[1.0; 24]), f64::from(need));
            assert!(formula.nodes() <= MAX_NODES, "{need}: {}", formula.nodes());
            assert_ne!(formula, Formula::Always, "{need}");
        }
    }

    #[test]
    fn a_need_for_so_many_rows() {
        // 100 rows in 1000 hold a, half of them b too: 50 reach 3, 100 + 450 reach 1 or 2.
        let terms =
            [TermBound { bound: 2.0, frequency: 0.1 }, TermBound { bound: 1.0, frequency: 0.5 }];
        let need = |rows| need_for_rows(&terms, 1000.0, rows).map(|guess| guess.need);
        assert!(need(40.0).is_some_and(|need| need > 2.5));
        assert!(need(90.0).is_some_and(|need| (1.5..=2.0).contains(&need)));
        assert!(need(500.0).is_some_and(|need| (0.5..=1.0).contains(&need)));
        assert_eq!(need(900.0), None);
        assert_eq!(need_for_rows(&bounds(&[f64::INFINITY]), 10.0, 1.0), None);
    }

    #[test]
    fn two_hundred_and_fifty_six_terms_are_quick() {
        let many: Vec<f64> = (1..=256).map(|term| 1.0 / f64::from(term)).collect();
        assert!(at_least(&bounds(&many), 3.0).nodes() <= MAX_NODES);
    }

    proptest! {
        /// Against all subsets: nothing that can reach the need is left out, and as long as nothing
        /// had to be weakened nothing else is let in.
        #[test]
        fn equals_brute_force(list in proptest::collection::vec(0u8..6, 0..10), need in 0u8..30) {
            let terms = bounds(&list.iter().map(|bound| f64::from(*bound)).collect::<Vec<_>>());
            let formula = at_least(&terms, f64::from(need));
            let mut over = 0;
            for set in 0u32..1 << list.len() {
                let has = |term: usize| set >> term & 1 == 1;
                let sum: u32 = (0..list.len()).filter(|term| has(*term)).map(|term| u32::from(list[term])).sum();
                let reaches = sum >= u32::from(need);
                prop_assert!(!reaches || formula.holds(&has), "{formula:?} leaves out {set:b}");
                over += u32::from(!reaches && formula.holds(&has));
            }
            prop_assert!(formula.nodes() <= MAX_NODES);
            if list.len() <= 6 {
                prop_assert_eq!(over, 0);
            }
        }

        #[test]
        fn never_leaves_out_a_row_that_reaches(
            list in proptest::collection::vec((0.0f64..3.0, 0.0f64..1.0), 1..24),
            share in 0.0f64..1.2, sets in proptest::collection::vec(any::<u32>(), 50),
        ) {
            let terms: Vec<_> = list.iter().map(|(bound, frequency)| TermBound { bound: *bound, frequency: *frequency }).collect();
            let need = share * terms.iter().map(|term| term.bound).sum::<f64>();
            let formula = at_least(&terms, need);
            prop_assert!(formula.nodes() <= MAX_NODES);
            for set in sets {
                let has = |term: usize| set >> term & 1 == 1;
                let sum: f64 = (0..terms.len()).filter(|term| has(*term)).map(|term| terms[term].bound).sum();
                prop_assert!(sum < need || formula.holds(&has));
            }
        }
    }
}
