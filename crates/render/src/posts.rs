//! Posts: forum posts, comments and answers on a page, each with an author and a day.

mod signs;

use dom::{Dom, NodeId, NodeKind, Tag};

pub(super) use self::signs::Sign;
use self::signs::{Kind, author, bare_date, date, kind};

/// A post, which one person wrote; it can contain other posts.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Post {
    pub(super) node: NodeId,
    pub(super) author: Sign,
    pub(super) date: Sign,
    /// The number of posts around it.
    pub(super) depth: usize,
}

/// A candidate for a post, while its content is read.
struct Draft {
    node: NodeId,
    kind: Kind,
    author: Option<Sign>,
    date: Option<Sign>,
    /// Whether it has a heading that links to another page, as teasers have.
    leads_away: bool,
    /// Whether it has text beside the author and the day.
    has_body: bool,
}

/// Returns the posts of a page, in the order of the tree.
///
/// A post is an element that an `itemtype` of schema.org marks as one, or a class or id that software for forums,
/// comments and mail archives uses, and that has an author, a day and a text of its own. Without an `itemtype`, the
/// page needs two or more posts of its kind: with the same tag and the same class or id name. Elements whose heading
/// links to another page are teasers, not posts.
///
/// # Complexity
///
/// Linear in the page.
pub(super) fn posts(dom: &Dom<'_>) -> Vec<Post> {
    let mut found = candidates(dom);
    let kinds: Vec<(Tag, Kind)> = found.iter().map(|&(node, kind)| (dom.tag(node), kind)).collect();
    let counts = counted(kinds);
    // A class such as `message` on a single element proves nothing. Without repetition, no content has to be read.
    found.retain(|&(node, kind)| is_repeated(&counts, dom.tag(node), kind));
    if found.is_empty() {
        return Vec::new();
    }
    let mut posts = read(dom, &found);
    let kinds = posts.iter().map(|(post, kind)| (dom.tag(post.node), *kind));
    let counts = counted(kinds.collect());
    // Counted again, because candidates may have turned out to be none, and one post alone is none either.
    posts.retain(|(post, kind)| is_repeated(&counts, dom.tag(post.node), *kind));
    // Posts were closed inner ones first; callers need the order of the tree.
    posts.sort_by_key(|(post, _)| post.node);
    let mut around: Vec<usize> = Vec::new();
    let mut posts: Vec<Post> = posts.into_iter().map(|(post, _)| post).collect();
    for post in &mut posts {
        while around.pop_if(|end| *end <= post.node.index()).is_some() {}
        post.depth = around.len();
        around.push(dom.subtree_end(post.node));
    }
    posts
}

fn candidates(dom: &Dom<'_>) -> Vec<(NodeId, Kind)> {
    let can_be = |node: &NodeId| {
        matches!(dom.tag(*node), Tag::DIV | Tag::ARTICLE | Tag::SECTION | Tag::LI | Tag::TABLE | Tag::TR)
    };
    let blocks = dom.nodes().filter(can_be);
    blocks.filter_map(|node| Some((node, kind(dom, node)?))).collect()
}

/// Returns the number of occurrences of each kind, sorted by kind.
fn counted(mut kinds: Vec<(Tag, Kind)>) -> Vec<((Tag, Kind), usize)> {
    kinds.sort_unstable();
    let runs = kinds.chunk_by(|one, other| one == other);
    runs.map(|run| (run[0], run.len())).collect()
}

fn is_repeated(counts: &[((Tag, Kind), usize)], tag: Tag, kind: Kind) -> bool {
    let at = counts.binary_search_by(|(other, _)| other.cmp(&(tag, kind)));
    kind == Kind::Typed || at.is_ok_and(|at| counts[at].1 > 1)
}

/// Reads the content of each candidate. The signs of a candidate that is no post go to the candidate around it.
fn read(dom: &Dom<'_>, candidates: &[(NodeId, Kind)]) -> Vec<(Post, Kind)> {
    let mut posts = Vec::new();
    let mut open: Vec<Draft> = Vec::new();
    let mut coming = candidates.iter().peekable();
    let mut at = candidates[0].0.index();
    // A candidate closes after everything in it is read, because its parts may be spread over nested candidates.
    let close = |open: &mut Vec<Draft>, posts: &mut Vec<(Post, Kind)>, at: usize| {
        while let Some(ended) = open.pop_if(|draft| dom.subtree_end(draft.node) <= at) {
            ended.close(dom, open.last_mut(), posts);
        }
    };
    while let Some(node) = dom.get(at) {
        close(&mut open, &mut posts, at);
        if let Some(&(node, kind)) = coming.next_if(|(candidate, _)| *candidate == node) {
            open.push(Draft::new(node, kind));
            at += 1;
            continue;
        }
        let Some(draft) = open.last_mut() else {
            // Nothing outside of candidates matters.
            match coming.peek() {
                Some((next, _)) => at = next.index(),
                None => break,
            }
            continue;
        };
        at += 1;
        match dom.kind(node) {
            NodeKind::Element if dom.hides(node) => at = dom.subtree_end(node),
            NodeKind::Element => draft.element(dom, node),
            NodeKind::Text => draft.text(dom, node),
            _ => {}
        }
    }
    close(&mut open, &mut posts, usize::MAX);
    posts
}

impl Draft {
    fn new(node: NodeId, kind: Kind) -> Draft {
        Draft { node, kind, author: None, date: None, leads_away: false, has_body: false }
    }

    fn element(&mut self, dom: &Dom<'_>, node: NodeId) {
        take(&mut self.author, author(dom, node));
        take(&mut self.date, date(dom, node));
        let is_title = || {
            let class = dom.attribute(node, "class").unwrap_or_default();
            let mut classes = class.split_ascii_whitespace();
            // The class `post` also marks articles, so that with it an element whose class ends in "title" counts as
            // a heading.
            self.kind == Kind::POST && classes.any(|class| class.ends_with("title"))
        };
        if (dom.tag(node).is_heading() || is_title()) && leads_away(dom, node) {
            self.leads_away = true;
        }
    }

    fn text(&mut self, dom: &Dom<'_>, node: NodeId) {
        let is_sign = |sign: &Option<Sign>| {
            (sign.as_ref()).is_some_and(|sign| dom.contains(sign.node, node) || sign.node == node)
        };
        if is_sign(&self.author) || is_sign(&self.date) {
            return;
        }
        if self.date.is_none() {
            self.date = bare_date(dom, node);
            if self.date.is_some() {
                return;
            }
        }
        let says = |text: &str| text.contains(char::is_alphanumeric);
        // Punctuation between the signs, such as `|`, is no text either.
        self.has_body |= dom.raw(node).is_some_and(says);
    }

    /// Becomes a post, or leaves its signs to the candidate around it.
    fn close(self, dom: &Dom<'_>, around: Option<&mut Draft>, posts: &mut Vec<(Post, Kind)>) {
        // Some programs put the author's name into the heading; its link leads to the profile, not to an article.
        let heading_is_author = || {
            let author = self.author.as_ref()?;
            let mut above = dom.ancestors(author.node).take_while(|&above| above != self.node);
            above.find(|&above| dom.tag(above).is_heading())
        };
        let is_teaser = self.leads_away && heading_is_author().is_none();
        match (self.author, self.date) {
            (Some(author), Some(date)) if self.has_body && !is_teaser => {
                let post = Post { node: self.node, author, date, depth: 0 };
                posts.push((post, self.kind));
            }
            (author, date) => {
                if let Some(around) = around {
                    take(&mut around.author, author);
                    take(&mut around.date, date);
                    // A part of a post, such as its head or its body, has the class of a post too; together they may
                    // be one.
                    around.leads_away |= self.leads_away;
                    around.has_body |= self.has_body;
                }
            }
        }
    }
}

/// Replaces a sign by one of higher rank; of equals, the first stays.
fn take(best: &mut Option<Sign>, other: Option<Sign>) {
    if let Some(other) = other
        && best.as_ref().is_none_or(|best| best.rank < other.rank)
    {
        *best = Some(other);
    }
}

/// Returns whether a heading contains a link, or is in one, that leads to another page and not to a place on a page.
fn leads_away(dom: &Dom<'_>, heading: NodeId) -> bool {
    let inside = dom.descendants(heading).take(24);
    let around = dom.ancestors(heading).take(2);
    inside.chain(around).any(|node| {
        let target = || dom.attribute(node, "href");
        dom.tag(node) == Tag::A && target().is_some_and(|target| !target.contains('#'))
    })
}
