//! Equal ends, which need no matrix.

use crate::Step;

/// How many symbols at both ends of two sequences are matched without a matrix.
///
/// Matching equal last symbols is never worse. Take a best alignment that does
/// not: if both last symbols `x` are alone, pairing them is worth as much or
/// more, because a match is worth at least two gaps. If one of them is paired,
/// the other is alone at the end; pair the two, and let the former partner be
/// alone instead: that is as many gaps, and a match in place of a match or
/// less. The same holds for first symbols, read backwards. So cutting off equal
/// ends keeps the score; [`crate::Alignment`] explains what it means for ties.
pub(crate) struct Ends {
    prefix: usize,
    suffix: usize,
}

impl Ends {
    /// Finds the longest common suffix, then the longest common prefix of the rest.
    pub(crate) fn of(left: &[u32], right: &[u32]) -> Ends {
        let pairs = left.iter().rev().zip(right.iter().rev());
        let suffix = pairs.take_while(|(l, r)| l == r).count();
        let rest = left[..left.len() - suffix].iter().zip(&right[..right.len() - suffix]);
        let prefix = rest.take_while(|(l, r)| l == r).count();
        Ends { prefix, suffix }
    }

    /// Returns what lies between the ends.
    pub(crate) fn between<'a>(&self, sequence: &'a [u32]) -> &'a [u32] {
        &sequence[self.prefix..sequence.len() - self.suffix]
    }

    /// Returns how many symbols of each sequence the ends match.
    pub(crate) fn len(&self) -> usize {
        self.prefix + self.suffix
    }

    /// Puts steps that were collected walking backwards into forward order,
    /// with the matches of the ends around them.
    ///
    /// `steps` must have been begun by [`Ends::begin`].
    pub(crate) fn finish(&self, mut steps: Vec<Step>) -> Vec<Step> {
        steps.resize(steps.len() + self.prefix, Step::Match);
        steps.reverse();
        steps
    }

    /// Returns the steps of the suffix, with room for all steps to come.
    pub(crate) fn begin(&self, left: &[u32], right: &[u32]) -> Vec<Step> {
        let mut steps = Vec::with_capacity(left.len() + right.len() - self.len());
        steps.resize(self.suffix, Step::Match);
        steps
    }
}
