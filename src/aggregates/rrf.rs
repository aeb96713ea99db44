//! `rrf`: the sum of reciprocal ranks. Its state is the sum itself, so core's `float8pl` combines it.

use crate::error::{OrReport, SqlResult, report};
use gbrain_rank_core::rrf::{DEFAULT_RANK_CONSTANT, reciprocal_rank};
use pgrx::prelude::*;

#[pg_extern(sql = false)]
fn rrf_trans(sum: Option<f64>, rank: Option<i64>) -> SqlResult<Option<f64>> {
    add(sum, rank, Some(1.0), Some(DEFAULT_RANK_CONSTANT))
}

#[pg_extern(sql = false)]
fn rrf_weighted_trans(
    sum: Option<f64>,
    rank: Option<i64>,
    weight: Option<f64>,
) -> SqlResult<Option<f64>> {
    add(sum, rank, weight, Some(DEFAULT_RANK_CONSTANT))
}

#[pg_extern(sql = false)]
fn rrf_constant_trans(
    sum: Option<f64>,
    rank: Option<i64>,
    weight: Option<f64>,
    rank_constant: Option<i32>,
) -> SqlResult<Option<f64>> {
    add(sum, rank, weight, rank_constant)
}

/// A missing argument adds nothing, as NULL adds nothing to a `sum`.
fn add(
    sum: Option<f64>,
    rank: Option<i64>,
    weight: Option<f64>,
    rank_constant: Option<i32>,
) -> SqlResult<Option<f64>> {
    let (Some(rank), Some(weight), Some(rank_constant)) = (rank, weight, rank_constant) else {
        return Ok(sum);
    };
    let added = reciprocal_rank(rank, weight, rank_constant).or_report()?;
    let sum = sum.unwrap_or(0.0) + added;
    if sum.is_finite() {
        return Ok(Some(sum));
    }
    // As `sum` does, and `float8pl` where it combines partial sums.
    let code = PgSqlErrorCode::ERRCODE_NUMERIC_VALUE_OUT_OF_RANGE;
    Err(report(code, "value out of range: overflow")
        .set_hint("Use smaller weights; the usual one is 1."))
}
