//! The modes "initial", "before html" and "before head".

use super::{Builder, Mode, Step, TagToken, insert::InsertionLocation};
use crate::{Namespace, Tag};

impl Builder<'_> {
    /// Moves from one of these modes to the next because of what is at `at`, and makes what that
    /// implies.
    pub(super) fn leave_beginning(&mut self, at: u32) {
        match self.mode {
            Mode::Initial => {
                // A doctype would have changed the mode, so the page has none.
                self.quirks = true;
                self.mode = Mode::BeforeHtml;
            }
            Mode::BeforeHtml => {
                self.insert_implied(Tag::HTML, at);
                self.mode = Mode::BeforeHead;
            }
            _ => {
                self.head = self.insert_implied(Tag::HEAD, at);
                self.mode = Mode::InHead;
            }
        }
    }

    pub(super) fn start_at_beginning(&mut self, token: &TagToken) -> Step {
        match (self.mode, token.tag) {
            (Mode::BeforeHtml, Tag::HTML) => {
                // The stack is still empty: there is no current node to insert this one into.
                let node = self.make(super::insert::element(token, Namespace::Html));
                self.put(node, InsertionLocation::In(0));
                let traits = super::elements::traits(Tag::HTML, Namespace::Html);
                self.push(super::stack::OpenElement { node, tag: Tag::HTML, traits, name: 0 });
                self.mode = Mode::BeforeHead;
                Step::Done
            }
            (Mode::BeforeHead, Tag::HTML) => self.start_in_body(token),
            (Mode::BeforeHead, Tag::HEAD) => {
                self.head = self.insert(token);
                self.mode = Mode::InHead;
                Step::Done
            }
            _ => {
                self.leave_beginning(token.span.0);
                Step::Again
            }
        }
    }

    pub(super) fn end_at_beginning(&mut self, token: &TagToken) -> Step {
        // These four end tags imply the elements that are missing. The others are ignored, but not before the mode
        // "initial" is left.
        if self.mode != Mode::Initial && !matches!(token.tag, Tag::HEAD | Tag::BODY | Tag::HTML | Tag::BR) {
            return Step::Done;
        }
        self.leave_beginning(token.span.0);
        Step::Again
    }
}
