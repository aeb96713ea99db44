//! The episodic path: what happened, the freshest first.

use std::cmp::{Ordering, Reverse};

use gbrain_rank_core::recall::freshness::freshness;
use gbrain_rank_core::recall::score::{LowerTexts, Match};
use gbrain_rank_core::top_k::{TopK, compare_scores};

use super::request::Call;
use super::rows::{is_episodic, tags, timestamp};
use crate::error::SqlResult;
use crate::search::gate::DATE_ROLES;
use crate::search::row_text::KeptText;
use crate::search::{Condition, Id, Row, Select, stream};
use crate::source::Role;

const ROLES: [Role; 8] = [
    Role::Id,
    Role::Slug,
    Role::Title,
    Role::Body,
    Role::Tags,
    Role::EffectiveDate,
    Role::UpdatedAt,
    Role::CreatedAt,
];

/// One returned row. The greater one is the better one.
pub struct Hit {
    pub id: Id,
    pub slug: Option<String>,
    pub title: Option<String>,
    pub freshness: f64,
    pub body: Option<KeptText>,
    overlap: usize,
    date: Option<i64>,
}

impl Hit {
    /// What the row is ranked by; this path knows nothing but freshness.
    pub fn relevance(&self) -> f64 {
        self.freshness
    }
}

/// The best rows of the episodic path, best first.
pub fn best(call: &Call) -> SqlResult<Vec<Hit>> {
    let mut top = TopK::new(call.k);
    if call.source.column(Role::Channel).is_none() {
        return Ok(Vec::new());
    }
    let select = Select::new(&call.source, &ROLES);
    for branch in call.candidates.branches(&call.source, &call.config, None) {
        let statement = select.statement(&call.source, &call.gate, |statement| {
            let found = branch.sql(&call.source, statement);
            Condition::Where(format!("{found}\n  AND {}", is_episodic(&call.source)))
        });
        stream(&statement, &mut |row| consider(call, &select, row, &mut top))?;
    }
    Ok(top.into_sorted_vec())
}

fn consider(call: &Call, select: &Select, row: &Row<'_>, top: &mut TopK<Hit>) -> SqlResult<()> {
    pgrx::check_for_interrupts!();
    let date = DATE_ROLES.iter().find_map(|&role| timestamp(select, row, role));
    let freshness = freshness(date, call.question.now);
    if call.pruning && top.worst().is_some_and(|worst| freshness < worst.freshness) {
        return Ok(());
    }
    let text = |role| select.get::<&str>(row, role);
    let texts = LowerTexts::new(text(Role::Title), text(Role::Body), &tags(select, row));
    let found = Match::find(&call.question, &texts)?;
    if found.is_empty() {
        return Ok(());
    }
    let datum = |role| select.position(role).and_then(|at| row.datum(at));
    top.push(Hit {
        id: call.id_kind.keep(datum(Role::Id)),
        slug: text(Role::Slug).map(str::to_owned),
        title: text(Role::Title).map(str::to_owned),
        freshness,
        body: datum(Role::Body).map(KeptText::keep),
        overlap: found.tokens.len(),
        date,
    });
    Ok(())
}

/// Relevance, then shared tokens, then the newer date (a row without one last), then slug, then id.
impl Ord for Hit {
    fn cmp(&self, other: &Self) -> Ordering {
        let named = |hit: &Self| hit.slug.is_some();
        compare_scores(self.relevance(), other.relevance())
            .then_with(|| self.overlap.cmp(&other.overlap))
            .then_with(|| self.date.cmp(&other.date))
            .then_with(|| named(self).cmp(&named(other)))
            .then_with(|| Reverse(&self.slug).cmp(&Reverse(&other.slug)))
            .then_with(|| Reverse(&self.id).cmp(&Reverse(&other.id)))
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
