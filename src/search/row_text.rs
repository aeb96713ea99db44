//! Values of a row that outlive it, and text that is not read before it is needed.

use pgrx::pg_sys;

/// The most of a body that a snippet is made from, in characters.
pub const SNIPPET_CHARS: usize = 64_000;

/// The longest encoding of a character in UTF-8.
const MAX_CHAR_BYTES: usize = 4;

/// A datum with its bytes, aligned as Postgres wants them.
#[derive(Clone)]
pub enum OwnedDatum {
    ByValue(pg_sys::Datum),
    ByReference(Box<[u64]>),
}

impl OwnedDatum {
    /// Copies a datum as it is: a toast pointer to a value on disk stays one, and is good for the same
    /// snapshot. What points into memory (an expanded array or record) is made one piece.
    ///
    /// # Safety
    /// `datum` is a valid datum of a type with that passing and length.
    pub unsafe fn copy(datum: pg_sys::Datum, by_value: bool, length: i16) -> Self {
        if by_value {
            return Self::ByValue(datum);
        }
        let mut start = datum.cast_mut_ptr::<u8>();
        // SAFETY: a fixed length, a varlena that knows its size (-1), or a C string (-2).
        let bytes = unsafe {
            if length == -1 && !is_flat_or_on_disk(start.cast()) {
                start = pg_sys::pg_detoast_datum_packed(start.cast()).cast();
            }
            let size = match length {
                -1 => pgrx::varlena::varsize_any(start.cast()),
                -2 => std::ffi::CStr::from_ptr(start.cast()).count_bytes() + 1,
                fixed => usize::try_from(fixed).unwrap_or(0),
            };
            std::slice::from_raw_parts(start, size)
        };
        Self::from_bytes(bytes)
    }

    fn from_bytes(bytes: &[u8]) -> Self {
        let mut words = vec![0u64; bytes.len().div_ceil(8)];
        for (word, chunk) in words.iter_mut().zip(bytes.chunks(8)) {
            let mut padded = [0u8; 8];
            padded[..chunk.len()].copy_from_slice(chunk);
            *word = u64::from_ne_bytes(padded);
        }
        Self::ByReference(words.into_boxed_slice())
    }

    /// The datum, valid as long as `self` lives.
    pub fn datum(&self) -> pg_sys::Datum {
        match self {
            Self::ByValue(datum) => *datum,
            Self::ByReference(words) => pg_sys::Datum::from(words.as_ptr()),
        }
    }
}

/// Whether the bytes of a varlena are all that there is of it, but for what is on disk.
///
/// # Safety
/// `value` is a varlena.
unsafe fn is_flat_or_on_disk(value: *mut pg_sys::varlena) -> bool {
    // SAFETY: by the caller's promise; the tag of an external value is read only where it is one.
    unsafe {
        !pgrx::varlena::varatt_is_1b_e(value)
            || pgrx::varlena::vartag_1b_e(value) == pg_sys::vartag_external::VARTAG_ONDISK as u8
    }
}

/// The beginning of a text column: enough for a snippet, fetched only when the row is returned.
#[derive(Clone)]
pub struct KeptText(OwnedDatum);

impl KeptText {
    /// Keeps a row's text: a toast pointer as it is, anything else up to what a snippet needs.
    pub fn keep(datum: pg_sys::Datum) -> Self {
        // SAFETY: a text datum; what lies on disk is kept as the pointer to it, what is in memory is
        // cut by pg_detoast_datum_slice, which copies.
        unsafe {
            let pointer = datum.cast_mut_ptr::<pg_sys::varlena>();
            if pgrx::varlena::varatt_is_1b_e(pointer) && is_flat_or_on_disk(pointer) {
                return Self(OwnedDatum::copy(datum, false, -1));
            }
            let limit = (SNIPPET_CHARS * MAX_CHAR_BYTES) as i32;
            let cut = pg_sys::pg_detoast_datum_slice(pointer, 0, limit);
            Self(OwnedDatum::copy(pg_sys::Datum::from(cut), false, -1))
        }
    }

    /// The first [`SNIPPET_CHARS`] characters.
    pub fn read(&self) -> String {
        let limit = (SNIPPET_CHARS * MAX_CHAR_BYTES) as i32;
        // SAFETY: the datum is a text value, or a toast pointer of the snapshot that is still held.
        let bytes = unsafe {
            let slice = pg_sys::pg_detoast_datum_slice(self.0.datum().cast_mut_ptr(), 0, limit);
            let start = pgrx::varlena::vardata_any(slice).cast::<u8>();
            std::slice::from_raw_parts(start, pgrx::varlena::varsize_any_exhdr(slice))
        };
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => text,
            // The slice may end inside a character.
            Err(error) => std::str::from_utf8(&bytes[..error.valid_up_to()]).unwrap_or_default(),
        };
        match text.char_indices().nth(SNIPPET_CHARS) {
            Some((end, _)) => text[..end].to_owned(),
            None => text.to_owned(),
        }
    }
}
