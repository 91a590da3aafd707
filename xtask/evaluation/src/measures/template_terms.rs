//! Template terms: the measure of Vieira et al. (2006), section 6.1 and figure 7.
//!
//! Per site, `S` is the set of terms (words) of the template and `T` that of the terms a method removes:
//! `P = |S ∩ T| / |T|`, `R = |S ∩ T| / |S|`. The authors read `S` off the pages by eye. Here a term is in `S` when on
//! at least half of the pages it stands outside the gold (the visible text has it more often than the gold text), and
//! in `T` when on at least half of the pages it is removed (the visible text has it more often than the kept text).
//! Terms of neutral text need not be removed and may be: recall asks for terms beyond gold and neutral text,
//! precision forgives those beyond gold.

use rustc_hash::FxHashMap;

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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Terms {
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
mod tests {
    use super::*;

    /// Pages with the words that are visible, gold, neutral and kept, and what another program, written apart from this
    /// one, gives for them.
    #[test]
    fn an_independent_scorer_agrees() {
        type Page = [&'static str; 4];
        let sites: [(&[Page], &str); 7] = [
            // S = {home, menu}; T = {home, x}: "x" goes on both pages, "menu" on one of three.
            (
                &[
                    ["home menu a x", "a x", "", "menu a"],
                    ["home menu b x", "b x", "", "menu b"],
                    ["home menu c", "c", "", "c"],
                ],
                "0.5000 0.5000 0.5000 2 2",
            ),
            (
                &[
                    ["Home HOME Kontakt one", "one", "", "Home one"],
                    ["home Kontakt two", "two", "Kontakt", "two"],
                    ["home Kontakt three 3", "three 3", "", "home home three"],
                    ["home four", "four", "", "four"],
                ],
                "1.0000 1.0000 1.0000 2 2",
            ),
            // Neutral terms may go, and may stay.
            (&[["menu toc a", "a", "toc", "a"]], "1.0000 1.0000 1.0000 1 2"),
            (&[["menu toc a", "a", "toc", "toc a"]], "1.0000 1.0000 1.0000 1 1"),
            // Half of the pages is enough.
            (&[["menu a", "a", "", "a"], ["b", "b", "", "b"]], "1.0000 1.0000 1.0000 1 1"),
            (&[["a", "a", "", "a"], ["b", "b", "", "b"]], "1.0000 1.0000 1.0000 0 0"),
            (
                &[["東京 ニュース 記事", "記事", "", "東京 記事"], ["東京 ニュース 話", "話", "", "話"]],
                "1.0000 1.0000 1.0000 6 6",
            ),
        ];
        for (pages, wanted) in sites {
            let bags: Vec<[Bag; 4]> = pages.iter().map(|page| page.map(Bag::of)).collect();
            let words = bags.iter().map(|[visible, gold, neutral, output]| {
                let neutral = Some(neutral).filter(|bag| !bag.is_empty());
                Words { visible, gold, neutral, output }
            });
            let Terms { ratio, n_template, n_removed } = template_terms(&words.collect::<Vec<_>>());
            let [p, r, f1] = [ratio.precision, ratio.recall, ratio.f1];
            assert_eq!(format!("{p:.4} {r:.4} {f1:.4} {n_template} {n_removed}"), wanted, "{pages:?}");
        }
    }
}
