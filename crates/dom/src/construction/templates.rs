//! `template` elements, whose content is below the element itself here, and the mode "in
//! template".

use super::{Builder, Mode, Step, TagToken, elements::OF_HEAD};
use crate::Tag;

impl Builder<'_> {
    pub(super) fn start_template(&mut self, token: &TagToken) -> Step {
        let template = self.insert(token);
        self.note_shadow_root(template, token);
        self.add_marker();
        self.frameset_ok = false;
        self.mode = Mode::InTemplate;
        self.template_modes.push(Mode::InTemplate);
        Step::Done
    }

    pub(super) fn end_template(&mut self, token: &TagToken) -> Step {
        if self.is_open(Tag::TEMPLATE) {
            self.imply_ends_thoroughly();
            self.pop_until(Tag::TEMPLATE, Some(token.span));
            self.clear_to_marker();
            self.template_modes.pop();
            self.reset_mode();
        }
        Step::Done
    }

    pub(super) fn start_in_template(&mut self, token: &TagToken) -> Step {
        let mode = match token.tag {
            tag if OF_HEAD.has(tag) => return self.start_in_head(token),
            Tag::CAPTION | Tag::COLGROUP | Tag::TBODY | Tag::TFOOT | Tag::THEAD => Mode::InTable,
            Tag::COL => Mode::InColumnGroup,
            Tag::TR => Mode::InTableBody,
            Tag::TD | Tag::TH => Mode::InRow,
            _ => Mode::InBody,
        };
        self.template_modes.pop();
        self.template_modes.push(mode);
        self.mode = mode;
        Step::Again
    }

    pub(super) fn end_in_template(&mut self, token: &TagToken) -> Step {
        match token.tag {
            Tag::TEMPLATE => self.end_template(token),
            _ => Step::Done,
        }
    }
}
