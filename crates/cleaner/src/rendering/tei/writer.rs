//! The body as it grows: sections, what they contain, and the lines in these.

use super::{
    spans::Span,
    xml::{Place, push_address, push_attribute, push_escaped},
};

/// Lists, quotations and tables within more of them than this are written like paragraphs. Parsers
/// of XML refuse elements deeper than 256 levels.
const MAX_DEPTH: usize = 48;

/// The section of what comes before the first heading: every heading ends it.
const PREAMBLE: u8 = 7;

/// An element that holds others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Quote,
    List,
    Item,
    Table,
    Row,
    Cell,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Quote => "quote",
            Kind::List => "list",
            Kind::Item => "item",
            Kind::Table => "table",
            Kind::Row => "row",
            Kind::Cell => "cell",
        }
    }
}

/// An element that is open. Its start tag is written when there is something to put into it.
#[derive(Debug)]
struct Container {
    kind: Kind,
    /// Its start tag without the last bracket.
    opening: String,
    /// The cells of a row that came before its first content.
    empty_cells: String,
    /// No element of the page stands for it: its parent takes nothing else.
    is_implicit: bool,
    /// It is the item of terms, and whether it has a meaning of them yet.
    terms: Option<bool>,
    has_rows: bool,
    /// What comes next comes right after its start tag.
    is_fresh: bool,
    /// Where its only text begins and ends, as long as there is no second one.
    bare: Option<(usize, usize)>,
    has_paragraphs: bool,
}

/// What the lines to come are, if they are not running text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Heading(u8),
    /// The caption of a table.
    TableHead,
    Caption,
    Term,
}

/// The body of a document, some of which is written.
#[derive(Debug, Default)]
pub(super) struct Writer {
    out: String,
    /// Tags that are known to be needed only after what comes after them is written.
    patches: Vec<(usize, &'static str)>,
    open: Vec<Container>,
    /// How many of them are written.
    n_written: usize,
    /// The ranks of the headings of the open sections.
    sections: Vec<u8>,
    /// With the number of containers in which they apply.
    roles: Vec<(usize, Role)>,
    /// The name of the element around the line that is being written, if it has one, and where the
    /// line begins.
    line: Option<(Option<&'static str>, usize)>,
    wanted: Vec<Span>,
    spans: Vec<Span>,
    has_space: bool,
    has_break: bool,
}

impl Writer {
    pub(super) fn len(&self) -> usize {
        self.out.len()
    }

    /// Returns the number of containers around.
    pub(super) fn depth(&self) -> usize {
        self.open.len()
    }

    pub(super) fn innermost(&self) -> Option<Kind> {
        self.open.last().map(|container| container.kind)
    }

    /// Returns whether the innermost table has rows.
    pub(super) fn has_rows(&self) -> bool {
        self.open.last().is_some_and(|container| container.has_rows)
    }

    fn role(&self) -> Option<Role> {
        let here = self
            .roles
            .last()
            .filter(|(depth, _)| *depth == self.open.len());
        here.map(|(_, role)| *role)
    }

    /// Returns whether the lines are those of an element that holds nothing but one line.
    pub(super) fn is_in_head(&self) -> bool {
        matches!(self.role(), Some(Role::Heading(_) | Role::TableHead))
    }

    pub(super) fn enter_role(&mut self, role: Role) {
        self.end_line();
        if role != Role::TableHead {
            self.make_room();
        }
        self.roles.push((self.open.len(), role));
    }

    pub(super) fn leave_role(&mut self) {
        self.end_line();
        self.roles.pop();
    }

    /// Enters an element with attributes, and returns whether it is possible here.
    pub(super) fn enter(&mut self, kind: Kind, attributes: &[(&str, String)]) -> bool {
        let is_part = matches!(kind, Kind::Item | Kind::Row | Kind::Cell);
        if !is_part && MAX_DEPTH <= self.open.len() {
            return false;
        }
        self.end_line();
        if !is_part {
            self.make_room();
        }
        self.push(kind, attributes, false);
        true
    }

    /// Leaves containers until only so many are around.
    pub(super) fn leave_to(&mut self, depth: usize) {
        self.end_line();
        while depth < self.open.len() {
            self.close();
        }
    }

    /// Prepares for a term, and returns whether terms are possible here. A term begins an item,
    /// unless it follows another one.
    pub(super) fn begin_term(&mut self) -> bool {
        self.end_line();
        let is_over =
            |container: &mut Container| container.is_implicit && container.terms != Some(false);
        while self.open.last_mut().is_some_and(is_over) {
            self.close();
        }
        self.enter_terms();
        let innermost = self.open.last();
        innermost.is_some_and(|container| container.terms.is_some())
    }

    /// Prepares for a meaning: it is in the item of its terms.
    pub(super) fn begin_meaning(&mut self) {
        self.enter_terms();
        if let Some(container) = self.open.last_mut() {
            container.terms = container.terms.map(|_| true);
        }
    }

    fn enter_terms(&mut self) {
        if self.innermost() != Some(Kind::List) {
            return;
        }
        self.push(Kind::Item, &[], true);
        if let Some(item) = self.open.last_mut() {
            item.terms = Some(false);
        }
    }

    /// Leaves the parts that only hold what stands between items, rows or cells.
    pub(super) fn leave_implicit(&mut self) {
        self.end_line();
        while self
            .open
            .last()
            .is_some_and(|container| container.is_implicit)
        {
            self.close();
        }
    }

    fn push(&mut self, kind: Kind, attributes: &[(&str, String)], is_implicit: bool) {
        let mut opening = format!("<{}", kind.name());
        for (name, value) in attributes {
            push_attribute(&mut opening, name, value);
        }
        self.open.push(Container {
            kind,
            opening,
            empty_cells: String::new(),
            is_implicit,
            terms: None,
            has_rows: false,
            is_fresh: true,
            bare: None,
            has_paragraphs: false,
        });
    }

    /// Enters the items and cells without which lists and tables hold no text.
    fn make_room(&mut self) {
        if self.role() == Some(Role::TableHead) {
            return;
        }
        while let Some(part) = match self.innermost() {
            Some(Kind::List) => Some(Kind::Item),
            Some(Kind::Table) => Some(Kind::Row),
            Some(Kind::Row) => Some(Kind::Cell),
            _ => None,
        } {
            self.push(part, &[], true);
        }
    }

    fn close(&mut self) {
        let was_written = self.n_written == self.open.len();
        let Some(container) = self.open.pop() else {
            return;
        };
        let is_row_written = self.n_written == self.open.len();
        let parent = self.open.last_mut();
        if was_written {
            self.n_written -= 1;
            if container.kind == Kind::Table && !container.has_rows {
                self.out.push_str("\n<row><cell/></row>");
            }
            if matches!(container.kind, Kind::List | Kind::Table | Kind::Row) {
                self.out.push('\n');
            }
            self.out.extend(["</", container.kind.name(), ">"]);
            if let Some(parent) = parent {
                parent.has_rows |= container.kind == Kind::Row;
            }
        } else if container.kind == Kind::Cell {
            let cell = [&container.opening, "/>"].concat();
            match parent {
                Some(row) if !is_row_written => row.empty_cells.push_str(&cell),
                _ => self.out.push_str(&cell),
            }
        }
    }

    /// Writes the start tags of all containers around.
    fn open_containers(&mut self) {
        self.make_room();
        if self.open.is_empty() {
            if self.sections.is_empty() {
                self.open_section(PREAMBLE);
            }
            return;
        }
        if self.n_written == self.open.len() {
            return;
        }
        if self.n_written == 0 && self.sections.is_empty() {
            self.open_section(PREAMBLE);
        }
        if let Some(outer) = self.n_written.checked_sub(1) {
            self.open[outer].is_fresh = false;
        }
        let n_open = self.open.len();
        for (at, container) in self.open.iter_mut().enumerate().skip(self.n_written) {
            if container.kind != Kind::Cell {
                self.out.push('\n');
            }
            self.out.extend([&container.opening, ">"]);
            if !container.empty_cells.is_empty() {
                self.out.push('\n');
                self.out
                    .push_str(&std::mem::take(&mut container.empty_cells));
            }
            container.is_fresh = at + 1 == n_open;
        }
        self.n_written = n_open;
    }

    fn open_section(&mut self, rank: u8) {
        while self.sections.pop_if(|section| rank <= *section).is_some() {
            self.out.push_str("\n</div>");
        }
        self.out.push_str("\n<div>");
        self.sections.push(rank);
    }

    fn begin_line(&mut self) {
        if self.line.is_some() {
            return;
        }
        let role = self.role();
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
            Some(Role::Term) if self.innermost() == Some(Kind::Item) => {
                ("<label>".to_owned(), "label")
            }
            _ => ("<p>".to_owned(), "p"),
        };
        if let Some(container) = self.open.last_mut() {
            let is_fresh = std::mem::take(&mut container.is_fresh);
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
    pub(super) fn end_line(&mut self) {
        (self.has_space, self.has_break) = (false, false);
        let Some((name, _)) = self.line.take() else {
            return;
        };
        self.close_spans(0);
        match (name, self.open.last_mut()) {
            (Some(name), _) => self.out.extend(["</", name, ">"]),
            (
                None,
                Some(Container {
                    bare: Some((_, end)),
                    ..
                }),
            ) => *end = self.out.len(),
            (None, _) => {}
        }
    }

    /// Notes the border of a block.
    pub(super) fn border(&mut self) {
        if self.is_in_head() {
            self.has_break = true;
        } else {
            self.end_line();
        }
    }

    pub(super) fn space(&mut self) {
        self.has_space = true;
    }

    pub(super) fn break_line(&mut self) {
        self.has_break = true;
    }

    /// Begins a span, and returns whether it says anything new.
    pub(super) fn enter_span(&mut self, span: Span) -> bool {
        let is_new = !self.wanted.iter().any(|around| span.repeats(around));
        if is_new {
            self.wanted.push(span);
        }
        is_new
    }

    pub(super) fn leave_span(&mut self) {
        self.wanted.pop();
    }

    fn close_spans(&mut self, n_left: usize) {
        for span in self.spans.drain(n_left..).rev() {
            span.push_end(&mut self.out);
        }
    }

    /// Prepares for text, or for an element, which code cannot hold.
    fn prepare(&mut self, is_text: bool) {
        self.begin_line();
        let is_first = self.line.is_some_and(|(_, start)| start == self.out.len());
        let code = self.wanted.iter().position(|span| *span == Span::Code);
        let n_wanted = match code {
            Some(code) => code + usize::from(is_text),
            None => self.wanted.len(),
        };
        let pairs = self.spans.iter().zip(&self.wanted[..n_wanted]);
        let mut n_same = pairs.take_while(|(open, wanted)| open == wanted).count();
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

    pub(super) fn words(&mut self, words: &str) {
        self.prepare(true);
        push_escaped(&mut self.out, words, Place::Content);
    }

    pub(super) fn formula(&mut self, tex: &str, is_display: bool) {
        self.prepare(false);
        self.out.push_str("<formula notation=\"TeX\"");
        if is_display {
            push_attribute(&mut self.out, "rend", "display");
        }
        self.out.push('>');
        push_escaped(&mut self.out, tex, Place::Content);
        self.out.push_str("</formula>");
    }

    pub(super) fn image(&mut self, text: &str, address: &str) {
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
    pub(super) fn listing(&mut self, code: &str, language: Option<&str>) {
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

    /// Returns the body.
    pub(super) fn finish(mut self) -> String {
        self.leave_to(0);
        if self.sections.is_empty() {
            self.open_section(PREAMBLE);
        }
        for _ in &self.sections {
            self.out.push_str("\n</div>");
        }
        self.patches.sort_by_key(|(at, _)| *at);
        let n_patched: usize = self.patches.iter().map(|(_, tag)| tag.len()).sum();
        let mut body = String::with_capacity(self.out.len() + n_patched + 32);
        body.push_str("<body>");
        let mut done = 0;
        for (at, tag) in self.patches {
            body.extend([&self.out[done..at], tag]);
            done = at;
        }
        body.extend([&self.out[done..], "\n</body>\n"]);
        body
    }
}
