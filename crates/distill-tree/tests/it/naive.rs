//! The whole distillation again, with lists of pages instead of counts, scores
//! in fractions as the paper has them, and the plain alignment.

use std::collections::BTreeSet;

use align_nw::{Scores, Step, reference};
use distill_tree::{Consensus, Pruning};

/// A symbol and which pages had it.
type Token = (u32, BTreeSet<usize>);

/// Distils `pages`, in the order in which they are to be paired.
pub(crate) fn distill(pages: &[&[u32]], pruning: Pruning, threshold: f64, least: u32) -> Consensus {
    let mut level: Vec<(Vec<Token>, usize)> = (0..pages.len())
        .map(|page_idx| {
            let leaf = pages[page_idx].iter().map(|&symbol| (symbol, [page_idx].into()));
            (leaf.collect(), 1)
        })
        .collect();
    while level.len() > 1 {
        let pairs = level.chunks(2).map(|pair| match pair {
            [(left, left_pages), (right, right_pages)] => {
                let pages = left_pages + right_pages;
                match pruning {
                    Pruning::Paper => (above(merge(left, right), 0.25, pages), pages),
                    Pruning::Inputs => {
                        let left = above(left.clone(), 0.5, *left_pages);
                        let right = above(right.clone(), 0.5, *right_pages);
                        (merge(&left, &right), pages)
                    }
                }
            }
            odd => odd[0].clone(),
        });
        level = pairs.collect();
    }
    let (root, _) = level.pop().unwrap_or_default();
    let root = above(root, threshold, pages.len());
    let root: Vec<Token> = root.into_iter().filter(|(_, pages)| least as usize <= pages.len()).collect();
    let symbols = root.iter().map(|&(symbol, _)| symbol).collect();
    let supports = root.iter().map(|(_, pages)| pages.len() as u32).collect();
    Consensus::from_parts(symbols, supports, pages.len() as u32).unwrap()
}

/// Keeps the tokens that at least this share of `pages` pages had.
fn above(tokens: Vec<Token>, share: f64, pages: usize) -> Vec<Token> {
    let keep = |had: &BTreeSet<usize>| share <= had.len() as f64 / pages as f64;
    tokens.into_iter().filter(|(_, had)| keep(had)).collect()
}

/// Prunes as the paper writes it: after step `r` over `t = 2^n` pages, the
/// tokens with a score below `2^(r-2) / t`, a score being a support over `t`.
pub(crate) fn paper_keeps(support: u32, r: i32, t: u32) -> bool {
    let score = f64::from(support) / f64::from(t);
    score >= 2f64.powi(r - 2) / f64::from(t)
}

fn merge(left: &[Token], right: &[Token]) -> Vec<Token> {
    let symbols = |tokens: &[Token]| tokens.iter().map(|token| token.0).collect::<Vec<_>>();
    let scores = Scores::new(1, 0, -1).unwrap();
    let found = reference::align(scores, &symbols(left), &symbols(right)).unwrap();
    let (mut left, mut right) = (left.iter().cloned(), right.iter().cloned());
    let mut merged = Vec::new();
    for step in found.steps() {
        match step {
            Step::Match => {
                let ((symbol, mut pages), (_, more)) = (left.next().unwrap(), right.next().unwrap());
                pages.extend(more);
                merged.push((symbol, pages));
            }
            Step::Mismatch => merged.extend(left.next().into_iter().chain(right.next())),
            Step::Delete => merged.extend(left.next()),
            Step::Insert => merged.extend(right.next()),
        }
    }
    merged
}

/// Whether `sequence` can be read off `longer` by leaving symbols out.
pub(crate) fn is_subsequence(sequence: &[u32], longer: &[u32]) -> bool {
    let mut longer = longer.iter();
    sequence.iter().all(|symbol| longer.any(|other| other == symbol))
}

#[test]
fn the_twin_knows_the_answers_of_small_cases() {
    let check = |pages: &[&[u32]], symbols: &[u32], supports: &[u32]| {
        let found = distill(pages, Pruning::Paper, 0.5, 2);
        assert_eq!((found.symbols(), found.supports()), (symbols, supports));
    };
    check(&[], &[], &[]);
    check(&[&[1, 2]], &[], &[]);
    check(&[&[1, 2, 3], &[1, 4, 3]], &[1, 3], &[2, 2]);
    check(&[&[1, 2, 3], &[1, 4, 3], &[1, 2]], &[1, 2, 3], &[3, 2, 2]);
    assert!(is_subsequence(&[1, 3], &[1, 2, 3]));
    assert!(!is_subsequence(&[3, 1], &[1, 2, 3]));
}
