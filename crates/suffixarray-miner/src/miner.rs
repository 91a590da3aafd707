use crate::{Config, Corpus, Error, Histogram, Index, Mined, Selection, Stage, repeats::Repeat};

/// Mines the strings that are template. Built by [`Config::build`].
#[derive(Clone, Debug)]
pub struct Miner {
    config: Config,
    /// The number of tokens in the corpus for each string that may be kept before the cut is known. A candidate takes
    /// 16 bytes, and 32 while its vector grows. If there are more candidates, the statistics run a second time.
    tokens_a_candidate: usize,
}

/// The number of tokens for each candidate. Chosen: the candidates then take at most 8 bytes per token. The index takes
/// 12.
const TOKENS_A_CANDIDATE: usize = 4;

impl Miner {
    pub(crate) fn from_config(config: Config) -> Miner {
        Miner { config, tokens_a_candidate: TOKENS_A_CANDIDATE }
    }

    /// Returns the configuration of the miner.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Mines documents of symbols, none of which is mutable.
    ///
    /// # Complexity
    ///
    /// O(n log n) time for `n` tokens, in addition to sorting the selected strings; linear in practice. At most 24
    /// bytes per token at the peak, including the copy of the symbols, but not the strings found.
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
    /// let strings: Vec<_> = mined.iter().map(|string| string.symbols).collect();
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
        let index = Index::watched(corpus, self.config.get_max_tokens(), &mut done)?;
        self.mine_index(&index, is_mutable, done)
    }

    /// Mines a corpus that is indexed already, as [`Miner::mine_corpus`] does. The index stays, so that the places of
    /// the strings can be [asked for](Index::occurrences).
    ///
    /// # Errors
    ///
    /// [`Error::TooManyMinedTokens`].
    ///
    /// # Examples
    ///
    /// ```
    /// use suffixarray_miner::{Config, Corpus, CutOff, Index, Selection};
    ///
    /// let pages: [&[u32]; 3] = [&[1, 2, 3, 10], &[1, 2, 3, 11, 12], &[13, 1, 2, 3]];
    /// let index = Index::new(pages.into_iter().collect::<Corpus>())?;
    /// let selection = Selection::paper().cut_off(CutOff::Fixed(3));
    /// let mined = Config::new().selection(selection).build()?.mine_index(&index, |_| false, |_| {})?;
    /// let string = mined.iter().next().expect("1, 2, 3 is in all of them");
    /// let places = index.occurrences(string.symbols).into_iter().map(|at| (at.document, at.token));
    /// assert_eq!(places.collect::<Vec<_>>(), [(0, 0), (1, 0), (2, 1)]);
    /// # Ok::<(), suffixarray_miner::Error>(())
    /// ```
    pub fn mine_index(
        &self,
        index: &Index,
        is_mutable: impl Fn(u32) -> bool,
        mut done: impl FnMut(Stage),
    ) -> Result<Mined, Error> {
        let selection = self.config.get_selection();
        let n_documents = u32::try_from(index.n_documents()).expect("each has an end symbol");

        let accepts =
            |repeat: &Repeat| is_steady(repeat, selection) && is_literal(repeat, selection, index, &is_mutable);
        let mut histogram = Histogram::new(n_documents);
        // Strings that may turn out to be above the cut. They are dropped once there are too many of them.
        let lowest = histogram.lowest_cut_off(selection);
        let room = index.n_tokens() / self.tokens_a_candidate;
        let mut candidates = Some(Vec::new());
        index.for_each_repeat(|repeat| {
            if !passes(&repeat, selection, index) {
                return;
            }
            // The histogram counts all strings that pass, before the filters of our own rule, because the thesis
            // defines the cut that way.
            histogram.add(repeat.document_frequency);
            if lowest <= repeat.document_frequency && accepts(&repeat) {
                match &mut candidates {
                    Some(kept) if kept.len() < room => kept.push(repeat),
                    _ => candidates = None,
                }
            }
        });
        done(Stage::Statistics);

        let mut chosen = histogram.cut_off(selection.get_cut_off());
        // Strings below `min_documents` are not in the histogram, but a fixed cut-off may be lower.
        chosen.document_frequency = chosen.document_frequency.max(selection.get_min_documents());
        let is_above = |repeat: &Repeat| chosen.document_frequency <= repeat.document_frequency;
        let mut selected = Selected { repeats: Vec::new(), n_tokens: 0, limit: self.config.get_max_mined_tokens() };
        match candidates {
            Some(candidates) => candidates.into_iter().filter(is_above).for_each(|repeat| selected.push(repeat)),
            // Too many candidates were found to keep them. The statistics run again, now with a known cut.
            None => index.for_each_repeat(|repeat| {
                if passes(&repeat, selection, index) && is_above(&repeat) && accepts(&repeat) {
                    selected.push(repeat);
                }
            }),
        }
        let strings = selected.finish()?.into_iter().map(|repeat| {
            let symbols = index.text.given(repeat.start, repeat.len);
            (symbols, repeat.term_frequency, repeat.document_frequency)
        });
        let mined = Mined::collect(index.n_tokens() as u64, histogram, chosen, strings);
        done(Stage::Selection);
        Ok(mined)
    }
}

/// The strings that are kept, and their total number of tokens.
struct Selected {
    repeats: Vec<Repeat>,
    n_tokens: usize,
    limit: usize,
}

impl Selected {
    fn push(&mut self, repeat: Repeat) {
        self.n_tokens = self.n_tokens.saturating_add(repeat.len as usize);
        // The sum goes on beyond the limit, so that the error can tell how much is needed.
        if self.n_tokens <= self.limit {
            self.repeats.push(repeat);
        }
    }

    fn finish(self) -> Result<Vec<Repeat>, Error> {
        let Selected { repeats, n_tokens: needed, limit } = self;
        if limit < needed { Err(Error::TooManyMinedTokens { needed, limit }) } else { Ok(repeats) }
    }
}

/// Applies the filters before the histogram (thesis, section 3.2, steps 6 and 7).
fn passes(repeat: &Repeat, selection: &Selection, index: &Index) -> bool {
    selection.get_min_tokens() <= repeat.len
        && selection.get_min_documents() <= repeat.document_frequency
        // This test is the slowest, so it comes last.
        && !(selection.get_drop_enclosed() && index.is_enclosed(repeat))
}

fn is_steady(repeat: &Repeat, selection: &Selection) -> bool {
    selection
        .get_max_repetition()
        .is_none_or(|times| f64::from(repeat.term_frequency) <= times * f64::from(repeat.document_frequency))
}

fn is_literal(repeat: &Repeat, selection: &Selection, index: &Index, is_mutable: impl Fn(u32) -> bool) -> bool {
    selection.get_max_mutable().is_none_or(|share| {
        let symbols = index.text.given(repeat.start, repeat.len);
        let n_mutable = symbols.filter(|&symbol| is_mutable(symbol)).count();
        n_mutable as f64 <= share * f64::from(repeat.len)
    })
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;
    use crate::CutOff;

    proptest! {
        #[test]
        fn it_does_not_matter_when_strings_are_kept(
            documents in vec(vec(0..3u32, 0..12), 0..9),
            min_documents in 1..4u32,
        ) {
            let selection = Selection::paper().min_documents(min_documents);
            for cut_off in [CutOff::Bimodal, CutOff::Fixed(2), CutOff::Share(0.4)] {
                let selection = selection.clone().cut_off(cut_off);
                let one = Config::new().selection(selection).build().unwrap();
                let mut other = one.clone();
                other.tokens_a_candidate = 10_000;
                let corpus: Corpus = documents.iter().collect();
                let one = one.mine_corpus(corpus.clone(), |_| false, |_| {}).unwrap();
                let other = other.mine_corpus(corpus, |_| false, |_| {}).unwrap();
                prop_assert_eq!(one, other);
            }
        }
    }
}
