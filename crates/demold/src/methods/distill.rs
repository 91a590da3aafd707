//! The method of Geraci and Maggini: what alignments of pages agree on.

use std::fmt;

use distill_tree::{Config, Consensus};
use serde::{Deserialize, Serialize, Serializer};
use tokenize::{Tokenizer, Vocabulary};

use super::{
    Found, MethodTemplate, forms, listing,
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

/// A distilled template, ready to be found in pages.
#[derive(Debug)]
pub(crate) struct DistillTemplate {
    file: Distilled,
    tokenizer: Tokenizer,
    /// Holds the template's tokens only: all others are unknown, and match nothing.
    vocabulary: Vocabulary,
    consensus: Consensus,
    locator: distill_tree::ConsensusLocator,
}

impl DistillTemplate {
    /// The template of no pages.
    pub(crate) fn nothing() -> DistillTemplate {
        let file = Distilled {
            threshold: Config::new().get_threshold(),
            pages: 0,
            normalize: Switches::from(&tokenize::Normalize::new()),
            tokens: Vec::new(),
        };
        DistillTemplate::new(file).expect("a file without tokens has none that contradict each other")
    }

    /// Prepares what a file holds.
    ///
    /// # Errors
    ///
    /// [`Error::Unusable`] if a token has more support than there are pages, or none.
    pub(crate) fn new(file: Distilled) -> Result<DistillTemplate, Error> {
        if let Some((support, form)) = (file.tokens.iter()).find(|(support, _)| *support == 0 || *support > file.pages)
        {
            let pages = file.pages;
            let reason = format!("the token {form:?} has a support of {support}, and there are {pages} pages");
            return Err(Error::damaged(reason));
        }
        let mut vocabulary = Vocabulary::new();
        let symbols = file.tokens.iter().map(|(_, form)| vocabulary.intern(form)).collect();
        let supports = file.tokens.iter().map(|(support, _)| *support).collect();
        Ok(DistillTemplate {
            tokenizer: file.normalize.to_normalize().build(),
            vocabulary,
            consensus: Consensus::from_parts(symbols, supports, file.pages).map_err(Error::Distill)?,
            locator: Config::new().locator().map_err(Error::Distill)?,
            file,
        })
    }
}

/// Learns from pages of one kind.
pub(super) fn learn(learner: &Learner, pages: &[Reading<'_>]) -> Result<DistillTemplate, Error> {
    let config = learner.papers.distill.clone();
    let config = config.sample(learner.get_pages()).copies(learner.copies).seed(learner.seed);
    let tokenizer = learner.get_normalize().build();
    let (vocabulary, pages) = tokens::sample(pages, &tokenizer);
    let symbols: Vec<&[u32]> = pages.iter().map(|page| page.symbols()).collect();
    let threshold = config.get_threshold();
    let distiller = config.build().map_err(Error::Distill)?;
    let consensus = distiller.distill(&symbols).map_err(Error::Distill)?;
    let tokens = std::iter::zip(consensus.supports(), consensus.symbols())
        .map(|(&support, &symbol)| {
            let form = vocabulary.form(symbol).expect("the distiller invents no symbols");
            (support, form.to_owned())
        })
        .collect();
    DistillTemplate::new(Distilled {
        threshold,
        pages: consensus.pages(),
        normalize: Switches::from(tokenizer.normalize()),
        tokens,
    })
}

impl Serialize for DistillTemplate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.file.serialize(serializer)
    }
}

impl MethodTemplate for DistillTemplate {
    fn locate(&self, page: &Reading<'_>, _: bool) -> Result<Found, Error> {
        let symbols = tokens::symbols(page, &self.tokenizer, &self.vocabulary);
        let located = self.locator.locate(&self.consensus, &symbols).map_err(Error::Distill)?;
        let ranges = tokens::ranges(page);
        let regions = tokens::regions(&ranges, located.ranges());
        Ok(Found::new(regions, located.fit()))
    }

    fn used_pages(&self) -> Option<usize> {
        Some(self.file.pages as usize)
    }

    fn is_empty(&self) -> bool {
        self.file.tokens.is_empty()
    }

    fn sizes(&self) -> [usize; 2] {
        [self.file.tokens.len(), 0]
    }

    fn summary(&self, [tokens, _]: [usize; 2]) -> String {
        listing::count(tokens, "token")
    }

    fn list(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut open: Vec<&str> = Vec::new();
        for (support, form) in &self.file.tokens {
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
            forms::supported(f, *support, self.file.pages, depth, form)?;
        }
        Ok(())
    }

    fn listed_pages(&self) -> usize {
        self.file.pages as usize
    }

    fn pieces(&self) -> Vec<String> {
        self.file.tokens.iter().map(|(_, form)| form.clone()).collect()
    }
}
