//! Emotional weight: how much a page touches the life of its owner, from its tags and takes.

use std::collections::HashSet;

use serde::Deserialize;
use serde_json::value::RawValue;

use crate::decimal;
use crate::{Error, Result};

/// Tags of high emotion, unless the caller names others.
pub const HIGH_EMOTION_TAGS: [&str; 15] = [
    "family",
    "marriage",
    "wedding",
    "loss",
    "death",
    "grief",
    "relationship",
    "love",
    "mental-health",
    "health",
    "illness",
    "birth",
    "children",
    "kids",
    "parents",
];

/// Whose takes count as one's own, unless the caller names someone.
pub const DEFAULT_OWNER: &str = "self";

const TAG_SHARE: f64 = 0.5;
const TAKE_SHARE: f64 = 0.1;
const TAKES_CAP: f64 = 0.3;
const MEAN_WEIGHT_SHARE: f64 = 0.1;
const OWNER_SHARE: f64 = 0.1;

const TAKES_HINT: &str = "takes is a JSON array of objects such as {\"holder\": \"self\", \"weight\": 0.8, \
                          \"active\": true}.";

/// One opinion that someone holds about a page.
#[derive(Debug, Clone, PartialEq)]
pub struct Take {
    /// Who holds it.
    pub holder: Option<String>,
    /// How strongly, 0 to 1; a take without a weight does not count in the mean.
    pub weight: Option<f64>,
    /// Whether it is still held.
    pub active: bool,
}

/// Reads takes from JSON: an array of `{holder, weight, active}`, each field optional; null is none.
pub fn takes_from_json(json: &str) -> Result<Vec<Take>> {
    #[derive(Deserialize)]
    struct Raw<'a> {
        #[serde(borrow)]
        holder: Option<&'a RawValue>,
        #[serde(borrow)]
        weight: Option<&'a RawValue>,
        #[serde(borrow)]
        active: Option<&'a RawValue>,
    }
    let refuse =
        |reason: String| Error::invalid(format!("invalid takes: {reason}")).hint(TAKES_HINT);

    let elements: Option<Vec<&RawValue>> =
        serde_json::from_str(json).map_err(|_| refuse("not an array".to_owned()))?;
    let take = |(position, element): (usize, &RawValue)| {
        let refuse = |reason: &str| refuse(format!("element {position} {reason}"));
        if !element.get().starts_with('{') {
            return Err(refuse("is not an object"));
        }
        let raw: Raw<'_> =
            serde_json::from_str(element.get()).map_err(|_| refuse("is not an object"))?;
        let holder = match raw.holder {
            None => None,
            Some(holder) => serde_json::from_str(holder.get())
                .map_err(|_| refuse("has a holder that is no text"))?,
        };
        let weight = match raw.weight {
            None => None,
            Some(weight) => {
                read_weight(weight.get()).ok_or_else(|| refuse("has a weight that is no number"))?
            }
        };
        let active = match raw.active {
            None => None,
            Some(active) => serde_json::from_str(active.get())
                .map_err(|_| refuse("has an active that is neither true nor false"))?,
        };
        Ok(Take { holder, weight, active: active.unwrap_or(true) })
    };
    elements.unwrap_or_default().into_iter().enumerate().map(take).collect()
}

/// A number of any size (JSON numbers have no bound, and a weight is clamped anyway), text that holds
/// a plain number, or null; the outer `None` is everything else.
fn read_weight(json: &str) -> Option<Option<f64>> {
    match json.as_bytes().first()? {
        b'n' => Some(None),
        b'"' => decimal::parse(&serde_json::from_str::<String>(json).ok()?).map(Some),
        b'-' | b'0'..=b'9' => json.parse().ok().map(Some),
        _ => None,
    }
}

/// The emotional weight of a page, 0 to 1: the sum, capped at 1, of
///
/// - 0.5 if one of its tags is one of `high_tags` (case ignored),
/// - 0.1 for each active take, at most 0.3,
/// - 0.1 times the mean weight of the active takes, each clamped to 0..1,
/// - 0.1 times the share of the active takes that `owner` holds (case ignored).
pub fn emotional_weight<'a>(
    tags: impl IntoIterator<Item = &'a str>,
    takes: &[Take],
    high_tags: impl IntoIterator<Item = &'a str>,
    owner: &str,
) -> f64 {
    let high_tags: HashSet<String> = high_tags.into_iter().map(str::to_lowercase).collect();
    let touching = tags.into_iter().any(|tag| high_tags.contains(&tag.to_lowercase()));
    let tags = if touching { TAG_SHARE } else { 0.0 };

    let active: Vec<&Take> = takes.iter().filter(|take| take.active).collect();
    let weights: Vec<f64> = active.iter().filter_map(|take| take.weight).collect();
    let clamped = weights.iter().map(|weight| weight.clamp(0.0, 1.0));
    let owner = owner.to_lowercase();
    let holds = |take: &&&Take| take.holder.as_ref().is_some_and(|h| h.to_lowercase() == owner);
    let held = active.iter().filter(holds).count();

    let sum = tags
        + (TAKE_SHARE * count(active.len())).min(TAKES_CAP)
        + MEAN_WEIGHT_SHARE * ratio(clamped.sum(), weights.len())
        + OWNER_SHARE * ratio(count(held), active.len());
    sum.min(1.0)
}

#[allow(clippy::cast_precision_loss)]
fn count(number: usize) -> f64 {
    number as f64
}

/// A part of a whole; nothing of nothing is 0.
fn ratio(part: f64, whole: usize) -> f64 {
    if whole == 0 { 0.0 } else { part / count(whole) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take(holder: &str, weight: f64) -> Take {
        Take { holder: Some(holder.to_owned()), weight: Some(weight), active: true }
    }

    fn weigh(tags: &[&'static str], takes: &[Take]) -> f64 {
        let tags = tags.iter().copied();
        emotional_weight(tags, takes, HIGH_EMOTION_TAGS, DEFAULT_OWNER)
    }

    #[test]
    fn every_part_is_capped_and_so_is_the_sum() {
        let takes = vec![take("SELF", 9.0); 50];
        assert_eq!(weigh(&["Mental-Health", "love"], &takes), 1.0);
        assert_eq!(weigh(&[], &takes[..1]), 0.1 + 0.1 + 0.1);
        assert_eq!(weigh(&["loved", " love"], &[]), 0.0);
    }

    #[test]
    fn a_take_without_a_weight_counts_but_not_in_the_mean() {
        let silent = Take { holder: None, weight: None, active: true };
        assert!((weigh(&[], &[silent.clone(), take("x", 1.0)]) - 0.3).abs() < 1e-12);
        assert!((weigh(&[], &[silent]) - 0.1).abs() < 1e-12);
    }

    #[test]
    fn takes_are_read_from_json() {
        let json = r#"[{"holder":"a","weight":0.5,"kind":{"deep":[1]}}, {"weight":" .25 ","active":false},
                       {"weight":null,"active":null,"holder":null}, {"weight":1e999}, {"weight":-1e999}]"#;
        let takes = takes_from_json(json).unwrap();
        assert_eq!(takes[0], take("a", 0.5));
        assert_eq!(takes[1], Take { holder: None, weight: Some(0.25), active: false });
        assert_eq!(takes[2], Take { holder: None, weight: None, active: true });
        assert_eq!(
            (takes[3].weight, takes[4].weight),
            (Some(f64::INFINITY), Some(f64::NEG_INFINITY))
        );
        assert_eq!(takes_from_json("null"), Ok(vec![]));
        assert_eq!(takes_from_json("[]"), Ok(vec![]));
    }

    #[test]
    fn malformed_takes_are_refused_and_named() {
        for (json, message) in [
            ("{}", "invalid takes: not an array"),
            ("7", "invalid takes: not an array"),
            ("[{}, 7]", "invalid takes: element 1 is not an object"),
            ("[[]]", "invalid takes: element 0 is not an object"),
            ("[null]", "invalid takes: element 0 is not an object"),
            (r#"[{"weight":"heavy"}]"#, "invalid takes: element 0 has a weight that is no number"),
            (r#"[{"weight":"inf"}]"#, "invalid takes: element 0 has a weight that is no number"),
            (r#"[{"weight":[1]}]"#, "invalid takes: element 0 has a weight that is no number"),
            (r#"[{"weight":true}]"#, "invalid takes: element 0 has a weight that is no number"),
            (
                r#"[{"active":"yes"}]"#,
                "invalid takes: element 0 has an active that is neither true nor false",
            ),
            (r#"[{"holder":7}]"#, "invalid takes: element 0 has a holder that is no text"),
        ] {
            let error = takes_from_json(json).unwrap_err();
            assert_eq!(error.message, message);
            assert_eq!(error.hint.as_deref(), Some(TAKES_HINT));
        }
    }
}
