//! Text that a page has twice, as narrow screens and slides want it.

use dom::Tag;
use rustc_hash::FxHashSet;

use crate::evidence::{Evidence, Line};

/// Says whether the same text may stand in several places like this one without being a copy.
pub(super) fn may_repeat(page: &Evidence, line: &Line) -> bool {
    line.in_table
        || page.upwards(line.owner).any(|at| {
            matches!(
                page.elements[at as usize].tag,
                Tag::BLOCKQUOTE | Tag::PRE | Tag::TABLE | Tag::Q
            )
        })
}

/// A line of so many words is never the same by chance.
const LONG: u32 = 20;
/// A shorter one may be, unless its neighbour is a copy too; and one of fewer words always.
const SHORT: u32 = 5;

/// What of a line matters for whether it is a copy.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Copyable {
    pub(crate) words: u32,
    pub(crate) hash: u64,
    /// Whether it stands where text repeats for a reason.
    pub(crate) may_repeat: bool,
}

impl Copyable {
    pub(crate) fn of(page: &Evidence, line: &Line) -> Copyable {
        Copyable {
            words: line.words,
            hash: line.hash,
            may_repeat: may_repeat(page, line),
        }
    }
}

/// Says which of the lines that stay repeat lines before them.
///
/// The first one stays, and so do all that may repeat.
pub(crate) fn copies(lines: &[Copyable], stays: &[bool]) -> Vec<bool> {
    let kept: Vec<usize> = (0..lines.len()).filter(|&line| stays[line]).collect();
    let mut seen = FxHashSet::default();
    let repeats: Vec<bool> = kept
        .iter()
        .map(|&line| !seen.insert(lines[line].hash))
        .collect();
    let mut copies = vec![false; lines.len()];
    for (i, &line) in kept.iter().enumerate() {
        let is_beside_one = (0 < i && repeats[i - 1]) || repeats.get(i + 1) == Some(&true);
        let of_line = lines[line];
        copies[line] = repeats[i]
            && (LONG <= of_line.words || (SHORT <= of_line.words && is_beside_one))
            && !of_line.may_repeat;
    }
    copies
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives lines as their text, number of words and whether they may repeat.
    fn check(lines: &[(u64, u32, bool)], expected: &[bool]) {
        let lines: Vec<Copyable> = lines
            .iter()
            .map(|&(hash, words, may_repeat)| Copyable {
                words,
                hash,
                may_repeat,
            })
            .collect();
        assert_eq!(copies(&lines, &vec![true; lines.len()]), expected);
    }

    #[test]
    fn long_copies_go() {
        check(
            &[(1, 20, false), (2, 9, false), (1, 20, false)],
            &[false, false, true],
        );
    }

    #[test]
    fn a_short_copy_goes_beside_another() {
        check(&[(1, 6, false), (2, 9, false), (1, 6, false)], &[false; 3]);
        let twice = [(1, 6, false), (2, 9, false), (1, 6, false), (2, 9, false)];
        check(&twice, &[false, false, true, true]);
    }

    #[test]
    fn labels_and_quotations_stay() {
        check(
            &[(1, 4, false), (2, 4, false), (1, 4, false), (2, 4, false)],
            &[false; 4],
        );
        check(&[(1, 40, false), (1, 40, true)], &[false; 2]);
    }
}
