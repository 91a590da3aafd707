//! Pages that are copies of others: a page under two addresses, a print edition.
//! They count once; otherwise what they share, their content, would be taken for template.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::evidence::{Evidence, LineHash};

/// Two pages are copies if they share at least this part of the words of their paragraphs. Paragraphs that are on
/// most pages do not count. Chosen: by eye.
const ALIKE: f64 = 0.8;
/// A page with fewer words in such paragraphs is not compared by them. Chosen: by eye.
const MIN_WORDS: u64 = 100;

/// Sorts pages by their content, so that of copies the same one counts whatever their order.
fn in_fixed_order<'a>(pages: &[&'a Evidence]) -> Vec<&'a Evidence> {
    let mut sorted = pages.to_vec();
    // The owners of the lines belong to the key, since the same lines may be in different elements.
    sorted.sort_by_cached_key(|page| {
        let lines = page.lines.iter().map(|line| (line.hash, line.owner));
        let elements = page.elements.iter();
        let keys = elements.map(|element| (element.key, element.parent));
        (lines.collect::<Vec<_>>(), keys.collect::<Vec<_>>())
    });
    sorted
}

/// Returns the pages without those that are copies of an earlier one.
///
/// # Complexity
///
/// Linear in the lines: a line is looked up among the first pages that have it, up to a limit.
pub(crate) fn counted_once<'a>(pages: &[&'a Evidence]) -> Vec<&'a Evidence> {
    /// The largest number of pages that are compared for each line. Chosen: by eye.
    const MAX_HOLDERS: usize = 8;
    let mut with: FxHashMap<LineHash, usize> = FxHashMap::default();
    for page in pages {
        let mut hashes: Vec<LineHash> = page.lines.iter().map(|line| line.hash).collect();
        // A line that is twice on a page is on one page.
        hashes.sort_unstable();
        hashes.dedup();
        hashes.iter().for_each(|&hash| *with.entry(hash).or_default() += 1);
    }
    let mut sequences: FxHashSet<LineHash> = FxHashSet::default();
    let mut kept: Vec<&Evidence> = Vec::new();
    let mut words_of: Vec<u64> = Vec::new();
    let mut holders: FxHashMap<LineHash, Vec<usize>> = FxHashMap::default();
    for page in in_fixed_order(pages) {
        // A paragraph on more than half of the pages is template: it would make copies of pages that differ.
        let mut own: Vec<(LineHash, u64)> = page
            .lines
            .iter()
            .filter(|line| line.is_paragraph() && 2 * with[&line.hash] <= pages.len())
            .map(|line| (line.hash, u64::from(line.words)))
            .collect();
        own.sort_unstable();
        own.dedup();
        let words: u64 = own.iter().map(|&(_, words)| words).sum();
        let mut shared: FxHashMap<usize, u64> = FxHashMap::default();
        for (hash, words) in &own {
            for &holder in holders.get(hash).into_iter().flatten() {
                *shared.entry(holder).or_default() += words;
            }
        }
        let is_copy = MIN_WORDS <= words
            && shared.iter().any(|(&other, &shared)| {
                // The longer page decides, since a page is no copy of one that only quotes it.
                let longer = words.max(words_of[other]);
                ALIKE * longer as f64 <= shared as f64
            });
        // Pages with few paragraphs are copies only if all their lines are the same.
        if is_copy || !sequences.insert(page.fingerprint) {
            continue;
        }
        for &(hash, _) in &own {
            let holders = holders.entry(hash).or_default();
            if holders.len() < MAX_HOLDERS {
                holders.push(kept.len());
            }
        }
        words_of.push(words);
        kept.push(page);
    }
    kept
}

#[cfg(test)]
mod tests {
    use dom::Dom;

    use super::*;
    use crate::testing::{paragraph, story};

    fn check(sources: &[String], n_counted: usize) {
        let pages: Vec<Evidence> = sources.iter().map(|source| Evidence::read(&Dom::parse(source.as_str()))).collect();
        let pages: Vec<&Evidence> = pages.iter().collect();
        assert_eq!(counted_once(&pages).len(), n_counted);
    }

    #[test]
    fn pages_that_show_the_same() {
        let page = |page: usize| format!("<p>The Paper{}", story(page));
        check(&[page(0), page(1), format!("<div>{}</div>", page(0))], 2);
        check(&[page(0) + "<p>for print", page(0)], 2);
        check(&[], 0);
    }

    #[test]
    fn the_same_copy_counts_in_any_order() {
        // The lines and the keys are the same on both pages, but the lines have other owners.
        let pages = ["one <footer>", "<footer>one "].map(|source| Evidence::read(&Dom::parse(source)));
        let keys = |pages: &[&Evidence]| -> Vec<u64> {
            let owner = |page: &&Evidence| page.elements[page.lines[0].owner as usize].key;
            let counted = counted_once(pages);
            counted.iter().map(owner).collect()
        };
        let [one, other] = &pages;
        assert_eq!(keys(&[one, other]), keys(&[other, one]));
        assert_eq!(keys(&[one, other]).len(), 1);
    }

    #[test]
    fn of_more_pages_those_with_the_same_paragraphs() {
        let page = |page: usize, more: usize| format!("{}{}{}", paragraph(99, 0), story(page), paragraph(more, 50));
        let sources: Vec<String> = (0..8).map(|number| page(number / 2, 10 + number)).collect();
        check(&sources, 4);
    }
}
