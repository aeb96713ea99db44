//! The baseline in its order, as the keys of an index.
//!
//! The baseline is ordered by scope weight, counts and id. The weight of a card depends on the task, but
//! only through what the card is bound to; and counters change too often for an index to hold them. So
//! the index holds the [`binding`] of a card, which gives its weight, and a [`step`], which changes once
//! in a while. A search walks the [`arms`] that its task may see and leaves each as soon as no card
//! behind can enter.

use super::BASELINE_TYPES;
use crate::scope::{Binding, Bindings, Scope, ScopeKey, ScopeRule, ScopeWeights};

/// Whether a card is part of the baseline of some task: a fact of the environment or a preference that
/// is bound to no asset and no user.
pub fn is_baseline(card_type: Option<&str>, bindings: &Bindings<'_>) -> bool {
    card_type.is_some_and(|name| BASELINE_TYPES.contains(&name))
        && [ScopeKey::Asset, ScopeKey::User].into_iter().all(|key| bindings.get(key).is_unbound())
}

/// The binding of cards that are bound to several values of one key, or to a very long one.
pub const MIXED: &str = "*";

/// The longest binding that is told from others: an entry of a btree index has 2,704 bytes at most.
const MAX_BINDING: usize = 1_000;

/// What decides the weight of a baseline card, as ASCII text: project, profile and, without a profile,
/// the kind of database, for example `["red",null,"oracle"]`. [`MIXED`] where that is not one value each.
pub fn binding(bindings: &Bindings<'_>) -> String {
    let one = |key| match bindings.get(key) {
        Binding::Unbound => Some(None),
        Binding::Malformed => None,
        bound => match bound.values() {
            [value, others @ ..] if others.iter().all(|other| other == value) => {
                Some(Some(value.as_ref()))
            }
            _ => None,
        },
    };
    let (Some(project), Some(profile), Some(db_type)) =
        (one(ScopeKey::Project), one(ScopeKey::Profile), one(ScopeKey::DbType))
    else {
        return MIXED.to_owned();
    };
    // The task's profile weighs the same with any kind of database, and no other profile is shown.
    let db_type = db_type.filter(|_| profile.is_none());
    let text = written(project, profile, db_type);
    if text.len() <= MAX_BINDING { text } else { MIXED.to_owned() }
}

fn written(project: Option<&str>, profile: Option<&str>, db_type: Option<&str>) -> String {
    format!("[{},{},{}]", quoted(project), quoted(profile), quoted(db_type))
}

/// ASCII, so that it is text in every encoding of a database.
fn quoted(value: Option<&str>) -> String {
    value.map_or_else(|| "null".to_owned(), |value| format!("\"{}\"", value.escape_default()))
}

/// How often a card was met: greater for a card whose counts come first, and equal only for counts that
/// are near each other. Up to 31 each count has a step of its own, beyond that 16 steps a doubling.
pub fn step(occurrence_count: i64, recall_hit_count: i64) -> i32 {
    let occurrences = bucket(occurrence_count);
    // Recalls count among equal occurrences, not among those that are merely near.
    let recalls = if is_alone(occurrences) { bucket(recall_hit_count) } else { 0 };
    occurrences * BUCKETS + recalls
}

/// Whether all cards of a step have the same counts.
fn is_exact(step: i32) -> bool {
    is_alone(step / BUCKETS) && is_alone(step % BUCKETS)
}

/// Whether the walk of an arm ends at a card of this step that stands behind the worst one kept, whose
/// occurrence_count and recall_hit_count are these. Cards of the next steps have smaller counts; those
/// that follow in the same step may have greater ones, unless all of the step have the same.
pub fn ends_at(card: i32, (occurrence_count, recall_hit_count): (i64, i64)) -> bool {
    is_exact(card) || card < step(occurrence_count, recall_hit_count)
}

/// More than [`bucket`] can give: 1 for negative counts, 16 for 0 to 15, and 16 for each of 59 doublings.
const BUCKETS: i32 = 1_024;

/// 2 to the power of this many buckets a doubling.
const BUCKET_BITS: u32 = 4;

fn bucket(count: i64) -> i32 {
    let Ok(count) = u64::try_from(count) else { return 0 };
    let small = 1u64 << BUCKET_BITS;
    if count < small {
        return 1 + count as i32;
    }
    let shift = count.ilog2() - BUCKET_BITS;
    let within = (count >> shift) - small;
    1 + ((u64::from(shift) + 1) * small + within) as i32
}

/// Whether a bucket holds one count alone.
fn is_alone(bucket: i32) -> bool {
    (1..=2 << BUCKET_BITS).contains(&bucket)
}

/// Cards of the baseline that are looked up together.
#[derive(Debug, Clone, PartialEq)]
pub struct Arm {
    pub cards: Cards,
    /// The weight of each of them that the task may see; of [`Cards::Mixed`] the most it can be.
    pub weight: f64,
}

/// The cards of an arm, by their [`binding`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cards {
    /// Those of this binding: by steps, and by id within one, they come in the order of the baseline.
    Bound(String),
    /// Those bound to any kind of database: their bindings are `from` at least and less than `below`.
    BoundBetween { from: String, below: String },
    /// Those with the binding [`MIXED`].
    Mixed,
}

/// The arms that hold every card a task may see in its baseline, the greatest weight first.
pub fn arms(scope: &Scope, weights: &ScopeWeights) -> Vec<Arm> {
    let profile = scope.get(ScopeKey::Profile);
    let db_type = scope.get(ScopeKey::DbType);
    let mut arms = Vec::new();
    let projects = scope.get(ScopeKey::Project).map(Some).into_iter().chain([None]);
    for project in projects {
        let mut bound = |profile, db_type, rule| {
            let text = written(project, profile, db_type);
            // A longer one is among the mixed.
            if text.len() <= MAX_BINDING {
                arms.push(Arm { cards: Cards::Bound(text), weight: weights.of(rule) });
            }
        };
        bound(None, None, ScopeRule::Unbound);
        if profile.is_some() {
            bound(profile, None, ScopeRule::Profile);
        }
        if db_type.is_some() {
            bound(None, db_type, ScopeRule::DbType);
            continue;
        }
        let any = format!("[{},null,", quoted(project));
        arms.push(Arm {
            cards: Cards::BoundBetween { from: format!("{any}\""), below: format!("{any}#") },
            weight: weights.of(ScopeRule::Other),
        });
    }
    let rules = [
        Some(ScopeRule::Unbound),
        Some(ScopeRule::Other),
        profile.map(|_| ScopeRule::Profile),
        db_type.map(|_| ScopeRule::DbType),
    ];
    let most = rules.into_iter().flatten().map(|rule| weights.of(rule)).fold(0.0, f64::max);
    arms.push(Arm { cards: Cards::Mixed, weight: most });
    arms.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    arms
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scope::{of_other_profile, scope_rule};
    use proptest::prelude::*;
    use serde_json::{Value, json};
    use std::cmp::{Ordering, Reverse};

    fn binding_of(tags: Value) -> String {
        binding(&Bindings::from_json(&tags))
    }

    #[test]
    fn a_binding_is_written_as_one_text() {
        assert_eq!(binding_of(json!({})), "[null,null,null]");
        assert_eq!(binding_of(json!({"env": "prod", "project_id": ""})), "[null,null,null]");
        assert_eq!(binding_of(json!({"project_id": 7})), r#"["7",null,null]"#);
        assert_eq!(binding_of(json!({"db_type": " Oracle "})), r#"[null,null,"oracle"]"#);
        assert_eq!(
            binding_of(json!({"project_id": "re\"d", "profile_id": "Prod", "db_type": "dm"})),
            r#"["re\"d","prod",null]"#
        );
        assert_eq!(binding_of(json!({"project_id": "达梦"})), r#"["\u{8fbe}\u{68a6}",null,null]"#);
        assert_eq!(binding_of(json!({"project_id": ["a", null, "a"]})), r#"["a",null,null]"#);
        assert_eq!(binding_of(json!({"project_id": ["a", "b"]})), MIXED);
        assert_eq!(binding_of(json!({"profile_id": {}})), MIXED);
        assert_eq!(binding_of(json!({"db_type": "x".repeat(2_000)})), MIXED);
    }

    #[test]
    fn small_counts_have_steps_of_their_own() {
        for occurrences in 0..40 {
            for recalls in 0..40 {
                let exact = is_exact(step(occurrences, recalls));
                assert_eq!(exact, occurrences < 32 && recalls < 32, "{occurrences} {recalls}");
            }
        }
        assert!(!is_exact(step(-1, 0)) && !is_exact(step(0, -1)));
        assert!(step(i64::MAX, i64::MAX) > step(i64::MAX / 2, i64::MAX));
        assert_eq!(step(1_000, 0), step(1_007, i64::MAX));
    }

    fn counts() -> impl Strategy<Value = i64> {
        prop_oneof![-3..100i64, Just(i64::MAX), Just(i64::MIN), any::<i64>(), 0..100_000i64]
    }

    /// Counts of which many are of one step.
    fn near() -> impl Strategy<Value = i64> {
        prop_oneof![0..3i64, 30..34i64, 1_000..1_012i64]
    }

    fn tags() -> impl Strategy<Value = Value> {
        let value = prop_oneof![
            3 => Just(json!(null)),
            3 => prop_oneof![Just(json!("a")), Just(json!("b")), Just(json!("A ")), Just(json!(7))],
            1 => Just(json!(["a", "b"])),
            1 => Just(json!(["a"])),
            1 => Just(json!([null])),
            1 => Just(json!({})),
            1 => Just(json!("a".repeat(1_200))),
        ];
        proptest::array::uniform5(value).prop_map(|[asset, project, user, db_type, profile]| {
            json!({"asset_id": asset, "project_id": project, "user_id": user,
                   "db_type": db_type, "profile_id": profile})
        })
    }

    fn scope() -> impl Strategy<Value = Scope> {
        let value = prop_oneof![
            Just(None),
            Just(Some("a".to_owned())),
            Just(Some("7".to_owned())),
            Just(Some("a".repeat(1_200)))
        ];
        proptest::array::uniform5(value).prop_map(|values| {
            let mut scope = Scope::default();
            for (key, value) in ScopeKey::ALL.into_iter().zip(values) {
                if let Some(value) = value {
                    scope.name(key, &value).unwrap();
                }
            }
            scope
        })
    }

    fn holds(cards: &Cards, text: &str) -> bool {
        match cards {
            Cards::Bound(bound) => bound == text,
            Cards::BoundBetween { from, below } => (from.as_str()..below.as_str()).contains(&text),
            Cards::Mixed => text == MIXED,
        }
    }

    proptest! {
        #[test]
        fn steps_follow_the_counts(a in (counts(), counts()), b in (counts(), counts())) {
            let (step_a, step_b) = (step(a.0, a.1), step(b.0, b.1));
            match step_a.cmp(&step_b) {
                Ordering::Less => prop_assert!(a < b),
                Ordering::Greater => prop_assert!(a > b),
                Ordering::Equal if is_exact(step_a) => prop_assert_eq!(a, b),
                Ordering::Equal => {}
            }
        }

        #[test]
        fn a_walk_ends_before_no_better_card(
            cards in proptest::collection::vec((near(), near()), 0..60),
            k in 1..5usize,
        ) {
            // In the order of the index: steps from the greatest on, ids within one.
            let mut walked: Vec<(Reverse<i32>, usize, (i64, i64))> = (0..).zip(cards)
                .map(|(id, card)| (Reverse(step(card.0, card.1)), id, card)).collect();
            walked.sort();
            let best = |mut cards: Vec<((i64, i64), Reverse<usize>)>| {
                cards.sort_by(|a, b| b.cmp(a));
                cards.truncate(k);
                cards
            };
            let mut kept: Vec<((i64, i64), Reverse<usize>)> = Vec::new();
            for (card_step, id, counts) in &walked {
                let card = (*counts, Reverse(*id));
                let worst = kept.last().copied().filter(|_| kept.len() == k);
                if worst.is_some_and(|worst| card < worst && ends_at(card_step.0, worst.0)) {
                    break;
                }
                kept = best(kept.into_iter().chain([card]).collect());
            }
            let all = walked.iter().map(|(_, id, counts)| (*counts, Reverse(*id))).collect();
            prop_assert_eq!(kept, best(all));
        }

        #[test]
        fn every_visible_card_is_in_one_arm_with_its_weight(tags in tags(), scope in scope()) {
            let weights = ScopeWeights::parse("profile:0.1,db_type:0.2,unbound:0.3,other:0.4").unwrap();
            let bindings = Bindings::from_json(&tags);
            let rule = scope_rule(&bindings, &scope);
            if rule != ScopeRule::Hidden && !of_other_profile(&bindings, &scope) {
                let text = binding(&bindings);
                let arms = arms(&scope, &weights);
                let of_card: Vec<_> = arms.iter().filter(|arm| holds(&arm.cards, &text)).collect();
                prop_assert_eq!(of_card.len(), 1, "{} {:?}", text, arms);
                let weight = weights.of(rule);
                match of_card[0].cards {
                    Cards::Mixed => prop_assert!(weight <= of_card[0].weight),
                    _ => prop_assert_eq!(weight, of_card[0].weight),
                }
            }
        }

        #[test]
        fn bindings_are_short_ascii(tags in tags()) {
            let text = binding_of(tags);
            prop_assert!(text.is_ascii() && text.len() <= MAX_BINDING);
        }
    }
}
