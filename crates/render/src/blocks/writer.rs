//! Writes blocks, one text after another.

use std::ops::Range;

use dom::{Dom, NodeId};

use super::{Block, BlockLink, BlockPost, context::Context};
use crate::{
    address,
    invisible::{Blank, blank},
    linear::Linear,
    lines::each_piece,
    posts::Post,
};

/// A block that is being written.
struct OpenBlock {
    context: Context,
    kept: bool,
    /// Whether it belongs to the head of a post.
    is_head: bool,
    range: Range<usize>,
    text: String,
    /// The white space to write before the next word; `None` if that word continues the last one.
    gap: Option<char>,
    links: Vec<BlockLink>,
    /// The end of the link that is last in `links`, in nodes; it identifies the link while the block is open.
    link: Option<usize>,
}

/// The blocks that are written so far, and the state of the one that is open.
#[derive(Default)]
pub(super) struct Writer {
    base: Option<String>,
    blocks: Vec<Block>,
    open: Option<OpenBlock>,
    /// The end of the surrounding link, in nodes, and its target.
    link: Option<(usize, String)>,
    linear: Linear,
    n_written: usize,
    /// The posts around the text, from the outside in, each with its end in nodes.
    posts: Vec<(usize, BlockPost)>,
    /// The end of the part of a post's head that is being read, in nodes.
    head_end: usize,
}

impl Writer {
    pub(super) fn new(base: Option<String>) -> Writer {
        Writer { base, ..Writer::default() }
    }

    /// Returns how many bytes of texts and addresses are written.
    pub(super) fn n_written(&self) -> usize {
        self.n_written
    }

    /// Enters the post with this number, which ends at `end`.
    pub(super) fn enter_post(&mut self, end: usize, number: usize, post: &Post) {
        // A block belongs to one post, so the one that is open has to end first.
        self.flush();
        let within = self.posts.last().map(|(_, post)| post.number);
        let (author, date) = (post.author.value.clone(), post.date.value.clone());
        let post = BlockPost { number, within, author, date, is_head: false };
        self.posts.push((end, post));
    }

    /// Returns the number of the innermost post.
    pub(super) fn post(&self) -> Option<usize> {
        self.posts.last().map(|(_, post)| post.number)
    }

    /// Enters a part of the head of a post, which ends at `end`.
    pub(super) fn enter_head(&mut self, end: usize) {
        self.head_end = self.head_end.max(end);
    }

    /// Leaves the link and the posts that end before this node.
    pub(super) fn go_on_at(&mut self, node: usize) {
        while self.posts.last().is_some_and(|(end, _)| *end <= node) {
            // The flush comes before the pop, because it gives the block the innermost post.
            self.flush();
            self.posts.pop();
        }
        self.link.take_if(|(end, _)| *end <= node);
    }

    /// Enters the link that ends at `end`; an anchor without a target is no link.
    pub(super) fn enter_link(&mut self, end: usize, target: Option<&str>) {
        let target = target.map(str::trim).filter(|target| !target.is_empty());
        let url = target.and_then(|target| address::written(self.base.as_deref(), target));
        // The HTML parser nests links only across the border of a cell, an `object` or the like. The inner link then
        // replaces the outer one.
        self.link = url.map(|url| (end, url));
    }

    /// Enters an element that may be a part of a line.
    pub(super) fn enter_part(&mut self, dom: &Dom<'_>, node: NodeId) {
        let line = self.open.as_ref().map_or("", |open| &open.text);
        self.linear.enter(dom, node, line);
    }

    /// Leaves the parts of a line that end before this node.
    pub(super) fn end_parts_before(&mut self, dom: &Dom<'_>, at: usize) {
        match &mut self.open {
            Some(open) => self.linear.end_before(dom, at, &mut open.text),
            // Without an open block there is no line to mark, but the parts still have to end.
            None => self.linear.end_before(dom, at, &mut String::new()),
        }
    }

    /// Returns whether a text is in a formula.
    pub(super) fn is_in_formula(&self, dom: &Dom<'_>, text: NodeId) -> bool {
        self.linear.is_in_formula(dom, text)
    }

    /// Puts a space before the text that was just written, if it would run into what is before it.
    pub(super) fn set_apart(&mut self) {
        if let Some(open) = &mut self.open {
            self.linear.set_apart(&mut open.text);
        }
    }

    pub(super) fn enter(&mut self, outer: Context, inner: Context) {
        // The positions that the parts remember are of no use once white space is pending or the block is written.
        self.linear.interrupt();
        if outer.is_verbatim && inner == outer {
            self.line_feed();
            return;
        }
        // Inside a table of data, an element only separates text; the table itself starts a block.
        match inner.cell.filter(|_| outer.cell.is_some()) {
            Some(gap) => self.gap(gap),
            None => self.flush(),
        }
    }

    /// Leaves a block, and goes back into the one around it.
    pub(super) fn leave(&mut self, ended: Context, outer: Context) {
        self.linear.interrupt();
        if outer.is_verbatim && ended == outer {
            self.line_feed();
            return;
        }
        match ended.cell {
            // The end of a cell separates no more than the start of the next one
            // does.
            Some(_) if self.open.as_ref().is_some_and(|open| open.context.cell.is_some()) => self.gap(' '),
            _ => self.flush(),
        }
    }

    /// Notes the border of a block in preformatted text, which is a part of the text around it.
    fn line_feed(&mut self) {
        if self.open.as_ref().is_some_and(|open| !open.text.ends_with('\n')) {
            self.gap('\n');
        }
    }

    pub(super) fn space(&mut self, context: Context) {
        self.linear.interrupt();
        self.gap(if context.is_verbatim { '\n' } else { ' ' });
    }

    /// Requests white space before the next word: a line feed outranks a tab, and a tab outranks a space.
    fn gap(&mut self, gap: char) {
        if let Some(open) = &mut self.open {
            let rank = |gap: char| match gap {
                '\n' => 3,
                '\t' => 2,
                _ => 1,
            };
            let old = open.gap.map_or(0, rank);
            if old < rank(gap) {
                open.gap = Some(gap);
            }
        }
    }

    pub(super) fn text(&mut self, context: Context, kept: bool, node: NodeId, range: Range<usize>, text: &str) {
        let is_head = node.index() < self.head_end;
        let is_same = |open: &OpenBlock| {
            // All cells of a table of data form one block, although their contexts differ in the separator.
            let is_alike = open.kept == kept && open.is_head == is_head;
            is_alike && (open.context == context || open.context.cell.is_some() && context.cell.is_some())
        };
        if text.trim().is_empty() || !context.is_verbatim && blank(text).is_some() {
            // White space between elements of preformatted text is content. Elsewhere it only separates words, and it
            // must not open a block of its own.
            let verbatim = self.open.as_mut().filter(|_| context.is_verbatim);
            match verbatim.filter(|open| is_same(open)) {
                Some(open) => open.text.push_str(text),
                None if blank(text) == Some(Blank::Nothing) => {}
                None => self.gap(' '),
            }
            return;
        }
        if self.open.as_ref().is_some_and(|open| !is_same(open)) {
            self.flush();
        }
        let link = self.link.as_ref();
        let open = self.open.get_or_insert_with(|| OpenBlock {
            context,
            kept,
            is_head,
            range: range.clone(),
            text: String::new(),
            gap: None,
            links: Vec::new(),
            link: None,
        });
        // Texts can come out of source order, because the parser moves text out of tables.
        open.range.start = open.range.start.min(range.start);
        open.range.end = open.range.end.max(range.end);
        let start = open.text.len();
        if context.is_verbatim {
            open.push_verbatim(text)
        } else {
            open.push_words(text)
        }
        self.n_written += open.text.len() - start;
        if let Some((end, url)) = link {
            self.n_written += open.link_from(start, *end, url);
        }
    }

    /// Ends the block that is being written.
    fn flush(&mut self) {
        self.linear.interrupt();
        if let Some(open) = self.open.take() {
            let post = self.posts.last().map(|(_, post)| BlockPost { is_head: open.is_head, ..post.clone() });
            // Each block repeats the names of its post, so they count towards the limit of work.
            self.n_written += (post.as_ref()).map_or(0, |post| post.author.len() + post.date.len());
            self.blocks.push(open.into_block(post));
        }
    }

    pub(super) fn finish(mut self) -> Vec<Block> {
        self.flush();
        self.blocks
    }
}

impl OpenBlock {
    fn push_verbatim(&mut self, text: &str) {
        self.text.extend(self.gap.take());
        self.text.push_str(text);
    }

    /// Adds words. The gap carries white space at the ends of a text over to the texts of neighbouring elements.
    fn push_words(&mut self, text: &str) {
        each_piece(text, |piece| match piece {
            Some(words) => {
                // A block does not begin with white space: a gap before its first word is dropped.
                if let Some(gap) = self.gap.take().filter(|_| !self.text.is_empty()) {
                    self.text.push(gap);
                }
                self.text.push_str(words);
            }
            None => self.gap = self.gap.or(Some(' ')),
        });
    }

    /// Links the text from byte `start` to the end: extends the last link if it ends at the same node, or else adds a
    /// new one. Returns the number of bytes written.
    fn link_from(&mut self, start: usize, end: usize, url: &str) -> usize {
        let text = &self.text[start..];
        match self.links.last_mut().filter(|_| self.link == Some(end)) {
            Some(link) => {
                if text.starts_with(char::is_whitespace) {
                    link.text.push(' ');
                }
                link.text.push_str(text.trim());
                text.len()
            }
            None => {
                self.links.push(BlockLink { text: text.trim().to_owned(), url: url.to_owned() });
                self.link = Some(end);
                text.len() + url.len()
            }
        }
    }

    fn into_block(self, post: Option<BlockPost>) -> Block {
        Block {
            kind: self.context.kind,
            level: self.context.level,
            range: self.range,
            text: if self.context.is_verbatim {
                // Only line ends are trimmed from the start of code: the indentation of its first line is content.
                self.text.trim_matches(['\n', '\r']).trim_end().to_owned()
            } else {
                self.text
            },
            links: self.links,
            kept: self.kept,
            post,
        }
    }
}
