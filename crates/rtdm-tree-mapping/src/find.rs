//! FindTemplate: the tree that the pages of a site have in common.

use std::collections::{HashMap, HashSet};

use crate::classes::Classes;
use crate::merge::Counted;
use crate::template::TreeTemplate;
use crate::tree::{NodeNumber, Tree};
use crate::{Error, Mapper};

/// A template that was found, and what happened to each page. Made by [`Mapper::find_template`].
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Found {
    /// The template.
    pub template: TreeTemplate,
    /// The pages from which the template was learned, as indexes into the given ones, in the order of use.
    pub pages: Vec<usize>,
    /// The pages that were tried but skipped, with the reason, in the order of the pages.
    pub skipped: Vec<(usize, Skip)>,
}

/// Why a page was skipped.
#[non_exhaustive]
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Skip {
    /// The label of its root differs from that of most pages' roots, so that nothing could be shared.
    OtherRoot,
    /// It is the same tree as a page already in the sample. Counting it would make content look like template.
    SameTree,
    /// Mapping it would exceed a limit.
    Limit(Error),
}

/// Finds the template of the pages; see [`Mapper::find_template`].
pub(crate) fn find(mapper: &Mapper, pages: &[&Tree]) -> Result<Found, Error> {
    let config = mapper.config();
    let mut classes = Classes::new();
    let mut skipped = Vec::new();
    let mut sample = sample(mapper, pages, &mut classes, &mut skipped)?;
    let mut planned = sample.len();
    let mut used = Vec::with_capacity(planned);

    let (first, _) = sample.remove(0);
    let mut counted = Counted::first(pages[first].clone());
    used.push(first);
    for (page, page_classes) in sample {
        // Merging changes the tree, so that its classes are computed again for each page. Known subtrees keep their
        // class.
        let counted_classes = classes.add(&counted.tree);
        let mapped = mapper.map_classed(&counted.tree, &counted_classes, pages[page], &page_classes);
        let mapping = match mapped {
            Ok(mapping) => mapping,
            Err(error) if !config.skipping => return Err(error),
            Err(error) => {
                // A huge first page must not exclude all others, so that the smaller page takes its place.
                let swap = used.len() == 1 && pages[page].len() < counted.tree.len();
                let passed = if swap { std::mem::replace(&mut used[0], page) } else { page };
                if swap {
                    counted = Counted::first(pages[page].clone());
                }
                skipped.push((passed, Skip::Limit(error)));
                planned -= 1;
                continue;
            }
        };
        used.push(page);
        let least = kept_so_far(config.share, used.len(), planned);
        counted = counted.merge(pages[page], mapping, least as u32, config.leaf_updates);
    }
    if used.len() < 2 {
        return Err(Error::TooFewPages { given: used.len() });
    }
    let Counted { tree, supports } = counted.above(needed(config.share, used.len()) as u32);
    skipped.sort_unstable_by_key(|&(page, _)| page);
    let template = TreeTemplate::new(tree, supports, used.len() as u32);
    Ok(Found { template, pages: used, skipped })
}

/// Returns the least support of a node of the template, among this many pages. It is the share of the pages, but at
/// least two of them, because otherwise the template of two pages would be their union.
fn needed(share: f64, pages: usize) -> usize {
    part_of(share, pages).max(2)
}

/// Returns a share of the pages, rounded up. As a floating-point number, .28 of 25 is slightly above 7: what exceeds a
/// whole number by less than a millionth counts as that number.
fn part_of(share: f64, pages: usize) -> usize {
    (share * pages as f64 - 1e-6).ceil() as usize
}

/// Returns the support below which a node is dropped after `used` of the `planned` pages, because it can no longer
/// reach the share, or has reached less than a quarter of it so far.
///
/// The second condition keeps the union small. Half of the share would be too strict: a node on 60 % of the pages
/// would be lost if it is on only one of the first five, and whole templates were. With a quarter, the templates of
/// 24 real pages are as good as without the condition, for any seed, in two thirds of the time.
fn kept_so_far(share: f64, used: usize, planned: usize) -> usize {
    let reachable = needed(share, planned).saturating_sub(planned - used);
    reachable.max(part_of(share / 4.0, used))
}

/// Picks the pages to use in random order, each with the classes of its nodes.
fn sample(
    mapper: &Mapper,
    pages: &[&Tree],
    classes: &mut Classes,
    skipped: &mut Vec<(usize, Skip)>,
) -> Result<Vec<(usize, Vec<u32>)>, Error> {
    let Some(root) = usual_root(pages) else {
        return Err(Error::TooFewPages { given: 0 });
    };
    let is_skipping = mapper.config().skipping;
    let mut order: Vec<usize> = (0..pages.len()).collect();
    shuffle::shuffle(mapper.config().seed, &mut order);
    let mut sample = Vec::new();
    let mut seen = HashSet::new();
    for page in order {
        if sample.len() == mapper.config().max_pages {
            break;
        }
        if pages[page].label(NodeNumber::ROOT) != root {
            if !is_skipping {
                return Err(Error::OtherRoot { page });
            }
            skipped.push((page, Skip::OtherRoot));
            continue;
        }
        let page_classes = classes.add(pages[page]);
        // The class of the root stands for the whole tree.
        if seen.insert(page_classes[0]) || !is_skipping {
            sample.push((page, page_classes));
        } else {
            skipped.push((page, Skip::SameTree));
        }
    }
    if sample.len() < 2 {
        return Err(Error::TooFewPages { given: sample.len() });
    }
    Ok(sample)
}

/// Returns the label that most roots have. Of equally frequent labels it is the one that comes first.
fn usual_root(pages: &[&Tree]) -> Option<u32> {
    let mut counts: HashMap<u32, usize> = HashMap::new();
    for page in pages {
        *counts.entry(page.label(NodeNumber::ROOT)).or_default() += 1;
    }
    let labels = pages.iter().map(|page| page.label(NodeNumber::ROOT));
    // `max_by_key` returns the last of equal maxima, which in reverse order is the first label.
    labels.rev().max_by_key(|label| counts[label])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_is_met_by_equality() {
        assert_eq!((needed(0.28, 25), needed(0.56, 25), needed(2.0 / 3.0, 9)), (7, 14, 6));
        for pages in 20..=1_000usize {
            for percent in 10..=100 {
                let exact: usize = (pages * percent).div_ceil(100);
                assert_eq!(needed(percent as f64 / 100.0, pages), exact, "{percent} % of {pages}");
            }
        }
        assert_eq!(needed(0.5001, 4), 3);
        for parts in 2..=10_000 {
            assert_eq!(needed(parts as f64 / 10_000.0, 10_000), parts);
        }
    }

    #[test]
    fn a_node_is_dropped_once_it_is_hopeless() {
        // A quarter of the share, of the pages so far.
        assert_eq!([1, 4, 8, 9, 10].map(|used| kept_so_far(0.5, used, 24)), [1, 1, 1, 2, 2]);
        // In the end, only what can still reach the share.
        assert_eq!([14, 20, 23, 24].map(|used| kept_so_far(0.5, used, 24)), [2, 8, 11, 12]);
        assert_eq!(kept_so_far(0.28, 25, 25), 7);
    }
}
