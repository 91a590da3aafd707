use crate::{Token, Vocabulary};

/// A page as a sequence of symbols, each with its token.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TokenizedPage {
    tokens: Vec<Token>,
    symbols: Vec<u32>,
}

impl TokenizedPage {
    pub(crate) fn new(tokens: Vec<Token>, symbols: Vec<u32>) -> TokenizedPage {
        debug_assert_eq!(tokens.len(), symbols.len());
        TokenizedPage { tokens, symbols }
    }

    /// Returns the tokens, in the order in which they were read.
    #[must_use]
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// Returns the symbol of each token.
    #[must_use]
    pub fn symbols(&self) -> &[u32] {
        &self.symbols
    }

    /// Returns the tokens and their symbols.
    #[must_use]
    pub fn into_parts(self) -> (Vec<Token>, Vec<u32>) {
        (self.tokens, self.symbols)
    }
}

/// A page whose symbols do not yet belong to a vocabulary.
///
/// Many threads can draft pages at once. [`Vocabulary::adopt`] then takes the drafts one after another.
///
/// [`Vocabulary::adopt`]: crate::Vocabulary::adopt
#[derive(Clone, Debug, Default)]
#[must_use]
pub struct Draft {
    tokens: Vec<Token>,
    symbols: Vec<u32>,
    forms: Vocabulary,
}

impl Draft {
    pub(crate) fn new(tokens: Vec<Token>, symbols: Vec<u32>, forms: Vocabulary) -> Draft {
        debug_assert_eq!(tokens.len(), symbols.len());
        Draft { tokens, symbols, forms }
    }

    /// Returns the tokens, in the order in which they were read.
    #[must_use]
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// Returns the form of each token.
    pub fn forms(&self) -> impl ExactSizeIterator<Item = &str> {
        self.symbols.iter().map(|&symbol| self.forms.form(symbol).unwrap_or_default())
    }

    pub(crate) fn into_parts(self) -> (Vec<Token>, Vec<u32>, Vocabulary) {
        (self.tokens, self.symbols, self.forms)
    }
}
