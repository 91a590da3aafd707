//! Tables that Markdown cannot express, as the HTML that it lets through.
//!
//! A blank line would end the HTML, so there are none, not even in listings.

use super::{math::Formula, words::Line};

/// The HTML that is being written. Start tags are written once there is something to put into their elements.
#[derive(Debug, Default)]
pub(super) struct Html {
    out: String,
    open: Vec<Element>,
    /// How many of the open elements are written.
    n_written: usize,
    has_space: bool,
    /// Whether a block ended in a cell that continues.
    has_break: bool,
    /// Whether nothing but tags was written since the last block began.
    is_at_start: bool,
}

#[derive(Debug)]
struct Element {
    name: &'static str,
    /// Its start tag, and empty cells that came before its first content.
    opening: String,
}

impl Html {
    pub(super) fn open(&mut self, name: &'static str, attributes: &[(&str, &str)]) {
        let mut opening = format!("<{name}");
        for (name, value) in attributes {
            opening.extend([" ", name, "=\""]);
            push_escaped(&mut opening, value, true);
            opening.push('"');
        }
        opening.push('>');
        self.open.push(Element { name, opening });
    }

    /// Closes the innermost element. The tags of a cell without content are kept if anything
    /// else follows in its row.
    pub(super) fn close(&mut self) {
        let was_written = self.n_written == self.open.len();
        let Some(element) = self.open.pop() else {
            return;
        };
        if was_written {
            self.n_written -= 1;
            self.out.extend(["</", element.name, ">"]);
            if matches!(element.name, "tr") {
                self.out.push('\n');
            }
            // White space beside the tags of a block is not shown.
            if is_block(element.name) {
                self.has_break = false;
                self.has_space = false;
                self.is_at_start = true;
            }
        } else if matches!(element.name, "td" | "th") {
            let cell = format!("{}</{}>", element.opening, element.name);
            let is_row_written = self.n_written == self.open.len();
            match self.open.last_mut() {
                Some(row) if !is_row_written => row.opening.push_str(&cell),
                _ => self.out.push_str(&cell),
            }
        } else if is_block(element.name) {
            // A block without content leaves only its border, as in text.
            self.has_break = true;
        }
    }

    /// Returns how much is written.
    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    /// Adds preformatted text, line ends and all.
    pub(super) fn verbatim(&mut self, text: &str) {
        self.begin();
        for (at, line) in text.split('\n').enumerate() {
            if at != 0 {
                // The reference stands for the line feed before a blank line, which written as such would end the
                // HTML.
                let is_blank = line.trim().is_empty();
                self.out.push_str(if is_blank { "&#10;" } else { "\n" });
            }
            push_escaped(&mut self.out, line, false);
        }
    }

    pub(super) fn image(&mut self, text: &str, address: &str) {
        self.begin();
        self.out.push_str("<img src=\"");
        push_escaped(&mut self.out, address, true);
        self.out.push_str("\" alt=\"");
        push_escaped(&mut self.out, text, true);
        self.out.push_str("\">");
    }

    /// Opens the elements that must be open around content, and writes the
    /// space before it.
    fn begin(&mut self) {
        let opens_block = self.open[self.n_written..].iter().any(|element| is_block(element.name));
        if opens_block || self.is_at_start {
            self.has_break = false;
            self.has_space = false;
        }
        if std::mem::take(&mut self.has_break) {
            self.out.push_str("<br>");
            self.has_space = false;
        }
        if std::mem::take(&mut self.has_space) {
            self.out.push(' ');
        }
        while let Some(element) = self.open.get(self.n_written) {
            self.out.push_str(&element.opening);
            if matches!(element.name, "table") {
                self.out.push('\n');
            }
            self.n_written += 1;
        }
        self.is_at_start = false;
    }

    /// Returns the lines that were written; none of them is blank.
    pub(super) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.out
    }
}

impl Line for Html {
    fn space(&mut self) {
        self.has_space = true;
    }

    // The border of a block counts as one, too.
    fn break_line(&mut self) {
        self.has_break = true;
    }

    fn words(&mut self, words: &str) {
        self.begin();
        push_escaped(&mut self.out, words, false);
    }

    fn formula(&mut self, formula: &Formula) {
        let marks = if formula.is_display { "$$" } else { "$" };
        self.words(&[marks, &formula.tex, marks].concat());
    }
}

fn is_block(name: &str) -> bool {
    !matches!(name, "a" | "strong" | "em" | "del" | "code" | "sub" | "sup" | "kbd" | "mark" | "ins" | "u")
}

fn push_escaped(out: &mut String, text: &str, in_attribute: bool) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if in_attribute => out.push_str("&quot;"),
            '\n' | '\r' | '\t' if in_attribute => out.push(' '),
            _ => out.push(letter),
        }
    }
}
