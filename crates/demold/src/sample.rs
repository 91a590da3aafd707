//! Which pages of a site to learn from.
//!
//! The sample is the pages whose sources have the smallest seeded hashes,
//! without copies. It depends neither on the order of the pages nor on their
//! names, so a site gives the same template in whatever form it comes.

use std::collections::HashSet;

use tokenize::Fingerprint;

use crate::{Input, reading, threads};

/// Returns the number of the text that a page shows.
fn text(input: &Input<'_>) -> u64 {
    let source = reading::source(input);
    match input.get_plain_text() {
        true => Fingerprint::of_plain(source.text()).text(),
        false => Fingerprint::of(source.text()).text(),
    }
}

/// Returns the numbers of the first `k` pages in the order in which they are drawn. Of
/// pages that show the same text it returns only the first, unless copies count.
pub(crate) fn order(pages: &[Input<'_>], k: usize, seed: u64, with_copies: bool) -> Vec<usize> {
    let ranks = threads::map(pages, |page| {
        Fingerprint::rank_of(reading::source(page).text(), seed)
    });
    let mut ranked: Vec<usize> = (0..pages.len()).collect();
    ranked.sort_unstable_by_key(|&page| (ranks[page], page));
    if with_copies {
        ranked.truncate(k);
        return ranked;
    }
    let mut seen = HashSet::new();
    let mut drawn = Vec::new();
    let mut rest = &ranked[..];
    // What a page shows is looked at only as long as pages are missing.
    while drawn.len() < k && !rest.is_empty() {
        let (next, after) = rest.split_at(rest.len().min(k - drawn.len()));
        let texts = threads::map(next, |&page| text(&pages[page]));
        let new = std::iter::zip(next, texts).filter(|&(_, text)| seen.insert(text));
        drawn.extend(new.map(|(&page, _)| page));
        rest = after;
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::order;
    use crate::Input;

    fn drawn(pages: &[&str], seed: u64, with_copies: bool) -> Vec<String> {
        let inputs: Vec<Input<'_>> = pages.iter().map(|&page| Input::from(page)).collect();
        let order = order(&inputs, pages.len(), seed, with_copies);
        for k in 0..=order.len() {
            assert_eq!(super::order(&inputs, k, seed, with_copies), order[..k]);
        }
        order
            .iter()
            .map(|&page_idx| pages[page_idx].to_owned())
            .collect()
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
