use std::sync::Arc;

use crate::{Draft, Normalize, Token, TokenizedPage, Vocabulary, form::Scratch, recent::Recent, tree::scan};

/// Turns pages into symbols, according to one set of settings.
///
/// It is immutable, can be shared by threads, and is cheap to clone.
///
/// # Examples
///
/// Learning from many pages, then reading another:
///
/// ```
/// use tokenize::{Normalize, Vocabulary};
///
/// let tokenizer = Normalize::new().build();
/// let mut vocabulary = Vocabulary::new();
/// let pages: Vec<_> = ["<b>One</b>", "<B >Two</B>"]
///     .map(|source| tokenizer.draft(source)) // in parallel, if you like
///     .into_iter()
///     .map(|draft| vocabulary.adopt(draft))
///     .collect();
/// assert_eq!(pages[0].symbols(), [0, 1, 2]);
/// assert_eq!(pages[1].symbols(), [0, 3, 2]);
/// assert_eq!(tokenizer.read("<b>Two", &vocabulary).symbols(), [0, 3]);
/// ```
#[derive(Clone, Debug)]
pub struct Tokenizer {
    normalize: Arc<Normalize>,
}

impl Tokenizer {
    /// Returns a tokenizer with these settings.
    #[must_use]
    pub fn new(normalize: Normalize) -> Tokenizer {
        Tokenizer { normalize: Arc::new(normalize) }
    }

    /// Returns the settings.
    pub fn normalize(&self) -> &Normalize {
        &self.normalize
    }

    /// Turns a page into the symbols of a vocabulary.
    ///
    /// A token that is not in the vocabulary gets [`Vocabulary::UNKNOWN`].
    ///
    /// # Complexity
    ///
    /// Linear time and memory.
    ///
    /// # Panics
    ///
    /// Never.
    #[must_use]
    pub fn read(&self, source: &str, vocabulary: &Vocabulary) -> TokenizedPage {
        self.read_tokens(source, scan(source), vocabulary)
    }

    /// Turns tokens of a page into the symbols of a vocabulary, for callers that found the tokens themselves, in a
    /// tree for example. The tokens may be in any order and may overlap.
    ///
    /// Otherwise the same as [`read`](Tokenizer::read).
    ///
    /// # Panics
    ///
    /// If a token does not belong to this `source`.
    ///
    /// # Examples
    ///
    /// ```
    /// use tokenize::{TokenKind, Tag, Token, Tokenizer, Vocabulary};
    ///
    /// let source = "<P >One";
    /// let tokens = vec![Token::new(0..4, TokenKind::StartTag, Tag::P)];
    /// let mut vocabulary = Vocabulary::new();
    /// let symbol = vocabulary.intern("<p>");
    /// let page = Tokenizer::default().read_tokens(source, tokens, &vocabulary);
    /// assert_eq!(page.symbols(), [symbol]);
    /// ```
    #[must_use]
    pub fn read_tokens(&self, source: &str, tokens: Vec<Token>, vocabulary: &Vocabulary) -> TokenizedPage {
        let symbols = self.symbols(source, &tokens, |form| vocabulary.get(form).unwrap_or(Vocabulary::UNKNOWN));
        TokenizedPage::new(tokens, symbols)
    }

    /// Turns a page into symbols of its own, which a vocabulary can adopt.
    ///
    /// # Complexity
    ///
    /// Linear time and memory.
    ///
    /// # Panics
    ///
    /// Never.
    pub fn draft(&self, source: &str) -> Draft {
        self.draft_tokens(source, scan(source))
    }

    /// Turns tokens of a page into symbols of their own, which a vocabulary can adopt.
    ///
    /// This method differs from [`draft`](Tokenizer::draft) as [`read_tokens`](Tokenizer::read_tokens) does from
    /// [`read`](Tokenizer::read).
    ///
    /// # Panics
    ///
    /// If a token does not belong to this `source`.
    pub fn draft_tokens(&self, source: &str, tokens: Vec<Token>) -> Draft {
        let mut forms = Vocabulary::new();
        let symbols = self.symbols(source, &tokens, |form| forms.intern(form));
        Draft::new(tokens, symbols, forms)
    }

    /// Returns the form of a token of `source`.
    ///
    /// # Panics
    ///
    /// If `token` does not belong to this `source`.
    ///
    /// # Examples
    ///
    /// ```
    /// let source = "<P CLASS='b' >";
    /// let token = tokenize::scan(source)[0];
    /// assert_eq!(tokenize::Tokenizer::default().form(source, &token), "<p class=\"b\">");
    /// ```
    #[must_use]
    pub fn form(&self, source: &str, token: &Token) -> String {
        let mut scratch = Scratch::default();
        self.normalize.form(source, token, &mut scratch).to_owned()
    }

    /// Turns the form of each token into a symbol.
    fn symbols(&self, source: &str, tokens: &[Token], mut symbol_of: impl FnMut(&str) -> u32) -> Vec<u32> {
        let mut scratch = Scratch::default();
        let mut recent = Recent::new();
        let mut symbols = Vec::with_capacity(tokens.len());
        for (token_idx, token) in tokens.iter().enumerate() {
            let seen = if self.normalize.is_bare(source, token) {
                recent.bare(token)
            } else {
                recent.other(source, token, tokens)
            };
            // A token with the same source has the same form, and its symbol is known already.
            let symbol = match seen.replace(token_idx) {
                Some(seen_idx) => symbols[seen_idx],
                None => symbol_of(self.normalize.form(source, token, &mut scratch)),
            };
            symbols.push(symbol);
        }
        symbols
    }
}

impl Default for Tokenizer {
    fn default() -> Tokenizer {
        Tokenizer::new(Normalize::new())
    }
}
