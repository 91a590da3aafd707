//! Formatting elements that the parser repeats in later blocks.

use std::collections::HashMap;

use dom::{Dom, NodeId};

/// The elements that the parser repeated, by the position of their start tags.
#[derive(Debug)]
pub(crate) struct Originals(HashMap<usize, NodeId>);

impl Originals {
    pub(crate) fn of(dom: &Dom<'_>) -> Originals {
        let copies = dom.nodes().filter(|&node| dom.is_copy(node));
        // Only the few start tags with copies enter the map, so that most pages keep it empty and skip the second
        // pass.
        let mut starts: HashMap<usize, Option<NodeId>> =
            copies.filter_map(|copy| Some((dom.start_tag(copy)?.start, None))).collect();
        if !starts.is_empty() {
            for node in dom.nodes().filter(|&node| !dom.is_copy(node)) {
                let start = dom.start_tag(node).map(|tag| tag.start);
                if let Some(original) = start.and_then(|start| starts.get_mut(&start)) {
                    *original = Some(node);
                }
            }
        }
        let known = starts.into_iter();
        Originals(known.filter_map(|(at, node)| Some((at, node?))).collect())
    }

    pub(crate) fn of_copy(&self, dom: &Dom<'_>, copy: NodeId) -> Option<NodeId> {
        self.0.get(&dom.start_tag(copy)?.start).copied()
    }

    /// Returns the copies that have an end tag, with their originals.
    pub(crate) fn ended_copies(&self, dom: &Dom<'_>) -> impl Iterator<Item = (NodeId, NodeId)> {
        let is_ended = |copy: &NodeId| dom.is_copy(*copy) && dom.end_tag(*copy).is_some();
        let copies = dom.nodes().filter(is_ended);
        copies.filter_map(move |copy| Some((copy, self.of_copy(dom, copy)?)))
    }

    /// Returns whether the parser itself opens the element again after
    /// something ended it.
    pub(crate) fn has_copies(&self, dom: &Dom<'_>, element: NodeId) -> bool {
        let start = dom.start_tag(element).map(|tag| tag.start);
        start.is_some_and(|start| self.0.contains_key(&start))
    }
}
