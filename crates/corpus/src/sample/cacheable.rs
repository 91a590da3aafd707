//! What is kept of a page that was drawn.

use tokenize::Fingerprint;

use crate::Page;

/// What a page becomes when it is read, and what [`Samples`](crate::Samples) keep of it while there is room.
///
/// It is implemented for [`Page`], for whoever wants the bytes.
pub trait Cacheable: Clone {
    /// Reads a page.
    fn read(page: &Page) -> Self;

    /// Reads a page that was compressed meanwhile, or not kept at all, so that nobody should keep it for
    /// long. Nothing is known of it but its address, charset and place, and whether it is plain text. Default: as any
    /// other.
    fn read_again(page: &Page) -> Self {
        Self::read(page)
    }

    /// Returns what identifies the page.
    fn fingerprint(&self) -> Fingerprint;

    /// Returns about how many bytes of memory this takes.
    fn memory(&self) -> usize;

    /// Returns about how many bytes of memory it will take once it is [lightened](crate::Samples::shrink). Default: as
    /// many as now.
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
