//! The `context_tags` argument of a search: scope keys and free tags in one object.

use super::Scope;
use super::task::scalar_text;
use crate::error::{Error, Result};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// Takes the scope keys out of the object and into the scope, and returns the free tags as JSON;
/// `None` when there are none. A scope key that says something else than the scope is refused.
pub fn split_tags(json: &str, scope: &mut Scope) -> Result<Option<String>> {
    let tags: BTreeMap<String, &RawValue> = serde_json::from_str(json).map_err(|error| {
        Error::invalid("context_tags must be a JSON object")
            .detail(format!("JSON: {error}."))
            .hint("Write an object of scope keys and free tags, for example {\"asset_id\":\"db-7\",\"topic\":\"restore\"}.")
    })?;
    let mut free = BTreeMap::new();
    for (name, value) in tags {
        match Scope::key(&name) {
            Ok(key) => {
                let text =
                    scalar_text(value.get()).map_err(|reason| Scope::refused(key, reason))?;
                if let Some(text) = text {
                    scope.name(key, &text)?;
                }
            }
            Err(_) => {
                free.insert(name, value);
            }
        }
    }
    if free.is_empty() {
        return Ok(None);
    }
    serde_json::to_string(&free)
        .map(Some)
        .map_err(|error| Error::invalid("context_tags cannot be read").detail(format!("{error}.")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scope::ScopeKey;

    #[test]
    fn scope_keys_and_free_tags_part() {
        let mut scope = Scope::default();
        let free = split_tags(
            r#"{"env":"prod","asset_id":7,"n":12345678901234567890123,"user_id":null}"#,
            &mut scope,
        )
        .unwrap();
        assert_eq!(free.as_deref(), Some(r#"{"env":"prod","n":12345678901234567890123}"#));
        assert_eq!(scope.get(ScopeKey::Asset), Some("7"));
        assert_eq!(scope.get(ScopeKey::User), None);
        assert_eq!(split_tags(r#"{"db_type":"oracle"}"#, &mut scope).unwrap(), None);
        assert_eq!(split_tags("{}", &mut scope).unwrap(), None);
    }

    #[test]
    fn conflicts_and_other_forms_are_refused() {
        let mut scope = Scope::default();
        scope.name(ScopeKey::Asset, "a").unwrap();
        assert!(split_tags(r#"{"asset_id":"a"}"#, &mut scope).is_ok());
        for tags in [r#"{"asset_id":"b"}"#, r#"{"asset_id":["a"]}"#, "[]", "null", "7"] {
            assert!(split_tags(tags, &mut scope).is_err(), "{tags}");
        }
    }
}
