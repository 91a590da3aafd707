//! Visible text, line by line.

use crate::{
    chunks::plain_len,
    cuts::is_space,
    invisible::{Blank, blank, invisible_len},
};

/// What separates two pieces of text. Of several, the greatest applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Break {
    None,
    Space,
    /// The border of a block.
    Line,
    /// The border of a table cell, which overrides the blocks at the cell's
    /// beginning and end.
    Cell,
    /// The border of a table row.
    Row,
}

/// Collects text. White space is written only once text follows it, because only then is it known which break
/// applies.
#[derive(Debug)]
pub(crate) struct Lines {
    out: String,
    coming: Break,
    /// The number of cells that began in the row since its last text.
    cells: usize,
    /// Whether all cells of the row so far are on one line.
    row_is_one_line: bool,
}

impl Lines {
    pub(crate) fn new() -> Lines {
        Lines { out: String::new(), coming: Break::None, cells: 0, row_is_one_line: false }
    }

    /// Puts at least this break before the next text.
    #[inline]
    pub(crate) fn interrupt(&mut self, kind: Break) {
        // A row begins on one line; a line break inside a cell clears this.
        if kind == Break::Row {
            self.row_is_one_line = true;
            self.cells = 0;
        }
        self.coming = self.coming.max(kind);
    }

    /// Says that a cell of a data table begins, so that it keeps its place in the row even if it is empty.
    pub(crate) fn begin_cell(&mut self) {
        self.cells += 1;
    }

    /// Returns the text that is written so far, so that marks can be added to its end.
    #[inline]
    pub(crate) fn written(&mut self) -> &mut String {
        &mut self.out
    }

    /// Adds text, its white space collapsed.
    pub(crate) fn push(&mut self, text: &str) {
        each_piece(text, |piece| match piece {
            Some(words) => {
                self.write_break();
                self.out.push_str(words);
            }
            None => self.interrupt(Break::Space),
        });
    }

    /// Adds text of which only the lines are kept: the other white space is collapsed, and empty lines are dropped.
    pub(crate) fn push_lines(&mut self, text: &str) {
        for (nth, line) in text.split('\n').enumerate() {
            if nth != 0 {
                self.interrupt(Break::Line);
            }
            self.push(line);
        }
    }

    /// Adds text as it is, except that line ends become line feeds, and that leading empty lines are dropped where a
    /// new line begins anyway.
    pub(crate) fn push_verbatim(&mut self, mut text: &str) {
        if self.out.is_empty() || Break::Line <= self.coming {
            text = without_empty_lines(text);
        }
        if text.is_empty() {
            return;
        }
        self.write_break();
        // CR, and CR LF, become a line feed: `split` leaves the LF of a pair at the start of the next part.
        let mut lines = text.split('\r');
        if let Some(first) = lines.next() {
            self.out.push_str(first);
        }
        for rest in lines {
            if !rest.starts_with('\n') {
                self.out.push('\n');
            }
            self.out.push_str(rest);
        }
    }

    #[inline]
    fn write_break(&mut self) {
        if self.coming == Break::None {
            return;
        }
        self.write_some_break();
    }

    fn write_some_break(&mut self) {
        let coming = std::mem::replace(&mut self.coming, Break::None);
        if coming == Break::Space {
            if !self.out.is_empty() && !self.out.ends_with('\n') {
                self.out.push(' ');
            }
            return;
        }
        // White space that preformatted text left at the end of the line.
        self.out.truncate(self.out.trim_end().len());
        let cells = std::mem::take(&mut self.cells);
        // A tab separates cells only while the row is on one line; after a cell of several lines, each cell starts a
        // line.
        let is_beside = coming == Break::Cell && self.row_is_one_line;
        let n_tabs = match coming {
            Break::Cell if is_beside => cells.max(1),
            // The first text of a row is in its second cell or a later one.
            Break::Row => cells.saturating_sub(1),
            _ => 0,
        };
        if !self.out.is_empty() && !is_beside {
            self.out.push('\n');
            if coming != Break::Row {
                self.row_is_one_line = false;
            }
        }
        if !self.out.is_empty() || coming == Break::Row {
            self.out.extend(std::iter::repeat_n('\t', n_tabs));
        }
    }

    pub(crate) fn finish(mut self) -> String {
        self.out.truncate(self.out.trim_end().len());
        self.out
    }
}

/// Splits a text into words with single spaces between them, and into all other white space, which is passed as
/// `None`. Characters that are [invisible](crate::invisible) are left out: what is before and after one is passed in two
/// parts.
#[inline]
pub(crate) fn each_piece<'t>(text: &'t str, mut visit: impl FnMut(Option<&'t str>)) {
    let bytes = text.as_bytes();
    let mut at = 0;
    match blank(text) {
        None => {}
        Some(Blank::Space) => return visit(None),
        Some(Blank::Nothing) => return,
    }
    while at < bytes.len() {
        let start = at;
        let (mut space, mut invisible) = (0, 0);
        while at < bytes.len() {
            // A single space between words needs no treatment.
            if is_plain(bytes[at]) || bytes[at] == b' ' && start < at && plain_at(bytes, at + 1) {
                at += 1;
                // Most text is ASCII words, over which `plain_len` steps eight bytes at a time.
                at += plain_len(&bytes[at..]);
                continue;
            }
            space = space_len(&bytes[at..]);
            invisible = invisible_len(text, at);
            if space != 0 || invisible != 0 {
                break;
            }
            at += 1;
        }
        if start < at {
            visit(Some(&text[start..at]));
        }
        at += invisible;
        if space != 0 {
            let before = at;
            at += space;
            // What follows a space that was more than single is skipped too, except for white space beyond ASCII,
            // which the next pass of the loop reports again.
            while at < bytes.len() && is_space(bytes[at]) {
                at += 1;
            }
            if !joins_lines(text, before, at) {
                visit(None);
            }
        }
    }
}

/// Returns whether white space only ends a line of a script without spaces: Chinese or Japanese on both sides.
#[inline]
fn joins_lines(text: &str, start: usize, end: usize) -> bool {
    // Nearly all white space is beside ASCII.
    let bytes = text.as_bytes();
    let is_wide = |byte: Option<&u8>| byte.is_some_and(|&byte| 0x80 <= byte);
    start > 0 && is_wide(bytes.get(start - 1)) && is_wide(bytes.get(end)) && joins_wide_lines(text, start, end)
}

fn joins_wide_lines(text: &str, start: usize, end: usize) -> bool {
    let has_line_end = text[start..end].contains(['\n', '\r']);
    let before = text[..start].chars().next_back();
    let behind = text[end..].chars().next();
    has_line_end && before.is_some_and(is_without_spaces) && behind.is_some_and(is_without_spaces)
}

/// Returns whether a character is of a script that is written without spaces, or its punctuation: not Korean.
fn is_without_spaces(letter: char) -> bool {
    matches!(
        letter,
        '\u{2E80}'..='\u{2FDF}'
            | '\u{3001}'..='\u{30FF}'
            | '\u{31F0}'..='\u{9FFF}'
            | '\u{F900}'..='\u{FAFF}'
            | '\u{FE30}'..='\u{FE4F}'
            | '\u{FF01}'..='\u{FF9F}'
            | '\u{20000}'..='\u{3FFFF}'
    )
}

/// Returns a text without the empty lines that it begins with.
pub(crate) fn without_empty_lines(text: &str) -> &str {
    let indentation = text.len() - text.trim_start().len();
    let first_line = text[..indentation].rfind(['\n', '\r']).map_or(0, |last| last + 1);
    &text[first_line..]
}

/// Returns whether a byte is not white space, nor the first byte of a character that may be white
/// space or invisible.
#[inline]
fn is_plain(byte: u8) -> bool {
    const PLAIN: [bool; 256] = {
        let mut plain = [true; 256];
        // The last five are the first bytes of all characters beyond ASCII that `char::is_whitespace` accepts, and of
        // those that are invisible.
        let odd = [b' ', b'\t', b'\n', 0x0B, 0x0C, b'\r', 0xC2, 0xE1, 0xE2, 0xE3, 0xEF];
        let mut at = 0;
        while at < odd.len() {
            plain[odd[at] as usize] = false;
            at += 1;
        }
        plain
    };
    PLAIN[byte as usize]
}

#[inline]
fn plain_at(bytes: &[u8], at: usize) -> bool {
    bytes.get(at).is_some_and(|&byte| is_plain(byte))
}

/// Returns the length of the white space character at the beginning of the
/// bytes, or 0. These are the characters of `char::is_whitespace`.
#[inline]
fn space_len(bytes: &[u8]) -> usize {
    match *bytes {
        [b' ' | b'\t'..=b'\r', ..] => 1,
        [0xC2, 0x85 | 0xA0, ..] => 2,
        [0xE1, 0x9A, 0x80, ..] => 3,
        [0xE2, 0x80, 0x80..=0x8A | 0xA8 | 0xA9 | 0xAF, ..] => 3,
        [0xE2, 0x81, 0x9F, ..] => 3,
        [0xE3, 0x80, 0x80, ..] => 3,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pushed(text: &str) -> String {
        let mut lines = Lines::new();
        lines.push(text);
        lines.finish()
    }

    #[test]
    fn space_len_agrees_with_char() {
        for letter in '\0'..=char::MAX {
            let mut buffer = [0; 4];
            let bytes = letter.encode_utf8(&mut buffer).as_bytes();
            let expected = if letter.is_whitespace() { bytes.len() } else { 0 };
            assert_eq!(space_len(bytes), expected, "{letter:?}");
            assert!(expected == 0 || !is_plain(bytes[0]), "{letter:?}");
        }
    }

    #[test]
    fn white_space_collapses() {
        assert_eq!(pushed("  a b  c\n\td\u{A0}\u{2003}e – f€ \u{3000}"), "a b c d e – f€");
        assert_eq!(pushed(" \n "), "");
        assert_eq!(pushed("é"), "é");
        assert_eq!(pushed("a “b” c"), "a “b” c");
    }

    #[test]
    fn what_is_invisible_is_left_out() {
        assert_eq!(pushed("Hoch\u{AD}wasser a\u{200B} \u{FEFF}b\u{200D}"), "Hochwasser a b");
        assert_eq!(pushed("می\u{200C}خواهم"), "می\u{200C}خواهم");
        assert_eq!(pushed("\u{200B}\u{3164}"), "");
        let mut lines = Lines::new();
        for text in ["a", "\u{A0}", "b", "\u{200B}", "c", "\u{3164}", "d"] {
            lines.push(text);
        }
        assert_eq!(lines.finish(), "a bc d");
    }

    #[test]
    fn lines_of_scripts_without_spaces_are_joined() {
        assert_eq!(pushed("海鸥在屋顶\n  上筑巢。\r\n三月"), "海鸥在屋顶上筑巢。三月");
        assert_eq!(pushed("カモメは\n屋根の\n上"), "カモメは屋根の上");
        assert_eq!(pushed("海鸥 在\u{3000}屋顶"), "海鸥 在 屋顶");
        assert_eq!(pushed("海鸥\nRoof\n屋顶\n3"), "海鸥 Roof 屋顶 3");
        assert_eq!(pushed("갈매기가\n지붕에"), "갈매기가 지붕에");
        assert_eq!(pushed("\n海\n"), "海");
    }

    #[test]
    fn the_strongest_break_wins() {
        let mut lines = Lines::new();
        lines.interrupt(Break::Row);
        lines.push("a");
        lines.interrupt(Break::Line);
        lines.interrupt(Break::Cell);
        lines.interrupt(Break::Line);
        lines.push("b");
        lines.interrupt(Break::Line);
        lines.push("c");
        lines.interrupt(Break::Cell);
        lines.push("d");
        lines.interrupt(Break::Space);
        lines.push("e");
        assert_eq!(lines.finish(), "a\tb\nc\nd e");
    }

    #[test]
    fn verbatim_text_keeps_its_lines() {
        let mut lines = Lines::new();
        lines.push("a");
        lines.interrupt(Break::Line);
        lines.push_verbatim(" \n\n  b\r\n\r    c\n\n");
        lines.interrupt(Break::Line);
        lines.push("d");
        assert_eq!(lines.finish(), "a\n  b\n\n    c\nd");
    }
}
