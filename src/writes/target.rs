//! What a verb writes to: a source with the columns that it counts in.

use std::ffi::CStr;
use std::rc::Rc;

use pgrx::pg_sys;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

use super::id_value::is_value_of;
use crate::error::{SqlResult, report};
use crate::regtypes::RegClass;
use crate::search::qualified_type;
use crate::source::{ROLES, Role, Source, type_name};

/// A source, and how its ids are written in SQL.
pub struct Target {
    pub source: Rc<Source>,
    id_type: pg_sys::Oid,
    /// The type of the ids, qualified.
    pub id_type_sql: String,
    /// The equality of that type, as `OPERATOR(schema.=)`.
    equals: String,
}

impl Target {
    /// The source, checked to have the columns (42703).
    pub fn resolve(source: Option<RegClass>, columns: &[Role]) -> SqlResult<Self> {
        let source = Source::resolve(source.map(|source| source.0))?;
        for &role in columns {
            if source.column(role).is_none() {
                return Err(no_column(&source, role));
            }
        }
        let id_type = source.column(Role::Id).map_or(pg_sys::TEXTOID, |column| column.type_oid);
        let equals = equality(id_type)?;
        Ok(Self { source, id_type, id_type_sql: qualified_type(id_type), equals })
    }

    /// An id argument: 22004 for NULL, 02000 for text that no row can have as its id.
    pub fn id(&self, id: Option<&str>) -> SqlResult<String> {
        let id = id.ok_or_else(|| {
            report(PgSqlErrorCode::ERRCODE_NULL_VALUE_NOT_ALLOWED, "id must not be null")
                .set_hint("Give the id of a row, as text.")
        })?;
        if is_value_of(self.id_type, id) { Ok(id.to_owned()) } else { Err(self.unknown(id)) }
    }

    /// The error for an id that no row has.
    pub fn unknown(&self, id: &str) -> ErrorReport {
        report(
            PgSqlErrorCode::ERRCODE_NO_DATA,
            format!("no row with id \"{id}\" in {}", self.source.name),
        )
        .set_hint("The row may have been deleted, or be hidden by row security.")
    }

    /// `m.id = value`, with the equality of the id's type.
    pub fn id_is(&self, value: &str) -> String {
        format!("m.id {} {value}", self.equals)
    }

    /// A text parameter as an id.
    pub fn id_parameter(&self, number: usize) -> String {
        format!("${number}::pg_catalog.text::{}", self.id_type_sql)
    }

    /// `a = b` for two ids.
    pub fn same_id(&self, a: &str, b: &str) -> String {
        format!("{a} {} {b}", self.equals)
    }

    /// A column's value as SQL, NULL for a column that the source has not.
    pub fn value(&self, role: Role) -> &str {
        self.source.sql(role).unwrap_or("NULL")
    }
}

fn no_column(source: &Source, role: Role) -> ErrorReport {
    let column = ROLES[role as usize].column;
    report(
        PgSqlErrorCode::ERRCODE_UNDEFINED_COLUMN,
        format!("{} has no column {column}", source.name),
    )
    .set_hint(format!("Add the column {column}, or name a table made by create_memory()."))
}

/// The equality operator of a type's btree order, which its unique index uses too.
fn equality(type_oid: pg_sys::Oid) -> SqlResult<String> {
    // SAFETY: catalog look-ups; names are palloc'ed C strings, and NULL for an operator that is gone.
    let name = unsafe {
        let cached = pg_sys::lookup_type_cache(type_oid, pg_sys::TYPECACHE_EQ_OPR as i32);
        operator_name((*cached).eq_opr)
    };
    name.ok_or_else(|| {
        report(
            PgSqlErrorCode::ERRCODE_UNDEFINED_FUNCTION,
            format!("ids of type {} cannot be compared", type_name(type_oid)),
        )
        .set_hint("Use an id of a type that has a default btree or hash operator class.")
    })
}

/// # Safety
///
/// Called inside a transaction.
unsafe fn operator_name(operator: pg_sys::Oid) -> Option<String> {
    // SAFETY: SearchSysCache1 gives a tuple of pg_operator or NULL; it is released after it was read.
    unsafe {
        let tuple = pg_sys::SearchSysCache1(
            pg_sys::SysCacheIdentifier::OPEROID as i32,
            pg_sys::Datum::from(operator),
        );
        if tuple.is_null() {
            return None;
        }
        let form = pg_sys::GETSTRUCT(tuple).cast::<pg_sys::FormData_pg_operator>();
        let name = CStr::from_ptr((*form).oprname.data.as_ptr()).to_string_lossy().into_owned();
        let schema = pg_sys::get_namespace_name((*form).oprnamespace);
        pg_sys::ReleaseSysCache(tuple);
        if schema.is_null() {
            return None;
        }
        let schema = CStr::from_ptr(schema).to_string_lossy().into_owned();
        Some(format!("OPERATOR({}.{name})", pgrx::spi::quote_identifier(schema)))
    }
}
