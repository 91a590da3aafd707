//! The block elements, and what Markdown has for them.

use dom::{Dom, NodeId, NodeKind, Tag};

use super::{
    callouts::callout,
    code,
    grid::Grid,
    listing::Listing,
    spans::Span,
    tables::{Form, Table},
    walk::{End, Terms, Walk},
    writer::{MAX_NUMBER, Run},
};
use crate::{
    Error,
    layout::{is_block, is_preformatted},
    lines::each_piece,
};

impl Walk<'_> {
    pub(super) fn block(&mut self, node: NodeId) -> Result<bool, Error> {
        let tag = self.dom.tag(node);
        self.section(node)?;
        match tag {
            Tag::BR => {
                self.writer.break_line();
                return Ok(true);
            }
            Tag::HR => {
                let tag = self.dom.extent(node);
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
            // It comes before the rows; otherwise it ends the table.
            Tag::CAPTION if self.grid.as_ref().is_some_and(|(grid, ..)| grid.has_rows()) => {
                self.end(End::Grid);
            }
            _ => {}
        }
        self.border();
        if self.writer.run != Run::Cell && self.container(node) {
            return Ok(true);
        }
        if is_preformatted(self.dom, node) {
            self.begin_listing(node);
        } else if tag.is_heading() && self.writer.heading.is_none() && self.writer.run != Run::Cell {
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
            let around = if self.dom.tag(node) == Tag::LI {
                self.lists.last().copied().unwrap_or(0)
            } else {
                0
            };
            self.writer.leave_to(around);
            self.writer.enter_note(label);
            self.at_end_of(node, End::Container(around));
            return true;
        }
        if self.callout(node) {
            self.at_end_of(node, End::Container(depth));
            return true;
        }
        match self.dom.tag(node) {
            Tag::BLOCKQUOTE => {
                self.writer.enter_quote(None);
                self.at_end_of(node, End::Container(depth));
            }
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
                self.terms.push(Terms {
                    depth,
                    has_term: false,
                    in_list: false,
                });
                self.at_end_of(node, End::Terms(depth));
            }
            // The title of a callout is no term.
            Tag::DT if self.title.is_some_and(|(title, _)| title == node) => return false,
            Tag::DT => {
                if let Some(terms) = self.terms.last_mut() {
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

    /// Begins a callout, unless there are too many containers for it.
    fn callout(&mut self, node: NodeId) -> bool {
        let Some(callout) = callout(self.dom, node) else {
            return false;
        };
        if !self.writer.enter_quote(Some(callout.kind.mark())) {
            return false;
        }
        self.title = callout.title.map(|title| (title, callout.is_named));
        self.frame = callout.frame;
        if self.dom.tag(node) == Tag::DL {
            // What it says is no definition.
            self.terms.push(Terms {
                depth: self.writer.depth(),
                has_term: false,
                in_list: false,
            });
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

    /// A definition is an item of a list below its term; without a term it is a
    /// block.
    fn meaning(&mut self, node: NodeId) -> bool {
        let is_list = holds_only_a_list(self.dom, node);
        let Some(terms) = self.terms.last_mut().filter(|terms| terms.has_term) else {
            return false;
        };
        if is_list {
            // Its items are those of the term.
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

    /// Returns whether a block is a table that is made of blocks.
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

    /// Returns whether a row or cell is in the line that is being written.
    fn continues_line(&mut self, part: NodeId) -> bool {
        while self.in_line.get(self.next_in_line).is_some_and(|&next| next < part) {
            self.next_in_line += 1;
        }
        self.in_line.get(self.next_in_line) == Some(&part)
    }

    /// Goes on to the first table that is not before a node.
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
            _ if self.writer.run == Run::Cell || self.listing.is_some() => {
                self.at_end_of(node, End::Border);
            }
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
                    // It has nothing to show.
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
        let Some(listing) = &mut self.listing else {
            return;
        };
        match self.dom.tag(node) {
            Tag::BR => listing.break_line(),
            Tag::TD | Tag::TH => listing.cell(),
            _ if is_block(self.dom, node) => {
                listing.border();
                self.at_end_of(node, End::Border);
            }
            _ => {}
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
        if self.writer.run == Run::Cell || self.writer.heading.is_some() {
            self.writer.spans.enter_code();
            for line in code.lines() {
                self.writer.break_line();
                each_piece(line, |piece| match piece {
                    Some(words) => self.writer.words(words),
                    None => self.writer.space(),
                });
            }
            self.writer.spans.leave_code();
            self.border();
        } else {
            self.writer.lines(&code::fenced(&code, language.as_deref()));
        }
    }

    /// The border of a block that Markdown cannot express.
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
            n_lists == 1 && matches!(dom.tag(child), Tag::UL | Tag::OL)
        }
        NodeKind::Text => dom.raw(child).is_some_and(|text| text.trim().is_empty()),
        _ => true,
    }) && n_lists == 1
}
