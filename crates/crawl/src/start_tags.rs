//! The start tags of a page that links are read from, streamed by lol_html.

use std::{borrow::Cow, cell::RefCell, ops::Range};

use lol_html::{ElementContentHandlers, HtmlRewriter, Selector, Settings};

/// The elements whose attributes a crawler reads.
const ELEMENTS: &str = "base, meta, a, area, frame";

/// The start of the one element whose contents lol_html takes for raw text, unlike a browser without scripting; and the
/// same for an element without a meaning.
const NOSCRIPT: &str = "<noscript";
const MASK: &str = "<noscripx";

/// Returns the name, in lower case, and the byte range of each start tag of `base`, `meta`, `a`, `area` and `frame`, in
/// page order.
///
/// They are streamed and not taken from a tree, since a tree leaves out misplaced tags, such as a `frame` in a body.
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
    // It stops only for lack of memory, and is given no limit: what was found before counts.
    let _ = rewriter
        .write(mask_noscript(source).as_bytes())
        .and_then(|()| rewriter.end());
    found.into_inner()
}

/// Renames start tags of `noscript`, so that their contents are read as markup. Every byte keeps its position.
fn mask_noscript(source: &str) -> Cow<'_, str> {
    let bytes = source.as_bytes();
    let mut masked = String::new();
    let mut end = 0;
    for at in memchr::memchr_iter(b'<', bytes) {
        let is_noscript = bytes[at..]
            .get(..NOSCRIPT.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(NOSCRIPT.as_bytes()));
        if is_noscript {
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
