//! What ANALYZE knows of the lexemes in a source's tsvector column, for bm25.
//!
//! The statistics are read straight from `pg_statistic` (the MCELEM slot), and only where `pg_stats`
//! would show them to the role whose rights count: the caller, or the owner of the view that reads the
//! table. Under row security they would tell of rows that the caller may not see, so there they are
//! not used, unless `gbrain_rank.rls_statistics` allows it.

use std::ffi::CStr;

use gbrain_rank_core::text_rank::{Frequencies, Sample, Term};
use pgrx::datum::DatumWithOid;
use pgrx::pg_sys;
use pgrx::prelude::*;

use crate::catalog::spi_failed;
use crate::error::SqlResult;
use crate::settings;
use crate::source::{BaseColumn, Role, Source, base_columns};

/// Why nothing is known; every lexeme then counts alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NoStatistics {
    /// The column is made by an expression, or there is none.
    NoColumn,
    /// ANALYZE has not seen the table, or found no lexeme.
    NotAnalyzed,
    /// The role whose rights count may not read the column.
    NoPrivilege,
    /// Row security hides rows from that role.
    RowSecurity,
}

impl NoStatistics {
    /// As `explain` says it.
    pub fn as_skipped(self) -> &'static str {
        match self {
            Self::NoColumn => "statistics: there is no tsvector column, so every term has idf 1",
            Self::NotAnalyzed => {
                "statistics: ANALYZE has listed no lexeme of the table, so every term has idf 1"
            }
            Self::NoPrivilege => "statistics: the column may not be read, so every term has idf 1",
            Self::RowSecurity => "statistics: row security is active, so every term has idf 1",
        }
    }
}

/// The frequencies of a search's terms in a column of its source, as far as the caller may know them.
pub fn of_terms(
    source: &Source,
    tsvector: Role,
    terms: &[Term],
) -> SqlResult<Result<Frequencies, NoStatistics>> {
    let Some(column) = source.column(tsvector) else {
        return Ok(Err(NoStatistics::NoColumn));
    };
    let lexemes: Vec<&str> = terms.iter().map(|term| term.lexeme.as_str()).collect();
    frequencies(source.relid, column.attnum, &lexemes, settings::rls_statistics()?)
}

/// The frequencies of some lexemes in a tsvector column of a source.
///
/// A view is followed to the tables below it, a partitioned table to its partitions where it has no
/// statistics of its own; each counts by its rows. Of several relations those that have statistics
/// are used.
pub fn frequencies(
    relid: pg_sys::Oid,
    attnum: i16,
    lexemes: &[&str],
    under_row_security: bool,
) -> SqlResult<Result<Frequencies, NoStatistics>> {
    let mut samples = Vec::new();
    let mut missing = NoStatistics::NoColumn;
    for base in base_columns(relid, attnum) {
        let BaseColumn::Column { relid, attnum, check_as, .. } = base else { continue };
        let column = TableColumn { relid, attnum, role: reader(check_as) };
        match column.samples(lexemes, under_row_security)? {
            Ok(found) => samples.extend(found),
            Err(reason) => missing = missing.max(reason),
        }
    }
    Ok(Frequencies::of(&samples).ok_or(missing))
}

/// The role whose rights count where none is named: the caller.
fn reader(check_as: pg_sys::Oid) -> pg_sys::Oid {
    // SAFETY: reads the session's current user.
    if check_as == pg_sys::InvalidOid { unsafe { pg_sys::GetUserId() } } else { check_as }
}

/// A column of a table, and who reads it.
struct TableColumn {
    relid: pg_sys::Oid,
    attnum: i16,
    role: pg_sys::Oid,
}

impl TableColumn {
    fn samples(
        &self,
        lexemes: &[&str],
        under_row_security: bool,
    ) -> SqlResult<Result<Vec<Sample>, NoStatistics>> {
        if let Err(reason) = self.check_readable(under_row_security) {
            return Ok(Err(reason));
        }
        // The row for a table with its children comes first: a parent's own one says little.
        for with_children in [true, false] {
            if let Some(sample) = self.sample(lexemes, with_children) {
                return Ok(Ok(vec![sample]));
            }
        }
        let mut samples = Vec::new();
        let mut missing = NoStatistics::NotAnalyzed;
        for part in self.partitions()? {
            match part.check_readable(under_row_security) {
                Ok(()) => samples.extend(part.sample(lexemes, false)),
                Err(reason) => missing = missing.max(reason),
            }
        }
        Ok(if samples.is_empty() { Err(missing) } else { Ok(samples) })
    }

    /// The rule of the view pg_stats.
    fn check_readable(&self, under_row_security: bool) -> Result<(), NoStatistics> {
        // SAFETY: look-ups in the catalogs for a relation that the source reads.
        unsafe {
            let select = pg_sys::ACL_SELECT as pg_sys::AclMode;
            let granted = pg_sys::AclResult::ACLCHECK_OK;
            if pg_sys::pg_class_aclcheck(self.relid, self.role, select) != granted
                && pg_sys::pg_attribute_aclcheck(self.relid, self.attnum, self.role, select)
                    != granted
            {
                return Err(NoStatistics::NoPrivilege);
            }
            let enabled = pg_sys::CheckEnableRlsResult::RLS_ENABLED as i32;
            if !under_row_security
                && pg_sys::check_enable_rls(self.relid, self.role, true) == enabled
            {
                return Err(NoStatistics::RowSecurity);
            }
        }
        Ok(())
    }

    /// The statistics of one row of pg_statistic; `None` when there are none for lexemes.
    fn sample(&self, lexemes: &[&str], with_children: bool) -> Option<Sample> {
        // SAFETY: the tuple is held while its slot is read, and both are released.
        unsafe {
            let tuple = pg_sys::SearchSysCache3(
                pg_sys::SysCacheIdentifier::STATRELATTINH as i32,
                pg_sys::Datum::from(self.relid),
                pg_sys::Datum::from(self.attnum),
                pg_sys::Datum::from(with_children),
            );
            if tuple.is_null() {
                return None;
            }
            let form = pg_sys::GETSTRUCT(tuple).cast::<pg_sys::FormData_pg_statistic>();
            let not_null = 1.0 - f64::from((*form).stanullfrac);
            let mut slot = pg_sys::AttStatsSlot::default();
            let found = pg_sys::get_attstatsslot(
                &mut slot,
                tuple,
                pg_sys::STATISTIC_KIND_MCELEM as i32,
                pg_sys::InvalidOid,
                (pg_sys::ATTSTATSSLOT_VALUES | pg_sys::ATTSTATSSLOT_NUMBERS) as i32,
            );
            let sample = found.then(|| self.read(&slot, not_null, lexemes)).flatten();
            if found {
                pg_sys::free_attstatsslot(&mut slot);
            }
            pg_sys::ReleaseSysCache(tuple);
            sample
        }
    }

    /// # Safety
    /// The slot is one of kind MCELEM of a tsvector column, filled.
    unsafe fn read(
        &self,
        slot: &pg_sys::AttStatsSlot,
        not_null: f64,
        lexemes: &[&str],
    ) -> Option<Sample> {
        let count = usize::try_from(slot.nvalues).ok()?;
        // Behind one frequency for each lexeme stand the smallest and the largest.
        if count == 0 || usize::try_from(slot.nnumbers).ok()? < count + 2 {
            return None;
        }
        // SAFETY: the slot holds that many values (text datums) and numbers.
        let (values, numbers) = unsafe {
            (
                std::slice::from_raw_parts(slot.values, count),
                std::slice::from_raw_parts(slot.numbers, count + 2),
            )
        };
        // SAFETY: each value is a text datum in memory; deconstructed, it is not toasted.
        let bytes = |value: &pg_sys::Datum| unsafe {
            pgrx::varlena::varlena_to_byte_slice(value.cast_mut_ptr::<pg_sys::varlena>())
        };
        // ANALYZE sorts them by length, then by bytes.
        let share = |lexeme: &&str| {
            let key =
                |bytes: &[u8]| bytes.len().cmp(&lexeme.len()).then(bytes.cmp(lexeme.as_bytes()));
            let at = values.binary_search_by(|value| key(bytes(value))).ok()?;
            Some(f64::from(numbers[at]))
        };
        Some(Sample {
            rows: self.rows(),
            not_null,
            listed: lexemes.iter().map(share).collect(),
            rarest: f64::from(numbers[count]),
            sum: numbers[..count].iter().map(|number| f64::from(*number)).sum(),
        })
    }

    /// The rows of the relation as last counted; below 0 when they never were.
    fn rows(&self) -> f64 {
        // SAFETY: a look-up in the catalog; the tuple is released.
        unsafe {
            let id = pg_sys::SysCacheIdentifier::RELOID as i32;
            let tuple = pg_sys::SearchSysCache1(id, pg_sys::Datum::from(self.relid));
            if tuple.is_null() {
                return -1.0;
            }
            let form = pg_sys::GETSTRUCT(tuple).cast::<pg_sys::FormData_pg_class>();
            let rows = f64::from((*form).reltuples);
            pg_sys::ReleaseSysCache(tuple);
            rows
        }
    }

    /// The leaf partitions (or children) of the table, each with its own number for the column.
    fn partitions(&self) -> SqlResult<Vec<Self>> {
        // SAFETY: looks the name up and copies it; with missing_ok an unknown column gives NULL.
        let name = unsafe { pg_sys::get_attname(self.relid, self.attnum, true) };
        if name.is_null() {
            return Ok(Vec::new());
        }
        // SAFETY: a C string, as above.
        let column = unsafe { CStr::from_ptr(name) };
        let leaves = leaf_partitions(self.relid)?;
        let part = |relid| {
            // SAFETY: a look-up in the catalog by relation and name.
            let attnum = unsafe { pg_sys::get_attnum(relid, column.as_ptr()) };
            Self { relid, attnum, role: self.role }
        };
        Ok(leaves.into_iter().map(part).collect())
    }
}

/// The leaf partitions of a table.
pub fn leaf_partitions(relid: pg_sys::Oid) -> SqlResult<Vec<pg_sys::Oid>> {
    let sql = "SELECT p.relid::pg_catalog.oid FROM pg_catalog.pg_partition_tree($1) p
               WHERE p.isleaf AND p.level OPERATOR(pg_catalog.>) 0";
    Spi::connect(|client| {
        let mut found = Vec::new();
        for row in client.select(sql, None, &[DatumWithOid::from(relid)])? {
            found.extend(row.get::<pg_sys::Oid>(1)?);
        }
        Ok(found)
    })
    .map_err(spi_failed)
}
