//! Parsers that are crates.

use std::path::Path;

use html5ever::{ParseOpts, parse_document, tendril::TendrilSink as _, tree_builder::TreeBuilderOpts};
use markup5ever_rcdom::RcDom;

use crate::{Timed, clock, pages};

pub(crate) fn measure(folder: &Path) -> anyhow::Result<Vec<Timed>> {
    let pages = pages::read(folder)?;
    let seconds = clock::best(|| {
        for page in &pages {
            std::hint::black_box(parse(page));
        }
    });
    Ok(vec![Timed { name: "html5ever 0.40 with RcDom", seconds, failures: 0 }])
}

fn parse(page: &str) -> RcDom {
    let options = ParseOpts {
        // As a page is read that is cleaned: nothing runs.
        tree_builder: TreeBuilderOpts { scripting_enabled: false, ..TreeBuilderOpts::default() },
        ..ParseOpts::default()
    };
    parse_document(RcDom::default(), options).one(page)
}
