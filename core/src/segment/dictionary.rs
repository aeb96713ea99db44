//! The Chinese dictionary: jieba's, with an operator's own words on top.

use std::sync::{PoisonError, RwLock};

use jieba_rs::{Jieba, Token};

use super::word_list::{self, TOTAL_FREQUENCY};
use crate::{Error, Result};

/// The largest frequency a user word may claim: the built-in ones add up to sixty million.
const MAX_FREQUENCY: usize = 1_000_000_000;

/// Stands in for the words that are not loaded: it has their frequencies, and no text holds it,
/// since jieba looks no space up.
const REST: &str = " ";

/// Cuts Chinese text into words, exactly as jieba with all of its words does.
///
/// The words are loaded as they are needed, since all of them take 0.1 s and 30 MB: a word is looked
/// up only where its first character stands in the text, so the words that begin with the characters
/// of a text are all that cutting it takes, and text without Chinese takes next to none.
pub struct Dictionary {
    words: RwLock<Words>,
}

impl Dictionary {
    /// The dictionary that comes with jieba.
    pub fn builtin() -> Self {
        Self { words: RwLock::new(Words::new()) }
    }

    /// The built-in dictionary with user words, one a line: `word [frequency [tag]]`, as jieba
    /// writes them. Without a frequency the word gets the lowest one that keeps it in one piece.
    pub fn with_user_words(lines: &str) -> Result<Self> {
        let mut words = Words::new();
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
            // The built-in words come first, so that the user's replaces the same one of theirs; and
            // the lowest frequency depends on how they cut the word.
            words.load_for(word);
            words.jieba.add_word(word, frequency, tag);
        }
        Ok(Self { words: RwLock::new(words) })
    }

    /// Loads all words now: for a process whose children share them.
    pub fn load_all(&self) {
        self.words.write().unwrap_or_else(PoisonError::into_inner).load_all();
    }

    /// The words of `text` in search mode: of a long word first the shorter words inside it, then
    /// the word itself. The tokens cover the text, blanks and punctuation included.
    pub fn search<'t>(&self, text: &'t str) -> Vec<Token<'t>> {
        // A panic elsewhere leaves no word half loaded that matters: the lock can be used on.
        let words = self.words.read().unwrap_or_else(PoisonError::into_inner);
        if words.suffice_for(text) {
            return words.jieba.cut_for_search(text, true);
        }
        drop(words);
        let mut words = self.words.write().unwrap_or_else(PoisonError::into_inner);
        words.load_for(text);
        words.jieba.cut_for_search(text, true)
    }
}

/// The words loaded so far.
struct Words {
    jieba: Jieba,
    /// The first characters whose words are loaded.
    loaded: Characters,
    /// The built-in frequencies of the other words, added up.
    rest: usize,
}

impl Words {
    fn new() -> Self {
        let jieba = Jieba::empty();
        let mut words = Self { jieba, loaded: Characters::none(), rest: TOTAL_FREQUENCY };
        words.count_rest();
        words
    }

    /// Are all words loaded that may stand in the text?
    fn suffice_for(&self, text: &str) -> bool {
        text.chars().all(|c| self.loaded.contains(c))
    }

    fn load_for(&mut self, text: &str) {
        for c in text.chars() {
            if !self.loaded.contains(c) {
                for (word, frequency) in word_list::beginning_with(c) {
                    self.add(word, frequency);
                }
                self.loaded.insert(c);
            }
        }
        self.count_rest();
    }

    fn load_all(&mut self) {
        for (word, frequency) in word_list::all() {
            if !word.starts_with(|c| self.loaded.contains(c)) {
                self.add(word, frequency);
            }
        }
        self.loaded = Characters::all();
        self.count_rest();
    }

    fn add(&mut self, word: &str, frequency: usize) {
        self.jieba.add_word(word, Some(frequency), None);
        self.rest = self.rest.saturating_sub(frequency);
    }

    /// The share of a word in all frequencies decides about the cut, so these must not change.
    fn count_rest(&mut self) {
        self.jieba.add_word(REST, Some(self.rest), None);
    }
}

/// A set of characters up to U+FFFF, one bit for each. It holds all others: no word begins with one.
struct Characters(Box<[u64; 0x1_0000 / 64]>);

impl Characters {
    fn none() -> Self {
        Self(Box::new([0; 0x1_0000 / 64]))
    }

    fn all() -> Self {
        Self(Box::new([u64::MAX; 0x1_0000 / 64]))
    }

    fn contains(&self, c: char) -> bool {
        self.0.get(c as usize / 64).is_none_or(|bits| bits >> (c as usize % 64) & 1 == 1)
    }

    fn insert(&mut self, c: char) {
        if let Some(bits) = self.0.get_mut(c as usize / 64) {
            *bits |= 1 << (c as usize % 64);
        }
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
    use once_cell::sync::Lazy;

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

    /// jieba with all words at once, which is what the words are to be cut like.
    static JIEBA: Lazy<Jieba> = Lazy::new(|| {
        let mut jieba = Jieba::empty();
        word_list::all().for_each(|(word, frequency)| {
            jieba.add_word(word, Some(frequency), None);
        });
        jieba
    });

    #[test]
    fn loading_as_needed_cuts_as_all_words_do() {
        let dictionary = Dictionary::builtin();
        for text in [
            "数据库连接池耗尽怎么办",
            "小明硕士毕业于中国科学院计算所，后在日本京都大学深造",
            "他来到了网易杭研大厦 C++ 和 AT&T 的 4S店 T恤",
            "plain English, v2.0.1",
            "𠀀𠀁数据🚀库",
        ] {
            assert_eq!(dictionary.search(text), JIEBA.cut_for_search(text, true), "{text}");
        }
        dictionary.load_all();
        assert_eq!(dictionary.search("一丁点儿"), JIEBA.cut_for_search("一丁点儿", true));
    }

    #[test]
    fn user_words_count_as_they_do_in_jieba() {
        let mut jieba = JIEBA.clone();
        jieba.add_word("云原数仓", None, None);
        jieba.add_word("数据", Some(7), None);
        jieba.add_word("据库", Some(1_000_000), None);
        let own = Dictionary::with_user_words("云原数仓\n数据 7\n据库 1000000").unwrap();
        for _ in 0..2 {
            for text in ["使用云原数仓", "数据库连接池", "据库数据"] {
                assert_eq!(own.search(text), jieba.cut_for_search(text, true), "{text}");
            }
            own.load_all();
        }
    }

    proptest::proptest! {
        #[test]
        fn any_text_is_cut_as_all_words_cut_it(text in "[\u{4E00}-\u{4E80}中国人民的了一是在大学A-C+&#. ]{0,40}|\\PC{0,40}") {
            proptest::prop_assert_eq!(Dictionary::builtin().search(&text), JIEBA.cut_for_search(&text, true));
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
