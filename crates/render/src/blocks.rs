//! A page as a sequence of blocks: those that stay and those that are removed, in order.

mod block;
mod context;
mod plain;
mod writer;

use std::ops::Range;

use dom::{Dom, NodeId, NodeKind, Tag};

pub use self::{
    block::{Block, BlockKind, BlockLink, BlockPost},
    plain::plain_blocks,
};
use self::{context::Context, writer::Writer};
use crate::{
    Error, Regions,
    cuts::{Cuts, Part, decode},
    dropped::Dropped,
    embedded::embedded,
    layout::is_box,
    markdown::{Survey, head, letters},
    posts::{Post, posts},
    text::text_at,
    work::Work,
};

/// Returns the blocks of a page in the order of its tree, removed ones included.
///
/// The blocks that stay have the same letters and digits as [`text`](crate::text), in the same order, and the same
/// words, except for words that a region cuts in two. `url` is the page's own address, which makes the targets of links
/// absolute.
///
/// # Complexity
///
/// As [`text`](crate::text).
///
/// # Errors
///
/// [`Error::Work`] if more is written than 4 MiB and 16 bytes for each byte of the page.
///
/// # Panics
///
/// Never.
///
/// # Examples
///
/// ```
/// use render::{BlockKind, Regions};
/// use dom::Dom;
///
/// let dom = Dom::parse("<nav>Menu</nav><h2>Tides</h2><p>High and <a href=/low>low</a>.");
/// let blocks = render::blocks(&dom, &Regions::from_ranges([0..15]), Some("https://a.example/"))?;
/// let kinds: Vec<_> = blocks.iter().map(|block| (block.kind, block.kept, block.text.as_str())).collect();
/// assert_eq!(kinds, [
///     (BlockKind::Paragraph, false, "Menu"),
///     (BlockKind::Heading, true, "Tides"),
///     (BlockKind::Paragraph, true, "High and low."),
/// ]);
/// assert_eq!(blocks[1].level, Some(2));
/// assert_eq!(blocks[2].links[0].url, "https://a.example/low");
/// # Ok::<(), render::Error>(())
/// ```
pub fn blocks(dom: &Dom<'_>, regions: &Regions, url: Option<&str>) -> Result<Vec<Block>, Error> {
    let work = Work::of(dom);
    let mut dropped = Dropped::new(dom);
    let mut writer = Writer::new(Survey::of(dom).base(dom, url));
    let mut cuts = Cuts::new(dom.source(), regions);
    // The blocks around the current node, from the outside in: the index one past the last node of each, and the
    // context of its text.
    let mut around: Vec<(usize, Context)> = Vec::new();
    let posts = posts(dom);
    let mut heads: Vec<NodeId> = posts.iter().flat_map(|post| head(dom, post)).collect();
    heads.sort_unstable();
    let mut next_post = 0;
    let mut at = 0;
    while let Some(node) = dom.get(at) {
        // Parts of a line end before blocks do: a part's mark has to reach the line before the block's end flushes
        // it.
        writer.end_parts_before(dom, at);
        while let Some((_, ended)) = around.pop_if(|(end, _)| *end <= at) {
            writer.leave(ended, around.last().map_or(Context::RUNNING, |(_, context)| *context));
        }
        work.check(dom, node, writer.n_written())?;
        writer.go_on_at(at);
        at += 1;
        let outer = (around.last()).map_or(Context::RUNNING, |(_, context)| *context);
        match dom.kind(node) {
            NodeKind::Element if dom.hides(node) || dropped.is_dropped(node) => {
                if let Some(inner) = embedded(dom, node, 0) {
                    let range = dom.extent(node);
                    let kept = !cuts.cover(&range);
                    for line in text_at(&inner, &Regions::new(), usize::MAX, 1).lines() {
                        writer.enter(outer, Context::RUNNING);
                        writer.text(Context::RUNNING, kept, node, range.clone(), line);
                        writer.leave(Context::RUNNING, outer);
                    }
                }
                at = dom.subtree_end(node);
            }
            NodeKind::Element => {
                let end = dom.subtree_end(node);
                // The posts are sorted by node. Those whose nodes were skipped as hidden are passed over, but keep
                // their numbers.
                let is_before = |post: &Post| post.node < node;
                next_post += posts[next_post..].iter().take_while(|post| is_before(post)).count();
                let post = posts.get(next_post).filter(|post| post.node == node);
                if let Some(post) = post {
                    writer.enter_post(end, next_post + 1, post);
                } else if writer.post().is_some() && (heads.binary_search(&node).is_ok() || answers(dom, node)) {
                    writer.enter_head(end);
                }
                if dom.tag(node) == Tag::A {
                    writer.enter_link(end, dom.attribute(node, "href").as_deref());
                }
                match dom.equivalent_tag(node) {
                    Tag::BR => writer.space(outer),
                    Tag::INPUT if is_box(dom, node) && !outer.is_verbatim && !cuts.cover(&dom.extent(node)) => {
                        writer.space(outer);
                    }
                    _ if dom.is_block(node) => {
                        let mut context = outer.within(dom, node);
                        if post.is_some() && outer.cell.is_none() {
                            // The items of a thread are no list.
                            context = Context::RUNNING;
                        }
                        writer.enter(outer, context);
                        around.push((end, context));
                    }
                    _ => writer.enter_part(dom, node),
                }
            }
            NodeKind::Text if outer.is_verbatim && dom.is_between_cells(node) => {}
            NodeKind::Text | NodeKind::RawText => {
                // White space around the tokens of MathML only arranges the source; in preformatted text it counts.
                let in_formula = !outer.is_verbatim && writer.is_in_formula(dom, node);
                text(dom, node, &mut cuts, |range, kept, text| {
                    let text = if in_formula { text.trim() } else { text };
                    writer.text(outer, kept, node, range, text);
                });
                writer.set_apart();
            }
            _ => {}
        }
    }
    writer.end_parts_before(dom, at);
    Ok(writer.finish())
}

/// The greatest number of letters of a link to answer a post. Chosen: by eye; the longest seen are like `Reply to Ada
/// Lovelace`.
const MAX_ANSWER: usize = 40;

/// Returns whether an element of a post is the link or button to answer it.
fn answers(dom: &Dom<'_>, node: NodeId) -> bool {
    let is_link = matches!(dom.tag(node), Tag::A | Tag::BUTTON);
    if !is_link && !matches!(dom.tag(node), Tag::DIV | Tag::SPAN | Tag::P | Tag::LI) {
        return false;
    }
    let is_named = |class: &str| {
        let class = class.to_ascii_lowercase();
        matches!(&*class, "reply" | "comment-reply" | "reply-link") || is_link && class.contains("reply")
    };
    dom.attribute(node, "class").is_some_and(|class| class.split_ascii_whitespace().any(is_named))
        && letters(dom, node) <= MAX_ANSWER
}

/// Passes on the parts of a text, each with its byte range and whether it stays.
fn text(dom: &Dom<'_>, node: NodeId, cuts: &mut Cuts<'_>, mut part: impl FnMut(Range<usize>, bool, &str)) {
    let range = dom.extent(node);
    if !cuts.touch(&range) {
        part(range, true, &dom.text(node));
    } else if dom.kind(node) == NodeKind::RawText {
        // Raw text is removed whole or not at all, as `html` does it.
        let kept = !cuts.cover(&range);
        part(range, kept, &dom.text(node));
    } else {
        cuts.split(range, |found| match found {
            Part::Space(space) => part(space.clone(), true, &dom.source()[space]),
            Part::Words(words) => part(words.clone(), true, &decode(dom, node, words)),
            Part::Gone(gone) => part(gone.clone(), false, &decode(dom, node, gone)),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn listing(page: &str, gone: &str) -> Vec<String> {
        let start = page.find(gone).filter(|_| !gone.is_empty()).unwrap_or(0);
        let regions = Regions::from_ranges(std::iter::once(start..start + gone.len()));
        let row = |block: &Block| {
            let mark = if block.kept { '+' } else { '-' };
            let level = block.level.map(|level| level.to_string()).unwrap_or_default();
            format!("{mark}{}{level}: {}", block.kind, block.text)
        };
        blocks(&Dom::parse(page), &regions, None).unwrap().iter().map(row).collect()
    }

    #[test]
    fn kinds() {
        let page = "<h3>A</h3>b <b>c</b><ul><li>d<p>e</ul><blockquote><p>f</blockquote><pre>g\n  h</pre>\
            <table><caption>i<tr><td>j<td>k<tr><td>l</table><figure><figcaption>m</figure>";
        assert_eq!(
            listing(page, ""),
            [
                "+heading3: A",
                "+paragraph: b c",
                "+list-item: d",
                "+list-item: e",
                "+quote: f",
                "+code: g\n  h",
                "+table: i\nj\tk\nl",
                "+caption: m",
            ]
        );
        assert_eq!(
            listing("<table><tr><td><h2>a</h2>b<td>c</table>", ""),
            ["+heading2: a", "+paragraph: b", "+paragraph: c"]
        );
    }

    #[test]
    fn what_goes_is_a_block_of_its_own() {
        assert_eq!(listing("<p>a b c", "b "), ["+paragraph: a", "-paragraph: b", "+paragraph: c"]);
        assert_eq!(listing("<ul><li>a<li>b</ul>", "<li>a"), ["-list-item: a", "+list-item: b"]);
    }

    #[test]
    fn posts_are_numbered() {
        let head = |name: &str| format!("<b class=author>{name}</b> <time datetime=2026-05-01>May</time>");
        let inner = format!("<li class=comment>{}<p>Yes.</li>", head("Bo"));
        let page = format!("<p>a<ul><li class=comment>{}<p>No?<ul>{inner}</ul></li></ul><p>b", head("Ada"));
        let found = blocks(&Dom::parse(page), &Regions::new(), None).unwrap();
        let rows: Vec<_> = found
            .iter()
            .map(|block| {
                let post = block.post.as_ref();
                let post = post.map(|post| (post.number, post.within, &*post.author, &*post.date));
                (block.kind, &*block.text, post)
            })
            .collect();
        let (ada, bo) = ((1, None, "Ada", "2026-05-01"), (2, Some(1), "Bo", "2026-05-01"));
        let paragraph = BlockKind::Paragraph;
        assert_eq!(
            rows,
            [
                (paragraph, "a", None),
                (paragraph, "Ada May", Some(ada)),
                (paragraph, "No?", Some(ada)),
                (paragraph, "Bo May", Some(bo)),
                (paragraph, "Yes.", Some(bo)),
                (paragraph, "b", None),
            ]
        );
    }

    #[test]
    fn links_are_of_their_block() {
        let dom = Dom::parse("<base href=/x/><a href=y><p>one <b>two</b><p>three</a> <a>no</a>");
        let found = blocks(&dom, &Regions::new(), Some("http://a.example/")).unwrap();
        let links: Vec<_> =
            found.iter().flat_map(|block| &block.links).map(|link| (link.text.as_str(), link.url.as_str())).collect();
        let url = "http://a.example/x/y";
        assert_eq!(links, [("one two", url), ("three", url)]);
    }
}
