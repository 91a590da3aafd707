//! What a page says and shows that metadata is read from, collected in one walk.

use std::sync::{LazyLock, OnceLock};

use aho_corasick::{AhoCorasick, AhoCorasickBuilder};
use dom::{Dom, Namespace, NodeId, Tag};
use rustc_hash::FxHashMap;

use super::attribute;
use crate::{
    dates::DatedTexts,
    json_ld::Things,
    text::{below, squeeze, tidy},
};

/// The most candidates of a kind that are kept. Pages with more of them are lists. Chosen: by eye.
const MAX_CANDIDATES: usize = 60;
/// The most microdata properties of all kinds that are kept. Chosen: by eye.
const MAX_ITEMS: usize = 20 * MAX_CANDIDATES;
/// The total size of the JSON-LD scripts that are read, in bytes. Chosen: by eye.
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

/// What a page says and shows that metadata is read from: its `<meta>` elements and links, and where its headings,
/// dates and names are. They belong to the tree that they were read from.
///
/// [`Signs::of`](crate::Signs::of) and [`MetadataOptions::facts`](crate::MetadataOptions::facts) take it. Whoever learns from a page and
/// reads it later has it collected once.
///
/// # Examples
///
/// ```
/// use metadata::{Facts, MetadataOptions};
///
/// let dom = dom::Dom::parse("<title>Tides</title><h1>Tides</h1><p>They rose.");
/// let facts = Facts::read(&dom);
/// let found = metadata::read(&dom, &MetadataOptions::new().facts(&facts));
/// assert_eq!(found, metadata::read(&dom, &MetadataOptions::new()));
/// ```
#[derive(Debug, Default)]
pub struct Facts {
    pub(crate) lang: Option<String>,
    pub(crate) title: Option<String>,
    pub(crate) metas: Vec<Meta>,
    /// The relation of each `<link>` and `<a>` that has a known one, with its address or, for tags and categories,
    /// its text.
    pub(crate) links: Vec<(String, String)>,
    /// The scripts with JSON-LD, which only some callers parse.
    scripts: Vec<NodeId>,
    pub(crate) headings: Vec<NodeId>,
    pub(crate) second_headings: Vec<NodeId>,
    /// Headings of any rank below the first, in document order.
    pub(super) lower_headings: Vec<NodeId>,
    pub(crate) times: Vec<NodeId>,
    /// The properties of microdata: the name of each, and its element.
    pub(crate) items: Vec<(String, NodeId)>,
    /// The types of `itemscope` elements.
    pub(crate) types: Vec<String>,
    pub(crate) author_links: Vec<NodeId>,
    pub(crate) bylines: Vec<NodeId>,
    pub(crate) datelines: Vec<NodeId>,
    /// The short texts with dates, once they are looked for.
    pub(crate) dated_texts: OnceLock<DatedTexts>,
}

impl Facts {
    /// Collects what a page says and shows.
    ///
    /// # Complexity
    ///
    /// Linear in the page.
    #[must_use]
    pub fn read(dom: &Dom<'_>) -> Facts {
        #[cfg(feature = "counters")]
        dom::counters::count_step("facts");
        let mut page = Facts::default();
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
                    page.meta(dom, node);
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
                    page.link(dom, node);
                    continue;
                }
                Tag::SCRIPT => {
                    let is_data = dom
                        .attribute(node, "type")
                        .is_some_and(|kind| kind.trim().to_ascii_lowercase().starts_with("application/ld+json"));
                    if is_data {
                        page.scripts.push(node);
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
            page.attributes(dom, node, &mut hints);
        }
        page
    }

    /// Parses the page's JSON-LD.
    pub(crate) fn things(&self, dom: &Dom<'_>) -> Things {
        let mut things = Things::default();
        let mut n_bytes = 0;
        for script in self.scripts.iter().map(|&node| raw_text(dom, node)) {
            n_bytes += script.len();
            if n_bytes <= MAX_SCRIPTS {
                things.read(&script);
            }
        }
        things
    }

    fn item(&mut self, property: &str, node: NodeId) {
        if self.items.len() < MAX_ITEMS {
            self.items.push((property.to_owned(), node));
        }
    }

    fn meta(&mut self, dom: &Dom<'_>, node: NodeId) {
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

    fn link(&mut self, dom: &Dom<'_>, node: NodeId) {
        if let Some(prop) = attribute(dom, node, "itemprop") {
            self.item(&prop, node);
        }
        let Some(rel) = dom.attribute(node, "rel").map(|rel| lower(&tidy(&rel))) else {
            return;
        };
        // Most links are to style sheets, whose long addresses nobody needs.
        if matches!(rel.as_str(), "canonical" | "license" | "image_src" | "author")
            && let Some(href) = attribute(dom, node, "href")
        {
            self.links.push((rel, href));
        }
    }

    fn anchor(&mut self, dom: &Dom<'_>, node: NodeId, rel: &str) {
        let rel = lower(rel);
        let says = |word: &str| rel.split(' ').any(|one| one == word);
        if says("author") {
            keep(&mut self.author_links, node);
        }
        for word in ["license", "tag", "category"] {
            if says(word) && self.links.len() < MAX_CANDIDATES {
                let value = match word {
                    "license" => attribute(dom, node, "href").unwrap_or_default(),
                    _ => below(dom, node, 100),
                };
                self.links.push((word.to_owned(), value));
            }
        }
    }

    fn attributes<'d>(&mut self, dom: &'d Dom<'_>, node: NodeId, hints: &mut Hints<'d>) {
        for attribute in dom.attributes(node) {
            let is = |name: &str| attribute.name().eq_ignore_ascii_case(name);
            // Attributes are told apart by the length of their names first, which is cheaper than comparing them with
            // all names.
            match attribute.name_range().len() {
                2 if is("id") => {}
                3 if is("rel") => {
                    if dom.tag(node) == Tag::A {
                        self.anchor(dom, node, &attribute.value());
                    }
                    continue;
                }
                5 if is("class") => {}
                8 if is("itemprop") => {
                    for prop in attribute.value().split_ascii_whitespace() {
                        self.item(prop, node);
                    }
                    continue;
                }
                8 if is("itemtype") => {
                    if self.types.len() < MAX_CANDIDATES {
                        self.types.push(attribute.value().trim().to_owned());
                    }
                    continue;
                }
                // Custom elements show a date in the reader's own format: `<relative-time datetime=…>`. `<ins>` and
                // `<del>` date an edit of the text.
                8 if is("datetime") => {
                    if !matches!(dom.tag(node), Tag::TIME | Tag::INS | Tag::DEL) {
                        keep(&mut self.times, node);
                    }
                    continue;
                }
                11 if is("data-testid") => {}
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
    let mut value = squeeze(value);
    value.make_ascii_lowercase();
    value
}

fn raw_text(dom: &Dom<'_>, node: NodeId) -> String {
    dom.children(node).map(|child| dom.text(child)).collect()
}
