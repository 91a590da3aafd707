//! One walk over a tree, from which Markdown is written.

use dom::{Dom, Namespace, NodeId, NodeKind, Tag};

use super::{
    address, code,
    grid::Grid,
    images,
    listing::Listing,
    math::{Math, Role},
    notes::Notes,
    options::MarkdownOptions,
    spans::Span,
    tables::{Form, Table, tables},
    words::keeps,
    writer::{MAX_NUMBER, Run, Writer},
};
use crate::{
    Regions,
    regions::cuts::Cuts,
    rendering::{
        dropped::Dropped,
        lines::each_piece,
        visibility::{Visibility, is_block, is_preformatted},
    },
};

/// What to do where an element ends.
#[derive(Debug)]
enum End {
    Border,
    Span,
    Code,
    /// A quotation or an item, with the number of containers outside of it.
    Container(usize),
    List(usize),
    Terms(usize),
    Heading,
    Listing,
    Grid,
    Cell,
}

/// A list of terms and what they mean.
#[derive(Debug)]
struct Terms {
    depth: usize,
    has_term: bool,
    in_list: bool,
}

/// A walk over a tree, and what it knows of the page.
#[derive(Debug)]
pub(super) struct Walk<'d> {
    pub(super) dom: &'d Dom<'d>,
    pub(super) options: &'d MarkdownOptions,
    base: Option<String>,
    pub(super) visibility: Visibility,
    pub(super) dropped: Dropped<'d>,
    pub(super) cuts: Cuts<'d>,
    pub(super) math: Math,
    notes: Notes,
    tables: Vec<Table>,
    /// The next table to come.
    next_table: usize,
    pub(super) writer: Writer,
    ends: Vec<(usize, End)>,
    /// How many containers are around the items of each open list.
    lists: Vec<usize>,
    terms: Vec<Terms>,
    pub(super) listing: Option<Listing>,
    /// The table whose rows are being written, its number, and its next cell.
    grid: Option<(Grid, usize, usize)>,
    /// The address of the last image, empty if it had none.
    last_image: Option<String>,
}

impl<'d> Walk<'d> {
    pub(super) fn new(
        dom: &'d Dom<'d>,
        regions: &Regions,
        options: &'d MarkdownOptions,
    ) -> Walk<'d> {
        let visibility = Visibility::of(dom);
        let mut cuts = Cuts::new(dom.source(), regions);
        let notes = Notes::of(dom, |node| {
            let mut below = dom.descendants(node);
            below.any(|node| keeps(dom, &mut cuts, node))
        });
        let mut dropped = Dropped::new(dom);
        let has_tables = dom.nodes().any(|node| dom.tag(node) == Tag::TABLE);
        let tables = if has_tables {
            let mut cuts = Cuts::new(dom.source(), regions);
            tables(
                dom,
                |node| visibility.hides(dom, node) || dropped.is_dropped(node),
                |node| keeps(dom, &mut cuts, node),
            )
        } else {
            Vec::new()
        };
        Walk {
            dom,
            options,
            base: base(dom, options),
            visibility,
            dropped: Dropped::new(dom),
            cuts: Cuts::new(dom.source(), regions),
            math: Math::of(dom.source()),
            notes,
            tables,
            next_table: 0,
            writer: Writer::default(),
            ends: Vec::new(),
            lists: Vec::new(),
            terms: Vec::new(),
            listing: None,
            grid: None,
            last_image: None,
        }
    }

    pub(super) fn run(mut self) -> String {
        let mut at = 0;
        while let Some(node) = self.dom.get(at) {
            self.end_before(at);
            at += 1;
            match self.dom.kind(node) {
                NodeKind::Element => {
                    if !self.element(node) {
                        at = self.dom.subtree_end(node);
                    }
                }
                NodeKind::Text | NodeKind::RawText => self.text(node),
                _ => {}
            }
        }
        self.end_before(usize::MAX);
        self.writer.finish()
    }

    /// Ends the elements that end before a place in the tree.
    fn end_before(&mut self, at: usize) {
        while let Some((_, end)) = self.ends.pop_if(|(end, _)| *end <= at) {
            self.end(end);
        }
    }

    /// Notes what is to be done where an element ends.
    fn at_end_of(&mut self, node: NodeId, end: End) {
        self.ends.push((self.dom.subtree_end(node), end));
    }

    /// Begins an element, and returns whether what is in it is to be read.
    fn element(&mut self, node: NodeId) -> bool {
        let dom = self.dom;
        if let Some(role) = self.math.role(dom, node) {
            if let Role::Formula(formula) = role
                && self.listing.is_none()
                && !self.cuts.cover(&dom.extent(node))
            {
                self.writer.set_formula(&formula);
            }
            return false;
        }
        if self.visibility.hides(dom, node) {
            if dom.tag(node) == Tag::NOSCRIPT {
                self.late_image(node);
            }
            return false;
        }
        if self.dropped.is_dropped(node) {
            return false;
        }
        if let Some(label) = self.notes.reference(node) {
            if !self.cuts.cover(&dom.extent(node)) {
                self.writer.reference(label);
            }
            return false;
        }
        if dom.namespace(node) != Namespace::Html {
            return true;
        }
        if self.listing.is_some() {
            self.element_in_listing(node);
            return true;
        }
        if is_block(dom, node) {
            return self.block(node);
        }
        self.inline(node);
        true
    }

    fn block(&mut self, node: NodeId) -> bool {
        let tag = self.dom.tag(node);
        match tag {
            Tag::BR => {
                self.writer.break_line();
                return true;
            }
            Tag::HR => {
                let tag = self.dom.extent(node);
                if self.writer.run != Run::Cell && !self.cuts.cover(&tag) {
                    self.writer.rule();
                } else {
                    self.border();
                }
                return true;
            }
            Tag::TABLE => return self.table(node),
            Tag::TD | Tag::TH => return self.cell(node),
            // It comes before the rows, or else it ends the table.
            Tag::CAPTION if self.grid.as_ref().is_some_and(|(grid, ..)| grid.has_rows()) => {
                self.end(End::Grid);
            }
            _ => {}
        }
        self.border();
        if self.writer.run != Run::Cell && self.container(node) {
            return true;
        }
        if is_preformatted(self.dom, node) {
            self.begin_listing(node);
        } else if tag.is_heading() && self.writer.heading.is_none() && self.writer.run != Run::Cell
        {
            self.writer.heading = usize::from(tag.name().as_bytes()[1] - b'0').into();
            self.at_end_of(node, End::Heading);
        } else {
            self.at_end_of(node, End::Border);
        }
        if matches!(tag, Tag::SUMMARY | Tag::DT) {
            self.span(node, Span::Strong);
        }
        true
    }

    /// Begins what Markdown has a container for.
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
        match self.dom.tag(node) {
            Tag::BLOCKQUOTE => {
                self.writer.enter_quote();
                self.at_end_of(node, End::Container(depth));
            }
            Tag::UL | Tag::MENU | Tag::DIR => self.list(node, None),
            Tag::OL => {
                let start = self.number(node, "start").unwrap_or(1);
                self.list(node, Some(start));
            }
            Tag::LI => {
                // What stands between two items belongs to the first.
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

    fn list(&mut self, node: NodeId, start: Option<u64>) {
        let depth = self.writer.depth();
        self.writer.enter_list(start);
        self.lists.push(self.writer.depth());
        self.at_end_of(node, End::List(depth));
    }

    /// What a term means is an item of a list below it; without a term it is a block.
    fn meaning(&mut self, node: NodeId) -> bool {
        let Some(terms) = self.terms.last_mut().filter(|terms| terms.has_term) else {
            return false;
        };
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

    fn inline(&mut self, node: NodeId) {
        let dom = self.dom;
        let span = match dom.tag(node) {
            Tag::A => {
                if let Some(address) = self.link(node) {
                    let start = dom.start_tag(node).map_or(0, |tag| tag.start);
                    self.span(node, Span::Link(start, address));
                }
                return;
            }
            // Headings are strong by themselves.
            Tag::STRONG | Tag::B if self.writer.heading.is_none() => Span::Strong,
            Tag::EM | Tag::I => Span::Emphasis,
            Tag::DEL | Tag::S | Tag::STRIKE => Span::Strike,
            Tag::SUB => Span::Tag("sub"),
            Tag::SUP => Span::Tag("sup"),
            Tag::KBD => Span::Tag("kbd"),
            Tag::MARK => Span::Tag("mark"),
            Tag::CODE | Tag::SAMP | Tag::TT => {
                self.writer.spans.enter_code();
                self.at_end_of(node, End::Code);
                return;
            }
            Tag::LISTING | Tag::XMP | Tag::PLAINTEXT => {
                self.border();
                self.begin_listing(node);
                return;
            }
            Tag::IMG => {
                self.image(node);
                return;
            }
            Tag::INPUT => {
                self.input(node);
                return;
            }
            _ => return,
        };
        self.span(node, span);
    }

    fn span(&mut self, node: NodeId, span: Span) {
        if self.writer.spans.enter(span) {
            self.at_end_of(node, End::Span);
        }
    }

    pub(super) fn link(&self, node: NodeId) -> Option<String> {
        if !self.options.get_links() {
            return None;
        }
        let written = self.dom.attribute(node, "href")?;
        let address = address::trimmed(&written);
        let is_nowhere = address.is_empty()
            || address == "#"
            || ["javascript:", "data:", "vbscript:", "about:"]
                .iter()
                .any(|scheme| {
                    address
                        .get(..scheme.len())
                        .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
                });
        // Headings that link to themselves.
        let is_own = self.writer.heading.is_some() && address.starts_with('#');
        (!is_nowhere && !is_own).then(|| self.absolute(&address))
    }

    pub(super) fn absolute(&self, address: &str) -> String {
        match &self.base {
            Some(base) => address::resolve(base, address),
            None => address.to_owned(),
        }
    }

    fn image(&mut self, node: NodeId) {
        if !self.options.get_images() || self.cuts.cover(&self.dom.extent(node)) {
            return;
        }
        let image = images::image(self.dom, node);
        let address = image.as_ref().map(|image| self.absolute(&image.address));
        if let (Some(image), Some(address)) = (image, &address) {
            self.writer.image(&image.text, address);
        }
        self.last_image = Some(address.unwrap_or_default());
    }

    /// Writes the image of a `noscript`, unless the one that a script would load was written.
    fn late_image(&mut self, noscript: NodeId) {
        let mut below = self.dom.descendants(noscript).take(16);
        let Some(img) = below.find(|&node| self.dom.tag(node) == Tag::IMG) else {
            return;
        };
        if self.last_image.take().is_some_and(|last| last.is_empty()) {
            self.image(img);
        }
    }

    fn input(&mut self, node: NodeId) {
        if self.cuts.cover(&self.dom.extent(node)) {
            return;
        }
        let (mut is_box, mut is_done) = (false, false);
        for attribute in self.dom.attributes(node) {
            match attribute.name() {
                "type" => is_box = attribute.value().eq_ignore_ascii_case("checkbox"),
                "checked" => is_done = true,
                _ => {}
            }
        }
        if is_box {
            self.writer.task(is_done);
        }
    }

    fn table(&mut self, node: NodeId) -> bool {
        self.border();
        while self
            .tables
            .get(self.next_table)
            .is_some_and(|table| table.node < node)
        {
            self.next_table += 1;
        }
        let form = match self.tables.get(self.next_table) {
            Some(table) if table.node == node => table.form,
            _ => Form::Layout,
        };
        match form {
            _ if self.writer.run == Run::Cell || self.listing.is_some() => {
                self.at_end_of(node, End::Border);
            }
            Form::Layout => self.at_end_of(node, End::Border),
            Form::Grid => {
                let table = self.next_table;
                self.grid = Some((Grid::new(&self.tables[table]), table, 0));
                self.at_end_of(node, End::Grid);
            }
            Form::Html => {
                let html = self.html(node);
                if !html.is_empty() {
                    self.writer.lines(&html);
                }
                return false;
            }
        }
        true
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
                grid.begin_cell(&mut self.writer, cell);
                true
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

    fn begin_listing(&mut self, node: NodeId) {
        self.listing = Some(Listing::new(code::language(self.dom, node)));
        self.at_end_of(node, End::Listing);
    }

    fn element_in_listing(&mut self, node: NodeId) {
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

    /// The border of a block that Markdown has no word for.
    fn border(&mut self) {
        if let Some(listing) = &mut self.listing {
            listing.border();
        } else if self.writer.heading.is_some() {
            self.writer.space();
        } else {
            self.writer.end_run();
        }
    }

    fn end(&mut self, end: End) {
        match end {
            End::Border => self.border(),
            End::Span => self.writer.spans.leave(),
            End::Code => self.writer.spans.leave_code(),
            End::Container(depth) => self.writer.leave_to(depth),
            End::List(depth) => {
                self.lists.pop();
                self.writer.leave_to(depth);
            }
            End::Terms(depth) => {
                self.terms.pop();
                self.writer.leave_to(depth);
            }
            End::Heading => {
                self.writer.end_run();
                self.writer.heading = None;
            }
            End::Listing => self.end_listing(),
            End::Grid => {
                if let Some((mut grid, ..)) = self.grid.take() {
                    grid.end_row(&mut self.writer);
                }
            }
            End::Cell => {
                if let Some((grid, ..)) = &mut self.grid {
                    grid.end_cell(&mut self.writer);
                }
            }
        }
    }

    fn end_listing(&mut self) {
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
}

/// Returns the address that others are relative to: that of the page's `base` element, or the
/// page's own.
fn base(dom: &Dom<'_>, options: &MarkdownOptions) -> Option<String> {
    let page = options.get_base().filter(|page| address::is_absolute(page));
    let mut elements = dom.nodes().filter(|&node| dom.tag(node) == Tag::BASE);
    let own = elements.find_map(|node| dom.attribute(node, "href"));
    let own = own.map(|own| address::trimmed(&own).into_owned());
    match (page, own) {
        (Some(page), Some(own)) => Some(address::resolve(page, &own)),
        (Some(page), None) => Some(page.to_owned()),
        (None, own) => own.filter(|own| address::is_absolute(own)),
    }
}
