//! `describe_source`: what a search makes of each column of a source, and what would make it faster.

use std::ffi::CString;

use pgrx::iter::TableIterator;
use pgrx::pg_sys;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

use super::{BaseColumn, Column, ROLES, Role, Source, base_columns, type_name};
use crate::catalog::{catalog_value, spi_failed};
use crate::error::SqlResult;
use crate::regtypes::RegClass;
use crate::search::gate::from_clause;
use crate::text::require_utf8;

/// How an index serves a role.
struct Access {
    method: &'static str,
    /// The operator class that is not the default, with its schema where it needs one.
    class: &'static str,
}

const GIN: Access = Access { method: "gin", class: "" };
const GIN_PATHS: Access = Access { method: "gin", class: "pg_catalog.jsonb_path_ops" };
const TRIGRAM: Access = Access { method: "gin", class: "gin_trgm_ops" };
const BTREE: Access = Access { method: "btree", class: "" };
const BTREE_BYTES: Access = Access { method: "btree", class: r#"COLLATE pg_catalog."C""# };

/// The indexes that the searches use for a role; none where none would help.
fn wanted_indexes(role: Role) -> &'static [Access] {
    match role {
        Role::ContentTsv | Role::TitleTsv | Role::ErrorCodes => &[GIN],
        Role::ContextTags | Role::Traces => &[GIN_PATHS],
        Role::Title | Role::Body => &[TRIGRAM],
        Role::Id | Role::Type | Role::EffectiveDate => &[BTREE],
        // Only the order of bytes serves a prefix; the search for similar titles compares slugs too,
        // and one of the two without a trigram index makes it read the whole table.
        Role::Slug => &[BTREE_BYTES, TRIGRAM],
        _ => &[],
    }
}

/// Of a column that a view makes by an expression, or of several rows.
const COMPUTED: &str = "made by the view: no index is known to serve it";

type Description =
    (String, Option<String>, Option<String>, Option<String>, Option<String>, Option<String>);

/// One row for each role that a column of an application can play in a source.
#[pg_extern(stable, parallel_unsafe, cost = 10000)]
#[allow(clippy::type_complexity)]
fn describe_source(
    source: Option<RegClass>,
) -> Result<
    TableIterator<
        'static,
        (
            name!(role, String),
            name!(column_type, Option<String>),
            name!(without_it, Option<String>),
            name!(served_by, Option<String>),
            name!(missing_index, Option<String>),
            name!(note, Option<String>),
        ),
    >,
    ErrorReport,
> {
    // Names of other encodings could neither be read nor shown.
    require_utf8()?;
    let source = Source::resolve(source.map(|source| source.0))?;
    let rows = ROLES
        .iter()
        // create_memory keeps this one for itself: no application has to.
        .filter(|facts| facts.role != Role::BaselineStep)
        .map(|facts| describe(&source, facts.role))
        .collect::<SqlResult<Vec<Description>>>()?;
    Ok(TableIterator::new(rows))
}

fn describe(source: &Source, role: Role) -> SqlResult<Description> {
    let facts = role.facts();
    let column = source.column(role);
    let bases = column.map(|column| base_columns(source.relid, column.attnum)).unwrap_or_default();
    let (served_by, missing) = match column {
        Some(_) => all_indexes(&bases, wanted_indexes(role))?,
        None if role == Role::ContentTsv => expression_indexes(source)?,
        None => (None, None),
    };
    let note = match role {
        Role::Id => row_security_note(source)?,
        Role::ContentTsv => Some(text_note(source, column, &bases)?),
        Role::EffectiveDate => date_note(source)?,
        _ => None,
    };
    let computed = column.is_some() && bases.is_empty() && !wanted_indexes(role).is_empty();
    let note = note.into_iter().chain(computed.then(|| COMPUTED.to_owned()));
    let note: Vec<String> = note.collect();
    let note = (!note.is_empty()).then(|| note.join("; "));
    Ok((
        facts.column.to_owned(),
        column.map(|column| type_name(column.type_oid)),
        column.is_none().then(|| facts.neutral.to_owned()),
        served_by,
        missing,
        note,
    ))
}

/// A view reads its tables with the rights of its owner: whoever may read the view sees the rows that
/// the owner sees.
fn row_security_note(source: &Source) -> SqlResult<Option<String>> {
    for facts in ROLES {
        let Some(column) = source.column(facts.role) else { continue };
        for base in base_columns(source.relid, column.attnum) {
            let BaseColumn::Column { relid, check_as, .. } = base else { continue };
            if check_as == pg_sys::InvalidOid {
                continue;
            }
            let note: Option<String> = catalog_value(
                "SELECT pg_catalog.format(
                     'row security of %s counts as for %I, the owner of the view: WITH (security_invoker = true) makes it that of who searches',
                     c.oid::pg_catalog.regclass, pg_catalog.pg_get_userbyid($2))
                 FROM pg_catalog.pg_class c
                 WHERE c.oid OPERATOR(pg_catalog.=) $1 AND c.relrowsecurity",
                &[relid.into(), check_as.into()],
            )?;
            if note.is_some() {
                return Ok(note);
            }
        }
    }
    Ok(None)
}

/// The indexes of all the kinds that a role wants, and the statements that make those it lacks.
fn all_indexes(
    bases: &[BaseColumn],
    wanted: &[Access],
) -> SqlResult<(Option<String>, Option<String>)> {
    let (mut served_by, mut missing) = (Vec::new(), Vec::new());
    for access in wanted {
        let (found, statement) = indexes(bases, access)?;
        served_by.extend(found);
        missing.extend(statement);
    }
    let joined = |texts: Vec<String>, by: &str| (!texts.is_empty()).then(|| texts.join(by));
    Ok((joined(served_by, ", "), joined(missing, "\n")))
}

/// The index of the first table below a column that has one, and the statements that make those that
/// other tables need, one a line.
fn indexes(bases: &[BaseColumn], access: &Access) -> SqlResult<(Option<String>, Option<String>)> {
    let mut served_by = None;
    let mut missing: Vec<String> = Vec::new();
    for base in bases {
        let &BaseColumn::Column { relid, attnum, .. } = base else { continue };
        let by_bytes = access.class.starts_with("COLLATE");
        let class = access.class.rsplit('.').next().filter(|_| !by_bytes).unwrap_or_default();
        let index: Option<String> = catalog_value(
            "SELECT i.indexrelid::pg_catalog.regclass::pg_catalog.text
             FROM pg_catalog.pg_index i
             JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) i.indexrelid
             JOIN pg_catalog.pg_am a ON a.oid OPERATOR(pg_catalog.=) c.relam
             JOIN pg_catalog.pg_opclass o ON o.oid OPERATOR(pg_catalog.=) i.indclass[0]
             WHERE i.indrelid OPERATOR(pg_catalog.=) $1 AND i.indkey[0] OPERATOR(pg_catalog.=) $2
               AND i.indisvalid AND i.indpred IS NULL
               AND a.amname OPERATOR(pg_catalog.=) $3
               AND (CASE WHEN $5 THEN o.opcname OPERATOR(pg_catalog.=) ANY ('{text_pattern_ops,varchar_pattern_ops}')
                           OR o.opcdefault AND EXISTS (
                             SELECT FROM pg_catalog.pg_collation l
                             WHERE l.oid OPERATOR(pg_catalog.=) i.indcollation[0]
                               AND (CASE WHEN l.collprovider OPERATOR(pg_catalog.=) 'd' THEN (
                                      SELECT d.datcollate FROM pg_catalog.pg_database d
                                      WHERE d.datname OPERATOR(pg_catalog.=) pg_catalog.current_database())
                                    ELSE l.collcollate END)::pg_catalog.text
                                   OPERATOR(pg_catalog.=) ANY ('{C,POSIX}'))
                         WHEN $4 OPERATOR(pg_catalog.=) '' THEN o.opcdefault
                         ELSE o.opcname OPERATOR(pg_catalog.=) $4 END)
             ORDER BY i.indexrelid LIMIT 1",
            &[relid.into(), attnum.into(), access.method.into(), class.into(), by_bytes.into()],
        )?;
        if index.is_none() {
            let statement = create_index(relid, attnum, access)?;
            missing.extend(statement.filter(|statement| !missing.contains(statement)));
        }
        served_by = served_by.or(index);
    }
    Ok((served_by, (!missing.is_empty()).then(|| missing.join("\n"))))
}

fn create_index(relid: pg_sys::Oid, attnum: i16, access: &Access) -> SqlResult<Option<String>> {
    // A trigram index needs pg_trgm, and its operator class the schema that it is in.
    let class = if access.class == "gin_trgm_ops" {
        let schema: Option<String> = catalog_value(
            "SELECT pg_catalog.quote_ident(n.nspname) FROM pg_catalog.pg_extension e
             JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) e.extnamespace
             WHERE e.extname OPERATOR(pg_catalog.=) 'pg_trgm'",
            &[],
        )?;
        match schema {
            Some(schema) => format!(" {schema}.{}", access.class),
            None => return Ok(Some("CREATE EXTENSION pg_trgm;".to_owned())),
        }
    } else if access.class.is_empty() {
        String::new()
    } else {
        format!(" {}", access.class.trim_start_matches("pg_catalog."))
    };
    catalog_value(
        "SELECT pg_catalog.format('CREATE INDEX ON %I.%I USING %s (%I%s);',
                                  n.nspname, c.relname, $3, a.attname, $4)
         FROM pg_catalog.pg_class c
         JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
         JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) c.oid
         WHERE c.oid OPERATOR(pg_catalog.=) $1 AND a.attnum OPERATOR(pg_catalog.=) $2
           AND c.relkind OPERATOR(pg_catalog.=) ANY ('{r,p,m}'::pg_catalog.\"char\"[])",
        &[relid.into(), attnum.into(), access.method.into(), class.into()],
    )
}

/// Without content_tsv: the index on the expression that the searches use.
fn expression_indexes(source: &Source) -> SqlResult<(Option<String>, Option<String>)> {
    let config = source.text_config(None)?;
    let expression = source.document_tsv_sql(&config, "");
    if source.relkind != b'r' && source.relkind != b'm' && source.relkind != b'p' {
        return Ok((None, None));
    }
    let candidates: Option<Vec<pg_sys::Oid>> = catalog_value(
        "SELECT pg_catalog.array_agg(i.indexrelid ORDER BY i.indexrelid)
         FROM pg_catalog.pg_index i
         JOIN pg_catalog.pg_class c ON c.oid OPERATOR(pg_catalog.=) i.indexrelid
         JOIN pg_catalog.pg_am a ON a.oid OPERATOR(pg_catalog.=) c.relam
         JOIN pg_catalog.pg_opclass o ON o.oid OPERATOR(pg_catalog.=) i.indclass[0]
         WHERE i.indrelid OPERATOR(pg_catalog.=) $1 AND i.indkey[0] OPERATOR(pg_catalog.=) 0
           AND i.indisvalid AND i.indpred IS NULL
           AND a.amname OPERATOR(pg_catalog.=) 'gin' AND o.opcdefault",
        &[source.relid.into()],
    )?;
    let index = match candidates {
        Some(candidates) => index_on(&source.content_tsv_select(&config), &candidates)?,
        None => None,
    };
    let index: Option<String> = match index {
        Some(index) => {
            catalog_value("SELECT $1::pg_catalog.regclass::pg_catalog.text", &[index.into()])?
        }
        None => None,
    };
    let missing = index
        .is_none()
        .then(|| format!("CREATE INDEX ON {} USING gin ({expression});", source.name));
    Ok((index, missing))
}

/// The first of some expression indexes whose first column is what `select` selects, compared as the
/// planner does: by their trees, after constants are folded.
fn index_on(select: &str, indexes: &[pg_sys::Oid]) -> SqlResult<Option<pg_sys::Oid>> {
    let Ok(select) = CString::new(select) else { return Ok(None) };
    Spi::connect(|_| {
        // SAFETY: within SPI's connection the plan lives until the end of this closure. Its one
        // statement is a SELECT of one expression from one relation, which is entry 1 of its range
        // table, as the relation of an index is in the index's expressions. Each index is open, and
        // its list of expressions a copy, while it is compared.
        unsafe {
            let plan = pg_sys::SPI_prepare(select.as_ptr(), 0, std::ptr::null_mut());
            if plan.is_null() {
                return Ok(None);
            }
            let sources = pg_sys::SPI_plan_get_plan_sources(plan);
            let source: *mut pg_sys::CachedPlanSource = pg_sys::list_nth(sources, 0).cast();
            let query: *mut pg_sys::Query = pg_sys::list_nth((*source).query_list, 0).cast();
            let entry: *mut pg_sys::TargetEntry = pg_sys::list_nth((*query).targetList, 0).cast();
            let wanted = pg_sys::eval_const_expressions(std::ptr::null_mut(), (*entry).expr.cast());
            Ok(indexes.iter().copied().find(|&index| {
                let lock = pg_sys::AccessShareLock as pg_sys::LOCKMODE;
                let relation = pg_sys::index_open(index, lock);
                let expressions = pg_sys::RelationGetIndexExpressions(relation);
                let same = !expressions.is_null()
                    && pg_sys::equal(wanted.cast(), pg_sys::list_nth(expressions, 0));
                pg_sys::index_close(relation, lock);
                same
            }))
        }
    })
}

/// The text configuration and where it came from, and whether there are statistics for bm25.
fn text_note(source: &Source, column: Option<&Column>, bases: &[BaseColumn]) -> SqlResult<String> {
    let config = source.text_config(None)?;
    let mut note = format!("text configuration {} (from {})", config.name, config.origin.as_str());
    if column.is_some() {
        let mut lexemes = 0i64;
        let mut hidden = false;
        for base in bases {
            let &BaseColumn::Column { relid, attnum, .. } = base else { continue };
            lexemes += catalog_value::<i64>(
                "SELECT COALESCE(pg_catalog.sum(pg_catalog.array_length(s.most_common_elem_freqs, 1) - 2), 0)::pg_catalog.int8
                 FROM pg_catalog.pg_stats s
                 JOIN pg_catalog.pg_class c ON c.relname OPERATOR(pg_catalog.=) s.tablename
                 JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.relnamespace
                  AND n.nspname OPERATOR(pg_catalog.=) s.schemaname
                 JOIN pg_catalog.pg_attribute a ON a.attrelid OPERATOR(pg_catalog.=) c.oid
                  AND a.attname OPERATOR(pg_catalog.=) s.attname
                 WHERE c.oid OPERATOR(pg_catalog.=) $1 AND a.attnum OPERATOR(pg_catalog.=) $2",
                &[relid.into(), attnum.into()],
            )?
            .unwrap_or(0);
            // The rule of the view pg_stats.
            hidden |= catalog_value::<bool>(
                "SELECT pg_catalog.row_security_active($1)
                   OR NOT pg_catalog.has_column_privilege($1, $2, 'SELECT')",
                &[relid.into(), attnum.into()],
            )?
            .unwrap_or(false);
        }
        note.push_str(&if lexemes > 0 {
            format!("; statistics of {lexemes} lexemes")
        } else if bases.iter().all(|base| matches!(base, BaseColumn::Configured { .. })) {
            "; no statistics: it is made by the view".to_owned()
        } else if hidden {
            "; statistics are not visible to this role".to_owned()
        } else {
            "; no statistics: run ANALYZE".to_owned()
        });
    }
    Ok(note)
}

/// How many rows have no date of their own, by reading the source as the caller.
fn date_note(source: &Source) -> SqlResult<Option<String>> {
    let effective = source.sql(Role::EffectiveDate).unwrap_or("NULL::pg_catalog.timestamptz");
    let from = source.sql(Role::EffectiveDateSource).unwrap_or("NULL::pg_catalog.text");
    let updated = source.sql(Role::UpdatedAt).unwrap_or("NULL::pg_catalog.timestamptz");
    let sql = format!(
        "SELECT pg_catalog.count(*),
                pg_catalog.count(*) FILTER (WHERE {from} OPERATOR(pg_catalog.=) 'fallback'
                  OR ({effective} IS NULL AND {updated} IS NOT NULL))
         FROM {}",
        from_clause(source)
    );
    let counts = Spi::connect(|client| {
        client.select(sql.as_str(), Some(1), &[])?.first().get_two::<i64, i64>()
    })
    .map_err(spi_failed)?;
    Ok(match counts {
        (Some(rows), Some(fallback)) => {
            Some(format!("{fallback} of {rows} rows fell back to updated_at"))
        }
        _ => None,
    })
}

extension_sql!(
    r#"
ALTER FUNCTION gbrain_rank.describe_source(pg_catalog.regclass) ROWS 33;

COMMENT ON FUNCTION gbrain_rank.describe_source(pg_catalog.regclass) IS
'How the searches read a table or view: one row for each role a column can play, with its type (NULL when there is no such column), what is assumed without it, the indexes that serve it and the CREATE INDEX of each that it lacks (one a line), the text search configuration and where it was found, how many rows fell back to updated_at for their date, and whether ANALYZE has left statistics. Reads the whole source once. Errors: 42P01, 42809, 42703, 42804 as a search raises them.';
"#,
    name = "describe_source_comments",
    requires = [describe_source]
);
