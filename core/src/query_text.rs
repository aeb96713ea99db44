//! A question's text, taken apart: words, quoted phrases, leading-dash negations and `or`.
//!
//! Postgres' websearch_to_tsquery is not used on the whole text, since it turns widget-co, a URL or
//! an unspaced Chinese sentence into a phrase, which may not be relaxed.

use crate::segment::is_han;

/// Longer questions are cut here; ranking by more text than this finds nothing more.
pub const MAX_CHARS: usize = 64_000;

/// Words and phrases beyond this many are left out.
pub const MAX_TERMS: usize = 256;

/// One part of a question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// Text without white space in it.
    Word { text: String, negated: bool },
    /// The text between two double quotes.
    Phrase { text: String, negated: bool },
    /// The word `or`.
    Or,
}

/// The parts of a question, in their order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct QueryText {
    pub parts: Vec<Part>,
    /// Something was left out at [`MAX_CHARS`] or [`MAX_TERMS`].
    pub cut: bool,
}

impl QueryText {
    /// Reads phrases, negations and `or`; `and` only joins, and is left out.
    pub fn parse(text: &str) -> Self {
        let (text, cut) = cut_chars(text);
        let mut read = Self { parts: Vec::new(), cut };
        let mut rest = text;
        let mut before: Option<char> = None;
        while let Some(c) = rest.chars().next() {
            let starts = before.is_none_or(|b| !b.is_alphanumeric());
            let (negated, body) = match rest.strip_prefix('-') {
                Some(body) if before.is_none_or(char::is_whitespace) => (true, body),
                _ => (false, rest),
            };
            if starts && let Some((phrase, after)) = quoted(body) {
                read.push(Part::Phrase { text: phrase.to_owned(), negated });
                before = Some('"');
                rest = after;
            } else if c.is_whitespace() || c == '"' {
                before = Some(c);
                rest = &rest[c.len_utf8()..];
            } else {
                let end = rest
                    .char_indices()
                    .find(|&(i, c)| c.is_whitespace() || (c == '"' && i > 0))
                    .map_or(rest.len(), |(i, _)| i);
                read.push_word(&rest[..end]);
                before = rest[..end].chars().next_back();
                rest = &rest[end..];
            }
        }
        read
    }

    /// Takes every word as a word: nothing in the text is an operator.
    pub fn plain(text: &str) -> Self {
        let (text, cut) = cut_chars(text);
        let mut read = Self { parts: Vec::new(), cut };
        for word in text.split_whitespace() {
            read.push(Part::Word { text: word.to_owned(), negated: false });
        }
        read
    }

    /// Whether the text leaves it open to match any of its words instead of all of them: no phrase,
    /// no negation, and at least two words (an unspaced Chinese text may hold several).
    pub fn relaxable(&self) -> bool {
        let mut words = 0;
        for part in &self.parts {
            match part {
                Part::Word { text, negated: false } => {
                    words += pieces(text).len().max(1);
                    words += usize::from(text.chars().filter(|&c| is_han(c)).count() > 2);
                }
                Part::Word { .. } | Part::Phrase { .. } => return false,
                Part::Or => {}
            }
        }
        words >= 2
    }

    fn push_word(&mut self, word: &str) {
        if word.eq_ignore_ascii_case("or") {
            self.parts.push(Part::Or);
            return;
        }
        if word.eq_ignore_ascii_case("and") {
            return;
        }
        // `-` alone and `--force` are no negations.
        let (negated, text) = match word.strip_prefix('-') {
            Some(text) if text.starts_with(|c: char| c != '-') => (true, text),
            _ => (false, word),
        };
        if text.chars().any(|c| !c.is_ascii() || c.is_ascii_alphanumeric()) {
            self.push(Part::Word { text: text.to_owned(), negated });
        }
    }

    fn push(&mut self, part: Part) {
        if self.parts.len() >= MAX_TERMS {
            self.cut = true;
        } else {
            self.parts.push(part);
        }
    }
}

fn cut_chars(text: &str) -> (&str, bool) {
    match text.char_indices().nth(MAX_CHARS) {
        Some((end, _)) => (&text[..end], true),
        None => (text, false),
    }
}

/// The text between a double quote at the start and the next one, with what follows. A quote that
/// nothing closes, or with no word in it, is no phrase.
fn quoted(text: &str) -> Option<(&str, &str)> {
    let inner = text.strip_prefix('"')?;
    let end = inner.find('"')?;
    let phrase = &inner[..end];
    phrase.chars().any(char::is_alphanumeric).then(|| (phrase, &inner[end + 1..]))
}

/// Splits a word where scripts change and at punctuation that joins no compound.
pub(crate) fn pieces(word: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = None;
    let mut last_han = false;
    for (i, c) in word.char_indices() {
        let han = is_han(c);
        let joins = c.is_alphanumeric() || "-'’_.:/@+#&=?%~\\$".contains(c) || !c.is_ascii();
        match start {
            None if joins => start = Some(i),
            Some(from) if !joins => {
                pieces.push(&word[from..i]);
                start = None;
            }
            Some(from) if han != last_han => {
                pieces.push(&word[from..i]);
                start = Some(i);
            }
            _ => {}
        }
        last_han = han;
    }
    if let Some(from) = start {
        pieces.push(&word[from..]);
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn word(text: &str) -> Part {
        Part::Word { text: text.into(), negated: false }
    }

    fn not(text: &str) -> Part {
        Part::Word { text: text.into(), negated: true }
    }

    fn phrase(text: &str, negated: bool) -> Part {
        Part::Phrase { text: text.into(), negated }
    }

    #[test]
    fn reads_words_phrases_negations_and_or() {
        let read = |text| QueryText::parse(text).parts;
        assert_eq!(read("alpha AND beta"), [word("alpha"), word("beta")]);
        assert_eq!(read("a or b"), [word("a"), Part::Or, word("b")]);
        assert_eq!(read("foo -bar"), [word("foo"), not("bar")]);
        assert_eq!(
            read(r#"x -"a b" "c d""#),
            [word("x"), phrase("a b", true), phrase("c d", false)]
        );
        assert_eq!(read("a - b --force"), [word("a"), word("b"), word("--force")]);
        assert_eq!(read("widget-co o'brien"), [word("widget-co"), word("o'brien")]);
        assert_eq!(read(r#"a 5" disk "open"#), [word("a"), word("5"), word("disk"), word("open")]);
        assert_eq!(read(r#""" "!" x"#), [word("x")]);
        assert_eq!(read("数据库 -连接"), [word("数据库"), not("连接")]);
        assert_eq!(read("  "), []);
    }

    #[test]
    fn plain_text_has_no_operators() {
        let parts = QueryText::plain(r#"-a or "b c""#).parts;
        assert_eq!(parts, [word("-a"), word("or"), word("\"b"), word("c\"")]);
    }

    #[test]
    fn relaxable_vectors() {
        let file = include_str!("../../tests/vectors/query.json");
        let vectors: serde_json::Value = serde_json::from_str(file).unwrap();
        for case in vectors["relax"].as_array().unwrap() {
            let text = case["text"].as_str().unwrap();
            assert_eq!(
                Some(QueryText::parse(text).relaxable()),
                case["relaxable"].as_bool(),
                "{text}"
            );
        }
    }

    #[test]
    fn long_text_is_cut() {
        assert!(!QueryText::parse(&"word ".repeat(256)).cut);
        let long = QueryText::parse(&"word ".repeat(257));
        assert!(long.cut && long.parts.len() == MAX_TERMS);
        let long = QueryText::parse(&"字".repeat(MAX_CHARS + 1));
        assert!(long.cut && long.parts == [word(&"字".repeat(MAX_CHARS))]);
    }

    proptest! {
        #[test]
        fn any_text_is_read(text in "\\PC{0,80}") {
            let read = QueryText::parse(&text);
            for part in &read.parts {
                if let Part::Word { text: word, .. } | Part::Phrase { text: word, .. } = part {
                    prop_assert!(!word.is_empty() && text.contains(word.as_str()));
                }
            }
        }
    }
}
