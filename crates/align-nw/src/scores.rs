//! The scores of a match, a mismatch and a gap.

use crate::Error;

/// The scores of a match, a mismatch and a gap, checked to be consistent.
///
/// Made by [`Scores::new`], and by [`Config::build`](crate::Config::build) from its settings.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct Scores {
    match_score: i32,
    mismatch: i32,
    gap: i32,
}

impl Scores {
    /// The largest magnitude that a score may reach. It leaves room for a few more steps, so that no sum in a matrix
    /// of `i32` overflows. Chosen: by eye.
    pub(crate) const LIMIT: u64 = i32::MAX as u64 / 2;

    /// Checks three scores and combines them.
    ///
    /// # Errors
    ///
    /// * [`Error::GapNotNegative`] unless `gap < 0`.
    /// * [`Error::MatchNotAboveMismatch`] unless `mismatch < match_score`.
    /// * [`Error::MatchBelowTwoGaps`] unless `2 * gap <= match_score`.
    ///
    /// Together these conditions make matching equal symbols always one of the best choices, which the rule for ties
    /// relies on.
    ///
    /// # Examples
    ///
    /// ```
    /// use align_nw::{Error, Scores};
    ///
    /// assert!(Scores::new(1, 0, -1).is_ok());
    /// assert_eq!(Scores::new(1, 0, 0), Err(Error::GapNotNegative { given: 0 }));
    /// ```
    pub fn new(match_score: i32, mismatch: i32, gap: i32) -> Result<Scores, Error> {
        if gap >= 0 {
            return Err(Error::GapNotNegative { given: gap });
        }
        if match_score <= mismatch {
            return Err(Error::MatchNotAboveMismatch { match_score, mismatch });
        }
        // In 64 bits, because twice the gap may not fit into 32.
        if i64::from(match_score) < 2 * i64::from(gap) {
            return Err(Error::MatchBelowTwoGaps { match_score, gap });
        }
        Ok(Scores { match_score, mismatch, gap })
    }

    /// Returns the score of a match.
    pub fn match_score(&self) -> i32 {
        self.match_score
    }

    /// Returns the score of a mismatch.
    pub fn mismatch(&self) -> i32 {
        self.mismatch
    }

    /// Returns the score of a gap of one item.
    pub fn gap(&self) -> i32 {
        self.gap
    }

    /// Returns the score of a pair of symbols.
    pub(crate) fn pair(&self, equal: bool) -> i32 {
        if equal { self.match_score } else { self.mismatch }
    }

    /// Returns `k` if the scores are `k` times +1, 0, −1, and `None` otherwise.
    pub(crate) fn unit(&self) -> Option<i32> {
        let proportional = self.mismatch == 0 && i64::from(self.match_score) == -i64::from(self.gap);
        proportional.then_some(self.match_score)
    }

    /// Checks that no score of an alignment of `left` and `right` items can
    /// leave the range of the matrix.
    pub(crate) fn check_range(&self, left: usize, right: usize) -> Result<(), Error> {
        let largest = [self.match_score, self.mismatch, self.gap].into_iter().map(i32::unsigned_abs).fold(0, u32::max);
        let columns = (left as u64).saturating_add(right as u64);
        let needed = columns.saturating_mul(u64::from(largest));
        if Scores::LIMIT < needed {
            return Err(Error::ScoreRange { needed, limit: Scores::LIMIT });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_is_at_least_two_gaps() {
        assert!(Scores::new(-2, -3, -1).is_ok());
        assert_eq!(Scores::new(-3, -4, -1), Err(Error::MatchBelowTwoGaps { match_score: -3, gap: -1 }));
        // Two gaps are below what 32 bits hold.
        assert!(Scores::new(i32::MIN + 1, i32::MIN, i32::MIN).is_ok());
    }

    #[test]
    fn sums_may_reach_the_limit() {
        let range = |match_score: u64| Scores::new(match_score as i32, 0, -1).unwrap().check_range(0, 1);
        let limit = Scores::LIMIT;
        assert_eq!(range(limit), Ok(()));
        assert_eq!(range(limit + 1), Err(Error::ScoreRange { needed: limit + 1, limit }));
    }
}
