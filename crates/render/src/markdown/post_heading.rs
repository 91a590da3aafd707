//! Writes the heading of a post: the author, the day, and what the page shows with them.

use dom::NodeId;

use super::{
    walk::Walk,
    words::{Line, keeps},
    writer::Run,
};
use crate::{Error, posts::Sign};

impl Walk<'_> {
    /// Writes the heading of a post, if a node is one.
    pub(super) fn section(&mut self, node: NodeId) -> Result<(), Error> {
        let is_free = self.writer.run != Run::Cell && self.writer.heading.is_none();
        if !is_free || self.listing.is_some() || self.grid.is_some() {
            return Ok(());
        }
        let Some(at) = self.sections.find(node).filter(|_| self.stays(node)) else {
            return Ok(());
        };
        self.border();
        let level = self.sections.level(self.sections.posts[at].0.depth);
        self.sections.end = self.sections.end.max(self.dom.subtree_end(node));
        self.writer.heading = Some(level);
        self.sections.is_writing = true;
        let [author, date] = self.removed(at);
        if let Some(author) = author {
            self.writer.words(&author);
        }
        // Taken out, because the walk below borrows all of `self`. Each post is written only once.
        let lines = std::mem::take(&mut self.sections.posts[at].1);
        for line in lines {
            self.set_apart();
            let end = self.writer.out.len();
            self.walk(line.index(), self.dom.subtree_end(line))?;
            if self.writer.out.len() == end && self.writer.out.ends_with(',') {
                // The line shows nothing, so that the comma before it is dropped.
                self.writer.out.pop();
            }
        }
        if let Some(date) = date {
            self.set_apart();
            self.writer.words(&date);
        }
        self.writer.end_run();
        self.writer.heading = None;
        self.sections.is_writing = false;
        Ok(())
    }

    /// Returns whether anything of a post stays.
    fn stays(&mut self, post: NodeId) -> bool {
        // Each text is looked at once, however deep the posts are.
        while self.sections.next_kept < post.index()
            || (self.dom.get(self.sections.next_kept)).is_some_and(|node| !keeps(self.dom, &mut self.cuts, node))
        {
            let next = self.sections.next_kept + 1;
            self.sections.next_kept = next.max(post.index());
        }
        self.sections.next_kept < self.dom.subtree_end(post)
    }

    /// Returns the author and the day of a post if the page does not show them, or if a region removes them: each
    /// post of a thread names its author and day, even if the regions remove the line that does so.
    fn removed(&mut self, post: usize) -> [Option<String>; 2] {
        let (dom, cuts) = (self.dom, &mut self.cuts);
        let post = &self.sections.posts[post].0;
        let removed = [&post.author, &post.date].map(|sign| !sign.is_shown || cuts.cover(&dom.extent(sign.node)));
        let value = |at: usize, sign: &Sign| removed[at].then(|| sign.value.clone());
        [value(0, &post.author), value(1, &post.date)]
    }

    /// Separates a part of a heading from what is before it.
    fn set_apart(&mut self) {
        if self.writer.run == Run::Heading {
            self.writer.spans.has_space = false;
            self.writer.words(",");
            self.writer.space();
        }
    }
}
