//! Which elements consist of a single tag, and which of these stand between words.

use dom::{Dom, Namespace, NodeId, Tag};

/// Returns whether an element consists of a single tag.
#[inline]
pub(crate) fn is_leaf(dom: &Dom<'_>, element: NodeId) -> bool {
    if dom.namespace(element) == Namespace::Html {
        return dom.tag(element).is_void();
    }
    // Foreign content follows XML: any element of SVG or MathML may close itself.
    let tag = dom.start_tag(element);
    tag.is_some_and(|tag| dom.source()[tag].ends_with("/>"))
}

/// Returns whether an element is a box to tick, which stands between the words beside it.
#[inline]
pub(crate) fn is_box(dom: &Dom<'_>, element: NodeId) -> bool {
    dom.tag(element) == Tag::INPUT
        && dom.attribute(element, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("checkbox"))
}
