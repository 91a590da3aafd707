//! A table written as HTML: the walk over its content.

use dom::{Namespace, NodeId, NodeKind, Tag};

use super::{
    html::Html,
    images,
    listing::Listing,
    walk::Walk,
    words::{Line, add_words},
};
use crate::{Error, media::media};

/// The largest span of a cell. Set by: the HTML standard for `colspan`, and used for `rowspan` too.
const MAX_SPAN: u32 = 1000;

impl Walk<'_> {
    /// Returns what a table shows as HTML, empty if it shows nothing.
    pub(super) fn html(&mut self, table: NodeId) -> Result<String, Error> {
        let mut html = Html::default();
        // The ends of the elements that are open, and whether they have tags.
        let mut ends: Vec<(usize, bool)> = Vec::new();
        let mut listing: Option<(usize, Listing)> = None;
        let mut at = table.index();
        while at < self.dom.subtree_end(table)
            && let Some(node) = self.dom.get(at)
        {
            // The text of a listing has to be written before the loop below closes its `pre`.
            if let Some((_, listing)) = listing.take_if(|(end, _)| *end <= at) {
                finish_listing(&mut html, listing);
            }
            while let Some((_, has_tags)) = ends.pop_if(|(end, _)| *end <= at) {
                if has_tags {
                    html.close();
                } else {
                    html.break_line();
                }
            }
            let n_written = self.writer.out.len() + html.len();
            self.work.check(self.dom, node, n_written)?;
            at += 1;
            let end = self.dom.subtree_end(node);
            match self.dom.kind(node) {
                NodeKind::Element => match self.embedded(node, &mut html) {
                    Embedded::Nothing => at = end,
                    Embedded::Contents => {}
                    Embedded::Block if listing.is_none() => {
                        html.break_line();
                        ends.push((end, false));
                    }
                    Embedded::Block => {
                        if let Some((_, listing)) = &mut listing {
                            listing.border();
                        }
                    }
                    // A listing holds nothing but text, so the tag is dropped again: it is not written before it has
                    // content.
                    Embedded::Element if listing.is_some() => html.close(),
                    Embedded::Element => {
                        ends.push((end, true));
                        if self.dom.is_preformatted(node) {
                            listing = Some((end, Listing::new(None)));
                        }
                    }
                },
                NodeKind::Text | NodeKind::RawText => {
                    if let Some((_, listing)) = &mut listing {
                        listing.add(self.dom, &mut self.cuts, node);
                    } else {
                        add_words(self.dom, &mut self.cuts, self.math, node, &mut html);
                    }
                }
                _ => {}
            }
        }
        if let Some((_, listing)) = listing {
            finish_listing(&mut html, listing);
        }
        Ok(html.finish())
    }

    fn embedded(&mut self, node: NodeId, html: &mut Html) -> Embedded {
        let dom = self.dom;
        if self.math.write(dom, &mut self.cuts, node, html) {
            return Embedded::Nothing;
        }
        if dom.hides(node) {
            // Hidden elements can be players, which are written as links.
            self.embedded_media(node, html);
            return Embedded::Nothing;
        }
        if self.dropped.is_dropped(node) {
            return Embedded::Nothing;
        }
        if dom.namespace(node) != Namespace::Html {
            return Embedded::Contents;
        }
        let name = match dom.equivalent_tag(node) {
            Tag::BR => {
                html.break_line();
                return Embedded::Contents;
            }
            Tag::IMG | Tag::OTHER if dom.is_image(node) => {
                self.embedded_image(node, html);
                return Embedded::Contents;
            }
            Tag::A => {
                let Some(address) = self.link(node) else {
                    return Embedded::Contents;
                };
                html.open("a", &[("href", &address)]);
                return Embedded::Element;
            }
            tag @ (Tag::TD | Tag::TH) => {
                let spans: Vec<(&str, String)> = ["colspan", "rowspan"]
                    .iter()
                    .filter_map(|&name| {
                        let n: u32 = dom.attribute(node, name)?.trim().parse().ok()?;
                        (n > 1 && n <= MAX_SPAN).then(|| (name, n.to_string()))
                    })
                    .collect();
                let spans: Vec<(&str, &str)> = spans.iter().map(|(name, n)| (*name, &**n)).collect();
                html.open(tag.name(), &spans);
                return Embedded::Element;
            }
            Tag::B | Tag::STRONG => "strong",
            Tag::I | Tag::EM => "em",
            Tag::DEL | Tag::S | Tag::STRIKE => "del",
            Tag::CODE | Tag::SAMP | Tag::TT => "code",
            Tag::PRE | Tag::LISTING | Tag::XMP | Tag::PLAINTEXT => "pre",
            tag @ (Tag::TABLE
            | Tag::TR
            | Tag::CAPTION
            | Tag::UL
            | Tag::OL
            | Tag::LI
            | Tag::DL
            | Tag::DT
            | Tag::DD
            | Tag::BLOCKQUOTE
            | Tag::SUB
            | Tag::SUP
            | Tag::KBD
            | Tag::MARK
            | Tag::INS
            | Tag::U) => tag.name(),
            _ if dom.is_block(node) => return Embedded::Block,
            _ => return Embedded::Contents,
        };
        html.open(name, &[]);
        Embedded::Element
    }

    fn embedded_media(&mut self, node: NodeId, html: &mut Html) {
        if !self.options.get_links() || self.cuts.cover(&self.dom.extent(node)) {
            return;
        }
        if let Some(found) = media(self.dom, node)
            && let Some(address) = self.absolute(&found.address)
        {
            html.open("a", &[("href", &address)]);
            // A line end in it could end the element, and what follows would be Markdown.
            html.text(found.title.trim());
            html.close();
        }
    }

    fn embedded_image(&mut self, node: NodeId, html: &mut Html) {
        if !self.options.get_images() || self.cuts.cover(&self.dom.extent(node)) {
            return;
        }
        let Some(image) = images::image(self.dom, node) else {
            return;
        };
        if let Some(formula) = &image.formula {
            html.formula(formula);
        } else if let Some(address) = self.absolute(&image.address) {
            html.image(&image.text, &address);
        }
    }
}

/// What to do with an element in HTML.
enum Embedded {
    /// It is left out.
    Nothing,
    /// Only its content counts.
    Contents,
    /// It is put on lines of its own, without tags.
    Block,
    /// Its tags were opened.
    Element,
}

fn finish_listing(html: &mut Html, listing: Listing) {
    let text = listing.finish();
    if !text.is_empty() {
        html.verbatim(&text);
    }
}
