//! What is kept of a page that was drawn.

use tokenize::Fingerprint;

use crate::Page;

/// What a page becomes when it is read, and what [`Samples`](crate::Samples) keep of it while there is room.
///
/// It is implemented for [`Page`], for whoever wants the bytes.
pub trait Kept: Clone {
    /// Reads a page. Of one that was compressed meanwhile, nothing is known but its address, charset and place, and
    /// whether it is plain text.
    fn read(page: &Page) -> Self;

    /// Returns what identifies the page.
    fn fingerprint(&self) -> Fingerprint;

    /// Returns about how many bytes of memory this takes.
    fn memory(&self) -> usize;
}

impl Kept for Page {
    fn read(page: &Page) -> Page {
        page.clone()
    }

    fn fingerprint(&self) -> Fingerprint {
        Page::fingerprint(self)
    }

    fn memory(&self) -> usize {
        self.bytes.len()
    }
}
