//! The SQL functions of scope: `scope_visible` and `scope_weight`.

use crate::error::{OrReport, SqlResult};
use crate::jsonb::Jsonb;
use crate::settings;
use gbrain_rank_core::scope::{Scope, is_unbound, scope_rule, visible};
use pgrx::prelude::*;
use std::cell::RefCell;
use std::rc::Rc;

/// Whether a row with these tags is visible to the scope; without one, to `gbrain_rank.scope`.
///
/// Used as a row-security policy it fails closed: without any scope only rows that are bound to no
/// asset, project, user or kind of database are visible, and a setting that cannot be read is an ERROR.
#[pg_extern(stable, parallel_safe, cost = 20)]
fn scope_visible(
    context_tags: Option<Jsonb<'_>>,
    scope: default!(Option<Jsonb<'_>>, "NULL"),
) -> SqlResult<bool> {
    let scope = scope_of(scope)?;
    let bindings = context_tags.map(Jsonb::bindings).unwrap_or_default();
    Ok(match scope {
        Some(scope) => visible(&bindings, &scope),
        None => is_unbound(&bindings),
    })
}

/// How near a row with these tags stands to the scope: its weight by `gbrain_rank.scope_weights`.
#[pg_extern(stable, parallel_safe, cost = 25)]
fn scope_weight(context_tags: Option<Jsonb<'_>>, scope: Option<Jsonb<'_>>) -> SqlResult<f64> {
    let scope = scope_of(scope)?.unwrap_or_default();
    let bindings = context_tags.map(Jsonb::bindings).unwrap_or_default();
    Ok(settings::scope_weights()?.of(scope_rule(&bindings, &scope)))
}

/// The scope of an argument, or of the setting; `None` without either.
fn scope_of(argument: Option<Jsonb<'_>>) -> SqlResult<Option<Rc<Scope>>> {
    match argument {
        Some(argument) => parsed(argument).map(Some),
        None => settings::scope(),
    }
}

thread_local! {
    /// The last scope argument and what it says: it is the same for every row of a statement.
    static LAST_ARGUMENT: RefCell<Option<(Vec<u8>, Rc<Scope>)>> = const { RefCell::new(None) };
}

fn parsed(argument: Jsonb<'_>) -> SqlResult<Rc<Scope>> {
    let known = LAST_ARGUMENT.with_borrow(|last| match last {
        Some((bytes, scope)) if bytes == argument.bytes() => Some(Rc::clone(scope)),
        _ => None,
    });
    if let Some(scope) = known {
        return Ok(scope);
    }
    let scope = Rc::new(Scope::parse(&argument.to_utf8()?).or_report()?);
    LAST_ARGUMENT.set(Some((argument.bytes().to_vec(), Rc::clone(&scope))));
    Ok(scope)
}

extension_sql!(
    r#"
COMMENT ON FUNCTION gbrain_rank.scope_visible(jsonb, jsonb) IS
'Whether a row with these context_tags is visible to the scope: bound to the same asset, project and user or to none, and to no other db_type. Without a scope, gbrain_rank.scope counts; without that too, whether the row is bound to no asset, project, user or db_type.';
COMMENT ON FUNCTION gbrain_rank.scope_weight(jsonb, jsonb) IS
'How near a row with these context_tags stands to the scope: profile, db_type, unbound or other, as weighted by gbrain_rank.scope_weights; 0 when a wall hides it.';
"#,
    name = "scope_comments",
    requires = [scope_visible, scope_weight]
);
