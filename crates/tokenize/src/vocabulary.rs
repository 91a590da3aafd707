use std::hash::BuildHasher;

use hashbrown::{DefaultHashBuilder, HashTable};

use crate::{Draft, TokenizedPage};

/// The symbols of a site: all forms seen so far, numbered from 0 in the order in which they first appeared.
///
/// Pages are added one after another with [`adopt`](Vocabulary::adopt). The numbers depend on nothing but this order.
/// Look-ups take `&self`, so that threads can share a finished vocabulary.
///
/// # Examples
///
/// ```
/// use tokenize::{Tokenizer, Vocabulary};
///
/// let tokenizer = Tokenizer::default();
/// let mut vocabulary = Vocabulary::new();
/// let page = vocabulary.adopt(tokenizer.draft("<p>One</p><p>Two</p>"));
/// assert_eq!(page.symbols(), [0, 1, 2, 0, 3, 2]);
///
/// // An unseen page can be read without changing the vocabulary.
/// let page = tokenizer.read("<p>Three</p>", &vocabulary);
/// assert_eq!(page.symbols(), [0, Vocabulary::UNKNOWN, 2]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Vocabulary {
    /// All forms, one after another.
    text: String,
    /// The end of each form in `text`.
    ends: Vec<usize>,
    /// Symbols by hash. The lower half of the hash is stored with the symbol, so that most look-ups compare only the
    /// matching form.
    table: HashTable<(u32, u32)>,
    /// Seeded randomly, so that no page can be made to fill one bucket. The symbols do not depend on the seed.
    hasher: DefaultHashBuilder,
}

impl Vocabulary {
    /// The symbol of a token that is not in the vocabulary.
    pub const UNKNOWN: u32 = u32::MAX;

    /// Returns a vocabulary without symbols.
    #[must_use]
    pub fn new() -> Vocabulary {
        Vocabulary::default()
    }

    /// Adds the forms of a draft, and returns the page with the symbols of the vocabulary.
    ///
    /// # Complexity
    ///
    /// One look-up for each *distinct* form of the draft, and a pass over its
    /// tokens.
    ///
    /// # Panics
    ///
    /// If there are more than `u32::MAX - 1` forms.
    pub fn adopt(&mut self, draft: Draft) -> TokenizedPage {
        let (tokens, mut symbols, local) = draft.into_parts();
        // Each distinct form is looked up once; the tokens only translate numbers.
        let shared: Vec<u32> = local.forms().map(|form| self.intern(form)).collect();
        for symbol in &mut symbols {
            *symbol = shared[*symbol as usize];
        }
        TokenizedPage::new(tokens, symbols)
    }

    /// Returns the symbol of a form, and assigns a new one if it has none.
    ///
    /// # Panics
    ///
    /// If there are more than `u32::MAX - 1` forms.
    pub fn intern(&mut self, form: &str) -> u32 {
        let hash = self.hasher.hash_one(form);
        if let Some(symbol) = self.find(hash, form) {
            return symbol;
        }
        let symbol = u32::try_from(self.ends.len()).ok().filter(|&symbol| symbol != Vocabulary::UNKNOWN);
        let symbol = symbol.expect("memory ends before 2^32 forms");
        self.text.push_str(form);
        self.ends.push(self.text.len());
        // The closure hashes stored forms when the table grows. It cannot borrow all of `self`, because the table is
        // borrowed mutably.
        let Vocabulary { text, ends, table, hasher } = self;
        table.insert_unique(hash, (hash as u32, symbol), |&(_, symbol)| hasher.hash_one(slice(text, ends, symbol)));
        symbol
    }

    /// Returns the symbol of a form, if it has one.
    #[must_use]
    pub fn get(&self, form: &str) -> Option<u32> {
        self.find(self.hasher.hash_one(form), form)
    }

    /// Returns the form of a symbol, or `None` if the symbol is not assigned.
    #[must_use]
    pub fn form(&self, symbol: u32) -> Option<&str> {
        ((symbol as usize) < self.len()).then(|| self.at(symbol))
    }

    /// Returns the number of symbols. Symbols are the numbers below it.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there are no symbols.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the forms in the order of their symbols.
    pub fn forms(&self) -> impl ExactSizeIterator<Item = &str> {
        (0..self.len()).map(|symbol| self.at(symbol as u32))
    }

    fn find(&self, hash: u64, form: &str) -> Option<u32> {
        let found = self.table.find(hash, |&(half, symbol)| half == hash as u32 && self.at(symbol) == form);
        found.map(|&(_, symbol)| symbol)
    }

    fn at(&self, symbol: u32) -> &str {
        slice(&self.text, &self.ends, symbol)
    }
}

fn slice<'t>(text: &'t str, ends: &[usize], symbol: u32) -> &'t str {
    let symbol = symbol as usize;
    let start = if symbol == 0 { 0 } else { ends[symbol - 1] };
    &text[start..ends[symbol]]
}
