//! End tags "in body", and the modes "after body" and "after after body".

use super::{
    Builder, Mode, Step, TagToken,
    elements::{FORMATTING, HTML, LIST_SCOPE, PLAIN_BLOCK, SCOPE, SPECIAL, Traits},
};
use crate::{
    Namespace, Tag,
    node::{NONE, Span},
};

impl Builder<'_> {
    pub(super) fn end_in_body(&mut self, token: &TagToken) -> Step {
        match token.tag {
            Tag::P => self.end_p(token),
            tag if PLAIN_BLOCK.has(tag) || matches!(tag, Tag::BUTTON | Tag::LISTING | Tag::PRE | Tag::SELECT) => {
                self.end_in_scope(token, SCOPE, Tag::OTHER);
            }
            tag if FORMATTING.has(tag) || matches!(tag, Tag::A | Tag::NOBR) => self.adopt(token, Some(token.span)),
            Tag::LI => {
                self.end_in_scope(token, LIST_SCOPE, Tag::LI);
            }
            Tag::DD | Tag::DT => {
                self.end_in_scope(token, SCOPE, token.tag);
            }
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => {
                if self.any_in_scope(|open| open.has(HTML) && open.tag.is_heading(), SCOPE) {
                    self.imply_ends(Tag::OTHER);
                    self.pop_until_any(|open| open.has(HTML) && open.tag.is_heading(), Some(token.span));
                }
            }
            Tag::FORM => self.end_form(token),
            Tag::APPLET | Tag::MARQUEE | Tag::OBJECT => {
                if self.end_in_scope(token, SCOPE, Tag::OTHER) {
                    self.clear_to_marker();
                }
            }
            Tag::BR => {
                // `</br>` is taken for a `<br>` without attributes, whatever the tag says.
                self.reconstruct();
                self.insert_closed(token, Namespace::Html);
                self.frameset_ok = false;
            }
            Tag::TEMPLATE => return self.end_template(token),
            Tag::BODY | Tag::HTML => {
                // Inside a template no body is in scope.
                if !self.in_scope(Tag::BODY, SCOPE) {
                    return Step::Done;
                }
                self.mode = Mode::AfterBody;
                // The end of the `html` element is handled by the mode "after body".
                if token.tag == Tag::HTML {
                    return Step::Again;
                }
                // The body stays on the stack, because content that follows its end tag still belongs to it.
                let body = self.stack.iter().find(|open| open.is(Tag::BODY));
                if let Some(body) = body {
                    self.nodes[body.node as usize].close = token.span;
                }
            }
            _ => self.any_other_end(token, Some(token.span)),
        }
        Step::Done
    }

    /// Ends the element of an end tag if it is in scope, and what is open in it if its end is implied, but for elements with
    /// the tag `except`. Returns whether it was.
    pub(super) fn end_in_scope(&mut self, token: &TagToken, border: Traits, except: Tag) -> bool {
        let is_in_scope = self.in_scope(token.tag, border);
        if is_in_scope {
            self.imply_ends(except);
            self.pop_until(token.tag, Some(token.span));
        }
        is_in_scope
    }

    fn end_p(&mut self, token: &TagToken) {
        // An end tag without a paragraph makes an empty one.
        if !self.in_scope(Tag::P, super::elements::BUTTON_SCOPE) {
            self.insert_implied(Tag::P, token.span.0);
        }
        self.end_paragraph(Some(token.span));
    }

    fn end_form(&mut self, token: &TagToken) {
        // A template may hold a form inside another form, so the form pointer is not used there.
        if self.is_open(Tag::TEMPLATE) {
            self.end_in_scope(token, SCOPE, Tag::OTHER);
            return;
        }
        let form = std::mem::replace(&mut self.form, NONE);
        if form == NONE || !self.any_in_scope(|open| open.node == form, SCOPE) {
            return;
        }
        self.imply_ends(Tag::OTHER);
        // Only the form is taken out of the stack: elements that were opened in it stay open.
        if let Some(position) = self.position_of(form) {
            self.nodes[form as usize].close = token.span;
            self.remove_open(position);
        }
    }

    /// "Any other end tag": ends the innermost element of that name, unless a special one is in between.
    pub(super) fn any_other_end(&mut self, token: &TagToken, end_tag: Option<Span>) {
        // This saves a walk over the stack for an end tag that closes nothing.
        if !self.is_open(token.tag) {
            return;
        }
        // The root at position 0 is never popped.
        for position in (1..self.stack.len()).rev() {
            let open = self.stack[position];
            if open.is_named(token.tag, token.name) {
                if let Some(span) = end_tag {
                    self.nodes[open.node as usize].close = span;
                }
                while position < self.stack.len() {
                    self.pop();
                }
                return;
            }
            if open.has(SPECIAL) {
                return;
            }
        }
    }

    pub(super) fn start_after_body(&mut self, token: &TagToken) -> Step {
        if token.tag == Tag::HTML {
            return self.start_in_body(token);
        }
        self.mode = Mode::InBody;
        Step::Again
    }

    pub(super) fn end_after_body(&mut self, token: &TagToken) -> Step {
        if token.tag == Tag::HTML && self.mode == Mode::AfterBody {
            self.nodes[self.stack[0].node as usize].close = token.span;
            self.mode = Mode::AfterAfterBody;
            return Step::Done;
        }
        self.mode = Mode::InBody;
        Step::Again
    }
}
