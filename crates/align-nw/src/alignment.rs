//! The result: a score, and the steps that give it.

/// One column of an alignment of `left` with `right`.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Step {
    /// A symbol of `left` is opposite an equal one of `right`.
    Match,
    /// A symbol of `left` is opposite a different one of `right`.
    Mismatch,
    /// A symbol of `left` is alone: a gap in `right`.
    Delete,
    /// A symbol of `right` is alone: a gap in `left`.
    Insert,
}

/// A best alignment of two sequences.
///
/// # Which of several best alignments
///
/// 1. The longest common suffix of the two sequences is matched.
/// 2. The longest common prefix of what is left of them is matched.
/// 3. The part between them is read from the matrix of best scores, by walking back from its last cell: a
///    [`Step::Match`] if the two symbols are equal; else a [`Step::Mismatch`] if the diagonal explains the score;
///    else a [`Step::Delete`] if that explains it; else a [`Step::Insert`].
///
/// With the scores that [`Scores::new`](crate::Scores::new) allows, matching equal ends is always one of the best
/// choices, so that the rule costs no score. The third point alone would do the same as the first. The second point
/// differs: it matches a shared beginning from which the walk could drift away. So this is not quite the walk of
/// textbooks and of Geraci and Maggini (2011, section 2.1): of 3,000 random pairs of up to 11 symbols of 2 to 5
/// kinds, 322 come out with other steps, all with the same score.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Alignment {
    score: i64,
    steps: Vec<Step>,
}

impl Alignment {
    pub(crate) fn new(score: i64, steps: Vec<Step>) -> Alignment {
        Alignment { score, steps }
    }

    /// Returns the score: the sum over all steps.
    pub fn score(&self) -> i64 {
        self.score
    }

    /// Returns the steps, from the beginning of both sequences to their end.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Iterates over the matched pairs of positions, in `left` and in `right`,
    /// both ascending.
    pub fn matches(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let (mut left_idx, mut right_idx) = (0, 0);
        self.steps.iter().filter_map(move |step| {
            let here = (left_idx, right_idx);
            left_idx += usize::from(*step != Step::Insert);
            right_idx += usize::from(*step != Step::Delete);
            (*step == Step::Match).then_some(here)
        })
    }
}
