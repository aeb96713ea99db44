//! jsonb in its binary form, read in place: no copy, no printing and parsing, no call of the server.
//!
//! A container is a header (its kind and the number of its elements), one entry for each element, and
//! then the elements' bytes. An object's entries are those of all keys, then those of all values. An
//! entry holds the element's type and either its length or where it ends; numbers and containers are
//! aligned to four bytes from the start of the elements' bytes.

const COUNT: u32 = 0x0FFF_FFFF;
const IS_SCALAR: u32 = 0x1000_0000;
const IS_OBJECT: u32 = 0x2000_0000;

const ENTRY_LENGTH: u32 = 0x0FFF_FFFF;
const ENTRY_TYPE: u32 = 0x7000_0000;
const ENTRY_HAS_END: u32 = 0x8000_0000;

/// Bytes of a header, and of an entry.
const WORD: usize = 4;

/// A value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Value<'a> {
    Null,
    Bool(bool),
    /// The bytes of a `numeric`, its length word included.
    Number(&'a [u8]),
    /// In the encoding of the database.
    Text(&'a [u8]),
    Array(Array<'a>),
    Object(Object<'a>),
}

/// The elements of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Array<'a>(Elements<'a>);

/// The keys of an object with their values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Object<'a> {
    keys: Elements<'a>,
    values: Elements<'a>,
}

impl<'a> Value<'a> {
    /// The value in the bytes behind a jsonb's length word; `None` for bytes that are none.
    pub fn read(bytes: &'a [u8]) -> Option<Self> {
        let header = word(bytes, 0)?;
        let count = (header & COUNT) as usize;
        let entries = bytes.get(WORD..)?;
        if header & IS_OBJECT != 0 {
            let (keys, entries) = entries.split_at_checked(count.checked_mul(WORD)?)?;
            let (values, data) = entries.split_at_checked(count * WORD)?;
            let keys = Elements { entries: keys, data, start: 0 };
            let values = Elements { entries: values, data, start: keys.end() };
            return Some(Self::Object(Object { keys, values }));
        }
        let (entries, data) = entries.split_at_checked(count.checked_mul(WORD)?)?;
        let array = Array(Elements { entries, data, start: 0 });
        // A lone value is stored as an array of one.
        if header & IS_SCALAR != 0 { array.iter().next() } else { Some(Self::Array(array)) }
    }
}

impl<'a> Array<'a> {
    pub fn iter(self) -> impl Iterator<Item = Value<'a>> {
        self.0.iter()
    }

    pub fn is_empty(self) -> bool {
        self.0.entries.is_empty()
    }
}

impl<'a> Object<'a> {
    /// The keys and values, in the order of the keys: shorter ones first, then by their bytes.
    pub fn iter(self) -> impl Iterator<Item = (&'a [u8], Value<'a>)> {
        self.keys.iter().zip(self.values.iter()).filter_map(|(key, value)| match key {
            Value::Text(key) => Some((key, value)),
            _ => None,
        })
    }

    /// The value of a key.
    pub fn get(self, key: &str) -> Option<Value<'a>> {
        self.iter().find(|(name, _)| *name == key.as_bytes()).map(|(_, value)| value)
    }
}

/// A run of entries and the bytes that they speak of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Elements<'a> {
    entries: &'a [u8],
    data: &'a [u8],
    /// Where the first element begins.
    start: usize,
}

impl<'a> Elements<'a> {
    fn places(self) -> impl Iterator<Item = (u32, usize, usize)> {
        self.entries
            .chunks_exact(WORD)
            .scan(self.start, |start, entry| {
                let entry = word(entry, 0)?;
                let length = (entry & ENTRY_LENGTH) as usize;
                let end = if entry & ENTRY_HAS_END != 0 { length } else { *start + length };
                Some((entry & ENTRY_TYPE, std::mem::replace(start, end), end))
            })
            .fuse()
    }

    fn end(self) -> usize {
        self.places().last().map_or(self.start, |(_, _, end)| end)
    }

    fn iter(self) -> impl Iterator<Item = Value<'a>> {
        self.places().map_while(move |(kind, start, end)| {
            let aligned = start.next_multiple_of(WORD);
            Some(match kind {
                0x0000_0000 => Value::Text(self.data.get(start..end)?),
                0x1000_0000 => Value::Number(self.data.get(aligned..end)?),
                0x2000_0000 => Value::Bool(false),
                0x3000_0000 => Value::Bool(true),
                0x4000_0000 => Value::Null,
                _ => Value::read(self.data.get(aligned..end)?)?,
            })
        })
    }
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at + WORD)?.try_into().ok().map(u32::from_ne_bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// `{"a": 7, "bb": ["x", null, true], "ccc": {}}` without the length word, laid out by hand.
    fn sample() -> Vec<u8> {
        let mut bytes = Vec::new();
        let words = |words: &[u32]| words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        let header: Vec<u8> = words(&[
            IS_OBJECT | 3,
            ENTRY_HAS_END | 1,
            2,
            3,
            // Padded to four bytes: the number begins at 8.
            0x1000_0000 | 10,
            0x5000_0000 | 17,
            0x5000_0000 | 7,
        ]);
        bytes.extend(header);
        bytes.extend(b"abbccc\0\0");
        // 7 as a numeric: length word, header of the short form, one digit.
        let number: Vec<u8> = words(&[8 << 2]);
        bytes.extend(number);
        bytes.extend([0x00, 0x80, 7, 0]);
        let array: Vec<u8> = words(&[0x4000_0000 | 3, ENTRY_HAS_END | 1, 0x4000_0000, 0x3000_0000]);
        bytes.extend(array);
        bytes.push(b'x');
        bytes.extend([0, 0, 0]);
        let empty: Vec<u8> = words(&[IS_OBJECT]);
        bytes.extend(empty);
        bytes
    }

    #[test]
    fn an_object_is_read_in_place() {
        let bytes = sample();
        let Some(Value::Object(object)) = Value::read(&bytes) else { panic!("no object") };
        let keys: Vec<_> = object.iter().map(|(key, _)| key).collect();
        assert_eq!(keys, [b"a".as_slice(), b"bb", b"ccc"]);
        assert!(matches!(object.get("a"), Some(Value::Number(number)) if number.len() == 8));
        let Some(Value::Array(array)) = object.get("bb") else { panic!("no array") };
        let elements: Vec<_> = array.iter().collect();
        assert_eq!(elements, [Value::Text(b"x"), Value::Null, Value::Bool(true)]);
        assert!(
            matches!(object.get("ccc"), Some(Value::Object(empty)) if empty.iter().count() == 0)
        );
        assert_eq!(object.get("cc"), None);
    }

    #[test]
    fn a_lone_value_is_itself() {
        let mut bytes = (IS_SCALAR | 0x4000_0000 | 1).to_ne_bytes().to_vec();
        bytes.extend((ENTRY_HAS_END | 2).to_ne_bytes());
        bytes.extend(b"hi");
        assert_eq!(Value::read(&bytes), Some(Value::Text(b"hi")));
        assert_eq!(Value::read(&[]), None);
    }

    proptest! {
        #[test]
        fn no_bytes_are_read_beyond_the_value(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            if let Some(Value::Object(object)) = Value::read(&bytes) {
                prop_assert!(object.iter().count() <= bytes.len());
            }
        }

        #[test]
        fn a_damaged_value_is_read_without_a_panic(at in 0usize..64, byte in any::<u8>()) {
            let mut bytes = sample();
            let length = bytes.len();
            bytes[at % length] = byte;
            if let Some(Value::Object(object)) = Value::read(&bytes) {
                prop_assert!(object.iter().count() <= 3);
            }
        }
    }
}
