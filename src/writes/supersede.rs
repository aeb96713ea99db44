//! `supersede`: one memory replaces another.

use std::collections::HashSet;

use pgrx::datum::DatumWithOid;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;
use pgrx::spi::{SpiClient, SpiResult};

use super::target::Target;
use crate::catalog::spi_failed;
use crate::error::report;
use crate::regtypes::RegClass;
use crate::source::{BaseColumn, Role, base_columns};
use crate::text::Text;

/// The first key of the advisory locks, beside the table's oid: "gbrk" in ASCII, so that it meets no
/// small number that an application may use for its own.
const LOCK_CLASS: i32 = 0x6762_726b;

/// How a supersede ends.
enum Outcome {
    Done((String, Option<String>, Option<String>)),
    Unknown(String),
    Itself,
    Cycle,
    /// Whether it would be one is not to be seen: the chain leads to this row, which the caller cannot read.
    Unseen(String),
}

/// Where the chain of the rows that supersede one another leads.
enum Chain {
    Ends,
    Reaches,
    LeavesSight(String),
}

/// Replaces one memory by another, which answers in its place from then on.
#[pg_extern(volatile, parallel_unsafe, cost = 1000)]
#[allow(clippy::type_complexity)] // the columns of the answer
pub fn supersede(
    source: Option<RegClass>,
    old_id: Option<Text<'_>>,
    new_id: Option<Text<'_>>,
) -> Result<
    TableIterator<
        'static,
        (name!(id, String), name!(status, Option<String>), name!(superseded_by, Option<String>)),
    >,
    ErrorReport,
> {
    let target = Target::resolve(source, &[Role::Status, Role::SupersededBy])?;
    let (old, new) = (target.id(old_id.as_deref())?, target.id(new_id.as_deref())?);
    let outcome = Spi::connect_mut(|client| run(client, &target, &old, &new));
    match outcome.map_err(spi_failed)? {
        Outcome::Done(row) => Ok(TableIterator::once(row)),
        Outcome::Unknown(id) => Err(target.unknown(&id)),
        Outcome::Itself => Err(refused(format!("row \"{old}\" cannot supersede itself"))),
        Outcome::Cycle => Err(refused(format!("row \"{new}\" cannot supersede row \"{old}\""))
            .set_detail(format!(
                "Row \"{new}\" is itself superseded, directly or through others, by row \"{old}\"."
            ))),
        Outcome::Unseen(id) => Err(report(
            PgSqlErrorCode::ERRCODE_OBJECT_NOT_IN_PREREQUISITE_STATE,
            format!("row \"{new}\" cannot supersede row \"{old}\""),
        )
        .set_detail(format!(
            "Row \"{new}\" is itself superseded, and the chain leads to row \"{id}\", which is deleted or hidden: \
             nobody can tell whether it comes back to row \"{old}\"."
        ))
        .set_hint("Supersede as a role that sees every row, or set superseded_by of the last row of the chain to null.")),
    }
}

fn refused(message: String) -> ErrorReport {
    report(PgSqlErrorCode::ERRCODE_INVALID_PARAMETER_VALUE, message)
        .set_hint("Name the row that is outdated first, then the one that replaces it.")
}

/// Each statement takes a snapshot of its own, after the lock is held: what another session wrote
/// before it gave the lock up is seen. Where the transaction keeps one snapshot (REPEATABLE READ) the
/// row locks raise a serialization failure instead of reading what is outdated.
fn run(client: &mut SpiClient<'_>, target: &Target, old: &str, new: &str) -> SpiResult<Outcome> {
    let both = [DatumWithOid::from(old), DatumWithOid::from(new)];
    lock_table(client, target)?;
    let (old_parameter, new_parameter) = (target.id_parameter(1), target.id_parameter(2));

    let compared = client.update(
        &format!("SELECT {}", target.same_id(&old_parameter, &new_parameter)),
        None,
        &both,
    )?;
    if compared.first().get_one::<bool>()? == Some(true) {
        return Ok(Outcome::Itself);
    }

    // In id order, as record_hits does, so that the two cannot block each other.
    let locked = client.update(
        &format!(
            "SELECT {}, {} FROM {} AS m WHERE {} OR {} ORDER BY m.id FOR NO KEY UPDATE",
            target.id_is(&old_parameter),
            "m.id::pg_catalog.text",
            target.source.name,
            target.id_is(&old_parameter),
            target.id_is(&new_parameter),
        ),
        None,
        &both,
    )?;
    let (mut old_found, mut new_found) = (None, None);
    for row in locked {
        let found = if row.get::<bool>(1)? == Some(true) { &mut old_found } else { &mut new_found };
        *found = row.get::<String>(2)?;
    }
    let Some(old_text) = old_found else { return Ok(Outcome::Unknown(old.to_owned())) };
    let Some(new_text) = new_found else { return Ok(Outcome::Unknown(new.to_owned())) };
    match follow_chain(client, target, new_text, &old_text)? {
        Chain::Ends => {}
        Chain::Reaches => return Ok(Outcome::Cycle),
        Chain::LeavesSight(id) => return Ok(Outcome::Unseen(id)),
    }

    let updated = client.update(
        &format!(
            "UPDATE {} AS m SET status = 'superseded', superseded_by = {new_parameter} WHERE {} \
             RETURNING m.id::pg_catalog.text, {}, m.superseded_by::pg_catalog.text",
            target.source.name,
            target.id_is(&old_parameter),
            target.value(Role::Status),
        ),
        None,
        &both,
    )?;
    if updated.is_empty() {
        return Ok(Outcome::Unknown(old.to_owned()));
    }
    let row = updated.first();
    Ok(Outcome::Done((row.get(1)?.unwrap_or_default(), row.get(2)?, row.get(3)?)))
}

/// One lock for each table under the source until the transaction ends: who supersedes through a view
/// and who does it on its table take turns, too.
fn lock_table(client: &mut SpiClient<'_>, target: &Target) -> SpiResult<()> {
    let attnum = target.source.column(Role::Id).map_or(0, |column| column.attnum);
    let mut tables: Vec<u32> = base_columns(target.source.relid, attnum)
        .into_iter()
        .filter_map(|base| match base {
            BaseColumn::Column { relid, .. } => Some(relid.to_u32()),
            BaseColumn::Configured { .. } => None,
        })
        .collect();
    if tables.is_empty() {
        tables.push(target.source.relid.to_u32());
    }
    tables.sort_unstable();
    tables.dedup();
    for table in tables {
        client.update(
            "SELECT pg_catalog.pg_advisory_xact_lock($1::pg_catalog.int4, $2::pg_catalog.int4)",
            None,
            &[DatumWithOid::from(LOCK_CLASS), DatumWithOid::from(table.cast_signed())],
        )?;
    }
    Ok(())
}

/// Whether the rows that supersede `from`, one after the other, come to `to`. In a table that is read as
/// it is, a row that is not there was deleted, and ends the chain.
fn follow_chain(
    client: &mut SpiClient<'_>,
    target: &Target,
    from: String,
    to: &str,
) -> SpiResult<Chain> {
    // As ids: a superseded_by of another type may be written in another way.
    let next = format!(
        "SELECT m.superseded_by::pg_catalog.text::{}::pg_catalog.text FROM {} AS m WHERE {} \
         FOR KEY SHARE",
        target.id_type_sql,
        target.source.name,
        target.id_is(&target.id_parameter(1)),
    );
    let hides_rows = target.source.relkind == b'v' || target.source.is_guarded();
    let mut seen = HashSet::new();
    let mut at = from;
    // A ring that is in the table already does not reach `to`, and must not be walked for ever.
    while seen.insert(at.clone()) {
        pgrx::check_for_interrupts!();
        let rows = client.update(&next, None, &[DatumWithOid::from(at.as_str())])?;
        if rows.is_empty() && hides_rows {
            return Ok(Chain::LeavesSight(at));
        }
        match if rows.is_empty() { None } else { rows.first().get_one::<String>()? } {
            Some(successor) if successor == to => return Ok(Chain::Reaches),
            Some(successor) => at = successor,
            None => return Ok(Chain::Ends),
        }
    }
    Ok(Chain::Ends)
}
