//! The choice of the pages that are distilled.

use std::collections::HashSet;

use crate::Config;

/// The least number of pages. Set by: one page alone shares nothing.
const LEAST: usize = 2;

/// Draws the sample: the positions of its pages, in the order in which they are paired.
///
/// The pages are shuffled and taken in that order until the sample is full. Unless copies count, a page that equals
/// one already taken is left out, and another one takes its place. Pages that merely resemble each other are taken:
/// if nearly all of each page is template, they all do. If fewer than two are taken, because all pages equal the
/// first, the first one that was left out is taken after all: a site of equal pages shares all of its tokens.
pub(crate) fn draw(config: &Config, pages: &[&[u32]]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..pages.len()).collect();
    shuffle::shuffle(config.seed, &mut order);
    let mut taken: Vec<usize> = Vec::new();
    let mut seen = HashSet::new();
    let mut left_out = None;
    for page_idx in order {
        if taken.len() == config.sample {
            break;
        }
        if config.copies || seen.insert(pages[page_idx]) {
            taken.push(page_idx);
        } else {
            left_out.get_or_insert(page_idx);
        }
    }
    // A sample of a single page was asked for if the limit is 1, and is not filled up.
    if taken.len() < LEAST.min(config.sample) {
        taken.extend(left_out);
    }
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sampled(config: Config, pages: &[&[u32]]) -> Vec<usize> {
        let mut taken = draw(&config, pages);
        taken.sort_unstable();
        taken
    }

    #[test]
    fn copies_stay_out_as_long_as_two_pages_are_left() {
        let pages: [&[u32]; 4] = [&[1, 2, 3], &[3, 2, 1], &[4, 5, 6], &[4, 5, 6]];
        let taken = sampled(Config::new(), &pages);
        assert_eq!(taken.len(), 3);
        assert_eq!(taken[..2], [0, 1]);
        assert_eq!(sampled(Config::paper(), &pages), [0, 1, 2, 3]);
        assert_eq!(sampled(Config::new(), &[&[1, 2], &[1, 2], &[1, 2]]).len(), 2);
        assert_eq!(sampled(Config::new(), &[&[1, 2]]), [0]);
        assert_eq!(sampled(Config::new(), &[]), [0; 0]);
    }

    #[test]
    fn the_place_of_a_copy_is_taken_by_another_page() {
        // Pages that are nearly all template, each of them twice.
        let pages: Vec<Vec<u32>> = (0..60).map(|page| (0..100).chain([1_000 + page / 2]).collect()).collect();
        let pages: Vec<&[u32]> = pages.iter().map(Vec::as_slice).collect();
        let taken = draw(&Config::new(), &pages);
        assert_eq!(taken.len(), 16);
        let different: HashSet<&[u32]> = taken.iter().map(|&idx| pages[idx]).collect();
        assert_eq!(different.len(), 16);
    }

    #[test]
    fn no_more_pages_are_taken_than_asked_for() {
        let pages: Vec<[u32; 1]> = (0..40).map(|symbol| [symbol]).collect();
        let pages: Vec<&[u32]> = pages.iter().map(|page| &page[..]).collect();
        assert_eq!(draw(&Config::new(), &pages).len(), 16);
        assert_eq!(draw(&Config::new().sample(1), &pages).len(), 1);
        assert_eq!(draw(&Config::new().sample(99), &pages).len(), 40);
        assert_ne!(draw(&Config::new().seed(1), &pages), draw(&Config::new().seed(2), &pages));
    }
}
