//! The body as it grows: sections, and what they contain.

mod lines;

use super::{spans::Span, xml::push_attribute};

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
        let here = self.roles.last().filter(|(depth, _)| *depth == self.open.len());
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
        let is_over = |container: &mut Container| container.is_implicit && container.terms != Some(false);
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
        while self.open.last().is_some_and(|container| container.is_implicit) {
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
                self.out.push_str(&std::mem::take(&mut container.empty_cells));
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
