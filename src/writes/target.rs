//! What a verb writes to: a source with the columns that it counts in.

use std::rc::Rc;

use pgrx::pg_sys;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

use super::id_value::is_value_of;
use crate::error::{SqlResult, report};
use crate::regtypes::RegClass;
use crate::search::IdKind;
use crate::source::{ROLES, Role, Source};

/// A source, and how its ids are written in SQL.
pub struct Target {
    pub source: Rc<Source>,
    id_type: pg_sys::Oid,
    is_composed: bool,
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
        let id_kind = IdKind::of(&source);
        Ok(Self {
            id_type: id_kind.type_oid(),
            is_composed: id_kind.is_composed(),
            id_type_sql: id_kind.sql_type(),
            equals: id_kind.equals()?,
            source,
        })
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

    /// Whether `m.id` is any of the ids in a text[] parameter. Arrays and records fit into no array of
    /// ids, and are compared with rows.
    pub fn id_is_any_of(&self, parameter: usize) -> String {
        let id_type = &self.id_type_sql;
        let texts = format!("${parameter}::pg_catalog.text[]");
        self.id_is(&if self.is_composed {
            format!(
                "ANY (SELECT wanted.id::{id_type} FROM pg_catalog.unnest({texts}) AS wanted(id))"
            )
        } else {
            format!("ANY ({texts}::{id_type}[])")
        })
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
