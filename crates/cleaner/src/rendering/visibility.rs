//! What a reader sees of a tree.

use std::cell::OnceCell;

use dom::{Dom, Namespace, NodeId, NodeKind, Tag};

use super::fallback::fallbacks;

/// Tells which elements of a page hide their content.
#[derive(Debug, Default)]
pub(crate) struct Visibility {
    /// In document order. Finding them takes the whole page, and most pages
    /// have no `noscript` to ask about.
    fallbacks: OnceCell<Vec<NodeId>>,
}

impl Visibility {
    /// Returns whether the content of this element is hidden, whatever is
    /// around it. All questions must be about the same page.
    #[inline]
    pub(crate) fn hides(&self, dom: &Dom<'_>, element: NodeId) -> bool {
        hides_by_name(dom, element)
            || dom.tag(element) == Tag::NOSCRIPT && self.is_fallback(dom, element)
    }

    fn is_fallback(&self, dom: &Dom<'_>, noscript: NodeId) -> bool {
        let fallbacks = self.fallbacks.get_or_init(|| fallbacks(dom));
        fallbacks.binary_search(&noscript).is_ok()
    }
}

/// Returns whether elements of this name are hidden: `head`, `script`, `svg`, …
#[inline]
pub(crate) fn hides_by_name(dom: &Dom<'_>, element: NodeId) -> bool {
    match dom.tag(element) {
        // Its contents are markup; whether they are worth anything is another
        // question.
        Tag::NOSCRIPT => false,
        // Formulas come with their source, which browsers do not show either.
        Tag::OTHER => {
            dom.namespace(element) == Namespace::MathMl
                && matches!(dom.name(element), "annotation" | "annotation-xml")
        }
        tag => tag.is_hidden(),
    }
}

/// Returns whether an element starts and ends a line, if it is visible.
#[inline]
pub(crate) fn is_block(dom: &Dom<'_>, element: NodeId) -> bool {
    let tag = dom.tag(element);
    let is_block = tag.is_block() || matches!(tag, Tag::LISTING | Tag::PLAINTEXT | Tag::XMP);
    is_block && dom.namespace(element) == Namespace::Html
}

/// Returns whether white space counts in an element.
#[inline]
pub(crate) fn is_preformatted(dom: &Dom<'_>, element: NodeId) -> bool {
    let tag = dom.tag(element);
    matches!(tag, Tag::PRE | Tag::LISTING | Tag::PLAINTEXT | Tag::XMP)
        && dom.namespace(element) == Namespace::Html
}

/// Returns whether an element consists of a single tag.
#[inline]
pub(crate) fn is_leaf(dom: &Dom<'_>, element: NodeId) -> bool {
    if dom.namespace(element) == Namespace::Html {
        return dom.tag(element).is_void();
    }
    let tag = dom.start_tag(element);
    tag.is_some_and(|tag| dom.source()[tag].ends_with("/>"))
}

/// Iterates over the texts below a node, except those in elements that `skips`
/// names.
pub(crate) fn texts_below<'d>(
    dom: &'d Dom<'_>,
    node: NodeId,
    skips: impl Fn(NodeId) -> bool + 'd,
) -> impl Iterator<Item = NodeId> + 'd {
    let mut at = node.index() + 1;
    std::iter::from_fn(move || {
        while at < dom.subtree_end(node) {
            let next = dom.get(at)?;
            at += 1;
            match dom.kind(next) {
                NodeKind::Element if skips(next) => at = dom.subtree_end(next),
                NodeKind::Text | NodeKind::RawText => return Some(next),
                _ => {}
            }
        }
        None
    })
}
