//! `top_k`: the ids with the best scores, in a heap of k.

use super::id::{Id, IntoId};
use super::state::{broken_state, checked_k, combine, composite_array, finite, store};
use crate::error::SqlResult;
use gbrain_rank_core::codec::{Reader, Writer};
use gbrain_rank_core::top_k::{Scored, TopK};
use pgrx::prelude::*;
use pgrx::{Internal, Uuid, pg_sys};

type State = TopK<Scored<Id>>;

#[pg_extern(sql = false)]
fn top_k_bigint_trans(
    state: Internal,
    id: Option<i64>,
    score: Option<f64>,
    k: Option<i32>,
    fcinfo: pg_sys::FunctionCallInfo,
) -> SqlResult<Internal> {
    trans(state, id, score, k, fcinfo)
}

#[pg_extern(sql = false)]
fn top_k_text_trans(
    state: Internal,
    id: Option<&[u8]>,
    score: Option<f64>,
    k: Option<i32>,
    fcinfo: pg_sys::FunctionCallInfo,
) -> SqlResult<Internal> {
    trans(state, id, score, k, fcinfo)
}

#[pg_extern(sql = false)]
fn top_k_uuid_trans(
    state: Internal,
    id: Option<Uuid>,
    score: Option<f64>,
    k: Option<i32>,
    fcinfo: pg_sys::FunctionCallInfo,
) -> SqlResult<Internal> {
    trans(state, id, score, k, fcinfo)
}

/// The first row's `k` counts; a row without id or score is skipped.
fn trans(
    mut state: Internal,
    id: Option<impl IntoId>,
    score: Option<f64>,
    k: Option<i32>,
    fcinfo: pg_sys::FunctionCallInfo,
) -> SqlResult<Internal> {
    if !state.initialized() {
        state = store(State::new(checked_k(k)?), fcinfo)?;
    }
    let (Some(id), Some(score)) = (id, score) else { return Ok(state) };
    let score = finite("score", score)?;
    // SAFETY: a state of this aggregate was made above or by an earlier call.
    if let Some(best) = unsafe { state.get_mut::<State>() }
        // A text id is copied only for a score that can enter.
        && best.worst().is_none_or(|worst| score >= worst.score)
    {
        best.push(Scored { score, id: id.into_id() });
    }
    Ok(state)
}

#[pg_extern(sql = false)]
fn top_k_combine(
    left: Internal,
    right: Internal,
    fcinfo: pg_sys::FunctionCallInfo,
) -> SqlResult<Internal> {
    let merge = |best: &mut State, other: State| {
        best.extend(other.into_sorted_vec());
        Ok(())
    };
    // SAFETY: both are states of this aggregate.
    unsafe { combine(left, right, fcinfo, merge) }
}

#[pg_extern(sql = false)]
fn top_k_serialize(state: Internal) -> Vec<u8> {
    let mut writer = Writer::default();
    // SAFETY: it is a state of this aggregate.
    if let Some(best) = unsafe { state.get::<State>() } {
        writer.count(best.k()).count(best.len());
        for kept in best.iter() {
            writer.f64(kept.score);
            kept.id.write(&mut writer);
        }
    }
    writer.finish()
}

/// Runs in a short-lived context: the state it makes is copied by combine.
#[pg_extern(sql = false)]
fn top_k_deserialize(bytes: &[u8], _internal: Internal) -> SqlResult<Internal> {
    read(bytes).map(Internal::new).ok_or_else(broken_state)
}

fn read(bytes: &[u8]) -> Option<State> {
    let mut reader = Reader::new(bytes);
    let mut best = State::new(reader.count()?);
    for _ in 0..reader.count()? {
        let score = reader.f64()?;
        best.push(Scored { score, id: Id::read(&mut reader)? });
    }
    Some(best)
}

/// Leaves the state as it is: window frames go on with it.
#[pg_extern(sql = false)]
fn top_k_final(state: Internal, fcinfo: pg_sys::FunctionCallInfo) -> Internal {
    // SAFETY: it is a state of this aggregate, or none when there was no row.
    let best = unsafe { state.get::<State>() }.cloned().unwrap_or_else(|| State::new(0));
    let row = |kept: Scored<Id>| [kept.id.into_datum(), kept.score.into_datum()];
    composite_array(fcinfo, best.into_sorted_vec().into_iter().map(row))
}
