//! Which pages of a site to learn from.
//!
//! The sample is the pages whose sources have the smallest seeded hashes,
//! without copies. It depends neither on the order of the pages nor on their
//! names, so a site gives the same template in whatever form it comes.

use std::collections::HashSet;

use tokenize::Fingerprint;

use crate::{Input, reading, threads};

/// Reads what distinguishes a page from others.
pub(crate) fn fingerprint(input: &Input<'_>) -> Fingerprint {
    let source = reading::source(input);
    match input.get_plain_text() {
        true => Fingerprint::of_plain(source.text()),
        false => Fingerprint::of(source.text()),
    }
}

/// Returns the numbers of all pages in the order in which they are drawn. Of
/// pages that show the same text it returns only the first, unless copies
/// count.
pub(crate) fn order(pages: &[Input<'_>], seed: u64, with_copies: bool) -> Vec<usize> {
    let prints = threads::map(pages, fingerprint);
    let mut ranked: Vec<(u64, u64, usize)> = prints
        .iter()
        .enumerate()
        .map(|(page_idx, print)| (print.rank(seed), print.text(), page_idx))
        .collect();
    ranked.sort_unstable();
    let mut seen = HashSet::new();
    ranked.retain(|(_, text, _)| with_copies || seen.insert(*text));
    ranked
        .into_iter()
        .map(|(_, _, page_idx)| page_idx)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::order;
    use crate::Input;

    fn drawn(pages: &[&str], seed: u64, with_copies: bool) -> Vec<String> {
        let inputs: Vec<Input<'_>> = pages.iter().map(|&page| Input::from(page)).collect();
        let order = order(&inputs, seed, with_copies);
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
