//! The stack of open elements (section 13.2.4.2).

use super::{
    Builder, MAX_DEPTH, Mode,
    elements::{FOSTERS, HTML, IMPLIED_END, THOROUGH_END, Traits},
};
use crate::{
    Tag,
    node::{NONE, OPEN, Span},
};

/// An open element.
#[derive(Clone, Copy, Debug)]
pub(super) struct OpenElement {
    pub(super) node: u32,
    pub(super) tag: Tag,
    pub(super) traits: Traits,
    pub(super) name: u32,
}

impl OpenElement {
    #[inline]
    pub(super) fn has(&self, traits: Traits) -> bool {
        self.traits & traits != 0
    }

    /// Returns whether this is the HTML element with this tag.
    #[inline]
    pub(super) fn is(&self, tag: Tag) -> bool {
        self.tag == tag && self.has(HTML)
    }

    /// Returns whether this is the HTML element with this name.
    #[inline]
    pub(super) fn is_named(&self, tag: Tag, name: u32) -> bool {
        self.is(tag) && (tag != Tag::OTHER || self.name == name)
    }
}

impl Builder<'_> {
    /// Returns the current node. The root `html` element is never popped before the end.
    #[inline]
    pub(super) fn top(&self) -> OpenElement {
        // The root is pushed first and never popped, so the stack is not empty.
        self.stack[self.stack.len() - 1]
    }

    pub(super) fn push(&mut self, open: OpenElement) {
        if open.has(HTML) {
            self.n_open[open.tag.index()] += 1;
        }
        self.nodes[open.node as usize].flags |= OPEN;
        self.stack.push(open);
    }

    /// Makes room for one more open element: at the limit, the innermost is closed, so that what is nested deeper
    /// becomes a row of siblings.
    pub(super) fn make_room(&mut self) {
        if self.stack.len() < MAX_DEPTH {
            return;
        }
        let ended = self.top();
        self.pop();
        // This is what the end tag of a template would have undone.
        if ended.is(Tag::TEMPLATE) {
            self.clear_to_marker();
            self.template_modes.pop();
        }
        // The mode belonged to the part of a table, or to the template, that is closed now.
        if ended.has(FOSTERS | THOROUGH_END) || ended.is(Tag::TEMPLATE) {
            self.reset_mode();
        }
    }

    /// Pops the current node, unless it is the root.
    pub(super) fn pop(&mut self) {
        // Rules ask for the current node without asking whether there is one.
        if self.stack.len() > 1
            && let Some(open) = self.stack.pop()
        {
            self.closed(open);
        }
    }

    fn closed(&mut self, open: OpenElement) {
        if open.has(HTML) {
            self.n_open[open.tag.index()] -= 1;
        }
        self.nodes[open.node as usize].flags &= !OPEN;
    }

    /// Pops the current node, which this end tag closes.
    pub(super) fn pop_at(&mut self, end_tag: Span) {
        let node = self.top().node;
        self.nodes[node as usize].close = end_tag;
        self.pop();
    }

    /// Takes an element out of the stack, wherever it is.
    pub(super) fn remove_open(&mut self, position: usize) {
        let open = self.stack.remove(position);
        self.closed(open);
    }

    /// Returns where an open element is in the stack.
    pub(super) fn position_of(&self, node: u32) -> Option<usize> {
        // Most elements that are asked for were closed long ago, and the stack is up to 512 deep.
        if self.nodes[node as usize].flags & OPEN == 0 {
            return None;
        }
        self.stack.iter().rposition(|open| open.node == node)
    }

    /// Pops elements until one with this tag is popped, or all but the root if none is open. If an end tag is the
    /// reason, it closes that element.
    pub(super) fn pop_until(&mut self, tag: Tag, end_tag: Option<Span>) {
        self.pop_until_any(|open| open.is(tag), end_tag);
    }

    pub(super) fn pop_until_any(&mut self, wanted: impl Fn(&OpenElement) -> bool, end_tag: Option<Span>) {
        while self.stack.len() > 1 {
            let top = self.top();
            self.pop();
            if wanted(&top) {
                if let Some(span) = end_tag {
                    self.nodes[top.node as usize].close = span;
                }
                return;
            }
        }
    }

    /// Pops elements until the current one is of these.
    pub(super) fn clear_back_to(&mut self, tags: &[Tag]) {
        // The root is one of them, so that it stays.
        while !self.top().has(HTML) || !tags.contains(&self.top().tag) {
            self.pop();
        }
    }

    #[inline]
    pub(super) fn is_open(&self, tag: Tag) -> bool {
        self.n_open[tag.index()] != 0
    }

    /// Returns whether an HTML element with this tag is open, and no element of `border` is above it in the stack
    /// (the standard's "in scope").
    #[inline]
    pub(super) fn in_scope(&self, tag: Tag, border: Traits) -> bool {
        self.is_open(tag) && self.any_in_scope(|open| open.is(tag), border)
    }

    pub(super) fn any_in_scope(&self, wanted: impl Fn(&OpenElement) -> bool, border: Traits) -> bool {
        for open in self.stack.iter().rev() {
            // The wanted element may belong to the border itself, as a table does, so it is tested first.
            if wanted(open) {
                return true;
            }
            if open.has(border) {
                return false;
            }
        }
        false
    }

    /// Pops elements whose end tags are implied, until there is one with the tag `except`.
    #[inline]
    pub(super) fn imply_ends(&mut self, except: Tag) {
        while self.top().has(IMPLIED_END) && self.top().tag != except {
            self.pop();
        }
    }

    pub(super) fn imply_ends_thoroughly(&mut self) {
        while self.top().has(THOROUGH_END) {
            self.pop();
        }
    }

    /// Chooses the mode according to what is open.
    pub(super) fn reset_mode(&mut self) {
        self.mode = self.mode_by_stack();
    }

    fn mode_by_stack(&self) -> Mode {
        // Names of SVG and MathML choose no mode, even if HTML has them too.
        for open in self.stack.iter().rev().filter(|open| open.has(HTML)) {
            return match open.tag {
                Tag::TD | Tag::TH => Mode::InCell,
                Tag::TR => Mode::InRow,
                Tag::TBODY | Tag::THEAD | Tag::TFOOT => Mode::InTableBody,
                Tag::CAPTION => Mode::InCaption,
                Tag::COLGROUP => Mode::InColumnGroup,
                Tag::TABLE => Mode::InTable,
                Tag::TEMPLATE => self.template_modes.last().copied().unwrap_or(Mode::InTemplate),
                Tag::HEAD => Mode::InHead,
                Tag::BODY => Mode::InBody,
                Tag::FRAMESET => Mode::InFrameset,
                Tag::HTML if self.head == NONE => Mode::BeforeHead,
                Tag::HTML => Mode::AfterHead,
                _ => continue,
            };
        }
        Mode::InBody
    }
}
