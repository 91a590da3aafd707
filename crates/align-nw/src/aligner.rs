//! The aligner: checks the limits and picks a kernel.

use crate::{Alignment, Error, Scores, bit_parallel, ends::Ends, general};

/// Aligns sequences of symbols from end to end.
///
/// Built by [`Config::build`](crate::Config::build). It is small and immutable, and can be shared between threads.
#[derive(Clone, Debug)]
pub struct Aligner {
    scores: Scores,
    memory: u64,
}

/// Working memory of an [`Aligner`], for reuse in several calls.
///
/// It holds nothing that affects a later call, and never more than the largest call needed.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    bits: bit_parallel::Buffers,
    general: general::Buffers,
}

impl Scratch {
    /// Returns empty working memory.
    pub fn new() -> Scratch {
        Scratch::default()
    }
}

impl Aligner {
    pub(crate) fn new(scores: Scores, memory: u64) -> Aligner {
        Aligner { scores, memory }
    }

    /// Returns the scores of this aligner.
    pub fn scores(&self) -> Scores {
        self.scores
    }

    /// Aligns `left` with `right` from end to end and returns the best alignment.
    ///
    /// [`Alignment`] defines which one is returned if there are several.
    ///
    /// # Complexity
    ///
    /// With `m` and `n` the lengths: `O(m · n)` time, and a 64th of it with scores in the proportion +1, 0, −1.
    /// Memory is bounded by [`Config::memory`](crate::Config::memory).
    ///
    /// # Errors
    ///
    /// * [`Error::OutOfMemory`] if even the checkpoints need more than the
    ///   limit. Nothing of that size is allocated in that case.
    /// * [`Error::ScoreRange`] if a score could leave the range of `i32`.
    ///
    /// # Panics
    ///
    /// Never.
    ///
    /// # Examples
    ///
    /// ```
    /// let aligner = align_nw::Config::new().build()?;
    /// assert_eq!(aligner.align(&[], &[1, 2, 3])?.score(), -3);
    /// # Ok::<(), align_nw::Error>(())
    /// ```
    pub fn align(&self, left: &[u32], right: &[u32]) -> Result<Alignment, Error> {
        self.align_with(&mut Scratch::new(), left, right)
    }

    /// Does the same as [`Aligner::align`], in memory that is reused between calls.
    ///
    /// # Errors
    ///
    /// Those of [`Aligner::align`].
    ///
    /// # Examples
    ///
    /// ```
    /// let aligner = align_nw::Config::new().build()?;
    /// let mut scratch = align_nw::Scratch::new();
    /// for page in [[1, 2, 3], [1, 4, 3], [1, 3, 5]] {
    ///     assert_eq!(aligner.align_with(&mut scratch, &page, &page)?.score(), 3);
    /// }
    /// # Ok::<(), align_nw::Error>(())
    /// ```
    pub fn align_with(&self, scratch: &mut Scratch, left: &[u32], right: &[u32]) -> Result<Alignment, Error> {
        self.scores.check_range(left.len(), right.len())?;
        // Equal ends are matched without a matrix.
        let ends = Ends::of(left, right);
        let mut steps = ends.begin(left, right);
        let (left, right) = (ends.between(left), ends.between(right));

        let between = match self.scores.unit() {
            Some(unit) => {
                let buffers = &mut scratch.bits;
                // This kernel counts in units of +1, 0, −1.
                let units = bit_parallel::align(buffers, self.memory, left, right, &mut steps)?;
                i64::from(unit) * units
            }
            None => {
                let buffers = &mut scratch.general;
                general::align(buffers, self.memory, self.scores, left, right, &mut steps)?
            }
        };
        let score = ends.len() as i64 * i64::from(self.scores.match_score()) + between;
        Ok(Alignment::new(score, ends.finish(steps)))
    }
}
