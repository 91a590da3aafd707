//! The modes "in frameset", "after frameset" and "after after frameset".

use super::{Builder, Mode, Step, TagToken};
use crate::{Namespace, Tag};

impl Builder<'_> {
    pub(super) fn start_in_frameset(&mut self, token: &TagToken) -> Step {
        match (token.tag, self.mode) {
            (Tag::HTML, _) => return self.start_in_body(token),
            (Tag::NOFRAMES, _) => return self.start_in_head(token),
            (Tag::FRAMESET, Mode::InFrameset) => {
                self.insert(token);
            }
            (Tag::FRAME, Mode::InFrameset) => {
                self.insert_closed(token, Namespace::Html);
            }
            _ => {}
        }
        Step::Done
    }

    pub(super) fn end_in_frameset(&mut self, token: &TagToken) -> Step {
        match (token.tag, self.mode) {
            (Tag::FRAMESET, Mode::InFrameset) => {
                self.pop_at(token.span);
                if !self.top().is(Tag::FRAMESET) {
                    self.mode = Mode::AfterFrameset;
                }
            }
            (Tag::HTML, Mode::AfterFrameset) => {
                self.nodes[self.stack[0].node as usize].close = token.span;
                self.mode = Mode::AfterAfterFrameset;
            }
            _ => {}
        }
        Step::Done
    }
}
