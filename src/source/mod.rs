//! A source: any table, view or materialised view whose columns play the roles of a memory.
//!
//! What is found out about a source is kept for the session and forgotten as soon as any relation
//! changes, and a transaction that sees the catalogs as they were keeps nothing for later ones: so
//! nothing here goes stale, and nothing is registered anywhere.

mod describe;
mod lineage;
mod memory_table;
mod role;
mod text_config;

use std::cell::{Cell, OnceCell, RefCell};
use std::collections::HashMap;
use std::ffi::{CStr, CString};
use std::rc::Rc;

use pgrx::pg_sys;
use pgrx::prelude::*;

use crate::error::{SqlResult, report};
use crate::search::{forget_plans, qualified_type};

pub use lineage::{BaseColumn, base_columns, filled_from};
pub use role::{ROLES, Role, RoleFacts};
pub use text_config::TextConfig;

/// The alias under which every inner statement reads its source.
pub const ALIAS: &str = "m";

/// One column that plays a role.
#[derive(Debug, Clone)]
pub struct Column {
    pub attnum: i16,
    pub type_oid: pg_sys::Oid,
    /// The column as the inner statements read it: quoted, below the alias, cast to its role's type
    /// where it has another one.
    pub sql: String,
}

/// A relation, and which of its columns plays which role.
#[derive(Debug)]
pub struct Source {
    pub relid: pg_sys::Oid,
    pub relkind: u8,
    /// Schema and name, quoted.
    pub name: String,
    columns: Vec<Option<Column>>,
    /// Whether title_tsv tells what content_tsv holds at weight A, once that was asked.
    title_bounds: OnceCell<bool>,
    /// Whether baseline_step tells how often a row was met, once that was asked.
    baseline_order: OnceCell<bool>,
    /// Whether an index holds the prominent lexemes of content_tsv, once that was asked.
    prominent_index: OnceCell<bool>,
}

impl Source {
    /// The source behind a regclass argument, from the session's cache.
    ///
    /// Errors: 22004 for NULL, 42P01 for a relation that is gone, 42809 for an index, a sequence or
    /// the like, 42703 without `id` or without any of content_tsv, title and body, 42804 for a
    /// column of a type that cannot be read as its role's.
    pub fn resolve(relid: Option<pg_sys::Oid>) -> SqlResult<Rc<Self>> {
        let relid = relid.ok_or_else(|| {
            report(PgSqlErrorCode::ERRCODE_NULL_VALUE_NOT_ALLOWED, "source must not be null")
                .set_hint("Name a table or a view, for example 'memory'::regclass.")
        })?;
        // From here to the end of the transaction nobody changes the columns: they are read by the
        // types that are found now. The lock also brings in what has changed before.
        // SAFETY: locks by oid, whether or not there is such a relation.
        unsafe { pg_sys::LockRelationOid(relid, pg_sys::AccessShareLock as pg_sys::LOCKMODE) };
        if let Some(known) = CACHE.with(|cache| cache.borrow().sources.get(&relid).cloned()) {
            return Ok(known);
        }
        watch_relations();
        let source = Rc::new(Self::look_up(relid)?);
        if may_keep() {
            CACHE.with(|cache| cache.borrow_mut().sources.insert(relid, Rc::clone(&source)));
        }
        Ok(source)
    }

    fn look_up(relid: pg_sys::Oid) -> SqlResult<Self> {
        let (name, relkind) = relation_name(relid)?;
        if !matches!(relkind, b'r' | b'p' | b'v' | b'm' | b'f') {
            return Err(report(
                PgSqlErrorCode::ERRCODE_WRONG_OBJECT_TYPE,
                format!("{name} cannot be a source"),
            )
            .set_detail("A source is a table, a partitioned table, a view or a materialised view.")
            .set_hint(
                "Name the table, or make a view that shows its columns under the role names.",
            ));
        }
        let columns = ROLES
            .iter()
            .map(|facts| column_of(relid, &name, facts))
            .collect::<SqlResult<Vec<_>>>()?;
        let source = Self {
            relid,
            relkind,
            name,
            columns,
            title_bounds: OnceCell::new(),
            baseline_order: OnceCell::new(),
            prominent_index: OnceCell::new(),
        };
        source.check_searchable()?;
        Ok(source)
    }

    fn check_searchable(&self) -> SqlResult<()> {
        let text = [Role::ContentTsv, Role::Title, Role::Body];
        let missing = if self.column(Role::Id).is_none() {
            "It has no column id."
        } else if text.iter().all(|&role| self.column(role).is_none()) {
            "It has none of the columns content_tsv, title and body."
        } else {
            return Ok(());
        };
        Err(report(
            PgSqlErrorCode::ERRCODE_UNDEFINED_COLUMN,
            format!("{} cannot be a source", self.name),
        )
        .set_detail(missing)
        .set_hint("Make a view that shows the table's columns under the role names."))
    }

    /// The column that plays a role, if there is one.
    pub fn column(&self, role: Role) -> Option<&Column> {
        self.columns[role as usize].as_ref()
    }

    /// The column's SQL; `None` without the column.
    pub fn sql(&self, role: Role) -> Option<&str> {
        self.column(role).map(|column| column.sql.as_str())
    }

    /// The tsvector of a row as SQL: the column, or the very expression that the advised index and
    /// create_memory's trigger use. The configuration is a literal, since a parameter would miss an
    /// expression index.
    pub fn content_tsv_sql(&self, config: &TextConfig) -> String {
        match self.sql(Role::ContentTsv) {
            Some(column) => column.to_owned(),
            None => self.document_tsv_sql(config, &format!("{ALIAS}.")),
        }
    }

    /// A SELECT of [`content_tsv_sql`](Self::content_tsv_sql) alone.
    pub fn content_tsv_select(&self, config: &TextConfig) -> String {
        format!("SELECT {} FROM {} AS {ALIAS}", self.content_tsv_sql(config), self.name)
    }

    /// The document_tsv() expression over title and body, for a source without content_tsv.
    pub fn document_tsv_sql(&self, config: &TextConfig, prefix: &str) -> String {
        let text = |role: Role| match self.sql(role) {
            Some(sql) => sql.replacen(&format!("{ALIAS}."), prefix, 1),
            None => "NULL::pg_catalog.text".to_owned(),
        };
        format!(
            "gbrain_rank.document_tsv({}::pg_catalog.regconfig, {}, {})",
            quote_literal(&config.name),
            text(Role::Title),
            text(Role::Body)
        )
    }

    /// Whether plain `@@` would lose the index for the current user: under row security and behind a
    /// security_barrier view only leakproof conditions reach it.
    pub fn is_guarded(&self) -> bool {
        lineage::is_guarded(self.relid)
    }
}

/// A value as an SQL literal, standard_conforming_strings or not.
pub fn quote_literal(text: &str) -> String {
    pgrx::spi::quote_literal(text)
}

fn relation_name(relid: pg_sys::Oid) -> SqlResult<(String, u8)> {
    // SAFETY: plain catalog look-ups by oid; a NULL name means that the relation is gone.
    let (name, schema, relkind) = unsafe {
        let name = owned(pg_sys::get_rel_name(relid));
        let schema = owned(pg_sys::get_namespace_name(pg_sys::get_rel_namespace(relid)));
        (name, schema, pg_sys::get_rel_relkind(relid) as u8)
    };
    match (schema, name) {
        (Some(schema), Some(name)) => {
            Ok((pgrx::spi::quote_qualified_identifier(schema, name), relkind))
        }
        _ => Err(report(
            PgSqlErrorCode::ERRCODE_UNDEFINED_TABLE,
            format!("relation with OID {} does not exist", relid.to_u32()),
        )
        .set_hint("Name an existing table or view.")),
    }
}

/// Copies a palloc'ed C string; `None` for NULL and for bytes that are not UTF-8.
///
/// # Safety
/// `text` is NULL or a valid C string.
unsafe fn owned(text: *mut std::ffi::c_char) -> Option<String> {
    if text.is_null() {
        return None;
    }
    // SAFETY: not NULL, and a C string by this function's contract.
    unsafe { CStr::from_ptr(text) }.to_str().ok().map(str::to_owned)
}

fn column_of(relid: pg_sys::Oid, relation: &str, facts: &RoleFacts) -> SqlResult<Option<Column>> {
    let Ok(name) = CString::new(facts.column) else { return Ok(None) };
    // SAFETY: a syscache look-up; the tuple is released before anything can fail.
    let (attnum, type_oid, collation) = unsafe {
        let tuple = pg_sys::SearchSysCacheAttName(relid, name.as_ptr());
        if tuple.is_null() {
            return Ok(None);
        }
        let form = pg_sys::GETSTRUCT(tuple).cast::<pg_sys::FormData_pg_attribute>();
        let found = ((*form).attnum, (*form).atttypid, (*form).attcollation);
        pg_sys::ReleaseSysCache(tuple);
        found
    };
    let bare = format!("{ALIAS}.{}", pgrx::spi::quote_identifier(facts.column));
    let sql = match facts.sql_type {
        Some(wanted) if type_oid != facts.type_oid => {
            check_cast(relation, facts, wanted, type_oid)?;
            cast(&bare, type_oid, facts.type_oid)
        }
        _ => bare,
    };
    // Text compares byte by byte: a case-insensitive column has no say in what a status or a prefix is.
    let sql = if facts.type_oid == pg_sys::TEXTOID && !is_deterministic(collation) {
        format!("({sql} COLLATE pg_catalog.\"C\")")
    } else {
        sql
    };
    Ok(Some(Column { attnum, type_oid, sql }))
}

fn is_deterministic(collation: pg_sys::Oid) -> bool {
    // SAFETY: a catalog look-up for the collation that a column has.
    collation == pg_sys::InvalidOid || unsafe { pg_sys::get_collation_isdeterministic(collation) }
}

/// A column as its role's type. A value that has no equal there (NaN, infinity, a number or a date out of
/// range) is NULL, and neutral: one odd row must not fail every search.
fn cast(column: &str, from: pg_sys::Oid, to: pg_sys::Oid) -> String {
    // SAFETY: a catalog look-up for the type that a column has.
    let base = unsafe { pg_sys::getBaseType(from) };
    let number = [pg_sys::FLOAT4OID, pg_sys::FLOAT8OID, pg_sys::NUMERICOID].contains(&base);
    let moment = [pg_sys::DATEOID, pg_sys::TIMESTAMPOID].contains(&base);
    let (least, most) = match to {
        pg_sys::INT8OID if number => ("-9.2e18", "9.2e18"),
        pg_sys::FLOAT8OID if base == pg_sys::NUMERICOID => ("-1e308", "1e308"),
        // Some days less than what a timestamptz holds, in any time zone.
        pg_sys::TIMESTAMPTZOID if moment => ("4713-01-02 BC", "294276-12-29"),
        _ => return format!("({column})::{}", qualified_type(to)),
    };
    let [from, to_type] = [base, to].map(qualified_type);
    // A number that is too small for a float8 is 0.
    let tiny = if to == pg_sys::FLOAT8OID {
        format!(
            "WHEN {column} OPERATOR(pg_catalog.>) '-1e-300'::{from} \
             AND {column} OPERATOR(pg_catalog.<) '1e-300'::{from} THEN '0'::{to_type} "
        )
    } else {
        String::new()
    };
    format!(
        "CASE {tiny}WHEN {column} OPERATOR(pg_catalog.>=) '{least}'::{from} \
         AND {column} OPERATOR(pg_catalog.<=) '{most}'::{from} THEN ({column})::{to_type} END"
    )
}

fn check_cast(
    relation: &str,
    facts: &RoleFacts,
    wanted: &str,
    type_oid: pg_sys::Oid,
) -> SqlResult<()> {
    let mut function = pg_sys::InvalidOid;
    // SAFETY: a catalog look-up that writes the cast function's oid into `function`.
    let path = unsafe {
        pg_sys::find_coercion_pathway(
            facts.type_oid,
            type_oid,
            pg_sys::CoercionContext::COERCION_ASSIGNMENT,
            &mut function,
        )
    };
    if path != pg_sys::CoercionPathType::COERCION_PATH_NONE {
        return Ok(());
    }
    Err(report(
        PgSqlErrorCode::ERRCODE_DATATYPE_MISMATCH,
        format!("column {} of {relation} cannot be read as {wanted}", facts.column),
    )
    .set_detail(format!(
        "It is of type {}, which has no assignment cast to {wanted}.",
        type_name(type_oid)
    ))
    .set_hint(format!(
        "Make a view that casts it, or one that shows the column under another name than {}.",
        facts.column
    )))
}

/// A type's name as SQL.
pub fn type_name(type_oid: pg_sys::Oid) -> String {
    // SAFETY: format_type_be answers "???" for an unknown oid, and never NULL.
    unsafe { owned(pg_sys::format_type_be(type_oid)) }.unwrap_or_default()
}

/// What the session knows of its sources.
#[derive(Default)]
struct Cache {
    sources: HashMap<pg_sys::Oid, Rc<Source>>,
    /// What each source records; `None` for one that records nothing.
    configs: HashMap<pg_sys::Oid, Option<Rc<TextConfig>>>,
    config_names: HashMap<pg_sys::Oid, String>,
}

thread_local! {
    static CACHE: RefCell<Cache> = RefCell::default();
    static WATCHING: Cell<bool> = const { Cell::new(false) };
}

/// Whether what is found out now holds for later transactions. Where a transaction keeps one snapshot, the
/// catalogs are read as they were when it began.
fn may_keep() -> bool {
    // SAFETY: reads a variable of the backend.
    unsafe { pg_sys::XactIsoLevel < pg_sys::XACT_REPEATABLE_READ as i32 }
}

/// Registers, once a session, that a changed relation empties the cache, as does a new name of a
/// schema or of a text search configuration, which makes kept plans stale as well.
fn watch_relations() {
    if WATCHING.replace(true) {
        return;
    }
    // SAFETY: the callback lives as long as the library, which is never unloaded.
    unsafe {
        pg_sys::CacheRegisterRelcacheCallback(Some(forget_sources), pg_sys::Datum::from(0));
        for cache in
            [pg_sys::SysCacheIdentifier::NAMESPACEOID, pg_sys::SysCacheIdentifier::TSCONFIGOID]
        {
            pg_sys::CacheRegisterSyscacheCallback(
                cache as i32,
                Some(forget_names),
                pg_sys::Datum::from(0),
            );
        }
    }
}

#[pg_guard]
unsafe extern "C-unwind" fn forget_sources(_argument: pg_sys::Datum, _relid: pg_sys::Oid) {
    forget();
}

#[pg_guard]
unsafe extern "C-unwind" fn forget_names(_argument: pg_sys::Datum, _cache: i32, _hash: u32) {
    forget();
    forget_plans();
}

fn forget() {
    CACHE.with(|cache| {
        // A look-up in progress holds no borrow while it reads catalogs, so this never fails then.
        if let Ok(mut cache) = cache.try_borrow_mut() {
            cache.sources.clear();
            cache.configs.clear();
            cache.config_names.clear();
        }
    });
}
