//! Template tokens: the measure of Geraci and Maggini (2011), section 3.1 and table 2.
//!
//! Their gold is one token sequence a site, written down by hand. Here both the gold and what a method found are
//! multisets of normalized tokens, read off the pages in the same way. On each page every token (a tag, a text, a
//! comment) is template, neutral or content; let `n_p(f)` be how many tokens of page `p` have the form `f` and are
//! template. The site's multiset holds `f` as often as at least half of the pages have it:
//!
//! ```text
//! G(f) = max { k : |{ p : n_p(f) ≥ k }| ≥ pages / 2 }
//! ```
//!
//! What a method found is the multiset `E` of the tokens that it removes, made the same way, and
//! `P = |E ∩ G| / |E|`, `R = |E ∩ G| / |G|`, with multiset intersections. Tokens that are neutral on a page (markup at
//! the border between template and content, where the choice is arbitrary) count as template for precision and not at
//! all for recall. `kept`, the paper's "# tags", is `|E|`.

use std::collections::BTreeMap;

use rustc_hash::FxHashMap;

use super::ratio::{Ratio, share};

/// What the gold says about a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Template,
    Neutral,
    Content,
}

/// One page: a symbol for each token's form, what the gold says about it, and whether it was
/// removed.
#[derive(Clone, Copy, Debug)]
pub struct Tokens<'a> {
    pub symbols: &'a [u32],
    pub classes: &'a [Class],
    pub removed: &'a [bool],
}

/// The measure, with the sizes of the two multisets.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    pub ratio: Ratio,
    pub gold: usize,
    pub kept: usize,
}

/// Measures a site.
pub fn template_tokens(pages: &[Tokens<'_>]) -> Found {
    compared(pages, &majority(pages, |page, at| page.removed[at]))
}

/// Measures a template that is a token sequence of its own, as the paper's are, against the gold of the pages.
pub fn template_sequence(pages: &[Tokens<'_>], template: &[u32]) -> Found {
    let mut found = BTreeMap::new();
    for &symbol in template {
        *found.entry(symbol).or_insert(0) += 1;
    }
    compared(pages, &found)
}

fn compared(pages: &[Tokens<'_>], found: &BTreeMap<u32, usize>) -> Found {
    let strict = majority(pages, |page, at| page.classes[at] == Class::Template);
    let loose = majority(pages, |page, at| page.classes[at] != Class::Content);
    let (gold, kept) = (size(&strict), size(found));
    let ratio = if gold == 0 && kept == 0 {
        Ratio::new(0, 0, 0)
    } else {
        Ratio::from_shares(share(overlap(found, &loose), kept), share(overlap(found, &strict), gold))
    };
    Found { ratio, gold, kept }
}

/// Returns how often at least half of the pages have each symbol among the chosen tokens.
fn majority(pages: &[Tokens<'_>], is_chosen: impl Fn(&Tokens<'_>, usize) -> bool) -> BTreeMap<u32, usize> {
    let mut counts: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    for page in pages {
        let mut own: FxHashMap<u32, usize> = FxHashMap::default();
        for (at, &symbol) in page.symbols.iter().enumerate() {
            if is_chosen(page, at) {
                *own.entry(symbol).or_default() += 1;
            }
        }
        #[expect(clippy::iter_over_hash_type, reason = "the counts are sorted below")]
        for (symbol, count) in own {
            counts.entry(symbol).or_default().push(count);
        }
    }
    let n_half = pages.len().div_ceil(2).max(1);
    counts
        .into_iter()
        .filter_map(|(symbol, mut counts)| {
            counts.sort_unstable_by(|a, b| b.cmp(a));
            counts.get(n_half - 1).map(|&count| (symbol, count))
        })
        .collect()
}

fn size(bag: &BTreeMap<u32, usize>) -> usize {
    bag.values().sum()
}

fn overlap(left: &BTreeMap<u32, usize>, right: &BTreeMap<u32, usize>) -> usize {
    left.iter().map(|(symbol, &count)| count.min(right.get(symbol).copied().unwrap_or(0))).sum()
}

#[cfg(test)]
mod tests {
    use super::{
        Class::{Content, Neutral, Template},
        *,
    };

    const N: bool = false;
    const Y: bool = true;

    #[test]
    fn computed_by_hand() {
        // G = {1, 1, 2}: 1 twice on two of three pages, 2 on two. E = {1, 3}. 4 is content and stays.
        let pages = [
            Tokens {
                symbols: &[1, 1, 2, 3],
                classes: &[Template, Template, Template, Content],
                removed: &[Y, N, N, Y],
            },
            Tokens {
                symbols: &[1, 1, 2, 3],
                classes: &[Template, Template, Template, Content],
                removed: &[N, Y, N, Y],
            },
            Tokens { symbols: &[1, 4], classes: &[Template, Content], removed: &[N, N] },
        ];
        let found = template_tokens(&pages);
        assert_eq!((found.gold, found.kept), (3, 2));
        assert_eq!((found.ratio.precision, found.ratio.recall), (0.5, 1.0 / 3.0));
    }

    #[test]
    fn to_find_nothing_is_right_only_where_nothing_is_wanted() {
        let measured = |class, template: &[u32]| {
            let page = Tokens { symbols: &[1], classes: &[class], removed: &[N] };
            let Ratio { precision, recall, .. } = template_sequence(&[page], template).ratio;
            (precision, recall)
        };
        assert_eq!(measured(Content, &[]), (1.0, 1.0));
        assert_eq!(measured(Template, &[]), (0.0, 0.0));
        assert_eq!(measured(Content, &[1]), (0.0, 0.0));
    }

    #[test]
    fn half_of_the_pages_is_enough_and_less_is_not() {
        let page = |is_template: bool| Tokens {
            symbols: &[1],
            classes: if is_template { &[Template] } else { &[Content] },
            removed: &[N],
        };
        let gold = |n_template: usize, n_pages: usize| {
            let pages: Vec<Tokens<'_>> = (0..n_pages).map(|at| page(at < n_template)).collect();
            template_tokens(&pages).gold
        };
        assert_eq!([gold(1, 2), gold(2, 4), gold(2, 3)], [1; 3]);
        assert_eq!([gold(1, 3), gold(1, 4), gold(2, 5), gold(0, 0)], [0; 4]);
    }

    #[test]
    fn neutral_tokens_cost_nothing() {
        let page = Tokens { symbols: &[1, 2], classes: &[Template, Neutral], removed: &[Y, Y] };
        assert_eq!(template_tokens(&[page]).ratio.f1, 1.0);
        let page = Tokens { removed: &[Y, N], ..page };
        assert_eq!(template_tokens(&[page]).ratio.f1, 1.0);
    }

    #[test]
    fn a_sequence_is_measured_as_it_is() {
        let page = Tokens { symbols: &[1, 2, 9], classes: &[Template, Template, Content], removed: &[N, N, N] };
        let found = template_sequence(&[page], &[1, 1, 9, 7]);
        assert_eq!((found.gold, found.kept), (2, 4));
        assert_eq!((found.ratio.precision, found.ratio.recall), (0.25, 0.5));
    }
}
