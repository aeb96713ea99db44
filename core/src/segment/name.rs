//! Names with signs in them: C++, C#, .NET.

use super::chars::{Class, Script, class, narrow};
use super::{Kind, MAX_WORD_BYTES, Token};

/// `.NET`, `.gitignore`: a dot that no word stands before belongs to the word behind it. The whole
/// comes out here, lying over the dot and the word; returns the end of the dot.
pub(super) fn read(text: &str, at: usize, tokens: &mut Vec<Token>) -> Option<usize> {
    let word = text[at..].strip_prefix('.')?;
    let joins_left = |c: char| class(c) != Class::Other || matches!(c, '.' | ')' | ']' | '/');
    if text[..at].chars().next_back().is_some_and(joins_left) {
        return None;
    }
    let length = word
        .bytes()
        .position(|b| !(b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')))
        .unwrap_or(word.len());
    // The dot and the first letters of a word are no name: .e before an accent.
    let goes_on = word[length..].starts_with(|c: char| match class(narrow(c)) {
        Class::Mark | Class::Digit => true,
        Class::Letter(script) => matches!(script, Script::Latin | Script::Other),
        _ => false,
    });
    if !word.starts_with(|c: char| c.is_ascii_alphabetic()) || goes_on || length >= MAX_WORD_BYTES {
        return None;
    }
    tokens.push(Token { kind: Kind::Compound, start: at, end: at + 1 + length });
    tokens.push(Token { kind: Kind::Blank, start: at, end: at + 1 });
    Some(at + 1)
}

/// `C#`, `C++`, `C++20`, `notepad++`; returns the end.
pub(super) fn read_plus(text: &str, at: usize, tokens: &mut Vec<Token>) -> Option<usize> {
    let bytes = text.as_bytes();
    let letters =
        bytes[at..].iter().take(MAX_WORD_BYTES).take_while(|b| b.is_ascii_alphabetic()).count();
    let word_end = at + letters;
    let sign = &bytes[word_end..];
    let ends = |length: usize| {
        !text[word_end + length..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '+')
    };
    if letters == 1 && sign.starts_with(b"#") && ends(1) {
        tokens.push(Token { kind: Kind::NumWord, start: at, end: word_end + 1 });
        return Some(word_end + 1);
    }
    // Whatever stands behind it, jieba takes c++ for a word.
    let known = letters == 1 && matches!(bytes[at], b'c' | b'C');
    let ends = |length| known || ends(length);
    if letters == 0 || letters > MAX_WORD_BYTES - 8 || !sign.starts_with(b"++") || !ends(2) {
        return None;
    }
    let name_end = word_end + 2;
    let digits = year_length(&bytes[name_end..]);
    let end = name_end + digits;
    if letters == 1 {
        // A single letter says nothing by itself: whoever looks for C does not mean C++.
        tokens.push(Token { kind: Kind::NumWord, start: at, end });
        if digits > 0 {
            tokens.push(Token { kind: Kind::Subword, start: at, end: name_end });
        }
    } else {
        tokens.push(Token { kind: Kind::Compound, start: at, end });
        tokens.push(Token { kind: Kind::AsciiWord, start: at, end: word_end });
        tokens.push(Token { kind: Kind::Blank, start: word_end, end });
    }
    Some(end)
}

/// The length of the 20 of C++20, the two digits of the year of a standard; 0 where more than that
/// stands there.
fn year_length(bytes: &[u8]) -> usize {
    let digits = bytes.iter().take_while(|b| b.is_ascii_digit()).count();
    let behind = |offset: usize| bytes.get(digits + offset).copied().unwrap_or(b' ');
    let is_word = |b: u8| b.is_ascii_alphanumeric() || !b.is_ascii();
    let goes_on = is_word(behind(0))
        || (matches!(behind(0), b'-' | b'_' | b'.' | b':' | b'@') && is_word(behind(1)))
        || matches!((behind(0), behind(1)), (b':', b':') | (b'_', b'_'));
    if digits == 2 && !goes_on { digits } else { 0 }
}
