//! Finds the start tags of a page from which links are read, by a stream of lol_html.

use std::{borrow::Cow, cell::RefCell, ops::Range};

use lol_html::{ElementContentHandlers, HtmlRewriter, Selector, Settings};

/// The elements whose attributes the crawler reads.
const ELEMENTS: &str = "base, meta, a, area, frame";

/// The start of `noscript`, whose content lol_html takes for raw text, unlike a browser without scripting; and a
/// start of the same length for an element without a meaning.
const NOSCRIPT: &str = "<noscript";
const MASK: &str = "<noscripx";

/// Returns the name, in lower case, and the byte range of each start tag of `base`, `meta`, `a`, `area` and `frame`, in
/// page order.
///
/// The tags are streamed and not taken from a tree, because a tree omits misplaced tags, such as a `frame` in a body.
pub(crate) fn start_tags(source: &str) -> Vec<(String, Range<usize>)> {
    let found = RefCell::new(Vec::new());
    let Ok(selector) = ELEMENTS.parse::<Selector>() else {
        return Vec::new();
    };
    let handler = ElementContentHandlers::default().element(|element: &mut lol_html::html_content::Element<'_, '_>| {
        let range = element.source_location().bytes();
        found.borrow_mut().push((element.tag_name(), range));
        Ok(())
    });
    let settings = Settings::new()
        .with_strict(false)
        .append_element_content_handler((Cow::Owned(selector), handler));
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    // The parser fails only for lack of memory, and it has no limit. The tags found before an error are kept.
    let _ = rewriter
        .write(mask_noscript(source).as_bytes())
        .and_then(|()| rewriter.end());
    found.into_inner()
}

/// Renames the start tags of `noscript`, so that their content is read as markup. Every byte keeps its position.
fn mask_noscript(source: &str) -> Cow<'_, str> {
    let bytes = source.as_bytes();
    let mut masked = String::new();
    let mut end = 0;
    for at in memchr::memchr_iter(b'<', bytes) {
        let is_noscript = bytes[at..]
            .get(..NOSCRIPT.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(NOSCRIPT.as_bytes()));
        if is_noscript {
            // A tag begins with an ASCII byte and the mask ends with one, so both are borders of characters.
            masked.push_str(&source[end..at]);
            masked.push_str(MASK);
            end = at + MASK.len();
        }
    }
    if masked.is_empty() {
        return Cow::Borrowed(source);
    }
    masked.push_str(&source[end..]);
    Cow::Owned(masked)
}
