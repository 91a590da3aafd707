//! The method of Foschini: strings of tokens that many pages have.

use serde::{Deserialize, Serialize};
use suffixarray_miner::{Chosen, Config, Histogram, Locator};
use tokenize::{Tokenizer, Vocabulary};

use crate::{Error, Input, reading, site::Found, switches::Switches};

/// The mined strings, as the template file holds them.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Model {
    pub(crate) documents: u32,
    pub(crate) normalize: Switches,
    pub(crate) cut: Cut,
    /// The normalized forms that the strings are made of.
    pub(crate) forms: Vec<String>,
    /// Document frequency, term frequency, and the numbers of the forms.
    pub(crate) strings: Vec<(u32, u32, Vec<u32>)>,
}

/// What decided which strings are template.
#[derive(Clone, Debug, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cut {
    /// The least document frequency of a template string.
    pub(crate) documents: u32,
    /// The bin of the bimodal cut, if that is what decided.
    pub(crate) bin: Option<usize>,
    /// The number of strings in each hundredth of the documents.
    pub(crate) histogram: Vec<u64>,
}

impl Model {
    /// Checks what a file may get wrong and JSON does not notice.
    pub(crate) fn check(&self) -> Result<(), Error> {
        let damaged = |reason: String| Err(Error::Damaged { reason });
        if self.cut.histogram.len() != Histogram::N_BINS {
            return damaged(format!(
                "the histogram has {} bins, and should have {}",
                self.cut.histogram.len(),
                Histogram::N_BINS
            ));
        }
        for (number, (documents, occurrences, forms)) in self.strings.iter().enumerate() {
            if *documents == 0 || self.documents < *documents || occurrences < documents {
                return damaged(format!(
                    "string {number} has {occurrences} occurrences in {documents} documents, and \
                     there are {} documents",
                    self.documents
                ));
            }
            if let Some(form) = forms
                .iter()
                .find(|form| self.forms.len() <= **form as usize)
            {
                return damaged(format!(
                    "string {number} holds form {form}, and there are {} forms",
                    self.forms.len()
                ));
            }
        }
        Ok(())
    }
}

impl Model {
    /// Returns the histogram of all strings, and what the cut came to.
    pub(crate) fn histogram(&self) -> Option<(Histogram, Chosen)> {
        let bins: [u64; Histogram::N_BINS] = self.cut.histogram.as_slice().try_into().ok()?;
        let chosen = Chosen {
            document_frequency: self.cut.documents,
            bin: self.cut.bin,
        };
        Some((Histogram::from_bins(bins, self.documents), chosen))
    }
}

/// Mines the strings that the pages repeat.
pub(crate) fn learn(
    sample: &[Input<'_>],
    tokenizer: &Tokenizer,
    config: Config,
) -> Result<Model, Error> {
    let (vocabulary, pages) = reading::sample(sample, tokenizer);
    let symbols: Vec<&[u32]> = pages.iter().map(|page| page.symbols()).collect();
    let miner = config.build().map_err(Error::Mine)?;
    let mined = miner.mine(&symbols).map_err(Error::Mine)?;

    // Forms are numbered anew, in the order in which the strings name them.
    let mut own = Vocabulary::new();
    let strings = mined
        .iter()
        .map(|string| {
            let forms = string.symbols.iter().map(|&symbol| {
                own.intern(
                    vocabulary
                        .form(symbol)
                        .expect("the miner invents no symbols"),
                )
            });
            (
                string.document_frequency,
                string.term_frequency,
                forms.collect(),
            )
        })
        .collect();
    Ok(Model {
        documents: mined.n_documents(),
        normalize: Switches::from(tokenizer.normalize()),
        cut: Cut {
            documents: mined.chosen().document_frequency,
            bin: mined.chosen().bin,
            histogram: mined.histogram().bins().to_vec(),
        },
        forms: own.forms().map(str::to_owned).collect(),
        strings,
    })
}

/// Mined strings that find themselves in pages.
#[derive(Debug)]
pub(crate) struct Engine {
    tokenizer: Tokenizer,
    /// Holds the strings' tokens alone: all others are unknown, and match
    /// nothing.
    vocabulary: Vocabulary,
    locator: Locator,
}

impl Engine {
    pub(crate) fn new(model: &Model) -> Result<Engine, Error> {
        let mut vocabulary = Vocabulary::new();
        let symbols: Vec<u32> = model
            .forms
            .iter()
            .map(|form| vocabulary.intern(form))
            .collect();
        let strings: Vec<Vec<u32>> = model
            .strings
            .iter()
            .map(|(_, _, forms)| forms.iter().map(|&form| symbols[form as usize]).collect())
            .collect();
        let locator = Locator::new(strings.iter().map(Vec::as_slice)).map_err(Error::Mine)?;
        Ok(Engine {
            tokenizer: model.normalize.to_normalize().build(),
            vocabulary,
            locator,
        })
    }

    /// Finds the strings in a page. The fit is the share of the strings'
    /// different tokens that were found.
    pub(crate) fn locate(&self, source: &str) -> Found {
        let page = self.tokenizer.read(source, &self.vocabulary);
        let ranges = self.locator.locate(page.symbols());
        let mut is_found = vec![false; self.vocabulary.len()];
        for range in &ranges {
            for &symbol in &page.symbols()[range.clone()] {
                is_found[symbol as usize] = true;
            }
        }
        let fit = match is_found.len() {
            0 => 1.0,
            n_forms => is_found.iter().filter(|found| **found).count() as f64 / n_forms as f64,
        };
        let (tokens, _) = page.into_parts();
        let regions = reading::regions(&tokens, &ranges);
        Found {
            regions,
            removals: Vec::new(),
            fit,
        }
    }
}
