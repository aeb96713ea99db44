//! The words that recall compares: lower case, jieba's search mode, no function words.
//!
//! These are not the lexemes of the text search configuration: there is no stemming, and every
//! distinct word counts once.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

use once_cell::sync::Lazy;

use crate::segment::{Class, Dictionary, MAX_WORD_BYTES, Script, class, has_han, narrow};

/// Taken off both ends of a word.
const STRIP_CHARACTERS: &str = ".,!?;:\"'()[]{}*_`~#>，。！？；：（）【】";

/// A word is at least this many characters long.
const MIN_CHARACTERS: usize = 2;

/// Long text is cut into words piece by piece, so that a body of many megabytes needs little
/// memory. Pieces end at white space, which no word crosses.
const PIECE_BYTES: usize = 4 * 1024;

/// A piece without white space for this many bytes more ends between two words. jieba takes quadratic
/// time for a word joined of many (`a-b-c-...`), so that this bounds the time, too.
const UNBROKEN_BYTES: usize = 4 * 1024;

/// The last words of such a piece may be cut otherwise when the text goes on, so they are cut again.
const UNSURE_WORDS: usize = 3;

/// What jieba joins ASCII words with.
const CONNECTORS: [char; 3] = ['.', '_', '-'];

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
pub fn visit_tokens(dictionary: &Dictionary, text: &str, visit: impl FnMut(&str)) {
    visit_tokens_between(dictionary, text, &mut || (), visit);
}

/// The same, calling `between` every now and then, also where no word comes for megabytes: for a
/// caller who may have to stop.
pub fn visit_tokens_between(
    dictionary: &Dictionary,
    text: &str,
    between: &mut dyn FnMut(),
    mut visit: impl FnMut(&str),
) {
    let mut rest = text;
    let mut goes_on = false;
    while !rest.is_empty() {
        between();
        let piece = Piece::of(rest);
        let (read, cut) = visit_piece(dictionary, &piece, goes_on, &mut visit);
        goes_on = cut == Cut::InsideCompound;
        rest = &rest[read..];
        if cut == Cut::InsideWord {
            (rest, goes_on) = behind_word(rest, between);
        }
    }
}

/// The sign of Kelvin (k) and the Turkish capital I with a dot (i and a dot): what they become holds
/// an ASCII letter that a server may not see there.
pub(crate) const KEPT_CASE: [char; 2] = ['\u{212A}', '\u{130}'];

/// A text in lower case, as recall compares texts. [`KEPT_CASE`] stays as it is.
pub fn lower_case(text: &str) -> String {
    if text.is_ascii() || !text.contains(KEPT_CASE) {
        return text.to_lowercase();
    }
    let mut lower = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(KEPT_CASE) {
        let end = at + rest[at..].chars().next().map_or(0, char::len_utf8);
        lower.push_str(&rest[..at].to_lowercase());
        lower.push_str(&rest[at..end]);
        rest = &rest[end..];
    }
    lower + &rest.to_lowercase()
}

/// The beginning of a text.
struct Piece<'t> {
    text: &'t str,
    /// Does no word cross its end?
    whole: bool,
}

impl<'t> Piece<'t> {
    /// Up to the first white space beyond `PIECE_BYTES`, unless that is too far away.
    fn of(text: &'t str) -> Self {
        let limit = PIECE_BYTES + UNBROKEN_BYTES;
        let window = text.as_bytes().get(PIECE_BYTES..text.len().min(limit)).unwrap_or_default();
        // An ASCII byte in UTF-8 is always a whole character, so behind it is a boundary.
        if let Some(offset) = window.iter().position(u8::is_ascii_whitespace) {
            return Self { text: &text[..=PIECE_BYTES + offset], whole: true };
        }
        if text.len() <= limit {
            return Self { text, whole: true };
        }
        let mut end = limit;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        Self { text: &text[..end], whole: false }
    }
}

/// What the end of the words read from a piece cuts in two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cut {
    Nothing,
    /// A word of many joined ones, behind what joins two of them.
    InsideCompound,
    /// A word that is no use as it is too long.
    InsideWord,
}

/// Visits the words of a piece; `goes_on` if it starts inside a compound, which then is no word.
/// Returns how much of the piece was read.
fn visit_piece(
    dictionary: &Dictionary,
    piece: &Piece<'_>,
    goes_on: bool,
    visit: &mut impl FnMut(&str),
) -> (usize, Cut) {
    let text = &lower_case(piece.text);
    // The dictionary is in simplified Chinese. The words come out as they stand in the text, cut as
    // the text search parser cuts them.
    let simplified = has_han(text).then(|| fast2s::convert(text));
    let simplified = simplified.as_deref().filter(|s| s.len() == text.len()).unwrap_or(text);
    let ascii = InAscii::of(simplified);
    let cut_text = ascii.as_ref().map_or(simplified, |ascii| &ascii.text);
    let place = |at: usize| ascii.as_ref().map_or(at, |ascii| ascii.place(at));
    if piece.whole && !goes_on {
        visit_cut(dictionary, cut_text, |range| {
            visit_word(&text[place(range.start)..place(range.end)], visit);
        });
        return (piece.text.len(), Cut::Nothing);
    }

    let mut found = Vec::new();
    visit_cut(dictionary, cut_text, |range| found.push(range));
    let (end, cut) =
        if piece.whole { (cut_text.len(), Cut::Nothing) } else { sure_end(cut_text, &found) };
    let opening = if goes_on { found.iter().rposition(|range| range.start == 0) } else { None };
    for (index, range) in found.into_iter().enumerate() {
        if range.end > end {
            break;
        }
        // The last part of a compound is one as jieba has them: no number.
        let is_part = || cut_text[range.clone()].contains(|c: char| c.is_ascii_alphabetic());
        let is_rest = opening == Some(index);
        if !is_rest || (!cut_text[range.clone()].contains(CONNECTORS) && is_part()) {
            visit_word(&text[place(range.start)..place(range.end)], visit);
        }
    }
    (source_length(piece.text, place(end)), cut)
}

/// How far a piece that the text goes on behind is read: up to its last words, or into a word that
/// is all of it.
fn sure_end(text: &str, found: &[Range<usize>]) -> (usize, Cut) {
    // The words inside a longer one come before that one.
    let mut open = usize::MAX;
    let words: Vec<&Range<usize>> = found
        .iter()
        .rev()
        .filter(|range| {
            let is_word = range.end <= open;
            if is_word {
                open = range.start;
            }
            is_word
        })
        .take(UNSURE_WORDS + 1)
        .collect();
    // Of a word that is nearly all of the piece it matters whether it is at its end behind it.
    if let Some(first) = words.last().filter(|word| word.start == 0 && word.end > MAX_WORD_BYTES) {
        return match text[..first.end].rfind(CONNECTORS) {
            Some(at) => (at + 1, Cut::InsideCompound),
            None => (first.end, Cut::InsideWord),
        };
    }
    let start = words.iter().take(UNSURE_WORDS).map(|word| word.start).rfind(|start| *start > 0);
    (start.unwrap_or(text.len()), Cut::Nothing)
}

/// The text behind a word that `rest` starts inside of, and whether a compound goes on there.
fn behind_word<'t>(mut rest: &'t str, between: &mut dyn FnMut()) -> (&'t str, bool) {
    let is_outside = |c: char| !is_word_character(c);
    loop {
        between();
        let mut step = rest.len().min(1 << 20);
        while !rest.is_char_boundary(step) {
            step -= 1;
        }
        match rest[..step].find(is_outside) {
            Some(end) => {
                rest = &rest[end..];
                break;
            }
            None if step == rest.len() => return ("", false),
            None => rest = &rest[step..],
        }
    }
    let next = rest.strip_prefix(CONNECTORS).filter(|next| next.starts_with(is_word_character));
    (next.unwrap_or(rest), next.is_some())
}

fn is_word_character(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || !c.is_ascii()
            && matches!(class(narrow(c)), Class::Letter(_) | Class::Digit | Class::Mark)
}

/// How much of a text gives the first `length` bytes of [`lower_case`] of it.
fn source_length(text: &str, length: usize) -> usize {
    let mut lower = 0;
    let starts = text.char_indices().find(|&(_, c)| {
        let is_behind = lower >= length;
        lower += match c {
            c if c.is_ascii() || KEPT_CASE.contains(&c) => c.len_utf8(),
            c => c.to_lowercase().map(char::len_utf8).sum(),
        };
        is_behind
    });
    starts.map_or(text.len(), |(at, _)| at)
}

/// Where jieba finds words. It knows Chinese and ASCII, and hands back any other script letter by
/// letter: neighbours of one script are put together again, or most languages had no words.
fn visit_cut(dictionary: &Dictionary, text: &str, mut visit: impl FnMut(Range<usize>)) {
    let mut word = 0..0;
    let mut script = None;
    for token in dictionary.search(text) {
        let range = token.byte_start..token.byte_end;
        let letter = foreign_letter(token.word);
        let goes_on = word.end == range.start
            && match letter {
                Some((_, Class::Mark)) => script.is_some(),
                Some((c, Class::Letter(next))) => {
                    script.is_some_and(|s: Script| s.goes_on(next, c))
                }
                _ => false,
            };
        if goes_on {
            word.end = range.end;
            continue;
        }
        if script.is_some() {
            visit(word.clone());
        }
        script = match letter {
            Some((_, Class::Letter(script))) => Some(script),
            _ => None,
        };
        if script.is_none() {
            visit(range.clone());
        }
        word = range;
    }
    if script.is_some() {
        visit(word);
    }
}

/// A single letter that is neither ASCII nor Chinese, or a mark on one.
fn foreign_letter(word: &str) -> Option<(char, Class)> {
    let mut characters = word.chars();
    match (characters.next(), characters.next()) {
        (Some(c), None) if !c.is_ascii() => match class(c) {
            class @ (Class::Letter(_) | Class::Mark) => Some((c, class)),
            _ => None,
        },
        _ => None,
    }
}

/// A text with ASCII in the place of Latin letters with accents, of full-width ones and of digits of
/// other scripts, so that jieba takes `été2` and `user_été` for what it takes `ete2` and `user_ete`.
/// And with another letter in `libc++`, or it would find `c++` there, which it knows.
struct InAscii {
    text: String,
    /// Where each byte of it stands in the original, and where that ends.
    places: Vec<usize>,
}

impl InAscii {
    /// `None` for a text that has no such letters.
    fn of(text: &str) -> Option<Self> {
        let is_foreign = !text.is_ascii()
            && text.chars().any(|c| stand_in(c, Some(' ')).is_some_and(|s| s != c));
        if !is_foreign && !holds_name_in_word(text) {
            return None;
        }
        let mut ascii = Self { text: String::new(), places: Vec::with_capacity(text.len() + 1) };
        let mut before = None;
        for (at, c) in text.char_indices() {
            let stands_in = match stand_in(c, before) {
                Some('c') if before.is_some() && is_sign_of_name(&text[at + c.len_utf8()..]) => {
                    Some('q')
                }
                stands_in => stands_in,
            };
            before = stands_in;
            ascii.text.push(stands_in.unwrap_or(c));
            ascii.places.resize(ascii.text.len(), at);
        }
        ascii.places.push(text.len());
        Some(ascii)
    }

    fn place(&self, at: usize) -> usize {
        self.places.get(at).copied().unwrap_or_default()
    }
}

/// The ASCII letter or digit that a character is taken for; a mark is taken for more of what stands
/// `before` it.
fn stand_in(c: char, before: Option<char>) -> Option<char> {
    let ascii = narrow(c);
    match class(ascii) {
        Class::Letter(Script::Latin) | Class::Digit if ascii.is_ascii() => Some(ascii),
        Class::Letter(Script::Latin) => Some('q'),
        Class::Digit if !is_chinese_digit(c) => Some('0'),
        Class::Mark => before,
        _ => None,
    }
}

/// `++` or `#`, which make a name of the letter c before it.
fn is_sign_of_name(text: &str) -> bool {
    text.starts_with("++") || text.starts_with('#')
}

/// Does an ASCII word end in `c++` or `c#`?
fn holds_name_in_word(text: &str) -> bool {
    let bytes = text.as_bytes();
    let in_word =
        |at: usize| at.checked_sub(1).is_some_and(|before| bytes[before].is_ascii_alphanumeric());
    ["c++", "c#"].iter().any(|name| text.match_indices(name).any(|(at, _)| in_word(at)))
}

/// Digits that stand among Chinese characters.
fn is_chinese_digit(c: char) -> bool {
    matches!(c, '\u{3007}' | '\u{3021}'..='\u{3029}' | '\u{3038}'..='\u{303A}')
}

fn visit_word(word: &str, visit: &mut impl FnMut(&str)) {
    let word = word.trim_matches(is_stripped);
    // Longer ones are no lexemes, so the index that recall goes through does not hold them either.
    if word.len() <= MAX_WORD_BYTES
        && word.chars().nth(MIN_CHARACTERS - 1).is_some()
        && !is_stopword(word)
    {
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
        assert_eq!(of("libc++ in C++ misc#"), ["++", "c++", "libc", "misc"]);
        assert_eq!(of("user_été, été-x86"), ["user", "user_été", "x86", "été", "été-x86"]);
    }

    #[test]
    fn other_scripts_have_words() {
        assert_eq!(of("привет мир"), ["мир", "привет"]);
        assert_eq!(of("データベース"), ["データベース"]);
        assert_eq!(of("데이터베이스 연결"), ["데이터베이스", "연결"]);
        assert_eq!(of("é"), [] as [&str; 0]);
        assert_eq!(of("資料庫連接"), ["資料", "資料庫", "連接"]);
        assert_eq!(
            of("エラー404とOracleデータベースに"),
            ["404", "oracle", "エラー", "データベース"]
        );
        assert_eq!(of("오라클19c를 ошибка404"), ["19c", "404", "ошибка", "오라클"]);
        assert_eq!(of("équipe42b ñx86 ａｂｃ3d"), ["équipe42b", "ñx86", "ａｂｃ3d"]);
        assert_eq!(of("cafe\u{301}s zero\u{200B}width"), ["cafe\u{301}s", "width", "zero"]);
        assert_eq!(of("le musée naïve, été2 étés"), ["le", "musée", "naïve", "été2", "étés"]);
    }

    #[test]
    fn long_text_gives_the_words_of_its_pieces() {
        let text = "connection 数据库 ".repeat(40_000);
        assert_eq!(of(&text), ["connection", "据库", "数据", "数据库"]);
    }

    #[test]
    fn long_joined_words_give_their_parts() {
        let times = 10_000;
        for (text, tokens) in [
            ("ORA-", &["ora", "pool"] as &[&str]),
            ("ab-", &["ab", "pool"]),
            ("v1.", &["pool", "v1"]),
            ("AB-", &["ab", "pool"]),
            ("a1-", &["a1", "pool"]),
            ("abc.", &["abc", "pool"]),
            ("foo_", &["foo", "pool"]),
            ("2026-01-01T", &["01t", "01t2026", "pool"]),
            ("é1-", &["pool", "é1"]),
        ] {
            // The end of the text must not make a word of the end of the run.
            assert_eq!(of(&(text.repeat(times) + " pool")), tokens, "{text}");
            assert_eq!(of(&(text.repeat(times) + "，pool")), tokens, "{text}");
        }
        for cut in 0..30 {
            let text = "x".repeat(cut) + " " + &"2026-01-01T".repeat(1_000);
            let found = of(&(text + " pool"));
            assert!(found.iter().all(|token| token.len() < 31), "{cut} {found:?}");
        }
        assert_eq!(of(&("ORA-".repeat(times) + "01555 pool ora-7")), ["ora", "ora-7", "pool"]);
    }

    #[test]
    fn long_text_without_white_space_is_cut_between_words() {
        for (text, tokens) in [
            ("数据库，", &["据库", "数据", "数据库"] as &[&str]),
            ("數據庫ORA-01555，", &["ora", "ora-01555", "據庫", "數據", "數據庫"]),
            ("データベース、", &["データベース"]),
            ("İstanbul,Σίσυφος/", &["İstanbul", "σίσυφος"]),
        ] {
            let short = of(&text.repeat(2));
            assert_eq!(of(&text.repeat(4_000)), short, "{text}");
            assert!(tokens.iter().all(|token| short.iter().any(|word| word == token)), "{short:?}");
        }
        let text = "数据库连接池".repeat(4_000);
        assert_eq!(of(&text), of("数据库连接池数据库连接池"));
    }

    #[test]
    fn pieces_give_the_words_of_the_whole() {
        let parts = [
            "数据库",
            "连接池",
            "，",
            "在",
            "我们",
            "发生异常",
            "ORA-01555",
            "。",
            "的",
            "a-b.c",
            "小明硕士毕业于",
            "中国科学院",
            "user_été",
            "データベース",
            "の",
            "v2.0.1",
            "c++",
            "資料庫",
            "C#",
            "/",
            "привет",
            "耗尽",
            "超时设置",
            "４２",
        ];
        let mut random = 12_345_u64;
        let text: String = std::iter::repeat_with(|| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            parts[(random >> 33) as usize % parts.len()]
        })
        .take(20_000)
        .collect();
        let mut whole = Vec::new();
        let piece = Piece { text: &text, whole: true };
        visit_piece(&DICTIONARY, &piece, false, &mut |word: &str| whole.push(word.to_owned()));
        let mut pieces = Vec::new();
        visit_tokens(&DICTIONARY, &text, |word| pieces.push(word.to_owned()));
        assert_eq!(pieces, whole);
    }

    #[test]
    fn a_word_that_is_no_lexeme_is_no_token() {
        assert_eq!(of(&"a".repeat(2_046)), ["a".repeat(2_046)]);
        assert_eq!(of(&"a".repeat(2_047)), [] as [&str; 0]);
        for word in ["a", "ж", "é", "7"] {
            assert_eq!(of(&format!("up2 {}-bc,de", word.repeat(1 << 17))), ["bc", "de", "up2"]);
        }
    }

    #[test]
    fn long_text_can_be_stopped() {
        for text in ["a", "库", "ж", "a-", " ", "，"] {
            let mut calls = 0;
            visit_tokens_between(&DICTIONARY, &text.repeat(1 << 17), &mut || calls += 1, |_| ());
            assert!(calls >= 2, "{text} {calls}");
        }
    }
}
