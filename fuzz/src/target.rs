//! The list of all targets.

use crate::{seeds, words};

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
    Target { name: "dom", run: crate::dom, words: &[words::HTML], seeds: seeds::pages },
    Target { name: "clean", run: crate::clean, words: &[words::HTML], seeds: seeds::pages },
    Target { name: "render", run: crate::render, words: &[words::HTML], seeds: seeds::pages },
    Target { name: "metadata", run: crate::metadata, words: &[words::METADATA, words::HTML], seeds: seeds::pages },
    Target { name: "files", run: crate::files, words: &[words::RECORDS, words::JSON], seeds: seeds::files },
    Target { name: "warc", run: crate::warc, words: &[words::RECORDS], seeds: seeds::warc },
    Target { name: "http", run: crate::http, words: &[words::RECORDS], seeds: seeds::http },
    Target { name: "jsonl", run: crate::jsonl, words: &[words::JSON], seeds: seeds::jsonl },
    Target { name: "parquet", run: crate::parquet, words: &[&["PAR1"]], seeds: seeds::parquet },
    Target { name: "template", run: crate::template, words: &[words::JSON], seeds: seeds::templates },
    Target { name: "expressions", run: crate::expressions, words: &[words::EXPRESSIONS], seeds: seeds::expressions },
    Target { name: "names", run: crate::names, words: &[words::ADDRESSES], seeds: seeds::addresses },
    Target { name: "links", run: crate::links, words: &[words::ADDRESSES, words::HTML], seeds: seeds::pages },
    Target { name: "robots", run: crate::robots, words: &[words::ROBOTS], seeds: seeds::robots },
];
