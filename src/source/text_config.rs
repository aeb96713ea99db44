//! The text search configuration of a source: asked for, recorded, or found in what built its index.

use std::rc::Rc;

use pgrx::pg_sys;

use super::{BaseColumn, CACHE, Role, Source, base_columns, filled_from, may_keep};
use crate::catalog::catalog_value;
use crate::error::SqlResult;
use crate::regtypes::RegConfig;
use crate::statistics::leaf_partitions;

/// Materialised views over materialised views nest less deep than this.
const MAX_MATERIALISED_DEPTH: usize = 8;

/// Where a source's configuration was found, most telling first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ConfigOrigin {
    Argument,
    /// create_memory's trigger, or a stock tsvector trigger, names it.
    Trigger,
    /// A generated column, or the expression of a view.
    Expression,
    /// The expression of an index.
    Index,
    Setting,
}

impl ConfigOrigin {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Argument => "argument",
            Self::Trigger => "trigger",
            Self::Expression => "expression",
            Self::Index => "index",
            Self::Setting => "setting",
        }
    }
}

/// A text search configuration and why it is the one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextConfig {
    pub oid: pg_sys::Oid,
    /// Schema and name, quoted: reads back as a regconfig literal under any search_path.
    pub name: String,
    pub origin: ConfigOrigin,
}

impl TextConfig {
    fn new(oid: pg_sys::Oid, origin: ConfigOrigin) -> SqlResult<Self> {
        let name = config_name(oid)?.ok_or_else(|| RegConfig(oid).not_found())?;
        Ok(Self { oid, name, origin })
    }
}

impl Source {
    /// The configuration for a search: the argument, else what the source itself says, else the
    /// setting `gbrain_rank.text_config`.
    pub fn text_config(&self, argument: Option<pg_sys::Oid>) -> SqlResult<Rc<TextConfig>> {
        if let Some(oid) = argument {
            return Ok(Rc::new(TextConfig::new(oid, ConfigOrigin::Argument)?));
        }
        let known = CACHE.with(|cache| cache.borrow().configs.get(&self.relid).cloned());
        let recorded = match known {
            Some(known) => known,
            None => {
                let found = self.recorded_config()?;
                let found = found
                    .map(|(oid, origin)| TextConfig::new(oid, origin))
                    .transpose()?
                    .map(Rc::new);
                if may_keep() {
                    CACHE
                        .with(|cache| cache.borrow_mut().configs.insert(self.relid, found.clone()));
                }
                found
            }
        };
        match recorded {
            Some(config) => Ok(config),
            // The setting may change without any relation changing, so what it says is not kept.
            None => {
                let oid = crate::settings::text_config_oid()?;
                Ok(Rc::new(TextConfig::new(oid, ConfigOrigin::Setting)?))
            }
        }
    }

    /// Is every text looked up as this configuration cuts it? Not where content_tsv is filled by what
    /// does not tell of which columns: the application, an expression of its own, a trigger that is
    /// switched off or leaves columns out.
    pub fn is_cut_by(&self, config: &TextConfig) -> SqlResult<bool> {
        let Some(content) = self.column(Role::ContentTsv) else { return Ok(true) };
        let is_told = match config.origin {
            ConfigOrigin::Trigger => self.is_content_ours()?,
            ConfigOrigin::Argument
            | ConfigOrigin::Setting
            | ConfigOrigin::Expression
            | ConfigOrigin::Index => false,
        };
        // What is recorded is the first arm's of a UNION ALL.
        let arms = base_columns(self.relid, content.attnum);
        if !is_told || arms.len() == 1 {
            return Ok(is_told);
        }
        for arm in arms {
            let of_arm = match arm {
                BaseColumn::Configured { config } => Some(config),
                BaseColumn::Column { relid, attnum, .. } => {
                    config_of_column(relid, attnum)?.map(|(oid, _)| oid)
                }
            };
            if of_arm != Some(config.oid) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn recorded_config(&self) -> SqlResult<Option<(pg_sys::Oid, ConfigOrigin)>> {
        // Without content_tsv the expression index over the text tells what searches should use.
        let (role, made_by): (Role, fn(pg_sys::Oid, i16) -> SqlResult<_>) =
            match [Role::ContentTsv, Role::Body, Role::Title]
                .into_iter()
                .find(|&role| self.column(role).is_some())
            {
                Some(Role::ContentTsv) => (Role::ContentTsv, config_of_column),
                Some(role) => (role, |relid, _| config_of_indexes(relid)),
                None => return Ok(None),
            };
        let Some(column) = self.column(role) else { return Ok(None) };
        // A column of a materialised view may itself be filled from another one.
        let mut bases = base_columns(self.relid, column.attnum);
        for _ in 0..MAX_MATERIALISED_DEPTH {
            let mut below = Vec::new();
            for base in bases {
                let found = match base {
                    BaseColumn::Configured { config } => Some((config, ConfigOrigin::Expression)),
                    BaseColumn::Column { relid, attnum, .. } => {
                        below.extend(filled_from(relid, attnum));
                        match made_by(relid, attnum)? {
                            None => of_partitions(relid, attnum, made_by)?,
                            found => found,
                        }
                    }
                };
                if found.is_some() {
                    return Ok(found);
                }
            }
            bases = below;
        }
        Ok(None)
    }
}

/// The name of a configuration, quoted and qualified.
fn config_name(oid: pg_sys::Oid) -> SqlResult<Option<String>> {
    if let Some(known) = CACHE.with(|cache| cache.borrow().config_names.get(&oid).cloned()) {
        return Ok(Some(known));
    }
    let name = read_config_name(oid)?;
    if let Some(name) = &name {
        CACHE.with(|cache| cache.borrow_mut().config_names.insert(oid, name.clone()));
    }
    Ok(name)
}

fn read_config_name(oid: pg_sys::Oid) -> SqlResult<Option<String>> {
    catalog_value(
        "SELECT pg_catalog.format('%I.%I', n.nspname, c.cfgname)
         FROM pg_catalog.pg_ts_config c
         JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.cfgnamespace
         WHERE c.oid OPERATOR(pg_catalog.=) $1",
        &[oid.into()],
    )
}

/// A configuration that is recorded somewhere, and where.
type Recorded = SqlResult<Option<(pg_sys::Oid, ConfigOrigin)>>;

/// What the first partition that records one says, of a partitioned table that records nothing itself.
fn of_partitions(
    relid: pg_sys::Oid,
    attnum: i16,
    made_by: fn(pg_sys::Oid, i16) -> Recorded,
) -> Recorded {
    // SAFETY: catalog look-ups; with missing_ok an unknown column gives NULL.
    let (relkind, name) =
        unsafe { (pg_sys::get_rel_relkind(relid) as u8, pg_sys::get_attname(relid, attnum, true)) };
    if relkind != b'p' || name.is_null() {
        return Ok(None);
    }
    for partition in leaf_partitions(relid)? {
        // SAFETY: a look-up by relation and name.
        let attnum = unsafe { pg_sys::get_attnum(partition, name) };
        let found = made_by(partition, attnum)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

fn config_of_column(relid: pg_sys::Oid, attnum: i16) -> Recorded {
    // A trigger's arguments lie in one bytea, each ended by a zero byte. create_memory's trigger has
    // the configuration alone; tsvector_update_trigger(column, configuration, ...) has it second.
    let by_trigger: Option<String> = catalog_value(
        r"SELECT CASE WHEN p.proname OPERATOR(pg_catalog.=) 'tsvector_update_trigger'
                      THEN a.args[2] ELSE a.args[1] END
         FROM pg_catalog.pg_trigger t
         JOIN pg_catalog.pg_proc p ON p.oid OPERATOR(pg_catalog.=) t.tgfoid
         JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) p.pronamespace
         JOIN pg_catalog.pg_attribute c
           ON c.attrelid OPERATOR(pg_catalog.=) t.tgrelid AND c.attnum OPERATOR(pg_catalog.=) $2
         CROSS JOIN LATERAL (
           SELECT pg_catalog.string_to_array(
             pg_catalog.encode(t.tgargs, 'escape'), pg_catalog.concat(pg_catalog.chr(92), '000')) AS args
         ) a
         WHERE t.tgrelid OPERATOR(pg_catalog.=) $1 AND t.tgnargs OPERATOR(pg_catalog.>) 0
           AND (n.nspname OPERATOR(pg_catalog.=) 'gbrain_rank'
                AND p.proname OPERATOR(pg_catalog.=) 'memory_text'
             OR n.nspname OPERATOR(pg_catalog.=) 'pg_catalog'
                AND p.proname OPERATOR(pg_catalog.=) 'tsvector_update_trigger'
                AND a.args[1] OPERATOR(pg_catalog.=) c.attname::pg_catalog.text)
         ORDER BY t.oid LIMIT 1",
        &[relid.into(), attnum.into()],
    )?;
    if let Some(name) = by_trigger
        && let Some(oid) = config_by_name(&name)?
    {
        return Ok(Some((oid, ConfigOrigin::Trigger)));
    }
    let generated: Option<String> = catalog_value(
        &format!(
            "SELECT {} FROM pg_catalog.pg_attrdef d
             JOIN pg_catalog.pg_attribute a
               ON a.attrelid OPERATOR(pg_catalog.=) d.adrelid
              AND a.attnum OPERATOR(pg_catalog.=) d.adnum
             WHERE d.adrelid OPERATOR(pg_catalog.=) $1 AND d.adnum OPERATOR(pg_catalog.=) $2
               AND a.attgenerated OPERATOR(pg_catalog.<>) ''",
            config_in("pg_catalog.pg_get_expr(d.adbin, d.adrelid)")
        ),
        &[relid.into(), attnum.into()],
    )?;
    match generated {
        Some(name) => Ok(config_by_name(&name)?.map(|oid| (oid, ConfigOrigin::Expression))),
        None => Ok(None),
    }
}

/// The configuration in the expression of a table's index.
fn config_of_indexes(relid: pg_sys::Oid) -> SqlResult<Option<(pg_sys::Oid, ConfigOrigin)>> {
    let name: Option<String> = catalog_value(
        &format!(
            "SELECT f.name FROM pg_catalog.pg_index i
             CROSS JOIN LATERAL (
               SELECT {} AS name
             ) f
             WHERE i.indrelid OPERATOR(pg_catalog.=) $1 AND i.indexprs IS NOT NULL
               AND i.indisvalid AND f.name IS NOT NULL
             ORDER BY i.indexrelid LIMIT 1",
            config_in("pg_catalog.pg_get_expr(i.indexprs, i.indrelid)")
        ),
        &[relid.into()],
    )?;
    match name {
        Some(name) => Ok(config_by_name(&name)?.map(|oid| (oid, ConfigOrigin::Index))),
        None => Ok(None),
    }
}

/// The first regconfig literal in a deparsed expression, unquoted.
fn config_in(expression: &str) -> String {
    format!(
        "pg_catalog.replace(pg_catalog.substring({expression}, \
         $re$'((?:[^']|'')+)'::(?:pg_catalog\\.)?regconfig$re$), '''''', '''')"
    )
}

/// The configuration of that name under the current search_path; none where it does not exist.
fn config_by_name(name: &str) -> SqlResult<Option<pg_sys::Oid>> {
    // to_regconfig() does not exist, so the name is taken apart as the input function would.
    catalog_value(
        "SELECT c.oid FROM pg_catalog.pg_ts_config c
         JOIN pg_catalog.pg_namespace n ON n.oid OPERATOR(pg_catalog.=) c.cfgnamespace
         CROSS JOIN LATERAL (SELECT pg_catalog.parse_ident($1) AS parts) p
         WHERE CASE WHEN pg_catalog.array_length(p.parts, 1) OPERATOR(pg_catalog.=) 2
                    THEN n.nspname::pg_catalog.text OPERATOR(pg_catalog.=) p.parts[1]
                     AND c.cfgname::pg_catalog.text OPERATOR(pg_catalog.=) p.parts[2]
                    ELSE c.cfgname::pg_catalog.text OPERATOR(pg_catalog.=) p.parts[1]
                     AND pg_catalog.pg_ts_config_is_visible(c.oid) END",
        &[name.into()],
    )
}
