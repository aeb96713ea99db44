//! How much a visible row counts for a task: by its profile, by its kind of database, or by neither.

use super::{Bindings, Scope, ScopeKey, visible};
use crate::decimal;
use crate::error::{Error, Result};

/// The rule that gave a row its weight; the first that fits counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScopeRule {
    /// The row is bound to the task's profile.
    Profile,
    /// The row is bound to the task's kind of database.
    DbType,
    /// The row is bound to neither a profile nor a kind of database.
    Unbound,
    /// The row is bound to a profile or a kind of database that is not the task's.
    Other,
    /// A wall hides the row.
    Hidden,
}

impl ScopeRule {
    /// The name in `gbrain_rank.scope_weights` and in explain.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Profile => "profile",
            Self::DbType => "db_type",
            Self::Unbound => "unbound",
            Self::Other => "other",
            Self::Hidden => "hidden",
        }
    }
}

/// The rule by which a row is weighted for a task.
pub fn scope_rule(bindings: &Bindings<'_>, scope: &Scope) -> ScopeRule {
    let named = |key| scope.get(key).is_some_and(|value| bindings.get(key).holds(value));
    if !visible(bindings, scope) {
        ScopeRule::Hidden
    } else if named(ScopeKey::Profile) {
        ScopeRule::Profile
    } else if named(ScopeKey::DbType) {
        ScopeRule::DbType
    } else if [ScopeKey::Profile, ScopeKey::DbType]
        .into_iter()
        .all(|key| bindings.get(key).is_unbound())
    {
        ScopeRule::Unbound
    } else {
        ScopeRule::Other
    }
}

/// A score is a similarity times a weight, and has to stay finite.
const MOST_WEIGHT: f64 = 1e100;

/// The weights of the four rules (`gbrain_rank.scope_weights`).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ScopeWeights {
    profile: f64,
    db_type: f64,
    unbound: f64,
    other: f64,
}

impl Default for ScopeWeights {
    fn default() -> Self {
        Self { profile: 1.0, db_type: 0.6, unbound: 0.3, other: 0.15 }
    }
}

impl ScopeWeights {
    /// The default of `gbrain_rank.scope_weights`, as it is written.
    pub const DEFAULT: &'static str = "profile:1.0,db_type:0.6,unbound:0.3,other:0.15";

    /// The weight of a rule; 0 for a hidden row.
    pub fn of(&self, rule: ScopeRule) -> f64 {
        match rule {
            ScopeRule::Profile => self.profile,
            ScopeRule::DbType => self.db_type,
            ScopeRule::Unbound => self.unbound,
            ScopeRule::Other => self.other,
            ScopeRule::Hidden => 0.0,
        }
    }

    /// Reads `rule:weight,...`. A rule that is not named keeps its default, blank entries are
    /// skipped, the last entry of a rule counts.
    pub fn parse(text: &str) -> Result<Self> {
        let mut weights = Self::default();
        for entry in text.split(',').map(str::trim).filter(|entry| !entry.is_empty()) {
            let refused = |reason: &str| {
                Error::invalid(format!("invalid scope weight \"{entry}\""))
                    .detail(reason)
                    .hint(format!("Write rule:weight entries, for example {}.", Self::DEFAULT))
            };
            let (rule, weight) =
                entry.split_once(':').ok_or_else(|| refused("The weight is missing."))?;
            let place = match rule.trim() {
                "profile" => &mut weights.profile,
                "db_type" => &mut weights.db_type,
                "unbound" => &mut weights.unbound,
                "other" => &mut weights.other,
                _ => return Err(refused("The rules are profile, db_type, unbound and other.")),
            };
            *place = decimal::parse(weight)
                .filter(|weight| (0.0..=MOST_WEIGHT).contains(weight))
                .ok_or_else(|| refused("A weight is a number from 0 to 1e100."))?;
        }
        Ok(weights)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn rule(tags: Value, scope: &str) -> ScopeRule {
        scope_rule(&Bindings::from_json(&tags), &Scope::parse(scope).unwrap())
    }

    #[test]
    fn the_first_rule_that_fits_counts() {
        let task = r#"{"profile_id":"prod","db_type":"oracle"}"#;
        assert_eq!(rule(json!({"profile_id": "Prod"}), task), ScopeRule::Profile);
        assert_eq!(
            rule(json!({"profile_id": "prod", "db_type": "oracle"}), task),
            ScopeRule::Profile
        );
        assert_eq!(
            rule(json!({"profile_id": "dev", "db_type": "oracle"}), task),
            ScopeRule::DbType
        );
        assert_eq!(rule(json!({"db_type": ["dm", "oracle"]}), task), ScopeRule::DbType);
        assert_eq!(rule(json!({}), task), ScopeRule::Unbound);
        assert_eq!(rule(json!({"env": "prod"}), task), ScopeRule::Unbound);
        assert_eq!(rule(json!({"profile_id": "dev"}), task), ScopeRule::Other);
        assert_eq!(rule(json!({"db_type": "mysql"}), task), ScopeRule::Hidden);
        assert_eq!(rule(json!({"profile_id": "prod", "asset_id": "a"}), task), ScopeRule::Hidden);
    }

    #[test]
    fn a_task_without_keys_is_equal_to_none() {
        assert_eq!(rule(json!({"db_type": "mysql"}), "{}"), ScopeRule::Other);
        assert_eq!(rule(json!({"profile_id": "dev"}), "{}"), ScopeRule::Other);
        assert_eq!(rule(json!({}), "{}"), ScopeRule::Unbound);
    }

    #[test]
    fn default_weights() {
        assert_eq!(ScopeWeights::parse(ScopeWeights::DEFAULT).unwrap(), ScopeWeights::default());
        assert_eq!(ScopeWeights::parse("").unwrap(), ScopeWeights::default());
        let weights = ScopeWeights::default();
        assert_eq!(weights.of(ScopeRule::Profile), 1.0);
        assert_eq!(weights.of(ScopeRule::DbType), 0.6);
        assert_eq!(weights.of(ScopeRule::Unbound), 0.3);
        assert_eq!(weights.of(ScopeRule::Other), 0.15);
        assert_eq!(weights.of(ScopeRule::Hidden), 0.0);
    }

    #[test]
    fn entries_override_one_by_one() {
        let weights = ScopeWeights::parse(" other : 0 ,, profile:2,profile:3 ").unwrap();
        assert_eq!(weights.of(ScopeRule::Other), 0.0);
        assert_eq!(weights.of(ScopeRule::Profile), 3.0);
        assert_eq!(weights.of(ScopeRule::DbType), 0.6);
    }

    #[test]
    fn malformed_entries_are_refused() {
        for text in [
            "profile",
            "profile:",
            "profil:1",
            ":1",
            "other:-1",
            "other:x",
            "other:1x",
            "other:nan",
            "other:inf",
            "other:1e999",
            "other:1.1e100",
            "hidden:1",
            "profile:1:2",
            "other:0x1",
        ] {
            let error = ScopeWeights::parse(text).unwrap_err();
            assert!(error.message.starts_with("invalid scope weight"), "{text}");
            assert!(error.detail.is_some() && error.hint.is_some(), "{text}");
        }
    }
}
