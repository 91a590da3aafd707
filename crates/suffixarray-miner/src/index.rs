use crate::{
    Config, Corpus, Error,
    corpus::Text,
    enclosed::is_enclosed,
    lcp::lcp,
    repeats::{Repeat, repeats},
    shared::{self, Shared},
    suffix_array::suffix_array,
};

/// A step of mining, for observers.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub enum Stage {
    /// End symbols were added, and symbols were made dense.
    Corpus,
    /// The suffixes were sorted.
    SuffixArray,
    /// The prefixes shared by neighbours were measured.
    Lcp,
    /// The frequencies of all maximal strings were counted.
    Statistics,
    /// The strings were selected, copied and sorted.
    Selection,
}

/// Where a string begins in a corpus.
#[derive(Clone, Copy, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub struct Occurrence {
    /// The index of the document.
    pub document: usize,
    /// The index of the token in the document. An end has the index after the last token.
    pub token: usize,
}

/// A corpus with its suffix array and the lengths of shared prefixes, from which all statistics are computed.
///
/// [`Miner`](crate::Miner) makes one for itself. Use it directly to get what groups of documents
/// [share](Index::shared_by_groups).
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
    /// Linear time. The result takes 16 bytes per token, and 20 at the peak. While the array is sorted, it takes up
    /// to 8 more if all tokens are distinct.
    ///
    /// # Errors
    ///
    /// [`Error::TooManyTokens`] beyond [`Config::MAX_TOKENS`], and
    /// [`Error::OutOfMemory`].
    pub fn new(corpus: Corpus) -> Result<Index, Error> {
        Index::watched(corpus, Config::MAX_TOKENS, &mut |_| {})
    }

    pub(crate) fn watched(corpus: Corpus, limit: usize, done: &mut dyn FnMut(Stage)) -> Result<Index, Error> {
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
        self.text.ends.len()
    }

    /// Returns the document and the token at a rank of the suffix array: the positions of the corpus, in the order of the
    /// suffixes that begin there.
    ///
    /// # Panics
    ///
    /// If `rank` is not below the number of ranks.
    pub fn occurrence(&self, rank: usize) -> Occurrence {
        self.place(self.array[rank] as usize)
    }

    fn place(&self, position: usize) -> Occurrence {
        let document = self.text.document(position);
        Occurrence { document, token: position - self.text.tokens(document).start }
    }

    /// Returns whether a maximal string stands only inside one longer string.
    pub(crate) fn is_enclosed(&self, repeat: &Repeat) -> bool {
        is_enclosed(&self.text, &self.array, repeat)
    }

    pub(crate) fn for_each_repeat(&self, each: impl FnMut(Repeat)) {
        repeats(&self.text, &self.array, &self.lcp, |document| document, each);
    }

    /// Finds the longest strings of at least `tokens` tokens that at least `at_least` groups of documents have in
    /// common. Documents may be pages, for example, and groups sites. `groups` has the group of each document, as any
    /// number.
    ///
    /// A string is found if it occurs somewhere without being part of a longer one that as many groups share, and if
    /// at least half of its tokens there are in no longer one found. A run of equal tokens is therefore found once,
    /// and not again for each part of it. The longest strings come first. Strings of equal length are ordered by
    /// their [`place`](Shared::place).
    ///
    /// # Complexity
    ///
    /// O(n log n) time for `n` tokens. All strings found have at most `2 * n` tokens together, for any documents.
    /// Memory: at most 36 bytes for each token.
    ///
    /// # Panics
    ///
    /// If the number of groups is not that of the documents.
    ///
    /// # Examples
    ///
    /// ```
    /// use suffixarray_miner::{Corpus, Index};
    ///
    /// // Two pages of one site, and one of another.
    /// let corpus: Corpus = [&[1, 2, 3, 4], &[1, 2, 3, 5], &[6, 2, 3, 7]].into_iter().collect();
    /// let index = Index::new(corpus)?;
    /// let shared = index.shared_by_groups(&[0, 0, 1], 2, 2);
    /// assert_eq!(shared.len(), 1);
    /// assert_eq!((shared[0].tokens, shared[0].groups, shared[0].documents), (2, 2, 3));
    /// # Ok::<(), suffixarray_miner::Error>(())
    /// ```
    pub fn shared_by_groups(&self, groups: &[u32], at_least: u32, tokens: u32) -> Vec<Shared> {
        assert_eq!(groups.len(), self.n_documents(), "one group a document");
        // The statistics have a counter for each group, so that the numbers must be below the number of documents.
        let mut numbers = groups.to_vec();
        numbers.sort_unstable();
        numbers.dedup();
        let groups: Vec<usize> = groups.iter().map(|group| numbers.partition_point(|number| number < group)).collect();
        let mut candidates = Vec::new();
        let group = |document: usize| groups[document];
        repeats(&self.text, &self.array, &self.lcp, group, |repeat| {
            if at_least <= repeat.document_frequency && tokens <= repeat.len {
                candidates.push(repeat);
            }
        });
        // The first run counted groups. This one visits the same strings in the same order and counts documents, and
        // matches them up without a map.
        let mut waiting = shared::taken(&candidates, &self.array, &self.text).into_iter().peekable();
        let mut found = Vec::with_capacity(waiting.len());
        self.for_each_repeat(|repeat| {
            let is_it = |&(at, _): &(usize, usize)| {
                let candidate: &Repeat = &candidates[at];
                (candidate.rank, candidate.len) == (repeat.rank, repeat.len)
            };
            if let Some((at, position)) = waiting.next_if(is_it) {
                let first = repeat.rank as usize;
                found.push(Shared {
                    ranks: first..first + repeat.term_frequency as usize,
                    tokens: repeat.len,
                    groups: candidates[at].document_frequency,
                    documents: repeat.document_frequency,
                    place: self.place(position),
                });
            }
        });
        found.sort_unstable_by_key(|shared| (std::cmp::Reverse(shared.tokens), shared.place));
        found
    }

    /// Returns the symbols of a string, given the rank of one of its occurrences and its length.
    ///
    /// # Panics
    ///
    /// If there is no such rank, or if its document has fewer than `tokens` tokens from there on.
    pub fn string(&self, rank: usize, tokens: u32) -> Vec<u32> {
        let start = self.array[rank] as u32;
        let end = self.text.tokens(self.text.document(start as usize)).end;
        assert!(start as usize + tokens as usize <= end, "the document has no more tokens");
        self.text.given(start, tokens).collect()
    }
}
