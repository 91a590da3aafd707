//! Callouts: boxes that are marked as a note, a warning or the like.

use dom::{Dom, NodeId, NodeKind, Tag};

use crate::names::is_one_of;

/// A callout and its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Callout {
    /// Its kind, as Markdown writes it.
    pub(super) kind: &'static str,
    /// The element that holds the title.
    pub(super) title: Option<NodeId>,
    /// Whether the title only repeats the name of the kind.
    pub(super) is_named: bool,
    /// The table that only places the text beside an icon.
    pub(super) frame: Option<NodeId>,
}

/// The kinds of callouts that GitHub's Markdown has, each with the names that generators of pages give it. Bootstrap names
/// its boxes by their colours.
const KINDS: [(&str, &[&str]); 5] = [
    (
        "NOTE",
        &[
            "note",
            "info",
            "information",
            "notice",
            "remark",
            "remarks",
            "seealso",
            "see-also",
            "todo",
            "abstract",
            "summary",
            "question",
            "faq",
            "example",
            "quote",
            "primary",
            "secondary",
            "light",
            "dark",
        ],
    ),
    ("TIP", &["tip", "hint", "success", "check", "done"]),
    ("IMPORTANT", &["important"]),
    ("WARNING", &["warning", "attention", "warn"]),
    ("CAUTION", &["caution", "danger", "error", "failure", "bug"]),
];

/// Returns the kind that generators of pages give this name.
fn named(name: &str) -> Option<&'static str> {
    let is_named = |names: &[&str]| names.iter().any(|one| name.eq_ignore_ascii_case(one));
    KINDS.iter().find(|(_, names)| is_named(names)).map(|(kind, _)| *kind)
}

/// Class names that mark a callout, alone or before the name of its kind. The second value tells whether the name
/// alone is enough, without a kind.
const MARKERS: [(&str, bool); 12] = [
    ("admonition", true),
    ("admonitionblock", true),
    ("theme-admonition", true),
    ("markdown-alert", true),
    ("starlight-aside", true),
    ("blockquote-tag", true),
    ("alert", false),
    ("callout", false),
    ("custom-block", false),
    ("hint-container", false),
    ("notecard", false),
    ("confluence-information-macro", false),
];

/// The number of nodes in which a title is searched for. Chosen: by eye.
const MAX_PEEK: usize = 24;

/// Returns what kind of callout a block is, if it is one.
///
/// Its classes have one of the [markers](MARKERS) and a kind (`admonition note`, `alert-info`, `markdown-alert-tip`),
/// or only the name of a kind. In the latter case the block has to begin with a title: an element with a class such
/// as `title`, a `summary` or a term, or the name of a kind in bold.
pub(super) fn callout(dom: &Dom<'_>, block: NodeId) -> Option<Callout> {
    let can_be = matches!(
        dom.tag(block),
        Tag::DIV | Tag::ASIDE | Tag::SECTION | Tag::ARTICLE | Tag::BLOCKQUOTE | Tag::DETAILS | Tag::DL
    );
    // No tag of a callout is shorter than `<dl class=tip>`, but most tags of blocks are.
    if !can_be || dom.start_tag(block).is_none_or(|tag| tag.len() < 14) {
        return None;
    }
    let class = dom.attribute(block, "class")?;
    let (kind, is_marked) = kind_of(&class, dom.tag(block) == Tag::DETAILS)?;
    let title = title(dom, block);
    let is_title = |title: NodeId| match dom.tag(title) {
        Tag::STRONG | Tag::B => words_of(dom, title).is_some_and(|words| named(&words).is_some()),
        _ => true,
    };
    let title = title.filter(|&title| is_title(title));
    if !is_marked && title.is_none() {
        return None;
    }
    let mut inside = dom.children(block).filter(|&node| dom.kind(node) == NodeKind::Element);
    let frame = inside.next().filter(|&first| dom.tag(first) == Tag::TABLE && inside.next().is_none());
    let words = title.and_then(|title| words_of(dom, title));
    let is_named = words.is_some_and(|words| words.eq_ignore_ascii_case(kind));
    // A title that is bold already needs no further mark.
    let is_bold = |title: &NodeId| matches!(dom.tag(*title), Tag::STRONG | Tag::B);
    Some(Callout { kind, title: title.filter(|title| is_named || !is_bold(title)), is_named, frame })
}

/// Returns the kind that the classes name, and whether they mark a callout.
fn kind_of(class: &str, is_folded: bool) -> Option<(&'static str, bool)> {
    let mut is_marked = false;
    let (mut kind, mut own, mut default) = (None, None, None);
    for name in class.split_ascii_whitespace() {
        own = own.or_else(|| named(name).map(|kind| (kind, name)));
        for (marker, is_enough) in MARKERS {
            let Some(start) = name.get(..marker.len()) else {
                continue;
            };
            let rest = &name[marker.len()..];
            if !start.eq_ignore_ascii_case(marker) || !(rest.is_empty() || rest.starts_with('-')) {
                continue;
            }
            let of_rest = named(rest.trim_start_matches('-'));
            // `alert-heading` and the like are parts of a callout.
            is_marked |= rest.is_empty() || of_rest.is_some();
            kind = kind.or(of_rest);
            if is_enough && rest.is_empty() {
                default = Some("NOTE");
            }
        }
    }
    let own = own.filter(|(_, name)| is_marked || is_folded || !is_of_many(name));
    let kind = kind.or(own.map(|(kind, _)| kind)).or(default)?;
    Some((kind, is_marked))
}

/// Returns whether a name is also common for columns, lists or questions, so that it needs a marker beside it.
fn is_of_many(name: &str) -> bool {
    const NAMES: &str = "primary secondary light dark summary abstract question faq example quote success check done error \
        failure bug todo";
    is_one_of(&name.to_ascii_lowercase(), NAMES)
}

/// Returns the element that the text of a block begins with, if it is a title.
fn title(dom: &Dom<'_>, block: NodeId) -> Option<NodeId> {
    for node in dom.descendants(block).take(MAX_PEEK) {
        match dom.kind(node) {
            // Text before any title means that the block has none.
            NodeKind::Text if dom.raw(node).is_some_and(|text| !text.trim().is_empty()) => {
                return None;
            }
            NodeKind::Element if !holds_text(dom, node) => {}
            NodeKind::Element => {
                let is_title = match dom.tag(node) {
                    Tag::SUMMARY | Tag::DT | Tag::TH | Tag::STRONG | Tag::B => true,
                    _ => dom.attribute(node, "class").is_some_and(|class| {
                        let class = class.to_ascii_lowercase();
                        ["title", "heading", "header"].iter().any(|name| class.contains(name))
                    }),
                };
                if is_title {
                    return Some(node);
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns whether there is text below an element, near its beginning.
fn holds_text(dom: &Dom<'_>, node: NodeId) -> bool {
    let mut near = dom.descendants(node).take(MAX_PEEK);
    near.any(|below| dom.kind(below) == NodeKind::Text && dom.raw(below).is_some_and(|text| !text.trim().is_empty()))
}

/// Returns the words of an element, if these are few.
fn words_of(dom: &Dom<'_>, node: NodeId) -> Option<String> {
    let below = dom.descendants(node);
    if MAX_PEEK < below.len() {
        return None;
    }
    let mut words = String::new();
    for node in below.filter(|&node| dom.kind(node) == NodeKind::Text) {
        if dom.extent(node).len() > 64 {
            return None;
        }
        words.push_str(&dom.text(node));
    }
    let is_mark = |letter: char| !letter.is_alphanumeric();
    Some(words.trim_matches(is_mark).to_owned())
}
