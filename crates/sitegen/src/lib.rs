#![doc = include_str!("../README.md")]

// In reading order: chance and settings, words, what a page is, its parts, whole sites.
mod random;

mod config;
mod error;
mod language;
mod noise;

mod english;
mod invented;
mod lexicon;
mod prose;

mod page;
mod writer;

mod body;
mod filler;
mod frame;
mod theme;

mod crawl;
mod sample;
mod site;

pub use crate::{
    config::Config,
    crawl::Crawl,
    error::Error,
    language::Language,
    noise::Noise,
    page::{GeneratedPage, Origin, PageType, Span, Value},
    random::Random,
    sample::sample,
    site::GeneratedSite,
};

// Losing an auto trait is a breaking change that no test would notice.
const _: () = {
    const fn assert_shareable<T: Send + Sync + 'static>() {}
    assert_shareable::<(Config, Crawl, Error, GeneratedPage, GeneratedSite)>();
};
