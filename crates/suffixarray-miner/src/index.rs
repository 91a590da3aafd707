use std::fmt;

use crate::{
    Config, Corpus, Error,
    corpus::Text,
    lcp::lcp,
    mined::MinedString,
    repeats::{Repeat, repeats},
    suffix_array::suffix_array,
};

/// A step of mining, for those who watch it.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Stage {
    /// End symbols were given, and symbols brought near to each other.
    Corpus,
    /// The suffixes were sorted.
    SuffixArray,
    /// The shared prefixes of neighbours were measured.
    Lcp,
    /// The frequencies of all maximal strings were counted.
    Statistics,
    /// The strings were selected, copied and sorted.
    Selection,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Stage::Corpus => "corpus",
            Stage::SuffixArray => "suffix array",
            Stage::Lcp => "lcp",
            Stage::Statistics => "statistics",
            Stage::Selection => "selection",
        })
    }
}

/// A corpus with its suffix array and shared prefixes: what all statistics are
/// read from.
///
/// [`Miner`](crate::Miner) makes one for itself. Take it on its own to see all
/// maximal strings and not only the selected ones.
///
/// # Examples
///
/// ```
/// use suffixarray_miner::{Corpus, Index};
///
/// let corpus: Corpus = [&[1, 2, 3, 1, 2], &[9, 1, 2, 9, 9]].into_iter().collect();
/// let index = Index::new(corpus)?;
/// let mut strings = Vec::new();
/// index.for_each_string(|s| strings.push((s.symbols.to_vec(), s.term_frequency, s.document_frequency)));
/// strings.sort();
/// assert_eq!(strings, [(vec![1, 2], 3, 2), (vec![9], 3, 1)]);
/// # Ok::<(), suffixarray_miner::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Index {
    pub(crate) text: Text,
    array: Vec<i32>,
    lcp: Vec<u32>,
}

impl Index {
    /// Builds the index of a corpus.
    ///
    /// # Complexity
    ///
    /// Linear time. 12 bytes a token stay, 16 at the peak; up to 8 more while
    /// the array is sorted if all tokens are distinct.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyTokens`] beyond [`Config::MAX_TOKENS`], and
    /// [`Error::OutOfMemory`].
    pub fn new(corpus: Corpus) -> Result<Index, Error> {
        Index::watched(corpus, Config::MAX_TOKENS, &mut |_| {})
    }

    pub(crate) fn watched(
        corpus: Corpus,
        limit: usize,
        done: &mut dyn FnMut(Stage),
    ) -> Result<Index, Error> {
        let mut text = Text::new(corpus, limit)?;
        done(Stage::Corpus);
        let array = suffix_array(&mut text.symbols)?;
        done(Stage::SuffixArray);
        let lcp = lcp(&text.symbols, &array);
        done(Stage::Lcp);
        Ok(Index { text, array, lcp })
    }

    /// Returns the number of documents.
    pub fn n_documents(&self) -> usize {
        self.text.documents.len()
    }

    /// Returns the number of tokens in all documents.
    pub fn n_tokens(&self) -> usize {
        self.text.symbols.len() - self.n_documents()
    }

    /// Gives each maximal string that occurs twice or more to `each`, whatever
    /// its length and frequencies, in no order that is worth relying on.
    ///
    /// A string is maximal when no longer one occurs exactly where it does: its
    /// occurrences have different left neighbours, and different right ones.
    /// The edge of a document differs from every neighbour.
    ///
    /// # Complexity
    ///
    /// O(n log n) time for `n` tokens, besides copying the strings.
    pub fn for_each_string(&self, mut each: impl FnMut(MinedString<'_>)) {
        let mut symbols = Vec::new();
        self.for_each_repeat(|repeat| {
            symbols.clear();
            symbols.extend(self.text.given(repeat.start, repeat.len));
            each(MinedString {
                symbols: &symbols,
                term_frequency: repeat.term_frequency,
                document_frequency: repeat.document_frequency,
            });
        });
    }

    pub(crate) fn for_each_repeat(&self, each: impl FnMut(Repeat)) {
        repeats(&self.text, &self.array, &self.lcp, each);
    }
}
