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

    /// Each line of `template_terms.txt` has the words of a page that are visible, gold, neutral and kept, or what
    /// another program, written apart from this one, gives for the pages above.
    #[test]
    fn an_independent_scorer_agrees() {
        let mut pages: Vec<Vec<Bag>> = Vec::new();
        for line in include_str!("template_terms.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'))
        {
            let Some(wanted) = line.strip_prefix("=> ") else {
                pages.push(line.split('|').map(Bag::of).collect());
                continue;
            };
            let words = pages.iter().map(|page| {
                let [visible, gold, neutral, output] = &page[..] else { panic!("{page:?} is no page") };
                Words { visible, gold, neutral: Some(neutral).filter(|bag| !bag.is_empty()), output }
            });
            let Terms { ratio, n_template, n_removed } = template_terms(&words.collect::<Vec<_>>());
            let [p, r, f1] = [ratio.precision, ratio.recall, ratio.f1];
            assert_eq!(format!("{p:.4} {r:.4} {f1:.4} {n_template} {n_removed}"), wanted, "{pages:?}");
            pages.clear();
        }
    }
}
