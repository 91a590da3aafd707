//! Fuzz targets: one function each, that panics where something does not hold that must hold of any bytes.
//!
//! `fuzz_targets/` gives them to cargo-fuzz, `main.rs` to a driver that a stable compiler builds.

// What bytes are made into.
mod words;
mod pages;
mod seeds;
mod shapes;
mod products;

// Targets, in the order in which data flows.
mod files;
mod warc;
mod http;
mod jsonl;
mod parquet;
mod dom;
mod clean;
mod render;
mod metadata;
mod template;
mod expressions;
mod names;
mod links;
mod robots;

// Running them.
mod target;
mod mutate;

pub use crate::{
    clean::clean,
    dom::dom,
    expressions::expressions,
    files::files,
    http::http,
    jsonl::jsonl,
    links::links,
    metadata::metadata,
    mutate::Mutator,
    names::names,
    parquet::parquet,
    products::{PRODUCTS, named_product},
    render::render,
    robots::robots,
    shapes::{SHAPES, Shape},
    target::{TARGETS, Target},
    template::template,
    warc::warc,
};
