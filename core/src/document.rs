//! The tsvector of a document of any size, written in Postgres' binary form.
//!
//! Postgres refuses text whose vector would not fit; a page must be storable all the same, so here
//! the words that no longer fit are left out, the first ones kept.

use std::collections::HashMap;

/// The most bytes that lexemes and their positions may take: their offsets have 20 bits.
const MAX_BYTES: usize = (1 << 20) - 1;

/// A lexeme's length has 11 bits.
const MAX_LEXEME_BYTES: usize = (1 << 11) - 1;

/// Positions have 14 bits; whatever stands further back shares the last one.
pub const MAX_POSITION: u16 = (1 << 14) - 1;

/// The most positions of one lexeme, as in `to_tsvector`.
const MAX_POSITIONS: usize = 255;

/// The field that a word stands in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    D = 0,
    C = 1,
    B = 2,
    A = 3,
}

/// Collects the words of a document in the order of the text.
#[derive(Default)]
pub struct Document {
    lexemes: HashMap<Box<[u8]>, usize>,
    /// For each lexeme the packed positions (weight above, position below), ascending.
    positions: Vec<Vec<u16>>,
    bytes: usize,
    last_position: u16,
    full: bool,
}

impl Document {
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one occurrence of a lexeme. What does not fit any more is left out.
    pub fn add(&mut self, lexeme: &[u8], position: u16, weight: Weight) {
        let position = position.clamp(1, MAX_POSITION);
        let packed = (weight as u16) << 14 | position;
        self.last_position = self.last_position.max(position);
        let Some(&known) = self.lexemes.get(lexeme) else {
            self.add_new(lexeme, packed);
            return;
        };
        let positions = &mut self.positions[known];
        // Two forms of one word stand at one position, and so does all that is beyond the last.
        let repeats = positions.last().is_some_and(|last| last & MAX_POSITION == position);
        if repeats || positions.len() == MAX_POSITIONS {
            return;
        }
        if self.bytes + 2 > MAX_BYTES {
            self.full = true;
            return;
        }
        positions.push(packed);
        self.bytes += 2;
    }

    fn add_new(&mut self, lexeme: &[u8], packed: u16) {
        if lexeme.len() > MAX_LEXEME_BYTES {
            return;
        }
        // The lexeme on an even boundary, the number of its positions, and the first of them.
        let bytes = lexeme.len().next_multiple_of(2) + 4;
        if self.full || self.bytes + bytes > MAX_BYTES {
            self.full = true;
            return;
        }
        self.bytes += bytes;
        self.lexemes.insert(lexeme.into(), self.positions.len());
        self.positions.push(vec![packed]);
    }

    /// Whether the lexeme is there.
    pub fn contains(&self, lexeme: &[u8]) -> bool {
        self.lexemes.contains_key(lexeme)
    }

    /// The last position taken; the next field goes on from there, as `||` does.
    pub fn last_position(&self) -> u16 {
        self.last_position
    }

    /// Something was left out, so that no further text needs to be read.
    pub fn is_full(&self) -> bool {
        self.full
    }

    /// The bytes behind the varlena header of the tsvector.
    pub fn to_binary(&self) -> Vec<u8> {
        let mut sorted: Vec<(&[u8], usize)> =
            self.lexemes.iter().map(|(lexeme, &index)| (&**lexeme, index)).collect();
        sorted.sort_unstable();
        let mut binary = Vec::with_capacity(4 + 4 * sorted.len() + self.bytes);
        // At most MAX_BYTES / 4 lexemes fit.
        binary.extend((sorted.len() as u32).to_ne_bytes());
        let mut offset = 0;
        for (lexeme, index) in &sorted {
            binary.extend(word_entry(lexeme.len(), offset).to_ne_bytes());
            offset += lexeme.len().next_multiple_of(2) + 2 + 2 * self.positions[*index].len();
        }
        for (lexeme, index) in &sorted {
            binary.extend_from_slice(lexeme);
            if lexeme.len() % 2 == 1 {
                binary.push(0);
            }
            let positions = &self.positions[*index];
            binary.extend((positions.len() as u16).to_ne_bytes());
            for packed in positions {
                binary.extend(packed.to_ne_bytes());
            }
        }
        binary
    }
}

/// The bit field that C compilers make of `{haspos:1, len:11, pos:20}`.
fn word_entry(length: usize, offset: usize) -> u32 {
    let (length, offset) = (length as u32, offset as u32);
    if cfg!(target_endian = "little") {
        1 | length << 1 | offset << 12
    } else {
        1 << 31 | length << 20 | offset
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tsvector::TsVector;

    fn positions(document: &Document, lexeme: &str) -> Option<Vec<usize>> {
        let binary = document.to_binary();
        TsVector::new(&binary)?.find(lexeme.as_bytes()).map(|entry| entry.weights().collect())
    }

    #[test]
    fn what_is_written_reads_back() {
        let mut document = Document::new();
        for (position, word) in (1..).zip(["snapshot", "too", "old", "too"]) {
            document.add(word.as_bytes(), position, Weight::A);
        }
        assert_eq!(document.last_position(), 4);
        document.add(b"old", 5, Weight::B);
        document.add("数据".as_bytes(), 6, Weight::C);
        assert_eq!(positions(&document, "old"), Some(vec![3, 2]));
        assert_eq!(positions(&document, "too"), Some(vec![3, 3]));
        assert_eq!(positions(&document, "数据"), Some(vec![1]));
        assert_eq!(positions(&document, "new"), None);
        assert!(!document.is_full());
        let binary = document.to_binary();
        let lexemes: Vec<Vec<u8>> =
            TsVector::new(&binary).unwrap().iter().map(|entry| entry.lexeme.to_vec()).collect();
        assert_eq!(lexemes, ["old".as_bytes(), b"snapshot", b"too", "数据".as_bytes()]);
    }

    #[test]
    fn positions_stay_within_what_a_tsvector_holds() {
        let mut document = Document::new();
        for position in 1..=300 {
            document.add(b"a", position, Weight::B);
        }
        for _ in 0..3 {
            document.add(b"far", u16::MAX, Weight::B);
        }
        document.add(b"twin", 7, Weight::B);
        document.add(b"twin", 7, Weight::B);
        assert_eq!(positions(&document, "a").map(|all| all.len()), Some(MAX_POSITIONS));
        assert_eq!(positions(&document, "far").map(|all| all.len()), Some(1));
        assert_eq!(positions(&document, "twin").map(|all| all.len()), Some(1));
        assert_eq!(document.last_position(), MAX_POSITION);
    }

    #[test]
    fn the_first_words_of_a_text_that_does_not_fit_are_kept() {
        let mut document = Document::new();
        for word in 0..200_000 {
            document.add(format!("word{word}").as_bytes(), 1, Weight::B);
        }
        assert!(document.is_full());
        assert!(positions(&document, "word0").is_some());
        assert!(positions(&document, "word70000").is_some());
        assert_eq!(positions(&document, "word199999"), None);
        let entries = TsVector::new(&document.to_binary()).unwrap().len();
        assert!(document.to_binary().len() - 4 - 4 * entries <= MAX_BYTES);
        document.add(b"word0", 2, Weight::B);
        document.add(&[b'x'; 3_000], 3, Weight::B);
        assert_eq!(positions(&document, &"x".repeat(3_000)), None);
    }
}
