//! The goals of a source: the rows of `<source>_goals` in its schema, read as the caller.

use std::ffi::{CStr, CString};

use gbrain_rank_core::recall::goal::Goal;
use pgrx::pg_sys;
use pgrx::prelude::*;

use crate::error::SqlResult;
use crate::search::{Statement, stream};
use crate::source::Source;

/// Every goal of a source, whatever its status; none without the table. A role that may read the
/// source but not its goals has none either, unless it asks for some by name.
pub fn of(source: &Source, named: bool) -> SqlResult<Vec<Goal>> {
    let Some((relid, table)) = table_of(source.relid) else { return Ok(Vec::new()) };
    if !named && !may_read(relid) {
        return Ok(Vec::new());
    }
    let statement = Statement::new(format!(
        "SELECT g.slug::pg_catalog.text, g.status::pg_catalog.text, \
         g.domains::pg_catalog.text[], g.keywords::pg_catalog.text[] FROM {table} AS g \
         WHERE g.slug IS NOT NULL"
    ));
    let mut goals = Vec::new();
    stream(&statement, &mut |row| {
        goals.push(Goal {
            slug: row.get(0).unwrap_or_default(),
            status: row.get(1),
            domains: texts(row.get(2)),
            keywords: texts(row.get(3)),
        });
        Ok(())
    })?;
    Ok(goals)
}

/// Whether the caller has SELECT on a table.
fn may_read(relid: pg_sys::Oid) -> bool {
    // SAFETY: a check of rights in the catalog.
    let checked = unsafe {
        pg_sys::pg_class_aclcheck(relid, pg_sys::GetUserId(), pg_sys::ACL_SELECT as pg_sys::AclMode)
    };
    checked == pg_sys::AclResult::ACLCHECK_OK
}

fn texts(array: Option<Vec<Option<String>>>) -> Vec<String> {
    array.unwrap_or_default().into_iter().flatten().collect()
}

/// The quoted, qualified name of the goals of a relation; `None` when there is no such table.
fn table_of(relid: pg_sys::Oid) -> Option<(pg_sys::Oid, String)> {
    // SAFETY: catalog look-ups by oid and by name; a NULL name means that the relation is gone.
    unsafe {
        let schema = pg_sys::get_rel_namespace(relid);
        let (name, schema_name) = (pg_sys::get_rel_name(relid), pg_sys::get_namespace_name(schema));
        if name.is_null() || schema_name.is_null() {
            return None;
        }
        let name = format!("{}_goals", CStr::from_ptr(name).to_str().ok()?);
        let c_name = CString::new(name.as_str()).ok()?;
        let goals = pg_sys::get_relname_relid(c_name.as_ptr(), schema);
        // An index or a sequence of that name holds no goals.
        if !matches!(pg_sys::get_rel_relkind(goals) as u8, b'r' | b'p' | b'v' | b'm' | b'f') {
            return None;
        }
        let schema_name = CStr::from_ptr(schema_name).to_str().ok()?;
        Some((goals, spi::quote_qualified_identifier(schema_name, &name)))
    }
}
