//! Factor 2: the query as it was typed stands in the title or in the body.

use crate::segment::is_han;
use crate::tokens::{is_stopword, lower_case};

/// What a title that contains the query adds to the base.
pub const TITLE: f64 = 1.0;
/// What a body that contains the query adds to the base.
pub const BODY: f64 = 0.5;
/// An ASCII query shorter than this must stand as a word of its own: `go` is not in `golang`.
pub const WORD_BELOW: usize = 4;

/// A query made ready to be looked for: trimmed and lower-cased.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Needle {
    text: String,
    as_word: bool,
}

impl Needle {
    /// A query of nothing but function words is contained in nothing: such words must not open the
    /// gate, be they looked for one by one or all together.
    pub fn new(query: &str) -> Self {
        let mut text = lower_case(query.trim());
        if is_only_function_words(&text) {
            text.clear();
        }
        let as_word = text.is_ascii() && text.len() < WORD_BELOW;
        Self { text, as_word }
    }

    /// The text that is looked for.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Does this text, in any case, contain the query? An empty query is contained in nothing.
    pub fn is_in(&self, text: &str) -> bool {
        self.is_in_lower(&lower_case(text))
    }

    /// [`Needle::is_in`] for a text that is lower-cased already.
    pub fn is_in_lower(&self, text: &str) -> bool {
        if self.text.is_empty() {
            return false;
        }
        if !self.as_word {
            return text.contains(&self.text);
        }
        // The needle is ASCII, so a match can be stepped over by one byte; matches may overlap.
        let (text, needle) = (text.as_bytes(), self.text.as_bytes());
        text.windows(needle.len()).enumerate().any(|(start, window)| {
            let before = start.checked_sub(1).and_then(|at| text.get(at));
            let after = text.get(start + needle.len());
            window == needle && !is_word_byte(before) && !is_word_byte(after)
        })
    }
}

/// Han characters stand without blanks, so a run of them may hold several function words.
fn is_only_function_words(lower: &str) -> bool {
    let mut words = lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_function_word = |word: &str| {
        let mut letter = [0; 4];
        is_stopword(word)
            || word.chars().all(|c| is_han(c) && is_stopword(c.encode_utf8(&mut letter)))
    };
    // `c++ is` is no function word, though its letters are one: only blanks and sentence marks may
    // stand between them.
    let is_plain = |c: char| c.is_alphanumeric() || c.is_whitespace() || SENTENCE_MARKS.contains(c);
    lower.chars().all(is_plain)
        && words.next().is_some_and(is_function_word)
        && words.all(is_function_word)
}

/// What may stand between function words without making anything of them.
const SENTENCE_MARKS: &str = ".,!?;:\"'，。！？；：、";

fn is_word_byte(byte: Option<&u8>) -> bool {
    byte.is_some_and(u8::is_ascii_alphanumeric)
}

/// What title and body add to the base; a missing one contains nothing.
pub fn substring_bonus(query: &str, title: Option<&str>, body: Option<&str>) -> f64 {
    let needle = Needle::new(query);
    let part = |text: Option<&str>, value| {
        if text.is_some_and(|text| needle.is_in(text)) { value } else { 0.0 }
    };
    part(title, TITLE) + part(body, BODY)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_short_ascii_query_must_stand_alone() {
        for (query, text, expected) in [
            ("go", "golang", false),
            ("go", "hexagonal", false),
            ("go", "go语言", true),
            ("go", "(Go)", true),
            ("go", "golang and go", true),
            ("go", "go2", false),
            ("c#", "C# async", true),
            ("c++", "modern c++17", false),
            ("c++", "C++", true),
            ("b b", "b b b", true),
            ("golang", "mygolangs", true),
            ("锁", "死锁", true),
            ("é", "café", true),
        ] {
            assert_eq!(Needle::new(query).is_in(text), expected, "{query} in {text}");
        }
    }

    #[test]
    fn function_words_alone_are_found_nowhere() {
        for query in ["the", "The of AND", "what is it?", "的", "的了 是", "do you, really? no: do"]
        {
            let expected = query.contains("really");
            assert_eq!(Needle::new(query).is_in(&format!("so {query} it")), expected, "{query}");
        }
        for query in ["锁", "c#", "a+", "is-a", "go", "的确"] {
            assert!(Needle::new(query).is_in(query), "{query}");
        }
    }

    #[test]
    fn adds_title_and_body() {
        assert_eq!(substring_bonus("  pool  ", Some("Pool"), Some("pool")), 1.5);
        assert_eq!(substring_bonus("pool", Some("x"), Some("carpool")), 0.5);
        assert_eq!(substring_bonus("pool", None, None), 0.0);
        assert_eq!(substring_bonus("", Some("anything"), Some("")), 0.0);
        assert_eq!(substring_bonus("  ", Some("  "), Some("  ")), 0.0);
    }

    proptest! {
        #[test]
        fn case_of_an_ascii_text_does_not_matter(query in "[a-z+# ]{0,6}", text in "[a-zA-Z+# 0-9]{0,40}") {
            let found = Needle::new(&query).is_in(&text);
            prop_assert_eq!(found, Needle::new(&query.to_uppercase()).is_in(&text.to_uppercase()));
        }

        #[test]
        fn what_is_inside_as_a_word_is_found(before in "[^a-zA-Z0-9]{0,9}", query in "\\PC{1,9}", after in "[^a-zA-Z0-9]{0,9}") {
            let trimmed = query.trim();
            prop_assume!(!Needle::new(trimmed).text().is_empty());
            // Greek final sigma lower-cases by what follows it: not a matter of this rule.
            prop_assume!(!trimmed.contains(['Σ', 'σ', 'ς']));
            let text = format!("{} {trimmed} {}", before, after);
            prop_assert!(Needle::new(&query).is_in(&text));
        }
    }
}
