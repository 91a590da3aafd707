//! Which pages of a site to learn from.
//!
//! The sample is the pages whose sources have the smallest seeded hashes,
//! without copies. It depends neither on the order of the pages nor on their
//! names, so a site gives the same template in whatever form it comes.

use std::collections::HashSet;

use crate::{DecodedPage, Input, Reading, threads};

/// Reads the first `k` pages in the order in which they are drawn, and returns them with their numbers. Of
/// pages that show the same text it returns only the first, unless copies count.
///
/// Every page is decoded, because its rank depends on all of it. Only as many are read as are drawn, and the copies
/// that come before them.
pub(crate) fn draw<'a>(pages: &[Input<'a>], k: usize, seed: u64, with_copies: bool) -> Vec<(usize, Reading<'a>)> {
    let ranked = threads::map(pages.iter().collect(), |page| {
        let decoded = DecodedPage::of(page);
        (decoded.rank(seed), decoded)
    });
    let mut ranked: Vec<(usize, (u64, DecodedPage<'a>))> = ranked.into_iter().enumerate().collect();
    // Equal ranks are equal sources: which of these comes first shows in nothing but the numbers that are returned.
    ranked.sort_unstable_by_key(|(page, (rank, _))| (*rank, *page));
    let mut rest = ranked.into_iter().map(|(page, (_, decoded))| (page, decoded));
    let mut seen = HashSet::new();
    let mut drawn = Vec::new();
    while drawn.len() < k {
        // As many as are missing: each may turn out to be a copy, and then there is another round.
        let next: Vec<(usize, DecodedPage<'a>)> = rest.by_ref().take(k - drawn.len()).collect();
        if next.is_empty() {
            break;
        }
        let read = threads::map(next, |(page, decoded)| {
            let reading = decoded.read();
            let text = (!with_copies).then(|| reading.text_number());
            (text, (page, reading))
        });
        let new = (read.into_iter()).filter(|(text, _)| text.is_none_or(|text| seen.insert(text)));
        drawn.extend(new.map(|(_, drawn)| drawn));
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::draw;
    use crate::Input;

    fn drawn(pages: &[&str], seed: u64, with_copies: bool) -> Vec<String> {
        let inputs: Vec<Input<'_>> = pages.iter().map(|&page| Input::from(page)).collect();
        let order = |k| -> Vec<usize> {
            let drawn = draw(&inputs, k, seed, with_copies);
            drawn.into_iter().map(|(page, _)| page).collect()
        };
        let all = order(inputs.len());
        for k in 0..=all.len() {
            assert_eq!(order(k), all[..k]);
        }
        all.iter().map(|&page_idx| pages[page_idx].to_owned()).collect()
    }

    #[test]
    fn neither_order_nor_copies_count() {
        let pages = ["<p>a", "<p>b", "<p>c", "<p>d", "<p>e"];
        let turned = ["<p>e", "<p>d", "<p>c", "<p>c", "<p>b", "<p>a", "<p>a"];
        assert_eq!(drawn(&pages, 0, false).len(), 5);
        assert_eq!(drawn(&pages, 0, false), drawn(&turned, 0, false));
        assert_ne!(drawn(&pages, 0, false), drawn(&pages, 1, false));
        assert_eq!(drawn(&turned, 0, true).len(), 7);
    }

    #[test]
    fn the_order_is_pinned_on_every_machine() {
        let expected = ["<p>a", "<p>c", "<p>b"];
        assert_eq!(drawn(&["<p>a", "<p>b", "<p>c"], 0, false), expected);
    }
}
