//! The method of Geraci and Maggini: what alignments of pages agree on.

use distill_tree::Consensus;
use serde::{Deserialize, Serialize};
use tokenize::{Tokenizer, Vocabulary};

use crate::{Error, Input, reading, site::Found, switches::Switches};

/// The distilled tokens, as the template file holds them.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Model {
    pub(crate) threshold: f64,
    /// The number of pages that were aligned: the sample without its copies.
    pub(crate) pages: u32,
    pub(crate) normalize: Switches,
    /// Support and normalized form of each token.
    pub(crate) tokens: Vec<(u32, String)>,
}

impl Model {
    /// The template of no pages.
    pub(crate) fn nothing() -> Model {
        Model {
            threshold: distill_tree::Config::new().get_threshold(),
            pages: 0,
            normalize: Switches::from(&tokenize::Normalize::new()),
            tokens: Vec::new(),
        }
    }

    /// Checks what can be wrong in a file without being wrong as JSON.
    pub(crate) fn check(&self) -> Result<(), Error> {
        match self
            .tokens
            .iter()
            .find(|(support, _)| *support == 0 || self.pages < *support)
        {
            None => Ok(()),
            Some((support, form)) => Err(Error::Damaged {
                reason: format!(
                    "the token {form:?} has a support of {support}, and there are {} pages",
                    self.pages
                ),
            }),
        }
    }
}

/// Distils what the pages share.
pub(crate) fn learn(
    sample: &[Input<'_>],
    tokenizer: &Tokenizer,
    config: distill_tree::Config,
) -> Result<Model, Error> {
    let (vocabulary, pages) = reading::sample(sample, tokenizer);
    let symbols: Vec<&[u32]> = pages.iter().map(|page| page.symbols()).collect();
    let threshold = config.get_threshold();
    let distiller = config.build().map_err(Error::Distill)?;
    let consensus = distiller.distill(&symbols).map_err(Error::Distill)?;
    let tokens = std::iter::zip(consensus.supports(), consensus.symbols())
        .map(|(&support, &symbol)| {
            let form = vocabulary
                .form(symbol)
                .expect("the distiller invents no symbols");
            (support, form.to_owned())
        })
        .collect();
    Ok(Model {
        threshold,
        pages: consensus.pages(),
        normalize: Switches::from(tokenizer.normalize()),
        tokens,
    })
}

/// A distilled template, ready to be found in pages.
#[derive(Debug)]
pub(crate) struct Engine {
    tokenizer: Tokenizer,
    /// Holds the template's tokens only: all others are unknown, and match
    /// nothing.
    vocabulary: Vocabulary,
    consensus: Consensus,
    locator: distill_tree::Locator,
}

impl Engine {
    pub(crate) fn new(model: &Model) -> Result<Engine, Error> {
        let tokenizer = model.normalize.to_normalize().build();
        let mut vocabulary = Vocabulary::new();
        let symbols = model
            .tokens
            .iter()
            .map(|(_, form)| vocabulary.intern(form))
            .collect();
        let supports = model.tokens.iter().map(|(support, _)| *support).collect();
        let consensus =
            Consensus::from_parts(symbols, supports, model.pages).map_err(Error::Distill)?;
        let locator = distill_tree::Config::new()
            .locator()
            .map_err(Error::Distill)?;
        Ok(Engine {
            tokenizer,
            vocabulary,
            consensus,
            locator,
        })
    }

    /// Finds the template in a page.
    pub(crate) fn locate(&self, source: &str) -> Result<Found, Error> {
        let page = self.tokenizer.read(source, &self.vocabulary);
        let located = self
            .locator
            .locate(&self.consensus, page.symbols())
            .map_err(Error::Distill)?;
        let fit = located.fit();
        let (tokens, _) = page.into_parts();
        let regions = reading::regions(&tokens, located.ranges());
        Ok(Found {
            regions,
            removals: Vec::new(),
            fit,
        })
    }
}
