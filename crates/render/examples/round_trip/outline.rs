//! What a page is made of: its headings, links, items, code blocks and cells, as a reader counts them.
//!
//! An outline is made of HTML, whoever wrote it: the page as it is, or what a parser of
//! Markdown makes of the page's Markdown. It knows nothing of how Markdown is written.

use std::collections::BTreeMap;

use dom::{Dom, NodeId, NodeKind, Tag};
use pulldown_cmark::{Options, Parser, html};
use render::{MarkdownOptions, Regions};

/// The parts of a page that are counted. The last two are what Markdown mostly has nothing for: code
/// blocks have no links, and lists in cells are lines.
pub(crate) const KINDS: [&str; 9] = [
    "headings",
    "links",
    "items",
    "code blocks",
    "cells",
    "tables",
    "headers",
    "links in code blocks",
    "items in cells",
];

const HEADINGS: [Tag; 7] = [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6, Tag::PRE];

const LISTS: [Tag; 4] = [Tag::UL, Tag::OL, Tag::MENU, Tag::DIR];

/// How often each part occurs, by its kind and its letters and digits.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Outline(BTreeMap<(usize, String), usize>);

impl Outline {
    /// Reads the outline of a page. Of its tables only those count that say that they hold data:
    /// others may be there for the layout.
    pub(crate) fn of_html(source: &str) -> Outline {
        Outline::of(source, false)
    }

    /// Reads the outline of Markdown, as a parser of CommonMark with GitHub's extensions does.
    pub(crate) fn of_markdown(markdown: &str) -> Outline {
        Outline::of(&rendered(markdown), true)
    }

    fn of(source: &str, counts_all: bool) -> Outline {
        let dom = Dom::parse(source);
        let shown = Shown::of(&dom);
        let mut outline = Outline::default();
        for node in dom.nodes().filter(|&node| shown.stays(node)) {
            let add = |outline: &mut Outline, kind: usize, key: String| {
                if !key.is_empty() {
                    *outline.0.entry((kind, key)).or_default() += 1;
                }
            };
            match dom.tag(node) {
                // A heading in another is part of it.
                tag if tag.is_heading() && !is_in(&dom, node, &HEADINGS) => {
                    add(&mut outline, 0, shown.letters(node, &[]));
                }
                Tag::A if shown.leads(node) => {
                    let kind = if is_in(&dom, node, &[Tag::PRE]) { 7 } else { 1 };
                    add(&mut outline, kind, address(&dom, node));
                }
                _ if is_item(&dom, node) => {
                    let table = (dom.ancestors(node)).find(|&above| dom.tag(above) == Tag::TABLE);
                    let in_cell = table.is_some_and(|table| counts_all || is_data(&dom, &shown, table));
                    let kind = if in_cell { 8 } else { 2 };
                    add(&mut outline, kind, shown.letters_of_item(node));
                }
                Tag::PRE if !is_in(&dom, node, &[Tag::PRE]) => {
                    add(&mut outline, 3, shown.letters(node, &[]));
                }
                Tag::TABLE if counts_all || is_data(&dom, &shown, node) => {
                    add(&mut outline, 5, shown.letters(node, &[Tag::CAPTION]));
                    add(&mut outline, 6, shown.header(node));
                    for cell in shown.cells(node) {
                        add(&mut outline, 4, shown.letters(cell, &[]));
                    }
                }
                _ => {}
            }
        }
        outline
    }

    /// Returns how many parts of a kind there are.
    pub(crate) fn count(&self, kind: usize) -> usize {
        let of_kind = self.0.iter().filter(|((one, _), _)| *one == kind);
        of_kind.map(|(_, n)| n).sum()
    }

    /// Returns the parts of a kind that another outline does not have, as often as they are missing.
    pub(crate) fn missing(&self, other: &Outline, kind: usize) -> Vec<(&str, usize)> {
        let of_kind = self.0.iter().filter(|((one, _), _)| *one == kind);
        let missing = of_kind.map(|(key, n)| {
            let there = other.0.get(key).copied().unwrap_or(0);
            (key.1.as_str(), n.saturating_sub(there))
        });
        missing.filter(|(_, n)| *n > 0).collect()
    }
}

/// Returns the outlines of a page: of its HTML, and of its Markdown.
///
/// # Errors
///
/// Those of [`render::markdown`].
pub(crate) fn both(page: &str) -> Result<(Outline, Outline), render::Error> {
    // Addresses are compared as they are written in the page.
    let page = page.replace("<base", "<was-base").replace("<BASE", "<was-base");
    let dom = Dom::parse(&*page);
    let regions = Regions::new();
    let markdown = render::markdown(&dom, &regions, &MarkdownOptions::new())?;
    let html = render::html(&dom, &regions);
    Ok((Outline::of_html(&html), Outline::of_markdown(&markdown)))
}

/// Returns what a reader of Markdown sees, as HTML.
pub(crate) fn rendered(markdown: &str) -> String {
    let options = Options::ENABLE_TABLES
        | Options::ENABLE_STRIKETHROUGH
        | Options::ENABLE_TASKLISTS
        | Options::ENABLE_FOOTNOTES
        | Options::ENABLE_MATH
        | Options::ENABLE_GFM;
    let mut html = String::new();
    html::push_html(&mut html, Parser::new_ext(markdown, options));
    html
}

/// Which nodes of a page a reader sees and reads: no scripts, formulas, line numbers, permalinks.
struct Shown<'d> {
    dom: &'d Dom<'d>,
    stays: Vec<bool>,
}

impl Shown<'_> {
    fn of<'d>(dom: &'d Dom<'d>) -> Shown<'d> {
        let mut shown = Shown { dom, stays: vec![true; dom.len()] };
        let mut end = 0;
        for node in dom.nodes() {
            let at = node.index();
            if end <= at && dom.kind(node) == NodeKind::Element && shown.is_aside(node) {
                end = dom.subtree_end(node);
            }
            shown.stays[at] = end <= at;
        }
        shown
    }

    fn stays(&self, node: NodeId) -> bool {
        self.stays[node.index()]
    }

    /// Returns whether an element is not read: it is hidden, a formula, or furniture.
    fn is_aside(&self, node: NodeId) -> bool {
        let dom = self.dom;
        if dom.hides(node)
            || matches!(dom.tag(node), Tag::MATH | Tag::SCRIPT)
            || dom.tag(node) == Tag::TH && is_kind_of_callout(&text(dom, node))
        {
            return true;
        }
        if dom.start_tag(node).is_none_or(|tag| tag.len() < 8) {
            return false;
        }
        let class = dom.attribute(node, "class").unwrap_or_default();
        let class = class.to_ascii_lowercase();
        let is_one_of = |names: &[&str]| {
            let mut classes = class.split_ascii_whitespace();
            classes.any(|class| names.contains(&class))
        };
        // The mark of a callout says it.
        let is_title = class.contains("title") || class.contains("heading");
        if is_title && is_kind_of_callout(&text(dom, node)) {
            return true;
        }
        if is_one_of(&["math", "katex", "mathjax", "mwe-math-element", "mw-editsection", "footnote-definition-label"]) {
            return true;
        }
        let numbers = ["lineno", "linenos", "linenodiv", "line-numbers-rows"];
        if is_one_of(&numbers) || is_one_of(&["gutter", "lnt", "ln"]) {
            return !text(dom, node).contains(char::is_alphabetic);
        }
        if dom.tag(node) != Tag::A {
            return false;
        }
        let href = dom.attribute(node, "href").unwrap_or_default();
        let text = text(dom, node);
        let text = text.trim();
        // Signs that lead to a place, numbers of notes and their ways back.
        href.contains('#') && !text.is_empty() && !text.contains(char::is_alphanumeric)
            || href.starts_with('#') && href.len() > 1 && is_label(text)
    }

    /// Returns the letters and digits of an item without those of items in it, but with those behind
    /// it that are in the list and in no item.
    fn letters_of_item(&self, item: NodeId) -> String {
        let dom = self.dom;
        let mut end = dom.subtree_end(item);
        if dom.tag(item) == Tag::LI {
            while let Some(next) = dom.get(end)
                && dom.parent(next) == dom.parent(item)
                && !is_item(dom, next)
            {
                end = dom.subtree_end(next);
            }
        }
        let mut letters = String::new();
        let mut at = item.index() + 1;
        while at < end
            && let Some(below) = dom.get(at)
        {
            at += 1;
            if is_item(dom, below) {
                // What is behind an item in its list belongs to that.
                let list = dom.parent(below).filter(|_| dom.tag(below) == Tag::LI);
                at = dom.subtree_end(list.unwrap_or(below)).min(end);
            } else if self.stays(below) && dom.kind(below) == NodeKind::Text {
                let text = dom.text(below);
                letters.extend(text.chars().filter(|letter| letter.is_alphanumeric()));
            }
        }
        letters
    }

    /// Returns the visible letters and digits below a node, but for those in elements of these kinds.
    fn letters(&self, node: NodeId, without: &[Tag]) -> String {
        let mut letters = String::new();
        let mut at = node.index() + 1;
        while at < self.dom.subtree_end(node)
            && let Some(below) = self.dom.get(at)
        {
            at += 1;
            if without.contains(&self.dom.tag(below)) {
                at = self.dom.subtree_end(below);
            } else if self.stays(below) && matches!(self.dom.kind(below), NodeKind::Text | NodeKind::RawText) {
                let text = self.dom.text(below);
                letters.extend(text.chars().filter(|letter| letter.is_alphanumeric()));
            }
        }
        letters
    }

    /// Returns whether a link leads somewhere, and shows something that can be clicked on.
    fn leads(&self, link: NodeId) -> bool {
        let address = address(self.dom, link);
        let is_script = ["javascript:", "data:", "vbscript:", "about:"]
            .iter()
            .any(|scheme| address.to_ascii_lowercase().starts_with(scheme));
        let is_heading = |node: NodeId| self.dom.tag(node).is_heading();
        let in_heading = address.starts_with('#')
            && ((self.dom.ancestors(link)).any(is_heading) || self.dom.descendants(link).any(is_heading));
        !is_script && !matches!(&*address, "" | "#") && !in_heading && self.has_words(link)
    }

    fn has_words(&self, node: NodeId) -> bool {
        self.dom.descendants(node).any(|below| {
            self.stays(below)
                && self.dom.kind(below) == NodeKind::Text
                && (self.dom.text(below)).contains(|letter: char| !letter.is_whitespace())
        })
    }

    /// Returns the cells of a table, without those of tables inside.
    fn cells(&self, table: NodeId) -> impl Iterator<Item = NodeId> {
        let is_cell = |node: &NodeId| matches!(self.dom.tag(*node), Tag::TD | Tag::TH);
        let own = move |node: &NodeId| {
            let mut above = self.dom.ancestors(*node);
            above.find(|&above| self.dom.tag(above) == Tag::TABLE) == Some(table)
        };
        let below = self.dom.descendants(table).filter(|&node| self.stays(node));
        below.filter(is_cell).filter(own)
    }

    /// Returns what is in the first row that shows something, if it has nothing but header cells.
    fn header(&self, table: NodeId) -> String {
        let filled = || self.cells(table).filter(|&cell| self.has_words(cell));
        let row = filled().next().and_then(|first| self.dom.parent(first));
        let first = || filled().filter(|&cell| self.dom.parent(cell) == row);
        let is_header = |cell: NodeId| {
            let mut above = self.dom.ancestors(cell).take(2);
            self.dom.tag(cell) == Tag::TH || above.any(|above| self.dom.tag(above) == Tag::THEAD)
        };
        if !first().all(is_header) {
            return String::new();
        }
        first().map(|cell| self.letters(cell, &[])).collect()
    }
}

/// Returns whether an element is in one of these kinds.
fn is_in(dom: &Dom<'_>, node: NodeId, kinds: &[Tag]) -> bool {
    dom.ancestors(node).any(|above| kinds.contains(&dom.tag(above)))
}

/// Returns whether an element is an item of a list, or a definition below its term.
fn is_item(dom: &Dom<'_>, node: NodeId) -> bool {
    let Some(above) = dom.parent(node) else {
        return false;
    };
    let class = |node| dom.attribute(node, "class").unwrap_or_default();
    match dom.tag(node) {
        Tag::LI => is_in(dom, node, &LISTS),
        Tag::DD => {
            let mut before = dom.children(above).take_while(|&child| child != node);
            // Doxygen's callouts are lists.
            let is_callout = class(above)
                .strip_prefix("section ")
                .is_some_and(|kind| ["note", "warning", "attention", "remark"].contains(&kind));
            dom.tag(above) == Tag::DL && !is_callout && before.any(|child| dom.tag(child) == Tag::DT)
        }
        // A note that a parser of Markdown found.
        Tag::DIV => class(node) == "footnote-definition",
        _ => false,
    }
}

/// Returns whether a table says that it holds data: it has header cells, and rows and columns.
fn is_data(dom: &Dom<'_>, shown: &Shown<'_>, table: NodeId) -> bool {
    let role = dom.attribute(table, "role");
    let filled = || shown.cells(table).filter(|&cell| shown.has_words(cell));
    let rows: Vec<Option<NodeId>> = filled().map(|cell| dom.parent(cell)).collect();
    let n_rows = 1 + rows.windows(2).filter(|pair| pair[0] != pair[1]).count();
    role.is_none_or(|role| role != "presentation")
        && filled().any(|cell| dom.tag(cell) == Tag::TH)
        && n_rows > 1
        && n_rows < rows.len()
}

fn text(dom: &Dom<'_>, node: NodeId) -> String {
    let texts = dom.descendants(node).filter(|&one| dom.kind(one) == NodeKind::Text);
    texts.map(|one| dom.text(one)).collect()
}

/// Returns whether a text is no more than the name of a kind of callouts.
fn is_kind_of_callout(text: &str) -> bool {
    let text = text.trim_matches(|letter: char| !letter.is_alphanumeric());
    let kinds = ["note", "tip", "important", "warning", "caution"];
    kinds.iter().any(|kind| text.eq_ignore_ascii_case(kind))
}

/// Returns whether a text could be that of a reference to a note.
fn is_label(text: &str) -> bool {
    let text = text.trim_matches(['[', ']', '(', ')', ' ']);
    text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
        || text.starts_with("note") && text.len() <= 9
}

/// Returns where a link leads, however its letters are encoded.
fn address(dom: &Dom<'_>, link: NodeId) -> String {
    let href = dom.attribute(link, "href").unwrap_or_default();
    let href: String = (href.chars()).filter(|letter| !matches!(letter, '\t' | '\n' | '\r')).collect();
    let mut bytes = Vec::new();
    let mut rest = href.trim().as_bytes();
    while let Some((&first, behind)) = rest.split_first() {
        let code = behind.get(..2).and_then(|code| std::str::from_utf8(code).ok());
        match code.and_then(|code| u8::from_str_radix(code, 16).ok()) {
            Some(byte) if first == b'%' => {
                bytes.push(byte);
                rest = &behind[2..];
            }
            _ => {
                bytes.push(first);
                rest = behind;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
