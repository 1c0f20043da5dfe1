//! Reading a file that is in memory.

/// The bytes that have not been read, and the error if they end too early.
pub(crate) struct Reader<'a, E> {
    pub(crate) rest: &'a [u8],
    torn: E,
}

impl<'a, E: Clone> Reader<'a, E> {
    pub(crate) fn new(bytes: &'a [u8], torn: E) -> Self {
        Self { rest: bytes, torn }
    }

    pub(crate) fn take(&mut self, length: usize) -> Result<&'a [u8], E> {
        let (taken, rest) = self.rest.split_at_checked(length).ok_or(self.torn.clone())?;
        self.rest = rest;
        Ok(taken)
    }

    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], E> {
        let (first, rest) = self.rest.split_first_chunk::<N>().ok_or(self.torn.clone())?;
        self.rest = rest;
        Ok(*first)
    }
}
