//! Markdown straight from the tree.

mod options;

// What there is to know of a page and of its elements.
pub(in crate::rendering) mod address;
mod code;
mod images;
mod math;
mod notes;
mod survey;
mod tables;

// What is written.
mod escape;
mod flanks;
mod grid;
mod html;
mod line;
mod listing;
mod spans;
mod writer;

// The walk from the one to the other.
mod blocks;
mod embed;
mod inline;
mod walk;
mod words;

pub use self::options::MarkdownOptions;
pub(in crate::rendering) use self::survey::Survey;

use dom::Dom;

use self::walk::Walk;
use crate::Regions;

/// Returns what the regions leave of a page as Markdown: CommonMark with GitHub's tables, lists
/// of tasks, footnotes and struck text, and formulas between dollar signs.
///
/// * What is visible is what [`text`](crate::text()) shows, in the same order. The words that a
///   reader of CommonMark finds are those of the text, but that formulas are TeX and that images
///   have their alternative texts.
/// * Headings, lists, quotations, links, emphasis, code, images, rules and footnotes become what
///   Markdown has for them; `sub`, `sup`, `kbd` and `mark` stay as tags. Terms and summaries are
///   strong, and what a term means is a list below it.
/// * Tables of data stand between pipes, spanning cells in the first place that they cover. Those
///   with listings, nested lists or tables of data in their cells are HTML. Tables for layout
///   become paragraphs.
/// * Formulas are written as the TeX that comes with them, once, whatever shows them.
/// * Listings have the name of their language if the page tells it.
/// * Images have the address of the image itself, not that of what stands in for it until a
///   script loads it. Those without an address (`data:`) are left out.
/// * Lists deeper than 24 levels and quotations deeper than 48 become paragraphs.
///
/// # Complexity
///
/// `O(n + r)` for `n` bytes and `r` regions, whatever the nesting; for texts that the parser
/// moved ahead of others, a search among the regions is added. Nothing recurses.
///
/// # Panics
///
/// Never.
///
/// # Examples
///
/// ```
/// use cleaner::{MarkdownOptions, Regions};
/// use dom::Dom;
///
/// let source = "<nav>Menu</nav><h2>News</h2><p>See <a href='/x'><b>x</b></a>.";
/// let regions = Regions::from_ranges([0..15]);
/// let markdown = cleaner::markdown(&Dom::parse(source), &regions, &MarkdownOptions::new());
/// assert_eq!(markdown, "## News\n\nSee [**x**](/x).");
/// ```
#[must_use]
pub fn markdown(dom: &Dom<'_>, regions: &Regions, options: &MarkdownOptions) -> String {
    Walk::new(dom, regions, options).run()
}
