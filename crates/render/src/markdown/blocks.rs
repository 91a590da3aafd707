//! The block elements, and how Markdown expresses them.

use dom::{Dom, NodeId, NodeKind, Tag};

use super::{
    callouts::callout,
    code,
    grid::Grid,
    listing::Listing,
    spans::Span,
    tables::{Form, Table},
    walk::{End, Terms, Walk},
    words::Line,
    writer::{MAX_NUMBER, Run},
};
use crate::Error;

impl Walk<'_> {
    pub(super) fn block(&mut self, node: NodeId) -> Result<bool, Error> {
        let tag = self.dom.equivalent_tag(node);
        // The heading of a post comes before everything in the post, even if the post is an item or a table.
        self.section(node)?;
        match tag {
            Tag::BR => {
                self.writer.break_line();
                return Ok(true);
            }
            Tag::HR => {
                let tag = self.dom.extent(node);
                // Neither a heading nor a cell can contain a rule.
                let can_be = self.writer.run != Run::Cell && self.writer.heading.is_none();
                if can_be && !self.cuts.cover(&tag) {
                    self.writer.rule();
                } else {
                    self.border();
                }
                return Ok(true);
            }
            Tag::TABLE => return self.table(node),
            Tag::DIV if self.is_grid(node) => return self.table(node),
            Tag::DIV if self.is_next_cell(node) => return Ok(self.cell(node)),
            Tag::TR | Tag::TD | Tag::TH if self.continues_line(node) => {
                self.writer.space();
                return Ok(true);
            }
            Tag::TD | Tag::TH if self.is_icon(node) => return Ok(false),
            Tag::TD | Tag::TH => {
                let is_read = self.cell(node);
                if self.is_title(node) {
                    self.span(node, Span::Strong);
                }
                return Ok(is_read);
            }
            // A caption comes before the rows of a table. A later one ends the table.
            Tag::CAPTION if self.grid.as_ref().is_some_and(|(grid, ..)| grid.has_rows()) => {
                self.end(End::Grid);
            }
            _ => {}
        }
        self.border();
        // Rows between pipes are single lines, so that cells cannot contain containers.
        if self.writer.run != Run::Cell && self.container(node) {
            return Ok(true);
        }
        if self.dom.is_preformatted(node) {
            self.begin_listing(node);
        } else if tag.is_heading() && self.writer.heading.is_none() && self.writer.run != Run::Cell {
            // The tags are `h1` to `h6`, so that the second byte is the digit.
            let level = usize::from(tag.name().as_bytes()[1] - b'0');
            self.sections.note_heading(node, level);
            self.writer.heading = Some(level);
            self.at_end_of(node, End::Heading);
        } else {
            self.at_end_of(node, End::Border);
        }
        let is_strong = self.is_title(node) && self.writer.heading.is_none();
        if is_strong || matches!(tag, Tag::SUMMARY | Tag::DT) {
            self.span(node, Span::Strong);
        }
        Ok(true)
    }

    /// Begins an element for which Markdown has a container.
    fn container(&mut self, node: NodeId) -> bool {
        let depth = self.writer.depth();
        if let Some(label) = self.notes.note(node) {
            let around =
                if self.dom.equivalent_tag(node) == Tag::LI { self.lists.last().copied().unwrap_or(0) } else { 0 };
            self.writer.leave_to(around);
            self.writer.enter_note(label);
            self.at_end_of(node, End::Container(around));
            return true;
        }
        if self.callout(node) {
            self.at_end_of(node, End::Container(depth));
            return true;
        }
        match self.dom.equivalent_tag(node) {
            Tag::BLOCKQUOTE => {
                self.writer.enter_quote(None);
                self.at_end_of(node, End::Container(depth));
            }
            // A list whose items are posts is a thread: each post becomes a section.
            Tag::UL | Tag::OL if self.sections.is_thread(node) => return false,
            Tag::LI if self.is_of_thread(node) => return false,
            Tag::UL | Tag::MENU | Tag::DIR => self.list(node, None),
            Tag::OL => {
                let start = self.number(node, "start").unwrap_or(1);
                self.list(node, Some(start));
            }
            Tag::LI => {
                // What is between two items belongs to the first.
                if let Some(&around) = self.lists.last() {
                    self.writer.leave_to(around);
                    let number = self.number(node, "value");
                    self.writer.enter_item(number);
                }
                self.at_end_of(node, End::Border);
            }
            Tag::DL => {
                self.terms.push(Terms { depth, has_term: false, in_list: false });
                self.at_end_of(node, End::Terms(depth));
            }
            // The title of a callout is no term.
            Tag::DT if self.title.is_some_and(|(title, _)| title == node) => return false,
            Tag::DT => {
                if let Some(terms) = self.terms.last_mut() {
                    // A term ends the list of definitions of the term before it.
                    terms.has_term = true;
                    terms.in_list = false;
                    self.writer.leave_to(terms.depth);
                }
                return false;
            }
            Tag::DD => return self.meaning(node),
            _ => return false,
        }
        true
    }

    /// Begins a callout; returns `false` if the element is none, or if there are too many containers around it.
    fn callout(&mut self, node: NodeId) -> bool {
        let Some(callout) = callout(self.dom, node) else {
            return false;
        };
        if !self.writer.enter_quote(Some(callout.kind)) {
            return false;
        }
        self.title = callout.title.map(|title| (title, callout.is_named));
        self.frame = callout.frame;
        if self.dom.equivalent_tag(node) == Tag::DL {
            // The `dd` of a callout is its text and no definition.
            self.terms.push(Terms { depth: self.writer.depth(), has_term: false, in_list: false });
            self.at_end_of(node, End::Terms(self.writer.depth()));
        }
        true
    }

    /// Returns whether an element is the title of the callout that began last.
    pub(super) fn is_title(&mut self, node: NodeId) -> bool {
        self.title.take_if(|(title, _)| *title == node).is_some()
    }

    /// Returns whether a cell of a callout's frame has no text.
    fn is_icon(&self, cell: NodeId) -> bool {
        let is_framed = (self.frame).is_some_and(|frame| self.dom.contains(frame, cell));
        is_framed && {
            let mut below = self.dom.descendants(cell).take(8);
            !below.any(|node| self.dom.raw(node).is_some_and(|text| !text.trim().is_empty()))
        }
    }

    fn is_of_thread(&self, item: NodeId) -> bool {
        let list = self.dom.parent(item);
        list.is_some_and(|list| self.sections.is_thread(list))
    }

    fn list(&mut self, node: NodeId, start: Option<u64>) {
        let depth = self.writer.depth();
        self.writer.enter_list(start);
        self.lists.push(self.writer.depth());
        self.at_end_of(node, End::List(depth));
    }

    /// Begins a definition: an item of a list below its term. Without a term it is a block.
    fn meaning(&mut self, node: NodeId) -> bool {
        let is_list = holds_only_a_list(self.dom, node);
        let Some(terms) = self.terms.last_mut().filter(|terms| terms.has_term) else {
            return false;
        };
        if is_list {
            // The items of the list in it become the items below the term.
            terms.in_list = false;
            let depth = terms.depth;
            self.writer.leave_to(depth);
            return false;
        }
        if !std::mem::replace(&mut terms.in_list, true) {
            self.writer.leave_to(terms.depth);
            self.writer.enter_list(None);
        }
        let around = terms.depth + 1;
        self.writer.leave_to(around);
        self.writer.enter_item(None);
        self.at_end_of(node, End::Container(around));
        true
    }

    fn number(&self, node: NodeId, name: &str) -> Option<u64> {
        let number = self.dom.attribute(node, name)?.trim().parse().ok();
        number.filter(|&number| number <= MAX_NUMBER)
    }

    /// Returns whether a block is a table whose cells are blocks.
    fn is_grid(&mut self, block: NodeId) -> bool {
        self.has_summaries && self.grid.is_none() && {
            self.find_table(block);
            let next = self.tables.get(self.next_table);
            next.is_some_and(|table| table.node == block)
        }
    }

    /// Returns whether a block is the next cell of the table that is being written.
    fn is_next_cell(&self, block: NodeId) -> bool {
        let next = (self.grid.as_ref())
            .filter(|_| self.has_summaries)
            .and_then(|(_, table, next)| self.tables[*table].cells.get(*next));
        next.is_some_and(|cell| cell.node == block)
    }

    /// Returns whether a row or cell continues the line that is being written.
    fn continues_line(&mut self, part: NodeId) -> bool {
        // Rows and cells are asked about in the order of the tree, in which `in_line` is sorted: all calls together
        // are linear.
        while self.in_line.get(self.next_in_line).is_some_and(|&next| next < part) {
            self.next_in_line += 1;
        }
        self.in_line.get(self.next_in_line) == Some(&part)
    }

    /// Advances to the first table that is not before a node.
    fn find_table(&mut self, node: NodeId) {
        let is_before = |table: &Table| table.node < node;
        while self.tables.get(self.next_table).is_some_and(is_before) {
            self.next_table += 1;
        }
    }

    fn table(&mut self, node: NodeId) -> Result<bool, Error> {
        self.border();
        self.find_table(node);
        let form = match self.tables.get(self.next_table) {
            Some(table) if table.node == node => table.form,
            _ => Form::Layout,
        };
        match form {
            // A cell holds no second table, and a listing no table at all, so that only its borders count.
            _ if self.writer.run == Run::Cell || self.listing.is_some() => {
                self.at_end_of(node, End::Border);
            }
            // The frame of a callout and the table of a post only serve the layout.
            _ if self.frame == Some(node) || self.sections.is_post(node) => self.at_end_of(node, End::Border),
            Form::Layout => self.at_end_of(node, End::Border),
            Form::Grid => {
                let table = self.next_table;
                self.grid = Some((Grid::new(&mut self.tables[table]), table, 0));
                self.at_end_of(node, End::Grid);
            }
            Form::Html => {
                let html = self.html(node)?;
                if !html.is_empty() {
                    self.writer.lines(&html);
                }
                return Ok(false);
            }
        }
        Ok(true)
    }

    fn cell(&mut self, node: NodeId) -> bool {
        let next = match &mut self.grid {
            Some((grid, table, next)) if self.writer.run != Run::Cell => {
                let cell = self.tables[*table].cells.get(*next);
                let Some(&cell) = cell.filter(|cell| cell.node == node) else {
                    // Only cells with content are in `cells`, so this one shows nothing.
                    return false;
                };
                *next += 1;
                if cell.is_heading {
                    grid.interrupt(&mut self.writer);
                } else {
                    grid.begin_cell(&mut self.writer, cell);
                }
                !cell.is_heading
            }
            _ => false,
        };
        if next {
            self.at_end_of(node, End::Cell);
        } else {
            self.border();
            self.at_end_of(node, End::Border);
        }
        true
    }

    pub(super) fn begin_listing(&mut self, node: NodeId) {
        self.listing = Some(Listing::new(code::language(self.dom, node)));
        self.at_end_of(node, End::Listing);
    }

    pub(super) fn element_in_listing(&mut self, node: NodeId) {
        if self.listing.as_mut().is_some_and(|listing| listing.element(self.dom, node)) {
            self.at_end_of(node, End::Border);
        }
    }

    pub(super) fn end_listing(&mut self) {
        let Some(listing) = self.listing.take() else {
            return;
        };
        let language = listing.language.clone();
        let code = listing.finish();
        if code.trim().is_empty() {
            return;
        }
        // A fence needs lines of its own, which a cell or a heading does not have.
        if self.writer.run == Run::Cell || self.writer.heading.is_some() {
            self.writer.spans.enter_code();
            for line in code.lines() {
                self.writer.break_line();
                self.writer.text(line);
            }
            self.writer.spans.leave_code();
            self.border();
        } else {
            self.writer.lines(&code::fenced(&code, language.as_deref()));
        }
    }

    /// Ends the line at the border of a block for which Markdown has no form.
    pub(super) fn border(&mut self) {
        if let Some(listing) = &mut self.listing {
            listing.border();
        } else if self.writer.heading.is_some() {
            self.writer.space();
        } else {
            self.writer.end_run();
        }
    }
}

/// Returns whether an element contains nothing but a list.
fn holds_only_a_list(dom: &Dom<'_>, node: NodeId) -> bool {
    let mut n_lists = 0;
    dom.children(node).all(|child| match dom.kind(child) {
        NodeKind::Element => {
            n_lists += 1;
            n_lists == 1 && matches!(dom.equivalent_tag(child), Tag::UL | Tag::OL)
        }
        NodeKind::Text => dom.raw(child).is_some_and(|text| text.trim().is_empty()),
        _ => true,
    }) && n_lists == 1
}
