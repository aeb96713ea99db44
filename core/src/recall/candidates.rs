//! Which rows can have a base above 0: what the indexes are asked for, a superset of the answer.

/// The pattern of `ILIKE` that every text containing the (lower-cased, trimmed) text matches.
///
/// Characters outside ASCII that have an upper and a lower case become wildcards, since a server
/// may fold fewer of them than we do (none at all under `LC_CTYPE=C`).
///
/// ```
/// use gbrain_rank_core::recall::candidates::ilike_pattern;
/// assert_eq!(ilike_pattern("50%_off"), r"%50\%\_off%");
/// assert_eq!(ilike_pattern("café 锁"), "%caf% 锁%");
/// ```
pub fn ilike_pattern(text: &str) -> String {
    let mut pattern = String::from("%");
    for character in text.chars() {
        match character {
            '%' | '_' | '\\' => pattern.extend(['\\', character]),
            _ if character.is_ascii() || is_caseless(character) => pattern.push(character),
            _ if pattern.ends_with('%') && !pattern.ends_with(r"\%") => {}
            _ => pattern.push('%'),
        }
    }
    if !pattern.ends_with('%') || pattern.ends_with(r"\%") || pattern.len() == 1 {
        pattern.push('%');
    }
    pattern
}

/// Scripts without case: Han, kana, hangul and their punctuation.
fn is_caseless(character: char) -> bool {
    matches!(character,
        '\u{2E80}'..='\u{A4CF}' | '\u{AC00}'..='\u{D7AF}' | '\u{F900}'..='\u{FAFF}'
        | '\u{FE30}'..='\u{FE4F}' | '\u{20000}'..='\u{3FFFF}')
}

/// What joins words to one that our parser may take as a whole, in a class of a regular expression:
/// `2026-05-15`, `v4.0.8`, `a_1`, also in full width.
const JOINTS: &str = "[-._@:/=&?－．＿＠：／＝＆？]";

/// How a token is looked for as a piece of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Piece {
    /// A pattern of `ILIKE`.
    Like(String),
    /// A regular expression of `~*`.
    Regex(String),
}

/// How to find a token that a text may hold without its lexeme: as a piece of the text.
///
/// Two letters or digits are no trigram. But such a token is hidden only in a longer word, so that a
/// joint stands before or behind it, and with that there is one.
pub fn pieces(token: &str) -> Vec<Piece> {
    let short = token.is_ascii() && token.len() < 3 && token.bytes().any(|b| b.is_ascii_digit());
    if !short {
        return vec![Piece::Like(ilike_pattern(token))];
    }
    let quoted = regex::escape(token);
    vec![Piece::Regex(format!("{quoted}{JOINTS}")), Piece::Regex(format!("{JOINTS}{quoted}"))]
}

/// May our parser take this token for a part of a longer word that it does not take apart: a day of
/// a date, a group of an address, the beginning of a version, the hour of a timestamp?
pub fn may_be_hidden(token: &str) -> bool {
    if !token.bytes().any(|b| b.is_ascii_digit()) {
        // The protocol of a URL is left out of it.
        return matches!(token, "http" | "https");
    }
    let is_version =
        token.strip_prefix('v').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let is_hour =
        matches!(token.as_bytes(), [a, b, b't', ..] if a.is_ascii_digit() && b.is_ascii_digit());
    token.chars().count() < 3 || token.contains('.') || is_version || is_hour
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

    #[test]
    fn a_pattern_escapes_and_generalises() {
        assert_eq!(ilike_pattern("pool"), "%pool%");
        assert_eq!(ilike_pattern("数据库"), "%数据库%");
        assert_eq!(ilike_pattern("ñandú"), "%and%");
        assert_eq!(ilike_pattern("100%"), r"%100\%%");
        assert_eq!(ilike_pattern("100%é"), r"%100\%%");
        assert_eq!(ilike_pattern(r"a\b"), r"%a\\b%");
        assert_eq!(ilike_pattern("éé"), "%%");
    }

    #[test]
    fn what_may_be_hidden_is_looked_for_as_a_piece() {
        for token in ["15", "v4", "v10", "18t20", "2.10", "5%", "https"] {
            assert!(may_be_hidden(token), "{token}");
        }
        for token in ["2026", "utf8", "pool", "数据", "c++", "x86"] {
            assert!(!may_be_hidden(token), "{token}");
        }
        assert_eq!(pieces("before"), [Piece::Like("%before%".into())]);
        assert_eq!(
            pieces("5%"),
            [
                Piece::Regex("5%[-._@:/=&?－．＿＠：／＝＆？]".into()),
                Piece::Regex("[-._@:/=&?－．＿＠：／＝＆？]5%".into())
            ]
        );
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
}
