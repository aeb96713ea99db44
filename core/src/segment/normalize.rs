//! One spelling for a word that can be written in several.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use super::MAX_WORD_BYTES;
use super::chars::{is_emoji, is_ignorable, is_skin_tone};
use super::simplify::{is_common, simplify};

/// Our parser ends a word there; another one may not.
const ZERO_WIDTH_SPACE: char = '\u{200B}';

/// The spelling of a word that is indexed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Spelling<'a> {
    /// The word as it stands.
    Same,
    Other(String),
    /// A Chinese word: it has no case and no endings, so that no other dictionary is needed.
    Chinese(Cow<'a, str>),
    /// Longer than what Postgres indexes, or nothing at all.
    Unindexable,
}

/// Full-width letters become plain ones, letters with loose accents become composed ones (NFKC),
/// traditional Chinese becomes simplified, and what is invisible goes.
pub fn normalize(word: &str) -> Spelling<'_> {
    if word.is_ascii() {
        return Spelling::Same;
    }
    if word.len() <= MAX_WORD_BYTES && word.chars().all(is_common) {
        return Spelling::Chinese(simplify(word));
    }
    let visible: String = if word.starts_with(is_emoji) {
        // The joiner makes another picture and stays; colours and the choice of font do not.
        word.chars().filter(|&c| c == '\u{200D}' || !is_ignorable(c) && !is_skin_tone(c)).collect()
    } else {
        word.nfkc().filter(|&c| !is_ignorable(c) && c != ZERO_WIDTH_SPACE).collect()
    };
    let spelling = simplify(&visible);
    // The dictionary behind this one folds case, which can take one more byte for two.
    let folded: usize = spelling.chars().flat_map(char::to_lowercase).map(char::len_utf8).sum();
    if spelling.is_empty() || folded.max(spelling.len()) > MAX_WORD_BYTES {
        Spelling::Unindexable
    } else if spelling == word {
        Spelling::Same
    } else {
        Spelling::Other(spelling.into_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(word: &str) -> String {
        match normalize(word) {
            Spelling::Same => word.to_owned(),
            Spelling::Other(spelling) => spelling,
            Spelling::Chinese(spelling) => spelling.into_owned(),
            Spelling::Unindexable => "-".to_owned(),
        }
    }

    #[test]
    fn one_spelling_for_all() {
        assert_eq!(of("ABC"), "ABC");
        assert_eq!(of("ＡＢＣ１２３"), "ABC123");
        assert_eq!(of("ＯＲＡ－０１５５５"), "ORA-01555");
        assert_eq!(of("cafe\u{301}"), "café");
        assert_eq!(of("café"), "café");
        assert_eq!(of("ﬁle"), "file");
        assert_eq!(of("soft\u{AD}ware"), "software");
        assert_eq!(of("數據庫"), "数据库");
        assert_eq!(of("資料庫"), "资料库");
        assert_eq!(of("ﾃﾞｰﾀ"), "データ");
        assert_eq!(of("\u{1112}\u{1161}\u{11ab}"), "한");
        assert_eq!(of("❤\u{FE0F}"), "❤");
        assert_eq!(of("👍🏽"), "👍");
        assert_eq!(of("👩\u{200D}💻"), "👩\u{200D}💻");
    }

    #[test]
    fn what_would_be_too_long_is_not_indexed() {
        // One letter that NFKC spells out as eighteen.
        assert_eq!(of(&"\u{FDFA}".repeat(100)), "-");
        // A letter whose small form takes a byte more.
        assert_eq!(of(&"Ⱥ".repeat(1_000)), "-");
        assert_eq!(of(&"é".repeat(1_000)), "é".repeat(1_000));
        assert_eq!(of("\u{200B}"), "-");
    }
}
