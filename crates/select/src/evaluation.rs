//! Finds the elements that a selector matches, all of a page at once.
//!
//! The engines of browsers decide for one element at a time and look around it: at all earlier siblings for `~`, at
//! all descendants for `:has()`. For all elements of a page that can take the square of the page, and a higher power
//! with several combinators. Here each part of a selector is the set of the elements that it matches. A combinator
//! turns one set into another in one pass over the page, in document order or against it.

use std::{collections::HashMap, iter};

use dom::{Dom, Namespace, NodeId, NodeKind};
use selectors::{
    attr::{CaseSensitivity, ParsedAttrSelectorOperation, ParsedCaseSensitivity},
    parser::{self, Combinator, Component, NthSelectorData},
};

use crate::syntax::Plain;

/// Whether each node of a page is in a set. Only elements are.
pub(crate) type Set = Vec<bool>;

/// A page, and the element that `:scope` stands for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Evaluation<'a> {
    pub(crate) dom: &'a Dom<'a>,
    /// The previous sibling of each element.
    pub(crate) elders: &'a [Option<NodeId>],
    /// The root element if there is none.
    pub(crate) scope: Option<NodeId>,
}

/// Returns the previous sibling of each element, by the index of its node.
pub(crate) fn elders(dom: &Dom<'_>) -> Vec<Option<NodeId>> {
    let mut elders = vec![None; dom.len()];
    for parent in dom.nodes() {
        let mut last = None;
        for child in dom.children(parent).filter(|&child| dom.kind(child) == NodeKind::Element) {
            elders[child.index()] = last.replace(child);
        }
    }
    elders
}

impl Evaluation<'_> {
    /// Returns what any selector of a list matches.
    pub(crate) fn any(&self, list: &[parser::Selector<Plain>]) -> Set {
        self.union(list.iter().map(|selector| self.complex(selector)))
    }

    fn union(&self, sets: impl Iterator<Item = Set>) -> Set {
        let none = vec![false; self.dom.len()];
        sets.fold(none, |all, set| combined(all, &set, |left, right| left || right))
    }

    /// Returns what a selector without commas matches, from left to right.
    fn complex(&self, selector: &parser::Selector<Plain>) -> Set {
        // The parts are stored from right to left.
        let parts = selector.iter_raw_match_order().as_slice();
        let mut compounds = parts.rsplit(Component::is_combinator);
        let first = self.compound(compounds.next().unwrap_or_default(), self.all());
        let combinators = parts.iter().rev().filter_map(Component::as_combinator);
        combinators
            .zip(compounds)
            .fold(first, |found, (combinator, compound)| self.compound(compound, self.after(combinator, &found)))
    }

    /// Returns the elements for which `:has()` finds what one of its selectors asks for, from right to left.
    fn anchors(&self, relative: &parser::Selector<Plain>) -> Set {
        let parts = relative.iter_raw_match_order().as_slice();
        let mut compounds = parts.split(Component::is_combinator);
        let last = self.compound(compounds.next().unwrap_or_default(), self.all());
        let combinators = parts.iter().filter_map(Component::as_combinator);
        combinators
            .zip(compounds)
            .fold(last, |found, (combinator, compound)| self.compound(compound, self.before(combinator, &found)))
    }

    /// Returns what of a set has all of these properties.
    fn compound(&self, parts: &[Component<Plain>], mut among: Set) -> Set {
        for node in self.elements() {
            let is_in = &mut among[node.index()];
            *is_in = *is_in && parts.iter().all(|part| self.holds(part, node));
        }
        for part in parts {
            // What nothing is left for takes no passes.
            if !among.contains(&true) {
                break;
            }
            let both = |left, right| left && right;
            among = match part {
                Component::Is(list) | Component::Where(list) => combined(among, &self.any(list.slice()), both),
                Component::Negation(list) => {
                    combined(among, &self.any(list.slice()), |among, matches| among && !matches)
                }
                Component::Has(relatives) => {
                    let anchors = relatives.iter().map(|relative| self.anchors(&relative.selector));
                    combined(among, &self.union(anchors), both)
                }
                Component::Nth(place) => combined(among, &self.nth(place, None), both),
                Component::NthOf(place) => {
                    let counted = self.any(place.selectors());
                    combined(among, &self.nth(place.nth_data(), Some(&counted)), both)
                }
                _ => among,
            };
        }
        among
    }

    /// Returns the elements to which a combinator leads from any of a set.
    fn after(&self, combinator: Combinator, from: &Set) -> Set {
        let mut reached = vec![false; from.len()];
        for node in self.elements() {
            // What is before an element in document order is complete.
            if let Some(link) = self.link(combinator, node) {
                reached[node.index()] = from[link.index()] || is_far(combinator) && reached[link.index()];
            }
        }
        reached
    }

    /// Returns the elements from which a combinator leads to any of a set.
    fn before(&self, combinator: Combinator, to: &Set) -> Set {
        let mut leads = vec![false; to.len()];
        for node in self.elements().rev() {
            if let Some(link) = self.link(combinator, node) {
                leads[link.index()] |= to[node.index()] || is_far(combinator) && leads[node.index()];
            }
        }
        leads
    }

    /// Returns the nearest element from which a combinator leads to a given one.
    fn link(&self, combinator: Combinator, node: NodeId) -> Option<NodeId> {
        match combinator {
            Combinator::Child | Combinator::Descendant => {
                self.dom.parent(node).filter(|&parent| self.dom.kind(parent) == NodeKind::Element)
            }
            Combinator::NextSibling | Combinator::LaterSibling => self.elders[node.index()],
            // The parser accepts no pseudo-elements.
            Combinator::PseudoElement | Combinator::SlotAssignment | Combinator::Part => None,
        }
    }

    /// Returns the elements at a place among their siblings, of which only those of `counted` count.
    fn nth(&self, place: &NthSelectorData, counted: Option<&Set>) -> Set {
        let is_of_type = place.ty.is_of_type();
        if place.ty.is_only() {
            let first = self.nth(&NthSelectorData::first(is_of_type), counted);
            let last = self.nth(&NthSelectorData::last(is_of_type), counted);
            return combined(first, &last, |first, last| first && last);
        }
        let mut found = vec![false; self.dom.len()];
        // How many were counted below each parent, for each type if these are counted apart. Pages choose the names,
        // so that the hashes must be such that nobody can make them equal.
        let mut counts = HashMap::new();
        let count = |node: NodeId| {
            if counted.is_none_or(|counted| counted[node.index()]) {
                let kind = is_of_type.then(|| (self.dom.name(node), self.dom.namespace(node)));
                let count = counts.entry((self.dom.parent(node), kind)).or_insert(0_i32);
                *count = count.saturating_add(1);
                found[node.index()] = place.an_plus_b.matches_index(*count);
            }
        };
        if place.ty.is_from_end() {
            self.elements().rev().for_each(count);
        } else {
            self.elements().for_each(count);
        }
        found
    }

    /// Returns whether an element has a property that can be seen at the element itself. Others are not decided here.
    fn holds(&self, part: &Component<Plain>, node: NodeId) -> bool {
        let dom = self.dom;
        let is_html = dom.namespace(node) == Namespace::Html;
        match part {
            Component::LocalName(name) => {
                let name = if is_html { &name.lower_name } else { &name.name };
                dom.name(node) == name.as_ref()
            }
            Component::ID(id) => dom.attribute(node, "id").is_some_and(|value| value == id.as_ref()),
            Component::Class(name) => dom
                .attribute(node, "class")
                .is_some_and(|value| value.split_ascii_whitespace().any(|class| class == name.as_ref())),
            Component::AttributeInNoNamespaceExists { local_name, .. } => {
                dom.attribute(node, local_name.as_ref()).is_some()
            }
            Component::AttributeInNoNamespace { local_name, operator, value, case_sensitivity } => {
                let case = case(*case_sensitivity, is_html);
                dom.attribute(node, local_name.as_ref())
                    .is_some_and(|found| operator.eval_str(&found, value.as_ref(), case))
            }
            Component::AttributeOther(attribute) => {
                dom.attribute(node, attribute.local_name.as_ref()).is_some_and(|found| match &attribute.operation {
                    ParsedAttrSelectorOperation::Exists => true,
                    ParsedAttrSelectorOperation::WithValue { operator, case_sensitivity, value } => {
                        operator.eval_str(&found, value.as_ref(), case(*case_sensitivity, is_html))
                    }
                })
            }
            Component::Root => self.is_root(node),
            Component::Scope | Component::ImplicitScope | Component::ParentSelector => {
                self.scope.map_or_else(|| self.is_root(node), |scope| scope == node)
            }
            Component::Empty => dom.children(node).all(|child| dom.kind(child) == NodeKind::Comment),
            // An invalid selector in a forgiving selector list.
            Component::Invalid(_) => false,
            // Selectors cannot declare namespaces, so that all are meant.
            _ => true,
        }
    }

    fn is_root(&self, node: NodeId) -> bool {
        self.dom.parent(node) == Some(self.dom.root())
    }

    fn all(&self) -> Set {
        let mut all = vec![false; self.dom.len()];
        self.elements().for_each(|node| all[node.index()] = true);
        all
    }

    /// Iterates over the elements in document order. Each pass over the page goes through here.
    fn elements(&self) -> impl DoubleEndedIterator<Item = NodeId> {
        let dom = self.dom;
        let elements = dom.nodes().filter(move |&node| dom.kind(node) == NodeKind::Element);
        #[cfg(test)]
        let elements = elements.inspect(|_| tests::count_step());
        elements
    }
}

/// Returns whether a combinator leads on from where it leads to.
fn is_far(combinator: Combinator) -> bool {
    matches!(combinator, Combinator::Descendant | Combinator::LaterSibling)
}

fn combined(mut left: Set, right: &Set, with: impl Fn(bool, bool) -> bool) -> Set {
    for (left, &right) in iter::zip(&mut left, right) {
        *left = with(*left, right);
    }
    left
}

/// Without a flag, the values of some attributes of HTML match in either case.
fn case(parsed: ParsedCaseSensitivity, is_html: bool) -> CaseSensitivity {
    match parsed {
        ParsedCaseSensitivity::AsciiCaseInsensitive => CaseSensitivity::AsciiCaseInsensitive,
        ParsedCaseSensitivity::AsciiCaseInsensitiveIfInHtmlElementInHtmlDocument if is_html => {
            CaseSensitivity::AsciiCaseInsensitive
        }
        _ => CaseSensitivity::CaseSensitive,
    }
}

#[cfg(test)]
mod engine;
#[cfg(test)]
mod tests;
