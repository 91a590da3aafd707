//! Which rules see a token ("tree construction dispatcher").

use super::{
    Builder, Mode, Step, TagToken,
    elements::{HTML, HTML_POINT, MATHML_POINT, Traits},
    insert::InsertionLocation,
};
use crate::{Namespace, Tag};

impl Builder<'_> {
    /// Returns the properties of the current node.
    #[inline]
    pub(super) fn top_traits(&self) -> Traits {
        // Before the root there is nothing that could be foreign.
        self.stack.last().map_or(HTML, |top| top.traits)
    }

    #[inline]
    pub(super) fn start_tag(&mut self, token: &TagToken) {
        self.flush_pending();
        if self.top_traits() & HTML == 0 && !self.starts_html(token) {
            self.foreign_start(token);
        } else {
            self.html_start(token);
        }
    }

    /// Returns whether a start tag in foreign content follows the rules of
    /// HTML.
    fn starts_html(&self, token: &TagToken) -> bool {
        let traits = self.top_traits();
        if traits & HTML_POINT != 0 {
            return true;
        }
        // These two are the only start tags in MathML text that do not follow the rules of HTML.
        if traits & MATHML_POINT != 0 {
            return !matches!(token.tag, Tag::MGLYPH | Tag::MALIGNMARK);
        }
        // An `svg` may be inside an `annotation-xml` without being MathML.
        token.tag == Tag::SVG
            && self.stack.last().is_some_and(|top| {
                top.tag == Tag::ANNOTATION && self.nodes[top.node as usize].namespace == Namespace::MathMl
            })
    }

    pub(super) fn html_start(&mut self, token: &TagToken) {
        while self.start_by_mode(self.mode, token) == Step::Again {}
    }

    /// Applies the rules of a mode, which may differ from the current one.
    pub(super) fn start_by_mode(&mut self, mode: Mode, token: &TagToken) -> Step {
        match mode {
            Mode::InBody => self.start_in_body(token),
            Mode::Initial | Mode::BeforeHtml | Mode::BeforeHead => self.start_at_beginning(token),
            Mode::InHead => self.start_in_head(token),
            Mode::InHeadNoscript => self.start_in_head_noscript(token),
            Mode::AfterHead => self.start_after_head(token),
            Mode::InTable => self.start_in_table(token),
            Mode::InCaption => self.start_in_caption(token),
            Mode::InColumnGroup => self.start_in_column_group(token),
            Mode::InTableBody => self.start_in_table_body(token),
            Mode::InRow => self.start_in_row(token),
            Mode::InCell => self.start_in_cell(token),
            Mode::InTemplate => self.start_in_template(token),
            Mode::AfterBody | Mode::AfterAfterBody => self.start_after_body(token),
            Mode::InFrameset | Mode::AfterFrameset | Mode::AfterAfterFrameset => self.start_in_frameset(token),
        }
    }

    #[inline]
    pub(super) fn end_tag(&mut self, token: &TagToken) {
        self.flush_pending();
        if self.top_traits() & HTML == 0 {
            self.foreign_end(token);
        } else {
            self.html_end(token);
        }
    }

    pub(super) fn html_end(&mut self, token: &TagToken) {
        while self.end_by_mode(self.mode, token) == Step::Again {}
    }

    pub(super) fn end_by_mode(&mut self, mode: Mode, token: &TagToken) -> Step {
        match mode {
            Mode::InBody => self.end_in_body(token),
            Mode::Initial | Mode::BeforeHtml | Mode::BeforeHead => self.end_at_beginning(token),
            Mode::InHead => self.end_in_head(token),
            Mode::InHeadNoscript => self.end_in_head_noscript(token),
            Mode::AfterHead => self.end_after_head(token),
            Mode::InTable => self.end_in_table(token),
            Mode::InCaption => self.end_in_caption(token),
            Mode::InColumnGroup => self.end_in_column_group(token),
            Mode::InTableBody => self.end_in_table_body(token),
            Mode::InRow => self.end_in_row(token),
            Mode::InCell => self.end_in_cell(token),
            Mode::InTemplate => self.end_in_template(token),
            Mode::AfterBody | Mode::AfterAfterBody => self.end_after_body(token),
            Mode::InFrameset | Mode::AfterFrameset | Mode::AfterAfterFrameset => self.end_in_frameset(token),
        }
    }

    pub(super) fn place_of_comment(&self) -> InsertionLocation {
        if self.top_traits() & HTML == 0 {
            return self.place();
        }
        // A comment after the end of the body is outside of it, and after the end of the page outside of the root.
        match self.mode {
            Mode::Initial | Mode::BeforeHtml | Mode::AfterAfterBody | Mode::AfterAfterFrameset => {
                InsertionLocation::In(0)
            }
            Mode::AfterBody => InsertionLocation::In(self.stack[0].node),
            _ => self.place(),
        }
    }

    /// Completes what every page has.
    pub(super) fn end_of_file(&mut self) {
        self.flush_pending();
        let end = self.source.len() as u32;
        // Each mode leads on to the next, until there is a body or a frameset, and until no template is open.
        loop {
            match self.mode {
                Mode::Initial | Mode::BeforeHtml | Mode::BeforeHead => self.leave_beginning(end),
                Mode::InHead | Mode::InHeadNoscript => self.leave_head(),
                Mode::AfterHead => self.insert_body(end),
                _ if self.is_open(Tag::TEMPLATE) => {
                    self.pop_until(Tag::TEMPLATE, None);
                    self.clear_to_marker();
                    self.template_modes.pop();
                    self.reset_mode();
                }
                _ => return,
            }
        }
    }
}
