//! What the methods that see pages as sequences have in common: from readings to symbols, and back to bytes.

use std::ops::Range;

use cleaner::Regions;
use tokenize::{Token, TokenizedPage, Tokenizer, Vocabulary};

use crate::{Reading, threads};

/// Turns the tokens of a sample into symbols, in parallel. Symbols are assigned in the order of the pages.
pub(super) fn sample(pages: &[Reading<'_>], tokenizer: &Tokenizer) -> (Vocabulary, Vec<TokenizedPage>) {
    let drafts = threads::map(pages.iter().collect(), |page: &Reading<'_>| {
        tokenizer.draft_tokens(page.source(), page.tokens().to_vec())
    });
    let mut vocabulary = Vocabulary::new();
    let pages = drafts.into_iter().map(|draft| vocabulary.adopt(draft)).collect();
    (vocabulary, pages)
}

/// Turns the tokens of a page into the symbols of a vocabulary.
pub(super) fn symbols(page: &Reading<'_>, tokenizer: &Tokenizer, vocabulary: &Vocabulary) -> Vec<u32> {
    let tokens = page.tokens().to_vec();
    let page = tokenizer.read_tokens(page.source(), tokens, vocabulary);
    page.into_parts().1
}

/// Returns the bytes of a page's tokens.
pub(super) fn ranges(page: &Reading<'_>) -> Vec<Range<usize>> {
    page.tokens().iter().map(Token::range).collect()
}

/// Returns the bytes of runs of tokens or words. What is between two of a run belongs to it.
pub(super) fn regions(ranges: &[Range<usize>], runs: &[Range<usize>]) -> Regions {
    let bytes = runs.iter().map(|run| ranges[run.start].start..ranges[run.end - 1].end);
    Regions::from_ranges(bytes)
}

/// What a token does to the indentation of the next one in a listing.
pub(super) enum Shape<'a> {
    Start(&'a str),
    End(&'a str),
    Other,
}

impl Shape<'_> {
    pub(super) fn of(form: &str) -> Shape<'_> {
        let Some(token) = tokenize::scan(form).first().copied() else {
            return Shape::Other;
        };
        match token.kind() {
            tokenize::TokenKind::StartTag if !token.tag().is_void() => Shape::Start(tokenize::tag_name(form, &token)),
            tokenize::TokenKind::EndTag => Shape::End(tokenize::tag_name(form, &token)),
            _ => Shape::Other,
        }
    }
}
