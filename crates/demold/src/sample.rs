//! Which pages of a site to learn from.

/// A stream of numbers that is the same on every machine (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `n`. The bias of at most `n / 2^64` does not
    /// matter for choosing pages.
    fn below(&mut self, n: usize) -> usize {
        ((u128::from(self.next()) * n as u128) >> 64) as usize
    }
}

/// Returns the numbers `0..n_pages` in a seeded random order.
pub(crate) fn order(n_pages: usize, seed: u64) -> Vec<usize> {
    let mut numbers = Numbers(seed);
    let mut order: Vec<usize> = (0..n_pages).collect();
    for last in (1..n_pages).rev() {
        order.swap(last, numbers.below(last + 1));
    }
    order
}

#[cfg(test)]
mod tests {
    use super::order;

    #[test]
    fn every_page_stands_once_in_the_order() {
        for n_pages in [0, 1, 2, 17, 100] {
            let mut found = order(n_pages, 7);
            found.sort_unstable();
            assert_eq!(found, (0..n_pages).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_order_is_pinned_on_every_machine() {
        assert_eq!(order(8, 0), order(8, 0));
        assert_eq!(order(8, 0), [1, 2, 6, 5, 4, 0, 3, 7]);
        assert_ne!(order(64, 0), order(64, 1));
    }
}
