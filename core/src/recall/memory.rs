//! Factor 6: the memory curve. Forgetting by age, strengthened by use, held by a pin.

use super::whole_days;
use crate::{Error, Result, decimal};

/// The share of the memory score that enters the total.
pub const SHARE: f64 = 0.5;
/// The importance of a row that has none.
pub const DEFAULT_IMPORTANCE: f64 = 0.5;
/// How strongly use counts: `ACCESS x ln(1 + access_count)`.
const ACCESS: f64 = 0.5;
/// What a pin adds.
const PINNED: f64 = 0.5;
/// The multiplier of a row in force (active, or without a status).
const ACTIVE: f64 = 1.2;
/// The statuses of rows that are no longer part of memory.
const PUT_AWAY: [&str; 3] = ["archived", "dropped", "superseded"];

/// How fast each type of row is forgotten, per day.
#[derive(Debug, Clone, PartialEq)]
pub struct LambdaMap {
    /// Types of their own, in the order in which they were given.
    types: Vec<(String, f64)>,
    /// Every other type, and rows without one.
    other: f64,
}

/// The name under which the map holds the rate of every other type.
const OTHER: &str = "other";
const DEFAULT_LAMBDAS: [(&str, f64); 3] =
    [("concept", 0.0), ("strategy", 0.014), ("anti-pattern", 0.010)];
const DEFAULT_OTHER: f64 = 0.030;
/// How an entry of the map is written.
const FORM: &str =
    "Write type:rate pairs separated by commas, for example concept:0,strategy:0.014,other:0.03.";

impl Default for LambdaMap {
    fn default() -> Self {
        let types = DEFAULT_LAMBDAS.map(|(name, lambda)| (name.to_owned(), lambda)).into();
        Self { types, other: DEFAULT_OTHER }
    }
}

impl LambdaMap {
    /// Reads `type:rate,...` on top of the built-in map, the last of a type winning.
    ///
    /// Fields are trimmed, blank entries skipped. An entry splits at its last colon, so that a type
    /// may hold one. The error has the entry and the reason; the caller knows the setting.
    ///
    /// ```
    /// use gbrain_rank_core::recall::memory::LambdaMap;
    /// let map = LambdaMap::parse("strategy:0.02, other : 0.1").unwrap();
    /// assert_eq!(map.lambda(Some("strategy")), 0.02);
    /// assert_eq!(map.lambda(Some("recipe")), 0.1);
    /// assert_eq!(map.lambda(Some("concept")), 0.0);
    /// ```
    pub fn parse(text: &str) -> Result<Self> {
        let mut map = Self::default();
        for entry in text.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let (name, lambda) = parse_entry(entry)?;
            if name == OTHER {
                map.other = lambda;
            } else if let Some(known) = map.types.iter_mut().find(|(known, _)| known == name) {
                known.1 = lambda;
            } else {
                map.types.push((name.to_owned(), lambda));
            }
        }
        Ok(map)
    }

    /// The rate of a type. A row without a type is a concept to `type_boost`, but is forgotten like
    /// any other: only what is known to be a concept never fades.
    pub fn lambda(&self, page_type: Option<&str>) -> f64 {
        let known = page_type.and_then(|name| self.types.iter().find(|(known, _)| known == name));
        known.map_or(self.other, |(_, lambda)| *lambda)
    }

    /// The map as it is written in a setting.
    pub fn to_text(&self) -> String {
        let entries = self.types.iter().map(|(name, lambda)| format!("{name}:{lambda}"));
        entries.chain([format!("{OTHER}:{}", self.other)]).collect::<Vec<_>>().join(",")
    }
}

fn parse_entry(entry: &str) -> Result<(&str, f64)> {
    let refuse = |reason: &str| Error::invalid(format!("\"{entry}\": {reason}")).hint(FORM);
    let (name, rate) = entry.rsplit_once(':').ok_or_else(|| refuse("the rate is missing"))?;
    let (name, rate) = (name.trim(), rate.trim());
    if name.is_empty() {
        return Err(refuse("the type is empty"));
    }
    let rate = decimal::parse_non_negative(rate)
        .map_err(|refusal| refuse(&format!("the rate {}", refusal.reason())))?;
    Ok((name, rate))
}

/// What the memory curve reads of a row.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Memory<'a> {
    pub importance: Option<f64>,
    /// Microseconds; a row without it is as old as today.
    pub created_at: Option<i64>,
    pub access_count: Option<i64>,
    pub pinned: Option<bool>,
    pub status: Option<&'a str>,
    pub page_type: Option<&'a str>,
}

/// `(importance x exp(-lambda x whole days) + 0.5 ln(1 + uses) + 0.5 if pinned) x 1.2 if active`;
/// 0 for what was archived, dropped or superseded. `now` in microseconds.
pub fn memory_score(memory: &Memory<'_>, now: i64, lambdas: &LambdaMap) -> f64 {
    if memory.status.is_some_and(|status| PUT_AWAY.contains(&status)) {
        return 0.0;
    }
    let importance =
        memory.importance.filter(|value| value.is_finite()).unwrap_or(DEFAULT_IMPORTANCE);
    let days = memory.created_at.map_or(0.0, |created| whole_days(created, now));
    let kept = importance * (-lambdas.lambda(memory.page_type) * days).exp();
    let used = ACCESS * (memory.access_count.unwrap_or(0).max(0) as f64).ln_1p();
    let pinned = if memory.pinned == Some(true) { PINNED } else { 0.0 };
    let in_force = memory.status.is_none_or(|status| status == "active");
    let score = (kept + used + pinned) * if in_force { ACTIVE } else { 1.0 };
    // A huge importance is finite, and so is what comes of it.
    score.clamp(f64::MIN, f64::MAX)
}

/// How alive a memory is: `hot` from 0.7, `warm` from 0.4, `cold` from 0.15, else `evictable`.
pub fn memory_tier(score: f64) -> &'static str {
    match score {
        score if score >= 0.7 => "hot",
        score if score >= 0.4 => "warm",
        score if score >= 0.15 => "cold",
        _ => "evictable",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::recall::DAY_MICROS;
    use proptest::prelude::*;

    fn aged(days: i64) -> Memory<'static> {
        Memory { importance: Some(0.7), created_at: Some(-days * DAY_MICROS), ..Memory::default() }
    }

    #[test]
    fn each_type_is_forgotten_at_its_own_rate() {
        let lambdas = LambdaMap::default();
        for (page_type, lambda) in [
            (Some("concept"), 0.0),
            (Some("strategy"), 0.014),
            (Some("anti-pattern"), 0.010),
            (Some("runbook"), 0.030),
            (None, 0.030),
        ] {
            let score = memory_score(&Memory { page_type, ..aged(50) }, 0, &lambdas);
            let expected = 1.2 * 0.7 * (-lambda * 50.0_f64).exp();
            assert!((score - expected).abs() < 1e-12, "{page_type:?}");
        }
    }

    #[test]
    fn what_is_put_away_scores_nothing() {
        let lambdas = LambdaMap::default();
        for status in PUT_AWAY {
            let row = Memory { status: Some(status), pinned: Some(true), ..aged(0) };
            assert_eq!(memory_score(&row, 0, &lambdas), 0.0);
        }
        let stale = Memory { status: Some("stale"), ..aged(0) };
        assert_eq!(memory_score(&stale, 0, &lambdas), 0.7);
    }

    #[test]
    fn what_is_missing_or_impossible_is_neutral() {
        let lambdas = LambdaMap::default();
        assert_eq!(memory_score(&Memory::default(), 0, &lambdas), 0.6);
        let odd = Memory {
            importance: Some(f64::NAN),
            access_count: Some(-5),
            created_at: Some(DAY_MICROS),
            ..Memory::default()
        };
        assert_eq!(memory_score(&odd, 0, &lambdas), 0.6);
        for (importance, score) in
            [(f64::MAX, f64::MAX), (-f64::MAX, -f64::MAX), (1e308, 1.2 * 1e308)]
        {
            let huge = Memory { importance: Some(importance), ..Memory::default() };
            assert_eq!(memory_score(&huge, 0, &lambdas), score);
        }
    }

    #[test]
    fn tiers_begin_at_their_bound() {
        for (score, tier) in [
            (0.7, "hot"),
            (0.699_999, "warm"),
            (0.4, "warm"),
            (0.399_999, "cold"),
            (0.15, "cold"),
            (0.149_999, "evictable"),
            (-1.0, "evictable"),
        ] {
            assert_eq!(memory_tier(score), tier);
        }
    }

    #[test]
    fn the_map_reads_on_top_of_the_built_in_one() {
        let map = LambdaMap::parse(" concept:0.001,, note:x:2e-3 ,concept: 0.002 ").unwrap();
        assert_eq!(
            map.to_text(),
            "concept:0.002,strategy:0.014,anti-pattern:0.01,note:x:0.002,other:0.03"
        );
        assert_eq!(LambdaMap::parse(" ").unwrap(), LambdaMap::default());
        assert_eq!(LambdaMap::parse("other:0").unwrap().lambda(Some("runbook")), 0.0);
    }

    #[test]
    fn a_malformed_map_is_refused_with_its_entry() {
        for (text, message) in [
            ("concept", "\"concept\": the rate is missing"),
            ("a:1,:0.2", "\":0.2\": the type is empty"),
            ("a:", "\"a:\": the rate is missing"),
            ("a:0.1x", "\"a:0.1x\": the rate is not a finite decimal number"),
            ("a:0x1", "\"a:0x1\": the rate is not a finite decimal number"),
            ("a:inf", "\"a:inf\": the rate is not a finite decimal number"),
            ("a:nan", "\"a:nan\": the rate is not a finite decimal number"),
            ("a:1e999", "\"a:1e999\": the rate is not a finite decimal number"),
            ("a:-0.1", "\"a:-0.1\": the rate is negative"),
        ] {
            let refused = LambdaMap::parse(text).unwrap_err();
            assert_eq!(refused.message, message);
            assert!(refused.hint.is_some());
        }
    }

    proptest! {
        #[test]
        fn never_nan_and_never_better_with_age(
            importance in prop::option::of(0.0..=1.0),
            uses in any::<i64>(),
            pinned in any::<bool>(),
            younger in 0_i64..4_000,
            older in 0_i64..4_000,
            kind in prop::sample::select(vec!["concept", "strategy", "anti-pattern", "note"]),
        ) {
            let (younger, older) = (younger.min(older), younger.max(older));
            let row = |days: i64| Memory {
                importance, access_count: Some(uses), pinned: Some(pinned), page_type: Some(kind), ..aged(days)
            };
            let lambdas = LambdaMap::default();
            let (young, old) = (memory_score(&row(younger), 0, &lambdas), memory_score(&row(older), 0, &lambdas));
            prop_assert!(young.is_finite() && old >= 0.0 && old <= young);
            let more = Memory { access_count: Some(uses.saturating_add(1)), ..row(older) };
            prop_assert!(memory_score(&more, 0, &lambdas) >= old);
        }

        #[test]
        fn the_map_never_panics(text in "\\PC{0,60}") {
            if let Ok(map) = LambdaMap::parse(&text) {
                prop_assert_eq!(LambdaMap::parse(&map.to_text()).unwrap(), map);
            }
        }
    }
}
