//! TEI, the XML format of text corpora, written from the tree.

mod header;
mod plain;
mod spans;
mod walk;
mod writer;
mod xml;

pub use self::{header::TeiHeader, plain::plain_tei};

use dom::Dom;

use self::walk::Walk;
use crate::{Error, Regions, markdown::MarkdownOptions};

/// Returns what the regions leave of a page as a document of TEI P5, the XML of the Text Encoding
/// Initiative.
///
/// * It shows what [`text`](crate::text()) shows, in the same order, with single white space. Images have their
///   alternative texts, and formulas are TeX, as in [`markdown`](crate::markdown()); superscripts and subscripts are
///   elements rather than marks in the line.
/// * A heading begins a `div`, in which those of lower rank are nested. Within lists, quotations
///   and tables it is an `ab` of type `head`.
/// * Running text is in `p`; an `item`, `quote` or `cell` with a single piece of text holds it
///   directly. Lists are `list` and `item`, terms a `label` in their `item`; tables of data are
///   `table`, `row` and `cell`, and those for layout become paragraphs. Captions of figures are an
///   `ab` of type `caption`.
/// * Words in a line are in `hi` with `rend` (`bold`, `italic`, `underline`, `highlight`, `superscript`,
///   `subscript`, `keyboard`), `del`, `q`, `code` or `ref`; images are `graphic`. Listings
///   are `code` in an `ab` of type `listing`.
/// * `options` are those of Markdown: whether there are links and images, and what their addresses
///   are relative to.
/// * Lists and quotations deeper than 48 levels become paragraphs, so that no parser of XML refuses
///   the document as too deep. Characters that XML does not allow are left out.
///
/// # Complexity
///
/// `O(n + r)` for `n` bytes and `r` regions, whatever the nesting. Nothing recurses.
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
/// use render::{MarkdownOptions, Regions, TeiHeader};
/// use dom::Dom;
///
/// let source = "<nav>Menu</nav><h2>News</h2><p>See <a href='/x'><b>x</b></a>.";
/// let regions = Regions::from_ranges([0..15]);
/// let header = TeiHeader { title: Some("News".to_owned()), ..TeiHeader::default() };
/// let tei = render::tei(&Dom::parse(source), &regions, &header, &MarkdownOptions::new())?;
/// let body = "<body>\n<div>\n<head rend=\"h2\">News</head>\n\
///     <p>See <ref target=\"/x\"><hi rend=\"bold\">x</hi></ref>.</p>\n</div>\n</body>";
/// assert!(tei.contains(body));
/// # Ok::<(), render::Error>(())
/// ```
pub fn tei(dom: &Dom<'_>, regions: &Regions, header: &TeiHeader, options: &MarkdownOptions) -> Result<String, Error> {
    let body = Walk::new(dom, regions, options).run()?;
    Ok(header.document(&body))
}
