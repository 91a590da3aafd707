//! Distilling pages as they come.

use align_nw::Scratch;

use crate::{Consensus, Distiller, Error, node::Node};

/// A consensus that pages are added to one by one. No page is looked at again.
///
/// The tree of pairs is built from left to right, like a binary counter: two nodes of as many pages are merged into one.
/// So it is the tree that [`Distiller::distill`] builds of the same pages in the same order, and the consensus is the
/// same for any number of pages. Pages are taken as they are: none is drawn, and copies count.
///
/// # Complexity
///
/// One alignment for each page, on average. For `t` pages, at most `log2 t + 1` sequences are held, each pruned as
/// [`Config::pruning`](crate::Config::pruning) says.
///
/// # Examples
///
/// ```
/// use distill_tree::{Config, GrowingConsensus};
///
/// let mut growing = GrowingConsensus::new(Config::new().build()?);
/// for page in [[1, 2, 3], [1, 4, 3], [1, 5, 3]] {
///     growing.add(&page)?;
/// }
/// assert_eq!(growing.consensus()?.symbols(), [1, 3]);
/// # Ok::<(), distill_tree::Error>(())
/// ```
#[derive(Debug)]
pub struct GrowingConsensus {
    distiller: Distiller,
    /// The node of 2^i pages is at place i; the pages of a later place come before those of an earlier one.
    nodes: Vec<Option<Node>>,
}

impl GrowingConsensus {
    /// Begins without pages. Of the distiller's settings, the sample and the seed mean nothing here.
    #[must_use]
    pub fn new(distiller: Distiller) -> GrowingConsensus {
        GrowingConsensus { distiller, nodes: Vec::new() }
    }

    /// Adds a page.
    ///
    /// # Errors
    ///
    /// [`Error::Align`] if two sequences are too long for the limits of the alignments. The page is then left out.
    pub fn add(&mut self, page: &[u32]) -> Result<(), Error> {
        let mut node = Node::leaf(page);
        for place in 0.. {
            let Some(earlier) = self.nodes.get(place).and_then(Option::as_ref) else {
                if self.nodes.len() <= place {
                    self.nodes.resize(place + 1, None);
                }
                // Only now that no alignment can fail are the merged nodes taken away.
                self.nodes[..place].fill(None);
                self.nodes[place] = Some(node);
                break;
            };
            node = self.merged(earlier, &node, &mut Scratch::new())?;
        }
        Ok(())
    }

    /// Returns the number of pages that were added.
    #[must_use]
    pub fn pages(&self) -> u32 {
        self.nodes.iter().flatten().map(Node::pages).sum()
    }

    /// Returns what the pages so far have in common.
    ///
    /// # Complexity
    ///
    /// At most `log2 t` alignments for `t` pages.
    ///
    /// # Errors
    ///
    /// [`Error::Align`] if two sequences are too long for the limits of the alignments.
    pub fn consensus(&self) -> Result<Consensus, Error> {
        let mut scratch = Scratch::new();
        let mut root: Option<Node> = None;
        // As in the tree, a node without a partner moves up until it meets one.
        for earlier in self.nodes.iter().flatten() {
            root = Some(match root {
                None => earlier.clone(),
                Some(later) => self.merged(earlier, &later, &mut scratch)?,
            });
        }
        Ok(self.distiller.finish(root.unwrap_or_default()))
    }

    fn merged(&self, earlier: &Node, later: &Node, scratch: &mut Scratch) -> Result<Node, Error> {
        let align = |left: &[u32], right: &[u32]| self.distiller.aligner().align_with(scratch, left, right);
        earlier.merge(later, self.distiller.config().get_pruning(), align)
    }
}
