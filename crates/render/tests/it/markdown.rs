//! Markdown as people see it, and as a parser reads it back.

mod cases;
mod formulas;
mod hostile;
mod reader;
mod round_trip;
mod structure;

use dom::Dom;
use render::{MarkdownOptions, Regions};

/// Returns a page as Markdown.
fn markdown(page: &str) -> String {
    render::markdown(&Dom::parse(page), &Regions::new(), &MarkdownOptions::new()).unwrap()
}
