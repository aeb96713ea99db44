//! How much an axis (salience or recency) counts in one search.

use crate::{Error, Result};

/// How strongly one axis boosts the score of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// The axis does not count: its factor is 1 for every row.
    #[default]
    Off,
    /// The axis counts.
    On,
    /// The axis counts more.
    Strong,
}

impl Mode {
    /// Reads `off`, `on` or `strong`, exactly as written here.
    ///
    /// `name` is the argument that holds the word, for the message.
    pub fn parse(name: &str, word: &str) -> Result<Self> {
        match word {
            "off" => Ok(Self::Off),
            "on" => Ok(Self::On),
            "strong" => Ok(Self::Strong),
            _ => Err(Error::invalid(format!("invalid {name} mode: \"{word}\""))
                .hint("Valid modes are off, on and strong.")),
        }
    }

    /// The word that [`Mode::parse`] reads.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::On => "on",
            Self::Strong => "strong",
        }
    }

    /// Whether the axis counts at all.
    #[must_use]
    pub fn is_open(self) -> bool {
        self != Self::Off
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_mode_reads_back_as_written() {
        for mode in [Mode::Off, Mode::On, Mode::Strong] {
            assert_eq!(Mode::parse("recency", mode.as_str()), Ok(mode));
        }
    }

    #[test]
    fn any_other_word_is_refused_and_named() {
        for word in ["", "ON", " on", "medium", "true", "1"] {
            let error = Mode::parse("salience", word).unwrap_err();
            assert_eq!(error.message, format!("invalid salience mode: \"{word}\""));
            assert!(error.hint.is_some());
        }
    }
}
