//! Finds the start tags of a page from which links are read, by a stream of lol_html.

use std::{borrow::Cow, cell::RefCell, ops::Range};

use lol_html::{ElementContentHandlers, HtmlRewriter, Selector, Settings};

use crate::noscript::mask_noscript;

/// The elements whose attributes the crawler reads.
const ELEMENTS: &str = "base, meta, link, a, area, frame";

/// Returns the name, in lower case, and the byte range of each start tag of `base`, `meta`, `link`, `a`, `area` and
/// `frame`, in page order.
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
    let settings = Settings::new().with_strict(false).append_element_content_handler((Cow::Owned(selector), handler));
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    // The parser fails only for lack of memory, and it has no limit. The tags found before an error are kept.
    let _ = rewriter.write(mask_noscript(source).as_bytes()).and_then(|()| rewriter.end());
    found.into_inner()
}
