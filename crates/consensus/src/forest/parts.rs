//! Why a line has its probability: what each group of features adds to the log odds.

use crate::features::names::Group;

/// What each group of features adds to the log odds of a line, in units of [`ONE`](super::ONE).
///
/// Each question of a tree moves the value that is expected, and the move is put down to the group of the feature that
/// was asked about. So the parts, and what is expected before anything is asked, add up to the sum of the trees.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Parts {
    /// What is expected of any line.
    pub(crate) expected: i32,
    pub(crate) of_groups: [i32; Group::ALL.len()],
}

impl Parts {
    /// Returns the groups that speak against the line, the strongest first.
    pub(crate) fn against(&self) -> impl Iterator<Item = Group> {
        let mut groups: Vec<(i32, Group)> = self
            .of_groups
            .iter()
            .copied()
            .zip(Group::ALL)
            .filter(|&(part, _)| part < 0)
            .collect();
        groups.sort_unstable();
        groups.into_iter().map(|(_, group)| group)
    }
}
