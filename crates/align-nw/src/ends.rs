//! Equal ends, which are matched without a matrix.

use crate::Step;

/// The numbers of symbols at both ends of two sequences that are matched without a matrix.
///
/// Matching equal last symbols is never worse. Take a best alignment that does not. If both last symbols `x` are
/// alone, pairing them scores at least as much, because a match is worth at least two gaps. If one of them is paired,
/// the other is alone at the end. Pair the two instead, and leave the former partner alone: the number of gaps stays,
/// and a match replaces a match or a mismatch. The same holds for first symbols, read backwards. So removing equal
/// ends keeps the score. [`crate::Alignment`] explains what it means for ties.
pub(crate) struct Ends {
    prefix: usize,
    suffix: usize,
}

impl Ends {
    /// Finds the longest common suffix, then the longest common prefix of the rest.
    pub(crate) fn of(left: &[u32], right: &[u32]) -> Ends {
        // The suffix comes first, so that the two never overlap: the prefix is searched in what it leaves.
        let pairs = left.iter().rev().zip(right.iter().rev());
        let suffix = pairs.take_while(|(l, r)| l == r).count();
        let rest = left[..left.len() - suffix].iter().zip(&right[..right.len() - suffix]);
        let prefix = rest.take_while(|(l, r)| l == r).count();
        Ends { prefix, suffix }
    }

    /// Returns the part between the ends.
    pub(crate) fn between<'a>(&self, sequence: &'a [u32]) -> &'a [u32] {
        &sequence[self.prefix..sequence.len() - self.suffix]
    }

    /// Returns the number of symbols of each sequence that the ends match.
    pub(crate) fn len(&self) -> usize {
        self.prefix + self.suffix
    }

    /// Puts steps that were collected backwards into forward order, with the matches of the ends around them.
    ///
    /// `steps` must have been made by [`Ends::begin`].
    pub(crate) fn finish(&self, mut steps: Vec<Step>) -> Vec<Step> {
        steps.resize(steps.len() + self.prefix, Step::Match);
        steps.reverse();
        steps
    }

    /// Returns the steps of the suffix, with room for all steps that follow.
    pub(crate) fn begin(&self, left: &[u32], right: &[u32]) -> Vec<Step> {
        let mut steps = Vec::with_capacity(left.len() + right.len() - self.len());
        steps.resize(self.suffix, Step::Match);
        steps
    }
}
