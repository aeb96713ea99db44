//! Whether title_tsv can be trusted to tell what content_tsv holds at weight A.

use std::ffi::CStr;

use pgrx::pg_sys;

use super::{BaseColumn, Role, Source, base_columns};
use crate::catalog::catalog_value;
use crate::error::SqlResult;

impl Source {
    /// True where both columns are kept by create_memory's trigger, in every row: there a term has
    /// weight A in content_tsv exactly when title_tsv holds it. Of an application's own columns
    /// nothing is assumed.
    pub fn title_bounds_content(&self) -> SqlResult<bool> {
        if let Some(known) = self.title_bounds.get() {
            return Ok(*known);
        }
        let found = self.look_up_title_bounds()?;
        Ok(*self.title_bounds.get_or_init(|| found))
    }

    /// True where create_memory's trigger fills content_tsv, in each table below.
    pub fn is_content_ours(&self) -> SqlResult<bool> {
        let Some(content) = self.column(Role::ContentTsv) else { return Ok(false) };
        let contents = base_columns(self.relid, content.attnum);
        for base in &contents {
            let BaseColumn::Column { relid, .. } = base else { return Ok(false) };
            if !has_memory_trigger(*relid)? {
                return Ok(false);
            }
        }
        Ok(!contents.is_empty())
    }

    fn look_up_title_bounds(&self) -> SqlResult<bool> {
        let (Some(content), Some(title)) =
            (self.column(Role::ContentTsv), self.column(Role::TitleTsv))
        else {
            return Ok(false);
        };
        let contents = base_columns(self.relid, content.attnum);
        let titles = base_columns(self.relid, title.attnum);
        if contents.is_empty() || contents.len() != titles.len() {
            return Ok(false);
        }
        for pair in contents.into_iter().zip(titles) {
            let (
                BaseColumn::Column { relid, attnum: content, .. },
                BaseColumn::Column { relid: of_title, attnum: title, .. },
            ) = pair
            else {
                return Ok(false);
            };
            let named =
                is_named(relid, content, c"content_tsv") && is_named(relid, title, c"title_tsv");
            let kept = is_never_null(relid, title) && has_memory_trigger(relid)?;
            if relid != of_title || !named || !kept {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

fn is_named(relid: pg_sys::Oid, attnum: i16, name: &CStr) -> bool {
    // SAFETY: a catalog look-up; with missing_ok an unknown column gives NULL.
    unsafe {
        let found = pg_sys::get_attname(relid, attnum, true);
        !found.is_null() && CStr::from_ptr(found) == name
    }
}

/// Rows that were there before the trigger came have no title_tsv, or cannot be in this table.
fn is_never_null(relid: pg_sys::Oid, attnum: i16) -> bool {
    // SAFETY: a look-up in the catalog; the tuple is released.
    unsafe {
        let tuple = pg_sys::SearchSysCache2(
            pg_sys::SysCacheIdentifier::ATTNUM as i32,
            pg_sys::Datum::from(relid),
            pg_sys::Datum::from(attnum),
        );
        if tuple.is_null() {
            return false;
        }
        let form = pg_sys::GETSTRUCT(tuple).cast::<pg_sys::FormData_pg_attribute>();
        let never_null = (*form).attnotnull;
        pg_sys::ReleaseSysCache(tuple);
        never_null
    }
}

/// The triggers fill both columns whenever a row is inserted or its text changes, in a session that is
/// no replica; not while one of them is off.
fn has_memory_trigger(relid: pg_sys::Oid) -> SqlResult<bool> {
    let found: Option<bool> = catalog_value(
        "SELECT pg_catalog.bool_and(t.tgenabled OPERATOR(pg_catalog.=) ANY ('{O,A}'::pg_catalog.\"char\"[]))
         FROM pg_catalog.pg_trigger t
         JOIN pg_catalog.pg_proc p ON p.oid OPERATOR(pg_catalog.=) t.tgfoid
         JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) p.pronamespace
         WHERE t.tgrelid OPERATOR(pg_catalog.=) $1
           AND n.nspname OPERATOR(pg_catalog.=) 'gbrain_rank'
           AND p.proname OPERATOR(pg_catalog.=) 'memory_text'",
        &[relid.into()],
    )?;
    Ok(found.unwrap_or(false))
}
