//! What a character can be part of.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Scripts, as far as words of one may stand beside another without a space.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    /// With or without accents; digits go on in its words: `x86`, `été2`.
    Latin,
    Hiragana,
    Katakana,
    Hangul,
    /// Every other one: Cyrillic, Greek, Arabic, Thai.
    Other,
}

impl Script {
    /// Does a word of this script go on with a letter of `next`?
    pub fn goes_on(self, next: Self, letter: char) -> bool {
        // Katakana's sound mark also lengthens hiragana.
        self == next || (self == Self::Hiragana && is_sound_mark(letter))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    Letter(Script),
    Digit,
    /// Belongs to the letter before it: accents, joiners, soft hyphens.
    Mark,
    Han,
    Emoji,
    Other,
}

impl Class {
    pub fn is_word(self) -> bool {
        matches!(self, Self::Letter(_) | Self::Digit)
    }
}

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

/// The ASCII character that a full-width one stands for; any other character is itself.
pub fn narrow(c: char) -> char {
    match c {
        '\u{FF01}'..='\u{FF5E}' => char::from_u32(c as u32 - 0xFEE0).unwrap_or(c),
        _ => c,
    }
}

/// The class of a character, given in its narrow form.
pub fn class(c: char) -> Class {
    if c.is_ascii() {
        return match c {
            '0'..='9' => Class::Digit,
            'a'..='z' | 'A'..='Z' => Class::Letter(Script::Latin),
            _ => Class::Other,
        };
    }
    if is_han(c) {
        return Class::Han;
    }
    match c {
        // The voiced marks of kana that are written apart: テ + ゙ is デ.
        '\u{3099}' | '\u{309A}' => Class::Mark,
        '\u{3041}'..='\u{309F}' => Class::Letter(Script::Hiragana),
        _ if is_sound_mark(c) => Class::Letter(Script::Katakana),
        '\u{30A1}'..='\u{30FA}'
        | '\u{30FD}'..='\u{30FF}'
        | '\u{31F0}'..='\u{31FF}'
        | '\u{FF66}'..='\u{FF9F}' => Class::Letter(Script::Katakana),
        '\u{1100}'..='\u{11FF}'
        | '\u{3130}'..='\u{318F}'
        | '\u{A960}'..='\u{A97F}'
        | '\u{AC00}'..='\u{D7FF}' => Class::Letter(Script::Hangul),
        _ if is_ignorable(c) || is_combining_mark(c) => Class::Mark,
        _ if is_emoji(c) => Class::Emoji,
        _ if is_latin(c) => Class::Letter(Script::Latin),
        _ if c.is_alphabetic() => Class::Letter(Script::Other),
        _ if c.is_numeric() => Class::Digit,
        _ if stands_for_letters(c) => Class::Letter(Script::Latin),
        _ => Class::Other,
    }
}

/// The mark that makes a syllable of kana long.
fn is_sound_mark(c: char) -> bool {
    matches!(c, '\u{30FC}' | '\u{FF70}')
}

/// A letter of the Latin script, or one that stands for such letters: ﬁ, ⓐ, ℌ, Ⅳ, 𝐱.
fn is_latin(c: char) -> bool {
    let in_its_blocks = matches!(c,
        '\u{80}'..='\u{2FF}'
        | '\u{1D00}'..='\u{1DBF}'
        | '\u{1E00}'..='\u{1EFF}'
        | '\u{2070}'..='\u{209F}'
        | '\u{2100}'..='\u{218F}'
        | '\u{24B6}'..='\u{24E9}'
        | '\u{2C60}'..='\u{2C7F}'
        | '\u{A722}'..='\u{A7FF}'
        | '\u{AB30}'..='\u{AB6F}'
        | '\u{FB00}'..='\u{FB06}'
        | '\u{1D400}'..='\u{1D7CB}');
    in_its_blocks && c.is_alphabetic()
}

/// A sign that is short for letters, and for nothing else: ㎏, ㎞, №, ㍿.
fn stands_for_letters(c: char) -> bool {
    matches!(c, '\u{2100}'..='\u{214F}' | '\u{3250}' | '\u{32CC}'..='\u{32CF}' | '\u{3300}'..='\u{33FF}')
        && std::iter::once(c).nfkc().all(char::is_alphanumeric)
}

/// Characters inside a word that change nothing about which word it is. The space of no width is
/// none of them: it stands where a word ends.
pub fn is_ignorable(c: char) -> bool {
    matches!(
        c,
        '\u{AD}' | '\u{200C}' | '\u{200D}' | '\u{2060}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}'
    )
}

/// Pictures: the blocks of emoji and the older symbols that are shown like them.
pub fn is_emoji(c: char) -> bool {
    matches!(c,
        '\u{1F000}'..='\u{1F0FF}'
        | '\u{1F1E6}'..='\u{1F1FF}'
        | '\u{1F200}'..='\u{1F2FF}'
        | '\u{1F300}'..='\u{1FAFF}'
        | '\u{2600}'..='\u{27BF}'
        | '\u{2B05}'..='\u{2B07}'
        | '\u{2B1B}'..='\u{2B1C}'
        | '\u{2B50}'
        | '\u{2B55}'
        | '\u{231A}'..='\u{231B}'
        | '\u{23E9}'..='\u{23FA}')
}

/// One of the letters that flags are spelled with, in pairs.
pub fn is_regional(c: char) -> bool {
    matches!(c, '\u{1F1E6}'..='\u{1F1FF}')
}

/// The skin colour of the emoji before it.
pub fn is_skin_tone(c: char) -> bool {
    matches!(c, '\u{1F3FB}'..='\u{1F3FF}')
}
