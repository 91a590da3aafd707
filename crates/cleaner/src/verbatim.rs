//! White space where it counts: in `pre` and its like.

use std::ops::Range;

use tokenize::{Tag, Token};

use crate::pieces::is_space;

/// Decides which white space of a `pre` stays.
#[derive(Debug, Default)]
pub(crate) struct Verbatim {
    /// Whether a gap was taken since the last text that stayed: what went
    /// leaves the white space of one side.
    gap_taken: bool,
    /// Whether the last piece was a start tag that swallows a line feed.
    at_start: bool,
}

impl Verbatim {
    /// Notes a tag, or whatever else is no text.
    #[inline]
    pub(crate) fn pass(&mut self, token: &Token) {
        self.at_start = matches!(token.tag(), Tag::PRE | Tag::LISTING);
    }

    /// Returns a gap's white space, if it stays.
    pub(crate) fn gap<'s>(&mut self, source: &'s str, range: Range<usize>) -> &'s str {
        let gap = self.cut(&source[range]);
        if self.gap_taken || !gap.bytes().all(is_space) {
            return "";
        }
        self.gap_taken = true;
        gap
    }

    /// Returns a text that stays.
    pub(crate) fn text<'s>(&mut self, source: &'s str, range: Range<usize>) -> &'s str {
        self.gap_taken = false;
        self.cut(&source[range])
    }

    /// Takes the line feed away that follows `<pre>`.
    fn cut<'s>(&mut self, text: &'s str) -> &'s str {
        if !std::mem::take(&mut self.at_start) {
            return text;
        }
        text.strip_prefix("\r\n")
            .or_else(|| text.strip_prefix(['\n', '\r']))
            .unwrap_or(text)
    }
}
