//! What every method needs to know about pages before it looks for a template,
//! and the way back from tokens to bytes.

use std::ops::Range;

use cleaner::Regions;
use dom::Dom;
use tokenize::{Page, Source, Token, Tokenizer, Vocabulary};

use crate::{Input, cleaned::Mark, threads};

/// Decodes a page.
pub(crate) fn source<'a>(input: &Input<'a>) -> Source<'a> {
    tokenize::decode(input.bytes(), input.get_charset())
}

/// Reads a page, and determines what its renderings must declare.
pub(crate) fn tree<'a>(input: &Input<'a>) -> (Dom<'a>, Mark) {
    let source = source(input);
    let mark = Mark::of(&source, input.get_plain_text());
    (Dom::parse(source.into_text()), mark)
}

/// Reads the pages of a sample in parallel. Symbols are assigned in the order
/// of the pages.
pub(crate) fn sample(sample: &[Input<'_>], tokenizer: &Tokenizer) -> (Vocabulary, Vec<Page>) {
    let drafts = threads::map(sample, |input| tokenizer.draft(source(input).text()));
    let mut vocabulary = Vocabulary::new();
    let pages = drafts
        .into_iter()
        .map(|draft| vocabulary.adopt(draft))
        .collect();
    (vocabulary, pages)
}

/// Returns the bytes of ranges of tokens. White space between two tokens of a
/// range belongs to it.
pub(crate) fn regions(tokens: &[Token], ranges: &[Range<usize>]) -> Regions {
    let bytes = ranges
        .iter()
        .map(|range| tokens[range.start].start()..tokens[range.end - 1].end());
    Regions::from_ranges(bytes)
}
