//! A buffer of a stream in which one can go back.

use super::{effort, retries::Retries};

/// The number of bytes behind the current one that a mark keeps. One can go back no further: the search for a record
/// after damage then begins a little later. Chosen: by eye.
const KEPT: usize = 1 << 20;

/// Bytes of a stream that were read and perhaps consumed.
///
/// Positions count from the beginning of the stream.
#[derive(Debug, Default)]
pub(crate) struct Window {
    bytes: Vec<u8>,
    /// The position of `bytes[0]`.
    base: u64,
    /// The index of the first byte that was not consumed.
    at: usize,
    /// The position from which on bytes are kept, within the limit of [`KEPT`].
    mark: Option<u64>,
    /// The account of bytes that were looked at in vain.
    retries: Retries,
}

impl Window {
    /// Returns the bytes that were read but not consumed.
    pub(super) fn unread(&self) -> &[u8] {
        &self.bytes[self.at..]
    }

    /// Returns the position of the first of [`unread`](Window::unread).
    pub(super) fn position(&self) -> u64 {
        self.base + self.at as u64
    }

    /// Returns the position after the last byte that was read.
    pub(super) fn end(&self) -> u64 {
        self.base + self.bytes.len() as u64
    }

    /// Consumes `n` bytes, or as many as there are.
    pub(super) fn consume(&mut self, n: usize) {
        self.at = self.at.saturating_add(n).min(self.bytes.len());
    }

    /// Keeps the bytes from here on, even when they are consumed, up to [`KEPT`] bytes back.
    pub(super) fn mark(&mut self) {
        self.mark = Some(self.position());
    }

    /// Stops keeping bytes that were consumed.
    pub(super) fn unmark(&mut self) {
        self.mark = None;
    }

    /// Goes back to `position`, or as near to it as bytes were kept. The bytes that will be read once more are
    /// charged.
    pub(super) fn go_back(&mut self, position: u64) {
        let from = self.at;
        // Never forward: bytes that were not consumed are not skipped.
        let to = position.max(self.base).min(self.position());
        self.at = usize::try_from(to - self.base).unwrap_or(self.at);
        self.charge((from - self.at) as u64);
        effort::count(from - self.at);
    }

    /// Charges for having looked at `n_bytes` bytes in vain.
    pub(super) fn charge(&mut self, n_bytes: u64) {
        self.retries.charge(n_bytes);
    }

    /// Returns whether more bytes have to be read before another try is allowed.
    pub(super) fn is_exhausted(&self) -> bool {
        self.end() < self.retries.due()
    }

    /// Drops the bytes that were appended from this position on.
    pub(super) fn drop_from(&mut self, position: u64) {
        let n_kept = usize::try_from(position.saturating_sub(self.base)).unwrap_or(usize::MAX);
        // What was consumed stays, so that `at` remains within the bytes.
        self.bytes.truncate(n_kept.max(self.at));
    }

    /// Removes and returns the bytes that were not consumed.
    pub(super) fn take_unread(&mut self) -> Vec<u8> {
        self.bytes.split_off(self.at)
    }

    /// Puts back bytes that were consumed last. The window then begins with them, and has no mark.
    pub(super) fn put_back(&mut self, bytes: &[u8]) {
        let position = self.position() - bytes.len() as u64;
        let rest = self.bytes.split_off(self.at);
        self.bytes.clear();
        self.bytes.extend_from_slice(bytes);
        self.bytes.extend(rest);
        (self.base, self.at, self.mark) = (position, 0, None);
    }

    /// Advances the position by `n` bytes that were read without this window, which must have no unread bytes.
    pub(super) fn pass(&mut self, n: usize) {
        self.base = self.end() + n as u64;
        self.bytes.clear();
        self.at = 0;
    }

    /// Lets `fill` append bytes, after dropping those that need not be kept.
    pub(super) fn append<T>(&mut self, fill: impl FnOnce(&mut Vec<u8>) -> T) -> T {
        let oldest = self.mark.map_or(self.at, |mark| {
            let marked = usize::try_from(mark.saturating_sub(self.base)).unwrap_or(0);
            marked.max(self.at.saturating_sub(KEPT)).min(self.at)
        });
        // Bytes are moved only when at least as many are dropped, so all moves together take linear time.
        if self.bytes.len() - oldest <= oldest {
            self.bytes.drain(..oldest);
            self.base += oldest as u64;
            self.at -= oldest;
        }
        fill(&mut self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::{KEPT, Window};

    #[test]
    fn reach_is_bounded() {
        let mut window = Window::default();
        window.mark();
        for _ in 0..64 {
            window.append(|bytes| bytes.resize(bytes.len() + KEPT / 8, b'x'));
            window.consume(KEPT);
        }
        assert!(window.bytes.len() <= 3 * KEPT);
        window.go_back(0);
        assert!(KEPT <= window.unread().len());
        assert_eq!(window.end(), 8 * KEPT as u64);
    }
}
