//! The limit of the work for a page.

use dom::{Dom, NodeId};

use crate::Error;

/// The steps that are allowed for any page. Chosen: by eye.
const FLOOR: usize = 4 << 20;
/// The further steps that are allowed for each byte of the page. Lists within lists have up to a hundred, but not on
/// pages that are longer than the floor. Chosen: Markdown of the pages of the development sites has 0.1 to 1.5 bytes
/// for each byte of the page.
const PER_BYTE: usize = 16;

/// The limit of steps for rendering a page: nodes that are read and bytes that are written. Steps are counted rather
/// than timed, so that a page is either always refused or never.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Work {
    limit: usize,
}

impl Work {
    pub(crate) fn of(dom: &Dom<'_>) -> Work {
        Work {
            // Saturating, because on a 32-bit target sixteen times the length of a long page is no `usize`.
            limit: FLOOR.saturating_add(dom.source().len().saturating_mul(PER_BYTE)),
        }
    }

    /// Returns how many bytes may be written.
    pub(crate) fn limit(self) -> usize {
        self.limit
    }

    /// Fails if too many bytes are written by the time that a node is read.
    #[inline]
    pub(crate) fn check(self, dom: &Dom<'_>, node: NodeId, n_written: usize) -> Result<(), Error> {
        // Nodes are read in the order of their indices, so that the index bounds the number read so far.
        if node.index() + n_written <= self.limit {
            return Ok(());
        }
        Err(Error::Work { limit: self.limit, at: dom.extent(node).start })
    }
}
