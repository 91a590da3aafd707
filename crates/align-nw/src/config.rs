//! The scores and limits of an aligner.

use crate::{Aligner, Error, Scores};

/// The scores and limits of an [`Aligner`].
///
/// # Examples
///
/// ```
/// let aligner = align_nw::Config::new().match_score(2).mismatch(-1).gap(-3).build()?;
/// assert_eq!(aligner.align(&[1, 2], &[1, 3])?.score(), 1);
/// # Ok::<(), align_nw::Error>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
#[must_use]
pub struct Config {
    match_score: i32,
    mismatch: i32,
    gap: i32,
    memory: u64,
}

impl Config {
    /// The default memory limit: 256 MiB. With the default scores it is enough for two sequences of 300,000 symbols
    /// each. Chosen: by eye.
    pub const DEFAULT_MEMORY: u64 = 256 << 20;

    /// Returns the defaults: match 1, mismatch 0, gap −1, and
    /// [`Config::DEFAULT_MEMORY`].
    pub fn new() -> Config {
        Config { match_score: 1, mismatch: 0, gap: -1, memory: Config::DEFAULT_MEMORY }
    }

    /// Sets the score of two equal symbols. Default: 1.
    pub fn match_score(mut self, score: i32) -> Config {
        self.match_score = score;
        self
    }

    /// Sets the score of two unequal symbols that are paired. Default: 0.
    pub fn mismatch(mut self, score: i32) -> Config {
        self.mismatch = score;
        self
    }

    /// Sets the score of a symbol without a partner. Default: −1.
    pub fn gap(mut self, score: i32) -> Config {
        self.gap = score;
        self
    }

    /// Sets the number of bytes that one call may use in addition to its inputs. Default: [`Config::DEFAULT_MEMORY`].
    ///
    /// The limit applies to each call: `k` threads that align at once use up to `k` times as much. It affects the
    /// time of an alignment by a factor of at most two, and never the result.
    pub fn memory(mut self, bytes: u64) -> Config {
        self.memory = bytes;
        self
    }

    /// Returns the configured memory limit in bytes.
    pub fn get_memory(&self) -> u64 {
        self.memory
    }

    /// Checks this configuration and builds an aligner from it.
    ///
    /// # Errors
    ///
    /// Those of [`Scores::new`].
    pub fn build(self) -> Result<Aligner, Error> {
        let scores = Scores::new(self.match_score, self.mismatch, self.gap)?;
        Ok(Aligner::new(scores, self.memory))
    }
}

impl Default for Config {
    fn default() -> Config {
        Config::new()
    }
}
