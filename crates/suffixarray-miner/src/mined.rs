use crate::{Chosen, Error, Histogram};

/// A mined string, with its frequencies.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub struct MinedString<'a> {
    /// The symbols of the string.
    pub symbols: &'a [u32],
    /// The number of its occurrences.
    pub term_frequency: u32,
    /// The number of documents that contain the string.
    pub document_frequency: u32,
}

/// The result of a [`Miner`](crate::Miner): the strings, and the histogram and
/// the cut that selected them.
///
/// The strings are sorted: those in more documents first, then the longer ones,
/// then those with more occurrences, then by their symbols.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Mined {
    n_tokens: u64,
    histogram: Histogram,
    chosen: Chosen,
    strings: Vec<Entry>,
    /// The symbols of all strings, one after another.
    symbols: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
struct Entry {
    /// The end of the string in [`Mined::symbols`].
    end: usize,
    term_frequency: u32,
    document_frequency: u32,
}

impl Mined {
    pub(crate) fn collect<S: Iterator<Item = u32>>(
        n_tokens: u64,
        histogram: Histogram,
        chosen: Chosen,
        strings: impl Iterator<Item = (S, u32, u32)>,
    ) -> Mined {
        let mut mined = Mined { n_tokens, histogram, chosen, strings: Vec::new(), symbols: Vec::new() };
        for (symbols, term_frequency, document_frequency) in strings {
            mined.symbols.extend(symbols);
            let end = mined.symbols.len();
            mined.strings.push(Entry { end, term_frequency, document_frequency });
        }
        mined.sort();
        mined
    }

    /// Assembles mined strings from parts, which may come from a file. The strings may be in any order. Each comes
    /// with its term frequency and its document frequency.
    ///
    /// # Errors
    ///
    /// [`Error::Parts`] if a string is empty, is in no document or in more documents than there are, or has fewer
    /// occurrences than documents.
    ///
    /// # Examples
    ///
    /// ```
    /// use suffixarray_miner::{Chosen, Histogram, Mined};
    ///
    /// let chosen = Chosen { document_frequency: 3, bin: None };
    /// let strings = [(vec![1, 2], 4, 3), (vec![5], 3, 4)];
    /// let error = Mined::from_parts(90, Histogram::new(10), chosen, strings).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "mined string 1 is damaged: it occurs less often than it has documents"
    /// );
    /// ```
    pub fn from_parts(
        n_tokens: u64,
        histogram: Histogram,
        chosen: Chosen,
        strings: impl IntoIterator<Item = (Vec<u32>, u32, u32)>,
    ) -> Result<Mined, Error> {
        let strings: Vec<_> = strings.into_iter().collect();
        for (string, (symbols, term_frequency, document_frequency)) in strings.iter().enumerate() {
            let damage = |reason| Err(Error::Parts { string, reason });
            if symbols.is_empty() {
                return damage("it has no tokens");
            }
            if *document_frequency == 0 {
                return damage("it is in no document");
            }
            if histogram.n_documents() < *document_frequency {
                return damage("it is in more documents than there are");
            }
            if term_frequency < document_frequency {
                return damage("it occurs less often than it has documents");
            }
        }
        let strings = strings.into_iter().map(|(symbols, tf, df)| (symbols.into_iter(), tf, df));
        Ok(Mined::collect(n_tokens, histogram, chosen, strings))
    }

    /// Returns the number of documents that were mined.
    pub fn n_documents(&self) -> u32 {
        self.histogram.n_documents()
    }

    /// Returns the number of tokens that were mined.
    pub fn n_tokens(&self) -> u64 {
        self.n_tokens
    }

    /// Returns the histogram of all strings that passed the first filters.
    pub fn histogram(&self) -> &Histogram {
        &self.histogram
    }

    /// Returns the cut that was made.
    pub fn chosen(&self) -> Chosen {
        self.chosen
    }

    /// Returns the number of strings.
    pub fn len(&self) -> usize {
        self.strings.len()
    }

    /// Returns whether there are no strings.
    pub fn is_empty(&self) -> bool {
        self.strings.is_empty()
    }

    /// Returns the strings in the order described for the type.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = MinedString<'_>> + Clone {
        self.strings.iter().enumerate().map(|(number, entry)| MinedString {
            symbols: &self.symbols[self.start(number)..entry.end],
            term_frequency: entry.term_frequency,
            document_frequency: entry.document_frequency,
        })
    }

    /// Keeps the strings for which `keep` returns true, in their order. Used for a second level of cleaning (thesis,
    /// section 3.3); see [`idioms`](crate::idioms).
    pub fn retain(&mut self, mut keep: impl FnMut(MinedString<'_>) -> bool) {
        let order: Vec<_> = (0..self.len()).zip(self.iter()).filter(|(_, string)| keep(*string)).collect();
        let order: Vec<usize> = order.into_iter().map(|(number, _)| number).collect();
        self.reorder(&order);
    }

    fn start(&self, number: usize) -> usize {
        if number == 0 { 0 } else { self.strings[number - 1].end }
    }

    fn sort(&mut self) {
        let strings: Vec<_> = self.iter().collect();
        let mut order: Vec<usize> = (0..strings.len()).collect();
        order.sort_by(|&one, &other| {
            let (one, other) = (&strings[one], &strings[other]);
            let by_documents = other.document_frequency.cmp(&one.document_frequency);
            by_documents
                .then_with(|| other.symbols.len().cmp(&one.symbols.len()))
                .then_with(|| other.term_frequency.cmp(&one.term_frequency))
                // Symbols decide last, which makes the order total: it does not depend on the order of mining.
                .then_with(|| one.symbols.cmp(other.symbols))
        });
        self.reorder(&order);
    }

    /// Replaces the strings with those of the given indexes, in that order.
    fn reorder(&mut self, order: &[usize]) {
        let mut strings = Vec::with_capacity(order.len());
        let mut symbols = Vec::new();
        // Copying in the new order is simpler than permuting strings of different lengths in place, and frees what is
        // left out.
        for &number in order {
            let entry = self.strings[number];
            symbols.extend_from_slice(&self.symbols[self.start(number)..entry.end]);
            strings.push(Entry { end: symbols.len(), ..entry });
        }
        self.strings = strings;
        self.symbols = symbols;
    }
}
