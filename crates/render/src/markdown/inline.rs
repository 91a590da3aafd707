//! The elements in a line: links, emphasis, code, images; and text.

use dom::{Dom, NodeId, Tag};

use super::{
    images,
    spans::Span,
    walk::{End, Walk},
    words::{Line, add_words},
};
use crate::address;

/// How long the tag of an image may be that is the text of a `noscript`. Chosen: by eye.
const MAX_ESCAPED: usize = 4 << 10;

impl Walk<'_> {
    pub(super) fn inline(&mut self, node: NodeId) {
        let dom = self.dom;
        let span = match dom.equivalent_tag(node) {
            // A link that the regions hold whole would be a span around nothing.
            Tag::A if self.cuts.cover(&dom.extent(node)) => return,
            Tag::A => {
                if let Some(address) = self.link(node) {
                    // The position tells neighbouring links apart that lead to the same address.
                    let start = dom.start_tag(node).map_or(0, |tag| tag.start);
                    self.span(node, Span::Link(start, address));
                }
                return;
            }
            // Headings are strong anyway.
            Tag::STRONG | Tag::B if self.writer.heading.is_none() => Span::Strong,
            Tag::EM | Tag::I => Span::Emphasis,
            Tag::DEL | Tag::S | Tag::STRIKE => Span::Strike,
            Tag::SUB => Span::Tag("sub"),
            Tag::SUP => Span::Tag("sup"),
            Tag::KBD => Span::Tag("kbd"),
            Tag::MARK => Span::Tag("mark"),
            Tag::INS => Span::Tag("ins"),
            // Links are underlined anyway, and headings stand out.
            Tag::U if self.writer.heading.is_none() && !self.writer.spans.wants_link() => Span::Tag("u"),
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
            // The heading of a post has no icons.
            Tag::IMG | Tag::OTHER if self.sections.is_writing => return,
            Tag::IMG | Tag::OTHER if dom.is_image(node) => {
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

    pub(super) fn span(&mut self, node: NodeId, span: Span) {
        if self.writer.spans.enter(span) {
            self.at_end_of(node, End::Span);
        }
    }

    pub(super) fn link(&self, node: NodeId) -> Option<String> {
        if !self.options.get_links() {
            return None;
        }
        let written = self.dom.attribute(node, "href")?;
        let address = address::target(&written)?;
        // Many headings are links to themselves, which say nothing.
        let is_own = self.writer.heading.is_some() && address.starts_with('#');
        if is_own {
            return None;
        }
        self.absolute(&address)
    }

    pub(super) fn absolute(&self, address: &str) -> Option<String> {
        address::written(self.base.as_deref(), address)
    }

    pub(super) fn image(&mut self, node: NodeId) {
        if !self.options.get_images() || self.cuts.cover(&self.dom.extent(node)) {
            return;
        }
        let image = images::image(self.dom, node);
        if let Some(formula) = image.as_ref().and_then(|image| image.formula.as_ref()) {
            self.writer.formula(formula);
            return;
        }
        let address = (image.as_ref()).and_then(|image| self.absolute(&image.address));
        if let (Some(image), Some(address)) = (image, &address) {
            self.writer.image(&image.text, address);
        } else if let Some(text) = images::text_of_data(self.dom, node) {
            self.writer.image(&text, "");
        }
        // An empty address stands for an image that only a script loads, for which a `noscript` may have the address.
        self.last_image = Some(address.unwrap_or_default());
    }

    /// Writes the image whose tag is the text of a `noscript`, unless the one that a script would load was written.
    fn escaped_image(&mut self, noscript: NodeId) {
        let text = (self.dom.children(noscript).next()).map(|child| self.dom.text(child));
        let Some(text) = text.filter(|text| text.len() <= MAX_ESCAPED && text.trim_start().starts_with('<')) else {
            return;
        };
        let is_written = self.last_image.take().is_some_and(|last| !last.is_empty());
        if is_written || !self.options.get_images() || self.cuts.cover(&self.dom.extent(noscript)) {
            return;
        }
        let escaped = Dom::parse(&*text);
        let img = escaped.nodes().find(|&node| escaped.tag(node) == Tag::IMG);
        let image = img.and_then(|img| images::image(&escaped, img));
        if let Some(image) = image
            && let Some(address) = self.absolute(&image.address)
        {
            self.writer.image(&image.text, &address);
        }
    }

    /// Writes the image of a `noscript`, unless the one that a script would load was written.
    pub(super) fn late_image(&mut self, noscript: NodeId) {
        let mut below = self.dom.descendants(noscript).take(16);
        let Some(img) = below.find(|&node| self.dom.equivalent_tag(node) == Tag::IMG) else {
            self.escaped_image(noscript);
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
            match &*attribute.adjusted_name() {
                "type" => is_box = attribute.value().eq_ignore_ascii_case("checkbox"),
                "checked" => is_done = true,
                _ => {}
            }
        }
        if is_box {
            self.writer.space();
            self.writer.task(is_done);
        }
    }

    pub(super) fn text(&mut self, node: NodeId) {
        if let Some(listing) = &mut self.listing {
            listing.add(self.dom, &mut self.cuts, node);
            return;
        }
        add_words(self.dom, &mut self.cuts, self.math, node, &mut self.writer);
    }
}
