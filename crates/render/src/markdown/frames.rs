//! Frames: the documents that pages hold themselves, and recordings, which Markdown can only link.

use dom::NodeId;

use super::{spans::Span, walk::Walk, words::Line, writer::Run};
use crate::{Error, Regions, embedded::embedded, media::media, text::text_at};

impl Walk<'_> {
    /// Writes the document that a frame shows, or a link to what it plays.
    pub(super) fn frame(&mut self, node: NodeId) -> Result<(), Error> {
        let inner = embedded(self.dom, node, self.depth).filter(|_| !self.cuts.cover(&self.dom.extent(node)));
        let Some(inner) = inner else {
            self.media(node);
            return Ok(());
        };
        self.border();
        // A document needs lines of its own, which a cell, a heading or a listing does not have.
        if self.writer.run == Run::Cell || self.writer.heading.is_some() || self.listing.is_some() {
            let text = text_at(&inner, &Regions::new(), usize::MAX, self.depth + 1);
            match &mut self.listing {
                Some(listing) => listing.whole(&text),
                None => self.writer.text(&text),
            }
            self.border();
            return Ok(());
        }
        let mut options = self.options.clone();
        if let Some(base) = &self.base {
            options = options.base(base);
        }
        let markdown = Walk::new(&inner, &Regions::new(), &options, self.depth + 1).run()?;
        if !markdown.is_empty() {
            self.writer.lines(&markdown);
        }
        Ok(())
    }

    /// Writes a link to what an element plays, unless the element is in a link.
    pub(super) fn media(&mut self, node: NodeId) {
        if !self.options.get_links() || self.listing.is_some() || self.cuts.cover(&self.dom.extent(node)) {
            return;
        }
        let Some(found) = media(self.dom, node) else {
            return;
        };
        let Some(address) = self.absolute(&found.address) else {
            return;
        };
        let start = self.dom.start_tag(node).map_or(0, |tag| tag.start);
        if !self.writer.spans.enter(Span::Link(start, address)) {
            return;
        }
        let writer = &mut self.writer;
        // A player is a box of its own, so that its title must not run into the words around it.
        writer.space();
        writer.text(found.title.trim());
        writer.spans.leave();
        writer.space();
    }
}
