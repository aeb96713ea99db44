//! `rank_text`: the top k of `ts_rank` x boost, without fetching texts that cannot enter.
//!
//! Of a tsvector that is stored out of line only its toast pointer is copied; it is fetched and ranked
//! late, if its boost lets it enter at all. The snapshot of the query keeps what pointers refer to.

use super::id::{Id, IntoId};
use super::state::{broken_state, checked_k, combine, composite_array, finite, store};
use crate::error::SqlResult;
use crate::varlena::{Flat, ToastPointer, toast_pointer};
use gbrain_rank_core::codec::{Reader, Writer};
use gbrain_rank_core::late_top_k::{LateTopK, Ranked, Waiting};
use gbrain_rank_core::text_rank::{AnyQuery, Ranker};
use gbrain_rank_core::tsvector::TsVector;
use pgrx::fcinfo::{pg_arg_is_null, pg_getarg_datum_raw};
use pgrx::prelude::*;
use pgrx::{Internal, Uuid, direct_function_call, pg_sys, varlena::rust_byte_slice_to_bytea};

#[derive(Clone)]
struct State {
    rows: LateTopK<Id, ToastPointer>,
    /// What the waiting rows are to be ranked with.
    query: Option<Query>,
}

#[derive(Clone)]
struct Query {
    /// The tsquery behind its header: to tell whether the next row has the same.
    bytes: Vec<u8>,
    rank: AnyQuery,
}

impl Query {
    fn new(bytes: &[u8]) -> Self {
        Self { bytes: bytes.to_vec(), rank: AnyQuery::from_binary(bytes) }
    }

    /// The most that a row with this boost can score.
    fn bound(&self, boost: f64) -> f64 {
        if boost > 0.0 { boost * self.rank.most } else { 0.0 }
    }

    fn text_score(&self, vector: &Flat) -> f64 {
        match &self.rank.ranker {
            Ranker::AnyOf(rank) => {
                TsVector::new(vector.bytes()).map_or(0.0, |vector| f64::from(rank.score(&vector)))
            }
            Ranker::Server => {
                let query = pg_sys::Datum::from(rust_byte_slice_to_bytea(&self.bytes).as_ptr());
                let arguments = [Some(vector.datum()), Some(query)];
                // SAFETY: ts_rank(tsvector, tsquery) with values of these types; bytea has the header
                // that a tsquery has.
                let rank = unsafe { direct_function_call::<f32>(pg_sys::ts_rank_tt, &arguments) };
                rank.map_or(0.0, f64::from)
            }
        }
    }
}

impl State {
    /// From here on rows have this query; those that wait were to be ranked with the one before.
    fn use_query(&mut self, bytes: &[u8]) {
        if self.query.as_ref().is_none_or(|query| query.bytes != bytes) {
            self.settle();
            self.query = Some(Query::new(bytes));
        }
    }

    /// Ranks a row now, keeps it for later, or drops it because its boost is too low to enter.
    fn add(&mut self, id: impl IntoId, vector: pg_sys::Datum, boost: f64) {
        let Some(query) = &self.query else { return };
        let bound = query.bound(boost);
        if !self.rows.may_enter(bound) {
            return;
        }
        // SAFETY: the caller read a tsvector that is not null.
        if let Some(value) = unsafe { toast_pointer(vector) } {
            if self.rows.wait(Waiting { id: id.into_id(), boost, bound, value }) {
                self.settle();
            }
        } else {
            // SAFETY: as above.
            let text_score = query.text_score(&unsafe { Flat::new(vector) });
            self.rows.push(Ranked::new(id.into_id(), text_score, boost));
        }
    }

    /// Ranks the rows that wait.
    fn settle(&mut self) {
        let Some(query) = &self.query else { return };
        let text_score = |pointer: &ToastPointer| {
            pgrx::check_for_interrupts!();
            // SAFETY: it was read by this statement, whose snapshot is still held.
            Ok::<_, std::convert::Infallible>(query.text_score(&unsafe { Flat::fetch(pointer) }))
        };
        let Ok(()) = self.rows.settle(text_score);
    }
}

#[pg_extern(sql = false)]
fn rank_text_bigint_trans(fcinfo: pg_sys::FunctionCallInfo) -> SqlResult<Internal> {
    trans::<i64>(fcinfo)
}

#[pg_extern(sql = false)]
fn rank_text_text_trans(fcinfo: pg_sys::FunctionCallInfo) -> SqlResult<Internal> {
    trans::<&[u8]>(fcinfo)
}

#[pg_extern(sql = false)]
fn rank_text_uuid_trans(fcinfo: pg_sys::FunctionCallInfo) -> SqlResult<Internal> {
    trans::<Uuid>(fcinfo)
}

/// Arguments: state, id, content_tsv, query, boost, k. They are read by hand because a declared
/// tsvector argument would be fetched. The first row's `k` counts; a row with a NULL is skipped.
fn trans<I: FromDatum + IntoId>(fcinfo: pg_sys::FunctionCallInfo) -> SqlResult<Internal> {
    // SAFETY: this function is declared with these six arguments; a null one is not read.
    let argument = |number: usize| unsafe {
        (!pg_arg_is_null(fcinfo, number)).then(|| pg_getarg_datum_raw(fcinfo, number))
    };
    let mut state = Internal::from(argument(0));
    if !state.initialized() {
        // SAFETY: the sixth argument is an integer.
        let k = argument(5).and_then(|k| unsafe { i32::from_datum(k, false) });
        state = store(State { rows: LateTopK::new(checked_k(k)?), query: None }, fcinfo)?;
    }
    let (Some(id), Some(vector), Some(query), Some(boost)) =
        (argument(1), argument(2), argument(3), argument(4))
    else {
        return Ok(state);
    };
    // SAFETY: the declared types of the arguments are those read here, and none is null.
    let (id, boost, query) =
        unsafe { (I::from_datum(id, false), f64::from_datum(boost, false), Flat::new(query)) };
    let (Some(id), Some(boost)) = (id, boost) else { return Ok(state) };
    let boost = finite("boost", boost)?;
    // SAFETY: a state of this aggregate was made above or by an earlier call.
    if let Some(state) = unsafe { state.get_mut::<State>() } {
        state.use_query(query.bytes());
        state.add(id, vector, boost);
    }
    Ok(state)
}

#[pg_extern(sql = false)]
fn rank_text_combine(
    left: Internal,
    right: Internal,
    fcinfo: pg_sys::FunctionCallInfo,
) -> SqlResult<Internal> {
    let merge = |state: &mut State, mut other: State| {
        // Rows of one query may go on waiting together.
        match other.query.take() {
            Some(query) if state.query.as_ref().is_some_and(|own| own.bytes == query.bytes) => {}
            query => {
                other.query = query;
                other.settle();
            }
        }
        for waiting in other.rows.waiting() {
            if state.rows.wait(waiting.clone()) {
                state.settle();
            }
        }
        other.rows.best().iter().for_each(|row| state.rows.push(row.clone()));
        Ok(())
    };
    // SAFETY: both are states of this aggregate.
    unsafe { combine(left, right, fcinfo, merge) }
}

#[pg_extern(sql = false)]
fn rank_text_serialize(state: Internal) -> Vec<u8> {
    let mut writer = Writer::default();
    // SAFETY: it is a state of this aggregate.
    if let Some(State { rows, query }) = unsafe { state.get::<State>() } {
        writer.count(rows.k());
        writer.count(usize::from(query.is_some()));
        query.iter().for_each(|query| {
            writer.bytes(&query.bytes);
        });
        writer.count(rows.best().len());
        for row in rows.best().iter() {
            row.id.write(&mut writer);
            writer.f64(row.text_score).f64(row.boost);
        }
        writer.count(rows.waiting().len());
        for row in rows.waiting() {
            row.id.write(&mut writer);
            writer.f64(row.boost).f64(row.bound).raw(&row.value);
        }
    }
    writer.finish()
}

/// Runs in a short-lived context: the state it makes is copied by combine.
#[pg_extern(sql = false)]
fn rank_text_deserialize(bytes: &[u8], _internal: Internal) -> SqlResult<Internal> {
    read(bytes).map(Internal::new).ok_or_else(broken_state)
}

fn read(bytes: &[u8]) -> Option<State> {
    let mut reader = Reader::new(bytes);
    let mut rows = LateTopK::new(reader.count()?);
    let query = if reader.count()? == 1 { Some(Query::new(reader.bytes()?)) } else { None };
    for _ in 0..reader.count()? {
        let id = Id::read(&mut reader)?;
        rows.push(Ranked::new(id, reader.f64()?, reader.f64()?));
    }
    for _ in 0..reader.count()? {
        let id = Id::read(&mut reader)?;
        let (boost, bound, value) = (reader.f64()?, reader.f64()?, reader.array()?);
        rows.wait(Waiting { id, boost, bound, value });
    }
    Some(State { rows, query })
}

/// Ranks what still waits. That leaves the state a different way of saying the same, so window
/// frames can go on with it.
#[pg_extern(sql = false)]
fn rank_text_final(mut state: Internal, fcinfo: pg_sys::FunctionCallInfo) -> Internal {
    // SAFETY: it is a state of this aggregate, or none when there was no row.
    let best = unsafe { state.get_mut::<State>() }.map(|state| {
        state.settle();
        state.rows.best().clone().into_sorted_vec()
    });
    let row = |row: Ranked<Id>| {
        let numbers = [row.score, row.text_score, row.boost].map(IntoDatum::into_datum);
        let [score, text_score, boost] = numbers;
        [row.id.into_datum(), score, text_score, boost]
    };
    composite_array(fcinfo, best.unwrap_or_default().into_iter().map(row))
}
