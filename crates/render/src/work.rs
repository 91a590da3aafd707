//! The limit of what a page may take.

use dom::{Dom, NodeId};

use crate::Error;

/// The steps that any page may take.
const FLOOR: usize = 4 << 20;
/// How many more it may take for each of its bytes. Markdown of the pages of the development sites has 0.1 to 1.5
/// bytes for each of theirs; lists within lists have up to a hundred, but not on pages that are longer than the floor.
const PER_BYTE: usize = 16;

/// The steps that a page may take to be rendered: nodes that are read and bytes that are written. They are counted
/// rather than timed, so that the same page is always refused or never.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Work {
    limit: usize,
}

impl Work {
    pub(crate) fn of(dom: &Dom<'_>) -> Work {
        Work {
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
        if node.index() + n_written <= self.limit {
            return Ok(());
        }
        Err(Error::Work {
            limit: self.limit,
            at: dom.extent(node).start,
        })
    }
}
