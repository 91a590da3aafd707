//! The modes "in table", "in caption", "in column group", "in table body", "in row" and "in cell".

use super::{
    Builder, Mode, Step, TagToken,
    elements::{TABLE_PART, TABLE_SCOPE},
};
use crate::{
    Namespace, Tag,
    node::{NONE, Span},
};

/// What the stack is cleared back to in each of these modes.
const TABLE: &[Tag] = &[Tag::TABLE, Tag::TEMPLATE, Tag::HTML];
const TABLE_BODY: &[Tag] = &[Tag::TBODY, Tag::TFOOT, Tag::THEAD, Tag::TEMPLATE, Tag::HTML];
const ROW: &[Tag] = &[Tag::TR, Tag::TEMPLATE, Tag::HTML];

impl Builder<'_> {
    pub(super) fn start_in_table(&mut self, token: &TagToken) -> Step {
        match token.tag {
            Tag::CAPTION => {
                self.clear_back_to(TABLE);
                self.add_marker();
                self.insert(token);
                self.mode = Mode::InCaption;
            }
            Tag::COLGROUP => {
                self.clear_back_to(TABLE);
                self.insert(token);
                self.mode = Mode::InColumnGroup;
            }
            Tag::COL => {
                // The standard implies the group around a column, and the `tbody` around a row or cell.
                self.clear_back_to(TABLE);
                self.insert_implied(Tag::COLGROUP, token.span.0);
                self.mode = Mode::InColumnGroup;
                return Step::Again;
            }
            Tag::TBODY | Tag::TFOOT | Tag::THEAD => {
                self.clear_back_to(TABLE);
                self.insert(token);
                self.mode = Mode::InTableBody;
            }
            Tag::TD | Tag::TH | Tag::TR => {
                self.clear_back_to(TABLE);
                self.insert_implied(Tag::TBODY, token.span.0);
                self.mode = Mode::InTableBody;
                return Step::Again;
            }
            Tag::TABLE => {
                // A table directly in a table ends it, and is its sibling.
                if self.in_scope(Tag::TABLE, TABLE_SCOPE) {
                    self.pop_until(Tag::TABLE, None);
                    self.reset_mode();
                    return Step::Again;
                }
            }
            Tag::STYLE | Tag::SCRIPT | Tag::TEMPLATE => return self.start_in_head(token),
            // A hidden input shows nothing, so it may stay in the table.
            Tag::INPUT if self.is_hidden_input(token) => {
                self.insert_closed(token, Namespace::Html);
            }
            Tag::FORM => {
                // A form directly in a table is closed at once: only the form pointer tells that no other may begin.
                if !self.is_open(Tag::TEMPLATE) && self.form == NONE {
                    self.form = self.insert(token);
                    self.pop();
                }
            }
            // Everything else goes before the table.
            _ => return self.fostering(|builder| builder.start_in_body(token)),
        }
        Step::Done
    }

    pub(super) fn end_in_table(&mut self, token: &TagToken) -> Step {
        match token.tag {
            Tag::TABLE => {
                if self.in_scope(Tag::TABLE, TABLE_SCOPE) {
                    self.pop_until(Tag::TABLE, Some(token.span));
                    self.reset_mode();
                }
                Step::Done
            }
            // These end tags close nothing here. Without this rule the one for unknown tags would see them.
            tag if TABLE_PART.has(tag) || matches!(tag, Tag::BODY | Tag::HTML) => Step::Done,
            Tag::TEMPLATE => self.end_template(token),
            _ => self.fostering(|builder| builder.end_in_body(token)),
        }
    }

    pub(super) fn start_in_caption(&mut self, token: &TagToken) -> Step {
        match token.tag {
            tag if TABLE_PART.has(tag) => self.close_caption(None),
            _ => self.start_in_body(token),
        }
    }

    pub(super) fn end_in_caption(&mut self, token: &TagToken) -> Step {
        match token.tag {
            Tag::CAPTION => {
                self.close_caption(Some(token.span));
                Step::Done
            }
            // The end tag of the table closes the caption first, and is then seen again.
            Tag::TABLE => self.close_caption(None),
            tag if TABLE_PART.has(tag) || matches!(tag, Tag::BODY | Tag::HTML) => Step::Done,
            _ => self.end_in_body(token),
        }
    }

    fn close_caption(&mut self, end_tag: Option<Span>) -> Step {
        if !self.in_scope(Tag::CAPTION, TABLE_SCOPE) {
            return Step::Done;
        }
        self.imply_ends(Tag::OTHER);
        self.pop_until(Tag::CAPTION, end_tag);
        self.clear_to_marker();
        self.mode = Mode::InTable;
        Step::Again
    }

    pub(super) fn start_in_column_group(&mut self, token: &TagToken) -> Step {
        match token.tag {
            Tag::HTML => self.start_in_body(token),
            Tag::COL => {
                self.insert_closed(token, Namespace::Html);
                Step::Done
            }
            Tag::TEMPLATE => self.start_in_head(token),
            _ => self.leave_column_group(),
        }
    }

    pub(super) fn end_in_column_group(&mut self, token: &TagToken) -> Step {
        match token.tag {
            Tag::COLGROUP => {
                // In a template there may be no such element.
                if self.top().is(Tag::COLGROUP) {
                    self.pop_at(token.span);
                    self.mode = Mode::InTable;
                }
                Step::Done
            }
            Tag::COL => Step::Done,
            Tag::TEMPLATE => self.end_template(token),
            _ => self.leave_column_group(),
        }
    }

    fn leave_column_group(&mut self) -> Step {
        // In a template there may be no such element.
        if !self.top().is(Tag::COLGROUP) {
            return Step::Done;
        }
        self.pop();
        self.mode = Mode::InTable;
        Step::Again
    }

    pub(super) fn start_in_table_body(&mut self, token: &TagToken) -> Step {
        match token.tag {
            Tag::TR => {
                self.clear_back_to(TABLE_BODY);
                self.insert(token);
                self.mode = Mode::InRow;
                Step::Done
            }
            Tag::TH | Tag::TD => {
                self.clear_back_to(TABLE_BODY);
                self.insert_implied(Tag::TR, token.span.0);
                self.mode = Mode::InRow;
                Step::Again
            }
            Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::TBODY | Tag::TFOOT | Tag::THEAD => self.close_table_body(),
            _ => self.start_in_table(token),
        }
    }

    pub(super) fn end_in_table_body(&mut self, token: &TagToken) -> Step {
        match token.tag {
            Tag::TBODY | Tag::TFOOT | Tag::THEAD => {
                if self.in_scope(token.tag, TABLE_SCOPE) {
                    self.clear_back_to(TABLE_BODY);
                    self.pop_at(token.span);
                    self.mode = Mode::InTable;
                }
                Step::Done
            }
            Tag::TABLE => self.close_table_body(),
            Tag::BODY | Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::HTML | Tag::TD | Tag::TH | Tag::TR => Step::Done,
            _ => self.end_in_table(token),
        }
    }

    fn close_table_body(&mut self) -> Step {
        // Without any of these, as in a template, there is nothing to close.
        let is_open = [Tag::TBODY, Tag::TFOOT, Tag::THEAD].into_iter().any(|tag| self.in_scope(tag, TABLE_SCOPE));
        if !is_open {
            return Step::Done;
        }
        self.clear_back_to(TABLE_BODY);
        self.pop();
        self.mode = Mode::InTable;
        Step::Again
    }

    pub(super) fn start_in_row(&mut self, token: &TagToken) -> Step {
        match token.tag {
            Tag::TH | Tag::TD => {
                self.clear_back_to(ROW);
                self.insert(token);
                self.mode = Mode::InCell;
                self.add_marker();
                Step::Done
            }
            Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::TBODY | Tag::TFOOT | Tag::THEAD | Tag::TR => {
                self.close_row(None)
            }
            _ => self.start_in_table(token),
        }
    }

    pub(super) fn end_in_row(&mut self, token: &TagToken) -> Step {
        match token.tag {
            Tag::TR => {
                self.close_row(Some(token.span));
                Step::Done
            }
            Tag::TABLE => self.close_row(None),
            Tag::TBODY | Tag::TFOOT | Tag::THEAD => {
                // This end tag counts only if that part of the table is open.
                if self.in_scope(token.tag, TABLE_SCOPE) { self.close_row(None) } else { Step::Done }
            }
            Tag::BODY | Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::HTML | Tag::TD | Tag::TH => Step::Done,
            _ => self.end_in_table(token),
        }
    }

    fn close_row(&mut self, end_tag: Option<Span>) -> Step {
        if !self.in_scope(Tag::TR, TABLE_SCOPE) {
            return Step::Done;
        }
        self.clear_back_to(ROW);
        match end_tag {
            Some(span) => self.pop_at(span),
            None => self.pop(),
        }
        self.mode = Mode::InTableBody;
        Step::Again
    }

    pub(super) fn start_in_cell(&mut self, token: &TagToken) -> Step {
        match token.tag {
            tag if TABLE_PART.has(tag) => self.close_cell(),
            _ => self.start_in_body(token),
        }
    }

    pub(super) fn end_in_cell(&mut self, token: &TagToken) -> Step {
        match token.tag {
            Tag::TD | Tag::TH => {
                if self.end_in_scope(token, TABLE_SCOPE, Tag::OTHER) {
                    self.clear_to_marker();
                    self.mode = Mode::InRow;
                }
                Step::Done
            }
            Tag::BODY | Tag::CAPTION | Tag::COL | Tag::COLGROUP | Tag::HTML => Step::Done,
            Tag::TABLE | Tag::TBODY | Tag::TFOOT | Tag::THEAD | Tag::TR => {
                if self.in_scope(token.tag, TABLE_SCOPE) {
                    self.close_cell()
                } else {
                    Step::Done
                }
            }
            _ => self.end_in_body(token),
        }
    }

    fn close_cell(&mut self) -> Step {
        let is_open = [Tag::TD, Tag::TH].into_iter().any(|tag| self.in_scope(tag, TABLE_SCOPE));
        if is_open {
            self.imply_ends(Tag::OTHER);
            self.pop_until_any(|open| open.is(Tag::TD) || open.is(Tag::TH), None);
            self.clear_to_marker();
        }
        self.mode = Mode::InRow;
        Step::Again
    }
}
