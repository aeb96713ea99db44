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

/// Which rows a scan is to read, so that none which can score the need is left out.
#[derive(Debug, Clone, PartialEq)]
pub enum Sought {
    /// Every row can reach the need.
    All,
    /// No row can.
    None,
    /// Rows that hold all terms of one of these sets.
    AnyOf(Vec<Vec<usize>>),
    Formula(Formula),
}

/// Most sets of terms that are looked up one by one.
const MAX_SETS: usize = 16;

/// What a look-up costs, in microseconds: for each entry of the list that it starts from and each list
/// that it compares with it; and for each entry where a formula has to be asked. Measured on lists that
/// lie in memory; they decide between ways that find the same rows, and nothing else.
const ENTRY_COST: f64 = 0.08;
const FORMULA_COST: f64 = 0.6;

/// The cheapest way to find the rows that can score `need` or more, where reading a row costs `row_cost`
/// microseconds. A frequent term is worth little, and its list is long: it may be cheaper to take it as
/// present everywhere and to read some more rows. Sets of terms are cheaper to look up than a formula.
pub fn cheapest(terms: &[TermBound], total: f64, need: f64, row_cost: f64) -> Sought {
    let least = need - need.abs() * MARGIN;
    let all: f64 = terms.iter().map(|term| term.bound).sum();
    if least.is_nan() || least <= 0.0 || !all.is_finite() {
        return Sought::All;
    }
    if all < least {
        return Sought::None;
    }
    let mut order: Vec<usize> = (0..terms.len()).filter(|term| terms[*term].bound > 0.0).collect();
    order.sort_by(|a, b| terms[*a].frequency.total_cmp(&terms[*b].frequency));
    let entries = |term: usize| terms[term].frequency * total;
    let mut best: Option<(f64, Vec<Vec<usize>>)> = None;
    let mut kept_sum = 0.0;
    for kept in 1..=order.len() {
        let kept = &order[..kept];
        kept_sum += terms[kept[kept.len() - 1]].bound;
        let rest = least - (all - kept_sum);
        if rest <= 0.0 {
            continue;
        }
        let Some(sets) = minimal_sets(terms, kept, rest) else { continue };
        let kept_terms: Vec<TermBound> = kept.iter().map(|term| terms[*term]).collect();
        let lists = sets.iter().map(|set| {
            let first = set.iter().map(|term| entries(*term)).fold(f64::INFINITY, f64::min);
            first * ENTRY_COST * set.len() as f64
        });
        let cost = rows_reaching(&kept_terms, total, rest) * row_cost + lists.sum::<f64>();
        if best.as_ref().is_none_or(|(least, _)| cost < *least) {
            best = Some((cost, sets));
        }
    }
    let formula = at_least(terms, need);
    // What a formula starts from are the rarest terms, without which the others cannot reach the need.
    let mut without = all;
    let leading = order.iter().take_while(|&&term| {
        let needed = without >= least;
        without -= terms[term].bound;
        needed
    });
    let entries: f64 = leading.map(|term| entries(*term)).sum();
    let of_formula = rows_reaching(terms, total, least) * row_cost + entries * FORMULA_COST;
    match (formula, best) {
        (Formula::Never, _) => Sought::None,
        (formula @ (Formula::And(_) | Formula::Or(_)), Some((cost, _))) if of_formula < cost => {
            Sought::Formula(formula)
        }
        (_, Some((_, sets))) => Sought::of_sets(sets, terms.len()),
        (Formula::Always, None) => Sought::All,
        (formula, None) => Sought::Formula(formula),
    }
}

impl Sought {
    fn of_sets(sets: Vec<Vec<usize>>, terms: usize) -> Self {
        // Any term at all.
        let is_any = sets.len() == terms && sets.iter().all(|set| set.len() == 1);
        if is_any { Self::All } else { Self::AnyOf(sets) }
    }

    /// Whether a row that holds exactly these terms is sought.
    pub fn holds(&self, has: &impl Fn(usize) -> bool) -> bool {
        match self {
            Self::All => true,
            Self::None => false,
            Self::AnyOf(sets) => sets.iter().any(|set| set.iter().all(|term| has(*term))),
            Self::Formula(formula) => formula.holds(has),
        }
    }
}

/// The sets of terms that reach a need, each without a term that it could spare; `None` when there are
/// more than [`MAX_SETS`].
fn minimal_sets(terms: &[TermBound], of: &[usize], need: f64) -> Option<Vec<Vec<usize>>> {
    let mut order = of.to_vec();
    order.sort_by(|a, b| terms[*b].bound.total_cmp(&terms[*a].bound));
    let mut rest = vec![0.0; order.len() + 1];
    for (place, term) in order.iter().enumerate().rev() {
        rest[place] = rest[place + 1] + terms[*term].bound;
    }
    let mut walk =
        SetWalk { terms, order: &order, rest, chosen: Vec::new(), found: Vec::new(), steps: 0 };
    walk.from(0, need)?;
    Some(walk.found)
}

struct SetWalk<'a> {
    terms: &'a [TermBound],
    /// From the greatest bound to the least: what is added last is the least of a set, so that a set
    /// which reaches the need by it reaches it without none of its terms.
    order: &'a [usize],
    rest: Vec<f64>,
    chosen: Vec<usize>,
    found: Vec<Vec<usize>>,
    steps: usize,
}

impl SetWalk<'_> {
    fn from(&mut self, place: usize, need: f64) -> Option<()> {
        self.steps += 1;
        if self.steps > MAX_STEPS || self.found.len() > MAX_SETS {
            return None;
        }
        if need <= 0.0 {
            self.found.push(self.chosen.clone());
            return (self.found.len() <= MAX_SETS).then_some(());
        }
        if self.rest[place] < need {
            return Some(());
        }
        let term = self.order[place];
        self.chosen.push(term);
        self.from(place + 1, need - self.terms[term].bound)?;
        self.chosen.pop();
        self.from(place + 1, need)
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

    #[test]
    fn frequent_terms_are_taken_as_present() {
        let term = |bound, frequency| TermBound { bound, frequency };
        let terms = [term(8.0, 0.01), term(6.0, 0.04), term(4.0, 0.12), term(0.2, 0.9)];
        // Without the frequent term 9.9 is to be reached: by any two of the others but the last two.
        let found = cheapest(&terms, 500_000.0, 10.1, 5.0);
        assert_eq!(found, Sought::AnyOf(vec![vec![0, 1], vec![0, 2], vec![1, 2]]));
        assert_eq!(cheapest(&terms, 500_000.0, 18.3, 5.0), Sought::None);
        assert_eq!(cheapest(&terms, 500_000.0, 0.0, 5.0), Sought::All);
        assert_eq!(cheapest(&[term(1.0, 0.5)], 1_000.0, 0.5, 5.0), Sought::All);
    }

    proptest! {
        #[test]
        fn what_is_sought_holds_every_row_that_can_reach(
            terms in proptest::collection::vec((0.0..5.0f64, 0.0..1.0f64), 1..10),
            need in 0.0..30.0f64,
            row_cost in 0.0..10.0f64,
            held in any::<u16>(),
        ) {
            let terms: Vec<TermBound> =
                terms.into_iter().map(|(bound, frequency)| TermBound { bound, frequency }).collect();
            let has = |term: usize| held >> term & 1 == 1;
            let sum: f64 = (0..terms.len()).filter(|term| has(*term)).map(|term| terms[term].bound).sum();
            let holds_any = (0..terms.len()).any(has);
            let found = cheapest(&terms, 100_000.0, need, row_cost);
            prop_assert!(!holds_any || sum < need || found.holds(&has), "{:?}", found);
        }
    }
}
