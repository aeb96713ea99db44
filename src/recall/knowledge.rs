//! The knowledge path: gate, candidates, score, order, explain.

use std::cmp::{Ordering, Reverse};

use gbrain_rank_core::recall::goal;
use gbrain_rank_core::recall::memory::Memory;
use gbrain_rank_core::recall::score::{Breakdown, Grade, LowerTexts, Row as Facts, score_above};
use gbrain_rank_core::recall::text_bound::Possible;
use gbrain_rank_core::recall::topic_trace::topic_trace_bonus;
use gbrain_rank_core::top_k::{TopK, compare_scores};
use gbrain_rank_core::tsvector::TsVector;
use serde_json::{Value, json};

use super::request::Call;
use super::rows::{is_knowledge, tags, timestamp};
use crate::error::SqlResult;
use crate::jsonb::Jsonb;
use crate::search::{Condition, Id, Row, Select, stream};
use crate::source::Role;

/// The columns that a knowledge row is scored and printed by.
const ROLES: [Role; 14] = [
    Role::Id,
    Role::Slug,
    Role::Type,
    Role::Title,
    Role::Body,
    Role::Tags,
    Role::Area,
    Role::Status,
    Role::Importance,
    Role::CreatedAt,
    Role::AccessCount,
    Role::Pinned,
    Role::Traces,
    Role::Review,
];

/// One returned row. The greater one is the better one.
pub struct Hit {
    pub id: Id,
    pub slug: Option<String>,
    pub title: Option<String>,
    pub page_type: Option<String>,
    pub area: Option<String>,
    pub status: Option<String>,
    pub breakdown: Breakdown,
}

impl Hit {
    pub fn score(&self) -> f64 {
        self.breakdown.total
    }

    /// Every component of the score, and why.
    pub fn explain(&self, call: &Call) -> Value {
        let mut explain = serde_json::to_value(&self.breakdown).unwrap_or_default();
        explain["reasons"] = json!(self.breakdown.reasons(self.page_type.as_deref()));
        explain["candidates"] = match call.candidates.scanned() {
            None => json!("index"),
            Some(why) => json!(format!("scan: {why}")),
        };
        explain
    }
}

/// The best rows of the knowledge path, best first.
pub fn best(call: &Call) -> SqlResult<Vec<Hit>> {
    let mut select = Select::new(&call.source, &ROLES);
    if call.candidates.text_bound().is_some() {
        select = select.with_tsvector(&call.source, &call.config);
    }
    let mut top = TopK::new(call.k);
    for branch in call.candidates.branches(&call.source, &call.config, call.topic_id.as_deref()) {
        let statement = select.statement(&call.source, &call.gate, |statement| {
            let found = branch.sql(&call.source, statement);
            Condition::Where(format!("{found}\n  AND {}", is_knowledge(&call.source)))
        });
        stream(&statement, &mut |row| consider(call, &select, row, &mut top))?;
    }
    Ok(top.into_sorted_vec())
}

/// Scores a row, unless its cheap factors tell that it cannot be among the best.
fn consider(call: &Call, select: &Select, row: &Row<'_>, top: &mut TopK<Hit>) -> SqlResult<()> {
    pgrx::check_for_interrupts!();
    let text = |role| select.get::<&str>(row, role);
    let area = text(Role::Area);
    if let Some(areas) = &call.areas
        && !area.is_some_and(|area| areas.contains(&goal::fold(area)))
    {
        return Ok(());
    }
    let facts = facts(call, select, row, area);
    let grade = Grade::new(&call.question, &facts);
    let worst = top.worst().filter(|_| call.pruning);
    let floor = worst.map_or(f64::NEG_INFINITY, Hit::score);
    let best_of = |possible| grade.best_total(&call.question, possible);
    if best_of(call.question.everything()) < floor || best_of(possible(call, select, row)) < floor {
        return Ok(());
    }
    let texts = LowerTexts::new(text(Role::Title), text(Role::Body), &tags(select, row));
    if let Some(breakdown) = score_above(&call.question, &grade, &texts, floor)? {
        let owned = |role| text(role).map(str::to_owned);
        top.push(Hit {
            id: call.id_kind.keep(select.position(Role::Id).and_then(|at| row.datum(at))),
            slug: owned(Role::Slug),
            title: owned(Role::Title),
            page_type: owned(Role::Type),
            area: owned(Role::Area),
            status: owned(Role::Status),
            breakdown,
        });
    }
    Ok(())
}

/// What a row can hold of the query, by its tsvector.
fn possible(call: &Call, select: &Select, row: &Row<'_>) -> Possible {
    let told = call.candidates.text_bound().and_then(|bound| {
        let bytes = row.bytes(select.tsvector()?)?;
        // One of the size that texts are cut to may not have all of its words.
        (bytes.len() < WHOLE_TSVECTOR_BYTES).then(|| TsVector::new(bytes).map(|v| bound.of(&v)))?
    });
    told.unwrap_or(call.question.everything())
}

/// A tsvector below this size holds every word of its text.
const WHOLE_TSVECTOR_BYTES: usize = 512 * 1024;

/// What a row says of itself, but for its texts.
fn facts<'a>(call: &Call, select: &Select, row: &'a Row<'_>, area: Option<&'a str>) -> Facts<'a> {
    let traced = call.topic_id.as_deref().is_some_and(|topic_id| {
        let traces = select.get::<Jsonb<'_>>(row, Role::Traces);
        traces.is_some_and(|traces| topic_trace_bonus(traces.traces(), topic_id) > 0.0)
    });
    let review = select.get::<Jsonb<'_>>(row, Role::Review).map(Jsonb::review);
    Facts {
        area,
        topic_traced: traced,
        review: review.unwrap_or_default(),
        memory: Memory {
            importance: select.get(row, Role::Importance),
            created_at: timestamp(select, row, Role::CreatedAt),
            access_count: select.get(row, Role::AccessCount),
            pinned: select.get(row, Role::Pinned),
            status: select.get(row, Role::Status),
            page_type: select.get(row, Role::Type),
        },
        ..Facts::default()
    }
}

/// Total, then slug (a row without one last), then id.
impl Ord for Hit {
    fn cmp(&self, other: &Self) -> Ordering {
        let named = |hit: &Self| hit.slug.is_some();
        compare_scores(self.score(), other.score())
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
