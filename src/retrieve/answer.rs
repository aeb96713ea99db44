//! One search from top to bottom: resolve, gate, match by layers, score, rank.

use super::card::Card;
use super::matching::Matching;
use super::plan::Plan;
use super::request::Request;
use crate::error::SqlResult;

/// The cards of a search, first to last, with what explain needs.
pub struct Answer {
    pub plan: Plan,
    pub cards: Vec<Card>,
    /// Nothing but the baseline answers.
    pub zero_match: bool,
    /// The server settings and the inner statements, when they are to be shown.
    pub settings: Vec<String>,
    pub statements: Vec<String>,
    pub skipped: Vec<&'static str>,
}

pub fn answer(request: &Request) -> SqlResult<Answer> {
    let plan = Plan::new(request)?;
    let mut matching = Matching::new(&plan)?;
    let mut cards = matched(&plan, &mut matching)?;
    let zero_match = cards.is_empty();
    if plan.baseline_k > 0 {
        let baseline = matching.global(&cards)?;
        cards.extend(baseline);
    }
    let Matching { settings, statements, mut skipped, .. } = matching;
    skipped.extend(plan.no_statistics);
    let set = settings.as_sql.clone();
    drop(settings);
    Ok(Answer { cards, zero_match, settings: set, statements, skipped, plan })
}

/// At most k cards: each layer only adds behind what the earlier ones have found.
fn matched(plan: &Plan, matching: &mut Matching<'_>) -> SqlResult<Vec<Card>> {
    let (mut corrections, exact) = matching.exact()?;
    matching.corrections(&mut corrections)?;
    let mut cards = corrections.into_sorted_vec();
    cards.extend(exact.into_sorted_vec());
    if cards.len() < plan.k {
        let strict = matching.strict(plan.k - cards.len(), &cards)?;
        cards.extend(strict);
    }
    if cards.len() < plan.k {
        let relaxed = matching.relaxed(plan.k - cards.len(), &cards)?;
        cards.extend(relaxed);
    }
    if cards.is_empty() {
        cards = matching.trigram(plan.k)?;
    }
    cards.truncate(plan.k);
    Ok(cards)
}
