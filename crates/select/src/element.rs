//! The elements of a page, in the form that the selector engine needs.

use std::{
    cell::{OnceCell, RefCell},
    collections::HashMap,
    num::NonZeroUsize,
    ptr::NonNull,
};

use dom::{Dom, Namespace, NodeId, NodeKind, Tag};
use selectors::{
    OpaqueElement,
    attr::{AttrSelectorOperation, CaseSensitivity, NamespaceConstraint},
    bloom::BloomFilter,
    context::MatchingContext,
    matching::ElementSelectorFlags,
};

use crate::syntax::{Name, Never, Plain};

/// A page, with what its tree does not store.
#[derive(Debug)]
pub(crate) struct LinkedTree<'a> {
    pub(crate) dom: &'a Dom<'a>,
    /// The previous sibling of each node. Computed when a selector first needs one.
    pub(crate) elders: OnceCell<Vec<Option<NodeId>>>,
    /// Cached answers of elements with long tags. Each element inside of them may ask for the same answer.
    pub(crate) answers: RefCell<HashMap<(NodeId, String), bool>>,
}

/// The tag length in bytes above which the answers of an element are cached.
const LONG_TAG: usize = 1 << 10;

impl LinkedTree<'_> {
    /// Returns the answer of an element to a question. If finding it may take long, it is cached.
    fn answer(&self, node: NodeId, question: impl FnOnce() -> String, find: impl Fn() -> bool) -> bool {
        // The attributes of all `<html>` and `<body>` tags of a page are merged, so that these may be long without a
        // long tag.
        let is_long = matches!(self.dom.tag(node), Tag::HTML | Tag::BODY)
            || (self.dom.start_tag(node)).is_some_and(|tag| LONG_TAG < tag.len());
        if !is_long {
            return find();
        }
        let key = (node, question());
        *self.answers.borrow_mut().entry(key).or_insert_with(find)
    }

    fn elder(&self, node: NodeId) -> Option<NodeId> {
        // The tree links to the next sibling only. One pass finds all previous ones.
        let elders = self.elders.get_or_init(|| {
            let mut elders = vec![None; self.dom.len()];
            for parent in self.dom.nodes() {
                let mut last = None;
                for child in elements(self.dom, parent) {
                    elders[child.index()] = last.replace(child);
                }
            }
            elders
        });
        elders[node.index()]
    }
}

fn elements<'a>(dom: &'a Dom<'_>, parent: NodeId) -> impl Iterator<Item = NodeId> + 'a {
    dom.children(parent).filter(|&child| dom.kind(child) == NodeKind::Element)
}

/// One element.
#[derive(Clone, Debug)]
pub(crate) struct Element<'a> {
    page: &'a LinkedTree<'a>,
    node: NodeId,
}

impl<'a> Element<'a> {
    pub(crate) fn new(page: &'a LinkedTree<'a>, node: NodeId) -> Element<'a> {
        Element { page, node }
    }

    fn dom(&self) -> &'a Dom<'a> {
        self.page.dom
    }

    fn at(&self, node: NodeId) -> Element<'a> {
        Element::new(self.page, node)
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
        let parent = self.dom().parent(self.node)?;
        (self.dom().kind(parent) == NodeKind::Element).then(|| self.at(parent))
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
        self.page.elder(self.node).map(|node| self.at(node))
    }

    fn next_sibling_element(&self) -> Option<Self> {
        let mut next = self.dom().next_sibling(self.node);
        while let Some(node) = next {
            if self.dom().kind(node) == NodeKind::Element {
                return Some(self.at(node));
            }
            next = self.dom().next_sibling(node);
        }
        None
    }

    fn first_element_child(&self) -> Option<Self> {
        elements(self.dom(), self.node).next().map(|node| self.at(node))
    }

    fn is_html_element_in_html_document(&self) -> bool {
        self.dom().namespace(self.node) == Namespace::Html
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.dom().name(self.node) == name
    }

    fn has_namespace(&self, _: &str) -> bool {
        // Selectors cannot declare namespaces, so that the engine only asks about the default one.
        true
    }

    fn is_same_type(&self, other: &Self) -> bool {
        self.dom().name(self.node) == other.dom().name(other.node)
            && self.dom().namespace(self.node) == other.dom().namespace(other.node)
    }

    fn attr_matches(
        &self,
        _: &NamespaceConstraint<&Name>,
        name: &Name,
        operation: &AttrSelectorOperation<&Name>,
    ) -> bool {
        let matches = || {
            let value = self.dom().attribute(self.node, name.as_ref());
            value.is_some_and(|value| operation.eval_str(&value))
        };
        let question = || match operation {
            AttrSelectorOperation::Exists => name.as_ref().to_owned(),
            AttrSelectorOperation::WithValue { operator, case_sensitivity, value } => {
                let (name, value) = (name.as_ref(), value.as_ref());
                // A cached answer belongs to the whole question. The key must tell apart all selectors that ask
                // differently.
                let operator = *operator as u8;
                format!("{name} {operator} {case_sensitivity:?} {value}")
            }
        };
        self.page.answer(self.node, question, matches)
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
        matches!(self.dom().name(self.node), "a" | "area")
            && self.page.answer(self.node, || "href".to_owned(), || self.dom().attribute(self.node, "href").is_some())
    }

    fn is_html_slot_element(&self) -> bool {
        false
    }

    fn has_id(&self, id: &Name, case: CaseSensitivity) -> bool {
        let matches = || {
            let value = self.dom().attribute(self.node, "id");
            value.is_some_and(|value| case.eq(id.as_ref().as_bytes(), value.as_bytes()))
        };
        let question = || format!("#{} {case:?}", id.as_ref());
        self.page.answer(self.node, question, matches)
    }

    fn has_class(&self, name: &Name, case: CaseSensitivity) -> bool {
        let matches = || {
            let value = self.dom().attribute(self.node, "class");
            value.is_some_and(|value| {
                let mut classes = value.split_ascii_whitespace();
                classes.any(|class| case.eq(name.as_ref().as_bytes(), class.as_bytes()))
            })
        };
        let question = || format!(".{} {case:?}", name.as_ref());
        self.page.answer(self.node, question, matches)
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
        self.dom().children(self.node).all(|child| self.dom().kind(child) == NodeKind::Comment)
    }

    fn is_root(&self) -> bool {
        self.dom().parent(self.node).is_some_and(|parent| parent == self.dom().root())
    }

    fn add_element_unique_hashes(&self, _: &mut BloomFilter) -> bool {
        false
    }
}
