//! Finds the start tags of a page from which links are read.

use std::ops::Range;

use dom::{
    Tag,
    scan::{self, Markup},
};

/// The elements whose attributes the crawler reads.
const ELEMENTS: [&str; 6] = ["base", "meta", "link", "a", "area", "frame"];

/// Returns the name and the byte range of each start tag of `base`, `meta`, `link`, `a`, `area` and `frame`, in page
/// order.
///
/// The tags are scanned and not taken from a tree, because a tree omits misplaced tags, such as a `frame` in a body.
pub(crate) fn start_tags(source: &str) -> Vec<(&'static str, Range<usize>)> {
    let bytes = source.as_bytes();
    let (mut found, mut at) = (Vec::new(), 0);
    // How many `svg` and `math` are open.
    let mut foreign: usize = 0;
    while let Some((start, markup)) = scan::next_markup(bytes, at) {
        if !matches!(markup, Markup::StartTag | Markup::EndTag) {
            let Some(end) = scan::markup_end(bytes, start, markup) else { break };
            at = end;
            continue;
        }
        let name = scan::name_range(bytes, start);
        // A tag that is cut short is dropped, and nothing follows it.
        let Some(tag_end) = scan::tag_end(bytes, name.end) else { break };
        let end = tag_end.at;
        at = end;
        let name = &bytes[name];
        let is = |wanted: &str| name.eq_ignore_ascii_case(wanted.as_bytes());
        let is_foreign = is("svg") || is("math");
        if markup == Markup::EndTag {
            foreign = foreign.saturating_sub(usize::from(is_foreign));
            continue;
        }
        foreign += usize::from(is_foreign && !tag_end.is_self_closing);
        if let Some(known) = ELEMENTS.iter().find(|known| is(known)) {
            found.push((*known, start..end));
        }
        // The contents of `script`, `title` and the like are no markup. Only in SVG and MathML, `<title/>` has none.
        if foreign == 0 || !tag_end.is_self_closing {
            at = scan::content_end(bytes, end, Tag::from_bytes(name)).unwrap_or(end);
        }
    }
    found
}
