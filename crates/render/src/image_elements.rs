use dom::{Dom, Namespace, NodeId, NodeKind, Tag};

use crate::Regions;

/// Returns the elements of a page that are images: `img`, `picture`, `input type=image`, and the
/// `image` and `feImage` of SVG.
///
/// Images that a style sheet, a script, a frame, an `object` or the `poster` of a video loads are not elements, and
/// are not returned.
///
/// # Complexity
///
/// Linear in the page.
///
/// # Panics
///
/// Never.
///
/// # Examples
///
/// ```
/// use dom::Dom;
///
/// let dom = Dom::parse("<p>Low <img src=tide.png>tide.");
/// let images = render::image_elements(&dom);
/// assert_eq!(render::html(&dom, &images), "<p>Low tide.");
/// ```
#[must_use]
pub fn image_elements(dom: &Dom<'_>) -> Regions {
    let images = dom.nodes().filter(|&node| is_image(dom, node));
    Regions::from_ranges(images.map(|node| dom.extent(node)))
}

fn is_image(dom: &Dom<'_>, node: NodeId) -> bool {
    if dom.kind(node) != NodeKind::Element {
        return false;
    }
    match dom.tag(node) {
        Tag::IMG | Tag::PICTURE => true,
        Tag::OTHER if dom.is_image(node) => true,
        Tag::INPUT => dom.attribute(node, "type").is_some_and(|kind| kind.eq_ignore_ascii_case("image")),
        // Only in SVG: outside of it the parser turns `image` into `img`.
        _ => dom.namespace(node) == Namespace::Svg && matches!(dom.name(node), "image" | "feImage"),
    }
}
