//! Which card comes before which.

use crate::scope::{Bindings, Closeness, Scope, ScopeKey, closeness, of_other_profile};
use crate::top_k::compare_scores;
use std::cmp::{Ordering, Reverse};

use super::{ERROR_TYPES, HUMAN_CORRECTION};

/// How a card was found; a card keeps the first layer that finds it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Layer {
    /// It holds an error code of the question.
    Exact,
    /// It holds all terms of the question.
    Strict,
    /// It holds some of them.
    Relaxed,
    /// Its title or slug is similar to the question.
    Trigram,
    /// It holds for every task in this scope.
    Global,
}

impl Layer {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Exact => "exact",
            Self::Strict => "strict",
            Self::Relaxed => "relaxed",
            Self::Trigram => "trigram",
            Self::Global => "global",
        }
    }
}

/// The groups of an answer, first to last.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Group {
    /// Corrections come before what they correct, however they were found.
    Correction,
    Exact,
    Strict,
    Relaxed,
    Trigram,
    Global,
}

impl Group {
    /// The group of a card that a layer found.
    pub fn of(layer: Layer, card_type: Option<&str>) -> Self {
        match layer {
            Layer::Exact | Layer::Strict | Layer::Relaxed
                if card_type == Some(HUMAN_CORRECTION) =>
            {
                Self::Correction
            }
            Layer::Exact => Self::Exact,
            Layer::Strict => Self::Strict,
            Layer::Relaxed => Self::Relaxed,
            Layer::Trigram => Self::Trigram,
            Layer::Global => Self::Global,
        }
    }

    pub const fn name(self) -> &'static str {
        match self {
            Self::Correction => "correction",
            Self::Exact => "exact",
            Self::Strict => "strict",
            Self::Relaxed => "relaxed",
            Self::Trigram => "trigram",
            Self::Global => "global",
        }
    }
}

/// Slack for the rounding of a bound against a score.
const BOUND_MARGIN: f64 = 1e-6;

/// Everything that decides a card's place, except its id.
///
/// The greater precedence comes first, so that the best k are the greatest k.
#[derive(Debug, Clone, PartialEq)]
pub struct Precedence {
    pub group: Group,
    pub closeness: Closeness,
    pub other_profile: bool,
    /// Whether the card's type answers questions about errors.
    pub about_error: bool,
    pub scope_weight: f64,
    pub score: f64,
    pub confidence: f64,
    pub occurrence_count: i64,
    pub recall_hit_count: i64,
    /// Microseconds; a card without a date comes after those with one.
    pub date: Option<i64>,
}

impl Precedence {
    /// The precedence of a card by its group, its bindings and its type; the numbers are 0.
    pub fn new(
        group: Group,
        card_type: Option<&str>,
        bindings: &Bindings<'_>,
        scope: &Scope,
    ) -> Self {
        Self {
            group,
            closeness: closeness(bindings, scope),
            // Only a task with a profile has another one.
            other_profile: scope.get(ScopeKey::Profile).is_some()
                && of_other_profile(bindings, scope),
            about_error: card_type.is_none_or(|name| ERROR_TYPES.contains(&name)),
            scope_weight: 0.0,
            score: 0.0,
            confidence: 0.0,
            occurrence_count: 0,
            recall_hit_count: 0,
            date: None,
        }
    }

    /// Greater comes first; equal means that the ids decide.
    pub fn compare(&self, other: &Self) -> Ordering {
        let by_group = Reverse(self.group).cmp(&Reverse(other.group));
        by_group.then_with(|| match self.group {
            Group::Global => self.compare_in_baseline(other),
            _ => self.compare_in_group(other),
        })
    }

    /// Whether a card with this precedence, but a text similarity that is not known and at most `most`,
    /// may stand before the other one, or level with it. What is known of it decides first.
    pub fn may_precede(&self, other: &Self, most: f64) -> bool {
        let score = most * self.scope_weight;
        // A score is a rounded number, and its bound is another one.
        let best = Self { score: score + score.abs() * BOUND_MARGIN, ..self.clone() };
        best.compare(other).is_ge()
    }

    fn compare_in_group(&self, other: &Self) -> Ordering {
        let bound = |card: &Self| (Reverse(card.other_profile), Reverse(card.closeness));
        bound(self)
            .cmp(&bound(other))
            .then_with(|| match self.group {
                // A passing mention of a code or of all the words comes last.
                Group::Exact | Group::Strict => self.about_error.cmp(&other.about_error),
                _ => Ordering::Equal,
            })
            .then_with(|| compare_scores(self.score, other.score))
            .then_with(|| compare_scores(self.confidence, other.confidence))
            .then_with(|| self.counts().cmp(&other.counts()))
            .then_with(|| self.date.cmp(&other.date))
    }

    fn compare_in_baseline(&self, other: &Self) -> Ordering {
        compare_scores(self.scope_weight, other.scope_weight)
            .then_with(|| self.counts().cmp(&other.counts()))
    }

    /// How often the card was met.
    pub fn counts(&self) -> (i64, i64) {
        (self.occurrence_count, self.recall_hit_count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn card(group: Group) -> Precedence {
        Precedence {
            group,
            closeness: Closeness::Unbound,
            other_profile: false,
            about_error: false,
            scope_weight: 0.3,
            score: 0.5,
            confidence: 0.8,
            occurrence_count: 1,
            recall_hit_count: 1,
            date: Some(0),
        }
    }

    #[track_caller]
    fn first(better: &Precedence, worse: &Precedence) {
        assert_eq!(better.compare(worse), Ordering::Greater);
        assert_eq!(worse.compare(better), Ordering::Less);
    }

    #[test]
    fn groups_come_in_their_order() {
        let groups = [
            Group::Correction,
            Group::Exact,
            Group::Strict,
            Group::Relaxed,
            Group::Trigram,
            Group::Global,
        ];
        for pair in groups.windows(2) {
            let best_of_the_later = Precedence {
                closeness: Closeness::Asset,
                score: 9.0,
                scope_weight: 1.0,
                occurrence_count: 99,
                ..card(pair[1])
            };
            first(&card(pair[0]), &best_of_the_later);
        }
    }

    #[test]
    fn a_correction_is_one_in_three_layers() {
        let of = |layer| Group::of(layer, Some("human_correction"));
        assert_eq!(of(Layer::Exact), Group::Correction);
        assert_eq!(of(Layer::Strict), Group::Correction);
        assert_eq!(of(Layer::Relaxed), Group::Correction);
        assert_eq!(of(Layer::Trigram), Group::Trigram);
        assert_eq!(of(Layer::Global), Group::Global);
        assert_eq!(Group::of(Layer::Exact, Some("note")), Group::Exact);
        assert_eq!(Group::of(Layer::Strict, None), Group::Strict);
    }

    #[test]
    fn each_key_decides_before_the_next() {
        // In the order of the rules: what an earlier key says, no later one can change.
        let base = card(Group::Exact);
        let steps = [
            Precedence { closeness: Closeness::Asset, other_profile: true, ..base.clone() },
            Precedence { closeness: Closeness::User, ..base.clone() },
            Precedence { about_error: true, ..base.clone() },
            Precedence { score: 0.6, ..base.clone() },
            Precedence { confidence: 0.9, ..base.clone() },
            Precedence { occurrence_count: 2, ..base.clone() },
            Precedence { recall_hit_count: 2, ..base.clone() },
            Precedence { date: Some(1), ..base.clone() },
        ];
        first(&base, &steps[0]);
        for pair in steps[1..].windows(2) {
            first(&pair[0], &pair[1]);
        }
        first(&base, &Precedence { date: None, ..base.clone() });
        assert_eq!(base.compare(&base), Ordering::Equal);
    }

    #[test]
    fn the_type_counts_in_exact_and_strict_only() {
        for (group, order) in [
            (Group::Correction, Ordering::Equal),
            (Group::Exact, Ordering::Greater),
            (Group::Strict, Ordering::Greater),
            (Group::Relaxed, Ordering::Equal),
            (Group::Trigram, Ordering::Equal),
        ] {
            let about_error = Precedence { about_error: true, ..card(group) };
            assert_eq!(about_error.compare(&card(group)), order, "{group:?}");
        }
    }

    #[test]
    fn the_baseline_is_ordered_by_weight_and_counts() {
        let base = card(Group::Global);
        first(&Precedence { scope_weight: 0.6, score: 0.0, ..base.clone() }, &base);
        first(&Precedence { occurrence_count: 2, recall_hit_count: 0, ..base.clone() }, &base);
        first(&Precedence { recall_hit_count: 2, ..base.clone() }, &base);
        let other = Precedence {
            closeness: Closeness::Project,
            score: 9.0,
            confidence: 0.0,
            date: None,
            ..base.clone()
        };
        assert_eq!(other.compare(&base), Ordering::Equal);
    }

    #[test]
    fn bindings_and_type_are_read() {
        let scope = Scope::parse(r#"{"asset_id":"a","profile_id":"prod"}"#).unwrap();
        let read = |card_type, tags: Value| {
            let bindings = Bindings::from_json(&tags);
            let read = Precedence::new(Group::Strict, card_type, &bindings, &scope);
            (read.closeness, read.other_profile, read.about_error)
        };
        let own = json!({"asset_id": "a", "profile_id": "dev"});
        assert_eq!(read(Some("note"), own), (Closeness::Asset, true, false));
        assert_eq!(read(None, json!({})), (Closeness::Unbound, false, true));
        assert!(read(Some("failure_scenario"), json!({})).2);
        assert!(read(Some("error_resolution"), json!({})).2);
    }

    #[test]
    fn what_is_known_decides_before_the_score_does() {
        let worst = Precedence { closeness: Closeness::Project, ..card(Group::Strict) };
        let unbound = card(Group::Strict);
        assert!(!unbound.may_precede(&worst, 9.0), "whatever its text, it is bound to less");
        let near = Precedence { closeness: Closeness::Asset, ..card(Group::Strict) };
        assert!(near.may_precede(&worst, 0.0));
        // 0.5 = 0.3 x 1.667
        let level = Precedence { score: 0.0, ..worst.clone() };
        assert!(level.may_precede(&worst, 1.667));
        assert!(!level.may_precede(&worst, 1.666));
    }

    fn any_card() -> impl Strategy<Value = Precedence> {
        let group = prop::sample::select(vec![Group::Correction, Group::Strict, Group::Global]);
        let closeness = prop::sample::select(vec![Closeness::Asset, Closeness::Unbound]);
        let number = prop::sample::select(vec![0.0, 0.25, 1.0]);
        (
            (group, closeness, any::<bool>(), any::<bool>()),
            (number.clone(), number.clone(), number),
            (0_i64..2, 0_i64..2, prop::option::of(0_i64..2)),
        )
            .prop_map(|((group, closeness, other_profile, about_error), numbers, ties)| {
                Precedence {
                    group,
                    closeness,
                    other_profile,
                    about_error,
                    scope_weight: numbers.0,
                    score: numbers.1,
                    confidence: numbers.2,
                    occurrence_count: ties.0,
                    recall_hit_count: ties.1,
                    date: ties.2,
                }
            })
    }

    proptest! {
        #[test]
        fn the_bound_is_never_below_the_place(
            a in any_card(), b in any_card(), text in 0.0_f64..2.0, above in 0.0_f64..1.0,
        ) {
            let ranked = Precedence { score: text * a.scope_weight, ..a.clone() };
            if ranked.compare(&b) != Ordering::Less {
                prop_assert!(a.may_precede(&b, text + above));
            }
        }

        #[test]
        fn it_is_an_order(a in any_card(), b in any_card(), c in any_card()) {
            prop_assert_eq!(a.compare(&b), b.compare(&a).reverse());
            if a.compare(&b) != Ordering::Less && b.compare(&c) != Ordering::Less {
                prop_assert_ne!(a.compare(&c), Ordering::Less);
            }
        }
    }
}
