//! Posts as sections: a heading with the author and the day, then the text of the post.

use dom::{Dom, NodeId, NodeKind, Tag};

use crate::posts::{Post, Sign, posts};

/// The number of letters that a line with the author may have beside the name: "by", "wrote". Chosen: by eye.
const MAX_BESIDE_AUTHOR: usize = 5;
/// The number of letters that a line with the day may have beside the day: "answered", "posted by". Chosen: by eye.
const MAX_BESIDE_DATE: usize = 16;

/// An element with more nodes than this is more than a line. Chosen: by eye.
const MAX_NODES: usize = 40;

/// The posts of a page, and the elements that are moved into their headings.
#[derive(Debug)]
pub(super) struct Sections {
    /// The posts, each with the elements or texts that make up its heading.
    pub(super) posts: Vec<(Post, Vec<NodeId>)>,
    /// All these elements and texts, in the order of the tree.
    moved: Vec<NodeId>,
    /// The elements whose children are posts.
    threads: Vec<NodeId>,
    /// The level of the last heading outside of posts.
    last: Option<usize>,
    /// The index one past the last node of the posts so far.
    pub(super) end: usize,
    /// The index of the first text that stays, at or after the start of the last post that was asked about.
    pub(super) next_kept: usize,
    /// Whether the heading of a post is being written.
    pub(super) is_writing: bool,
}

impl Sections {
    pub(super) fn of(dom: &Dom<'_>) -> Sections {
        let posts = posts(dom).into_iter().map(|post| {
            let lines = head(dom, &post);
            (post, lines)
        });
        let posts: Vec<_> = posts.collect();
        let mut moved: Vec<NodeId> = posts.iter().flat_map(|(_, lines)| lines).copied().collect();
        moved.sort_unstable();
        let mut threads: Vec<NodeId> = (posts.iter()).filter_map(|(post, _)| dom.parent(post.node)).collect();
        threads.sort_unstable();
        Sections { posts, moved, threads, last: None, end: 0, next_kept: 0, is_writing: false }
    }

    pub(super) fn find(&self, node: NodeId) -> Option<usize> {
        self.posts.binary_search_by_key(&node, |(post, _)| post.node).ok()
    }

    /// Returns whether the children of an element are posts. If the element is a list, it is not written as one.
    pub(super) fn is_thread(&self, element: NodeId) -> bool {
        !self.threads.is_empty() && self.threads.binary_search(&element).is_ok()
    }

    /// Returns whether a node is moved into the heading of a post.
    pub(super) fn is_moved(&self, node: NodeId) -> bool {
        !self.moved.is_empty() && self.moved.binary_search(&node).is_ok()
    }

    /// Notes a heading of the page.
    pub(super) fn note_heading(&mut self, node: NodeId, level: usize) {
        if self.end <= node.index() {
            self.last = Some(level);
        }
    }

    /// Returns whether a table is a post, and so is only there for the layout.
    pub(super) fn is_post(&self, node: NodeId) -> bool {
        self.find(node).is_some()
    }

    /// Returns the level of the heading of a post.
    pub(super) fn level(&self, depth: usize) -> usize {
        // Lower headings belong to parts of the page beside the posts.
        let above = self.last.filter(|&last| last <= 3).unwrap_or(1);
        (above + 1 + depth).min(6)
    }
}

/// Returns the nodes that make up the heading of a post: the lines with the author and with the day, or one with
/// both.
pub(crate) fn head(dom: &Dom<'_>, post: &Post) -> Vec<NodeId> {
    let [author, date] = [&post.author, &post.date].map(|sign| line(dom, post, sign));
    let holds = |outer: NodeId, inner: NodeId| outer == inner || dom.contains(outer, inner);
    let names = || {
        let line = words(dom, date);
        line.contains(&*post.author.value)
    };
    if holds(author, date) {
        vec![author]
    } else if holds(date, author) || names() {
        vec![date]
    } else {
        vec![author, date]
    }
}

/// Returns the line that a sign is in, or the sign itself if its line holds more.
fn line(dom: &Dom<'_>, post: &Post, sign: &Sign) -> NodeId {
    let mut line = sign.node;
    for above in dom.ancestors(sign.node) {
        let below = dom.descendants(above);
        let is_part = matches!(
            dom.equivalent_tag(above),
            Tag::LI | Tag::DT | Tag::DD | Tag::DL | Tag::UL | Tag::OL | Tag::TD | Tag::TH | Tag::TR | Tag::TABLE
        );
        if above == post.node || is_part || MAX_NODES < below.len() {
            break;
        }
        let signs = [&post.author, &post.date].into_iter();
        let signs = signs.filter(|sign| dom.contains(above, sign.node));
        let n_known: usize = signs.map(|sign| letters(dom, sign.node)).sum();
        let n_beside = if dom.contains(above, post.date.node) { MAX_BESIDE_DATE } else { MAX_BESIDE_AUTHOR };
        if n_known + n_beside < letters(dom, above) {
            break;
        }
        line = above;
        if dom.is_block(above) {
            break;
        }
    }
    line
}

/// Counts the letters and digits of a node.
pub(crate) fn letters(dom: &Dom<'_>, node: NodeId) -> usize {
    let words = words(dom, node);
    words.chars().filter(|letter| letter.is_alphanumeric()).count()
}

fn words(dom: &Dom<'_>, node: NodeId) -> String {
    let below = dom.descendants(node).chain([node]);
    let texts = below.filter(|&below| dom.kind(below) == NodeKind::Text);
    texts.map(|text| dom.text(text)).collect()
}
