//! How elements are laid out: which break lines, which keep their white space, which consist of a single tag.

use dom::{Dom, Namespace, NodeId, Tag};

/// Returns whether an element starts and ends a line, if it is visible.
#[inline]
pub(crate) fn is_block(dom: &Dom<'_>, element: NodeId) -> bool {
    let tag = dom.tag(element);
    // The three obsolete elements are blocks in browsers, although the tag's own classification does not list them.
    // A button or a list of options in a sentence is a part of its line.
    if dom.is_in_sentence(element) {
        return false;
    }
    let is_block = tag.is_block() || matches!(tag, Tag::LISTING | Tag::PLAINTEXT | Tag::XMP);
    (is_block || tag == Tag::SPAN && is_shown_as_block(dom, element)) && dom.namespace(element) == Namespace::Html
}

/// Returns whether the style of an element makes it a block.
fn is_shown_as_block(dom: &Dom<'_>, element: NodeId) -> bool {
    const BLOCKS: [&str; 5] = ["block", "flex", "grid", "table", "list-item"];
    let Some(style) = dom.attribute(element, "style") else {
        return false;
    };
    style.split(';').any(|rule| {
        let Some((name, value)) = rule.split_once(':') else {
            return false;
        };
        let value = value.trim();
        let value = value.split(['!', ' ']).next().unwrap_or_default();
        name.trim().eq_ignore_ascii_case("display") && BLOCKS.iter().any(|block| value.eq_ignore_ascii_case(block))
    })
}

/// Returns whether white space counts in an element.
#[inline]
pub(crate) fn is_preformatted(dom: &Dom<'_>, element: NodeId) -> bool {
    let tag = dom.tag(element);
    matches!(tag, Tag::PRE | Tag::LISTING | Tag::PLAINTEXT | Tag::XMP) && dom.namespace(element) == Namespace::Html
}

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
