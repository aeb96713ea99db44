//! The Chinese dictionary: jieba's, with an operator's own words on top.

use jieba_rs::{Jieba, Token};

use crate::{Error, Result};

/// The largest frequency a user word may claim: the built-in ones add up to sixty million.
const MAX_FREQUENCY: usize = 1_000_000_000;

/// Cuts Chinese text into words. Costly to build (about 0.1 s and 33 MB), cheap to use, never
/// changed afterwards: build one and share it.
pub struct Dictionary {
    jieba: Jieba,
}

impl Dictionary {
    /// The dictionary that comes with jieba.
    pub fn builtin() -> Self {
        Self { jieba: Jieba::new() }
    }

    /// What is left of the built-in dictionary for text without Chinese: five words, built in no
    /// time. On such text it cuts as the whole dictionary does.
    pub fn latin() -> Self {
        let mut jieba = Jieba::empty();
        for word in ["AT&T", "C#", "C++", "c#", "c++"] {
            jieba.add_word(word, Some(3), None);
        }
        Self { jieba }
    }

    /// The built-in dictionary with user words, one a line: `word [frequency [tag]]`, as jieba
    /// writes them. Without a frequency the word gets the lowest one that keeps it in one piece.
    pub fn with_user_words(lines: &str) -> Result<Self> {
        let mut jieba = Jieba::new();
        for (index, line) in lines.trim_start_matches('\u{feff}').lines().enumerate() {
            let mut fields = line.split_whitespace();
            let Some(word) = fields.next() else { continue };
            let (frequency, tag) = match (fields.next(), fields.next(), fields.next()) {
                (None, ..) => (None, None),
                (Some(second), tag, None) => match (second.parse::<usize>(), tag) {
                    (Ok(frequency), _) if frequency <= MAX_FREQUENCY => (Some(frequency), tag),
                    (Ok(_), _) => {
                        return Err(bad_line(index, line, "its frequency is above 1000000000"));
                    }
                    // A word may have a tag and no frequency.
                    (Err(_), None) if second.bytes().all(|b| b.is_ascii_lowercase()) => {
                        (None, Some(second))
                    }
                    (Err(_), _) => {
                        return Err(bad_line(index, line, "its frequency is no whole number"));
                    }
                },
                _ => return Err(bad_line(index, line, "it has more than three fields")),
            };
            jieba.add_word(word, frequency, tag);
        }
        Ok(Self { jieba })
    }

    /// The words of `text` in search mode: of a long word first the shorter words inside it, then
    /// the word itself. The tokens cover the text, blanks and punctuation included.
    pub fn search<'t>(&self, text: &'t str) -> Vec<Token<'t>> {
        self.jieba.cut_for_search(text, true)
    }
}

fn bad_line(index: usize, line: &str, reason: &str) -> Error {
    let shown: String = line.chars().take(80).collect();
    Error::invalid(format!("line {} of the user dictionary cannot be read", index + 1))
        .detail(format!("The line is \"{shown}\": {reason}."))
        .hint("Write one word a line: the word, then optionally a frequency and a tag, separated by spaces.")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(dictionary: &Dictionary, text: &str) -> Vec<String> {
        dictionary.search(text).iter().map(|token| token.word.to_owned()).collect()
    }

    #[test]
    fn a_user_word_stays_in_one_piece() {
        let plain = Dictionary::builtin();
        assert!(!words(&plain, "使用云原数仓").contains(&"云原数仓".to_owned()));
        for lines in ["云原数仓", "云原数仓 100000 n\n", "\u{feff}云原数仓 n\r\n\r\n"] {
            let own = Dictionary::with_user_words(lines).unwrap();
            assert!(words(&own, "使用云原数仓").contains(&"云原数仓".to_owned()), "{lines}");
        }
    }

    #[test]
    fn a_bad_line_is_named() {
        for (lines, line) in
            [("好 x1", 1), ("好\n坏 -5 n", 2), ("好 5 n z", 1), ("好 99999999999", 1)]
        {
            let error = Dictionary::with_user_words(lines).map(|_| ()).unwrap_err();
            assert!(error.message.contains(&format!("line {line} ")), "{lines}: {error}");
        }
    }
}
