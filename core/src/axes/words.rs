//! A question as words: where each begins and ends, and what stands before it.
//!
//! What a reader sees as one word is one word: `widget-co`, `up-to-date`, `-recent` (a negation),
//! `docs/today` and `latest.json` are no cue words. A Han character is a word of its own, since
//! Chinese does not mark where words begin.

/// What stands between a word and the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gap {
    /// Nothing, as between two Han characters.
    None,
    /// White space only.
    Space,
    /// Punctuation, a quote, or the beginning of the question.
    Break,
}

/// What a word is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Letters, digits and what joins them.
    Letters,
    /// One character of a script that puts no white space between words.
    Han,
    /// Quoted text with its quotes: what to find, never how to rank.
    Quoted,
}

/// One word of a question, as a byte range of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Word {
    pub start: usize,
    pub end: usize,
    pub gap: Gap,
    pub kind: Kind,
}

impl Word {
    /// The word as it is written in the question.
    pub fn text<'q>(&self, question: &'q str) -> &'q str {
        question.get(self.start..self.end).unwrap_or("")
    }

    /// Whether the word directly follows the one before it.
    pub fn follows(&self) -> bool {
        self.gap != Gap::Break
    }
}

/// Splits a question into its words.
pub(super) fn words(question: &str) -> Vec<Word> {
    let mut found = Vec::with_capacity(question.len() / 5 + 1);
    let mut quotes = Quotes::default();
    let mut gap = Gap::Break;
    let mut before = None;
    let mut at = 0;
    while let Some(c) = question[at..].chars().next() {
        let (kind, end) = if c.is_whitespace() {
            gap = if gap == Gap::None { Gap::Space } else { gap };
            before = Some(c);
            at += c.len_utf8();
            continue;
        } else if let Some(end) = quotes.end(question, at, c, before) {
            (Kind::Quoted, end)
        } else if is_han(c) {
            (Kind::Han, at + c.len_utf8())
        } else if let Some(end) = letters_end(question, at, c, before) {
            (Kind::Letters, end)
        } else {
            gap = Gap::Break;
            before = Some(c);
            at += c.len_utf8();
            continue;
        };
        found.push(Word { start: at, end, gap, kind });
        gap = Gap::None;
        before = question[at..end].chars().next_back();
        at = end;
    }
    found
}

/// Where the word of letters that begins at `at` ends, if one does.
fn letters_end(question: &str, at: usize, first: char, before: Option<char>) -> Option<usize> {
    let second = question[at + first.len_utf8()..].chars().next();
    let begins = is_letter(first)
        || (is_prefix(first) && before != Some(first) && second.is_some_and(is_letter));
    if !begins {
        return None;
    }
    let mut rest = question[at..].char_indices().skip(1).peekable();
    while let Some((i, c)) = rest.next() {
        let joins = (is_joiner(c) || is_apostrophe(c))
            && rest.peek().is_some_and(|&(_, next)| is_letter(next));
        if !is_letter(c) && !joins {
            return Some(at + i);
        }
    }
    Some(question.len())
}

/// A letter, digit or underscore of a script that puts white space between words.
fn is_letter(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || c == '_'
        || (!c.is_ascii() && (c.is_alphanumeric() || is_combining(c)) && !is_han(c))
}

/// An accent written as a character of its own.
fn is_combining(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// Joins two letters to one word, as in `git-branch`, `a.b`, `user@host`, `docs/today`.
fn is_joiner(c: char) -> bool {
    matches!(
        c,
        '-' | '.'
            | '/'
            | '\\'
            | ':'
            | '@'
            | '&'
            | '+'
            | '='
            | '~'
            | '%'
            | '#'
            | '$'
            | '*'
            | '\u{2011}'
    )
}

/// Belongs to the word that it stands before: a negation, a tag, a path, `.NET`.
fn is_prefix(c: char) -> bool {
    matches!(c, '-' | '.' | '/' | '\\' | '@' | '#' | '$')
}

/// Straight, curly, modifier and full-width apostrophes are one.
pub(super) fn is_apostrophe(c: char) -> bool {
    matches!(c, '\'' | '\u{2019}' | '\u{2018}' | '\u{2bc}' | '\u{ff07}')
}

/// Scripts written without white space between words: Han, kana, hangul and their like.
pub(super) fn is_han(c: char) -> bool {
    matches!(
        c,
        '\u{2e80}'..='\u{2fdf}'
            | '\u{3005}'..='\u{3007}'
            | '\u{3040}'..='\u{31ff}'
            | '\u{3400}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{ac00}'..='\u{d7af}'
            | '\u{f900}'..='\u{faff}'
            | '\u{20000}'..='\u{3134f}'
    )
}

/// Pairs of quotes and code marks.
const QUOTES: [(char, char); 8] = [
    ('"', '"'),
    ('`', '`'),
    ('\u{201c}', '\u{201d}'),
    ('\u{201e}', '\u{201c}'),
    ('«', '»'),
    ('「', '」'),
    ('『', '』'),
    ('《', '》'),
];

/// Finds the ends of quoted texts, and remembers how far looking is in vain: a text full of opening
/// quotes is read in linear time.
#[derive(Default)]
struct Quotes {
    in_vain_until: [usize; QUOTES.len()],
}

impl Quotes {
    /// Where the quoted text that `open` begins at `at` ends. A quote inside a word (5" pipe), one
    /// that nothing closes, or one around no word begins no quoted text.
    fn end(
        &mut self,
        question: &str,
        at: usize,
        open: char,
        before: Option<char>,
    ) -> Option<usize> {
        let which = QUOTES.iter().position(|&(c, _)| c == open)?;
        if at < self.in_vain_until[which] || (open.is_ascii() && before.is_some_and(is_letter)) {
            return None;
        }
        let inner = at + open.len_utf8();
        let close = QUOTES[which].1;
        let Some(length) = question[inner..].find(close) else {
            self.in_vain_until[which] = usize::MAX;
            return None;
        };
        let quoted = &question[inner..inner + length];
        if quoted.chars().any(char::is_alphanumeric) {
            return Some(inner + length + close.len_utf8());
        }
        self.in_vain_until[which] = inner + length;
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(question: &str) -> Vec<&str> {
        words(question).iter().map(|word| word.text(question)).collect()
    }

    #[test]
    fn what_a_reader_sees_as_one_word_is_one() {
        assert_eq!(split("widget-co's up-to-date plan"), ["widget-co's", "up-to-date", "plan"]);
        assert_eq!(split("a.b c::d e/f g_h"), ["a.b", "c", "d", "e/f", "g_h"]);
        assert_eq!(split("-recent #today .NET C++"), ["-recent", "#today", ".NET", "C"]);
        assert_eq!(split("hm...today. (now) today's?"), ["hm", "today", "now", "today's"]);
        assert_eq!(split("today - what's new"), ["today", "what's", "new"]);
    }

    #[test]
    fn han_characters_stand_alone_and_end_a_latin_word() {
        assert_eq!(split("acme的today进展"), ["acme", "的", "today", "进", "展"]);
    }

    #[test]
    fn quoted_text_is_one_word() {
        assert_eq!(split("what's \"going on\" now"), ["what's", "\"going on\"", "now"]);
        assert_eq!(split("“latest news” `x y`"), ["“latest news”", "`x y`"]);
        assert_eq!(split("a \"b"), ["a", "b"]);
        assert_eq!(split("5\" pipe 6\" pipe"), ["5", "pipe", "6", "pipe"]);
        assert_eq!(split("\"\" latest"), ["latest"]);
    }

    #[test]
    fn gaps_tell_white_space_from_punctuation() {
        let gaps: Vec<Gap> = words("a b, c\u{a0}d").iter().map(|word| word.gap).collect();
        assert_eq!(gaps, [Gap::Break, Gap::Space, Gap::Break, Gap::Space]);
    }
}
