//! Which rows can have a base above 0: what the indexes are asked for, a superset of the answer.

use once_cell::sync::Lazy;

use crate::segment::{Class, class, narrow};
use crate::tokens::KEPT_CASE;

/// How the server folds the case of letters, as far as it folds them as we do. What it folds
/// otherwise cannot be looked for by itself: the letter becomes a wildcard, and no lexeme with it
/// can be relied on.
pub struct Folding<F> {
    server: F,
}

impl<F: Fn(char) -> bool> Folding<F> {
    /// `server` tells whether the server folds a letter and all that we take for it alike
    /// ([`spellings`]).
    pub fn new(server: F) -> Self {
        Self { server }
    }

    /// Does the server know the (lower-case) letter in any case?
    pub fn agrees(&self, letter: char) -> bool {
        letter.is_ascii_digit()
            || is_caseless(letter)
            || (!depends(letter) && (self.server)(letter))
    }

    /// Does the server know the (lower-case) word in any case?
    pub fn knows(&self, word: &str) -> bool {
        word.chars().all(|letter| self.agrees(letter))
    }
}

/// The letters that become this lower-case one, and the letter itself.
pub fn spellings(letter: char) -> Vec<char> {
    let mut found: Vec<char> =
        OTHER_CASES.iter().filter(|(lower, _)| *lower == letter).map(|&(_, upper)| upper).collect();
    found.push(letter);
    found
}

/// Letters with what they are in lower case, which comes first.
static OTHER_CASES: Lazy<Vec<(char, char)>> = Lazy::new(|| {
    // No script with case lies above the first two planes.
    let letters = ('\0'..'\u{20000}').filter(|c| c.is_alphabetic());
    let pairs = letters.filter_map(|upper| {
        let mut lower = upper.to_lowercase();
        let first = lower.next()?;
        (lower.next().is_none() && first != upper && !KEPT_CASE.contains(&upper))
            .then_some((first, upper))
    });
    pairs.collect()
});

/// Signs, digits and scripts without case: what a server can do nothing to.
fn is_caseless(letter: char) -> bool {
    matches!(letter,
        '\u{0E00}'..='\u{0EFF}' | '\u{2E80}'..='\u{A4CF}' | '\u{AC00}'..='\u{D7AF}'
        | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}' | '\u{20000}'..='\u{3FFFF}')
        || (letter.is_ascii() && !letter.is_ascii_alphabetic())
}

/// Letters whose case depends on what stands around them: the Greek sigma, and accents, which some
/// rules add to a letter and others take off.
fn depends(letter: char) -> bool {
    matches!(letter, 'σ' | 'ς') || is_accent(letter)
}

fn is_accent(letter: char) -> bool {
    matches!(letter, '\u{0300}'..='\u{036F}' | '\u{1AB0}'..='\u{1AFF}' | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}')
}

/// The pattern of `ILIKE` that every text matches which holds the (lower-cased, trimmed) text.
///
/// What the server folds otherwise than we do becomes a wildcard.
///
/// ```
/// use gbrain_rank_core::recall::candidates::{Folding, ilike_pattern};
/// let ascii = Folding::new(|letter| letter.is_ascii());
/// assert_eq!(ilike_pattern("50%_off", &ascii), r"%50\%\_off%");
/// assert_eq!(ilike_pattern("café 锁", &ascii), "%caf% 锁%");
/// ```
pub fn ilike_pattern<F: Fn(char) -> bool>(text: &str, folding: &Folding<F>) -> String {
    let mut pattern = String::from("%");
    let mut wild = true;
    let mut rest = text.chars().peekable();
    while let Some(letter) = rest.next() {
        // An accent behind it may be one with the letter.
        let accented = rest.peek().is_some_and(|&next| is_accent(next)) && letter.is_alphabetic();
        if accented || !folding.agrees(letter) {
            if !wild {
                pattern.push('%');
            }
            wild = true;
            continue;
        }
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
        wild = false;
    }
    if !wild || pattern.len() == 1 {
        pattern.push('%');
    }
    pattern
}

/// How a token is looked for as a piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// A pattern of `ILIKE`.
    Like(String),
    /// One or two characters that begin or end a word, as a trigram index sees it: whatever is no
    /// letter and no digit stands before or behind them.
    Edge(String),
}

impl Piece {
    /// The patterns of `ILIKE` whose trigrams are those of all texts that hold the piece. A text may
    /// hold it and match none of them: what an index lets through must not be compared with them.
    pub fn index_patterns(&self) -> Vec<String> {
        match self {
            Self::Like(pattern) => vec![pattern.clone()],
            Self::Edge(token) => {
                let token = escaped(token);
                vec![format!("%{token}-%"), format!("%-{token}%")]
            }
        }
    }

    /// The pattern of `ILIKE` that all texts match which hold the piece.
    pub fn scan_pattern(&self) -> String {
        match self {
            Self::Like(pattern) => pattern.clone(),
            Self::Edge(token) => format!("%{}%", escaped(token)),
        }
    }
}

/// A text that stands for itself in a pattern.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        if matches!(letter, '%' | '_' | '\\') {
            escaped.push('\\');
        }
        escaped.push(letter);
    }
    escaped
}

/// How to find a token that a text may hold without its lexeme: as a piece of the text.
///
/// Two letters or digits are no trigram. But `our_parser` hides such a token only in a longer word
/// that signs join, so that it begins or ends beside one.
pub fn piece<F: Fn(char) -> bool>(token: &str, our_parser: bool, folding: &Folding<F>) -> Piece {
    let short = our_parser
        && token.is_ascii()
        && token.len() < 3
        && token.bytes().any(|b| b.is_ascii_digit());
    if short && folding.knows(token) {
        Piece::Edge(token.to_owned())
    } else {
        Piece::Like(ilike_pattern(token, folding))
    }
}

/// Is each text that holds this token found by one of these, the lexemes that a configuration with our
/// parser makes of it? It is when the parser cuts the token out of every text, or a part of it.
pub fn lexemes_suffice(token: &str, lexemes: &[String]) -> bool {
    if lexemes.is_empty() || may_be_hidden(token) {
        return false;
    }
    let is_word =
        |c| matches!(class(narrow(c)), Class::Letter(_) | Class::Digit | Class::Mark | Class::Han);
    // The whole of a compound is no more than one word of a longer compound.
    let is_part = |lexeme: &String| {
        lexeme.chars().all(is_word) && lexeme.chars().nth(1).is_some() && !is_web(lexeme)
    };
    token == "c++" || token.chars().all(is_word) || lexemes.iter().any(is_part)
}

/// May our parser take this token for a part of a longer word that it does not take apart: a day of
/// a date, a group of an address, the beginning of a version, the hour of a timestamp?
fn may_be_hidden(token: &str) -> bool {
    if !token.bytes().any(|b| b.is_ascii_digit()) {
        // The protocol of a URL is left out of it.
        return is_web(token);
    }
    let is_version =
        token.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let is_hour =
        matches!(token.as_bytes(), [a, b, b't', ..] if a.is_ascii_digit() && b.is_ascii_digit());
    // Of numbers that are joined no shorter ones are indexed.
    let are_short = token
        .split(|c: char| !c.is_alphanumeric())
        .all(|group| group.len() < 3 && group.bytes().all(|b| b.is_ascii_digit()));
    token.chars().count() < 3 || token.contains('.') || is_version || is_hour || are_short
}

fn is_web(protocol: &str) -> bool {
    matches!(protocol, "http" | "https")
}

/// The words of a (trimmed) query that have white space on both sides: a text that contains the query
/// has them as words of its own, and our parser makes of them what it makes of each alone.
pub fn inner_words(query: &str) -> Vec<&str> {
    let words: Vec<&str> = query.split_whitespace().collect();
    words.get(1..words.len().saturating_sub(1)).unwrap_or_default().to_vec()
}

/// Can a trigram index look for texts that contain this one? It needs three letters or digits in a
/// row, or fewer where the text itself says that a word begins or ends there (two blanks stand for
/// the beginning, one for the end).
///
/// `is_letter` says what the server counts as a letter or digit: under `LC_CTYPE=C` ASCII only.
pub fn has_trigrams(text: &str, is_letter: impl Fn(char) -> bool) -> bool {
    let mut begins = false;
    let mut letters = 0;
    for character in text.chars() {
        if is_letter(character) {
            letters += 1;
            if letters + 2 * usize::from(begins) >= 3 {
                return true;
            }
        } else {
            if letters > 0 && letters + 2 * usize::from(begins) + 1 >= 3 {
                return true;
            }
            (begins, letters) = (true, 0);
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn anywhere() -> Folding<fn(char) -> bool> {
        Folding::new(|_| true)
    }

    #[test]
    fn a_pattern_escapes_and_generalises() {
        let ascii = Folding::new(|letter: char| letter.is_ascii());
        for (text, pattern) in [
            ("pool", "%pool%"),
            ("数据库", "%数据库%"),
            ("ñandú", "%and%"),
            ("100%", r"%100\%%"),
            ("100%é", r"%100\%%"),
            (r"a\b", r"%a\\b%"),
            ("éé", "%%"),
            ("", "%%"),
        ] {
            assert_eq!(ilike_pattern(text, &ascii), pattern);
        }
        assert_eq!(ilike_pattern("ñandú", &anywhere()), "%ñandú%");
        assert_eq!(ilike_pattern("σας", &anywhere()), "%α%");
        assert_eq!(ilike_pattern("di\u{307}x", &anywhere()), "%d%x%");
        let turkish = Folding::new(|letter| letter != 'i');
        assert_eq!(ilike_pattern("index", &turkish), "%ndex%");
    }

    #[test]
    fn a_letter_is_known_with_all_that_becomes_it() {
        assert_eq!(spellings('a'), ['A', 'a']);
        assert_eq!(spellings('k'), ['K', 'k']);
        assert_eq!(spellings('å'), ['Å', '\u{212B}', 'å']);
        assert_eq!(spellings('锁'), ['锁']);
        assert!(anywhere().knows("naïve1_数"));
        assert!(!anywhere().knows("σ"));
        assert!(!anywhere().knows("e\u{301}"));
    }

    #[test]
    fn what_may_be_hidden_is_looked_for_as_a_piece() {
        for token in ["15", "v4", "v10", "18t20", "2.10", "5%", "00%", "0-0", "https"] {
            assert!(may_be_hidden(token), "{token}");
        }
        for token in ["2026", "2026-05", "utf8", "pool", "数据", "c++", "x86"] {
            assert!(!may_be_hidden(token), "{token}");
        }
        let lexemes =
            |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect::<Vec<_>>();
        for (token, found, suffice) in [
            ("before", &[][..], false),
            ("pool", &["pool"], true),
            ("c++", &["c++"], true),
            ("user_id", &["user_id", "user", "id"], true),
            ("before-s", &["before-s"], false),
            ("a-b", &["a-b", "b"], false),
        ] {
            assert_eq!(lexemes_suffice(token, &lexemes(found)), suffice, "{token}");
        }
        assert_eq!(piece("before", true, &anywhere()), Piece::Like("%before%".into()));
        assert_eq!(piece("5%", false, &anywhere()), Piece::Like(r"%5\%%".into()));
        let edge = piece("5%", true, &anywhere());
        assert_eq!(edge.index_patterns(), [r"%5\%-%", r"%-5\%%"]);
        assert_eq!(edge.scan_pattern(), r"%5\%%");
    }

    #[test]
    fn inner_words_stand_between_spaces() {
        assert_eq!(inner_words("how to  retry fast"), ["to", "retry"]);
        assert_eq!(inner_words("connection pool"), [""; 0]);
        assert_eq!(inner_words(""), [""; 0]);
    }

    #[test]
    fn three_letters_make_a_trigram() {
        for text in ["数据库", "sql", "a b", "ab c", "x 锁", "c++ x", "go."] {
            assert!(has_trigrams(text, char::is_alphanumeric), "{text}");
        }
        for text in ["数据", "go", "c++", "", "a+", "++", "a."] {
            assert!(!has_trigrams(text, char::is_alphanumeric), "{text}");
        }
        assert!(!has_trigrams("数据库", |c| c.is_ascii_alphanumeric()));
    }
    /// Our text search configuration, but for the stemmer: it makes the same of the same word, and
    /// nothing of a stop word.
    mod index {
        use std::collections::BTreeSet;
        use std::convert::Infallible;
        use std::sync::Arc;

        use once_cell::sync::Lazy;

        use crate::segment::{Dictionary, Kind, Spelling, normalize, segment};

        pub static DICTIONARY: Lazy<Arc<Dictionary>> =
            Lazy::new(|| Arc::new(Dictionary::builtin()));

        #[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
        pub enum Lexeme {
            Stemmed(String),
            Plain(String),
        }

        impl Lexeme {
            pub fn word(&self) -> String {
                let (Self::Stemmed(word) | Self::Plain(word)) = self;
                word.clone()
            }
        }

        const STOPS: [&str; 12] =
            ["before", "over", "don", "s", "t", "a", "i", "now", "the", "of", "y", "once"];

        pub fn lexemes(text: &str, fold: fn(&str) -> String) -> BTreeSet<Lexeme> {
            let dictionary = || Ok::<_, Infallible>(DICTIONARY.clone());
            let tokens = segment(text, dictionary).unwrap();
            tokens
                .iter()
                .filter_map(|token| lexeme(token.kind, &text[token.start..token.end], fold))
                .collect()
        }

        fn lexeme(kind: Kind, word: &str, fold: fn(&str) -> String) -> Option<Lexeme> {
            let spelled = match normalize(word) {
                Spelling::Same => word.to_owned(),
                Spelling::Other(spelling) => spelling,
                Spelling::Chinese(spelling) => return Some(Lexeme::Plain(spelling.into_owned())),
                Spelling::Unindexable => return None,
            };
            match kind {
                Kind::Blank | Kind::Protocol | Kind::Particle => None,
                Kind::Version | Kind::Decimal | Kind::Integer => Some(Lexeme::Plain(fold(word))),
                Kind::NumWord | Kind::Compound => Some(Lexeme::Plain(fold(&spelled))),
                _ => {
                    let word = fold(&spelled);
                    if !word.ends_with(char::is_alphabetic) {
                        return Some(Lexeme::Plain(word));
                    }
                    (!STOPS.contains(&word.as_str())).then_some(Lexeme::Stemmed(word))
                }
            }
        }
    }

    use crate::recall::substring::Needle;
    use crate::tokens::{lower_case, tokens};
    use index::{DICTIONARY, Lexeme, lexemes};
    use proptest::prelude::*;

    /// What servers do to a text: letter by letter, by the rules of Unicode, to ASCII only, or as in
    /// Turkey.
    const SERVERS: [fn(&str) -> String; 4] = [
        |text| text.chars().map(|c| c.to_lowercase().next().unwrap_or(c)).collect(),
        str::to_lowercase,
        str::to_ascii_lowercase,
        |text| {
            let turkish = |c| match c {
                'I' => 'ı',
                c => c.to_lowercase().next().unwrap_or(c),
            };
            text.chars().map(turkish).collect()
        },
    ];

    fn folding(server: fn(&str) -> String) -> Folding<impl Fn(char) -> bool> {
        Folding::new(move |letter: char| {
            let folded = server(&letter.to_string());
            spellings(letter).iter().all(|c| server(&c.to_string()) == folded)
        })
    }

    fn ilike(text: &str, pattern: &str, server: fn(&str) -> String) -> bool {
        let (text, pattern) = (server(text), server(pattern));
        let mut regex = String::from("(?s)^");
        let mut characters = pattern.chars();
        while let Some(c) = characters.next() {
            match c {
                '%' => regex.push_str(".*"),
                '_' => regex.push('.'),
                '\\' => regex.push_str(&regex::escape(&characters.next().unwrap().to_string())),
                c => regex.push_str(&regex::escape(&c.to_string())),
            }
        }
        regex::Regex::new(&(regex + "$")).unwrap().is_match(&text)
    }

    fn finds(piece: &Piece, text: &str, server: fn(&str) -> String) -> bool {
        let by_index = match piece {
            Piece::Like(pattern) => ilike(text, pattern, server),
            Piece::Edge(token) => {
                // The ends of the text are none: there a word is not hidden.
                let (token, text) = (regex::escape(token), text.to_ascii_lowercase());
                let edge = format!("{token}[^[:alnum:]\\p{{L}}]|[^[:alnum:]\\p{{L}}]{token}");
                regex::Regex::new(&edge).unwrap().is_match(&text)
            }
        };
        by_index && ilike(text, &piece.scan_pattern(), server)
    }

    /// Each token of a text is found by what a search for it asks the indexes for.
    fn check_tokens(text: &str) -> Result<(), String> {
        for server in SERVERS {
            let folding = folding(server);
            let index = lexemes(text, server);
            for token in tokens(&DICTIONARY, text) {
                let asked = lexemes(&token, server);
                let words: Vec<String> = asked.iter().map(Lexeme::word).collect();
                let by_lexeme = asked.iter().any(|lexeme| index.contains(lexeme))
                    || index.contains(&Lexeme::Plain(token.clone()));
                let by_piece = || finds(&piece(&token, true, &folding), text, server);
                let is_missed = !lexemes_suffice(&token, &words) || !folding.knows(&token);
                if !(by_lexeme || is_missed && by_piece()) {
                    return Err(format!(
                        "{token:?} of {text:?}: asked {asked:?}, there {index:?}, missed {is_missed}"
                    ));
                }
            }
        }
        Ok(())
    }

    const FRAGMENTS: [&str; 108] = [
        "connection",
        "Pool",
        "user_id",
        "__init__",
        "c++",
        "C#",
        ".NET",
        "node.js",
        "go",
        "R",
        "x86-64",
        "UTF8",
        "k8s",
        "https://",
        "http://",
        "ftp://",
        "postgres://",
        "example.org",
        "/docs/a-b",
        "?q=1",
        "&id=42b",
        "#top",
        "me@example.org",
        "a/b",
        "/etc/hosts",
        "C:\\temp",
        "std::vector",
        "::",
        "v2",
        "v2.10.3",
        "2.0.1",
        "2026-05-15",
        "T10:30:00Z",
        "10:30",
        "404",
        "15",
        "7",
        "100%",
        "3.14",
        "1,000",
        "0x8007000E",
        "42P01",
        "ORA-01555",
        "10.0.0.1",
        "2001:db8::1",
        "don't",
        "before",
        "over",
        "now",
        "the",
        "été",
        "ÉQUIPE",
        "Straße",
        "naïve",
        "ﬁle",
        "ａｂｃ",
        "ＯＲＡ－",
        "０１",
        "ｘ",
        "e\u{301}",
        "E\u{301}",
        "İ",
        "ı",
        "I\u{307}",
        "\u{212A}",
        "\u{212B}",
        "ошибка",
        "Привет",
        "ΣΑΣ",
        "σας",
        "Σ",
        "μ",
        "Ω",
        "エラー",
        "データ",
        "らーめん",
        "の",
        "ー",
        "오라클",
        "을",
        "한",
        "สวัสดี",
        "שלום",
        "سلام",
        "می\u{200C}خواهم",
        "नमस्ते",
        "数据库",
        "连接池",
        "的",
        "锁",
        "缓存雪崩",
        "資料庫連接",
        "在",
        "二〇二六",
        "〇",
        "①",
        "½",
        "㎏",
        "№",
        "٣٤",
        "\u{200B}",
        "\u{AD}",
        "\u{200D}",
        "\u{FEFF}",
        "👩\u{200D}💻",
        "👍🏽",
        "1\u{FE0F}\u{20E3}",
        "🇩🇪",
    ];

    const GLUE: [&str; 22] = [
        "", "", "", "", "", "", " ", " ", "-", "_", ".", ":", "/", "=", "&", "@", "+", "%", "#",
        ",", "，", "\n",
    ];

    fn hostile_text() -> impl Strategy<Value = String> {
        let fragment = prop_oneof![
            6 => prop::sample::select(FRAGMENTS.to_vec()).prop_map(str::to_owned),
            1 => prop::sample::select(FRAGMENTS.to_vec()).prop_map(str::to_uppercase),
            2 => "[a-z]{1,3}|[0-9]{1,4}|[A-Z]",
            2 => CHINESE,
        ];
        prop::collection::vec((fragment, prop::sample::select(GLUE.to_vec())), 1..7).prop_map(
            |parts| parts.into_iter().flat_map(|(word, glue)| [word, glue.to_owned()]).collect(),
        )
    }

    /// Common characters, put together at random.
    const CHINESE: &str = "[数据库连接池超时设置检查异常发生时间需要我们系统服务器内存泄漏部署策略开发人员测试环境的了是不在有中国大学生产超人民共和国管理员天下第一二三四五六七八九十年月日上下左右东西南北]{1,8}";

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(512))]

        #[test]
        fn what_is_asked_for_finds_each_token(text in hostile_text()) {
            prop_assert_eq!(check_tokens(&text), Ok(()));
        }

        #[test]
        fn what_is_asked_for_finds_the_query(text in hostile_text(), skip in 0_usize..20, take in 1_usize..12, upper in any::<bool>()) {
            let query: String = text.chars().skip(skip).take(take).collect();
            let query = if upper { query.to_uppercase() } else { query };
            let needle = Needle::new(&query);
            for server in SERVERS {
                if needle.is_in(&text) {
                    let folding = folding(server);
                    let pattern = ilike_pattern(needle.text(), &folding);
                    prop_assert!(ilike(&text, &pattern, server), "{:?} by {}", needle, pattern);
                    let index = lexemes(&text, server);
                    for word in inner_words(needle.text()).into_iter().filter(|w| folding.knows(w)) {
                        let asked = lexemes(word, server);
                        prop_assert!(asked.is_subset(&index), "{:?}: {:?} of {:?}", needle, asked, index);
                    }
                }
            }
            prop_assert_eq!(lower_case(&lower_case(&text)), lower_case(&text));
        }
    }
}
