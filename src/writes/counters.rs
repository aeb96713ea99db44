//! `use_memory`, `confirm_memory` and `record_hits`: one more of something.

use pgrx::Array;
use pgrx::datum::DatumWithOid;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

use super::target::Target;
use crate::catalog::spi_failed;
use crate::error::{SqlResult, report};
use crate::regtypes::RegClass;
use crate::search::gate::finite;
use crate::settings;
use crate::source::Role;
use crate::text::{Text, require_utf8};

/// A counter, with one added.
fn one_more(target: &Target, counter: Role) -> String {
    format!("COALESCE({}, 0) OPERATOR(pg_catalog.+) 1", target.value(counter))
}

/// The moment of the transaction, never earlier than what another one wrote.
fn latest(target: &Target, moment: Role) -> String {
    format!("GREATEST({}, pg_catalog.now())", finite(target.value(moment)))
}

/// Counts one use of a memory, and makes a provisional one active at its
/// `gbrain_rank.promote_after_uses`-th.
#[pg_extern(volatile, parallel_unsafe, cost = 1000)]
#[allow(clippy::type_complexity)] // the columns of the answer
pub fn use_memory(
    source: Option<RegClass>,
    id: Option<Text<'_>>,
) -> Result<
    TableIterator<
        'static,
        (
            name!(id, String),
            name!(access_count, Option<i64>),
            name!(last_accessed_at, Option<TimestampWithTimeZone>),
            name!(status, Option<String>),
        ),
    >,
    ErrorReport,
> {
    let target = Target::resolve(source, &[Role::AccessCount, Role::LastAccessedAt])?;
    let id = target.id(id.as_deref())?;
    let mut assignments = format!(
        "access_count = {}, last_accessed_at = {}",
        one_more(&target, Role::AccessCount),
        latest(&target, Role::LastAccessedAt)
    );
    let promote_after = settings::promote_after_uses()?;
    if promote_after > 0 && target.source.column(Role::Status).is_some() {
        let status = target.value(Role::Status);
        assignments.push_str(&format!(
            ", status = CASE WHEN {status} OPERATOR(pg_catalog.=) 'provisional' \
             AND {} OPERATOR(pg_catalog.>=) {promote_after} THEN 'active' ELSE {status} END",
            one_more(&target, Role::AccessCount)
        ));
    }
    let columns = [Role::AccessCount, Role::LastAccessedAt, Role::Status];
    update_one(&target, &id, &assignments, &columns, |row| {
        Ok((row.get(1)?.unwrap_or_default(), row.get(2)?, row.get(3)?, row.get(4)?))
    })
    .map(TableIterator::once)
}

/// Counts one more sighting of what a memory says.
#[pg_extern(volatile, parallel_unsafe, cost = 1000)]
#[allow(clippy::type_complexity)] // the columns of the answer
pub fn confirm_memory(
    source: Option<RegClass>,
    id: Option<Text<'_>>,
) -> Result<
    TableIterator<
        'static,
        (
            name!(id, String),
            name!(occurrence_count, Option<i64>),
            name!(last_seen_at, Option<TimestampWithTimeZone>),
        ),
    >,
    ErrorReport,
> {
    let columns = [Role::OccurrenceCount, Role::LastSeenAt];
    let target = Target::resolve(source, &columns)?;
    let id = target.id(id.as_deref())?;
    let assignments = format!(
        "occurrence_count = {}, last_seen_at = {}",
        one_more(&target, Role::OccurrenceCount),
        latest(&target, Role::LastSeenAt)
    );
    update_one(&target, &id, &assignments, &columns, |row| {
        Ok((row.get(1)?.unwrap_or_default(), row.get(2)?, row.get(3)?))
    })
    .map(TableIterator::once)
}

type SpiTable<'a> = pgrx::spi::SpiTupleTable<'a>;

/// Updates the row with that id and reads the columns' new values: the id first, as text. One
/// statement, so that another session's update is waited for and then built upon.
fn update_one<T>(
    target: &Target,
    id: &str,
    assignments: &str,
    columns: &[Role],
    read: impl FnOnce(&SpiTable<'_>) -> pgrx::spi::SpiResult<T>,
) -> SqlResult<T> {
    let values: Vec<_> = columns.iter().map(|&role| target.value(role)).collect();
    let sql = format!(
        "UPDATE {} AS m SET {assignments} WHERE {} RETURNING m.id::pg_catalog.text, {}",
        target.source.name,
        target.id_is(&target.id_parameter(1)),
        values.join(", ")
    );
    let updated = Spi::connect_mut(|client| {
        let rows = client.update(&sql, None, &[DatumWithOid::from(id)])?;
        if rows.is_empty() { Ok(None) } else { read(&rows.first()).map(Some) }
    });
    updated.map_err(spi_failed)?.ok_or_else(|| target.unknown(id))
}

/// Counts one hit for each of the memories. An id that is named twice counts once.
#[pg_extern(volatile, parallel_unsafe, cost = 1000)]
pub fn record_hits(
    source: Option<RegClass>,
    ids: Option<Array<'_, &str>>,
) -> Result<
    TableIterator<'static, (name!(id, String), name!(recall_hit_count, Option<i64>))>,
    ErrorReport,
> {
    let target = Target::resolve(source, &[Role::RecallHitCount])?;
    let ids = ids.ok_or_else(|| {
        report(PgSqlErrorCode::ERRCODE_NULL_VALUE_NOT_ALLOWED, "ids must not be null")
            .set_hint("Give an array of ids, as text.")
    })?;
    require_utf8()?;
    let ids = ids.iter().map(|id| target.id(id)).collect::<SqlResult<Vec<_>>>()?;
    let counted = Spi::connect_mut(|client| {
        // Every session locks in the same order, so two lists that overlap cannot block each other.
        let any_wanted = target.id_is_any_of(1);
        client.update(
            &format!(
                "SELECT FROM {} AS m WHERE {any_wanted} ORDER BY m.id FOR NO KEY UPDATE",
                target.source.name
            ),
            None,
            &[DatumWithOid::from(ids.clone())],
        )?;
        let rows = client.update(
            &format!(
                "WITH updated AS (UPDATE {} AS m SET recall_hit_count = {} WHERE {any_wanted} \
                 RETURNING m.id, {} AS recall_hit_count) \
                 SELECT wanted.id, m.id::pg_catalog.text, m.recall_hit_count \
                 FROM pg_catalog.unnest($1::pg_catalog.text[]) AS wanted(id) \
                 LEFT JOIN updated AS m ON {} ORDER BY m.id",
                target.source.name,
                one_more(&target, Role::RecallHitCount),
                target.value(Role::RecallHitCount),
                target.id_is(&format!("wanted.id::{}", target.id_type_sql))
            ),
            None,
            &[DatumWithOid::from(ids.clone())],
        )?;
        rows.map(|row| {
            Ok((
                row.get::<String>(1)?.unwrap_or_default(),
                row.get::<String>(2)?,
                row.get::<i64>(3)?,
            ))
        })
        .collect::<pgrx::spi::SpiResult<Vec<_>>>()
    })
    .map_err(spi_failed)?;
    let mut hits: Vec<(String, Option<i64>)> = Vec::with_capacity(counted.len());
    for (wanted, id, count) in counted {
        let id = id.ok_or_else(|| target.unknown(&wanted))?;
        if hits.last().is_none_or(|(last, _)| *last != id) {
            hits.push((id, count));
        }
    }
    Ok(TableIterator::new(hits))
}
