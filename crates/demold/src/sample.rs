//! Which pages of a site to learn from.

/// Returns the numbers `0..n_pages` in a seeded random order.
pub(crate) fn order(n_pages: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..n_pages).collect();
    distill_tree::shuffle(seed, &mut order);
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
        assert_eq!(order(8, 0), [2, 5, 0, 3, 4, 6, 1, 7]);
        assert_ne!(order(64, 0), order(64, 1));
    }
}
