//! What a row is bound to: the values of its `context_tags` under the scope keys.

use super::ScopeKey;
use crate::jsonb::Value;
use std::borrow::Cow;

/// One JSON value, or one element of a JSON array, as it is read from `context_tags`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Element<'a> {
    Null,
    /// A string, or the text of a number or a boolean: `7` and `"7"` are one value.
    Scalar(Cow<'a, str>),
    /// An object, an array inside an array, or text that is no UTF-8: nothing that a task could name.
    Nested,
}

impl<'a> Element<'a> {
    /// A value of jsonb; `number` is a number's bytes as text.
    pub fn of(value: Value<'a>, number: impl Fn(&[u8]) -> String) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Text(text) => {
                std::str::from_utf8(text).map_or(Self::Nested, |text| Self::Scalar(text.into()))
            }
            Value::Number(digits) => Self::Scalar(number(digits).into()),
            Value::Bool(truth) => Self::Scalar(if truth { "true" } else { "false" }.into()),
            Value::Array(_) | Value::Object(_) => Self::Nested,
        }
    }
}

/// What a row is bound to under one key.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Binding<'a> {
    /// Absent, null, empty, or an array of nothing else.
    #[default]
    Unbound,
    To(Cow<'a, str>),
    /// An array binds the row to each of its elements.
    ToAny(Vec<Cow<'a, str>>),
    /// An object where a value belongs, or bytes of an encoding that is not UTF-8. Nobody can say what it
    /// was meant to wall off, so the row is hidden from everyone rather than shown to anyone.
    Malformed,
}

impl<'a> Binding<'a> {
    /// The binding of a value that is no array.
    pub fn of(key: ScopeKey, element: Element<'a>) -> Self {
        match element {
            Element::Null => Self::Unbound,
            Element::Scalar(value) => key.normalise(value).map_or(Self::Unbound, Self::To),
            Element::Nested => Self::Malformed,
        }
    }

    /// The binding of an array.
    pub fn of_array(key: ScopeKey, elements: impl IntoIterator<Item = Element<'a>>) -> Self {
        let mut values = Vec::new();
        for element in elements {
            match Self::of(key, element) {
                Self::To(value) => values.push(value),
                Self::Malformed => return Self::Malformed,
                Self::Unbound | Self::ToAny(_) => {}
            }
        }
        if values.is_empty() { Self::Unbound } else { Self::ToAny(values) }
    }

    pub fn is_unbound(&self) -> bool {
        matches!(self, Self::Unbound)
    }

    /// The values, in their order in the row.
    pub fn values(&self) -> &[Cow<'a, str>] {
        match self {
            Self::Unbound | Self::Malformed => &[],
            Self::To(value) => std::slice::from_ref(value),
            Self::ToAny(values) => values,
        }
    }

    /// Whether the row is bound to this value (which has been normalised).
    pub fn holds(&self, value: &str) -> bool {
        self.values().iter().any(|bound| bound == value)
    }
}

/// What a row is bound to, key by key.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Bindings<'a>([Binding<'a>; 5]);

impl<'a> Bindings<'a> {
    fn read(mut binding: impl FnMut(ScopeKey) -> Binding<'a>) -> Self {
        Self(ScopeKey::ALL.map(&mut binding))
    }

    /// The bindings of a row whose `context_tags` are no object: a list or a lone value says nothing
    /// that could be kept, so the row is hidden.
    pub fn malformed() -> Self {
        Self::read(|_| Binding::Malformed)
    }

    pub fn get(&self, key: ScopeKey) -> &Binding<'a> {
        &self.0[key.index()]
    }

    /// The keys to which the row is bound, with their values.
    pub fn bound(&self) -> impl Iterator<Item = (ScopeKey, &Binding<'a>)> {
        ScopeKey::ALL.into_iter().zip(&self.0).filter(|(_, binding)| !binding.is_unbound())
    }

    /// Reads `context_tags` from jsonb; `number` is a number's bytes as text.
    pub fn from_jsonb(tags: Value<'a>, number: impl Fn(&[u8]) -> String) -> Self {
        match tags {
            Value::Null => Self::default(),
            Value::Array(elements) if elements.is_empty() => Self::default(),
            Value::Object(tags) => {
                let mut bindings = Self::default();
                for (name, value) in tags.iter() {
                    let Some(key) = ScopeKey::from_bytes(name) else { continue };
                    bindings.0[key.index()] = match value {
                        Value::Array(elements) => Binding::of_array(
                            key,
                            elements.iter().map(|value| Element::of(value, &number)),
                        ),
                        value => Binding::of(key, Element::of(value, &number)),
                    };
                }
                bindings
            }
            _ => Self::malformed(),
        }
    }

    /// Reads `context_tags` from parsed JSON.
    pub fn from_json(tags: &'a serde_json::Value) -> Self {
        match tags {
            serde_json::Value::Null => Self::default(),
            serde_json::Value::Array(elements) if elements.is_empty() => Self::default(),
            serde_json::Value::Object(tags) => Self::read(|key| match tags.get(key.name()) {
                None => Binding::Unbound,
                Some(serde_json::Value::Array(elements)) => {
                    Binding::of_array(key, elements.iter().map(element))
                }
                Some(value) => Binding::of(key, element(value)),
            }),
            _ => Self::malformed(),
        }
    }
}

fn element(value: &serde_json::Value) -> Element<'_> {
    match value {
        serde_json::Value::Null => Element::Null,
        serde_json::Value::String(text) => Element::Scalar(text.as_str().into()),
        serde_json::Value::Number(number) => Element::Scalar(number.to_string().into()),
        serde_json::Value::Bool(truth) => Element::Scalar(truth.to_string().into()),
        serde_json::Value::Array(_) | serde_json::Value::Object(_) => Element::Nested,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn asset(tags: serde_json::Value) -> Vec<String> {
        let bindings = Bindings::from_json(&tags);
        bindings.get(ScopeKey::Asset).values().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn scalars_bind_by_their_text() {
        assert_eq!(asset(json!({"asset_id": "7"})), ["7"]);
        assert_eq!(asset(json!({"asset_id": 7})), ["7"]);
        assert_eq!(asset(json!({"asset_id": true})), ["true"]);
        assert_eq!(asset(json!({"asset_id": ["a", 7, null, ""]})), ["a", "7"]);
    }

    #[test]
    fn null_empty_and_empty_arrays_are_unbound() {
        for value in [json!(null), json!(""), json!([]), json!([null]), json!(["", null])] {
            let tags = json!({"asset_id": value});
            assert!(Bindings::from_json(&tags).get(ScopeKey::Asset).is_unbound(), "{tags}");
        }
        assert_eq!(Bindings::from_json(&json!({})), Bindings::default());
        assert_eq!(Bindings::from_json(&json!(null)), Bindings::default());
        assert_eq!(Bindings::from_json(&json!([])), Bindings::default());
    }

    #[test]
    fn objects_and_nested_arrays_are_malformed() {
        for value in [json!({}), json!({"id": "a"}), json!(["a", {"id": "b"}]), json!([["a"]])] {
            let tags = json!({"asset_id": value});
            assert_eq!(Bindings::from_json(&tags).get(ScopeKey::Asset), &Binding::Malformed);
        }
        for tags in [json!("asset_id"), json!(7), json!(["asset_id"]), json!(false)] {
            assert_eq!(Bindings::from_json(&tags), Bindings::malformed(), "{tags}");
        }
    }

    #[test]
    fn bound_lists_the_keys_in_their_order() {
        let tags = json!({"db_type": "Oracle", "env": "prod", "asset_id": "a"});
        let bindings = Bindings::from_json(&tags);
        let keys: Vec<_> = bindings.bound().map(|(key, _)| key.name()).collect();
        assert_eq!(keys, ["asset_id", "db_type"]);
        assert!(bindings.get(ScopeKey::DbType).holds("oracle"));
    }
}
