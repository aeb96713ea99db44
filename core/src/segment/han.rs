//! Chinese text, which has no spaces: cut into words by the dictionary.

use super::chars::is_han;
use super::simplify::simplify;
use super::{Dictionary, Kind, MAX_WORD_BYTES, Token};

/// Text is cut a piece of this many bytes at a time, so that memory stays small however long it
/// goes on without a full stop.
const PIECE_BYTES: usize = 6 * 1024;

/// The last words of a piece may be cut otherwise when the text goes on, so they are cut again.
const UNSURE_WORDS: usize = 3;

/// Single characters that every Chinese text is full of. recall's function words hold them, too.
const PARTICLES: [char; 12] =
    ['的', '了', '是', '在', '和', '与', '也', '就', '或', '这', '那', '都'];

/// Appends the tokens of the Chinese characters from `at` on, the longer words before the shorter
/// ones inside them; returns where they end.
pub(super) fn read(
    text: &str,
    at: usize,
    dictionary: &Dictionary,
    tokens: &mut Vec<Token>,
) -> usize {
    let (piece, goes_on) = piece(&text[at..]);
    // Traditional characters are looked up as simplified ones; both take the same bytes.
    let simplified = simplify(piece);
    let found = dictionary.search(&simplified);
    let mut words = words_from_the_end(&found);
    if goes_on && words.len() > UNSURE_WORDS {
        words.drain(..UNSURE_WORDS);
    }
    // jieba gives the words inside a longer one before that one.
    let mut from = 0;
    for &index in words.iter().rev() {
        let word = &found[index];
        let kind = match word.word.len() {
            ..=MAX_WORD_BYTES if is_particle(word.word) => Kind::Particle,
            ..=MAX_WORD_BYTES => Kind::Word,
            _ => Kind::Blank,
        };
        tokens.push(Token { kind, start: at + word.byte_start, end: at + word.byte_end });
        for inner in &found[from..index] {
            let (start, end) = (at + inner.byte_start, at + inner.byte_end);
            tokens.push(Token { kind: Kind::Subword, start, end });
        }
        from = index + 1;
    }
    at + words.first().map_or(piece.len(), |&last| found[last].byte_end)
}

/// The Chinese characters at the start of a text, at most a piece of them, and whether more follow.
fn piece(text: &str) -> (&str, bool) {
    let mut ends = text.char_indices().filter(|&(at, c)| !is_han(c) || at >= PIECE_BYTES);
    match ends.next() {
        Some((end, c)) => (&text[..end], is_han(c)),
        None => (text, false),
    }
}

/// The indexes of the words that make up the text, last one first. The other tokens lie inside them.
fn words_from_the_end(found: &[jieba_rs::Token<'_>]) -> Vec<usize> {
    let mut open = usize::MAX;
    let mut words = Vec::with_capacity(found.len());
    for (index, token) in found.iter().enumerate().rev() {
        if token.byte_end <= open {
            open = token.byte_start;
            words.push(index);
        }
    }
    words
}

fn is_particle(word: &str) -> bool {
    let mut characters = word.chars();
    match (characters.next(), characters.next()) {
        (Some(c), None) => PARTICLES.contains(&c),
        _ => false,
    }
}
