//! Collects preformatted text.

use dom::{Dom, NodeId, NodeKind, Tag};

use crate::{cuts::Cuts, lines::without_empty_lines, verbatim::Verbatim};

/// The text of one preformatted element.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    text: String,
    pub(crate) language: Option<String>,
    verbatim: Verbatim,
}

impl Listing {
    pub(crate) fn new(language: Option<String>) -> Listing {
        Listing { language, ..Listing::default() }
    }

    /// Adds a text from which nothing is removed.
    pub(crate) fn whole(&mut self, text: &str) {
        self.text.push_str(text);
        self.verbatim.passed(text);
    }

    /// Adds a text of the page, without what the regions remove.
    pub(crate) fn add(&mut self, dom: &Dom<'_>, cuts: &mut Cuts<'_>, node: NodeId) {
        match dom.kind(node) {
            _ if dom.is_between_cells(node) => {}
            NodeKind::Text => self.verbatim.read(dom, cuts, node, |part| self.text.push_str(part)),
            _ if cuts.cover(&dom.extent(node)) => {}
            _ => self.whole(&dom.text(node)),
        }
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
