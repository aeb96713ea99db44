//! A tsvector read where it lies: no copy, no allocation, no alignment needed.
//!
//! The bytes are what follows the varlena header of the datum:
//!
//! ```text
//! int32 number of lexemes | WordEntry per lexeme | lexemes, each followed by its positions
//! ```
//!
//! A `WordEntry` is 32 bits: has positions (1), length (11), offset into the lexemes (20). Positions
//! start at the next even offset behind their lexeme: a count, then 16 bits each, the upper two of
//! which are the weight (0 = D .. 3 = A). Entries stand in the order of [`compare`].
//!
//! Bytes that are no tsvector give `None` or an empty answer, never a panic: a search must not fail
//! because one stored value is broken.

use std::cmp::Ordering;
use std::ops::Range;

/// Bytes of the count, and of one `WordEntry`.
const WORD: usize = 4;

/// The most positions that Postgres keeps for one lexeme.
pub const MAX_POSITIONS: usize = 256;

/// A tsvector, borrowed from its datum.
#[derive(Debug, Clone, Copy)]
pub struct TsVector<'a> {
    entries: &'a [u8],
    strings: &'a [u8],
}

/// One lexeme of a tsvector with its positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry<'a> {
    pub lexeme: &'a [u8],
    positions: &'a [u8],
}

/// The order of lexemes in a tsvector: by bytes, and a prefix comes before what it begins.
pub fn compare(a: &[u8], b: &[u8]) -> Ordering {
    a.cmp(b)
}

impl<'a> TsVector<'a> {
    /// Reads the bytes behind the varlena header; `None` when they are too short for their count.
    pub fn new(bytes: &'a [u8]) -> Option<Self> {
        let (count, rest) = bytes.split_first_chunk::<WORD>()?;
        let count = usize::try_from(i32::from_ne_bytes(*count)).ok()?;
        let (entries, strings) = rest.split_at_checked(count.checked_mul(WORD)?)?;
        Some(Self { entries, strings })
    }

    /// The number of lexemes.
    pub fn len(&self) -> usize {
        self.entries.len() / WORD
    }

    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The lexeme at an index below [`len`](Self::len).
    pub fn get(&self, index: usize) -> Option<Entry<'a>> {
        let word = self.word(index)?;
        let start = word.offset();
        let end = start + word.len();
        let lexeme = self.strings.get(start..end)?;
        if !word.has_positions() {
            return Some(Entry { lexeme, positions: &[] });
        }
        let positions = self.strings.get(end.next_multiple_of(2)..)?;
        let (count, positions) = positions.split_first_chunk::<2>()?;
        let positions = positions.get(..usize::from(u16::from_ne_bytes(*count)) * 2)?;
        Some(Entry { lexeme, positions })
    }

    /// All lexemes in their order, up to the first broken one.
    pub fn iter(&self) -> impl Iterator<Item = Entry<'a>> + use<'a> {
        let vector = *self;
        (0..self.len()).map_while(move |index| vector.get(index))
    }

    /// The entry of a lexeme.
    pub fn find(&self, lexeme: &[u8]) -> Option<Entry<'a>> {
        let index = self.lower_bound(lexeme);
        (self.lexeme(index)? == lexeme).then(|| self.get(index)).flatten()
    }

    pub fn contains(&self, lexeme: &[u8]) -> bool {
        self.lexeme(self.lower_bound(lexeme)) == Some(lexeme)
    }

    /// The indexes of all lexemes that begin with `prefix`.
    pub fn prefix_range(&self, prefix: &[u8]) -> Range<usize> {
        let start = self.lower_bound(prefix);
        let mut end = start;
        while self.lexeme(end).is_some_and(|lexeme| lexeme.starts_with(prefix)) {
            end += 1;
        }
        start..end
    }

    /// The index of the first lexeme that is not below `lexeme`.
    fn lower_bound(&self, lexeme: &[u8]) -> usize {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.lexeme(middle) {
                Some(found) if compare(found, lexeme) == Ordering::Less => low = middle + 1,
                _ => high = middle,
            }
        }
        low
    }

    fn lexeme(&self, index: usize) -> Option<&'a [u8]> {
        let word = self.word(index)?;
        self.strings.get(word.offset()..word.offset() + word.len())
    }

    fn word(&self, index: usize) -> Option<WordEntry> {
        let start = index.checked_mul(WORD)?;
        let bytes = self.entries.get(start..)?.first_chunk::<WORD>()?;
        Some(WordEntry(u32::from_ne_bytes(*bytes)))
    }
}

impl<'a> Entry<'a> {
    /// Whether positions are stored; a stripped vector has none.
    pub fn has_positions(&self) -> bool {
        !self.positions.is_empty()
    }

    /// The weight (0 = D .. 3 = A) of each position in stored order. A lexeme without positions
    /// counts as one occurrence of weight D, as in `ts_rank`.
    pub fn weights(&self) -> impl Iterator<Item = usize> + use<'a> {
        let unpositioned = self.positions.is_empty();
        let stored = self.positions.chunks_exact(2);
        stored
            .map(|pair| usize::from(u16::from_ne_bytes([pair[0], pair[1]]) >> 14))
            .chain(unpositioned.then_some(0))
    }
}

/// The bit field that C compilers make of `{haspos:1, len:11, pos:20}`: from the lowest bit up on
/// little-endian machines, from the highest down on big-endian ones.
#[derive(Clone, Copy)]
struct WordEntry(u32);

impl WordEntry {
    const LENGTH_MASK: u32 = (1 << 11) - 1;
    const OFFSET_MASK: u32 = (1 << 20) - 1;

    fn has_positions(self) -> bool {
        let bit = if cfg!(target_endian = "little") { self.0 } else { self.0 >> 31 };
        bit & 1 == 1
    }

    fn len(self) -> usize {
        let bits = if cfg!(target_endian = "little") { self.0 >> 1 } else { self.0 >> 20 };
        (bits & Self::LENGTH_MASK) as usize
    }

    fn offset(self) -> usize {
        let bits = if cfg!(target_endian = "little") { self.0 >> 12 } else { self.0 };
        (bits & Self::OFFSET_MASK) as usize
    }
}

#[cfg(test)]
pub(crate) mod testing {
    /// A lexeme with the weights of its positions (0 = D .. 3 = A); no weights: no positions.
    pub type Lexeme<'a> = (&'a str, &'a [u8]);

    /// The bytes that Postgres would store (on a little-endian machine) behind the varlena header.
    pub fn tsvector(lexemes: &[Lexeme<'_>]) -> Vec<u8> {
        let mut sorted = lexemes.to_vec();
        sorted.sort_by(|a, b| a.0.as_bytes().cmp(b.0.as_bytes()));
        let mut words = Vec::new();
        let mut strings: Vec<u8> = Vec::new();
        for (lexeme, weights) in sorted {
            let has_positions = u32::from(!weights.is_empty());
            let word = has_positions | (lexeme.len() as u32) << 1 | (strings.len() as u32) << 12;
            words.extend(word.to_ne_bytes());
            strings.extend(lexeme.as_bytes());
            if has_positions == 1 {
                if strings.len() % 2 == 1 {
                    strings.push(0);
                }
                strings.extend((weights.len() as u16).to_ne_bytes());
                for (at, weight) in weights.iter().enumerate() {
                    strings.extend((u16::from(*weight) << 14 | (at as u16 + 1)).to_ne_bytes());
                }
            }
        }
        let mut bytes = ((words.len() / 4) as i32).to_ne_bytes().to_vec();
        bytes.extend(words);
        bytes.extend(strings);
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::testing::tsvector;
    use super::*;
    use proptest::prelude::*;

    fn weights(vector: &TsVector<'_>, lexeme: &str) -> Option<Vec<usize>> {
        vector.find(lexeme.as_bytes()).map(|entry| entry.weights().collect())
    }

    #[test]
    fn finds_lexemes_and_their_weights() {
        let bytes = tsvector(&[("acme", &[3, 0]), ("b", &[]), ("bank", &[1]), ("bar", &[2, 2, 2])]);
        let vector = TsVector::new(&bytes).unwrap();
        assert_eq!(vector.len(), 4);
        assert_eq!(weights(&vector, "acme"), Some(vec![3, 0]));
        assert_eq!(weights(&vector, "b"), Some(vec![0]), "no positions: one occurrence of D");
        assert_eq!(weights(&vector, "bar"), Some(vec![2, 2, 2]));
        assert_eq!(weights(&vector, "ba"), None);
        assert_eq!(vector.prefix_range(b"ba"), 2..4);
        assert_eq!(vector.prefix_range(b"zoo"), 4..4);
        assert_eq!(vector.prefix_range(b""), 0..4);
    }

    #[test]
    fn reads_unaligned_bytes() {
        let mut bytes = vec![0];
        bytes.extend(tsvector(&[("odd", &[1])]));
        let vector = TsVector::new(&bytes[1..]).unwrap();
        assert_eq!(weights(&vector, "odd"), Some(vec![1]));
    }

    #[test]
    fn an_empty_vector_holds_nothing() {
        let bytes = tsvector(&[]);
        let vector = TsVector::new(&bytes).unwrap();
        assert!(vector.is_empty());
        assert_eq!(vector.find(b""), None);
    }

    proptest! {
        #[test]
        fn broken_bytes_never_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200), count in 0i32..30) {
            let mut counted = count.to_ne_bytes().to_vec();
            counted.extend(&bytes);
            for bytes in [&bytes, &counted] {
                if let Some(vector) = TsVector::new(bytes) {
                    vector.iter().for_each(|entry| { entry.weights().count(); });
                    vector.find(b"abc");
                    vector.prefix_range(b"a");
                }
            }
        }

        #[test]
        fn every_stored_lexeme_is_found(words in proptest::collection::btree_set("[a-c]{1,4}", 0..30)) {
            let lexemes: Vec<_> = words.iter().map(|word| (word.as_str(), &[0u8, 3][..])).collect();
            let bytes = tsvector(&lexemes);
            let vector = TsVector::new(&bytes).unwrap();
            for word in &words {
                prop_assert!(vector.contains(word.as_bytes()));
            }
            prop_assert!(!vector.contains(b"d"));
            let with_prefix = words.iter().filter(|word| word.starts_with("ab")).count();
            prop_assert_eq!(vector.prefix_range(b"ab").len(), with_prefix);
        }
    }
}
