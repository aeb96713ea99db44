//! The columns of a row that its two boosts are made of, and what a source limits them to.

use gbrain_rank_core::boost::{Boost, BoostColumns, Boosting};
use gbrain_rank_core::{recency, salience};
use pgrx::pg_sys;

use super::narrow::MostBoost;
use crate::search::gate::DATE_ROLES;
use crate::search::{Row, Select};
use crate::source::{Role, Source};

/// Postgres' -infinity and infinity as microseconds.
const INFINITE: [i64; 2] = [i64::MIN, i64::MAX];

/// The columns that the boosts read.
pub const ROLES: [Role; 6] = [
    Role::Slug,
    Role::EffectiveDate,
    Role::UpdatedAt,
    Role::CreatedAt,
    Role::EmotionalWeight,
    Role::ActiveTakes,
];

/// What the score of a row is multiplied by; 1, without reading the row, when both axes are off.
#[inline]
pub fn factor(boosting: &Boosting, select: &Select, row: &Row<'_>, date: Option<i64>) -> f64 {
    if boosting.is_off() { 1.0 } else { of(boosting, select, row, date).factor() }
}

/// The boosts of a row whose date is known.
#[inline]
pub fn of(boosting: &Boosting, select: &Select, row: &Row<'_>, date: Option<i64>) -> Boost {
    boosting.of(BoostColumns {
        slug: select.get(row, Role::Slug),
        date,
        emotional_weight: select.get(row, Role::EmotionalWeight),
        active_takes: select.get(row, Role::ActiveTakes),
    })
}

/// The most that the two boosts of any row of a source can be.
pub fn most(boosting: &Boosting, source: &Source) -> MostBoost {
    let takes = match source.column(Role::ActiveTakes).map(|column| column.type_oid) {
        None => 0,
        Some(pg_sys::INT4OID | pg_sys::INT2OID) => i64::from(i32::MAX),
        Some(_) => i64::MAX,
    };
    let weight = if source.column(Role::EmotionalWeight).is_some() { 1.0 } else { 0.0 };
    MostBoost {
        recency: recency::factor(boosting.decay_map.max_coefficient(), boosting.recency),
        salience: salience::factor(salience::score(weight, takes), boosting.salience),
    }
}

/// A row's date: effective_date, else updated_at, else created_at, each only when finite.
#[inline]
pub fn row_date(select: &Select, row: &Row<'_>) -> Option<i64> {
    first_date(DATE_ROLES.iter().map(|&role| select.position(role).and_then(|at| row.datum(at))))
}

/// The first finite one of some timestamps.
#[inline]
pub fn first_date(dates: impl IntoIterator<Item = Option<pg_sys::Datum>>) -> Option<i64> {
    let finite = |date: &i64| !INFINITE.contains(date);
    dates.into_iter().flatten().map(|date| date.value() as i64).find(finite)
}
