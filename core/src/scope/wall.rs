//! The walls: which rows a task may see, and how near a visible row stands to it.

use super::{Bindings, Scope, ScopeKey, binding::Binding};

/// Whether a task with this scope may see a row with these bindings.
///
/// A row bound to an asset, a project or a user is visible only to a task that names the same one. A
/// row bound to a kind of database is hidden from a task on another kind, and visible to one that
/// names none. A profile grades and never hides.
pub fn visible(bindings: &Bindings<'_>, scope: &Scope) -> bool {
    ScopeKey::ALL.into_iter().all(|key| passes(key, bindings.get(key), scope.get(key)))
}

/// Whether a row is bound to nothing that walls: what is shown where no scope is known at all. This is
/// stricter than a scope that names nothing, which may see rows of any kind of database.
pub fn is_unbound(bindings: &Bindings<'_>) -> bool {
    ScopeKey::ALL.into_iter().all(|key| match bindings.get(key) {
        Binding::Unbound => true,
        Binding::Malformed => false,
        _ => key == ScopeKey::Profile,
    })
}

fn passes(key: ScopeKey, binding: &Binding<'_>, named: Option<&str>) -> bool {
    match (binding, key) {
        (Binding::Unbound, _) => true,
        (Binding::Malformed, _) => false,
        (_, ScopeKey::Profile) => true,
        (bound, ScopeKey::DbType) => named.is_none_or(|value| bound.holds(value)),
        (bound, _) => named.is_some_and(|value| bound.holds(value)),
    }
}

/// How near a visible row stands to the task, nearest first: this is an order of precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Closeness {
    Asset,
    Project,
    User,
    Unbound,
}

impl Closeness {
    /// The name in explain.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Asset => "asset",
            Self::Project => "project",
            Self::User => "user",
            Self::Unbound => "unbound",
        }
    }
}

/// The nearest key under which the row is bound to what the task names.
pub fn closeness(bindings: &Bindings<'_>, scope: &Scope) -> Closeness {
    let bound = |key| scope.get(key).is_some_and(|value| bindings.get(key).holds(value));
    if bound(ScopeKey::Asset) {
        Closeness::Asset
    } else if bound(ScopeKey::Project) {
        Closeness::Project
    } else if bound(ScopeKey::User) {
        Closeness::User
    } else {
        Closeness::Unbound
    }
}

/// Whether the row is bound to profiles and the task's is none of them. A task without a profile has
/// none of them either: what was learned for one profile is not known to hold for everyone.
pub fn of_other_profile(bindings: &Bindings<'_>, scope: &Scope) -> bool {
    let binding = bindings.get(ScopeKey::Profile);
    let asked = scope.get(ScopeKey::Profile);
    !binding.is_unbound() && !asked.is_some_and(|value| binding.holds(value))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde_json::{Value, json};

    fn sees(tags: &Value, scope: &str) -> bool {
        visible(&Bindings::from_json(tags), &Scope::parse(scope).unwrap())
    }

    #[test]
    fn an_id_needs_the_same_id() {
        for key in ["asset_id", "project_id", "user_id"] {
            let tags = json!({key: "a"});
            assert!(sees(&tags, &format!("{{\"{key}\":\"a\"}}")));
            assert!(!sees(&tags, &format!("{{\"{key}\":\"b\"}}")));
            assert!(!sees(&tags, &format!("{{\"{key}\":\"A\"}}")));
            assert!(!sees(&tags, &format!("{{\"{key}\":\"a \"}}")));
            assert!(!sees(&tags, "{}"));
            assert!(sees(&json!({}), &format!("{{\"{key}\":\"a\"}}")));
        }
    }

    #[test]
    fn every_wall_must_open() {
        let tags = json!({"asset_id": "a", "project_id": "p"});
        assert!(sees(&tags, r#"{"asset_id":"a","project_id":"p"}"#));
        assert!(!sees(&tags, r#"{"asset_id":"a"}"#));
        assert!(!sees(&tags, r#"{"project_id":"p"}"#));
    }

    #[test]
    fn db_type_hides_from_another_kind_only() {
        let mysql = json!({"db_type": "MySQL"});
        assert!(sees(&mysql, r#"{"db_type":"mysql "}"#));
        assert!(!sees(&mysql, r#"{"db_type":"oracle"}"#));
        assert!(sees(&mysql, "{}"));
        assert!(sees(&json!({"db_type": ["mysql", "oracle"]}), r#"{"db_type":"Oracle"}"#));
        assert!(!sees(&json!({"db_type": ["mysql", "dm"]}), r#"{"db_type":"Oracle"}"#));
    }

    #[test]
    fn a_profile_never_hides() {
        assert!(sees(&json!({"profile_id": "prod"}), r#"{"profile_id":"dev"}"#));
        assert!(sees(&json!({"profile_id": "prod"}), "{}"));
    }

    #[test]
    fn numbers_arrays_nulls_and_objects() {
        assert!(sees(&json!({"asset_id": 7}), r#"{"asset_id":"7"}"#));
        assert!(sees(&json!({"asset_id": "7"}), r#"{"asset_id":7}"#));
        assert!(sees(&json!({"asset_id": ["a", 7]}), r#"{"asset_id":7}"#));
        assert!(!sees(&json!({"asset_id": ["a", 7]}), "{}"));
        assert!(sees(&json!({"asset_id": null}), "{}"));
        assert!(sees(&json!({"asset_id": [null]}), "{}"));
        assert!(!sees(&json!({"asset_id": {"id": "a"}}), r#"{"asset_id":"a"}"#));
        assert!(!sees(&json!({"profile_id": {}}), "{}"));
        assert!(!sees(&json!("asset_id"), "{}"));
    }

    #[test]
    fn the_nearest_bound_key_counts() {
        let scope = Scope::parse(r#"{"asset_id":"a","project_id":"p","user_id":"u"}"#).unwrap();
        let near = |tags: Value| closeness(&Bindings::from_json(&tags), &scope);
        assert_eq!(near(json!({"asset_id": "a", "project_id": "p"})), Closeness::Asset);
        assert_eq!(near(json!({"project_id": "p", "user_id": "u"})), Closeness::Project);
        assert_eq!(near(json!({"user_id": ["x", "u"]})), Closeness::User);
        assert_eq!(near(json!({"db_type": "oracle"})), Closeness::Unbound);
        assert!(Closeness::Asset < Closeness::Project && Closeness::User < Closeness::Unbound);
    }

    #[test]
    fn without_a_scope_what_walls_hides() {
        let unbound = |tags: serde_json::Value| is_unbound(&Bindings::from_json(&tags));
        assert!(unbound(serde_json::json!({"topic": "x", "profile_id": "p", "asset_id": null})));
        for key in ["asset_id", "project_id", "user_id", "db_type"] {
            assert!(!unbound(serde_json::json!({key: "x"})), "{key}");
        }
        assert!(!unbound(serde_json::json!({"asset_id": {}})));
    }

    #[test]
    fn another_profile() {
        let other = |tags: Value, scope: &str| {
            of_other_profile(&Bindings::from_json(&tags), &Scope::parse(scope).unwrap())
        };
        assert!(other(json!({"profile_id": "dev"}), r#"{"profile_id":"prod"}"#));
        assert!(!other(json!({"profile_id": ["dev", "Prod"]}), r#"{"profile_id":"prod"}"#));
        assert!(!other(json!({}), r#"{"profile_id":"prod"}"#));
        assert!(other(json!({"profile_id": "dev"}), "{}"));
    }

    /// The rules once more, written as a list of values and without the types above.
    fn values(tags: &Value, key: &str) -> Option<Vec<String>> {
        let text = |value: &Value| match value {
            Value::Null => Some(String::new()),
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Bool(truth) => Some(truth.to_string()),
            _ => None,
        };
        let found = match &tags[key] {
            Value::Array(elements) => elements.iter().map(text).collect::<Option<Vec<_>>>()?,
            value => vec![text(value)?],
        };
        Some(found.into_iter().filter(|value| !value.is_empty()).collect())
    }

    fn oracle(tags: &Value, scope: &Value) -> bool {
        ["asset_id", "project_id", "user_id", "db_type", "profile_id"].into_iter().all(|key| {
            let Some(bound) = values(tags, key) else { return false };
            let named = scope[key].as_str();
            match key {
                _ if bound.is_empty() => true,
                "profile_id" => true,
                "db_type" => named.is_none_or(|named| {
                    bound.iter().any(|value| value.eq_ignore_ascii_case(named))
                }),
                _ => named.is_some_and(|named| bound.iter().any(|value| value == named)),
            }
        })
    }

    fn tag() -> impl Strategy<Value = Value> {
        let scalar = prop_oneof![
            Just(json!(null)),
            Just(json!("")),
            Just(json!("a")),
            Just(json!("A")),
            Just(json!("b")),
            Just(json!(7)),
            Just(json!("7")),
            Just(json!(true)),
        ];
        prop_oneof![
            4 => scalar.clone(),
            2 => prop::collection::vec(scalar, 0..3).prop_map(Value::Array),
            1 => Just(json!({"id": "a"})),
        ]
    }

    fn row() -> impl Strategy<Value = Value> {
        prop::collection::btree_map(
            prop::sample::select(ScopeKey::ALL.map(ScopeKey::name).to_vec()),
            tag(),
            0..4,
        )
        .prop_map(|tags| tags.into_iter().map(|(key, tag)| (key.to_owned(), tag)).collect())
    }

    fn task() -> impl Strategy<Value = Value> {
        prop::collection::btree_map(
            prop::sample::select(ScopeKey::ALL.map(ScopeKey::name).to_vec()),
            prop::sample::select(vec!["a", "b", "7", "true"]),
            0..5,
        )
        .prop_map(|tags| tags.into_iter().map(|(key, tag)| (key.to_owned(), json!(tag))).collect())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4096))]
        #[test]
        fn walls_follow_the_rules(tags in row(), scope in task()) {
            prop_assert_eq!(sees(&tags, &scope.to_string()), oracle(&tags, &scope));
        }
    }
}
