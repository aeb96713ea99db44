//! The words that recall compares: lower case, jieba's search mode, no function words.
//!
//! These are not the lexemes of the text search configuration: there is no stemming, and every
//! distinct word counts once.

use std::collections::{BTreeSet, HashSet};

use once_cell::sync::Lazy;

use crate::segment::{Dictionary, has_han};

/// Taken off both ends of a word.
const STRIP_CHARACTERS: &str = ".,!?;:\"'()[]{}*_`~#>，。！？；：（）【】";

/// A word is at least this many characters long.
const MIN_CHARACTERS: usize = 2;

/// Long text is cut into words piece by piece, so that a body of many megabytes needs little
/// memory. Pieces end at white space, which no word crosses.
const PIECE_BYTES: usize = 16 * 1024;

/// Function words say nothing about what a page is about, so they must not open the gate.
#[rustfmt::skip]
const STOPWORDS: [&str; 127] = [
    "a", "about", "again", "all", "also", "am", "an", "and", "any", "are", "as", "at", "be",
    "because", "been", "being", "both", "but", "by", "can", "could", "did", "do", "does", "doing",
    "done", "each", "else", "ever", "few", "for", "from", "get", "got", "had", "has", "have",
    "having", "he", "her", "here", "him", "his", "how", "i", "if", "in", "into", "is", "it",
    "its", "just", "may", "me", "might", "more", "most", "must", "my", "need", "no", "nor", "not",
    "of", "on", "only", "or", "other", "our", "out", "own", "same", "shall", "she", "should",
    "so", "some", "such", "than", "that", "the", "their", "them", "then", "there", "these",
    "they", "this", "those", "to", "too", "until", "up", "us", "use", "using", "very", "want",
    "was", "we", "were", "what", "when", "where", "which", "while", "who", "whom", "whose", "why",
    "will", "with", "would", "you", "your", "与", "也", "了", "和", "在", "就", "或", "是", "的", "这", "那",
    "都",
];

static STOPWORD_SET: Lazy<HashSet<&str>> = Lazy::new(|| STOPWORDS.into_iter().collect());

/// Is this lower-case word a function word, which recall does not compare?
pub fn is_stopword(word: &str) -> bool {
    STOPWORD_SET.contains(word)
}

/// The distinct words of `text`, sorted by code point.
pub fn tokens(dictionary: &Dictionary, text: &str) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    visit_tokens(dictionary, text, |word| {
        if !words.contains(word) {
            words.insert(word.to_owned());
        }
    });
    words
}

/// Hands each word of `text` to `visit`, with repetitions: for a caller who looks words up and need
/// not keep them.
pub fn visit_tokens(dictionary: &Dictionary, text: &str, mut visit: impl FnMut(&str)) {
    let mut rest = text;
    while !rest.is_empty() {
        let (piece, remainder) = rest.split_at(piece_length(rest));
        visit_piece(dictionary, &piece.to_lowercase(), &mut visit);
        rest = remainder;
    }
}

/// Where the next piece ends: after the first white space beyond `PIECE_BYTES`.
fn piece_length(text: &str) -> usize {
    let bytes = text.as_bytes();
    match bytes.get(PIECE_BYTES..) {
        // An ASCII byte in UTF-8 is always a whole character, so this is a boundary.
        Some(tail) => tail
            .iter()
            .position(u8::is_ascii_whitespace)
            .map_or(text.len(), |offset| PIECE_BYTES + offset + 1),
        None => text.len(),
    }
}

fn visit_piece(dictionary: &Dictionary, text: &str, visit: &mut impl FnMut(&str)) {
    // jieba knows Chinese and ASCII; any other script it hands back letter by letter, and musée as
    // mus, é, e. Neighbouring letters are put together again, or most languages had no words.
    let mut letters = 0..0;
    let mut is_foreign = false;
    // The dictionary is in simplified Chinese. The words come out as they stand in the text, cut as
    // the text search parser cuts them.
    let simplified = has_han(text).then(|| fast2s::convert(text));
    let looked_up = simplified.as_deref().filter(|s| s.len() == text.len()).unwrap_or(text);
    for token in dictionary.search(looked_up) {
        let range = token.byte_start..token.byte_end;
        let foreign = is_foreign_letter(token.word);
        let ascii = !foreign && token.word.bytes().all(|b| b.is_ascii_alphabetic());
        if letters.end == range.start && (foreign || (ascii && is_foreign)) {
            letters.end = range.end;
            is_foreign |= foreign;
            continue;
        }
        visit_word(&text[letters], visit);
        // A word of ASCII letters waits for what follows it.
        (letters, is_foreign) = if foreign || ascii { (range, foreign) } else { (0..0, false) };
        if letters.is_empty() {
            visit_word(&text[token.byte_start..token.byte_end], visit);
        }
    }
    visit_word(&text[letters], visit);
}

/// A single letter that is neither ASCII nor Chinese, or a mark on one.
fn is_foreign_letter(word: &str) -> bool {
    let mut characters = word.chars();
    match (characters.next(), characters.next()) {
        (Some(c), None) => {
            !c.is_ascii()
                && !crate::segment::is_han(c)
                && (c.is_alphanumeric() || unicode_normalization::char::is_combining_mark(c))
        }
        _ => false,
    }
}

fn visit_word(word: &str, visit: &mut impl FnMut(&str)) {
    let word = word.trim_matches(is_stripped);
    if word.chars().nth(MIN_CHARACTERS - 1).is_some() && !is_stopword(word) {
        visit(word);
    }
}

fn is_stripped(c: char) -> bool {
    c.is_whitespace() || STRIP_CHARACTERS.contains(c)
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    static DICTIONARY: Lazy<Dictionary> = Lazy::new(Dictionary::builtin);

    fn of(text: &str) -> Vec<String> {
        tokens(&DICTIONARY, text).into_iter().collect()
    }

    fn vectors() -> Value {
        serde_json::from_str(include_str!("../../tests/vectors/recall.json")).unwrap()
    }

    #[test]
    fn the_decided_token_lists() {
        for case in vectors()["tokens"].as_array().unwrap() {
            let expected: Vec<String> = serde_json::from_value(case["tokens"].clone()).unwrap();
            assert_eq!(of(case["text"].as_str().unwrap()), expected, "{case}");
        }
    }

    #[test]
    fn the_decided_overlap_counts() {
        let vectors = vectors();
        let cases = vectors["factors"].as_array().unwrap();
        for case in cases.iter().filter(|case| case["factor"] == "token_overlap") {
            let input = &case["input"];
            let text = |key: &str| match &input[key] {
                Value::Array(parts) => {
                    parts.iter().filter_map(Value::as_str).collect::<Vec<_>>().join(" ")
                }
                value => value.as_str().unwrap_or_default().to_owned(),
            };
            let row = tokens(&DICTIONARY, &[text("title"), text("body"), text("tags")].join("\n"));
            let count = tokens(&DICTIONARY, &text("query")).intersection(&row).count();
            assert_eq!(count as u64, case["expected"]["count"].as_u64().unwrap(), "{case}");
        }
    }

    #[test]
    fn the_decided_word_lists() {
        let vectors = vectors();
        let stopwords: Vec<&str> = serde_json::from_value(vectors["stopwords"].clone())
            .map(|words: Vec<String>| words.leak().iter().map(String::as_str).collect())
            .unwrap();
        assert_eq!(stopwords, STOPWORDS);
        assert_eq!(vectors["strip_characters"].as_str().unwrap(), STRIP_CHARACTERS);
    }

    #[test]
    fn compounds_stay_whole_beside_their_parts() {
        assert_eq!(of("see user_id"), ["id", "see", "user", "user_id"]);
        assert_eq!(of("(ORA-01555)!"), ["ora", "ora-01555"]);
    }

    #[test]
    fn other_scripts_have_words() {
        assert_eq!(of("привет мир"), ["мир", "привет"]);
        assert_eq!(of("データベース"), ["データベース"]);
        assert_eq!(of("데이터베이스 연결"), ["데이터베이스", "연결"]);
        assert_eq!(of("é"), [] as [&str; 0]);
        assert_eq!(of("資料庫連接"), ["資料", "資料庫", "連接"]);
        assert_eq!(of("le musée naïve, été2 étés"), ["le", "musée", "naïve", "été", "étés"]);
    }

    #[test]
    fn long_text_gives_the_words_of_its_pieces() {
        let text = "connection 数据库 ".repeat(40_000);
        assert_eq!(of(&text), ["connection", "据库", "数据", "数据库"]);
    }
}
