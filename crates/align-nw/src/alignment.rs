//! What crosses the border: a score, and the steps that earn it.

/// One column of an alignment of `left` with `right`.
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Step {
    /// A symbol of `left` stands opposite an equal one of `right`.
    Match,
    /// A symbol of `left` stands opposite a different one of `right`.
    Mismatch,
    /// A symbol of `left` stands alone: a gap in `right`.
    Delete,
    /// A symbol of `right` stands alone: a gap in `left`.
    Insert,
}

/// A best alignment of two sequences.
///
/// # Which of several best alignments
///
/// 1. The longest common suffix of the two sequences is matched.
/// 2. The longest common prefix of what is left of them is matched.
/// 3. What lies between is read from the matrix of best scores, walking back
///    from its last cell: a [`Step::Match`] when the two symbols are equal;
///    else a [`Step::Mismatch`] when the diagonal explains the score; else a
///    [`Step::Delete`] when that explains it; else a [`Step::Insert`].
///
/// The scores allowed by [`Scores::new`](crate::Scores::new) make a match of
/// equal ends always one of the best choices, so the rule costs no score. Its
/// first point is what the third would do by itself; the second is not: it
/// matches a shared beginning where the walk could drift off it.
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

    /// Returns the steps by value.
    pub fn into_steps(self) -> Vec<Step> {
        self.steps
    }

    /// Iterates over the pairs of positions, in `left` and in `right`, that
    /// were matched. Both rise.
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
