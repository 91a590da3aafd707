//! The lines of the body: text, and the spans and elements in it.

use super::{Container, Kind, Role, Writer};
use crate::{
    markdown::{math::Formula, words::Line},
    tei::{
        spans::Span,
        xml::{Place, push_address, push_attribute, push_escaped},
    },
};

impl Writer {
    pub(super) fn begin_line(&mut self) {
        if self.line.is_some() {
            return;
        }
        let role = self.role();
        // Only a heading outside of all containers begins a section, because TEI has no `div` in a list, quotation or
        // table.
        if let (Some(Role::Heading(rank)), true) = (role, self.open.is_empty()) {
            self.open_section(rank);
            self.out.push_str(&format!("\n<head rend=\"h{rank}\">"));
            self.line = Some((Some("head"), self.out.len()));
            return;
        }
        self.open_containers();
        let (tag, name) = match role {
            Some(Role::Heading(rank)) => (format!("<ab type=\"head\" rend=\"h{rank}\">"), "ab"),
            Some(Role::TableHead) => ("<head>".to_owned(), "head"),
            Some(Role::Caption) => ("<ab type=\"caption\">".to_owned(), "ab"),
            Some(Role::Term) if self.innermost() == Some(Kind::Item) => ("<label>".to_owned(), "label"),
            _ => ("<p>".to_owned(), "p"),
        };
        if let Some(container) = self.open.last_mut() {
            let is_fresh = std::mem::take(&mut container.is_fresh);
            // The only text of a container needs no `p`. When a second one comes, the first is put into a `p` in
            // hindsight.
            if name == "p" && !container.has_paragraphs {
                match container.bare.take() {
                    None => {
                        if !is_fresh {
                            self.out.push('\n');
                        }
                        let start = self.out.len();
                        container.bare = Some((start, start));
                        self.line = Some((None, start));
                        return;
                    }
                    Some((start, end)) => {
                        self.patches.extend([(start, "<p>"), (end, "</p>")]);
                        container.has_paragraphs = true;
                    }
                }
            }
        }
        self.out.extend(["\n", &tag]);
        self.line = Some((Some(name), self.out.len()));
    }

    /// Ends the line that is being written.
    pub(in crate::tei) fn end_line(&mut self) {
        (self.has_space, self.has_break) = (false, false);
        let Some((name, _)) = self.line.take() else {
            return;
        };
        self.close_spans(0);
        match (name, self.open.last_mut()) {
            (Some(name), _) => self.out.extend(["</", name, ">"]),
            (None, Some(Container { bare: Some((_, end)), .. })) => *end = self.out.len(),
            (None, _) => {}
        }
    }

    /// Notes the border of a block, which breaks the line of a heading and ends any other line.
    pub(in crate::tei) fn border(&mut self) {
        if self.is_in_head() {
            self.has_break = true;
        } else {
            self.end_line();
        }
    }

    /// Begins a span unless it would repeat one around it, and returns whether it did.
    pub(in crate::tei) fn enter_span(&mut self, span: Span) -> bool {
        let is_new = !self.wanted.iter().any(|around| span.repeats(around));
        if is_new {
            self.wanted.push(span);
        }
        is_new
    }

    pub(in crate::tei) fn leave_span(&mut self) {
        self.wanted.pop();
    }

    pub(super) fn close_spans(&mut self, n_left: usize) {
        for span in self.spans.drain(n_left..).rev() {
            span.push_end(&mut self.out);
        }
    }

    /// Prepares for text, or for an element such as an image. Code cannot hold elements, so that it is closed before
    /// one.
    pub(super) fn prepare(&mut self, is_text: bool) {
        self.begin_line();
        let is_first = self.line.is_some_and(|(_, start)| start == self.out.len());
        let code = self.wanted.iter().position(|span| *span == Span::Code);
        let n_wanted = match code {
            Some(code) => code + usize::from(is_text),
            None => self.wanted.len(),
        };
        let pairs = self.spans.iter().zip(&self.wanted[..n_wanted]);
        let mut n_same = pairs.take_while(|(open, wanted)| open == wanted).count();
        // A line break is an element, too: the code around it is closed before it and opened again after it.
        if self.has_break && code.is_some_and(|code| code < n_same) {
            n_same = code.unwrap_or(n_same);
        }
        self.close_spans(n_same);
        let (has_space, has_break) = (self.has_space, self.has_break);
        (self.has_space, self.has_break) = (false, false);
        match (has_break, has_space) {
            _ if is_first => {}
            (true, _) => self.out.push_str("<lb/>"),
            (_, true) => self.out.push(' '),
            _ => {}
        }
        for span in &self.wanted[n_same..n_wanted] {
            span.push_start(&mut self.out);
            self.spans.push(span.clone());
        }
    }

    pub(in crate::tei) fn image(&mut self, text: &str, address: &str) {
        self.prepare(false);
        self.out.push_str("<graphic");
        push_address(&mut self.out, "url", address);
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if text.is_empty() {
            self.out.push_str("/>");
        } else {
            self.out.push_str("><desc>");
            push_escaped(&mut self.out, &text, Place::Content);
            self.out.push_str("</desc></graphic>");
        }
    }

    /// Writes a listing in the language of this name.
    pub(in crate::tei) fn listing(&mut self, code: &str, language: Option<&str>) {
        self.end_line();
        self.open_containers();
        if let Some(container) = self.open.last_mut() {
            container.is_fresh = false;
        }
        self.out.push_str("\n<ab type=\"listing\"><code");
        if let Some(language) = language {
            push_attribute(&mut self.out, "lang", language);
        }
        self.out.push_str(" xml:space=\"preserve\">");
        push_escaped(&mut self.out, code, Place::Content);
        self.out.push_str("</code></ab>");
    }
}

impl Line for Writer {
    fn space(&mut self) {
        self.has_space = true;
    }

    fn break_line(&mut self) {
        self.has_break = true;
    }

    fn words(&mut self, words: &str) {
        self.prepare(true);
        push_escaped(&mut self.out, words, Place::Content);
    }

    fn formula(&mut self, formula: &Formula) {
        self.prepare(false);
        self.out.push_str("<formula notation=\"TeX\"");
        if formula.is_display {
            push_attribute(&mut self.out, "rend", "display");
        }
        self.out.push('>');
        push_escaped(&mut self.out, &formula.tex, Place::Content);
        self.out.push_str("</formula>");
    }
}
