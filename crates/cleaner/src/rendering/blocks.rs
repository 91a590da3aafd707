//! A page as a row of blocks: what stays and what goes, in order.

use std::{fmt, ops::Range};

use dom::{Dom, NodeId, NodeKind, Tag};
use serde::{Deserialize, Serialize};

use super::{
    dropped::Dropped,
    markdown::{Survey, address},
    text::decode,
    visibility::{Visibility, is_block, is_preformatted},
};
use crate::{
    Regions,
    regions::cuts::{Cuts, Part},
};

/// What a block is.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum BlockKind {
    /// A heading.
    Heading,
    /// Running text, and all that is nothing else.
    Paragraph,
    /// An item of a list, or a part of one between lists in it.
    ListItem,
    /// A table of data, as lines of cells with tabs between. Tables that arrange a page are not blocks.
    Table,
    /// Preformatted text.
    Code,
    /// A quotation.
    Quote,
    /// The caption of a figure or a table.
    Caption,
}

impl BlockKind {
    /// Returns the name, as JSON has it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            BlockKind::Heading => "heading",
            BlockKind::Paragraph => "paragraph",
            BlockKind::ListItem => "list-item",
            BlockKind::Table => "table",
            BlockKind::Code => "code",
            BlockKind::Quote => "quote",
            BlockKind::Caption => "caption",
        }
    }
}

impl fmt::Display for BlockKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A link in a block.
#[non_exhaustive]
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct BlockLink {
    /// The words that are linked; of a link over several blocks those in this one.
    pub text: String,
    /// Where it leads, absolute if the page's address is known.
    pub url: String,
}

/// A piece of a page that stands on lines of its own.
#[non_exhaustive]
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub struct Block {
    /// What it is.
    pub kind: BlockKind,
    /// Of a heading: 1 to 6.
    pub level: Option<u8>,
    /// From its first to behind its last byte of text in the page's source.
    pub range: Range<usize>,
    /// What it says: white space single, but for code and the lines of a table.
    pub text: String,
    /// The links in it.
    pub links: Vec<BlockLink>,
    /// Whether it stays. A block of which a part goes comes as several.
    pub kept: bool,
}

/// Returns the blocks of a page in the order of its tree, those that go among them.
///
/// The letters of the blocks that stay are those of [`text`](crate::text), in the same order, and so are the words, but
/// for those that a region cuts in two. `url` is the page's own address, which makes the targets of links absolute.
///
/// # Complexity
///
/// As [`text`](crate::text).
///
/// # Panics
///
/// Never.
///
/// # Examples
///
/// ```
/// use cleaner::{BlockKind, Regions};
/// use dom::Dom;
///
/// let dom = Dom::parse("<nav>Menu</nav><h2>Tides</h2><p>High and <a href=/low>low</a>.");
/// let blocks = cleaner::blocks(&dom, &Regions::from_ranges([0..15]), Some("https://a.example/"));
/// let kinds: Vec<_> = blocks.iter().map(|block| (block.kind, block.kept, block.text.as_str())).collect();
/// assert_eq!(kinds, [
///     (BlockKind::Paragraph, false, "Menu"),
///     (BlockKind::Heading, true, "Tides"),
///     (BlockKind::Paragraph, true, "High and low."),
/// ]);
/// assert_eq!(blocks[1].level, Some(2));
/// assert_eq!(blocks[2].links[0].url, "https://a.example/low");
/// ```
#[must_use]
pub fn blocks(dom: &Dom<'_>, regions: &Regions, url: Option<&str>) -> Vec<Block> {
    let visibility = Visibility::default();
    let mut dropped = Dropped::new(dom);
    let mut walk = Walk {
        base: Survey::of(dom).base(dom, url),
        blocks: Vec::new(),
        open: None,
        link: None,
    };
    let mut cuts = Cuts::new(dom.source(), regions);
    // What is around, from the outside inwards: where it ends, and what text in it is.
    let mut around: Vec<(usize, Context)> = Vec::new();
    let mut at = 0;
    while let Some(node) = dom.get(at) {
        while let Some((_, ended)) = around.pop_if(|(end, _)| *end <= at) {
            walk.leave(ended);
        }
        if walk.link.as_ref().is_some_and(|(end, _)| *end <= at) {
            walk.link = None;
        }
        at += 1;
        match dom.kind(node) {
            NodeKind::Element if visibility.hides(dom, node) || dropped.is_dropped(node) => {
                at = dom.subtree_end(node);
            }
            NodeKind::Element => {
                let end = dom.subtree_end(node);
                let outer = around
                    .last()
                    .map_or(Context::RUNNING, |(_, context)| *context);
                match dom.tag(node) {
                    Tag::A => {
                        let target = dom
                            .attribute(node, "href")
                            .filter(|target| !target.trim().is_empty());
                        walk.link = target.map(|target| (end, walk.absolute(target.trim())));
                    }
                    Tag::BR => walk.space(outer),
                    _ if is_block(dom, node) => {
                        let context = outer.within(dom, node);
                        walk.enter(outer, context);
                        around.push((end, context));
                    }
                    _ => {}
                }
            }
            NodeKind::Text | NodeKind::RawText => {
                let context = around
                    .last()
                    .map_or(Context::RUNNING, |(_, context)| *context);
                let range = dom.extent(node);
                if !cuts.touch(&range) {
                    walk.text(context, true, range, &dom.text(node));
                } else if dom.kind(node) == NodeKind::RawText {
                    let kept = !cuts.cover(&range);
                    walk.text(context, kept, range, &dom.text(node));
                } else {
                    cuts.split(range, |part| match part {
                        Part::Space(space) => {
                            walk.text(context, true, space.clone(), &dom.source()[space])
                        }
                        Part::Words(words) => {
                            walk.text(context, true, words.clone(), &decode(dom, node, words))
                        }
                        Part::Gone(gone) => {
                            walk.text(context, false, gone.clone(), &decode(dom, node, gone))
                        }
                    });
                }
            }
            _ => {}
        }
    }
    walk.flush();
    walk.blocks
}

/// What text is, by what it stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Context {
    kind: BlockKind,
    level: Option<u8>,
    /// Within a table of data: what its parts do to the line.
    cell: Option<char>,
    is_verbatim: bool,
}

impl Context {
    const RUNNING: Context = Context {
        kind: BlockKind::Paragraph,
        level: None,
        cell: None,
        is_verbatim: false,
    };

    /// Returns what text in a block is, that stands in this.
    fn within(self, dom: &Dom<'_>, node: NodeId) -> Context {
        let of = |kind: BlockKind| Context {
            kind,
            level: None,
            ..self
        };
        if self.kind == BlockKind::Table && self.cell.is_some() {
            // All of a table is one block.
            let cell = match dom.tag(node) {
                Tag::TD | Tag::TH => '\t',
                Tag::TR | Tag::CAPTION => '\n',
                _ => ' ',
            };
            return Context {
                cell: Some(cell),
                ..self
            };
        }
        if is_preformatted(dom, node) {
            return Context {
                is_verbatim: true,
                ..of(BlockKind::Code)
            };
        }
        match dom.tag(node) {
            Tag::H1 | Tag::H2 | Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => Context {
                kind: BlockKind::Heading,
                level: dom.name(node)[1..].parse().ok(),
                ..self
            },
            Tag::LI | Tag::DT | Tag::DD => of(BlockKind::ListItem),
            Tag::BLOCKQUOTE => of(BlockKind::Quote),
            Tag::FIGCAPTION | Tag::CAPTION => of(BlockKind::Caption),
            Tag::TABLE if is_data(dom, node) => Context {
                cell: Some('\n'),
                ..of(BlockKind::Table)
            },
            Tag::TABLE => Context::RUNNING,
            _ => self,
        }
    }
}

/// Returns whether a table holds data: rows of cells that hold running text alone.
fn is_data(dom: &Dom<'_>, table: NodeId) -> bool {
    let mut has_cells = false;
    for node in dom.descendants(table) {
        match dom.tag(node) {
            Tag::TABLE
            | Tag::H1
            | Tag::H2
            | Tag::H3
            | Tag::PRE
            | Tag::FORM
            | Tag::ARTICLE
            | Tag::SECTION => return false,
            Tag::TD | Tag::TH => has_cells = true,
            _ => {}
        }
    }
    has_cells
}

/// A block that is being written.
struct Open {
    context: Context,
    kept: bool,
    range: Range<usize>,
    text: String,
    /// What separates the next word from the last one.
    gap: Option<char>,
    links: Vec<BlockLink>,
    /// The link that the last one of `links` is.
    link: Option<usize>,
}

struct Walk {
    base: Option<String>,
    blocks: Vec<Block>,
    open: Option<Open>,
    /// Where the link around ends, and where it leads.
    link: Option<(usize, String)>,
}

impl Walk {
    fn absolute(&self, target: &str) -> String {
        match &self.base {
            Some(base) => address::resolve(base, target),
            None => target.to_owned(),
        }
    }

    fn enter(&mut self, outer: Context, inner: Context) {
        match inner.cell.filter(|_| outer.cell.is_some()) {
            Some(gap) => self.gap(gap),
            None => self.flush(),
        }
    }

    fn leave(&mut self, ended: Context) {
        match ended.cell {
            // The end of a cell separates no more than the start of the next one.
            Some(_)
                if self
                    .open
                    .as_ref()
                    .is_some_and(|open| open.context.cell.is_some()) =>
            {
                self.gap(' ')
            }
            _ => self.flush(),
        }
    }

    fn space(&mut self, context: Context) {
        self.gap(if context.is_verbatim { '\n' } else { ' ' });
    }

    /// Separates what comes; a line feed is more than a tab, and a tab more than a space.
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

    fn text(&mut self, context: Context, kept: bool, range: Range<usize>, text: &str) {
        let is_same = |open: &Open| {
            open.kept == kept
                && (open.context == context
                    || open.context.cell.is_some() && context.cell.is_some())
        };
        if text.trim().is_empty() {
            if context.is_verbatim
                && let Some(open) = self.open.as_mut().filter(|open| is_same(open))
            {
                open.text.push_str(text);
            } else {
                self.gap(' ');
            }
            return;
        }
        if self.open.as_ref().is_some_and(|open| !is_same(open)) {
            self.flush();
        }
        let open = self.open.get_or_insert_with(|| Open {
            context,
            kept,
            range: range.clone(),
            text: String::new(),
            gap: None,
            links: Vec::new(),
            link: None,
        });
        open.range.start = open.range.start.min(range.start);
        open.range.end = open.range.end.max(range.end);
        let start = open.text.len();
        if context.is_verbatim {
            if let Some(gap) = open.gap.take() {
                open.text.push(gap);
            }
            open.text.push_str(text);
        } else {
            if text.starts_with(char::is_whitespace) {
                open.gap = open.gap.or(Some(' '));
            }
            for word in text.split_whitespace() {
                if let Some(gap) = open.gap.take().filter(|_| !open.text.is_empty()) {
                    open.text.push(gap);
                }
                open.text.push_str(word);
                open.gap = Some(' ');
            }
            if !text.ends_with(char::is_whitespace) {
                open.gap = None;
            }
        }
        let Some((end, url)) = &self.link else {
            return;
        };
        let said = open.text[start..].trim();
        match open.links.last_mut().filter(|_| open.link == Some(*end)) {
            Some(link) => {
                if open.text[start..].starts_with(char::is_whitespace) {
                    link.text.push(' ');
                }
                link.text.push_str(said);
            }
            None => {
                open.links.push(BlockLink {
                    text: said.to_owned(),
                    url: url.clone(),
                });
                open.link = Some(*end);
            }
        }
    }

    fn flush(&mut self) {
        let Some(open) = self.open.take() else {
            return;
        };
        self.blocks.push(Block {
            kind: open.context.kind,
            level: open.context.level,
            range: open.range,
            text: match open.context.is_verbatim {
                true => open.text.trim_matches(['\n', '\r']).trim_end().to_owned(),
                false => open.text,
            },
            links: open.links,
            kept: open.kept,
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
            let level = block
                .level
                .map(|level| level.to_string())
                .unwrap_or_default();
            format!("{mark}{}{level}: {}", block.kind, block.text)
        };
        blocks(&Dom::parse(page), &regions, None)
            .iter()
            .map(row)
            .collect()
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
        assert_eq!(
            listing("<p>a b c", "b "),
            ["+paragraph: a", "-paragraph: b", "+paragraph: c"]
        );
        assert_eq!(
            listing("<ul><li>a<li>b</ul>", "<li>a"),
            ["-list-item: a", "+list-item: b"]
        );
    }

    #[test]
    fn links_are_of_their_block() {
        let dom = Dom::parse("<base href=/x/><a href=y><p>one <b>two</b><p>three</a> <a>no</a>");
        let found = blocks(&dom, &Regions::new(), Some("http://a.example/"));
        let links: Vec<_> = found
            .iter()
            .flat_map(|block| &block.links)
            .map(|link| (link.text.as_str(), link.url.as_str()))
            .collect();
        let url = "http://a.example/x/y";
        assert_eq!(links, [("one two", url), ("three", url)]);
    }
}
