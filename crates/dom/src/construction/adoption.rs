//! The adoption agency: formatting elements whose end tag is inside a block that they contain (section 13.2.6.4.7).
//!
//! In `<b>1<p>2</b>3` the paragraph cannot be cut in two, so `b` ends before it, and a copy of `b` inside it takes
//! the "2".

use super::{
    Builder, TagToken,
    elements::{HTML, SCOPE, SPECIAL},
    formatting::Entry,
    links,
    stack::OpenElement,
};
use crate::node::{OPEN, Span};

/// How often an end tag is tried, and how many elements between the formatting element and the block are repeated. Set
/// by: the HTML standard.
const OUTER_MAX: usize = 8;
const INNER_MAX: usize = 3;

impl Builder<'_> {
    /// Ends a formatting element. `span` is its end tag, or `None` if a start tag ends it.
    pub(super) fn adopt(&mut self, token: &TagToken, span: Option<Span>) {
        let top = self.top();
        // The element is not listed, so nothing has to be rearranged.
        if top.is(token.tag) && self.position_in_formatting(top.node).is_none() {
            self.close_top(span);
            return;
        }
        // The element that the end tag has closed so far.
        let mut closed = None;
        for _ in 0..OUTER_MAX {
            let Some((position, node)) = self.last_formatting(token.tag) else {
                // Only an end tag that has closed nothing yet may close some other element of its name.
                if closed.is_none() {
                    self.any_other_end(token, span);
                }
                return;
            };
            // A listed element may have been closed by the end tag of a block around it.
            let Some(at) = self.position_of(node) else {
                self.formatting.remove(position);
                return;
            };
            // An end tag does not reach out of a table cell or an `object`.
            if !self.any_in_scope(|open| open.node == node, SCOPE) {
                return;
            }
            let block = self.stack[at + 1..].iter().position(|open| open.has(SPECIAL)).map(|below| at + 1 + below);
            // Without a block in it the element can simply be ended. The same is done in pages that provoke too many
            // copies.
            let Some(block) = block.filter(|_| self.may_copy()) else {
                self.formatting.remove(position);
                self.pop_until_any(|open| open.node == node, None);
                self.claim(&mut closed, node, span);
                return;
            };
            let copy = self.rearrange(at, block);
            self.claim(&mut closed, copy, span);
        }
    }

    fn close_top(&mut self, span: Option<Span>) {
        match span {
            Some(span) => self.pop_at(span),
            None => self.pop(),
        }
    }

    /// Gives the end tag to the innermost element that it closes.
    fn claim(&mut self, closed: &mut Option<u32>, node: u32, span: Option<Span>) {
        let Some(span) = span else { return };
        // A node has one end tag, and an end tag one node.
        if let Some(before) = closed.replace(node) {
            self.nodes[before as usize].close = (0, 0);
        }
        self.nodes[node as usize].close = span;
    }

    /// Steps 9 to 17: takes the block out of the formatting element at `at`, and repeats that element inside it.
    fn rearrange(&mut self, at: usize, block: usize) -> u32 {
        let formatting = self.stack[at];
        let furthest = self.stack[block];
        // Position 0 is the root, which is no formatting element, so there is one above.
        let above = self.stack[at - 1];
        let mut last = furthest.node;
        // The entry after which the copy is listed; at first the element
        // itself.
        let mut bookmark = formatting.node;
        for (n, position) in (at + 1..block).rev().enumerate() {
            let open = self.stack[position];
            let listed = self.position_in_formatting(open.node);
            // An element that is not listed is only taken out of the stack. So is one beyond the bound, which keeps
            // the copies few.
            let Some(listed) = listed.filter(|_| n < INNER_MAX) else {
                if let Some(listed) = listed {
                    self.formatting.remove(listed);
                }
                self.remove_open(position);
                continue;
            };
            let copy = self.copy(open.node);
            self.formatting[listed] = Entry::Element(copy);
            // The copy takes the place on the stack without being pushed, and so the flag by hand.
            self.nodes[open.node as usize].flags &= !OPEN;
            self.nodes[copy as usize].flags |= OPEN;
            self.stack[position] = OpenElement { node: copy, ..open };
            if last == furthest.node {
                bookmark = copy;
            }
            links::detach(&mut self.links, last);
            links::append(&mut self.links, copy, last);
            last = copy;
        }
        links::detach(&mut self.links, last);
        let place = self.place_in(above);
        self.put(last, place);

        let copy = self.copy(formatting.node);
        links::move_children(&mut self.links, furthest.node, copy);
        links::append(&mut self.links, furthest.node, copy);

        self.list_behind(bookmark, formatting.node, copy);
        if let Some(position) = self.position_of(formatting.node) {
            self.remove_open(position);
        }
        let below = self.position_of(furthest.node).map_or(self.stack.len(), |position| position + 1);
        debug_assert!(formatting.has(HTML), "formatting elements are HTML");
        // By hand, as above: this one is put into the middle of the stack.
        self.n_open[formatting.tag.index()] += 1;
        self.nodes[copy as usize].flags |= OPEN;
        self.stack.insert(below, OpenElement { node: copy, ..formatting });
        copy
    }

    /// Lists `copy` in place of `formatting`, or after `bookmark` if that is a different
    /// element.
    fn list_behind(&mut self, bookmark: u32, formatting: u32, copy: u32) {
        let Some(position) = self.position_in_formatting(formatting) else {
            return;
        };
        if bookmark == formatting {
            self.formatting[position] = Entry::Element(copy);
            return;
        }
        self.formatting.remove(position);
        let behind = self.position_in_formatting(bookmark).map_or(position, |bookmark| bookmark + 1);
        self.formatting.insert(behind, Entry::Element(copy));
    }
}
