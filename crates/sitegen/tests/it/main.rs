//! The public API, from outside.

mod crawl;
mod dom;
mod noise;
mod pages;
mod sample;
mod stability;
