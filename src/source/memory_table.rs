//! Which of a source's columns are kept by the triggers of create_memory, and what may be relied on there.

use std::ffi::CStr;

use pgrx::pg_sys;

use super::{BaseColumn, Role, Source, base_columns};
use crate::catalog::catalog_value;
use crate::error::SqlResult;

/// The triggers of create_memory whose columns a search may rely on.
#[derive(Debug, Clone, Copy)]
enum MemoryTrigger {
    Text,
    Baseline,
}

impl MemoryTrigger {
    const fn function(self) -> &'static str {
        match self {
            Self::Text => "memory_text",
            Self::Baseline => "memory_baseline",
        }
    }
}

/// A column of a table, and at which place a view reads that table.
struct TableColumn {
    relid: pg_sys::Oid,
    attnum: i16,
    entry: u64,
}

impl Source {
    /// True where content_tsv and title_tsv are kept by create_memory's trigger, in every row: there a
    /// term has weight A in content_tsv exactly when title_tsv holds it. Of an application's own
    /// columns nothing is assumed.
    pub fn title_bounds_content(&self) -> SqlResult<bool> {
        if let Some(known) = self.title_bounds.get() {
            return Ok(*known);
        }
        let found = self.kept_by(MemoryTrigger::Text, &[Role::ContentTsv, Role::TitleTsv])?
            // Rows that were there before the trigger came have no title_tsv, or cannot be in this table.
            && self.base_tables(Role::TitleTsv).iter().all(TableColumn::is_never_null);
        Ok(*self.title_bounds.get_or_init(|| found))
    }

    /// True where baseline_step tells how often a row was met, or is NULL.
    pub fn baseline_is_ordered(&self) -> SqlResult<bool> {
        if let Some(known) = self.baseline_order.get() {
            return Ok(*known);
        }
        let roles = [
            Role::Id,
            Role::Type,
            Role::ContextTags,
            Role::OccurrenceCount,
            Role::RecallHitCount,
            Role::BaselineStep,
        ];
        let is =
            |role, type_oid| self.column(role).is_some_and(|column| column.type_oid == type_oid);
        // Where ids are integers, the order of SQL is the order of ties.
        let found = is(Role::Id, pg_sys::INT8OID)
            && is(Role::BaselineStep, pg_sys::INT4OID)
            && self.kept_by(MemoryTrigger::Baseline, &roles)?;
        Ok(*self.baseline_order.get_or_init(|| found))
    }

    /// True where create_memory's trigger fills content_tsv from the very title, body and tags that the
    /// source shows.
    pub fn is_content_ours(&self) -> SqlResult<bool> {
        let mut roles = vec![Role::ContentTsv];
        let shown = [Role::Title, Role::Body, Role::Tags];
        roles.extend(shown.into_iter().filter(|&role| self.column(role).is_some()));
        self.kept_by(MemoryTrigger::Text, &roles)
    }

    /// True where each table below content_tsv has an index on its prominent lexemes. An index tells the
    /// truth whoever wrote the row.
    pub fn prominent_is_indexed(&self) -> SqlResult<bool> {
        if let Some(known) = self.prominent_index.get() {
            return Ok(*known);
        }
        let tables = self.base_tables(Role::ContentTsv);
        let mut found = !tables.is_empty();
        for table in &tables {
            found = found && table.has_prominent_index()?;
        }
        Ok(*self.prominent_index.get_or_init(|| found))
    }

    /// Whether the columns of these roles are, in each table below, columns of that one table under
    /// their own names, and the trigger is on.
    fn kept_by(&self, trigger: MemoryTrigger, roles: &[Role]) -> SqlResult<bool> {
        let Some((first, others)) = roles.split_first() else { return Ok(false) };
        let tables = self.base_tables(*first);
        let named = |role: Role| {
            let columns = self.base_tables(role);
            columns.len() == tables.len()
                && columns.iter().zip(&tables).all(|(column, table)| {
                    (column.relid, column.entry) == (table.relid, table.entry)
                        && is_named(column.relid, column.attnum, role.facts().column)
                })
        };
        if tables.is_empty() || !named(*first) || !others.iter().all(|&role| named(role)) {
            return Ok(false);
        }
        for table in tables {
            if !has_trigger(table.relid, trigger)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The columns of tables that play a role; none where one of them is no plain column.
    fn base_tables(&self, role: Role) -> Vec<TableColumn> {
        let Some(column) = self.column(role) else { return Vec::new() };
        let plain = |base: BaseColumn| match base {
            BaseColumn::Column { relid, attnum, entry, .. } => {
                Some(TableColumn { relid, attnum, entry })
            }
            BaseColumn::Configured { .. } => None,
        };
        let bases = base_columns(self.relid, column.attnum);
        bases.into_iter().map(plain).collect::<Option<Vec<_>>>().unwrap_or_default()
    }
}

fn is_named(relid: pg_sys::Oid, attnum: i16, name: &str) -> bool {
    // SAFETY: a catalog look-up; with missing_ok an unknown column gives NULL.
    unsafe {
        let found = pg_sys::get_attname(relid, attnum, true);
        !found.is_null() && CStr::from_ptr(found).to_bytes() == name.as_bytes()
    }
}

impl TableColumn {
    fn has_prominent_index(&self) -> SqlResult<bool> {
        let found: Option<bool> = catalog_value(
            "SELECT EXISTS (
               SELECT FROM pg_catalog.pg_index i
               JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) i.indrelid
                AND a.attnum OPERATOR(pg_catalog.=) $2
               JOIN pg_catalog.pg_depend d ON d.objid OPERATOR(pg_catalog.=) i.indexrelid
                AND d.classid OPERATOR(pg_catalog.=) 'pg_catalog.pg_class'::pg_catalog.regclass
                AND d.refclassid OPERATOR(pg_catalog.=) 'pg_catalog.pg_proc'::pg_catalog.regclass
                AND d.refobjid OPERATOR(pg_catalog.=) 'gbrain_rank.prominent(pg_catalog.tsvector)'::pg_catalog.regprocedure
               WHERE i.indrelid OPERATOR(pg_catalog.=) $1 AND i.indisvalid AND i.indpred IS NULL
                 AND pg_catalog.pg_get_indexdef(i.indexrelid, 1, true) OPERATOR(pg_catalog.=) ANY (ARRAY[
                   pg_catalog.format('prominent(%I)', a.attname),
                   pg_catalog.format('gbrain_rank.prominent(%I)', a.attname)]))",
            &[self.relid.into(), self.attnum.into()],
        )?;
        Ok(found.unwrap_or(false))
    }

    fn is_never_null(&self) -> bool {
        // SAFETY: a look-up in the catalog; the tuple is released.
        unsafe {
            let tuple = pg_sys::SearchSysCache2(
                pg_sys::SysCacheIdentifier::ATTNUM as i32,
                pg_sys::Datum::from(self.relid),
                pg_sys::Datum::from(self.attnum),
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
}

/// The triggers fill their columns whenever a row is inserted or what they depend on changes, in a
/// session that is no replica; not while one of them is off or gone, and not in the rows of tables that
/// inherit from this one. Of a partitioned table nothing is assumed: each partition may differ.
fn has_trigger(relid: pg_sys::Oid, trigger: MemoryTrigger) -> SqlResult<bool> {
    // tgtype: 1 for each row, 2 before, 4 insert, 16 update.
    let found: Option<bool> = catalog_value(
        "SELECT pg_catalog.bool_and(t.tgenabled OPERATOR(pg_catalog.=) ANY ('{O,A}'::pg_catalog.\"char\"[])
             AND t.tgtype OPERATOR(pg_catalog.&) '3'::pg_catalog.int2 OPERATOR(pg_catalog.=) '3'::pg_catalog.int2)
           AND pg_catalog.bit_or(t.tgtype) OPERATOR(pg_catalog.&) '20'::pg_catalog.int2 OPERATOR(pg_catalog.=) '20'::pg_catalog.int2
         FROM pg_catalog.pg_trigger t
         JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) t.tgrelid
         JOIN pg_catalog.pg_proc p ON p.oid OPERATOR(pg_catalog.=) t.tgfoid
         JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) p.pronamespace
         WHERE t.tgrelid OPERATOR(pg_catalog.=) $1
           AND c.relkind OPERATOR(pg_catalog.=) 'r' AND NOT c.relhassubclass
           AND n.nspname OPERATOR(pg_catalog.=) 'gbrain_rank'
           AND p.proname OPERATOR(pg_catalog.=) $2",
        &[relid.into(), trigger.function().into()],
    )?;
    Ok(found.unwrap_or(false))
}
