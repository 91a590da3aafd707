//! The engine of the crate `selectors`, which looks around each element, to compare with.

use std::{num::NonZeroUsize, ptr::NonNull};

use dom::{Dom, Namespace, NodeId, NodeKind};
use selectors::{
    Element as _, OpaqueElement,
    attr::{AttrSelectorOperation, CaseSensitivity, NamespaceConstraint},
    bloom::BloomFilter,
    context::{MatchingContext, MatchingForInvalidation, MatchingMode, NeedsSelectorFlags, QuirksMode, SelectorCaches},
    matching::{ElementSelectorFlags, matches_selector},
};

use crate::{
    Selector,
    syntax::{Name, Never, Plain},
};

/// Returns the elements that match, below `scope` if there is one.
pub(super) fn select(dom: &Dom<'_>, scope: Option<NodeId>, selector: &Selector) -> Vec<NodeId> {
    let mut caches = SelectorCaches::default();
    let mut context = MatchingContext::new(
        MatchingMode::Normal,
        None,
        &mut caches,
        QuirksMode::NoQuirks,
        NeedsSelectorFlags::No,
        MatchingForInvalidation::No,
    );
    context.scope_element = scope.map(|node| Element { dom, node }.opaque());
    let nodes = dom.descendants(scope.unwrap_or_else(|| dom.root()));
    let elements = nodes.filter(|&node| dom.kind(node) == NodeKind::Element);
    elements
        .filter(|&node| {
            let element = Element { dom, node };
            selector.list().iter().any(|selector| matches_selector(selector, 0, None, &element, &mut context))
        })
        .collect()
}

fn is_element(dom: &Dom<'_>, node: NodeId) -> bool {
    dom.kind(node) == NodeKind::Element
}

/// One element.
#[derive(Clone, Debug)]
struct Element<'a> {
    dom: &'a Dom<'a>,
    node: NodeId,
}

impl<'a> Element<'a> {
    fn first_of(&self, mut nodes: impl Iterator<Item = NodeId>) -> Option<Element<'a>> {
        let node = nodes.find(|&node| is_element(self.dom, node))?;
        Some(Element { dom: self.dom, node })
    }
}

impl selectors::Element for Element<'_> {
    type Impl = Plain;

    fn opaque(&self) -> OpaqueElement {
        // The address is compared and hashed, but never dereferenced. It is the number of the node plus 1, because it
        // must not be null.
        let number = NonZeroUsize::MIN.saturating_add(self.node.index());
        let address = std::ptr::without_provenance_mut(number.get());
        OpaqueElement::from_non_null_ptr(NonNull::new(address).unwrap_or(NonNull::dangling()))
    }

    fn parent_element(&self) -> Option<Self> {
        self.first_of(self.dom.parent(self.node).into_iter())
    }

    fn parent_node_is_shadow_root(&self) -> bool {
        false
    }

    // Parsed source has no shadow trees, slots or custom states, so that the engine is told that there are none.
    fn containing_shadow_host(&self) -> Option<Self> {
        None
    }

    fn is_pseudo_element(&self) -> bool {
        false
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        let siblings = self.dom.children(self.dom.parent(self.node)?);
        let before: Vec<NodeId> = siblings.take_while(|&node| node != self.node).collect();
        self.first_of(before.into_iter().rev())
    }

    fn next_sibling_element(&self) -> Option<Self> {
        self.first_of(std::iter::successors(self.dom.next_sibling(self.node), |&node| self.dom.next_sibling(node)))
    }

    fn first_element_child(&self) -> Option<Self> {
        self.first_of(self.dom.children(self.node))
    }

    fn is_html_element_in_html_document(&self) -> bool {
        self.dom.namespace(self.node) == Namespace::Html
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.dom.name(self.node) == name
    }

    fn has_namespace(&self, _: &str) -> bool {
        // Selectors cannot declare namespaces, so that the engine only asks about the default one.
        true
    }

    fn is_same_type(&self, other: &Self) -> bool {
        self.dom.name(self.node) == other.dom.name(other.node)
            && self.dom.namespace(self.node) == other.dom.namespace(other.node)
    }

    fn attr_matches(
        &self,
        _: &NamespaceConstraint<&Name>,
        name: &Name,
        operation: &AttrSelectorOperation<&Name>,
    ) -> bool {
        self.dom.attribute(self.node, name.as_ref()).is_some_and(|value| operation.eval_str(&value))
    }

    fn match_non_ts_pseudo_class(&self, class: &Never, _: &mut MatchingContext<'_, Plain>) -> bool {
        match *class {}
    }

    fn match_pseudo_element(&self, element: &Never, _: &mut MatchingContext<'_, Plain>) -> bool {
        match *element {}
    }

    fn apply_selector_flags(&self, _: ElementSelectorFlags) {}

    // As in the standard: `:link` and `:any-link` match these elements if they have an address.
    fn is_link(&self) -> bool {
        matches!(self.dom.name(self.node), "a" | "area") && self.dom.attribute(self.node, "href").is_some()
    }

    fn is_html_slot_element(&self) -> bool {
        false
    }

    fn has_id(&self, id: &Name, case: CaseSensitivity) -> bool {
        let value = self.dom.attribute(self.node, "id");
        value.is_some_and(|value| case.eq(id.as_ref().as_bytes(), value.as_bytes()))
    }

    fn has_class(&self, name: &Name, case: CaseSensitivity) -> bool {
        let value = self.dom.attribute(self.node, "class");
        value.is_some_and(|value| {
            let mut classes = value.split_ascii_whitespace();
            classes.any(|class| case.eq(name.as_ref().as_bytes(), class.as_bytes()))
        })
    }

    fn has_custom_state(&self, _: &Name) -> bool {
        false
    }

    fn imported_part(&self, _: &Name) -> Option<Name> {
        None
    }

    fn is_part(&self, _: &Name) -> bool {
        false
    }

    fn is_empty(&self) -> bool {
        self.dom.children(self.node).all(|child| self.dom.kind(child) == NodeKind::Comment)
    }

    fn is_root(&self) -> bool {
        self.dom.parent(self.node).is_some_and(|parent| parent == self.dom.root())
    }

    fn add_element_unique_hashes(&self, _: &mut BloomFilter) -> bool {
        false
    }
}
