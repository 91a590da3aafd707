//! Markdown straight from the tree.

mod options;

// What has to be known of a page and its elements.
mod callouts;
pub(crate) mod code;
pub(crate) mod images;
pub(crate) mod math;
mod mathml;
mod notes;
mod sections;
mod survey;
pub(crate) mod tables;

// What writes Markdown.
mod bare;
mod escape;
mod flanks;
mod grid;
mod html;
mod line;
pub(crate) mod listing;
mod plain;
mod spans;
mod writer;

// The walk that turns elements into Markdown.
mod blocks;
mod embed;
mod frames;
mod inline;
mod post_heading;
mod walk;
pub(crate) mod words;

pub use self::{
    options::MarkdownOptions,
    plain::{markdown_link, markdown_text},
};
pub(crate) use self::{
    sections::{head, letters},
    survey::Survey,
};

use dom::Dom;

use self::walk::Walk;
use crate::{Error, Regions};

/// Returns what the regions leave of a page as Markdown: CommonMark with GitHub's tables, task
/// lists, footnotes and strikethrough, and formulas between dollar signs.
///
/// * It shows what [`text`](crate::text()) shows, in the same order. If a reader of CommonMark
///   renders it, the words are those of the text, except that formulas are TeX and that images
///   have their alternative texts.
/// * Headings, lists, quotations, links, emphasis, code, images, rules and footnotes become what
///   Markdown has for them; `sub`, `sup`, `kbd`, `mark`, `ins` and `u` stay as tags. Terms and summaries are
///   strong, and the definitions of a term are a list below it.
/// * Callouts are quotations that begin with `[!NOTE]` and the like. Audio, video and the players of other
///   sites are links.
/// * Tables of data are written between pipes, with spanning cells in the first place that they
///   cover. Those with listings, nested lists or tables of data in their cells are HTML. Tables
///   for layout become paragraphs.
/// * Posts of forums, comments and answers are sections: their headings are the names and days, which are not
///   repeated below.
/// * Formulas are written once, as the TeX that comes with them, however they are
///   shown; those in MathML without TeX as the TeX of their elements.
/// * Listings have the name of their language if the page gives it.
/// * Images have the address of the image itself, not that of the placeholder that a script replaces. Images that hold
///   their data themselves (`data:`) are written with an alternative text only, and other images without an address are
///   left out. Links with addresses of more than 8 KiB are written as text, and images with such addresses are left out.
/// * Lists deeper than 24 levels and quotations deeper than 48 become paragraphs.
///
/// # Complexity
///
/// `O(n + r)` for `n` bytes and `r` regions, whatever the nesting; for texts that the parser
/// moved ahead of others, a search among the regions is added. Nothing recurses.
///
/// # Errors
///
/// [`Error::Work`] if more is written than 4 MiB and 16 bytes for each byte of the page.
///
/// # Panics
///
/// Never.
///
/// # Examples
///
/// ```
/// use render::{MarkdownOptions, Regions};
/// use dom::Dom;
///
/// let source = "<nav>Menu</nav><h2>News</h2><p>See <a href='/x'><b>x</b></a>.";
/// let regions = Regions::from_ranges([0..15]);
/// let markdown = render::markdown(&Dom::parse(source), &regions, &MarkdownOptions::new())?;
/// assert_eq!(markdown, "## News\n\nSee [**x**](/x).");
/// # Ok::<(), render::Error>(())
/// ```
pub fn markdown(dom: &Dom<'_>, regions: &Regions, options: &MarkdownOptions) -> Result<String, Error> {
    Walk::new(dom, regions, options, 0).run()
}
