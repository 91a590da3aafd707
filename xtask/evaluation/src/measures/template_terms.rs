//! Template terms: the measure of Vieira et al. (2006), section 6.1 and figure 7.
//!
//! Per site, `S` is the set of terms (words) of the template and `T` that of the terms a method removes:
//! `P = |S ∩ T| / |T|`, `R = |S ∩ T| / |S|`. The authors read `S` off the pages by eye. Here a term is in `S` when on
//! at least half of the pages it stands outside the gold (the visible text has it more often than the gold text), and
//! in `T` when on at least half of the pages it is removed (the visible text has it more often than the kept text).
//! Terms of neutral text need not be removed and may be: recall asks for terms beyond gold and neutral text,
//! precision forgives those beyond gold.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

use super::{
    ratio::{Ratio, share},
    words::Bag,
};

/// One page's words: what is seen, what should stay, what need not go, what did stay.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    pub visible: &'a Bag,
    pub gold: &'a Bag,
    pub neutral: Option<&'a Bag>,
    pub output: &'a Bag,
}

/// The measure, with the sizes of `S` and `T`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    #[serde(flatten)]
    pub ratio: Ratio,
    pub n_template: usize,
    pub n_removed: usize,
}

/// On how many pages a term stands outside gold and neutral text, outside gold, and is removed.
#[derive(Clone, Copy, Default)]
struct Pages {
    template: usize,
    loose: usize,
    removed: usize,
}

/// Measures a site. Without a page, everything is perfect.
pub fn template_terms(pages: &[Words<'_>]) -> Terms {
    let mut terms: FxHashMap<&str, Pages> = FxHashMap::default();
    for page in pages {
        for (word, count) in page.visible.iter() {
            let gold = page.gold.count(word);
            let neutral = page.neutral.map_or(0, |neutral| neutral.count(word));
            let seen = terms.entry(word).or_default();
            seen.loose += usize::from(gold < count);
            seen.template += usize::from(gold + neutral < count);
            seen.removed += usize::from(page.output.count(word) < count);
        }
    }
    let is_half = |n_pages: usize| pages.len() <= 2 * n_pages;
    let (mut n_template, mut n_removed, mut n_loose_hits, mut n_hits) = (0, 0, 0, 0);
    #[expect(clippy::iter_over_hash_type, reason = "sums do not depend on the order")]
    for seen in terms.values() {
        let (is_template, is_removed) = (is_half(seen.template), is_half(seen.removed));
        n_template += usize::from(is_template);
        n_removed += usize::from(is_removed);
        n_hits += usize::from(is_template && is_removed);
        n_loose_hits += usize::from(is_half(seen.loose) && is_removed);
    }
    let ratio = if n_template == 0 && n_removed == 0 {
        Ratio::new(0, 0, 0)
    } else {
        Ratio::from_shares(share(n_loose_hits, n_removed), share(n_hits, n_template))
    };
    Terms { ratio, n_template, n_removed }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Measures pages: the words that are visible, gold, neutral and kept.
    pub(crate) fn measure(pages: &[[&str; 4]]) -> Terms {
        let bags: Vec<[Bag; 4]> = pages.iter().map(|page| page.map(Bag::of)).collect();
        let words: Vec<Words<'_>> = bags
            .iter()
            .map(|[visible, gold, neutral, output]| Words {
                visible,
                gold,
                neutral: Some(neutral).filter(|bag| !bag.is_empty()),
                output,
            })
            .collect();
        template_terms(&words)
    }

    #[test]
    fn computed_by_hand() {
        // S = {home, menu}; T = {home, x}: "x" goes on both pages, "menu" on one of three.
        let terms = measure(&[
            ["home menu a x", "a x", "", "menu a"],
            ["home menu b x", "b x", "", "menu b"],
            ["home menu c", "c", "", "c"],
        ]);
        assert_eq!((terms.n_template, terms.n_removed), (2, 2));
        assert_eq!((terms.ratio.precision, terms.ratio.recall), (0.5, 0.5));
    }

    #[test]
    fn half_of_the_pages_is_enough() {
        let terms = measure(&[["menu a", "a", "", "a"], ["b", "b", "", "b"]]);
        assert_eq!((terms.n_template, terms.n_removed, terms.ratio.f1), (1, 1, 1.0));
    }

    #[test]
    fn neutral_terms_may_go_and_may_stay() {
        let goes = measure(&[["menu toc a", "a", "toc", "a"]]);
        assert_eq!((goes.n_template, goes.n_removed, goes.ratio.f1), (1, 2, 1.0));
        let stays = measure(&[["menu toc a", "a", "toc", "toc a"]]);
        assert_eq!((stays.n_template, stays.n_removed, stays.ratio.f1), (1, 1, 1.0));
    }
}
