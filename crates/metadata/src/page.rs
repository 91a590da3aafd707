//! One walk over a page that collects everything that metadata is read from.

mod others;

use std::{
    cell::{OnceCell, RefCell},
    collections::HashMap,
    ops::Range,
    sync::LazyLock,
};

use aho_corasick::{AhoCorasick, AhoCorasickBuilder};
use dom::{Dom, Namespace, NodeId, Tag};
use rustc_hash::FxHashMap;

use crate::{
    json_ld::Things,
    teasers,
    text::{below, squeeze, tidy},
};

/// The most candidates of a kind that are kept. Pages with more of them are lists.
const MAX_CANDIDATES: usize = 60;
/// The total size of the JSON-LD scripts that are read, in bytes.
const MAX_SCRIPTS: usize = 2 << 20;

/// Parts of a class or id that suggest a byline (first list) or a date (second list).
const BYLINE_HINTS: &[&str] = &["author", "byline", "by-line", "writer", "autor", "auteur", "contributor"];
const DATE_HINTS: &[&str] = &["date", "publish", "posted", "timestamp", "time-stamp", "datum", "fecha", "data-pub"];

static HINTS: LazyLock<AhoCorasick> = LazyLock::new(|| {
    AhoCorasickBuilder::new()
        .ascii_case_insensitive(true)
        .build(BYLINE_HINTS.iter().chain(DATE_HINTS))
        .expect("a few words are within the limits of an automaton")
});

/// What each class and id of a page suggests. Values are cached, because elements of the same kind repeat them.
#[derive(Default)]
struct Hints<'d> {
    known: FxHashMap<&'d str, (bool, bool)>,
}

impl<'d> Hints<'d> {
    /// Returns whether a value suggests a byline, and whether it suggests a date.
    fn of(&mut self, value: &'d str) -> (bool, bool) {
        *self.known.entry(value).or_insert_with(|| {
            let (mut is_byline, mut is_dateline) = (false, false);
            for found in HINTS.find_iter(value) {
                let is_of_byline = found.pattern().as_usize() < BYLINE_HINTS.len();
                is_byline |= is_of_byline;
                is_dateline |= !is_of_byline;
            }
            (is_byline, is_dateline)
        })
    }
}

/// A `<meta>` element: its name in lower case, and its value.
#[derive(Debug)]
pub(crate) struct Meta {
    pub(crate) name: String,
    pub(crate) content: String,
}

/// Everything on a page that metadata is read from.
#[derive(Debug)]
pub(crate) struct PageFacts<'d, 's> {
    pub(crate) dom: &'d Dom<'s>,
    pub(crate) lang: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) metas: Vec<Meta>,
    /// The relation of each `<link>` and `<a>` that has a known one, with its address or, for tags and categories,
    /// its text.
    pub(crate) links: Vec<(String, String)>,
    pub(crate) things: Things,
    pub(crate) headings: Vec<NodeId>,
    pub(crate) second_headings: Vec<NodeId>,
    /// Headings of any rank below the first, in document order.
    lower_headings: Vec<NodeId>,
    pub(crate) times: Vec<NodeId>,
    /// The properties of microdata: the name of each, and its element.
    pub(crate) items: Vec<(String, NodeId)>,
    /// The types of `itemscope` elements.
    pub(crate) types: Vec<String>,
    pub(crate) author_links: Vec<NodeId>,
    pub(crate) bylines: Vec<NodeId>,
    pub(crate) datelines: Vec<NodeId>,
    known: Known,
}

/// Cached answers about the ancestors of candidates. Many candidates may have the same ancestors, and these may have
/// many attributes and long classes.
#[derive(Debug, Default)]
struct Known {
    headline: OnceCell<Option<NodeId>>,
    teasers: OnceCell<Vec<Range<usize>>>,
    of_others: RefCell<HashMap<NodeId, bool>>,
    foreign: RefCell<HashMap<NodeId, bool>>,
    foreign_ends: OnceCell<Vec<usize>>,
    scopes: RefCell<HashMap<NodeId, bool>>,
    parts: RefCell<HashMap<NodeId, String>>,
}

impl<'d, 's> PageFacts<'d, 's> {
    pub(crate) fn read(dom: &'d Dom<'s>) -> PageFacts<'d, 's> {
        let mut page = PageFacts {
            dom,
            lang: None,
            title: None,
            metas: Vec::new(),
            links: Vec::new(),
            things: Things::default(),
            headings: Vec::new(),
            second_headings: Vec::new(),
            lower_headings: Vec::new(),
            times: Vec::new(),
            items: Vec::new(),
            types: Vec::new(),
            author_links: Vec::new(),
            bylines: Vec::new(),
            datelines: Vec::new(),
            known: Known::default(),
        };
        let mut n_script_bytes = 0;
        let mut hints = Hints::default();
        for node in dom.nodes() {
            // Implied elements have no attributes. A copy repeats the attributes of an element that was already read.
            if dom.start_tag(node).is_none() || dom.is_copy(node) {
                continue;
            }
            let is_html = dom.namespace(node) == Namespace::Html;
            match dom.tag(node) {
                Tag::HTML => page.lang = attribute(dom, node, "lang"),
                Tag::META => {
                    page.meta(node);
                    // `<meta>`, `<link>` and `<script>` hold nothing visible, so that their classes announce no
                    // byline.
                    continue;
                }
                // An `<svg>` may have a `<title>` as well, which is in another namespace. Only the first title is
                // that of the page.
                Tag::TITLE if is_html && page.title.is_none() => {
                    page.title = Some(squeeze(&raw_text(dom, node))).filter(|it| !it.is_empty());
                }
                Tag::LINK => {
                    page.link(node);
                    continue;
                }
                Tag::SCRIPT => {
                    let is_data = dom
                        .attribute(node, "type")
                        .is_some_and(|kind| kind.trim().to_ascii_lowercase().starts_with("application/ld+json"));
                    if is_data {
                        let script = raw_text(dom, node);
                        n_script_bytes += script.len();
                        if n_script_bytes <= MAX_SCRIPTS {
                            page.things.read(&script);
                        }
                    }
                    continue;
                }
                Tag::H1 => keep(&mut page.headings, node),
                Tag::H2 => {
                    keep(&mut page.second_headings, node);
                    keep(&mut page.lower_headings, node);
                }
                Tag::H3 | Tag::H4 | Tag::H5 | Tag::H6 => keep(&mut page.lower_headings, node),
                Tag::TIME => keep(&mut page.times, node),
                _ => {}
            }
            page.attributes(node, &mut hints);
        }
        page
    }

    /// Returns the values of the `<meta>` elements with this name.
    pub(crate) fn metas<'p>(&'p self, name: &'p str) -> impl Iterator<Item = &'p str> + 'p {
        self.metas.iter().filter(move |meta| meta.name == name).map(|meta| meta.content.as_str())
    }

    /// Returns the value of a `<meta>` element. The first of the names for which there is one wins.
    pub(crate) fn meta_of(&self, names: &[&str]) -> Option<&str> {
        names.iter().find_map(|name| {
            let found = self.metas.iter().find(|meta| meta.name == *name);
            found.map(|meta| meta.content.as_str())
        })
    }

    /// Returns the values of a microdata property: of the attribute that is meant for machines, or else the text.
    pub(crate) fn items<'p>(&'p self, name: &'p str) -> impl Iterator<Item = String> + 'p {
        self.items
            .iter()
            .filter(move |(of, _)| of == name)
            .map(|(_, node)| self.value(*node))
            .filter(|value| !value.is_empty())
    }

    /// Returns the value of a microdata element.
    pub(crate) fn value(&self, node: NodeId) -> String {
        let (dom, tag) = (self.dom, self.dom.tag(node));
        let names: &[&str] = match tag {
            Tag::META => &["content"],
            Tag::TIME => &["datetime", "content"],
            Tag::A | Tag::LINK => &["content", "href"],
            Tag::IMG => &["src"],
            _ => &["content", "datetime"],
        };
        let said = names.iter().find_map(|name| attribute(dom, node, name));
        said.unwrap_or_else(|| below(dom, node, 300))
    }

    /// Returns whether the names of the elements around a node say that it is not part of the main text.
    pub(crate) fn is_aside(&self, node: NodeId) -> bool {
        self.dom
            .ancestors(node)
            .any(|above| matches!(self.dom.tag(above), Tag::NAV | Tag::FOOTER | Tag::ASIDE | Tag::DIALOG))
    }

    /// Returns whether a node belongs to one of several teasers of other pages.
    pub(crate) fn is_teaser(&self, node: NodeId) -> bool {
        // Teasers are found when the first candidate asks for them. Many pages have no candidates.
        let teasers = &self.known.teasers;
        let teasers = teasers.get_or_init(|| teasers::find(self, &self.lower_headings));
        // The ranges are sorted and disjoint, so that binary search finds the only one that can contain the node.
        let next = teasers.partition_point(|teaser| teaser.end <= node.index());
        (teasers.get(next)).is_some_and(|teaser| teaser.contains(&node.index()))
    }

    /// Returns the first `<h1>` that is part of the main text.
    pub(crate) fn headline(&self) -> Option<NodeId> {
        let mut headings = self.headings.iter().copied();
        let headline = &self.known.headline;
        *headline.get_or_init(|| headings.find(|&heading| !self.is_aside(heading)))
    }

    /// Returns the headline, or else the first `<h2>`, and the number of the node after its end.
    pub(crate) fn first_heading(&self) -> Option<(NodeId, usize)> {
        let heading = self.headline().or(self.second_headings.first().copied())?;
        Some((heading, self.dom.subtree_end(heading)))
    }

    /// Returns the microdata item (`itemscope`) that a node is a property of.
    pub(crate) fn scope(&self, node: NodeId) -> Option<NodeId> {
        let mut known = self.known.scopes.borrow_mut();
        let mut is_scope = |above: NodeId| {
            let has_scope = || self.dom.attribute(above, "itemscope").is_some();
            *known.entry(above).or_insert_with(has_scope)
        };
        self.dom.ancestors(node).find(|&above| is_scope(above))
    }

    /// Returns the part of a place that stands for an element. It is made once per element.
    pub(crate) fn part_of_place(&self, element: NodeId, make: impl FnOnce(&Dom<'_>) -> String) -> String {
        let mut known = self.known.parts.borrow_mut();
        let part = known.entry(element).or_insert_with(|| make(self.dom));
        part.clone()
    }

    fn item(&mut self, property: &str, node: NodeId) {
        if self.items.len() < 20 * MAX_CANDIDATES {
            self.items.push((property.to_owned(), node));
        }
    }

    fn meta(&mut self, node: NodeId) {
        let dom = self.dom;
        let mut content = None;
        let mut names: [Option<String>; 3] = [None, None, None];
        for attribute in dom.attributes(node) {
            let name = attribute.name();
            if name.eq_ignore_ascii_case("content") {
                content = Some(tidy(&attribute.value()));
            } else if name.eq_ignore_ascii_case("name") {
                names[0] = Some(lower(&attribute.value()));
            } else if name.eq_ignore_ascii_case("property") {
                names[1] = Some(lower(&attribute.value()));
            } else if name.eq_ignore_ascii_case("http-equiv") {
                names[2] = Some(lower(&attribute.value()));
            } else if name.eq_ignore_ascii_case("itemprop") {
                self.item(attribute.value().trim(), node);
            }
        }
        // An empty `content` is a field that the author of the page left out, so that the next source is asked.
        let Some(content) = content.filter(|content| !content.is_empty()) else {
            return;
        };
        // One element may have several names: `<meta name="description" property="og:description">`.
        for name in names.into_iter().flatten() {
            self.metas.push(Meta { name, content: content.clone() });
        }
    }

    fn link(&mut self, node: NodeId) {
        let dom = self.dom;
        if let Some(prop) = attribute(dom, node, "itemprop") {
            self.item(&prop, node);
        }
        let (Some(rel), Some(href)) = (attribute(dom, node, "rel"), attribute(dom, node, "href")) else {
            return;
        };
        let rel = lower(&rel);
        if matches!(rel.as_str(), "canonical" | "license" | "image_src" | "author") {
            self.links.push((rel, href));
        }
    }

    fn anchor(&mut self, node: NodeId, rel: &str) {
        let rel = lower(rel);
        let says = |word: &str| rel.split(' ').any(|one| one == word);
        if says("author") {
            keep(&mut self.author_links, node);
        }
        for word in ["license", "tag", "category"] {
            if says(word) && self.links.len() < MAX_CANDIDATES {
                let value = match word {
                    "license" => attribute(self.dom, node, "href").unwrap_or_default(),
                    _ => below(self.dom, node, 100),
                };
                self.links.push((word.to_owned(), value));
            }
        }
    }

    fn attributes(&mut self, node: NodeId, hints: &mut Hints<'d>) {
        let dom = self.dom;
        for attribute in dom.attributes(node) {
            let name = attribute.name();
            // Attributes are told apart by the length of their names first, which is cheaper than comparing them with
            // all names.
            match name.len() {
                2 if name.eq_ignore_ascii_case("id") => {}
                3 if name.eq_ignore_ascii_case("rel") => {
                    if dom.tag(node) == Tag::A {
                        self.anchor(node, &attribute.value());
                    }
                    continue;
                }
                5 if name.eq_ignore_ascii_case("class") => {}
                8 if name.eq_ignore_ascii_case("itemprop") => {
                    for prop in attribute.value().split_ascii_whitespace() {
                        self.item(prop, node);
                    }
                    continue;
                }
                8 if name.eq_ignore_ascii_case("itemtype") => {
                    if self.types.len() < MAX_CANDIDATES {
                        self.types.push(attribute.value().trim().to_owned());
                    }
                    continue;
                }
                // Custom elements show a date in the reader's own format: `<relative-time datetime=…>`. `<ins>` and
                // `<del>` date an edit of the text.
                8 if name.eq_ignore_ascii_case("datetime") => {
                    if !matches!(dom.tag(node), Tag::TIME | Tag::INS | Tag::DEL) {
                        keep(&mut self.times, node);
                    }
                    continue;
                }
                11 if name.eq_ignore_ascii_case("data-testid") => {}
                _ => continue,
            }
            let (is_byline, is_dateline) = hints.of(attribute.raw_value());
            for (is_hinted, kept) in [(is_byline, &mut self.bylines), (is_dateline, &mut self.datelines)] {
                // Class and id of one element may both announce a byline.
                if is_hinted && kept.last() != Some(&node) {
                    keep(kept, node);
                }
            }
        }
    }
}

fn keep(kept: &mut Vec<NodeId>, node: NodeId) {
    if kept.len() < MAX_CANDIDATES {
        kept.push(node);
    }
}

fn lower(value: &str) -> String {
    squeeze(value).to_ascii_lowercase()
}

/// Returns the tidied value of an attribute, or `None` if it is empty.
pub(crate) fn attribute(dom: &Dom<'_>, node: NodeId, name: &str) -> Option<String> {
    let value = dom.attribute(node, name)?;
    Some(tidy(&value)).filter(|value| !value.is_empty())
}

fn raw_text(dom: &Dom<'_>, node: NodeId) -> String {
    dom.children(node).map(|child| dom.text(child)).collect()
}
