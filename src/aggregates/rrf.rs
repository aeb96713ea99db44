//! `rrf`: the sum of reciprocal ranks. Its state is the sum itself, so core's `float8pl` combines it.

use crate::error::{OrReport, SqlResult};
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
    Ok(Some(sum.unwrap_or(0.0) + added))
}
