//! The method of Geraci and Maggini: what alignments of pages agree on.

use std::fmt;

use distill_tree::{Config, Consensus};
use serde::{Deserialize, Serialize};
use tokenize::{Tokenizer, Vocabulary};

use super::{
    Found, ByCluster, Model, listing,
    switches::Switches,
    tokens::{self, Shape},
};
use crate::{Error, Learner, Reading};

/// The distilled tokens, as the template file holds them.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Distilled {
    threshold: f64,
    /// The number of pages that were aligned: the sample without its copies.
    pages: u32,
    normalize: Switches,
    /// Support and normalized form of each token.
    tokens: Vec<(u32, String)>,
}

impl Distilled {
    /// The template of no pages.
    pub(crate) fn nothing() -> Distilled {
        Distilled {
            threshold: Config::new().get_threshold(),
            pages: 0,
            normalize: Switches::from(&tokenize::Normalize::new()),
            tokens: Vec::new(),
        }
    }
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

impl Model for Distilled {
    type Engine = Engine;

    const DRAWS_TWICE: bool = true;

    fn paper(learner: Learner) -> Learner {
        learner.copies(true).distill(Config::paper())
    }

    fn check_settings(learner: &Learner) -> Result<(), Error> {
        let config = learner.distill.clone();
        config.build().map(drop).map_err(Error::Distill)
    }

    fn learn(learner: &Learner, pages: &[Reading<'_>]) -> Result<Distilled, Error> {
        let config = learner.distill.clone();
        let config = config
            .sample(learner.get_pages())
            .copies(learner.copies)
            .seed(learner.seed);
        let tokenizer = learner.get_normalize().build();
        let (vocabulary, pages) = tokens::sample(pages, &tokenizer);
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
        Ok(Distilled {
            threshold,
            pages: consensus.pages(),
            normalize: Switches::from(tokenizer.normalize()),
            tokens,
        })
    }

    fn check(&self) -> Result<(), Error> {
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

    fn engine(&self) -> Result<Engine, Error> {
        let mut vocabulary = Vocabulary::new();
        let symbols = self
            .tokens
            .iter()
            .map(|(_, form)| vocabulary.intern(form))
            .collect();
        let supports = self.tokens.iter().map(|(support, _)| *support).collect();
        let consensus =
            Consensus::from_parts(symbols, supports, self.pages).map_err(Error::Distill)?;
        Ok(Engine {
            tokenizer: self.normalize.to_normalize().build(),
            vocabulary,
            consensus,
            locator: Config::new().locator().map_err(Error::Distill)?,
        })
    }

    fn locate(engine: &Engine, page: &Reading<'_>, _: bool) -> Result<Found, Error> {
        let symbols = tokens::symbols(page, &engine.tokenizer, &engine.vocabulary);
        let located = engine
            .locator
            .locate(&engine.consensus, &symbols)
            .map_err(Error::Distill)?;
        let ranges = tokens::ranges(page);
        let regions = tokens::regions(&ranges, located.ranges());
        Ok(Found::new(regions, located.fit()))
    }

    fn used_pages(&self) -> Option<usize> {
        Some(self.pages as usize)
    }

    fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    fn summary(kinds: &ByCluster<Distilled>) -> String {
        listing::count(kinds.sum(|model| model.tokens.len()), "token")
    }

    fn list(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut open: Vec<&str> = Vec::new();
        for (support, form) in &self.tokens {
            let depth = match Shape::of(form) {
                Shape::Start(name) => {
                    open.push(name);
                    open.len() - 1
                }
                Shape::End(name) => {
                    // An end tag without its start tag closes nothing.
                    if let Some(at) = open.iter().rposition(|open| *open == name) {
                        open.truncate(at);
                    }
                    open.len()
                }
                Shape::Other => open.len(),
            };
            listing::supported(f, *support, self.pages, depth, form)?;
        }
        Ok(())
    }

    fn listed_pages(&self) -> usize {
        self.pages as usize
    }

    fn pieces(&self) -> Vec<String> {
        self.tokens.iter().map(|(_, form)| form.clone()).collect()
    }
}
