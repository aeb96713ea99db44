//! The five scope keys, and how values under each of them compare.

use std::borrow::Cow;

/// A key of `context_tags` that binds a row to something. Every other key is a free tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ScopeKey {
    Asset,
    Project,
    User,
    DbType,
    Profile,
}

impl ScopeKey {
    /// All keys, in the order in which they are stored and printed.
    pub const ALL: [Self; 5] =
        [Self::Asset, Self::Project, Self::User, Self::DbType, Self::Profile];

    /// The key as it is written in `context_tags`, in a scope and as an argument of `retrieve`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Asset => "asset_id",
            Self::Project => "project_id",
            Self::User => "user_id",
            Self::DbType => "db_type",
            Self::Profile => "profile_id",
        }
    }

    /// The key of that name; `None` for a free tag.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::from_bytes(name.as_bytes())
    }

    /// The key whose name has these bytes; `None` for a free tag.
    pub fn from_bytes(name: &[u8]) -> Option<Self> {
        Self::ALL.into_iter().find(|key| key.name().as_bytes() == name)
    }

    /// Its place in [`ScopeKey::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Whether values are names written by people, which compare trimmed and without case. The
    /// others are ids of other systems, where `A1` and `a1` may be two things.
    pub const fn is_name(self) -> bool {
        matches!(self, Self::DbType | Self::Profile)
    }

    /// The value in the form that is compared, or `None` when it binds to nothing.
    pub fn normalise<'a>(self, value: impl Into<Cow<'a, str>>) -> Option<Cow<'a, str>> {
        let value = value.into();
        let value = if self.is_name() { folded(value) } else { value };
        (!value.is_empty()).then_some(value)
    }
}

/// Trimmed and lower-cased, borrowing where the value already is.
fn folded(value: Cow<'_, str>) -> Cow<'_, str> {
    let is_folded = |text: &str| {
        text.bytes().all(|byte| byte.is_ascii() && !byte.is_ascii_uppercase())
            && text.trim().len() == text.len()
    };
    if is_folded(&value) { value } else { Cow::Owned(value.trim().to_lowercase()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for key in ScopeKey::ALL {
            assert_eq!(ScopeKey::from_name(key.name()), Some(key));
            assert_eq!(ScopeKey::ALL[key.index()], key);
        }
        assert_eq!(ScopeKey::from_name("env"), None);
        assert_eq!(ScopeKey::from_name("ASSET_ID"), None);
    }

    #[test]
    fn ids_are_taken_exactly_and_names_are_folded() {
        assert_eq!(ScopeKey::Asset.normalise(" A1 ").as_deref(), Some(" A1 "));
        assert_eq!(ScopeKey::DbType.normalise(" Oracle\t").as_deref(), Some("oracle"));
        assert_eq!(ScopeKey::Profile.normalise("ÄRZTE").as_deref(), Some("ärzte"));
        assert_eq!(ScopeKey::DbType.normalise("达梦 ").as_deref(), Some("达梦"));
    }

    #[test]
    fn an_empty_value_binds_to_nothing() {
        for key in ScopeKey::ALL {
            assert_eq!(key.normalise(""), None);
        }
        assert_eq!(ScopeKey::DbType.normalise("  "), None);
        // A blank is a value of an id: ids are taken exactly.
        assert_eq!(ScopeKey::Asset.normalise(" ").as_deref(), Some(" "));
    }
}
