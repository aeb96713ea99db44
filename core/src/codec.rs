//! How aggregate states travel between parallel workers: fixed-width numbers in native byte order and
//! length-prefixed bytes. Both ends are the same binary on the same machine.

/// Appends values to a buffer.
#[derive(Debug, Default)]
pub struct Writer(Vec<u8>);

impl Writer {
    pub fn u32(&mut self, value: u32) -> &mut Self {
        self.raw(&value.to_ne_bytes())
    }

    pub fn i64(&mut self, value: i64) -> &mut Self {
        self.raw(&value.to_ne_bytes())
    }

    pub fn f64(&mut self, value: f64) -> &mut Self {
        self.raw(&value.to_bits().to_ne_bytes())
    }

    pub fn raw(&mut self, bytes: &[u8]) -> &mut Self {
        self.0.extend_from_slice(bytes);
        self
    }

    /// A number of elements or bytes; none of ours comes near 4 G.
    pub fn count(&mut self, count: usize) -> &mut Self {
        self.u32(u32::try_from(count).unwrap_or(u32::MAX))
    }

    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.count(bytes.len()).raw(bytes)
    }

    pub fn finish(self) -> Vec<u8> {
        self.0
    }
}

/// Takes values from a buffer in the order in which they were written; `None` at its end.
#[derive(Debug)]
pub struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    pub fn u32(&mut self) -> Option<u32> {
        self.array().map(u32::from_ne_bytes)
    }

    pub fn i64(&mut self) -> Option<i64> {
        self.array().map(i64::from_ne_bytes)
    }

    pub fn f64(&mut self) -> Option<f64> {
        self.array().map(|bits| f64::from_bits(u64::from_ne_bytes(bits)))
    }

    pub fn count(&mut self) -> Option<usize> {
        usize::try_from(self.u32()?).ok()
    }

    pub fn bytes(&mut self) -> Option<&'a [u8]> {
        let count = self.count()?;
        let (taken, rest) = self.0.split_at_checked(count)?;
        self.0 = rest;
        Some(taken)
    }

    pub fn array<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*taken)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let mut writer = Writer::default();
        writer.count(3).i64(-7).f64(-0.0).bytes(b"id").raw(&[1, 2]);
        let bytes = writer.finish();
        let mut reader = Reader::new(&bytes);
        assert_eq!(reader.count(), Some(3));
        assert_eq!(reader.i64(), Some(-7));
        assert_eq!(reader.f64().map(f64::to_bits), Some((-0.0f64).to_bits()));
        assert_eq!(reader.bytes(), Some(&b"id"[..]));
        assert_eq!(reader.array::<2>(), Some([1, 2]));
        assert_eq!(reader.u32(), None);
    }

    #[test]
    fn a_length_beyond_the_end_is_none() {
        assert_eq!(Reader::new(&[9, 0, 0, 0, 1]).bytes(), None);
    }
}
