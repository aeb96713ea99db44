//! The goals of a source: the rows of `<source>_goals` in its schema, read as the caller.

use std::ffi::{CStr, CString};

use gbrain_rank_core::recall::goal::Goal;
use pgrx::pg_sys;
use pgrx::prelude::*;

use crate::error::{SqlResult, report};
use crate::search::{Statement, stream};
use crate::source::Source;

/// Every goal of a source, whatever its status; none without the table. A role that may read the
/// source but not its goals has none either, unless it asks for some by name.
pub fn of(source: &Source, named: bool) -> SqlResult<Vec<Goal>> {
    let Some((relid, table)) = table_of(source.relid) else { return Ok(Vec::new()) };
    if !named && !may_read(relid) {
        return Ok(Vec::new());
    }
    check_columns(relid, &table)?;
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

/// Whether the caller has SELECT on a table, or on each of the columns that are read.
fn may_read(relid: pg_sys::Oid) -> bool {
    let select = pg_sys::ACL_SELECT as pg_sys::AclMode;
    let granted = pg_sys::AclResult::ACLCHECK_OK;
    // SAFETY: checks of rights in the catalogs.
    unsafe {
        let user = pg_sys::GetUserId();
        pg_sys::pg_class_aclcheck(relid, user, select) == granted
            || COLUMNS.iter().all(|(name, ..)| {
                let column = pg_sys::get_attnum(relid, name.as_ptr());
                column > 0 && pg_sys::pg_attribute_aclcheck(relid, column, user, select) == granted
            })
    }
}

/// The columns of a goals table: their names and types.
const COLUMNS: [(&CStr, pg_sys::Oid, &str); 4] = [
    (c"slug", pg_sys::TEXTOID, "text"),
    (c"status", pg_sys::TEXTOID, "text"),
    (c"domains", pg_sys::TEXTARRAYOID, "text[]"),
    (c"keywords", pg_sys::TEXTARRAYOID, "text[]"),
];

/// That a goals table has its columns, of types that can be assigned to theirs.
fn check_columns(relid: pg_sys::Oid, table: &str) -> SqlResult<()> {
    let hint = "Make it as create_memory() does, or call with goal_boost => false.";
    let column = |(name, wanted, sql_type): &(&CStr, pg_sys::Oid, &str)| {
        let shown = name.to_string_lossy();
        // SAFETY: catalog look-ups by relation and name.
        let attnum = unsafe { pg_sys::get_attnum(relid, name.as_ptr()) };
        if attnum <= 0 {
            return Err(report(
                PgSqlErrorCode::ERRCODE_UNDEFINED_COLUMN,
                format!("{table} is no table of goals"),
            )
            .set_detail(format!("It has no column {shown}."))
            .set_hint(hint));
        }
        let mut function = pg_sys::InvalidOid;
        // SAFETY: a catalog look-up that writes the cast function's oid into `function`.
        let (path, is_array) = unsafe {
            let found = pg_sys::get_atttype(relid, attnum);
            let context = pg_sys::CoercionContext::COERCION_ASSIGNMENT;
            let path = pg_sys::find_coercion_pathway(*wanted, found, context, &mut function);
            (path, pg_sys::get_base_element_type(found) != pg_sys::InvalidOid)
        };
        let is_assignable = path != pg_sys::CoercionPathType::COERCION_PATH_NONE;
        if !is_assignable || is_array != (*wanted == pg_sys::TEXTARRAYOID) {
            return Err(report(
                PgSqlErrorCode::ERRCODE_DATATYPE_MISMATCH,
                format!("{table} is no table of goals"),
            )
            .set_detail(format!("Its column {shown} cannot be read as {sql_type}."))
            .set_hint(hint));
        }
        Ok(())
    };
    COLUMNS.iter().try_for_each(column)
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
