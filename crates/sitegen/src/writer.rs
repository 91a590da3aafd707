//! All bytes of a page are appended here: each with its origin, and visible content with its gold text.

use crate::{
    Origin, PageType,
    page::{GeneratedPage, Span, Value},
};

/// Collects the bytes of a page.
#[derive(Debug, Default)]
pub(crate) struct Writer {
    html: String,
    spans: Vec<Span>,
    text: String,
    /// Whether a block has ended, so that the next visible content begins a line.
    is_block_end: bool,
    values: Vec<Value>,
    /// The number of bytes that are not template.
    n_own: usize,
    /// Whether ampersands in content are left bare.
    pub(crate) is_broken: bool,
}

impl Writer {
    /// Appends markup that is template.
    pub(crate) fn template(&mut self, markup: &str) {
        self.push(markup, Origin::Template);
    }

    /// Appends markup that is template and changes from page to page.
    pub(crate) fn changing(&mut self, markup: &str) {
        self.push(markup, Origin::Changing);
    }

    /// Appends markup that is neither template nor content.
    pub(crate) fn neutral(&mut self, markup: &str) {
        self.push(markup, Origin::Neutral);
    }

    /// Appends visible text of the content, escaped.
    pub(crate) fn text(&mut self, text: &str) {
        // The line break is written before the next text and not after the block, so that the gold text does not end
        // with one.
        if self.is_block_end && !self.text.is_empty() {
            self.text.push('\n');
        }
        self.is_block_end = false;
        self.text.push_str(text);
        let start = self.html.len();
        self.html.push_str(&escaped(text, self.is_broken));
        self.close(start, Origin::Content);
    }

    /// Appends content that is not visible text, such as an attribute's value or a part of the head. It is escaped.
    pub(crate) fn hidden(&mut self, value: &str) {
        let start = self.html.len();
        self.html.push_str(&escaped(value, false));
        self.close(start, Origin::Content);
    }

    /// Appends visible text that ends a block.
    pub(crate) fn block(&mut self, text: &str) {
        self.text(text);
        self.end_block();
    }

    /// Ends a block: the next visible text begins a new line of gold text.
    pub(crate) fn end_block(&mut self) {
        self.is_block_end = true;
    }

    /// Stores a value of a record.
    pub(crate) fn value(&mut self, name: &str, text: &str) {
        self.values.push(Value { name: name.to_owned(), text: text.to_owned() });
    }

    /// Returns the number of bytes so far that are not template.
    pub(crate) fn n_own(&self) -> usize {
        self.n_own
    }

    pub(crate) fn finish(self, url: String, path: String, page_type: PageType, section: usize) -> GeneratedPage {
        GeneratedPage {
            url,
            path,
            page_type,
            section,
            html: self.html,
            spans: self.spans,
            text: self.text,
            values: self.values,
        }
    }

    fn push(&mut self, source: &str, origin: Origin) {
        let start = self.html.len();
        self.html.push_str(source);
        self.close(start, origin);
    }

    fn close(&mut self, start: usize, origin: Origin) {
        let end = self.html.len();
        if !origin.is_template() {
            self.n_own += end - start;
        }
        match self.spans.last_mut() {
            // Empty runs are left out, and equal neighbors are joined, so that spans are never empty and differ from
            // their neighbors.
            _ if start == end => {}
            Some(last) if last.origin == origin => last.range.end = end,
            _ => self.spans.push(Span { range: start..end, origin }),
        }
    }
}

/// Returns text as HTML source that is valid in elements and in quoted attribute values.
pub(crate) fn escaped(text: &str, bare_ampersand: bool) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' if !bare_ampersand => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{a0}' => out.push_str("&nbsp;"),
            _ => out.push(letter),
        }
    }
    out
}
