//! What of a tree a reader sees.

use std::cell::OnceCell;

use dom::{Dom, Namespace, NodeId, NodeKind, Tag};

use super::fallback::fallbacks;

/// Says which elements of a page show nothing of what is in them.
#[derive(Debug, Default)]
pub(crate) struct Visibility {
    /// In document order. To find them takes the whole page, and most pages
    /// have no `noscript` to ask about.
    fallbacks: OnceCell<Vec<NodeId>>,
}

impl Visibility {
    /// Returns whether what is in this element is not shown, whatever is
    /// around it. All questions must be about one page.
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

/// Returns whether elements of this name are not shown: `head`, `script`,
/// `svg`, …
#[inline]
pub(crate) fn hides_by_name(dom: &Dom<'_>, element: NodeId) -> bool {
    match dom.tag(element) {
        // Its contents are markup, and what they are worth is another question.
        Tag::NOSCRIPT => false,
        // Formulas come with their source, which browsers do not show either.
        Tag::OTHER => {
            dom.namespace(element) == Namespace::MathMl
                && matches!(dom.name(element), "annotation" | "annotation-xml")
        }
        tag => tag.is_hidden(),
    }
}

/// Returns whether an element starts and ends a line, where it is shown.
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

/// Returns whether a tag is all that there is of an element.
#[inline]
pub(crate) fn is_leaf(dom: &Dom<'_>, element: NodeId) -> bool {
    if dom.namespace(element) == Namespace::Html {
        return dom.tag(element).is_void();
    }
    let tag = dom.start_tag(element);
    tag.is_some_and(|tag| dom.source()[tag].ends_with("/>"))
}

/// Iterates over the texts below a node, without those in elements that
/// `skips` names.
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
