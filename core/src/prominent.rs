//! The lexemes that stand out in a text: those in its title, and those that it repeats.
//!
//! What a term can add to a score depends on how often a text holds it, which no index knows. But few
//! texts hold a term more than twice, and an index over the lexemes of those that do tells them from all
//! others: of a text that holds a term, but not prominently, the bound is the one of two occurrences.

use crate::tsvector::{Entry, TsVector};

/// A lexeme that stands no more often than this, and not in the title, is an ordinary one.
pub const ORDINARY_POSITIONS: usize = 2;

/// The place of weight A among the weights.
const TITLE: usize = 3;

fn is_prominent(entry: &Entry<'_>) -> bool {
    let mut positions = 0;
    entry.weights().any(|weight| {
        positions += 1;
        weight == TITLE || positions > ORDINARY_POSITIONS
    })
}

/// The tsvector of the prominent lexemes, without positions: the bytes behind its varlena header.
pub fn prominent(vector: &TsVector<'_>) -> Vec<u8> {
    let lexemes: Vec<&[u8]> =
        vector.iter().filter(is_prominent).map(|entry| entry.lexeme).collect();
    let bytes: usize = lexemes.iter().map(|lexeme| lexeme.len()).sum();
    let mut binary = Vec::with_capacity(4 + 4 * lexemes.len() + bytes);
    binary.extend((lexemes.len() as u32).to_ne_bytes());
    let mut offset = 0;
    for lexeme in &lexemes {
        binary.extend(word_entry(lexeme.len(), offset).to_ne_bytes());
        offset += lexeme.len();
    }
    binary.extend(lexemes.concat());
    binary
}

/// The bit field `{haspos:1, len:11, pos:20}` of a lexeme without positions.
fn word_entry(length: usize, offset: usize) -> u32 {
    let (length, offset) = (length as u32, offset as u32);
    if cfg!(target_endian = "little") { length << 1 | offset << 12 } else { length << 20 | offset }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tsvector::testing::tsvector;

    #[test]
    fn titles_and_repeated_words_are_prominent() {
        let bytes = tsvector(&[
            ("body", &[2]),
            ("none", &[]),
            ("odd", &[0, 1, 2]),
            ("thrice", &[2, 2, 2]),
            ("title", &[3]),
            ("titled", &[2, 3]),
            ("twice", &[2, 2]),
        ]);
        let found = prominent(&TsVector::new(&bytes).unwrap());
        let found = TsVector::new(&found).unwrap();
        let lexemes: Vec<_> = found.iter().map(|entry| entry.lexeme).collect();
        assert_eq!(lexemes, [&b"odd"[..], b"thrice", b"title", b"titled"]);
        assert!(found.contains(b"titled") && found.iter().all(|entry| !entry.has_positions()));
        let nothing = prominent(&TsVector::new(&tsvector(&[])).unwrap());
        assert!(TsVector::new(&nothing).unwrap().is_empty());
    }
}
