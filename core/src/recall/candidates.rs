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
