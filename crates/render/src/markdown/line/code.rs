//! Code in a line, between as many backticks as it needs.

use super::longest_run;
use crate::markdown::writer::{Run, Writer};

/// The length in bytes of the longest label of a link. Set by: CommonMark, which allows 999 characters, of at most 4
/// bytes each.
const MAX_LABEL: usize = 4 * 999 + "[".len();

impl Writer {
    /// Begins code. Code that follows code without a space continues it, because their backticks would merge.
    pub(super) fn begin_code(&mut self) {
        self.spans.code_ended = false;
        if self.spans.code_start.is_none() {
            self.escape_addresses();
            self.spans.code_start = Some(self.out.len());
        }
    }

    /// Puts backticks around the code just written, more than there are in a row inside it.
    pub(super) fn close_code(&mut self) {
        self.spans.code_ended = false;
        let Some(start) = self.spans.code_start else {
            return;
        };
        // Readers that look for formulas first would close one with the dollar sign in the code.
        if !self.spans.openers.dollars.is_empty() && self.out[start..].contains('$') {
            self.defuse_openers(|openers| &mut openers.dollars);
        }
        // Read again, because the escapes above may have moved it.
        let Some(start) = self.spans.code_start.take() else {
            return;
        };
        let code = &self.out[start..];
        // Readers disagree on whether a backslash before it keeps a sign from ending the cell.
        let may_end_cell = self.run == Run::Cell && code.contains("\\\\|");
        if may_end_cell || code.contains("]:") && self.may_define(start) {
            let mut code = self.out.split_off(start);
            // In `<code>` the content is text, which is escaped anew.
            if self.run == Run::Cell {
                code = code.replace("\\|", "|");
            }
            self.out.push_str("<code>");
            self.push_text(&code);
            self.out.push_str("</code>");
            return;
        }
        if !code.contains('`') {
            self.out.insert(start, '`');
            self.out.push('`');
            self.skip();
            return;
        }
        let fence = "`".repeat(longest_run(code, b'`') + 1);
        // CommonMark strips one space at each end, so that a backtick there can be kept apart from the fence.
        let pad = if code.starts_with('`') || code.ends_with('`') { " " } else { "" };
        self.out.insert_str(start, &format!("{fence}{pad}"));
        self.out.extend([pad, &fence]);
        self.skip();
    }

    /// Returns whether `]:` after this place may define a link, because the paragraph begins with a bracket that is
    /// still open. Blocks are read before code and formulas, so that `]:` inside these defines a link too.
    pub(super) fn may_define(&self, end: usize) -> bool {
        let line = &self.out[self.line_start..end];
        let closes = |at: usize| {
            // An even number of backslashes before the bracket escape each other and leave the bracket to close.
            let escapes = line[..at].bytes().rev().take_while(|&byte| byte == b'\\');
            escapes.count() % 2 == 0
        };
        self.run == Run::Paragraph
            && line.len() <= MAX_LABEL
            && (!self.is_first_line || line.starts_with('['))
            && !line.match_indices(']').any(|(at, _)| closes(at))
    }
}
