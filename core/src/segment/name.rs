//! Names with signs in them: C++, C#, .NET.

use super::chars::{Class, class};
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
    if !word.starts_with(|c: char| c.is_ascii_alphabetic()) || length >= MAX_WORD_BYTES {
        return None;
    }
    tokens.push(Token { kind: Kind::Compound, start: at, end: at + 1 + length });
    tokens.push(Token { kind: Kind::Blank, start: at, end: at + 1 });
    Some(at + 1)
}

/// `C#`, `C++`, `C++20`, `notepad++`; returns the end.
pub(super) fn read_plus(text: &str, at: usize, tokens: &mut Vec<Token>) -> Option<usize> {
    let bytes = text.as_bytes();
    let letters = bytes[at..].iter().take_while(|b| b.is_ascii_alphabetic()).count();
    let word_end = at + letters;
    let sign = &bytes[word_end..];
    let ends = |length: usize| {
        !text[word_end + length..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '+')
    };
    if letters == 1 && sign.starts_with(b"#") && ends(1) {
        tokens.push(Token { kind: Kind::NumWord, start: at, end: word_end + 1 });
        return Some(word_end + 1);
    }
    if letters == 0 || letters > MAX_WORD_BYTES - 8 || !sign.starts_with(b"++") || !ends(2) {
        return None;
    }
    let name_end = word_end + 2;
    let digits = bytes[name_end..].iter().take_while(|b| b.is_ascii_digit()).count().min(6);
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
