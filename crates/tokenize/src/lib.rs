//! HTML bytes to decoded source, tokens with byte spans, and interned symbols.

mod attributes;
mod decode;
mod form;
mod mutable;
mod normalize;
mod page;
mod prescan;
mod recent;
mod references;
mod scan;
mod source;
mod tag;
mod text;
mod token;
mod tokenizer;
mod vocabulary;

pub use crate::{
    attributes::{Attribute, attributes, tag_name},
    decode::decode,
    normalize::{Attributes, Normalize},
    page::{Draft, Page},
    references::decode_references,
    scan::scan,
    source::Source,
    tag::Tag,
    token::{Kind, Token},
    tokenizer::Tokenizer,
    vocabulary::Vocabulary,
};
