//! The scope of a task: at most one value for each scope key.

use super::ScopeKey;
use crate::error::{Error, Result};
use serde_json::value::RawValue;
use std::collections::BTreeMap;

/// What a task works on. A key that is not named is `None`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Scope([Option<String>; 5]);

impl Scope {
    /// The value of a key, in the form that is compared.
    pub fn get(&self, key: ScopeKey) -> Option<&str> {
        self.0[key.index()].as_deref()
    }

    /// Whether the task names nothing.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Option::is_none)
    }

    /// The named keys with their values.
    pub fn named(&self) -> impl Iterator<Item = (ScopeKey, &str)> {
        ScopeKey::ALL.into_iter().filter_map(|key| Some((key, self.get(key)?)))
    }

    /// Names a value; an empty one names nothing, as in a row. Two different values for one key are
    /// refused: the task would see rows of both.
    pub fn name(&mut self, key: ScopeKey, value: &str) -> Result<()> {
        let Some(value) = key.normalise(value) else { return Ok(()) };
        match self.get(key) {
            Some(named) if named != value => {
                Err(Error::invalid(format!("conflicting values for scope key \"{}\"", key.name()))
                    .detail(format!("It is both \"{named}\" and \"{value}\"."))
                    .hint("A task has one value for each scope key."))
            }
            _ => {
                self.0[key.index()] = Some(value.into_owned());
                Ok(())
            }
        }
    }

    /// Reads the text of `gbrain_rank.scope`: a JSON object of the five keys with scalar values.
    /// Empty text is no scope.
    pub fn parse(json: &str) -> Result<Self> {
        let mut scope = Self::default();
        if json.trim().is_empty() {
            return Ok(scope);
        }
        let entries: BTreeMap<String, &RawValue> = serde_json::from_str(json)
            .map_err(|error| Self::malformed().detail(format!("JSON: {error}.")))?;
        for (name, value) in entries {
            let key = Self::key(&name)?;
            if let Some(value) =
                scalar_text(value.get()).map_err(|reason| Self::refused(key, reason))?
            {
                scope.name(key, &value)?;
            }
        }
        Ok(scope)
    }

    /// The scope as the text that [`parse`](Self::parse) reads.
    pub fn to_json(&self) -> String {
        let named: BTreeMap<&str, &str> =
            self.named().map(|(key, value)| (key.name(), value)).collect();
        serde_json::json!(named).to_string()
    }

    /// The scope key of that name, or the error that names it.
    pub fn key(name: &str) -> Result<ScopeKey> {
        ScopeKey::from_name(name).ok_or_else(|| {
            Error::invalid(format!("unknown scope key \"{name}\""))
                .hint(format!("The scope keys are {}.", Self::key_list()))
        })
    }

    /// The error for a scope that is no JSON object.
    pub fn malformed() -> Error {
        Error::invalid("scope must be a JSON object").hint(Self::form())
    }

    pub(super) fn refused(key: ScopeKey, reason: NoValue) -> Error {
        let because = match reason {
            NoValue::NoScalar => return Self::no_scalar(key),
            NoValue::Exponent => "It is a number with an exponent: write its digits out.",
            NoValue::NoText => "It holds a character that no text can hold.",
        };
        Error::invalid(format!("value of scope key \"{}\" cannot be read", key.name()))
            .detail(because)
            .hint(Self::form())
    }

    /// The error for a scope value that is an array or an object.
    pub fn no_scalar(key: ScopeKey) -> Error {
        Error::invalid(format!("value of scope key \"{}\" is no scalar", key.name()))
            .hint(Self::form())
    }

    fn form() -> String {
        format!(
            "Write an object of {} with text or number values, for example {{\"asset_id\":\"db-7\"}}.",
            Self::key_list()
        )
    }

    fn key_list() -> String {
        ScopeKey::ALL.map(ScopeKey::name).join(", ")
    }
}

/// Why a JSON value names nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoValue {
    /// An array or an object.
    NoScalar,
    /// A number with an exponent: jsonb would store its digits in another form.
    Exponent,
    /// A zero byte or half a surrogate pair: no text of Postgres holds one.
    NoText,
}

/// The text of a JSON scalar as Postgres prints it, `None` for null.
pub(super) fn scalar_text(json: &str) -> std::result::Result<Option<String>, NoValue> {
    match json.as_bytes().first() {
        Some(b'"') => match serde_json::from_str::<String>(json) {
            Ok(text) if !text.contains('\0') => Ok(Some(text)),
            _ => Err(NoValue::NoText),
        },
        Some(b'n') => Ok(None),
        Some(b't' | b'f') => Ok(Some(json.to_owned())),
        Some(b'{' | b'[') | None => Err(NoValue::NoScalar),
        Some(_) if json.contains(['e', 'E']) => Err(NoValue::Exponent),
        // Zero has no sign in a numeric.
        Some(_) => Ok(Some(match json.strip_prefix('-') {
            Some(zero) if zero.bytes().all(|byte| matches!(byte, b'0' | b'.')) => zero.to_owned(),
            _ => json.to_owned(),
        })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_five_keys() {
        let scope = Scope::parse(
            r#"{"asset_id": "db-7", "project_id": 42, "user_id": null, "db_type": " Oracle ",
                "profile_id": ""}"#,
        )
        .unwrap();
        assert_eq!(scope.get(ScopeKey::Asset), Some("db-7"));
        assert_eq!(scope.get(ScopeKey::Project), Some("42"));
        assert_eq!(scope.get(ScopeKey::User), None);
        assert_eq!(scope.get(ScopeKey::DbType), Some("oracle"));
        assert_eq!(scope.get(ScopeKey::Profile), None);
        assert_eq!(scope.named().count(), 3);
    }

    #[test]
    fn numbers_keep_their_digits() {
        let scope = Scope::parse(r#"{"asset_id": 123456789012345678901234567890}"#).unwrap();
        assert_eq!(scope.get(ScopeKey::Asset), Some("123456789012345678901234567890"));
        let scope = Scope::parse(r#"{"asset_id": 7.50}"#).unwrap();
        assert_eq!(scope.get(ScopeKey::Asset), Some("7.50"));
    }

    #[test]
    fn escapes_are_read() {
        let scope = Scope::parse(r#"{"asset_id": "\u8fbe\u68a6\"7"}"#).unwrap();
        assert_eq!(scope.get(ScopeKey::Asset), Some("达梦\"7"));
    }

    #[test]
    fn empty_text_is_no_scope() {
        assert!(Scope::parse("").unwrap().is_empty());
        assert!(Scope::parse(" \n").unwrap().is_empty());
        assert!(Scope::parse("{}").unwrap().is_empty());
    }

    #[test]
    fn what_is_no_scope_is_refused() {
        for json in [
            "null",
            "7",
            "\"asset_id\"",
            "[]",
            "{",
            "{\"asset_id\":\"a\"} x",
            "asset_id=a",
            "{\"asset\":\"a\"}",
            "{\"Asset_id\":\"a\"}",
            "{\"env\":\"prod\"}",
            "{\"asset_id\":[\"a\"]}",
            "{\"asset_id\":{}}",
            "{\"asset_id\":1e3}",
        ] {
            let error = Scope::parse(json).unwrap_err();
            assert_eq!(error.kind, crate::ErrorKind::InvalidParameterValue, "{json}");
            assert!(error.hint.is_some(), "{json}");
        }
    }

    #[test]
    fn a_key_has_one_value() {
        let mut scope = Scope::default();
        scope.name(ScopeKey::DbType, "Oracle").unwrap();
        scope.name(ScopeKey::DbType, " oracle").unwrap();
        scope.name(ScopeKey::DbType, "").unwrap();
        assert_eq!(scope.get(ScopeKey::DbType), Some("oracle"));
        let error = scope.name(ScopeKey::DbType, "mysql").unwrap_err();
        assert_eq!(error.message, "conflicting values for scope key \"db_type\"");
    }
}
