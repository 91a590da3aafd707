use std::ops::Range;

use crate::{Error, UNKNOWN, config::Config};

/// Documents to mine, one after another. Each is closed by an end symbol of its own (thesis, section 3.2, step 2).
///
/// Pages can be pushed and dropped one by one, because the corpus copies their symbols. It takes four bytes for each
/// token.
///
/// # Examples
///
/// ```
/// let mut corpus = suffixarray_miner::Corpus::new();
/// corpus.push(&[7, 8, 9]);
/// corpus.push(&[7, 8]);
/// assert_eq!(corpus.n_documents(), 2);
/// assert_eq!(corpus.n_tokens(), 5);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Corpus {
    /// The documents' symbols, with [`UNKNOWN`] in the place of each end
    /// symbol.
    symbols: Vec<u32>,
    /// The position of each document's end symbol.
    ends: Vec<usize>,
}

impl Corpus {
    /// Makes a corpus without documents.
    pub fn new() -> Corpus {
        Corpus::default()
    }

    /// Adds a document. A token with the symbol [`UNKNOWN`] equals no other
    /// token, not even one with the same symbol.
    pub fn push(&mut self, document: &[u32]) {
        self.symbols.extend_from_slice(document);
        self.ends.push(self.symbols.len());
        self.symbols.push(UNKNOWN);
    }

    /// Returns the number of documents, empty ones included.
    pub fn n_documents(&self) -> usize {
        self.ends.len()
    }

    /// Returns the number of tokens in all documents.
    pub fn n_tokens(&self) -> usize {
        self.symbols.len() - self.ends.len()
    }
}

impl<D: AsRef<[u32]>> FromIterator<D> for Corpus {
    fn from_iter<I: IntoIterator<Item = D>>(documents: I) -> Corpus {
        let mut corpus = Corpus::new();
        for document in documents {
            corpus.push(document.as_ref());
        }
        corpus
    }
}

/// A corpus in the form that the suffix array needs: small signed symbols, in
/// the order of the given ones, with the end symbols above all others.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    pub(crate) symbols: Vec<i32>,
    /// The document of each position.
    documents: Vec<u32>,
    /// The position of each document's end symbol.
    pub(crate) ends: Vec<usize>,
    /// From this number on, symbols are ends and unknown tokens.
    n_symbols: usize,
    /// The given symbols in order, if they were too far apart to be kept.
    distinct: Option<Vec<u32>>,
}

impl Text {
    /// Checks the size of a corpus and gives end symbols to its documents.
    pub(crate) fn new(corpus: Corpus, limit: usize) -> Result<Text, Error> {
        let needed = corpus.symbols.len();
        // Suffix arrays hold positions as `i32`, so that no configuration can raise the limit above this.
        let limit = limit.min(Config::MAX_TOKENS);
        if limit < needed {
            return Err(Error::TooManyTokens { needed, limit });
        }
        let Corpus { mut symbols, ends } = corpus;
        // The vector grew by doubling, and is kept for as long as the index lives.
        symbols.shrink_to_fit();
        let known = symbols.iter().filter(|&&symbol| symbol != UNKNOWN);
        let n_known = known.clone().count();
        let mut n_symbols = known.max().map_or(0, |&symbol| symbol as usize + 1);
        let mut distinct = None;
        // The suffix sorter has a bucket for every number below the largest symbol, so that gaps between the symbols
        // would cost memory. Ranks have no gaps and keep the order.
        if n_known < n_symbols {
            let mut order: Vec<u32> = Vec::with_capacity(n_known);
            order.extend(symbols.iter().filter(|&&symbol| symbol != UNKNOWN));
            order.sort_unstable();
            order.dedup();
            for symbol in symbols.iter_mut().filter(|symbol| **symbol != UNKNOWN) {
                // Every known symbol is in `order`, so that the partition point is its index.
                *symbol = order.partition_point(|other| other < symbol) as u32;
            }
            n_symbols = order.len();
            distinct = Some(order);
        }
        // At most one new symbol for each unknown position, so the last is
        // below the number of positions and fits.
        let unknown = symbols.iter_mut().filter(|symbol| **symbol == UNKNOWN);
        for (symbol, next) in unknown.zip(n_symbols as u32..) {
            *symbol = next;
        }
        let mut documents = Vec::with_capacity(needed);
        for (document, &end) in (0..).zip(&ends) {
            documents.resize(end + 1, document);
        }
        let symbols = symbols.into_iter().map(|symbol| symbol as i32).collect();
        Ok(Text { symbols, documents, ends, n_symbols, distinct })
    }

    /// Returns the document that a position belongs to. An end symbol belongs to the document that it closes.
    pub(crate) fn document(&self, position: usize) -> usize {
        self.documents[position] as usize
    }

    /// Returns the positions of a document's tokens. Its end symbol follows them.
    pub(crate) fn tokens(&self, document: usize) -> Range<usize> {
        document.checked_sub(1).map_or(0, |last| self.ends[last] + 1)..self.ends[document]
    }

    /// Returns whether no symbol in a range of positions is an end or unknown.
    pub(crate) fn is_known(&self, mut range: Range<usize>) -> bool {
        range.all(|at| (self.symbols[at] as usize) < self.n_symbols)
    }

    /// Returns the symbols at `len` positions from `start` on, as they were given. None of them may be unknown or an
    /// end.
    pub(crate) fn given(&self, start: u32, len: u32) -> impl Iterator<Item = u32> {
        let range = start as usize..start as usize + len as usize;
        self.symbols[range].iter().map(|&symbol| match &self.distinct {
            Some(distinct) => distinct[symbol as usize],
            None => symbol as u32,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(documents: &[&[u32]]) -> Text {
        Text::new(documents.iter().collect(), usize::MAX).unwrap()
    }

    #[test]
    fn ends_are_unique_and_above_all() {
        assert_eq!(text(&[&[0, 1], &[], &[1, 0, 1]]).symbols, [0, 1, 2, 3, 1, 0, 1, 4]);
        assert_eq!(text(&[]).symbols, []);
        assert_eq!(text(&[&[]]).symbols, [0]);
    }

    #[test]
    fn unknown_tokens_are_unique() {
        assert_eq!(text(&[&[UNKNOWN, 0, UNKNOWN]]).symbols, [1, 0, 2, 3]);
    }

    #[test]
    fn far_symbols_are_brought_near() {
        let far = text(&[&[4_000_000_000, 9], &[UNKNOWN - 1, 9]]);
        assert_eq!(far.symbols, [1, 0, 3, 2, 0, 4]);
        assert_eq!(far.given(0, 2).collect::<Vec<_>>(), [4_000_000_000, 9]);
        assert_eq!(far.given(3, 1).collect::<Vec<_>>(), [UNKNOWN - 1]);
    }

    #[test]
    fn positions_find_their_documents() {
        let text = text(&[&[], &[7, 7, 7], &[], &[], &[7], &[]]);
        let found: Vec<_> = (0..text.symbols.len()).map(|at| text.document(at)).collect();
        assert_eq!(found, [0, 1, 1, 1, 1, 2, 3, 4, 4, 5]);
        assert_eq!([0, 1, 4].map(|document| text.tokens(document)), [0..0, 1..4, 7..8]);
    }

    #[test]
    fn the_limit_counts_end_symbols() {
        let corpus: Corpus = [&[1, 2], &[3, 4]].into_iter().collect();
        assert!(Text::new(corpus.clone(), 6).is_ok());
        let error = Text::new(corpus, 5).unwrap_err();
        assert_eq!(error, Error::TooManyTokens { needed: 6, limit: 5 });
    }
}
