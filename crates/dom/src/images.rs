//! Images, also those of elements of a page's own making.

use crate::{Dom, Namespace, NodeId, Tag};

/// Elements that scripts replace by an image.
const CUSTOM: [&str; 4] = ["amp-img", "amp-anim", "a-img", "lazy-img"];

/// How many nodes in an element are looked at for an image of HTML. Chosen: by eye.
const MAX_BELOW: usize = 16;

impl Dom<'_> {
    /// Returns whether an element is an image: an `img`, or an element of the page's own making that scripts replace by
    /// one, such as `amp-img`. What such an element shows until then is none, nor is an unknown one with an `img` in it.
    ///
    /// # Complexity
    ///
    /// Constant time, and linear in the tag of an element that HTML does not have.
    ///
    /// # Examples
    ///
    /// ```
    /// let dom = dom::Dom::parse("<amp-img src=a.png></amp-img><x-img src=a.png></x-img><div>");
    /// let images = dom.nodes().filter(|&node| dom.is_image(node));
    /// assert_eq!(images.map(|node| dom.name(node)).collect::<Vec<_>>(), ["amp-img", "x-img"]);
    /// ```
    #[inline]
    #[must_use]
    pub fn is_image(&self, element: NodeId) -> bool {
        match self.tag(element) {
            Tag::IMG => true,
            Tag::OTHER => self.is_custom_image(element),
            _ => false,
        }
    }

    fn is_custom_image(&self, element: NodeId) -> bool {
        let name = self.name(element);
        let is_known = CUSTOM.contains(&name);
        let is_named = is_known || name.ends_with("-img") || name.ends_with("-image");
        let has = |name: &str| self.attribute(element, name).is_some();
        is_named
            && self.namespace(element) == Namespace::Html
            && ["src", "srcset", "data-src", "data-srcset"].iter().any(|name| has(name))
            && !has("placeholder")
            && (is_known || !self.descendants(element).take(MAX_BELOW).any(|node| self.tag(node) == Tag::IMG))
    }
}
