//! Pages as the learners get them.

use tokenize::{TokenizedPage, Tokenizer, Vocabulary};

/// Pages that have their symbols from one vocabulary.
pub(crate) struct Read {
    pub(crate) vocabulary: Vocabulary,
    pub(crate) pages: Vec<TokenizedPage>,
}

impl Read {
    pub(crate) fn new(tokenizer: &Tokenizer, sources: &[&str]) -> Read {
        let mut vocabulary = Vocabulary::new();
        let pages = sources.iter().map(|source| vocabulary.adopt(tokenizer.draft(source))).collect();
        Read { vocabulary, pages }
    }

    pub(crate) fn symbols(&self) -> Vec<&[u32]> {
        self.pages.iter().map(TokenizedPage::symbols).collect()
    }
}
