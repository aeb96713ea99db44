//! Words joined without a space: ORA-01555, prod_db.users, Foo::bar, v2.0.1, a.b@example.com.
//!
//! The whole comes out first, then its parts, level by level: `prod_db.users` is found as itself, as
//! `prod_db`, `prod`, `db` and `users`. The whole lies over its parts and is not printed in
//! headlines; the parts and what joins them make up the text.

use super::chars::{Class, Script, class, narrow};
use super::{Kind, MAX_WORD_BYTES, Token};

/// What joins two words, the loosest bond first: a compound is split at the loosest it has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Joint {
    At,
    Path,
    Dot,
    Hyphen,
    Underscore,
    /// Nothing at all, between letters of one script and digits or letters of another: エラー404.
    Script,
}

/// A word of a compound with what joins it to the next one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Part {
    start: usize,
    end: usize,
    letters: bool,
    digits: bool,
    ascii: bool,
    /// Of its letters; a word of digits alone has none.
    script: Option<Script>,
    /// Groups of digits joined by dots: a decimal, a version or an IPv4 address.
    groups: usize,
    joint: Option<Joint>,
}

impl Part {
    fn is_number(&self) -> bool {
        self.digits && !self.letters
    }
}

/// Reads the compound at `at`, where a letter or a digit stands, into `parts`; returns its end.
pub(super) fn read(text: &str, at: usize, parts: &mut Vec<Part>) -> usize {
    parts.clear();
    let mut start = at;
    loop {
        let mut part = read_word(text, start);
        if is_date(parts) && is_day_and_hour(&text[part.start..part.end]) {
            part.end = part.start + 2;
            part.letters = false;
        }
        let joint = read_joint(text, &part, part.end - at);
        // 2.0.1 stays in one piece, also as v2.0.1.
        if let Some(last) = parts.last_mut()
            && last.joint == Some(Joint::Dot)
            && part.is_number()
            && part.ascii
            && (last.is_number() || is_version_start(text, last))
        {
            last.end = part.end;
            last.groups += 1;
            last.joint = None;
        } else {
            part.groups = 1;
            parts.push(part);
        }
        let end = part.end;
        let Some((joint, next)) = joint else { return end };
        if let Some(last) = parts.last_mut() {
            last.joint = Some(joint);
        }
        start = next;
    }
}

/// A year and a month, with the day to come.
fn is_date(parts: &[Part]) -> bool {
    parts.len() == 2
        && parts.iter().all(|part| part.is_number() && part.joint == Some(Joint::Hyphen))
}

/// `15T10` of a timestamp: the day belongs to the date, the rest is the time.
fn is_day_and_hour(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() > 3
        && matches!(bytes[2], b'T' | b't')
        && [bytes[0], bytes[1], bytes[3]].iter().all(u8::is_ascii_digit)
}

/// `v2` or `V2`, or what has grown from it.
fn is_version_start(text: &str, part: &Part) -> bool {
    let word = &text.as_bytes()[part.start..part.end];
    word.len() > 1
        && matches!(word[0], b'v' | b'V')
        && word[1..].iter().all(|b| b.is_ascii_digit() || *b == b'.')
}

/// A word of megabytes is read piece by piece, so that a caller can stop in it.
const LONG_WORD_BYTES: usize = 1 << 20;

/// The word at `start`: letters of one script with their marks, and digits among Latin ones. Of a
/// very long one only the beginning.
fn read_word(text: &str, start: usize) -> Part {
    let mut part = Part {
        start,
        end: start,
        letters: false,
        digits: false,
        ascii: true,
        script: None,
        groups: 0,
        joint: None,
    };
    go_on(text, &mut part);
    part
}

/// Reads more of a word; whether it may go on even then.
fn go_on(text: &str, part: &mut Part) -> bool {
    let start = part.end;
    for c in text[start..].chars() {
        match class(narrow(c)) {
            Class::Letter(found) if letter_goes_on(part, found, c) => {
                part.script.get_or_insert(found);
                part.letters = true;
            }
            Class::Digit if matches!(part.script, None | Some(Script::Latin)) => part.digits = true,
            Class::Mark if part.end > part.start => {}
            _ => return false,
        }
        part.ascii &= c.is_ascii();
        part.end += c.len_utf8();
        if part.end - start > LONG_WORD_BYTES {
            return true;
        }
    }
    false
}

/// The last word of a compound if there may be more of it than was read.
pub(super) fn long_word(parts: &[Part]) -> Option<Part> {
    parts.last().filter(|part| part.end - part.start > LONG_WORD_BYTES).copied()
}

/// Reads more of such a word; returns where that ends, and the word if there may be still more.
pub(super) fn read_on(text: &str, mut part: Part) -> (usize, Option<Part>) {
    let goes_on = go_on(text, &mut part);
    (part.end, goes_on.then_some(part))
}

fn letter_goes_on(part: &Part, found: Script, letter: char) -> bool {
    match part.script {
        Some(script) => script.goes_on(found, letter),
        None => !part.digits || found == Script::Latin,
    }
}

/// Are a word and what stands behind it, of another script, one name? A number belongs to what it
/// counts, and Latin letters are mixed with others in formulas and in names. Japanese words follow
/// each other without a space, and Korean endings stand behind any word: these are no names.
fn is_one_name(part: &Part, next: Class) -> bool {
    match (part.script, next) {
        (Some(script), Class::Digit) => script != Script::Latin,
        (None, Class::Letter(next)) => matches!(next, Script::Hangul | Script::Other),
        (Some(script), Class::Letter(next)) => {
            let mixed = [script, next];
            mixed.contains(&Script::Latin) && mixed.contains(&Script::Other)
        }
        _ => false,
    }
}

/// What joins a word to one right behind it, and where that one starts. Compounds end before they
/// grow longer than what can be indexed as a whole.
fn read_joint(text: &str, part: &Part, length: usize) -> Option<(Joint, usize)> {
    if length > MAX_WORD_BYTES {
        return None;
    }
    let end = part.end;
    let mut rest = text[end..].char_indices();
    let (_, first) = rest.next()?;
    if is_one_name(part, class(narrow(first))) {
        return Some((Joint::Script, end));
    }
    let (joint, next) = match narrow(first) {
        '@' => (Joint::At, rest.next()?),
        '.' => (Joint::Dot, rest.next()?),
        '-' => (Joint::Hyphen, rest.next()?),
        '_' => {
            // Several underscores join as one does.
            (Joint::Underscore, rest.find(|(_, c)| narrow(*c) != '_')?)
        }
        ':' => {
            let (_, second) = rest.next()?;
            (narrow(second) == ':').then_some(())?;
            (Joint::Path, rest.next()?)
        }
        _ => return None,
    };
    let (offset, c) = next;
    class(narrow(c)).is_word().then_some((joint, end + offset))
}

/// Appends the tokens of a compound.
pub(super) fn expand(parts: &[Part], tokens: &mut Vec<Token>) {
    let (Some(first), Some(last)) = (parts.first(), parts.last()) else { return };
    let Some(loosest) = parts[..parts.len() - 1].iter().filter_map(|part| part.joint).min() else {
        expand_part(first, tokens);
        return;
    };
    if last.end - first.start <= MAX_WORD_BYTES {
        tokens.push(Token { kind: whole_kind(parts), start: first.start, end: last.end });
    }
    let numeric = parts.iter().all(Part::is_number);
    let mut from = 0;
    for (i, part) in parts.iter().enumerate() {
        let is_end = i + 1 == parts.len();
        if !is_end && part.joint != Some(loosest) {
            continue;
        }
        if numeric && from == i && part.end - part.start < MIN_NUMBER_BYTES {
            tokens.push(Token { kind: Kind::Blank, start: part.start, end: part.end });
        } else {
            expand(&parts[from..=i], tokens);
        }
        if let Some(next) = parts.get(i + 1)
            && part.end < next.start
        {
            tokens.push(Token { kind: Kind::Blank, start: part.end, end: next.start });
        }
        from = i + 1;
    }
}

/// Of a date or a telephone number no shorter group than this is worth finding by itself.
const MIN_NUMBER_BYTES: usize = 3;

/// Hyphenated words are inflected as other words are; all else is taken as it stands.
fn whole_kind(parts: &[Part]) -> Kind {
    let hyphenated =
        parts.iter().all(|part| !part.digits && matches!(part.joint, None | Some(Joint::Hyphen)));
    match (hyphenated, parts.iter().all(|part| part.ascii)) {
        (true, true) => Kind::AsciiHyphenated,
        (true, false) => Kind::Hyphenated,
        (false, _) => Kind::Compound,
    }
}

/// A part that is not split further.
fn expand_part(part: &Part, tokens: &mut Vec<Token>) {
    let token = |kind, start| Token { kind, start, end: part.end };
    if part.end - part.start > MAX_WORD_BYTES {
        tokens.push(token(Kind::Blank, part.start));
        return;
    }
    let versioned = part.groups > 1 && part.letters;
    let kind = match (part.letters, part.digits) {
        _ if versioned || part.groups > 2 => Kind::Version,
        _ if part.groups == 2 => Kind::Decimal,
        (true, false) if part.ascii => Kind::AsciiWord,
        (true, false) => Kind::Word,
        (false, true) if part.ascii => Kind::Integer,
        _ => Kind::NumWord,
    };
    tokens.push(token(kind, part.start));
    if versioned {
        // Without the v, which many leave out.
        tokens.push(token(Kind::Subword, part.start + 1));
    }
}

/// Where the last word starts if it is no more than the letter C.
pub(super) fn last_letter_c(text: &str, parts: &[Part]) -> Option<usize> {
    let last = parts.last()?;
    text[last.start..last.end].eq_ignore_ascii_case("c").then_some(last.start)
}

/// Whether the words read like the name of a host: joined by dots, and no number.
pub(super) fn is_host(parts: &[Part]) -> bool {
    parts.iter().any(|part| part.joint == Some(Joint::Dot)) && !parts.iter().all(Part::is_number)
}
