//! Finding a consensus in a page.

use std::ops::Range;

use align_nw::Aligner;

use crate::{Consensus, Error};

/// Finds a consensus in pages by aligning the two.
///
/// Built by [`Config::locator`](crate::Config::locator). It is small and immutable, and can be shared between
/// threads.
#[derive(Clone, Debug)]
pub struct ConsensusLocator {
    aligner: Aligner,
}

/// The tokens of a page that belong to the template.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LocatedTokens {
    ranges: Vec<Range<usize>>,
    fit: f64,
}

impl LocatedTokens {
    /// Returns the template's tokens as ranges of positions in the page:
    /// sorted, disjoint, not empty, and no two of them touching.
    pub fn ranges(&self) -> &[Range<usize>] {
        &self.ranges
    }

    /// Returns how well the page fits the consensus, from 0 to 1: the sum of the supports of the tokens that were
    /// found, divided by that of all tokens.
    ///
    /// A page from which the consensus was made scores high, a page of another kind low. Every page fits an empty
    /// consensus with 1.
    pub fn fit(&self) -> f64 {
        self.fit
    }
}

impl ConsensusLocator {
    pub(crate) fn new(aligner: Aligner) -> ConsensusLocator {
        ConsensusLocator { aligner }
    }

    /// Finds the tokens of `page` that belong to the template: those that the best alignment of `consensus` and
    /// `page` matches with an equal one.
    ///
    /// A token that is paired with a different one does not belong to the template. Neither does an
    /// [`UNKNOWN`](crate::UNKNOWN) one, since no consensus has that symbol.
    ///
    /// # Complexity
    ///
    /// One alignment: `O(m · n)` time for `m` tokens of the consensus and `n` of
    /// the page, 64 cells at a time; memory as set by
    /// [`Config::align`](crate::Config::align).
    ///
    /// # Errors
    ///
    /// [`Error::Align`] if the two are too long for the limits.
    ///
    /// # Panics
    ///
    /// Never.
    ///
    /// # Examples
    ///
    /// ```
    /// use distill_tree::{Config, Consensus};
    ///
    /// let consensus = Consensus::from_parts(vec![1, 2, 3], vec![4, 2, 4], 4)?;
    /// let found = Config::new().locator()?.locate(&consensus, &[1, 9, 8, 3])?;
    /// assert_eq!(found.ranges(), [0..1, 3..4]);
    /// assert_eq!(found.fit(), 0.8);
    /// # Ok::<(), distill_tree::Error>(())
    /// ```
    pub fn locate(&self, consensus: &Consensus, page: &[u32]) -> Result<LocatedTokens, Error> {
        let found = self.aligner.align(consensus.symbols(), page).map_err(Error::Align)?;
        let mut ranges: Vec<Range<usize>> = Vec::new();
        let mut supports_found = 0;
        for (in_consensus, in_page) in found.matches() {
            supports_found += u64::from(consensus.supports()[in_consensus]);
            match ranges.last_mut() {
                // Matches ascend, so that a range can only grow at its end.
                Some(last) if last.end == in_page => last.end += 1,
                _ => ranges.push(in_page..in_page + 1),
            }
        }
        // The sum of many supports may exceed 32 bits.
        let supports: u64 = consensus.supports().iter().copied().map(u64::from).sum();
        // An empty consensus has no supports to divide by.
        let fit = if supports == 0 { 1.0 } else { supports_found as f64 / supports as f64 };
        Ok(LocatedTokens { ranges, fit })
    }
}
