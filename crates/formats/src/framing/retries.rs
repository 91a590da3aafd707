//! Bounds the cost of the search for something undamaged.

/// An account of the work done in vain while something undamaged was searched for.
///
/// The search starts again after each byte at which it failed, and one byte may require a look at many: at a header
/// without an end, at a block as long as it claims to be, at what a member decompresses to. Each such look is
/// charged. Once more than [`FREE`] bytes and [`TIMES`] the bytes that were read are charged, more bytes have to be
/// read before another try, and the bytes read until then are skipped. So a search takes time linear in the bytes,
/// whatever they are.
#[derive(Debug, Default)]
pub(super) struct Retries {
    n_charged: u64,
}

/// The number of bytes that may be looked at again in any file, however short it is. Chosen: by eye.
const FREE: u64 = 4 << 20;

/// How often each byte may be looked at again, on average. Chosen: by eye.
const TIMES: u64 = 8;

impl Retries {
    /// Charges for having looked at `n_bytes` bytes.
    pub(super) fn charge(&mut self, n_bytes: u64) {
        self.n_charged = self.n_charged.saturating_add(n_bytes);
    }

    /// Returns how many bytes of the file must have been read before another try.
    pub(super) fn due(&self) -> u64 {
        self.n_charged.saturating_sub(FREE).div_ceil(TIMES)
    }
}
