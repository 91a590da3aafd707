//! What becomes of text.

use super::{
    Builder, Mode,
    elements::{FOSTERS, HTML, HTML_POINT, MATHML_POINT},
};
use crate::{
    Tag,
    node::{NodeKind, Span},
    text::{blank_end, is_nul, line_feed},
};

impl Builder<'_> {
    /// Takes the text between two tags, or of a CDATA section.
    #[inline]
    pub(super) fn text(&mut self, span: Span, kind: NodeKind) {
        if self.top_traits() & (HTML | HTML_POINT | MATHML_POINT) == 0 {
            self.foreign_text(span, kind);
            return;
        }
        if self.mode == Mode::InBody {
            self.body_text(span, kind);
            return;
        }
        self.text_in_mode(span, kind);
    }

    fn foreign_text(&mut self, span: Span, kind: NodeKind) {
        self.insert_text(span, kind, true);
        // Once the flag is cleared, which is soon in most pages, the text need not be looked at.
        if self.frameset_ok && !self.is_blank_or_nul(span, kind) {
            self.frameset_ok = false;
        }
    }

    /// The rules for characters "in body".
    pub(super) fn body_text(&mut self, span: Span, kind: NodeKind) {
        // Text of nothing but NUL leaves no trace, not even formatting elements that it would open again.
        if self.has_nul && is_nul(self.text_of(span)) {
            return;
        }
        self.reconstruct();
        self.insert_text(span, kind, false);
        if self.frameset_ok && !self.is_blank_or_nul(span, kind) {
            self.frameset_ok = false;
        }
    }

    fn text_in_mode(&mut self, mut span: Span, kind: NodeKind) {
        while span.0 < span.1 {
            match self.mode {
                Mode::InBody | Mode::InCell | Mode::InCaption | Mode::InTemplate => {
                    return self.body_text(span, kind);
                }
                Mode::InTable | Mode::InTableBody | Mode::InRow => {
                    return self.table_text(span, kind);
                }
                Mode::Initial | Mode::BeforeHtml | Mode::BeforeHead => {
                    // The standard drops white space before the `head`.
                    span = self.blank_and_rest(span, kind).1;
                    if span.0 == span.1 {
                        return;
                    }
                    self.leave_beginning(span.0);
                }
                Mode::InHead | Mode::InHeadNoscript | Mode::AfterHead | Mode::InColumnGroup => {
                    let (blank, rest) = self.blank_and_rest(span, kind);
                    self.insert_text(blank, kind, false);
                    span = rest;
                    if span.0 == span.1 {
                        return;
                    }
                    match self.mode {
                        Mode::InHead | Mode::InHeadNoscript => self.leave_head(),
                        Mode::AfterHead => self.insert_body(span.0),
                        // In a template there may be no `colgroup` to leave, so the character is dropped.
                        _ if !self.top().is(Tag::COLGROUP) => span = self.without_first(span),
                        _ => {
                            self.pop();
                            self.mode = Mode::InTable;
                        }
                    }
                }
                Mode::AfterBody | Mode::AfterAfterBody => {
                    let (blank, rest) = self.blank_and_rest(span, kind);
                    // White space after `</body>` still belongs to the body, and does not open it again.
                    if blank.0 < blank.1 {
                        self.body_text(blank, kind);
                    }
                    span = rest;
                    if span.0 < span.1 {
                        self.mode = Mode::InBody;
                    }
                }
                Mode::InFrameset | Mode::AfterFrameset | Mode::AfterAfterFrameset => {
                    let (blank, rest) = self.blank_and_rest(span, kind);
                    // After `</html>` white space follows the rules "in body". Before, it stays where the frames are.
                    if self.mode == Mode::AfterAfterFrameset && blank.0 < blank.1 {
                        self.body_text(blank, kind);
                    } else {
                        self.insert_text(blank, kind, false);
                    }
                    // A frameset holds no text. The loop goes on, since there may be more white space after the
                    // character.
                    span = self.without_first(rest);
                }
            }
        }
    }

    /// Drops a character that is not allowed there.
    fn without_first(&self, span: Span) -> Span {
        let length = self.text_of(span).chars().next().map_or(0, char::len_utf8);
        (span.0 + length as u32, span.1)
    }

    /// Splits a text into its leading white space and the rest.
    fn blank_and_rest(&self, span: Span, kind: NodeKind) -> (Span, Span) {
        let end = span.0 + blank_end(self.text_of(span), kind == NodeKind::Text) as u32;
        ((span.0, end), (end, span.1))
    }

    fn is_blank(&self, span: Span, kind: NodeKind) -> bool {
        blank_end(self.text_of(span), kind == NodeKind::Text) == (span.1 - span.0) as usize
    }

    /// A NUL does not count as content either.
    fn is_blank_or_nul(&self, span: Span, kind: NodeKind) -> bool {
        if !self.has_nul {
            return self.is_blank(span, kind);
        }
        self.text_of(span).split('\0').all(|run| blank_end(run, kind == NodeKind::Text) == run.len())
    }

    /// Holds back text in a table until it is known whether all of it is white space.
    fn table_text(&mut self, span: Span, kind: NodeKind) {
        let top = self.top();
        // Whether this text belongs in the table is known only when all text up to the next tag is.
        if top.has(FOSTERS) || top.is(Tag::TEMPLATE) {
            self.pending.push((span, kind));
        } else {
            self.fostering(|builder| builder.body_text(span, kind));
        }
    }

    /// Inserts the text that was held back: white space in the table, everything else before it.
    #[inline]
    pub(super) fn flush_pending(&mut self) {
        if !self.pending.is_empty() {
            self.flush();
        }
    }

    fn flush(&mut self) {
        // The list is moved out so that the builder can be changed in the loop, and put back to be used again.
        let pending = std::mem::take(&mut self.pending);
        let is_blank = pending.iter().all(|&(span, kind)| self.is_blank_or_nul(span, kind));
        for &(span, kind) in &pending {
            if is_blank {
                // NUL is ignored in a table, also next to white space.
                if !(self.has_nul && is_nul(self.text_of(span))) {
                    self.insert_text(span, kind, false);
                }
            } else {
                self.fostering(|builder| builder.body_text(span, kind));
            }
        }
        self.pending = pending;
        self.pending.clear();
    }

    /// Does something, with whatever does not belong in a table put before the
    /// table.
    pub(super) fn fostering<T>(&mut self, act: impl FnOnce(&mut Self) -> T) -> T {
        self.foster = true;
        let done = act(self);
        self.foster = false;
        done
    }

    /// Skips the line feed that `pre`, `listing` and `textarea` may begin with.
    pub(super) fn skip_line_feed(&mut self) {
        self.at += line_feed(&self.source[self.at..]);
    }
}
