//! The modes "in head", "in head noscript" and "after head".

use super::{Builder, Mode, Step, TagToken, elements::OF_HEAD, stack::OpenElement};
use crate::{Namespace, Tag, node::NodeKind};

impl Builder<'_> {
    /// Ends the `noscript` in the head, or the head itself.
    pub(super) fn leave_head(&mut self) {
        self.pop();
        self.mode = match self.mode {
            Mode::InHeadNoscript => Mode::InHead,
            _ => Mode::AfterHead,
        };
    }

    /// Makes the body that is implied by what is at `at`.
    pub(super) fn insert_body(&mut self, at: u32) {
        self.insert_implied(Tag::BODY, at);
        self.mode = Mode::InBody;
    }

    pub(super) fn start_in_head(&mut self, token: &TagToken) -> Step {
        match token.tag {
            Tag::HTML => self.start_in_body(token),
            Tag::BASE | Tag::BASEFONT | Tag::BGSOUND | Tag::LINK | Tag::META => {
                self.insert_closed(token, Namespace::Html);
                Step::Done
            }
            Tag::TITLE => self.raw_text(token, NodeKind::Text),
            Tag::NOFRAMES | Tag::STYLE | Tag::SCRIPT => self.raw_text(token, NodeKind::RawText),
            Tag::NOSCRIPT => {
                self.insert(token);
                self.mode = Mode::InHeadNoscript;
                Step::Done
            }
            Tag::TEMPLATE => self.start_template(token),
            Tag::HEAD => Step::Done,
            _ => {
                self.leave_head();
                Step::Again
            }
        }
    }

    pub(super) fn end_in_head(&mut self, token: &TagToken) -> Step {
        match token.tag {
            Tag::HEAD => {
                self.pop_at(token.span);
                self.mode = Mode::AfterHead;
                Step::Done
            }
            Tag::BODY | Tag::HTML | Tag::BR => {
                self.leave_head();
                Step::Again
            }
            Tag::TEMPLATE => self.end_template(token),
            _ => Step::Done,
        }
    }

    pub(super) fn start_in_head_noscript(&mut self, token: &TagToken) -> Step {
        match token.tag {
            Tag::HTML => self.start_in_body(token),
            Tag::BASEFONT | Tag::BGSOUND | Tag::LINK | Tag::META | Tag::NOFRAMES | Tag::STYLE => {
                self.start_in_head(token)
            }
            Tag::HEAD | Tag::NOSCRIPT => Step::Done,
            _ => {
                self.leave_head();
                Step::Again
            }
        }
    }

    pub(super) fn end_in_head_noscript(&mut self, token: &TagToken) -> Step {
        match token.tag {
            Tag::NOSCRIPT => {
                self.pop_at(token.span);
                self.mode = Mode::InHead;
                Step::Done
            }
            Tag::BR => {
                self.leave_head();
                Step::Again
            }
            _ => Step::Done,
        }
    }

    pub(super) fn start_after_head(&mut self, token: &TagToken) -> Step {
        match token.tag {
            Tag::HTML => self.start_in_body(token),
            Tag::BODY => {
                self.insert(token);
                self.frameset_ok = false;
                self.mode = Mode::InBody;
                Step::Done
            }
            Tag::FRAMESET => {
                self.insert(token);
                self.mode = Mode::InFrameset;
                Step::Done
            }
            // The standard puts these elements into the head even if they follow it.
            tag if OF_HEAD.has(tag) => self.start_late_in_head(token),
            Tag::HEAD => Step::Done,
            _ => {
                self.insert_body(token.span.0);
                Step::Again
            }
        }
    }

    /// Puts what belongs in the head there, although the head has ended.
    fn start_late_in_head(&mut self, token: &TagToken) -> Step {
        let head = self.head;
        let traits = super::elements::traits(Tag::HEAD, Namespace::Html);
        // With the head as the current node the usual rules insert into it.
        self.push(OpenElement { node: head, tag: Tag::HEAD, traits, name: 0 });
        let step = self.start_in_head(token);
        // The rule may have opened a `template`, so the head is not the current node any more.
        if let Some(position) = self.position_of(head) {
            self.remove_open(position);
        }
        step
    }

    pub(super) fn end_after_head(&mut self, token: &TagToken) -> Step {
        match token.tag {
            Tag::TEMPLATE => self.end_template(token),
            Tag::BODY | Tag::HTML | Tag::BR => {
                self.insert_body(token.span.0);
                Step::Again
            }
            _ => Step::Done,
        }
    }
}
