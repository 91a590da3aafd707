//! The walk over a tree, which decides the TEI element for each HTML element.

mod containers;

use dom::{Dom, Namespace, NodeId, NodeKind, Tag};

use super::{
    spans::Span,
    writer::{Role, Writer},
};
use crate::{
    Error, Regions, address,
    cuts::Cuts,
    dropped::Dropped,
    embedded::embedded,
    layout::is_box,
    markdown::{
        MarkdownOptions, Survey, code, images,
        listing::Listing,
        math::Math,
        tables::Table,
        words::{Line, add_words},
    },
    text::text_at,
    work::Work,
};

/// What to do where an element ends.
#[derive(Debug)]
enum End {
    Border,
    Span,
    /// Leave containers until this many are around.
    Container(usize),
    Role,
    Listing,
}

/// A walk over a tree, with what it knows about the page.
#[derive(Debug)]
pub(super) struct Walk<'d> {
    dom: &'d Dom<'d>,
    options: &'d MarkdownOptions,
    base: Option<String>,
    dropped: Dropped<'d>,
    cuts: Cuts<'d>,
    math: Math,
    tables: Vec<Table>,
    writer: Writer,
    ends: Vec<(usize, End)>,
    listing: Option<Listing>,
    /// For each list around, its index among the containers and the number of its next item, if that is not one more
    /// than the last.
    numbers: Vec<(usize, Option<u64>)>,
    work: Work,
}

impl<'d> Walk<'d> {
    pub(super) fn new(dom: &'d Dom<'d>, regions: &Regions, options: &'d MarkdownOptions) -> Walk<'d> {
        let mut cuts = Cuts::new(dom.source(), regions);
        let survey = Survey::of(dom);
        let tables = survey.tables(dom, &mut cuts);
        Walk {
            dom,
            options,
            base: survey.base(dom, options.get_base()),
            dropped: Dropped::new(dom),
            cuts,
            math: Math::of(dom.source()),
            tables,
            writer: Writer::default(),
            ends: Vec::new(),
            listing: None,
            numbers: Vec::new(),
            work: Work::of(dom),
        }
    }

    pub(super) fn run(mut self) -> Result<String, Error> {
        let mut at = 0;
        while let Some(node) = self.dom.get(at) {
            self.end_before(at);
            // Checked before each node, so that the output exceeds the limit by at most what one node writes.
            self.work.check(self.dom, node, self.writer.len())?;
            at += 1;
            match self.dom.kind(node) {
                NodeKind::Element if self.element(node) => {}
                NodeKind::Element => at = self.dom.subtree_end(node),
                NodeKind::Text | NodeKind::RawText => self.text(node),
                _ => {}
            }
        }
        self.end_before(usize::MAX);
        Ok(self.writer.finish())
    }

    fn end_before(&mut self, at: usize) {
        while let Some((_, end)) = self.ends.pop_if(|(end, _)| *end <= at) {
            match end {
                End::Border => self.border(),
                End::Span => self.writer.leave_span(),
                End::Container(depth) => self.leave_to(depth),
                End::Role => self.writer.leave_role(),
                End::Listing => self.end_listing(),
            }
        }
    }

    fn at_end_of(&mut self, node: NodeId, end: End) {
        self.ends.push((self.dom.subtree_end(node), end));
    }

    fn leave_to(&mut self, depth: usize) {
        self.writer.leave_to(depth);
        self.numbers.retain(|(list, _)| *list < depth);
    }

    /// Begins an element, and returns whether its content is to be read.
    fn element(&mut self, node: NodeId) -> bool {
        let dom = self.dom;
        // Formulas come before the check for visibility, because hidden elements such as `script` can hold their TeX.
        if self.listing.is_none() && self.math.write(dom, &mut self.cuts, node, &mut self.writer) {
            return false;
        }
        if dom.hides(node) || self.dropped.is_dropped(node) {
            self.frame(node);
            return false;
        }
        // Foreign elements other than formulas are neither blocks nor spans, but text in them is read.
        if dom.namespace(node) != Namespace::Html {
            return true;
        }
        if self.listing.is_some() {
            self.element_in_listing(node);
        } else if dom.is_block(node) {
            self.block(node);
            // A link or emphasis whose style makes it a block is also what it is in a line.
            if !dom.equivalent_tag(node).is_block() {
                self.inline(node);
            }
        } else {
            self.inline(node);
        }
        true
    }

    fn block(&mut self, node: NodeId) {
        let tag = self.dom.equivalent_tag(node);
        if tag == Tag::BR {
            self.writer.break_line();
            return;
        }
        self.border();
        let end = match tag {
            _ if self.dom.is_preformatted(node) => {
                self.begin_listing(node);
                return;
            }
            _ if tag.is_heading() && !self.writer.is_in_head() => {
                let rank = tag.name().as_bytes()[1] - b'0';
                self.writer.enter_role(Role::Heading(rank));
                End::Role
            }
            Tag::FIGCAPTION if !self.writer.is_in_head() => {
                self.writer.enter_role(Role::Caption);
                End::Role
            }
            _ => self.container(node).unwrap_or(End::Border),
        };
        self.at_end_of(node, end);
    }

    fn border(&mut self) {
        match &mut self.listing {
            Some(listing) => listing.border(),
            None => self.writer.border(),
        }
    }

    fn begin_listing(&mut self, node: NodeId) {
        self.listing = Some(Listing::new(code::language(self.dom, node)));
        self.at_end_of(node, End::Listing);
    }

    fn element_in_listing(&mut self, node: NodeId) {
        if self.listing.as_mut().is_some_and(|listing| listing.element(self.dom, node)) {
            self.at_end_of(node, End::Border);
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
        // A heading holds a line only, so the code becomes a span in it.
        if !self.writer.is_in_head() {
            self.writer.listing(&code, language.as_deref());
            return;
        }
        let is_new = self.writer.enter_span(Span::Code);
        for line in code.lines() {
            self.writer.break_line();
            self.writer.text(line);
        }
        if is_new {
            self.writer.leave_span();
        }
        self.border();
    }

    fn inline(&mut self, node: NodeId) {
        let dom = self.dom;
        let span = match dom.equivalent_tag(node) {
            // A link that the regions hold whole would be a span around nothing.
            Tag::A if self.cuts.cover(&dom.extent(node)) => return,
            Tag::A => match self.link(node) {
                Some(address) => {
                    // The position tells neighbouring links apart that lead to the same address.
                    let start = dom.start_tag(node).map_or(0, |tag| tag.start);
                    Span::Link(start, address)
                }
                None => return,
            },
            Tag::STRONG | Tag::B => Span::Hi("bold"),
            Tag::EM | Tag::I | Tag::CITE | Tag::DFN | Tag::VAR => Span::Hi("italic"),
            Tag::U | Tag::INS => Span::Hi("underline"),
            Tag::MARK => Span::Hi("highlight"),
            Tag::SUB => Span::Hi("subscript"),
            Tag::SUP => Span::Hi("superscript"),
            Tag::KBD => Span::Hi("keyboard"),
            Tag::DEL | Tag::S | Tag::STRIKE => Span::Del,
            Tag::Q => Span::Quote,
            Tag::CODE | Tag::SAMP | Tag::TT => Span::Code,
            Tag::LISTING | Tag::XMP | Tag::PLAINTEXT => {
                self.border();
                self.begin_listing(node);
                return;
            }
            Tag::IMG | Tag::OTHER if self.dom.is_image(node) => {
                self.image(node);
                return;
            }
            Tag::INPUT if is_box(dom, node) && !self.cuts.cover(&dom.extent(node)) => {
                self.writer.space();
                return;
            }
            _ => return,
        };
        if self.writer.enter_span(span) {
            self.at_end_of(node, End::Span);
        }
    }

    /// Writes the lines of the document that a frame shows.
    fn frame(&mut self, node: NodeId) {
        let inner = embedded(self.dom, node, 0).filter(|_| !self.cuts.cover(&self.dom.extent(node)));
        let Some(inner) = inner else {
            return;
        };
        for line in text_at(&inner, &Regions::new(), usize::MAX, 1).lines() {
            self.border();
            match &mut self.listing {
                Some(listing) => listing.whole(line),
                None => self.writer.text(line),
            }
        }
        self.border();
    }

    fn link(&self, node: NodeId) -> Option<String> {
        if !self.options.get_links() {
            return None;
        }
        let written = self.dom.attribute(node, "href")?;
        let address = address::target(&written)?;
        address::written(self.base.as_deref(), &address)
    }

    fn image(&mut self, node: NodeId) {
        if !self.options.get_images() || self.cuts.cover(&self.dom.extent(node)) {
            return;
        }
        let Some(image) = images::image(self.dom, node) else {
            return;
        };
        // The TeX of a formula says more than the address of its image.
        if let Some(formula) = &image.formula {
            self.writer.formula(formula);
        } else if let Some(address) = address::written(self.base.as_deref(), &image.address) {
            self.writer.image(&image.text, &address);
        }
    }

    fn text(&mut self, node: NodeId) {
        if let Some(listing) = &mut self.listing {
            listing.add(self.dom, &mut self.cuts, node);
            return;
        }
        add_words(self.dom, &mut self.cuts, self.math, node, &mut self.writer);
    }
}
