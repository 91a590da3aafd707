use std::cmp::Reverse;

use crate::{Chosen, Config, Corpus, Error, Histogram, Index, Stage, repeats::Repeat};

/// A mined string, with its frequencies.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct MinedString {
    /// The symbols of the string.
    pub symbols: Vec<u32>,
    /// The number of its occurrences.
    pub term_frequency: u32,
    /// The number of documents that contain the string.
    pub document_frequency: u32,
}

/// The result of a [`Miner`]: the strings, and the histogram and the cut that selected them.
///
/// The strings are sorted: those in more documents first, then the longer ones,
/// then those with more occurrences, then by their symbols.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Mined {
    histogram: Histogram,
    chosen: Chosen,
    strings: Vec<MinedString>,
}

impl Mined {
    /// Returns the number of documents that were mined.
    pub fn n_documents(&self) -> u32 {
        self.histogram.n_documents()
    }

    /// Returns the histogram of all strings that passed the first filters.
    pub fn histogram(&self) -> &Histogram {
        &self.histogram
    }

    /// Returns the cut that was made.
    pub fn chosen(&self) -> Chosen {
        self.chosen
    }

    /// Returns the strings in the order described for the type.
    pub fn strings(&self) -> &[MinedString] {
        &self.strings
    }
}

/// The strings that wait for the cut are at most one for this many tokens; if there are more, they are counted once more.
/// Chosen: by eye.
const TOKENS_A_KEPT: usize = 4;

/// Mines the strings that are template. Built by [`Config::build`].
#[derive(Clone, Debug)]
pub struct Miner {
    config: Config,
}

impl Miner {
    pub(crate) fn new(config: Config) -> Miner {
        Miner { config }
    }

    /// Mines documents of symbols, none of which is mutable.
    ///
    /// # Complexity
    ///
    /// O(n log n) time for `n` tokens, in addition to sorting the selected strings; linear in practice. At the peak it
    /// takes 36 bytes per token, including the copy of the symbols, and 24 where few strings pass the filters before the
    /// cut, as on real pages.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyTokens`] and [`Error::TooManyMinedTokens`] beyond the
    /// limits of the [`Config`], and [`Error::OutOfMemory`].
    ///
    /// # Examples
    ///
    /// ```
    /// use suffixarray_miner::{Config, CutOff, Selection};
    ///
    /// let selection = Selection::paper().cut_off(CutOff::Fixed(3));
    /// let miner = Config::new().selection(selection).build()?;
    /// let mined = miner.mine(&[&[1, 2, 3, 10], &[1, 2, 3, 11, 12], &[13, 1, 2, 3]])?;
    /// let strings: Vec<_> = mined.strings().iter().map(|string| &string.symbols[..]).collect();
    /// assert_eq!(strings, [[1, 2, 3]]);
    /// # Ok::<(), suffixarray_miner::Error>(())
    /// ```
    pub fn mine(&self, documents: &[&[u32]]) -> Result<Mined, Error> {
        self.mine_corpus(documents.iter().collect(), |_| false, |_| {})
    }

    /// Mines a corpus. `is_mutable` returns whether a symbol stands for a mutable pattern. `done` is called at the
    /// end of each stage, so that the caller can measure the time.
    ///
    /// # Complexity and errors
    ///
    /// As [`Miner::mine`]. The corpus becomes the index, so its symbols are in
    /// memory only once.
    pub fn mine_corpus(
        &self,
        corpus: Corpus,
        is_mutable: impl Fn(u32) -> bool,
        mut done: impl FnMut(Stage),
    ) -> Result<Mined, Error> {
        let selection = &self.config.selection;
        let index = Index::watched(corpus, self.config.max_tokens, &mut done)?;
        let n_documents = u32::try_from(index.n_documents()).expect("each has an end symbol");
        // The histogram counts all strings that pass, before the filters of our own rule, because the thesis defines
        // the cut that way (section 3.2, steps 6 and 7).
        let mut histogram = Histogram::new(n_documents);
        let passes = |repeat: &Repeat| {
            selection.min_tokens <= repeat.len
                && selection.min_documents <= repeat.document_frequency
                // This test is the slowest, so it comes last.
                && !(selection.drop_enclosed && index.is_enclosed(repeat))
        };
        // Kept for after the cut, unless there are too many: on hostile pages as many as tokens.
        let most = index.text.symbols.len() / TOKENS_A_KEPT;
        let mut kept = Some(Vec::new());
        index.for_each_repeat(|repeat| {
            if passes(&repeat) {
                histogram.add(repeat.document_frequency);
                match &mut kept {
                    Some(repeats) if repeats.len() < most => repeats.push(repeat),
                    _ => kept = None,
                }
            }
        });
        done(Stage::Statistics);

        let mut chosen = histogram.cut_off(selection.cut_off);
        // Strings below `min_documents` are not in the histogram, but a fixed cut-off may be lower.
        chosen.document_frequency = chosen.document_frequency.max(selection.min_documents);
        let limit = self.config.max_mined_tokens;
        let (mut repeats, mut needed) = (Vec::new(), 0_usize);
        let mut select = |repeat: Repeat| {
            let is_steady = selection
                .max_repetition
                .is_none_or(|times| f64::from(repeat.term_frequency) <= times * f64::from(repeat.document_frequency));
            let is_literal = || {
                selection.max_mutable.is_none_or(|share| {
                    let symbols = index.text.given(repeat.start, repeat.len);
                    let n_mutable = symbols.filter(|&symbol| is_mutable(symbol)).count();
                    n_mutable as f64 <= share * f64::from(repeat.len)
                })
            };
            if chosen.document_frequency <= repeat.document_frequency && is_steady && is_literal() {
                needed = needed.saturating_add(repeat.len as usize);
                if needed <= limit {
                    repeats.push(repeat);
                }
            }
        };
        match kept {
            Some(kept) => kept.into_iter().for_each(select),
            None => index.for_each_repeat(|repeat| {
                if passes(&repeat) {
                    select(repeat);
                }
            }),
        }
        if limit < needed {
            return Err(Error::TooManyMinedTokens { needed, limit });
        }
        let strings = repeats.into_iter().map(|repeat| MinedString {
            symbols: index.text.given(repeat.start, repeat.len).collect(),
            term_frequency: repeat.term_frequency,
            document_frequency: repeat.document_frequency,
        });
        let mut strings: Vec<MinedString> = strings.collect();
        strings.sort_unstable_by(|one, other| {
            let key = |string: &MinedString| {
                Reverse((string.document_frequency, string.symbols.len(), string.term_frequency))
            };
            // Symbols decide last, which makes the order total: it does not depend on the order of mining.
            key(one).cmp(&key(other)).then_with(|| one.symbols.cmp(&other.symbols))
        });
        done(Stage::Selection);
        Ok(Mined { histogram, chosen, strings })
    }
}
