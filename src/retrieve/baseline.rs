//! Which rows the global layer may show at all: a predicate that an index can be made for.

use gbrain_rank_core::retrieve::BASELINE_TYPES;
use gbrain_rank_core::scope::ScopeKey;
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
    if !card_type.is_some_and(|name| BASELINE_TYPES.contains(&name.as_str())) {
        return false;
    }
    let bindings = context_tags.map(Jsonb::bindings).unwrap_or_default();
    [ScopeKey::Asset, ScopeKey::User].into_iter().all(|key| bindings.get(key).is_unbound())
}

/// The condition of the global layer; `None` for a source without types.
pub fn condition(plan: &Plan, statement: &mut Statement) -> Option<String> {
    let card_type = plan.source.sql(Role::Type)?;
    let tags = plan.source.sql(Role::ContextTags).unwrap_or("NULL");
    let types = statement.bind(BASELINE_TYPES.map(str::to_owned).to_vec());
    // The types once more: where there is no index for the predicate, one on the type helps.
    Some(format!(
        "gbrain_rank.is_baseline({card_type}, {tags})\n  AND {card_type} OPERATOR(pg_catalog.=) ANY ({types})"
    ))
}

extension_sql!(
    r#"
COMMENT ON FUNCTION gbrain_rank.is_baseline(text, jsonb) IS
'Whether a row is an environment_fact or a preference that is bound to no asset and no user: what the global layer of retrieve() reads, as the predicate of an index.';
"#,
    name = "is_baseline_comment",
    requires = [is_baseline]
);
