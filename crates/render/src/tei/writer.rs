//! Writes the body of a document: its sections, and the elements in them.

mod lines;

use super::{spans::Span, xml::push_attribute};

/// Lists, quotations and tables in more containers than this are written like paragraphs. Parsers of XML refuse
/// elements deeper than 256 levels. Chosen: by eye, so that the elements of such containers stay below that.
const MAX_DEPTH: usize = 48;

/// The rank of the section before the first heading. It is greater than those of headings, so that every heading ends
/// it. Set by: the six levels of headings in HTML.
const PREAMBLE: u8 = 7;

/// An element that contains others.
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

/// An open element. Its start tag is written once there is something to put into it.
#[derive(Debug)]
struct Container {
    kind: Kind,
    /// Its start tag without the last bracket.
    opening: String,
    /// The empty cells at the beginning of a row that has no content yet.
    empty_cells: String,
    /// Whether no element of the page stands for it: it was added because its parent holds nothing else.
    is_implicit: bool,
    /// For the item of terms: whether a definition of them has begun.
    terms: Option<bool>,
    has_rows: bool,
    /// Whether what comes next directly follows its start tag.
    is_fresh: bool,
    /// The byte range of its only text, which has no tags, as long as there is no second text.
    bare: Option<(usize, usize)>,
    has_paragraphs: bool,
}

/// The role of the lines to come, if they are not running text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    Heading(u8),
    /// The caption of a table.
    TableHead,
    Caption,
    Term,
}

/// The body of a document, as far as it is written.
#[derive(Debug, Default)]
pub(super) struct Writer {
    out: String,
    /// Tags that turned out to be needed after text behind them was written, with their byte positions.
    patches: Vec<(usize, &'static str)>,
    open: Vec<Container>,
    /// How many of the open containers are written.
    n_written: usize,
    /// The ranks of the headings of the open sections.
    sections: Vec<u8>,
    /// The roles around the text, each with the number of containers in which it applies.
    roles: Vec<(usize, Role)>,
    /// The line that is being written: the name of the element around it, if it has one, and the byte position where
    /// the line begins.
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
        // A role does not extend into containers that were entered later: a list in a caption has items as usual.
        let here = self.roles.last().filter(|(depth, _)| *depth == self.open.len());
        here.map(|(_, role)| *role)
    }

    /// Returns whether the text goes into an element that holds a single line.
    pub(super) fn is_in_head(&self) -> bool {
        matches!(self.role(), Some(Role::Heading(_) | Role::TableHead))
    }

    pub(super) fn enter_role(&mut self, role: Role) {
        self.end_line();
        // The caption of a table is directly in the table; all other text needs a cell.
        if role != Role::TableHead {
            self.make_room();
        }
        self.roles.push((self.open.len(), role));
    }

    pub(super) fn leave_role(&mut self) {
        self.end_line();
        self.roles.pop();
    }

    /// Enters an element with attributes, and returns whether that was possible.
    pub(super) fn enter(&mut self, kind: Kind, attributes: &[(&str, String)]) -> bool {
        // An item, row or cell is not refused, because its list or table has been entered.
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
        // A term after a definition begins a new item; a term after a term shares its item.
        let is_over = |container: &mut Container| container.is_implicit && container.terms != Some(false);
        while self.open.last_mut().is_some_and(is_over) {
            self.close();
        }
        self.enter_terms();
        let innermost = self.open.last();
        innermost.is_some_and(|container| container.terms.is_some())
    }

    /// Prepares for a definition, which is in the item of its terms.
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

    /// Leaves the items, rows and cells that only hold what stands between those of the page.
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

    /// Enters the items, rows and cells that lists and tables need around text.
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
            // TEI requires a row in each table, which a table with nothing but a caption does not have.
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
            // An empty cell keeps the cells after it in their columns. It waits in its row as long as that is not
            // written, so that rows without content leave no trace.
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
        // A heading ends the sections of its own rank and of lower ranks, whose numbers are greater.
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
        // One pass in the order of the positions inserts all tags in linear time.
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
