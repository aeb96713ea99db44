//! The decay map: which slug prefix ages how fast, and who said so.

mod map;
pub mod triples;
pub mod yaml;

pub use map::{DecayMap, Mapped, Origin};

use crate::recency::Decay;

/// The decay of one slug prefix, as one layer gives it.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    /// What a slug must start with, case-sensitive and never empty.
    pub prefix: String,
    /// How rows below it age.
    pub decay: Decay,
}

/// The built-in decay of generic prefixes; later layers override it prefix by prefix.
pub const BUILT_IN: [(&str, Decay); 11] = [
    ("concepts/", Decay::new(0.0, 0.0)),
    ("originals/", Decay::new(180.0, 0.5)),
    ("writing/", Decay::new(365.0, 0.4)),
    ("daily/", Decay::new(14.0, 1.5)),
    ("meetings/", Decay::new(60.0, 1.0)),
    ("chat/", Decay::new(7.0, 1.0)),
    ("media/x/", Decay::new(7.0, 1.5)),
    ("media/articles/", Decay::new(90.0, 0.5)),
    ("people/", Decay::new(365.0, 0.3)),
    ("companies/", Decay::new(365.0, 0.3)),
    ("deals/", Decay::new(180.0, 0.5)),
];

/// The decay of every slug that no prefix matches.
pub const BUILT_IN_FALLBACK: Decay = Decay::new(90.0, 0.3);
