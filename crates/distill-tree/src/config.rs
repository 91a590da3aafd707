//! The settings of sampling, aligning and pruning.

use crate::{ConsensusLocator, Distiller, Error};

/// Which tokens are pruned between the levels of the tree.
///
/// At step `r`, the paper prunes "the tokens having a score below 2^(r−2)/t", where a score is a support over `t`.
/// This can be read in two ways. With both, nothing is pruned while nodes cover two pages or fewer.
#[derive(Clone, Copy, Debug, Default, Eq, Hash, PartialEq)]
pub enum Pruning {
    /// Prunes the result of a step: a node that covers `p` pages loses the tokens with `4 · support < p`. This is the
    /// paper's formula as it stands.
    #[default]
    Paper,
    /// Prunes the input of a step: a node that covers `p` pages loses the tokens with `2 · support < p` before it is
    /// aligned.
    Inputs,
}

/// The settings of sampling, aligning and pruning.
///
/// # Examples
///
/// ```
/// let distiller = distill_tree::Config::new().sample(8).threshold(0.75).build()?;
/// # Ok::<(), distill_tree::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[must_use]
pub struct Config {
    pub(crate) sample: usize,
    pub(crate) threshold: f64,
    pub(crate) seed: u64,
    pub(crate) pruning: Pruning,
    pub(crate) copies: bool,
    pub(crate) least_support: u32,
    pub(crate) align: align_nw::Config,
}

impl Config {
    /// The default number of pages. Chosen: the number that section 3.1 of the paper recommends.
    pub const DEFAULT_SAMPLE: usize = 16;
    /// The default threshold: a token of the template is on at least half of the pages. Chosen: the value of the paper.
    pub const DEFAULT_THRESHOLD: f64 = 0.5;
    /// The default least support. Chosen: a single page does not show what pages share.
    pub const DEFAULT_LEAST_SUPPORT: u32 = 2;

    /// Returns the defaults: 16 pages, threshold 1/2 and at least two pages,
    /// seed 0, the paper's pruning, copies counted once, and the aligner's own
    /// defaults.
    pub fn new() -> Config {
        Config {
            sample: Config::DEFAULT_SAMPLE,
            threshold: Config::DEFAULT_THRESHOLD,
            seed: 0,
            pruning: Pruning::default(),
            copies: false,
            least_support: Config::DEFAULT_LEAST_SUPPORT,
            align: align_nw::Config::new(),
        }
    }

    /// Returns the settings of the paper: the defaults, except that copies count like any other pages, and that only
    /// the threshold counts at the root. With two pages, the template is their union.
    pub fn paper() -> Config {
        Config::new().copies(true).least_support(1)
    }

    /// Sets the largest number of pages that are distilled, the paper's `t`. Default: [`Config::DEFAULT_SAMPLE`].
    pub fn sample(mut self, pages: usize) -> Config {
        self.sample = pages;
        self
    }

    /// Sets the share of pages that must have a token for it to be in the
    /// consensus, above 0 and at most 1. Default: [`Config::DEFAULT_THRESHOLD`].
    ///
    /// In any case, at least [`Config::least_support`] pages must have it.
    pub fn threshold(mut self, share: f64) -> Config {
        self.threshold = share;
        self
    }

    /// Sets the seed for drawing and pairing pages. Default: 0.
    pub fn seed(mut self, seed: u64) -> Config {
        self.seed = seed;
        self
    }

    /// Sets which tokens are pruned between the levels.
    /// Default: [`Pruning::Paper`].
    pub fn pruning(mut self, pruning: Pruning) -> Config {
        self.pruning = pruning;
        self
    }

    /// Sets whether equal pages may all be in the sample, as in the paper. Otherwise a page that equals one already
    /// taken is left out, and the next one is tried: copies also share their content, which would be taken for
    /// template. Default: false.
    pub fn copies(mut self, count: bool) -> Config {
        self.copies = count;
        self
    }

    /// Sets the number of pages that must have a token of the consensus, whatever the threshold. With 0 or 1 the
    /// threshold alone decides, as in the paper. Default: [`Config::DEFAULT_LEAST_SUPPORT`].
    pub fn least_support(mut self, pages: u32) -> Config {
        self.least_support = pages;
        self
    }

    /// Sets the scores and the memory limit of the alignments.
    /// Default: [`align_nw::Config::new`].
    pub fn align(mut self, config: align_nw::Config) -> Config {
        self.align = config;
        self
    }

    /// Returns the configured threshold.
    pub fn get_threshold(&self) -> f64 {
        self.threshold
    }

    /// Checks this configuration and builds a distiller from it.
    ///
    /// # Errors
    ///
    /// * [`Error::Threshold`] if the threshold is not above 0 and at most 1.
    /// * [`Error::EmptySample`] if the sample would have no pages.
    /// * [`Error::Align`] if the scores are invalid.
    pub fn build(self) -> Result<Distiller, Error> {
        // Written so that a NaN fails.
        if !(self.threshold > 0.0 && self.threshold <= 1.0) {
            return Err(Error::Threshold { given: self.threshold });
        }
        if self.sample == 0 {
            return Err(Error::EmptySample);
        }
        let aligner = self.align.clone().build().map_err(Error::Align)?;
        Ok(Distiller::new(self, aligner))
    }

    /// Builds a locator with the scores and the memory limit of the alignments.
    ///
    /// # Errors
    ///
    /// [`Error::Align`] if the scores are invalid.
    pub fn locator(&self) -> Result<ConsensusLocator, Error> {
        Ok(ConsensusLocator::new(self.align.clone().build().map_err(Error::Align)?))
    }
}

impl Default for Config {
    fn default() -> Config {
        Config::new()
    }
}
