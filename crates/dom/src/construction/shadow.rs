//! Declarative shadow roots: `template` elements whose content is shown in their parent, the host.
//!
//! A browser shows the content of the template in the place of the host's own children, and these where the template
//! has a `slot` for them. The finished tree has this order. What is not shown — children without a slot, and what a
//! slot would show without children — is below a `template` that no tag of the page made.

use std::collections::{HashMap, HashSet};

use super::{
    Builder, MAX_DEPTH, TagToken,
    links::{append, detach},
};
use crate::{
    Tag,
    node::{IMPLIED, NONE, Node, NodeKind, OPEN},
    references::ReferenceContext,
    tag::TagSet,
    text::{self, Nul},
};

/// A node that slots took from its place has this flag when the tree is finished. It does not widen the extents of
/// the elements around its new place. No element is open then.
pub(super) const MOVED: u8 = OPEN;

/// Returns whether an element can have a shadow root.
fn can_be_host(tag: Tag) -> bool {
    const HOSTS: TagSet = TagSet::of("article aside blockquote body div footer header main nav p section span");
    tag == Tag::OTHER || tag.is_heading() || HOSTS.has(tag)
}

impl Builder<'_> {
    /// Notes a template if it is a shadow root. `shadowroot` is what browsers read at first.
    pub(super) fn note_shadow_root(&mut self, template: u32, token: &TagToken) {
        let mode = self.attribute(token, "shadowrootmode").or_else(|| self.attribute(token, "shadowroot"));
        let has_mode =
            mode.is_some_and(|mode| mode.eq_ignore_ascii_case("open") || mode.eq_ignore_ascii_case("closed"));
        if has_mode {
            self.shadow_roots.push(template);
        }
    }

    /// Puts what hosts show in its order. Linear in the page, except that the depth of each slot is counted.
    pub(super) fn compose(&mut self) {
        let roots = std::mem::take(&mut self.shadow_roots);
        let all: HashSet<u32> = roots.iter().copied().collect();
        let mut hosts = HashSet::new();
        for root in roots {
            let host = self.links[root as usize].parent;
            // Only the first of several is one; the others are templates as usual.
            if host == NONE || !can_be_host(self.nodes[host as usize].tag) || !hosts.insert(host) {
                continue;
            }
            self.nodes[root as usize].equivalent = Tag::SPAN;
            self.compose_host(host, root, &all);
        }
    }

    fn compose_host(&mut self, host: u32, root: u32, roots: &HashSet<u32>) {
        let slots = self.slots(root, roots);
        let mut unassigned = Vec::new();
        let mut assigned: Vec<(u32, u32)> = Vec::new();
        let mut child = self.links[host as usize].first;
        while child != NONE {
            let next = self.links[child as usize].next;
            let node = &self.nodes[child as usize];
            let name = match node.kind {
                NodeKind::Element if child == root => None,
                NodeKind::Element => Some(self.attribute_of(node, "slot").unwrap_or_default()),
                NodeKind::Text | NodeKind::RawText => Some(String::new()),
                _ => None,
            };
            match name.map(|name| slots.get(&name)) {
                Some(Some(&slot)) => assigned.push((slot, child)),
                Some(None) => unassigned.push(child),
                None => {}
            }
            child = next;
        }
        self.hide(host, &unassigned);
        // Each slot is asked once for what it would show without children, and for its depth.
        let mut is_free: HashMap<u32, bool> = HashMap::new();
        for (slot, child) in assigned {
            let is_free = *is_free.entry(slot).or_insert_with(|| self.is_near(slot) && self.empty(slot));
            if is_free {
                detach(&mut self.links, child);
                append(&mut self.links, slot, child);
                self.nodes[child as usize].flags |= MOVED;
            }
        }
    }

    /// Returns the first slot of each name in a shadow root, those of other shadow roots in it left out.
    fn slots(&self, root: u32, roots: &HashSet<u32>) -> HashMap<String, u32> {
        let mut slots = HashMap::new();
        let mut at = self.links[root as usize].first;
        while at != NONE {
            let node = &self.nodes[at as usize];
            if node.kind == NodeKind::Element && node.tag == Tag::SLOT {
                slots.entry(self.attribute_of(node, "name").unwrap_or_default()).or_insert(at);
            }
            let first = self.links[at as usize].first;
            if first != NONE && !roots.contains(&at) {
                at = first;
                continue;
            }
            while at != root && self.links[at as usize].next == NONE {
                at = self.links[at as usize].parent;
            }
            if at == root {
                break;
            }
            at = self.links[at as usize].next;
        }
        slots
    }

    /// Returns whether a slot is no deeper than open elements may be, so that no tree becomes very deep by hosts in
    /// hosts.
    fn is_near(&self, slot: u32) -> bool {
        let mut above = slot;
        (0..MAX_DEPTH).any(|_| {
            above = self.links[above as usize].parent;
            above == NONE
        })
    }

    /// Hides what a slot would show without children.
    fn empty(&mut self, slot: u32) -> bool {
        let mut children = Vec::new();
        let mut child = self.links[slot as usize].first;
        while child != NONE {
            children.push(child);
            child = self.links[child as usize].next;
        }
        self.hide(slot, &children);
        true
    }

    /// Puts children of an element below a template at its end.
    fn hide(&mut self, parent: u32, children: &[u32]) {
        let Some(&first) = children.first() else {
            return;
        };
        let at = self.nodes[first as usize].open.0;
        let mut template = Node::new(NodeKind::Element, (at, at));
        (template.tag, template.equivalent, template.flags) = (Tag::TEMPLATE, Tag::TEMPLATE, IMPLIED);
        let template = self.make(template);
        for &child in children {
            detach(&mut self.links, child);
            append(&mut self.links, template, child);
        }
        append(&mut self.links, parent, template);
    }

    fn attribute_of(&self, node: &Node, wanted: &str) -> Option<String> {
        let mut attributes = self.stored_attributes(node).iter();
        let found = attributes.find(|stored| self.text_of(stored.name).eq_ignore_ascii_case(wanted))?;
        Some(text::decode(self.text_of(found.value), Nul::Replaced, ReferenceContext::Attribute).into_owned())
    }
}
