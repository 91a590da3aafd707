//! Fuzz targets: one function each, that panics where something does not hold that must hold of any bytes.
//!
//! `fuzz_targets/` gives them to cargo-fuzz, `main.rs` to a driver that a stable compiler builds.

// What bytes are made into.
mod words;
mod pages;
mod seeds;
mod shapes;
mod stored;

// Targets, in the order in which data flows.
mod files;
mod warc;
mod http;
mod jsonl;
mod parquet;
mod damage;
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
mod mutate;

pub use crate::{
    damage::damaged,
    mutate::Mutator,
    shapes::{SHAPES, Shape},
    stored::{Page, Stored, stored},
};

/// One target: what runs, and what its inputs are made of.
#[derive(Debug)]
pub struct Target {
    /// Its name, and that of its file in `fuzz_targets`.
    pub name: &'static str,
    /// Panics if something does not hold.
    pub run: fn(&[u8]),
    /// Words that inputs are made of.
    pub words: &'static [&'static [&'static str]],
    /// Inputs to begin with.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// All targets.
#[rustfmt::skip]
pub const TARGETS: &[Target] = &[
    Target { name: "dom", run: dom::run, words: &[words::HTML], seeds: seeds::pages },
    Target { name: "clean", run: clean::run, words: &[words::HTML], seeds: seeds::pages },
    Target { name: "render", run: render::run, words: &[words::HTML], seeds: seeds::pages },
    Target { name: "metadata", run: metadata::run, words: &[words::METADATA, words::HTML], seeds: seeds::pages },
    Target { name: "files", run: files::run, words: &[words::RECORDS, words::JSON], seeds: seeds::files },
    Target { name: "warc", run: warc::run, words: &[words::RECORDS], seeds: seeds::warc },
    Target { name: "http", run: http::run, words: &[words::RECORDS], seeds: seeds::http },
    Target { name: "jsonl", run: jsonl::run, words: &[words::JSON], seeds: seeds::jsonl },
    Target { name: "parquet", run: parquet::run, words: &[&["PAR1"]], seeds: seeds::parquet },
    Target { name: "damage", run: damage::run, words: &[], seeds: seeds::damages },
    Target { name: "template", run: template::run, words: &[words::JSON], seeds: seeds::templates },
    Target { name: "expressions", run: expressions::run, words: &[words::EXPRESSIONS], seeds: seeds::expressions },
    Target { name: "names", run: names::run, words: &[words::ADDRESSES], seeds: seeds::addresses },
    Target { name: "links", run: links::run, words: &[words::ADDRESSES, words::HTML], seeds: seeds::pages },
    Target { name: "robots", run: robots::run, words: &[words::ROBOTS], seeds: seeds::robots },
];

/// Runs the target of this name.
///
/// # Panics
///
/// If something does not hold, or if there is no such target.
pub fn run(name: &str, data: &[u8]) {
    let target = TARGETS.iter().find(|target| target.name == name).expect("each file is named after a target");
    (target.run)(data);
}
