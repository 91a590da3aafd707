//! How much of each line is content, by the gold text of its page.

use rustc_hash::{FxHashMap, FxHashSet};

use super::lcs;

/// A line of so many words is looked for by its own words alone.
const LONG: usize = 6;
/// A line of fewer words that matches while nothing around it does matches by chance …
const SHORT: usize = 4;
/// … nothing meaning less than this share of the lines around, so many on either side.
const AROUND_MIN: f64 = 0.3;
const AROUND: usize = 6;
/// If less of a long line than this is found, in order, it does not belong to
/// the gold …
const MATCH_MIN: f64 = 0.5;
/// … and if less than this is found, it may or may not.
const MATCH_SURE: f64 = 0.7;
/// Copies of a text of so many words are all content if one is.
const COPY_MIN: usize = 4;
/// How often all lines are gone through for flips that raise the F1.
const MAX_ROUNDS: usize = 6;

/// The words of a page's lines, and a number for each line's text.
#[derive(Debug)]
pub(super) struct Lines<'a> {
    pub(super) words: &'a [Vec<u32>],
    pub(super) hashes: &'a [u64],
}

/// Returns for each line how much it is content, from 0 to 1. `gold` has a list of words for each
/// line of the gold text.
pub(super) fn labels(lines: &Lines<'_>, gold: &[Vec<u32>]) -> Vec<f32> {
    let gold_words = gold.concat();
    let shares = shares(lines, gold, &gold_words);
    let kept = best_set(lines.words, &shares, &gold_words);
    let mut labels: Vec<f32> = std::iter::zip(&shares, &kept)
        .map(|(&share, &kept)| (share as f32 + f32::from(u8::from(kept))) / 2.0)
        .collect();
    let mut of_text: FxHashMap<u64, f32> = FxHashMap::default();
    for (i, &label) in labels.iter().enumerate() {
        let best = of_text.entry(lines.hashes[i]).or_insert(0.0);
        *best = best.max(label);
    }
    for (i, label) in labels.iter_mut().enumerate() {
        if COPY_MIN <= lines.words[i].len() {
            *label = of_text[&lines.hashes[i]];
        }
    }
    labels
}

/// Returns the share of each line's words that the gold has in the same order, corrected for chance.
fn shares(lines: &Lines<'_>, gold: &[Vec<u32>], gold_words: &[u32]) -> Vec<f64> {
    let matched = lcs::matched(&lines.words.concat(), gold_words);
    let mut rest = &matched[..];
    let in_order: Vec<f64> = lines
        .words
        .iter()
        .map(|words| {
            let (of_line, after) = rest.split_at(words.len());
            rest = after;
            of_line.iter().filter(|&&found| found).count() as f64 / words.len().max(1) as f64
        })
        .collect();
    let trigrams: FxHashSet<&[u32]> = gold_words.windows(3).collect();
    let gold_lines: FxHashSet<&[u32]> = gold.iter().map(Vec::as_slice).collect();
    let n_lines = lines.words.len();
    (0..n_lines)
        .map(|i| {
            let (words, share) = (&lines.words[i], in_order[i]);
            if LONG <= words.len() {
                let share = match share {
                    share if MATCH_SURE <= share => share,
                    share if MATCH_MIN <= share => share / 2.0,
                    _ => 0.0,
                };
                let n_found = words.windows(3).filter(|three| trigrams.contains(three)).count();
                return share.max(n_found as f64 / (words.len() - 2) as f64);
            }
            if words.len() < SHORT && share > 0.0 && !gold_lines.contains(words.as_slice()) {
                let around = (i.saturating_sub(AROUND)..(i + AROUND + 1).min(n_lines)).filter(|&j| j != i);
                let (mut found, mut all) = (0.0, 0.0);
                for j in around {
                    found += in_order[j] * lines.words[j].len() as f64;
                    all += lines.words[j].len() as f64;
                }
                if found < AROUND_MIN * all {
                    return 0.0;
                }
            }
            share
        })
        .collect()
}

/// The words of the lines that are kept, against those of the gold.
struct Kept {
    /// For each word how often the gold still asks for it; below zero where it is kept too often.
    asked: FxHashMap<u32, i64>,
    n_gold: i64,
    size: i64,
    hits: i64,
}

impl Kept {
    fn flip(&mut self, words: &[u32], is_kept: &mut bool) {
        *is_kept = !*is_kept;
        for &word in words {
            let left = self.asked.entry(word).or_default();
            if *is_kept {
                self.hits += i64::from(*left > 0);
                *left -= 1;
                self.size += 1;
            } else {
                *left += 1;
                self.hits -= i64::from(*left > 0);
                self.size -= 1;
            }
        }
    }

    fn f1(&self) -> f64 {
        2.0 * self.hits as f64 / (self.size + self.n_gold).max(1) as f64
    }
}

/// Sets which lines stay, beginning with those mostly found, and flips lines while the F1 of the words rises.
fn best_set(lines: &[Vec<u32>], shares: &[f64], gold: &[u32]) -> Vec<bool> {
    let mut set = Kept { asked: FxHashMap::default(), n_gold: gold.len() as i64, size: 0, hits: 0 };
    for &word in gold {
        *set.asked.entry(word).or_default() += 1;
    }
    let mut kept = vec![false; lines.len()];
    for ((words, kept), _) in lines.iter().zip(&mut kept).zip(shares).filter(|(_, share)| **share >= 0.5) {
        set.flip(words, kept);
    }
    for _ in 0..MAX_ROUNDS {
        let mut is_stable = true;
        for (words, kept) in std::iter::zip(lines, &mut kept) {
            let before = set.f1();
            set.flip(words, kept);
            if before + 1e-12 < set.f1() {
                is_stable = false;
            } else {
                set.flip(words, kept);
            }
        }
        if is_stable {
            break;
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Labels lines of letters, each a word, by gold lines of letters.
    #[track_caller]
    fn check(lines: &[&str], gold: &[&str], expected: &[f32]) {
        let words = |line: &&str| line.bytes().map(u32::from).collect::<Vec<u32>>();
        let lines: Vec<Vec<u32>> = lines.iter().map(words).collect();
        let hashes: Vec<u64> =
            lines.iter().map(|line| line.iter().fold(7, |hash, &word| hash * 31 + u64::from(word))).collect();
        let gold: Vec<Vec<u32>> = gold.iter().map(words).collect();
        let lines = Lines { words: &lines, hashes: &hashes };
        assert_eq!(labels(&lines, &gold), expected);
    }

    #[test]
    fn what_the_gold_has_is_content() {
        check(&["menu", "abcdefg", "hijklmn", "xyz"], &["abcdefg", "hijklmn"], &[0.0, 1.0, 1.0, 0.0]);
        // Another order is found by threes.
        check(&["hijklm", "abcdefghi"], &["abcdefghi", "hijklm"], &[1.0, 1.0]);
        // Copies are as good as their originals.
        check(&["abcdefg", "qrst", "abcdefg"], &["abcdefg"], &[1.0, 0.0, 1.0]);
        // Nothing is asked for.
        check(&["abc", ""], &[], &[0.0, 0.0]);
    }
}
