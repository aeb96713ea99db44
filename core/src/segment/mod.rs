//! From text to tokens: what a text search parser hands to its dictionaries.

pub mod dictionary;

pub use dictionary::Dictionary;

/// A Chinese character, as jieba counts them: the unified ideographs with their extensions.
pub fn is_han(c: char) -> bool {
    matches!(c,
        '\u{4E00}'..='\u{9FFF}'
        | '\u{3400}'..='\u{4DBF}'
        | '\u{F900}'..='\u{FAFF}'
        | '\u{20000}'..='\u{2EBEF}'
        | '\u{2F800}'..='\u{2FA1F}')
}

/// Does the text hold a Chinese character, so that cutting it needs the whole dictionary?
pub fn has_han(text: &str) -> bool {
    !text.is_ascii() && text.chars().any(is_han)
}
