//! The baseline: its rows, and the order in which an index holds them.

use gbrain_rank_core::retrieve::BASELINE_TYPES;
use gbrain_rank_core::retrieve::baseline::{self, Cards, MIXED};
use pgrx::prelude::*;

use super::plan::Plan;
use crate::jsonb::Jsonb;
use crate::search::Statement;
use crate::source::Role;
use crate::text::Text;

/// Whether a row is a fact of the environment or a preference that is bound to no asset and no user.
///
/// It reads no setting and no scope, so that `CREATE INDEX ... WHERE is_baseline(type, context_tags)`
/// holds just the rows that the global layer has to read.
#[pg_extern(immutable, parallel_safe, cost = 20)]
pub fn is_baseline(card_type: Option<Text<'_>>, context_tags: Option<Jsonb<'_>>) -> bool {
    let card_type = card_type.as_ref().map(|name| name.as_str());
    baseline::is_baseline(card_type, &context_tags.map(Jsonb::bindings).unwrap_or_default())
}

/// What decides the scope weight of a baseline row, as the first key of an index. NULL is bound to
/// nothing.
#[pg_extern(immutable, parallel_safe, cost = 20)]
pub fn baseline_binding(context_tags: Option<Jsonb<'_>>) -> String {
    baseline::binding(&context_tags.map(Jsonb::bindings).unwrap_or_default())
}

/// How often a baseline row was met, in steps, as the second key of an index; NULL for other rows, so
/// that their counters change no index. A NULL count is 0.
#[pg_extern(immutable, parallel_safe, cost = 20)]
pub fn baseline_step(
    card_type: Option<Text<'_>>,
    context_tags: Option<Jsonb<'_>>,
    occurrence_count: Option<i64>,
    recall_hit_count: Option<i64>,
) -> Option<i32> {
    let (occurrences, recalls) = (occurrence_count.unwrap_or(0), recall_hit_count.unwrap_or(0));
    is_baseline(card_type, context_tags).then(|| baseline::step(occurrences, recalls))
}

/// The condition of the global layer; `None` for a source without types.
pub fn condition(plan: &Plan, statement: &mut Statement) -> Option<String> {
    let card_type = plan.source.sql(Role::Type)?;
    let tags = plan.source.sql(Role::ContextTags).unwrap_or("NULL::pg_catalog.jsonb");
    let types = statement.bind(BASELINE_TYPES.map(str::to_owned).to_vec());
    // The types once more: where there is no index for the predicate, one on the type helps.
    Some(format!(
        "gbrain_rank.is_baseline({card_type}, {tags})\n  AND {card_type} OPERATOR(pg_catalog.=) ANY ({types})"
    ))
}

/// The condition of one arm of the global layer.
pub fn arm_condition(plan: &Plan, cards: &Cards, statement: &mut Statement) -> Option<String> {
    let card_type = plan.source.sql(Role::Type)?;
    let tags = plan.source.sql(Role::ContextTags)?;
    let binding = format!("gbrain_rank.baseline_binding({tags}) COLLATE pg_catalog.\"C\"");
    let bound = match cards {
        Cards::Bound(text) => {
            format!("{binding} OPERATOR(pg_catalog.=) {}", statement.bind(text.as_str()))
        }
        Cards::Mixed => format!("{binding} OPERATOR(pg_catalog.=) {}", statement.bind(MIXED)),
        Cards::BoundBetween { from, below } => {
            let (from, below) = (statement.bind(from.as_str()), statement.bind(below.as_str()));
            format!(
                "{binding} OPERATOR(pg_catalog.>=) {from}\n  AND {binding} OPERATOR(pg_catalog.<) {below}"
            )
        }
    };
    Some(format!("gbrain_rank.is_baseline({card_type}, {tags})\n  AND {bound}"))
}

/// The order in which the index holds the rows of one binding. Rows whose step is not known come first.
pub fn arm_order(plan: &Plan) -> Option<String> {
    let (step, id) = (plan.source.sql(Role::BaselineStep)?, plan.source.sql(Role::Id)?);
    Some(format!("\nORDER BY {step} DESC NULLS FIRST, {id}"))
}

extension_sql!(
    r#"
-- An index under row security is reached by leakproof conditions alone. The function fails for no value.
ALTER FUNCTION gbrain_rank.baseline_binding(jsonb) LEAKPROOF;

COMMENT ON FUNCTION gbrain_rank.is_baseline(text, jsonb) IS
'Whether a row is an environment_fact or a preference that is bound to no asset and no user: what the global layer of retrieve() reads, as the predicate of an index.';
COMMENT ON FUNCTION gbrain_rank.baseline_binding(jsonb) IS
'The project, profile and kind of database that a baseline row is bound to, as one ASCII text: the first key of the index that holds the baseline of retrieve() in its order. Several values of one key give *. NULL is bound to nothing.';
COMMENT ON FUNCTION gbrain_rank.baseline_step(text, jsonb, bigint, bigint) IS
'How often a baseline row was met, in steps that grow with (occurrence_count, recall_hit_count): one for each count up to 31, then 16 for each doubling. NULL for a row that is no part of the baseline; a NULL count is 0.';
"#,
    name = "baseline_comments",
    requires = [is_baseline, baseline_binding, baseline_step]
);
