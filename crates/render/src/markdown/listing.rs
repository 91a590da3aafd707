//! Collects preformatted text.

use dom::{Dom, NodeId, Tag};

use crate::lines::without_empty_lines;

/// The text of one preformatted element.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    text: String,
    pub(crate) language: Option<String>,
    /// Whether white space was added since the last words.
    spaced: bool,
    /// Whether words were removed since the last words. They take the white space on one side with them.
    lost: bool,
}

impl Listing {
    pub(crate) fn new(language: Option<String>) -> Listing {
        Listing { language, ..Listing::default() }
    }

    /// Adds a text from which nothing is removed.
    pub(crate) fn whole(&mut self, text: &str) {
        // White space before the words may have to go with the words that were removed before.
        if self.lost {
            let words = text.trim_start_matches(|letter: char| letter.is_ascii_whitespace());
            self.space(&text[..text.len() - words.len()]);
            if words.is_empty() {
                return;
            }
            self.words(words);
        } else {
            self.text.push_str(text);
        }
        self.spaced = text.ends_with(|letter: char| letter.is_ascii_whitespace());
    }

    pub(super) fn space(&mut self, space: &str) {
        if !(self.lost && self.spaced) {
            self.text.push_str(space);
            self.spaced = true;
        }
    }

    pub(super) fn words(&mut self, words: &str) {
        self.text.push_str(words);
        (self.spaced, self.lost) = (false, false);
    }

    pub(super) fn gone(&mut self) {
        self.lost = true;
    }

    /// Begins an element, and returns whether it has a [border](Listing::border) at its end too.
    pub(crate) fn element(&mut self, dom: &Dom<'_>, node: NodeId) -> bool {
        match dom.equivalent_tag(node) {
            Tag::BR => self.break_line(),
            Tag::TD | Tag::TH => self.cell(),
            _ if dom.is_block(node) => {
                self.border();
                return true;
            }
            _ => {}
        }
        false
    }

    /// Notes the border of a block, which begins a line.
    pub(crate) fn border(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with('\n') {
            self.text.push('\n');
        }
    }

    /// Notes the border of a cell, which keeps words apart.
    fn cell(&mut self) {
        if !self.text.is_empty() && !self.text.ends_with(char::is_whitespace) {
            self.text.push('\t');
        }
    }

    fn break_line(&mut self) {
        self.text.push('\n');
    }

    /// Returns the lines from the first to the last that is not blank.
    pub(crate) fn finish(self) -> String {
        let mut text = self.text;
        // Parts of a text that the regions cut are copied from the source, whose line ends are not normalized.
        if text.contains(['\r', '\0']) {
            text = text.replace("\r\n", "\n").replace('\r', "\n").replace('\0', "");
        }
        text.truncate(text.trim_end().len());
        without_empty_lines(&text).to_owned()
    }
}
