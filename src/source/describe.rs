//! `describe_source`: what a search makes of each column of a source, and what would make it faster.

use pgrx::iter::TableIterator;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

use super::{BaseColumn, Column, ROLES, Role, Source, base_columns, type_name};
use crate::catalog::{catalog_value, spi_failed};
use crate::error::SqlResult;
use crate::regtypes::RegClass;
use crate::search::gate::from_clause;

/// How an index serves a role.
struct Access {
    method: &'static str,
    /// The operator class that is not the default, with its schema where it needs one.
    class: &'static str,
}

const fn access(method: &'static str, class: &'static str) -> Option<Access> {
    Some(Access { method, class })
}

/// The index that the searches use for a role; `None` where none would help.
fn wanted_index(role: Role) -> Option<Access> {
    match role {
        Role::ContentTsv | Role::TitleTsv | Role::ErrorCodes => access("gin", ""),
        Role::ContextTags | Role::Traces => access("gin", "pg_catalog.jsonb_path_ops"),
        Role::Title | Role::Body => access("gin", "gin_trgm_ops"),
        Role::Id | Role::Type | Role::EffectiveDate => access("btree", ""),
        // Only the order of bytes serves a prefix.
        Role::Slug => access("btree", r#"COLLATE pg_catalog."C""#),
        _ => None,
    }
}

type Description =
    (String, Option<String>, Option<String>, Option<String>, Option<String>, Option<String>);

/// One row for each role a column can play in a source.
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
    let source = Source::resolve(source.map(|source| source.0))?;
    let rows = ROLES
        .iter()
        .map(|facts| describe(&source, facts.role))
        .collect::<SqlResult<Vec<Description>>>()?;
    Ok(TableIterator::new(rows))
}

fn describe(source: &Source, role: Role) -> SqlResult<Description> {
    let facts = role.facts();
    let column = source.column(role);
    let bases = column.map(|column| base_columns(source.relid, column.attnum)).unwrap_or_default();
    let (served_by, missing) = match (column, wanted_index(role)) {
        (Some(_), Some(access)) => indexes(&bases, &access)?,
        (None, _) if role == Role::ContentTsv => expression_indexes(source)?,
        _ => (None, None),
    };
    let note = match role {
        Role::ContentTsv => Some(text_note(source, column, &bases)?),
        Role::EffectiveDate => date_note(source)?,
        _ => None,
    };
    Ok((
        facts.column.to_owned(),
        column.map(|column| type_name(column.type_oid)),
        column.is_none().then(|| facts.neutral.to_owned()),
        served_by,
        missing,
        note,
    ))
}

/// The index of the first table below a column that has one, and the statement that makes the one
/// that the first table without it needs.
fn indexes(bases: &[BaseColumn], access: &Access) -> SqlResult<(Option<String>, Option<String>)> {
    let mut served_by = None;
    let mut missing = None;
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
        if index.is_none() && missing.is_none() {
            missing = create_index(relid, attnum, access)?;
        }
        served_by = served_by.or(index);
    }
    Ok((served_by, missing))
}

fn create_index(
    relid: pgrx::pg_sys::Oid,
    attnum: i16,
    access: &Access,
) -> SqlResult<Option<String>> {
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
    // Postgres prints an index's expression its own way, so the planner's view of it decides:
    // an index over document_tsv() of this table is the one.
    let index: Option<String> = catalog_value(
        "SELECT i.indexrelid::pg_catalog.regclass::pg_catalog.text FROM pg_catalog.pg_index i
         WHERE i.indrelid OPERATOR(pg_catalog.=) $1 AND i.indexprs IS NOT NULL AND i.indisvalid
           AND pg_catalog.pg_get_expr(i.indexprs, i.indrelid) OPERATOR(pg_catalog.~) 'document_tsv'
         ORDER BY i.indexrelid LIMIT 1",
        &[source.relid.into()],
    )?;
    let missing = index
        .is_none()
        .then(|| format!("CREATE INDEX ON {} USING gin ({expression});", source.name));
    Ok((index, missing))
}

/// The text configuration and where it came from, and whether there are statistics for bm25.
fn text_note(source: &Source, column: Option<&Column>, bases: &[BaseColumn]) -> SqlResult<String> {
    let config = source.text_config(None)?;
    let mut note = format!("text configuration {} (from {})", config.name, config.origin.as_str());
    if column.is_some() {
        let mut lexemes = 0i64;
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
        }
        note.push_str(&if lexemes > 0 {
            format!("; statistics of {lexemes} lexemes")
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
'How the searches read a table or view: one row for each role a column can play, with its type (NULL when there is no such column), what is assumed without it, the index that serves it or the CREATE INDEX that would, the text search configuration and where it was found, how many rows fell back to updated_at for their date, and whether ANALYZE has left statistics. Reads the whole source once. Errors: 42P01, 42809, 42703, 42804 as a search raises them.';
"#,
    name = "describe_source_comments",
    requires = [describe_source]
);
