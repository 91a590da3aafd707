//! The list of active formatting elements (section 13.2.4.3).

use std::hash::{DefaultHasher, Hash as _, Hasher as _};

use super::{
    Builder, COPIED_BYTES_ALLOWANCE, COPIES_ALLOWANCE, TagToken, elements, insert::element, stack::OpenElement,
};
use crate::{
    Namespace, Tag,
    attributes::Stored,
    layout::Layout,
    node::{COPY, Node, OPEN},
};

/// The largest number of elements after the last marker; the earliest are dropped. The standard keeps three of each
/// kind, but does not limit the number of kinds, and each new element is compared with all of them. Chosen: by eye.
const ACTIVE_MAX: usize = 128;

/// The largest length of the whole list, which is enforced if there is an element after the last marker. Searches for
/// an open element go through the whole list, whatever markers are in it. Chosen: by eye.
const LISTED_MAX: usize = 1024;

/// One entry of the list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Entry {
    Marker,
    Element(u32),
}

impl Builder<'_> {
    pub(super) fn add_marker(&mut self) {
        self.formatting.push(Entry::Marker);
    }

    pub(super) fn clear_to_marker(&mut self) {
        while let Some(entry) = self.formatting.pop() {
            if entry == Entry::Marker {
                return;
            }
        }
    }

    /// Inserts a formatting element and lists it.
    pub(super) fn insert_formatting(&mut self, token: &TagToken) {
        let node = self.insert(token);
        self.list_formatting(node);
    }

    /// Lists a formatting element; of four that are alike, the earliest is dropped ("Noah's ark
    /// clause").
    fn list_formatting(&mut self, node: u32) {
        let start = self.after_marker();
        let mut n_alike = 0;
        let mut earliest = None;
        for position in start..self.formatting.len() {
            if let Entry::Element(other) = self.formatting[position]
                && self.nodes[other as usize].tag == self.nodes[node as usize].tag
                && self.same_attributes(other, node)
            {
                n_alike += 1;
                earliest = earliest.or(Some(position));
            }
        }
        // An entry is dropped in this case, so the list does not grow and the other limits need not be tested.
        if n_alike >= 3 {
            if let Some(position) = earliest {
                self.formatting.remove(position);
            }
        } else if ACTIVE_MAX <= self.formatting.len() - start
            || LISTED_MAX <= self.formatting.len() && start < self.formatting.len()
        {
            self.formatting.remove(start);
        }
        self.formatting.push(Entry::Element(node));
    }

    fn after_marker(&self) -> usize {
        self.formatting.iter().rposition(|&entry| entry == Entry::Marker).map_or(0, |marker| marker + 1)
    }

    /// Returns whether two elements have the same attributes, in any order. No element has a name twice.
    fn same_attributes(&mut self, one: u32, other: u32) -> bool {
        let of = |node: u32| self.stored_attributes(&self.nodes[node as usize]);
        let (left, right) = (of(one), of(other));
        if left.len() != right.len() {
            return false;
        }
        let is_same_name = |(left, right): &(&Stored, &Stored)| {
            (self.text_of(left.name)).eq_ignore_ascii_case(self.text_of(right.name))
        };
        let is_same_value = |(left, right): &(&Stored, &Stored)| self.text_of(left.value) == self.text_of(right.value);
        // If the order is the same too, no hashes are needed.
        let mut pairs = left.iter().zip(right);
        match pairs.find(|pair| !is_same_name(pair) || !is_same_value(pair)) {
            None => true,
            Some(pair) if is_same_name(&pair) => false,
            // Looking each name up in the other element would take time quadratic in the number of attributes.
            Some(_) => self.signature(one) == self.signature(other),
        }
    }

    /// Returns a number that stands for the attributes of an element, whatever their order. It is kept for the
    /// next comparison.
    fn signature(&mut self, node: u32) -> u64 {
        let first = self.nodes[node as usize].attributes;
        // Copies share the index with their original, and so its hash.
        if let Some(&known) = self.signatures.get(&first) {
            return known;
        }
        let attributes = self.stored_attributes(&self.nodes[node as usize]);
        let hashes = attributes.iter().map(|stored| {
            let mut hasher = DefaultHasher::new();
            let name = self.text_of(stored.name).to_ascii_lowercase();
            (name, self.text_of(stored.value)).hash(&mut hasher);
            hasher.finish()
        });
        // A sum does not depend on the order of the attributes.
        let sum = hashes.fold(0, u64::wrapping_add);
        self.signatures.insert(first, sum);
        sum
    }

    pub(super) fn stored_attributes(&self, node: &Node) -> &[Stored] {
        let from = &self.attributes[node.attributes as usize..];
        let length = from.iter().take_while(|stored| stored.name.0 < node.open.1).count();
        &from[..length]
    }

    /// Returns the last listed element with this tag after the last marker, and its position.
    pub(super) fn last_formatting(&self, tag: Tag) -> Option<(usize, u32)> {
        for (position, &entry) in self.formatting.iter().enumerate().rev() {
            match entry {
                Entry::Marker => return None,
                Entry::Element(node) if self.nodes[node as usize].tag == tag => {
                    return Some((position, node));
                }
                Entry::Element(_) => {}
            }
        }
        None
    }

    pub(super) fn position_in_formatting(&self, node: u32) -> Option<usize> {
        self.formatting.iter().rposition(|&entry| entry == Entry::Element(node))
    }

    /// Opens listed elements again that the end of a block closed.
    #[inline]
    pub(super) fn reconstruct(&mut self) {
        match self.formatting.last() {
            None | Some(Entry::Marker) => {}
            Some(&Entry::Element(node)) => {
                // If the last listed element is open, the standard opens none of those before it.
                if self.nodes[node as usize].flags & OPEN == 0 {
                    self.reopen();
                }
            }
        }
    }

    fn reopen(&mut self) {
        let first = self
            .formatting
            .iter()
            .rposition(|&entry| match entry {
                Entry::Marker => true,
                Entry::Element(node) => self.nodes[node as usize].flags & OPEN != 0,
            })
            .map_or(0, |position| position + 1);
        for position in first..self.formatting.len() {
            let Entry::Element(node) = self.formatting[position] else {
                continue;
            };
            // An element that is not opened now is dropped, or it would be tried again at each text that follows.
            if !self.may_copy() {
                self.formatting.truncate(position);
                return;
            }
            self.make_room();
            let place = self.place();
            let copy = self.copy(node);
            self.put(copy, place);
            let Node { tag, name, .. } = self.nodes[copy as usize];
            let traits = elements::traits(tag, Namespace::Html);
            self.push(OpenElement { node: copy, tag, traits, name });
            self.formatting[position] = Entry::Element(copy);
        }
    }

    /// Returns whether one more element may repeat a start tag.
    pub(super) fn may_copy(&self) -> bool {
        self.n_copies < COPIES_ALLOWANCE + self.n_tags / 8
            && self.n_copied_bytes < COPIED_BYTES_ALLOWANCE + self.source.len()
    }

    /// Makes an element that repeats another's start tag, and leaves it outside
    /// the tree for now.
    pub(super) fn copy(&mut self, of: u32) -> u32 {
        self.n_copies += 1;
        let original = self.nodes[of as usize];
        self.n_copied_bytes += (original.open.1 - original.open.0) as usize;
        let token = TagToken {
            span: original.open,
            tag: original.tag,
            name: original.name,
            attributes: original.attributes,
            layout: Layout::default(),
            is_self_closing: false,
        };
        let mut node = element(&token, Namespace::Html);
        node.flags = COPY;
        (node.equivalent, node.layout) = (original.equivalent, original.layout);
        // A copy has no start tag of its own at this place: its extent begins with its content.
        let at = self.at as u32;
        node.extent = (at, at);
        self.make(node)
    }
}
