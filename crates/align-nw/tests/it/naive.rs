//! Twins that are too simple to be wrong.

use align_nw::{Alignment, Scores, Step};

/// Tries every path. Exponential, so keep inputs under eight symbols.
pub(crate) fn score(scores: Scores, left: &[u32], right: &[u32]) -> i64 {
    let gap = i64::from(scores.gap());
    match (left, right) {
        ([], rest) | (rest, []) => rest.len() as i64 * gap,
        ([l, left_rest @ ..], [r, right_rest @ ..]) => {
            let pair = if l == r { scores.match_score() } else { scores.mismatch() };
            (score(scores, left_rest, right_rest) + i64::from(pair))
                .max(score(scores, left_rest, right) + gap)
                .max(score(scores, left, right_rest) + gap)
        }
    }
}

/// Walks back through the full matrix from its last cell to its first, as the paper of Geraci and Maggini does, and
/// cuts no ends off: a match, else a mismatch, else a gap on the right, else one on the left.
pub(crate) fn walk(scores: Scores, left: &[u32], right: &[u32]) -> Vec<Step> {
    let gap = i64::from(scores.gap());
    let pair = |i: usize, j: usize| {
        i64::from(if left[i - 1] == right[j - 1] { scores.match_score() } else { scores.mismatch() })
    };
    let mut best = vec![vec![0; right.len() + 1]; left.len() + 1];
    for i in 0..=left.len() {
        for j in 0..=right.len() {
            best[i][j] = match (i, j) {
                (0, n) | (n, 0) => n as i64 * gap,
                _ => (best[i - 1][j - 1] + pair(i, j)).max(best[i - 1][j] + gap).max(best[i][j - 1] + gap),
            };
        }
    }
    let (mut i, mut j, mut steps) = (left.len(), right.len(), Vec::new());
    while (i, j) != (0, 0) {
        let step = if i > 0 && j > 0 && best[i][j] == best[i - 1][j - 1] + pair(i, j) {
            if left[i - 1] == right[j - 1] { Step::Match } else { Step::Mismatch }
        } else if i > 0 && best[i][j] == best[i - 1][j] + gap {
            Step::Delete
        } else {
            Step::Insert
        };
        i -= usize::from(step != Step::Insert);
        j -= usize::from(step != Step::Delete);
        steps.push(step);
    }
    steps.reverse();
    steps
}

/// Follows the steps over both sequences and adds up what they are worth.
/// `None` if they claim a match where there is none, or do not end at both ends.
pub(crate) fn replay(scores: Scores, found: &Alignment, left: &[u32], right: &[u32]) -> Option<i64> {
    let (mut left, mut right) = (left.iter(), right.iter());
    let mut sum = 0;
    for step in found.steps() {
        sum += i64::from(match step {
            Step::Match => (left.next()? == right.next()?).then_some(scores.match_score())?,
            Step::Mismatch => (left.next()? != right.next()?).then_some(scores.mismatch())?,
            Step::Delete => left.next().map(|_| scores.gap())?,
            Step::Insert => right.next().map(|_| scores.gap())?,
        });
    }
    (left.len() == 0 && right.len() == 0).then_some(sum)
}

#[test]
fn the_twins_know_the_answers_of_small_cases() {
    let scores = Scores::new(1, 0, -1).unwrap();
    assert_eq!(score(scores, &[], &[1, 2]), -2);
    assert_eq!(score(scores, &[1, 2], &[1, 3]), 1);
    assert_eq!(score(scores, &[1, 2, 3], &[1, 3]), 1);
    let aligner = align_nw::Config::new().build().unwrap();
    let found = aligner.align(&[1, 2], &[1, 3]).unwrap();
    assert_eq!(replay(scores, &found, &[1, 2], &[1, 3]), Some(1));
    assert_eq!(replay(scores, &found, &[1, 2], &[4, 3]), None);
    assert_eq!(replay(scores, &found, &[1, 2], &[1, 3, 3]), None);
}
