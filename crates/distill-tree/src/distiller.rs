//! The tree, from the pages up to the root.

use align_nw::{Aligner, Scratch};

use crate::{Config, Consensus, Error, sample};

/// Distils pages into the symbols that they share.
///
/// Built by [`Config::build`]. It is small and immutable, and can be shared between threads.
#[derive(Clone, Debug)]
pub struct Distiller {
    config: Config,
    aligner: Aligner,
}

impl Distiller {
    pub(crate) fn new(config: Config, aligner: Aligner) -> Distiller {
        Distiller { config, aligner }
    }

    /// Returns the indexes of the pages that [`Distiller::distill`] uses, in the order in which it pairs them.
    ///
    /// The pages are shuffled by the seed and taken in that order until the
    /// sample is full. A page that equals one already taken is left out, unless
    /// [copies](Config::copies) count or fewer than two pages would be taken:
    /// then the first that was left out is taken after all.
    ///
    /// # Complexity
    ///
    /// Linear in the tokens of the pages tried, which are no more than are
    /// needed to fill the sample.
    ///
    /// # Panics
    ///
    /// Never.
    pub fn sample(&self, pages: &[&[u32]]) -> Vec<usize> {
        sample::draw(&self.config, pages)
    }

    /// Distils a sample of `pages`, each a sequence of symbols, into the symbols that they share.
    ///
    /// The pages of [`Distiller::sample`] are the leaves of the tree. At each level neighbors are paired and merged.
    /// A symbol that their best alignment matches is taken once, and its supports are added. All other symbols are
    /// taken in order; in a mismatch the first node's symbol comes first. A node without a partner moves up
    /// unchanged. Between the levels symbols are pruned by [`Config::pruning`], and at the root by
    /// [`Config::threshold`].
    ///
    /// A symbol of the consensus is on at least [`Config::least_support`] pages,
    /// whatever the threshold. By default that is two, so a single page, or
    /// none, gives an empty consensus; `t` equal pages give that page.
    ///
    /// # Complexity
    ///
    /// `t − 1` alignments of `O(l²)` time each; with the feature `rayon`, on all threads of the
    /// current pool. The sequences of inner nodes grow by what their pages do not share;
    /// pruning keeps them within twice the length of a page, or four times if it is done late.
    ///
    /// # Errors
    ///
    /// [`Error::Align`] if two sequences are too long for the limits of [`Config::align`]. If this happens several
    /// times, the error of the first pair is returned.
    ///
    /// # Panics
    ///
    /// Never.
    ///
    /// # Examples
    ///
    /// ```
    /// use distill_tree::Config;
    ///
    /// let distiller = Config::new().build()?;
    /// let consensus = distiller.distill(&[&[1, 2, 3], &[1, 4, 3]])?;
    /// assert_eq!(consensus.symbols(), [1, 3]);
    /// assert_eq!(consensus.pages(), 2);
    /// assert!(distiller.distill(&[&[1, 2, 3]])?.is_empty());
    /// # Ok::<(), distill_tree::Error>(())
    /// ```
    pub fn distill(&self, pages: &[&[u32]]) -> Result<Consensus, Error> {
        let sample = self.sample(pages);
        let mut level: Vec<Consensus> = sample.into_iter().map(|page_idx| Consensus::leaf(pages[page_idx])).collect();
        while level.len() > 1 {
            level = self.next_level(level)?;
        }
        // Without pages there is no root, and the consensus is empty.
        let mut root = level.pop().unwrap_or_default();
        let share = share_of(self.config.threshold, root.pages());
        let least = share.max(u64::from(self.config.least_support));
        root.keep(|support, _| least <= support);
        Ok(root)
    }

    /// Merges the nodes of a level in pairs.
    ///
    /// The last node of an odd number has no partner and moves up.
    fn next_level(&self, mut level: Vec<Consensus>) -> Result<Vec<Consensus>, Error> {
        // The node comes back at the end of the next level, so that the order of pages is kept.
        let odd = if level.len() % 2 == 1 { level.pop() } else { None };
        let merge = |scratch: &mut Scratch, [left, right]: &[Consensus; 2]| {
            let align = |left: &[u32], right: &[u32]| self.aligner.align_with(scratch, left, right);
            left.merge(right, self.config.pruning, align)
        };
        let pairs = level.as_chunks::<2>().0;
        let mut merged = merge_all(pairs, merge);
        merged.extend(odd.map(Ok));
        // All pairs are merged before errors are looked at, so that the error is that of the first pair for any
        // number of threads.
        merged.into_iter().collect()
    }
}

/// Merges each pair, in order. All pairs of one thread share its scratch memory.
fn merge_all<F>(pairs: &[[Consensus; 2]], merge: F) -> Vec<Result<Consensus, Error>>
where
    F: Fn(&mut Scratch, &[Consensus; 2]) -> Result<Consensus, Error> + Send + Sync,
{
    #[cfg(feature = "rayon")]
    {
        use rayon::prelude::*;
        // An indexed parallel iterator keeps the order of the pairs, whichever thread finishes first.
        pairs.par_iter().map_init(Scratch::new, merge).collect()
    }
    #[cfg(not(feature = "rayon"))]
    {
        let mut scratch = Scratch::new();
        pairs.iter().map(|pair| merge(&mut scratch, pair)).collect()
    }
}

/// The parts of a whole in which shares are counted. As a floating-point number, .1 of 30 is slightly above 3. Cut
/// to these parts, a share is never more than it should be, and .1 of 30 is 3 pages, not 4. Chosen: by eye.
const PARTS: u64 = 1_000_000_000_000;

/// Returns the number of pages that the threshold's share of `pages` is, rounded up.
fn share_of(threshold: f64, pages: u32) -> u64 {
    // Thresholds are checked to be in (0, 1], so the numbers fit.
    let parts = u128::from((threshold * PARTS as f64) as u64);
    let least = (parts * u128::from(pages)).div_ceil(PARTS.into());
    u64::try_from(least).unwrap_or(pages.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_threshold_is_met_by_equality() {
        assert_eq!(share_of(0.5, 16), 8);
        assert_eq!(share_of(0.5, 15), 8);
        assert_eq!(share_of(1.0, 7), 7);
        assert_eq!(share_of(1e-300, 2), 0);
        for pages in 20..=1_000 {
            for percent in 1..=100 {
                let exact = u64::from(pages * percent).div_ceil(100);
                assert_eq!(share_of(f64::from(percent) / 100.0, pages), exact);
            }
        }
    }

    #[test]
    fn thresholds_are_not_rounded_to_percents() {
        assert_eq!(share_of(0.5001, 2), 2);
        for parts in 1..=10_000_u32 {
            assert_eq!(share_of(f64::from(parts) / 10_000.0, 10_000), u64::from(parts));
        }
    }
}
