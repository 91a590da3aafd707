//! Text without markup as TEI.

use super::{
    header::TeiHeader,
    xml::{Place, push_escaped},
};
use crate::{Regions, blocks::plain_blocks};

/// Returns what the regions leave of a plain text as a TEI document, in which its paragraphs are
/// `p`.
///
/// # Complexity
///
/// Linear in the text.
///
/// # Panics
///
/// If a region starts or ends within a character.
///
/// # Examples
///
/// ```
/// let tei = render::plain_tei("a < b\n\nc", &render::Regions::new(), &render::TeiHeader::default());
/// assert!(tei.contains("<div>\n<p>a &lt; b</p>\n<p>c</p>\n</div>"));
/// ```
#[must_use]
pub fn plain_tei(text: &str, regions: &Regions, header: &TeiHeader) -> String {
    let mut body = String::from("<body>\n<div>\n");
    for block in plain_blocks(text, regions) {
        body.push_str("<p>");
        push_escaped(&mut body, &block.text, Place::Content);
        body.push_str("</p>\n");
    }
    body.push_str("</div>\n</body>\n");
    header.document(&body)
}
