//! The trait of the values that are kept for pages that were drawn.

use formats::Page;
use tokenize::Fingerprint;

/// What a page is parsed into, and what [`Samples`](crate::Samples) keep of it while there is room.
///
/// Implemented for [`Page`] itself, for callers that want the bytes.
pub trait Cacheable: Clone {
    /// Parses a page.
    fn read(page: &Page) -> Self;

    /// Parses a page that was compressed or not kept in the meantime, and whose result should not be kept for long.
    /// Only its address, charset and place, and whether it is plain text, are known besides its bytes. Default: as
    /// [`read`](Cacheable::read).
    fn read_again(page: &Page) -> Self {
        Self::read(page)
    }

    /// Returns the fingerprint that identifies the page.
    fn fingerprint(&self) -> Fingerprint;

    /// Returns the approximate number of bytes of memory that the value takes.
    fn memory(&self) -> usize;

    /// Returns the approximate number of bytes of memory that the value will take once it is
    /// [reduced](crate::Sampling::shrink). Default: as many as now.
    fn light_memory(&self) -> usize {
        self.memory()
    }
}

impl Cacheable for Page {
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
