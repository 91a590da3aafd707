//! The nodes of the tree: each is the consensus of the pages below it, before the threshold.

use align_nw::{Alignment, Step};

use crate::{Consensus, Error, Pruning, UNKNOWN};

impl Consensus {
    /// Makes a leaf from a page, without unknown symbols, which no other page can share.
    pub(crate) fn leaf(page: &[u32]) -> Consensus {
        let known = page.iter().copied().filter(|&symbol| symbol != UNKNOWN);
        let symbols: Vec<u32> = known.collect();
        let supports = vec![1; symbols.len()];
        Consensus { symbols, supports, pages: 1 }
    }

    /// Aligns two nodes, merges them, and prunes as `pruning` says.
    pub(crate) fn merge(
        &self,
        other: &Consensus,
        pruning: Pruning,
        align: impl FnOnce(&[u32], &[u32]) -> Result<Alignment, align_nw::Error>,
    ) -> Result<Consensus, Error> {
        match pruning {
            Pruning::Paper => {
                let mut merged = self.union(other, align)?;
                // The comparison is multiplied out, so that no division rounds.
                merged.keep(|support, pages| pages <= 4 * support);
                Ok(merged)
            }
            Pruning::Inputs => {
                let pruned = [self, other].map(|node| {
                    // The nodes are shared, and pruning happens in place.
                    let mut node = node.clone();
                    node.keep(|support, pages| pages <= 2 * support);
                    node
                });
                pruned[0].union(&pruned[1], align)
            }
        }
    }

    /// Aligns two nodes and combines both sequences into one, in order. A matched symbol appears once, with its
    /// supports added. In a mismatch both symbols appear, this node's first. Opposite a gap, the single symbol
    /// appears.
    fn union(
        &self,
        other: &Consensus,
        align: impl FnOnce(&[u32], &[u32]) -> Result<Alignment, align_nw::Error>,
    ) -> Result<Consensus, Error> {
        let found = align(&self.symbols, &other.symbols).map_err(Error::Align)?;
        let most = self.symbols.len() + other.symbols.len();
        let mut merged = Consensus {
            symbols: Vec::with_capacity(most),
            supports: Vec::with_capacity(most),
            pages: self.pages + other.pages,
        };
        let mut push = |symbol, support| {
            merged.symbols.push(symbol);
            merged.supports.push(support);
        };
        let (mut i, mut j) = (0, 0);
        for step in found.steps() {
            let (left, right) = (i, j);
            i += usize::from(*step != Step::Insert);
            j += usize::from(*step != Step::Delete);
            match step {
                Step::Match => {
                    push(self.symbols[left], self.supports[left] + other.supports[right]);
                }
                Step::Mismatch => {
                    push(self.symbols[left], self.supports[left]);
                    push(other.symbols[right], other.supports[right]);
                }
                Step::Delete => push(self.symbols[left], self.supports[left]),
                Step::Insert => push(other.symbols[right], other.supports[right]),
            }
        }
        Ok(merged)
    }

    /// Keeps the symbols for which `keep` returns true. `keep` gets the support of the symbol and the number of pages
    /// of the node.
    pub(crate) fn keep(&mut self, keep: impl Fn(u64, u64) -> bool) {
        let pages = u64::from(self.pages);
        // Kept symbols move to the front in place, and `kept` never passes `idx`.
        let mut kept = 0;
        for idx in 0..self.symbols.len() {
            if keep(u64::from(self.supports[idx]), pages) {
                self.symbols[kept] = self.symbols[idx];
                self.supports[kept] = self.supports[idx];
                kept += 1;
            }
        }
        self.symbols.truncate(kept);
        self.supports.truncate(kept);
    }
}
