//! Prints the Markdown of the pages that are named, with nothing removed.

#![allow(clippy::print_stdout, reason = "that is what it is for")]

use dom::Dom;
use render::{MarkdownOptions, Regions};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in std::env::args().skip(1) {
        let page = std::fs::read(path)?;
        let page = tokenize::decode(&page, None).into_text();
        let dom = Dom::parse(page);
        println!("{}", render::markdown(&dom, &Regions::new(), &MarkdownOptions::new())?);
    }
    Ok(())
}
