use std::fmt;

/// Why something could not be built, mapped or learned.
///
/// Any two trees can be mapped onto each other. A mapping fails only if the trees are too large for the configured
/// limits.
#[non_exhaustive]
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Error {
    /// A tree must have at least one node.
    NoRoot,
    /// The depths are not those of a tree listed in pre-order.
    NoParent {
        /// The first node that has no parent, or the second without one.
        node: usize,
    },
    /// Lists that describe the same nodes have different lengths.
    Lengths {
        /// The number of nodes.
        nodes: usize,
        /// The length of the list that differs.
        given: usize,
    },
    /// A node of a template has an impossible support: zero, more than its parent's, or more
    /// than there are pages.
    BadSupport {
        /// The pre-order number of the node.
        node: usize,
    },
    /// The share of pages was not above 0 and at most 1.
    BadShare,
    /// Fewer than two pages were to be compared.
    TooFewPages {
        /// The number of pages.
        given: usize,
    },
    /// The roots of two pages have different labels, so the pages share no tree, and no page may
    /// be skipped ([`Config::skipping`](crate::Config::skipping)).
    OtherRoot {
        /// The first page, in the order of use, whose root differs from those of most
        /// pages.
        page: usize,
    },
    /// A mapping would visit more cells than [`Config::max_cells`](crate::Config::max_cells).
    TooManyCells {
        /// The configured limit.
        limit: u64,
    },
    /// A mapping would take more memory than [`Config::memory`](crate::Config::memory).
    TooMuchMemory {
        /// The number of bytes that were needed when the limit was reached.
        needed: usize,
        /// The configured limit in bytes.
        limit: usize,
    },
}

impl std::error::Error for Error {}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Error::NoRoot => write!(f, "a tree needs a root"),
            Error::NoParent { node } => write!(f, "node {node} has no parent"),
            Error::Lengths { nodes, given } => {
                write!(f, "a list for {nodes} nodes has {given} entries")
            }
            Error::BadSupport { node } => {
                write!(f, "the support of node {node} is zero, or above its parent's, or above the number of pages")
            }
            Error::BadShare => write!(f, "the share of pages must be above 0 and at most 1"),
            Error::TooFewPages { given } => {
                write!(f, "a template needs two different pages, got {given}")
            }
            Error::OtherRoot { page } => {
                write!(f, "the root of page {page} differs from those of most pages")
            }
            Error::TooManyCells { limit } => {
                write!(f, "the mapping needs more than {limit} cells, which is the limit")
            }
            Error::TooMuchMemory { needed, limit } => {
                write!(f, "the mapping needs {needed} bytes, limit is {limit}")
            }
        }
    }
}
