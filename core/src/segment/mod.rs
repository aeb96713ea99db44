//! From text to tokens: the text search parser.
//!
//! The tokens that are printed in headlines tile the text: each byte is in exactly one of them.
//! Others lie over them, so that a whole (`ORA-01555`, `数据库`) is found as well as its parts. Of
//! tokens that lie over each other the longest comes first: what follows the whole in the text then
//! also follows it in the positions, and phrases across it match.

mod chars;
mod compound;
pub mod dictionary;
mod emoji;
mod han;
mod kind;
mod name;
mod normalize;
mod simplify;
mod url;
mod word_list;

use std::sync::Arc;

pub(crate) use chars::{Class, Script, class, narrow};
pub use chars::{has_han, is_han};
pub use dictionary::Dictionary;
pub use kind::Kind;
pub use normalize::{Spelling, normalize};

/// Postgres indexes no longer word, and raises a NOTICE for any longer token, even a blank one.
pub const MAX_WORD_BYTES: usize = 2_046;

/// A piece of the text: its kind, and the bytes that it covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    pub kind: Kind,
    pub start: usize,
    pub end: usize,
}

/// Takes a text apart, token by token. It holds its place but not the text, which is handed to each
/// call again, so that it can be kept behind a pointer of Postgres.
#[derive(Default)]
pub struct Segmenter {
    at: usize,
    /// Tokens already read, and how many of them were handed out.
    read: Vec<Token>,
    handed_out: usize,
    /// What is left of a gap that was too long for one token.
    gap: Option<Token>,
    parts: Vec<compound::Part>,
    /// The word that `at` is in, of which more than can be indexed was read.
    long_word: Option<compound::Part>,
    /// The end of the URL that `at` is in.
    url_end: usize,
    dictionary: Option<Arc<Dictionary>>,
}

impl Segmenter {
    pub fn new() -> Self {
        Self::default()
    }

    /// The next token of `text`, `None` at its end. `dictionary` is asked for when the first Chinese
    /// character is met; English alone never needs it.
    pub fn next<E>(
        &mut self,
        text: &str,
        dictionary: impl FnOnce() -> Result<Arc<Dictionary>, E>,
    ) -> Result<Option<Token>, E> {
        let token = match self.gap.take() {
            Some(gap) => Some(gap),
            None => self.next_token(text, dictionary)?,
        };
        Ok(token.map(|token| self.cut_gap(text, token)))
    }

    /// The token, or as much of a long gap as goes into one.
    fn cut_gap(&mut self, text: &str, token: Token) -> Token {
        if token.kind != Kind::Blank || token.end - token.start <= MAX_WORD_BYTES {
            return token;
        }
        let mut end = token.start + MAX_WORD_BYTES;
        while !text.is_char_boundary(end) {
            end -= 1;
        }
        self.gap = Some(Token { start: end, ..token });
        Token { end, ..token }
    }

    fn next_token<E>(
        &mut self,
        text: &str,
        dictionary: impl FnOnce() -> Result<Arc<Dictionary>, E>,
    ) -> Result<Option<Token>, E> {
        if let Some(token) = self.read.get(self.handed_out) {
            self.handed_out += 1;
            return Ok(Some(*token));
        }
        if let Some(token) = self.rest_of_long_word(text) {
            return Ok(Some(token));
        }
        if let Some(token) = self.plain(text.as_bytes()) {
            return Ok(Some(token));
        }
        self.read.clear();
        self.handed_out = 0;
        let Some(first) = text[self.at..].chars().next() else { return Ok(None) };
        self.at = match class(narrow(first)) {
            Class::Han => {
                let dictionary = match &mut self.dictionary {
                    Some(dictionary) => dictionary,
                    none => none.insert(dictionary()?),
                };
                han::read(text, self.at, dictionary, &mut self.read)
            }
            Class::Letter(_) | Class::Digit => self.joined(text),
            Class::Emoji => {
                let end = emoji::end(text, self.at);
                self.push(Kind::Word, end)
            }
            Class::Mark | Class::Other => self.sign(text),
        };
        self.handed_out = 1;
        Ok(self.read.first().copied())
    }

    fn rest_of_long_word(&mut self, text: &str) -> Option<Token> {
        let start = self.at;
        (self.at, self.long_word) = compound::read_on(text, self.long_word.take()?);
        (start < self.at).then_some(Token { kind: Kind::Blank, start, end: self.at })
    }

    /// The fast path: a word or a gap of ASCII with nothing special behind it.
    fn plain(&mut self, bytes: &[u8]) -> Option<Token> {
        let start = self.at;
        let first = *bytes.get(start)?;
        let rest = &bytes[start + 1..];
        let (kind, length) = if first.is_ascii_alphanumeric() {
            let (mut letters, mut digits) = (false, false);
            let mut count = |b: &u8| {
                digits |= b.is_ascii_digit();
                letters |= b.is_ascii_alphabetic();
                b.is_ascii_alphanumeric()
            };
            count(&first);
            let mut length = 1;
            for b in rest.iter().take(MAX_WORD_BYTES) {
                if !b.is_ascii_alphanumeric() {
                    break;
                }
                count(b);
                length += 1;
            }
            if length > MAX_WORD_BYTES || may_be_joined(&bytes[start..], length) {
                return None;
            }
            let kind = match (letters, digits) {
                (true, false) => Kind::AsciiWord,
                (false, _) => Kind::Integer,
                _ => Kind::NumWord,
            };
            (kind, length)
        } else if is_gap(first) {
            (Kind::Blank, 1 + rest.iter().take_while(|b| is_gap(**b)).count())
        } else {
            return None;
        };
        self.at = start + length;
        Some(Token { kind, start, end: self.at })
    }

    /// A word that may be joined to others, or begin a URL or an address.
    fn joined(&mut self, text: &str) -> usize {
        let start = self.at;
        if let Some(end) = url::protocol_end(text, start)
            && !text[start..end].contains("++")
        {
            // Its name is a word, too: who looks for postgres also finds postgres://db. Those of the
            // web say nothing, and a URL is also looked for without them.
            if url::is_web(&text[start..end - url::PROTOCOL_SIGN.len()]) {
                self.push(Kind::Protocol, end);
            } else {
                self.push_scheme(text, start, end);
            }
            self.whole_url(text, end, end);
            return end;
        }
        if let Some(end) = url::ipv6_end(text, start) {
            self.push(Kind::NumWord, end);
            self.push_parts(text, start, end);
            return end;
        }
        if let Some(end) = name::read_plus(text, start, &mut self.read) {
            return end;
        }
        let end = compound::read(text, start, &mut self.parts);
        self.long_word = compound::long_word(&self.parts);
        if compound::is_host(&self.parts) && url::has_path(text, end) {
            self.whole_url(text, start, end);
        }
        compound::expand(&self.parts, &mut self.read);
        // objective-c++
        if text[end..].starts_with("++")
            && let Some(start) = compound::last_letter_c(text, &self.parts)
        {
            self.read.push(Token { kind: Kind::Compound, start, end: end + 2 });
        }
        end
    }

    /// The whole URL from `start` on, unless that lies inside one or is no more than its host.
    fn whole_url(&mut self, text: &str, start: usize, host_end: usize) {
        if start < self.url_end {
            return;
        }
        self.url_end = url::extent(text, start);
        if let Some(end) = url::trimmed(text, start, self.url_end)
            && end > host_end
        {
            self.read.push(Token { kind: Kind::Compound, start, end });
        }
    }

    /// What is no word, unless a name or an address begins with it.
    fn sign(&mut self, text: &str) -> usize {
        if let Some(end) = name::read(text, self.at, &mut self.read) {
            return end;
        }
        let start = self.at;
        match url::ipv6_end(text, start) {
            Some(end) => {
                self.push(Kind::NumWord, end);
                self.push_parts(text, start, end);
                end
            }
            None => self.push(Kind::Blank, blank_end(text, start)),
        }
    }

    /// The groups of an address just read, lying over it.
    fn push_parts(&mut self, text: &str, start: usize, end: usize) {
        let mut at = start;
        for word in text[start..end].split(|c: char| !c.is_ascii_alphanumeric()) {
            let token = |kind| Token { kind, start: at, end: at + word.len() };
            if word.len() > 1 && word.bytes().any(|b| b.is_ascii_digit()) {
                self.read.push(token(Kind::Compound));
            } else if word.len() > 1 {
                self.read.push(token(Kind::Subword));
            }
            at += word.len() + 1;
        }
    }

    /// The name of a protocol and the signs behind it, word by word, so that headlines can mark it.
    fn push_scheme(&mut self, text: &str, start: usize, end: usize) {
        let (mut at, mut pushed) = (start, start);
        for word in text[start..end].split(|c: char| !c.is_ascii_alphanumeric()) {
            if word.len() > 1 {
                if pushed < at {
                    self.read.push(Token { kind: Kind::Blank, start: pushed, end: at });
                }
                let digits = word.bytes().any(|b| b.is_ascii_digit());
                let kind = if digits { Kind::NumWord } else { Kind::AsciiWord };
                pushed = at + word.len();
                self.read.push(Token { kind, start: at, end: pushed });
            }
            at += word.len() + 1;
        }
        // A name of one letter says nothing.
        let kind = if pushed == start { Kind::Protocol } else { Kind::Blank };
        self.read.push(Token { kind, start: pushed, end });
    }

    fn push(&mut self, kind: Kind, end: usize) -> usize {
        self.read.push(Token { kind, start: self.at, end });
        end
    }
}

#[cfg(test)]
mod tests;

/// All tokens of a text.
pub fn segment<E>(
    text: &str,
    dictionary: impl Fn() -> Result<Arc<Dictionary>, E>,
) -> Result<Vec<Token>, E> {
    let mut segmenter = Segmenter::new();
    let mut tokens = Vec::new();
    while let Some(token) = segmenter.next(text, &dictionary)? {
        tokens.push(token);
    }
    Ok(tokens)
}

/// ASCII that belongs to no word, whatever stands around it.
fn is_gap(b: u8) -> bool {
    b.is_ascii() && !b.is_ascii_alphanumeric() && !matches!(b, b'.' | b':')
}

/// Whether what stands behind a word of `length` bytes may join it to more.
fn may_be_joined(bytes: &[u8], length: usize) -> bool {
    let behind = |offset: usize| bytes.get(length + offset).copied().unwrap_or(b' ');
    let goes_on = |b: u8| b.is_ascii_alphanumeric() || !b.is_ascii();
    match behind(0) {
        b'.' | b'-' | b'@' => goes_on(behind(1)),
        b'_' => goes_on(behind(1)) || behind(1) == b'_',
        // Foo::bar, https://, 2001:db8::1
        b':' => matches!(behind(1), b':' | b'/') || behind(1).is_ascii_hexdigit(),
        b'+' => behind(1) == b'+',
        b'#' => length == 1,
        b => !b.is_ascii(),
    }
}

/// The end of what is no word from `at` on, as far as it goes into one token.
fn blank_end(text: &str, at: usize) -> usize {
    let mut rest = text[at..].char_indices();
    rest.next();
    rest.find(|&(offset, c)| {
        offset >= MAX_WORD_BYTES - 4
            || matches!(c, '.' | ':')
            || !matches!(class(narrow(c)), Class::Other | Class::Mark)
    })
    .map_or(text.len(), |(offset, _)| at + offset)
}
