//! Variable-length values: as flat bytes, or as the toast pointer that stands for them.

use pgrx::pg_sys;
use pgrx::varlena::{varatt_is_1b_e, varatt_is_4b_c, vardata_any, varsize_any_exhdr, vartag_1b_e};

/// Bytes of an on-disk toast pointer: two of header, and the `varatt_external`.
pub const TOAST_POINTER_SIZE: usize = 2 + std::mem::size_of::<pg_sys::varatt_external>();

/// A toast pointer as it lies in a row: 18 bytes in place of the value.
pub type ToastPointer = [u8; TOAST_POINTER_SIZE];

/// The value in one piece: itself where it is at hand (which most are, and a call of the server costs
/// more than to look), else a copy in the current memory context.
///
/// # Safety
///
/// The datum must be of a variable-length type and not null.
#[inline]
pub unsafe fn flat(datum: pg_sys::Datum) -> *mut pg_sys::varlena {
    let stored = datum.cast_mut_ptr::<pg_sys::varlena>();
    // SAFETY: by the caller's promise.
    unsafe {
        if varatt_is_1b_e(stored) || varatt_is_4b_c(stored) {
            pg_sys::pg_detoast_datum_packed(stored)
        } else {
            stored
        }
    }
}

/// A value in one piece, decompressed and fetched where needed; that copy ends with this.
pub struct Flat {
    value: *mut pg_sys::varlena,
    copied: bool,
}

impl Flat {
    /// # Safety
    ///
    /// The datum must be of a variable-length type, not null, and outlive this.
    pub unsafe fn new(datum: pg_sys::Datum) -> Self {
        let stored = datum.cast_mut_ptr::<pg_sys::varlena>();
        // SAFETY: by the caller's promise.
        let value = unsafe { flat(datum) };
        Self { value, copied: value != stored }
    }

    /// The value behind a toast pointer.
    ///
    /// # Safety
    ///
    /// The pointer must have been read under a snapshot that is still held.
    pub unsafe fn fetch(pointer: &ToastPointer) -> Self {
        // SAFETY: toast pointers are read byte by byte, whatever their alignment, and not written.
        unsafe { Self::new(pg_sys::Datum::from(pointer.as_ptr())) }
    }

    /// What follows the header, as it lies: maybe unaligned.
    pub fn bytes(&self) -> &[u8] {
        // SAFETY: the value is flat, so its header tells how many bytes follow it.
        unsafe {
            let length = varsize_any_exhdr(self.value);
            std::slice::from_raw_parts(vardata_any(self.value).cast::<u8>(), length)
        }
    }

    pub fn datum(&self) -> pg_sys::Datum {
        pg_sys::Datum::from(self.value)
    }
}

impl Drop for Flat {
    fn drop(&mut self) {
        if self.copied {
            // SAFETY: detoasting made this copy for us.
            unsafe { pg_sys::pfree(self.value.cast()) }
        }
    }
}

/// The toast pointer of a value that is stored out of line; `None` of any that is at hand.
///
/// # Safety
///
/// The datum must be of a variable-length type and not null.
pub unsafe fn toast_pointer(datum: pg_sys::Datum) -> Option<ToastPointer> {
    let stored = datum.cast_mut_ptr::<pg_sys::varlena>();
    // SAFETY: by the caller's promise; a value with this tag has TOAST_POINTER_SIZE bytes.
    unsafe {
        let on_disk = pg_sys::vartag_external::VARTAG_ONDISK as u8;
        (varatt_is_1b_e(stored) && vartag_1b_e(stored) == on_disk)
            .then(|| stored.cast::<ToastPointer>().read_unaligned())
    }
}
