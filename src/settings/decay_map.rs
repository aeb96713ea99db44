//! The decay map that the settings add up to, merged when it is needed.

use std::cell::RefCell;
use std::rc::Rc;

use gbrain_rank_core::decay::{DecayMap, Entry, Origin, triples};
use gbrain_rank_core::recency::Decay;
use pgrx::pg_sys::panic::ErrorReport;
use pgrx::prelude::*;

use super::setting::Cache;
use super::{recency_decay, recency_fallback, recency_yaml};
use crate::error::{OrReport, SqlResult};

/// How many maps made for the `decay` argument of a call are kept: as many as one statement is
/// likely to use side by side.
const CALL_MAPS: usize = 4;

/// The decay map of the session: built-in < recency_yaml < recency_decay, and recency_fallback.
#[inline]
pub fn decay_map() -> SqlResult<Rc<DecayMap>> {
    thread_local! { static MAP: Cache<Rc<DecayMap>> = const { Cache::new() }; }
    MAP.with(|map| {
        map.get(generation(), || {
            let merged = merge(&recency_yaml()?, &recency_decay()?, recency_fallback()?);
            Ok(Rc::new(merged))
        })
    })
}

/// The decay map of one call: that of the session with the call's own triples on top.
#[inline]
pub fn call_decay_map(decay: Option<&str>) -> SqlResult<Rc<DecayMap>> {
    match decay {
        None | Some("") => decay_map(),
        Some(decay) => cached_call_map(decay),
    }
}

/// The maps of the last calls, newest last, for as long as the settings do not change.
struct CallMaps {
    generation: u64,
    maps: Vec<(String, Rc<DecayMap>)>,
}

fn cached_call_map(decay: &str) -> SqlResult<Rc<DecayMap>> {
    thread_local! {
        static MAPS: RefCell<CallMaps> =
            const { RefCell::new(CallMaps { generation: 0, maps: Vec::new() }) };
    }
    MAPS.with_borrow_mut(|cache| {
        if cache.generation != generation() {
            *cache = CallMaps { generation: generation(), maps: Vec::new() };
        }
        if let Some((_, map)) = cache.maps.iter().rev().find(|(text, _)| text == decay) {
            return Ok(Rc::clone(map));
        }
        let entries = triples::parse(decay).or_report()?;
        let map = Rc::new(decay_map()?.with_layer(entries, Origin::Call));
        if cache.maps.len() == CALL_MAPS {
            cache.maps.remove(0);
        }
        cache.maps.push((decay.to_owned(), Rc::clone(&map)));
        Ok(map)
    })
}

/// Changes whenever one of the three settings does, as each only ever counts up.
#[inline]
fn generation() -> u64 {
    recency_yaml::SETTING.generation()
        + recency_decay::SETTING.generation()
        + recency_fallback::SETTING.generation()
}

fn merge(yaml: &[Entry], decay: &[Entry], fallback: Decay) -> DecayMap {
    let fallback_origin = if recency_fallback::SETTING.source().is_default() {
        Origin::Default
    } else {
        Origin::Setting
    };
    DecayMap::built_in()
        .with_layer(yaml.to_vec(), Origin::Yaml)
        .with_layer(decay.to_vec(), Origin::Setting)
        .with_fallback(fallback, fallback_origin)
}

/// Warns of a new recency_yaml that gives a prefix less than the fallback has.
pub fn warn_of_yaml(yaml: &Rc<[Entry]>) {
    if let (Ok(decay), Ok(fallback)) = (recency_decay(), recency_fallback()) {
        warn_if_outranked(&merge(yaml, &decay, fallback));
    }
}

/// Warns of a new recency_decay that gives a prefix less than the fallback has.
pub fn warn_of_decay(decay: &Rc<[Entry]>) {
    if let (Ok(yaml), Ok(fallback)) = (recency_yaml(), recency_fallback()) {
        warn_if_outranked(&merge(&yaml, decay, fallback));
    }
}

/// Warns of a new fallback that is above what a prefix has.
pub fn warn_of_fallback(fallback: &Decay) {
    if let (Ok(yaml), Ok(decay)) = (recency_yaml(), recency_decay()) {
        warn_if_outranked(&merge(&yaml, &decay, *fallback));
    }
}

fn warn_if_outranked(map: &DecayMap) {
    let Some(weakest) = map.outranked_by_fallback() else { return };
    ErrorReport::new(
        PgSqlErrorCode::ERRCODE_WARNING,
        format!(
            "the fallback coefficient {} is above the {} of \"{}\"",
            map.fallback().decay.coefficient,
            weakest.decay.coefficient,
            weakest.prefix
        ),
        "gbrain_rank",
    )
    .set_detail("A page that no prefix matches can outrank one that was asked for.")
    .set_hint("Lower the coefficient of gbrain_rank.recency_fallback.")
    .report(PgLogLevel::WARNING);
}
