//! Why a line has its probability: what each group of features adds to the log odds.
//!
//! Each question of a tree moves the value that is expected, and the move is put down to the group of the feature that was
//! asked about. So the parts, and what is expected before anything is asked, add up to the sum of the trees. The way to a
//! leaf is always the same: its parts are summed once.

use std::iter::zip;

use super::splits::Reached;
use crate::features::names::Group;

/// What each group of features adds to the log odds of a line, in units of [`ONE`](super::odds::ONE), by the group's number.
pub(super) type Parts = [i32; Group::ALL.len()];

/// What each group adds on the way to each leaf of all trees.
#[derive(Clone, Debug)]
pub(super) struct PartsOfLeaves {
    /// What is expected of any line.
    pub(super) expected: i32,
    /// Where the leaves of each tree begin.
    pub(super) starts: Vec<usize>,
    pub(super) of_leaves: Vec<Parts>,
}

impl PartsOfLeaves {
    /// Returns what each group adds for a row.
    pub(super) fn of(&self, reached: &Reached, row: usize) -> Parts {
        let mut parts = Parts::default();
        for (start, leaf) in zip(&self.starts, reached.leaves(row)) {
            for (part, more) in zip(&mut parts, self.of_leaves[start + leaf]) {
                *part += more;
            }
        }
        parts
    }
}

/// Returns the groups that speak against a line, the strongest first.
pub(super) fn against(parts: &Parts) -> Vec<Group> {
    let mut groups: Vec<(i32, Group)> = zip(*parts, Group::ALL)
        .filter(|&(part, _)| part < 0)
        .collect();
    groups.sort_unstable();
    groups.into_iter().map(|(_, group)| group).collect()
}
