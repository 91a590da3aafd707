//! Documents that a page holds itself: those in the `srcdoc` of its frames.

use dom::{Dom, NodeId, Tag};

use crate::media::media;

/// The greatest number of documents in each other that are read. Chosen: pages have one, and a second bounds the work.
pub(crate) const MAX_DEPTH: usize = 2;

/// Returns whether an element shows a document that its page holds, instead of one of another address or a player.
#[inline]
pub(crate) fn embeds(dom: &Dom<'_>, element: NodeId) -> bool {
    dom.tag(element) == Tag::IFRAME && source(dom, element).is_some()
}

/// Returns the document that an element shows, if its page holds it. `depth` is the number of documents around the
/// element's own.
pub(crate) fn embedded(dom: &Dom<'_>, element: NodeId, depth: usize) -> Option<Dom<'static>> {
    if depth == MAX_DEPTH || dom.tag(element) != Tag::IFRAME {
        return None;
    }
    Some(Dom::parse(source(dom, element)?))
}

fn source(dom: &Dom<'_>, frame: NodeId) -> Option<String> {
    let source = dom.attribute(frame, "srcdoc").filter(|source| !source.trim().is_empty())?;
    // A player shows its film; the document only stands in for it until somebody clicks.
    let is_seen = !dom.hides_by_attribute(frame) && media(dom, frame).is_none();
    is_seen.then(|| source.into_owned())
}
