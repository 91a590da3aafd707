//! Generated web sites that know of each byte whether it is template or content.
mod body;
mod config;
mod crawl;
mod english;
mod error;
mod filler;
mod frame;
mod invented;
mod language;
mod lexicon;
mod noise;
mod page;
mod prose;
mod random;
mod site;
mod spelling;
mod theme;
mod writer;

pub use crate::{
    config::Config,
    crawl::Crawl,
    error::Error,
    language::Language,
    noise::Noise,
    page::{Origin, Page, PageType, Span, Value},
    random::Random,
    site::Site,
};
