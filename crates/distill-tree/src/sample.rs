//! Which of the pages are distilled.

use std::cmp::Ordering;

use crate::{Config, shuffle};

/// Two pages are needed to see anything shared.
const LEAST: usize = 2;

/// Draws the sample: the positions of its pages, in the order in which they are
/// paired.
///
/// The pages are shuffled and taken in that order, leaving out those that are
/// near duplicates of one taken before, until the sample is full. If fewer than
/// two are taken, since all pages are near duplicates of the first, the first
/// that was left out is taken after all: a site of equal pages shares all of
/// its tokens.
pub(crate) fn draw(config: &Config, pages: &[&[u32]]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..pages.len()).collect();
    shuffle(config.get_seed(), &mut order);
    let Some(share) = config.get_near_duplicates() else {
        order.truncate(config.get_sample());
        return order;
    };

    let mut taken: Vec<usize> = Vec::new();
    let mut sorted_taken: Vec<Vec<u32>> = Vec::new();
    let mut left_out = Vec::new();
    for page_idx in order {
        if taken.len() == config.get_sample() {
            break;
        }
        let mut sorted = pages[page_idx].to_vec();
        sorted.sort_unstable();
        if sorted_taken
            .iter()
            .any(|other| are_near(&sorted, other, share))
        {
            left_out.push(page_idx);
        } else {
            taken.push(page_idx);
            sorted_taken.push(sorted);
        }
    }
    let missing = LEAST.min(config.get_sample()).saturating_sub(taken.len());
    taken.extend(left_out.into_iter().take(missing));
    taken
}

/// Returns whether two sorted pages have at least `share` of the longer one's
/// symbols in common, each counted as often as both have it.
fn are_near(left: &[u32], right: &[u32], share: f64) -> bool {
    let longer = left.len().max(right.len());
    let needed = (share * longer as f64).ceil() as usize;
    // How many symbols of each may be without a partner. Pages that are far apart
    // run out of these soon.
    let spare = |page: &[u32]| page.len().checked_sub(needed);
    let (Some(mut left_spare), Some(mut right_spare)) = (spare(left), spare(right)) else {
        return false;
    };
    let (mut i, mut j) = (0, 0);
    while i < left.len() && j < right.len() {
        match left[i].cmp(&right[j]) {
            Ordering::Equal => (i, j) = (i + 1, j + 1),
            Ordering::Less if left_spare == 0 => return false,
            Ordering::Less => (i, left_spare) = (i + 1, left_spare - 1),
            Ordering::Greater if right_spare == 0 => return false,
            Ordering::Greater => (j, right_spare) = (j + 1, right_spare - 1),
        }
    }
    left.len() - i <= left_spare && right.len() - j <= right_spare
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
    fn common_symbols_count_as_often_as_both_have_them() {
        assert!(are_near(&[1, 1, 2, 5], &[1, 2, 2, 5, 9], 0.6));
        assert!(!are_near(&[1, 1, 2, 5], &[1, 2, 2, 5, 9], 0.61));
        assert!(are_near(&[1, 1, 1], &[1, 1, 1], 1.0));
        assert!(!are_near(&[1, 1, 1], &[1, 1, 2], 1.0));
    }

    #[test]
    fn the_share_is_of_the_longer_page() {
        assert!(are_near(&[], &[], 0.95));
        assert!(!are_near(&[], &[1], 0.95));
        assert!(are_near(&[1, 2], &[1, 2, 3, 4], 0.5));
        assert!(!are_near(&[1, 2], &[1, 2, 3, 4, 5], 0.5));
    }

    #[test]
    fn duplicates_stay_out_as_long_as_two_pages_are_left() {
        let pages: [&[u32]; 4] = [&[1, 2, 3], &[3, 2, 1], &[4, 5, 6], &[4, 5, 6]];
        let taken = sampled(Config::new(), &pages);
        assert_eq!(taken.len(), 2);
        assert!(taken[0] < 2 && 2 <= taken[1]);
        assert_eq!(
            sampled(Config::new().near_duplicates(None), &pages),
            [0, 1, 2, 3]
        );
        assert_eq!(
            sampled(Config::new(), &[&[1, 2], &[1, 2], &[1, 2]]).len(),
            2
        );
        assert_eq!(sampled(Config::new(), &[&[1, 2]]), [0]);
        assert_eq!(sampled(Config::new(), &[]), [0; 0]);
    }

    #[test]
    fn no_more_pages_are_taken_than_asked_for() {
        let pages: Vec<[u32; 1]> = (0..40).map(|symbol| [symbol]).collect();
        let pages: Vec<&[u32]> = pages.iter().map(|page| &page[..]).collect();
        assert_eq!(draw(&Config::new(), &pages).len(), 16);
        assert_eq!(draw(&Config::new().sample(1), &pages).len(), 1);
        assert_eq!(draw(&Config::new().sample(99), &pages).len(), 40);
        assert_ne!(
            draw(&Config::new().seed(1), &pages),
            draw(&Config::new().seed(2), &pages)
        );
    }
}
