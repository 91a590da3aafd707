//! Callouts: boxes that are marked as a note, a warning or the like.

use dom::{Dom, NodeId, NodeKind, Tag};

/// A callout and its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Callout {
    pub(super) kind: Kind,
    /// The element that holds the title.
    pub(super) title: Option<NodeId>,
    /// Whether the title only repeats the name of the kind.
    pub(super) is_named: bool,
    /// The table that only places the text beside an icon.
    pub(super) frame: Option<NodeId>,
}

/// The kind of a callout: the five kinds that GitHub's Markdown has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Note,
    Tip,
    Important,
    Warning,
    Caution,
}

impl Kind {
    /// Returns the kind as Markdown writes it.
    pub(super) fn mark(self) -> &'static str {
        match self {
            Kind::Note => "NOTE",
            Kind::Tip => "TIP",
            Kind::Important => "IMPORTANT",
            Kind::Warning => "WARNING",
            Kind::Caution => "CAUTION",
        }
    }

    /// Returns the kind that generators of pages give this name.
    fn named(name: &str) -> Option<Kind> {
        let is = |names: &[&str]| names.iter().any(|one| name.eq_ignore_ascii_case(one));
        // Bootstrap names its boxes by their colours.
        if is(&["note", "info", "information", "notice", "remark", "remarks"])
            || is(&["seealso", "see-also", "todo", "abstract", "summary"])
            || is(&["question", "faq", "example", "quote"])
            || is(&["primary", "secondary", "light", "dark"])
        {
            Some(Kind::Note)
        } else if is(&["tip", "hint", "success", "check", "done"]) {
            Some(Kind::Tip)
        } else if is(&["important"]) {
            Some(Kind::Important)
        } else if is(&["warning", "attention", "warn"]) {
            Some(Kind::Warning)
        } else if is(&["caution", "danger", "error", "failure", "bug"]) {
            Some(Kind::Caution)
        } else {
            None
        }
    }
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
        Tag::STRONG | Tag::B => words_of(dom, title).is_some_and(|words| Kind::named(&words).is_some()),
        _ => true,
    };
    let title = title.filter(|&title| is_title(title));
    if !is_marked && title.is_none() {
        return None;
    }
    let mut inside = dom.children(block).filter(|&node| dom.kind(node) == NodeKind::Element);
    let frame = inside.next().filter(|&first| dom.tag(first) == Tag::TABLE && inside.next().is_none());
    let words = title.and_then(|title| words_of(dom, title));
    let is_named = words.is_some_and(|words| words.eq_ignore_ascii_case(kind.mark()));
    // A title that is bold already needs no further mark.
    let is_bold = |title: &NodeId| matches!(dom.tag(*title), Tag::STRONG | Tag::B);
    Some(Callout { kind, title: title.filter(|title| is_named || !is_bold(title)), is_named, frame })
}

/// Returns the kind that the classes name, and whether they mark a callout.
fn kind_of(class: &str, is_folded: bool) -> Option<(Kind, bool)> {
    let mut is_marked = false;
    let (mut kind, mut own, mut default) = (None, None, None);
    for name in class.split_ascii_whitespace() {
        own = own.or_else(|| Kind::named(name).map(|kind| (kind, name)));
        for (marker, is_enough) in MARKERS {
            let Some(start) = name.get(..marker.len()) else {
                continue;
            };
            let rest = &name[marker.len()..];
            if !start.eq_ignore_ascii_case(marker) || !(rest.is_empty() || rest.starts_with('-')) {
                continue;
            }
            let named = Kind::named(rest.trim_start_matches('-'));
            // `alert-heading` and the like are parts of a callout.
            is_marked |= rest.is_empty() || named.is_some();
            kind = kind.or(named);
            if is_enough && rest.is_empty() {
                default = Some(Kind::Note);
            }
        }
    }
    let own = own.filter(|(_, name)| is_marked || is_folded || !is_of_many(name));
    let kind = kind.or(own.map(|(kind, _)| kind)).or(default)?;
    Some((kind, is_marked))
}

/// Returns whether a name is also common for columns, lists or questions, so that it needs a marker beside it.
fn is_of_many(name: &str) -> bool {
    let names = ["primary", "secondary", "light", "dark", "summary", "abstract", "question", "faq"];
    let more = ["example", "quote", "success", "check", "done", "error", "failure", "bug", "todo"];
    names.iter().chain(&more).any(|one| name.eq_ignore_ascii_case(one))
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

#[cfg(test)]
mod tests {
    use super::*;

    fn check(page: &str, expected: Option<(Kind, bool)>) {
        let dom = Dom::parse(page);
        let found = dom.nodes().find_map(|node| callout(&dom, node));
        assert_eq!(found.map(|found| (found.kind, found.is_named)), expected, "{page}");
    }

    #[test]
    fn generators_have_classes_for_callouts() {
        check("<div class='admonition warning'><p class=admonition-title>Warning<p>x", Some((Kind::Warning, true)));
        check(
            "<div class='admonition-my-own admonition'><p class=admonition-title>My own<p>x",
            Some((Kind::Note, false)),
        );
        check("<details class=tip><summary>Tip</summary>x", Some((Kind::Tip, true)));
        check(
            "<div class='markdown-alert markdown-alert-caution'><p class=markdown-alert-title><svg></svg>Caution</p>x",
            Some((Kind::Caution, true)),
        );
        check(
            "<div class='theme-admonition theme-admonition-tip a_1 alert alert--success'><div class=admonitionHeading_1>tip</div>x",
            Some((Kind::Tip, true)),
        );
        check("<div class='alert alert-danger' role=alert>x", Some((Kind::Caution, false)));
        check("<div class='alert alert-info'><strong><i></i> Info:</strong> x", Some((Kind::Note, false)));
        check("<div class='tip custom-block'><p class=custom-block-title>TIP<p>x", Some((Kind::Tip, true)));
        check("<div class=note style='margin: 0'><h3 class=title>Note</h3>x", Some((Kind::Note, true)));
        check("<div class=note><table><tr><td><img alt=[Note]><th>Note<tr><td>x</table>", Some((Kind::Note, true)));
        check("<dl class='section warning'><dt>Warning</dt><dd>x</dl>", Some((Kind::Warning, true)));
    }

    #[test]
    fn other_boxes_are_none() {
        check("<div class=note>A note", None);
        check("<div class='alert news'>A note", None);
        check("<div class=alert-heading>A note", None);
        check("<div role=alert>A note", None);
        check("<div class=warning><b>Ships</b> sink", None);
        check("<dl class='section return'><dt>Returns<dd>x</dl>", None);
        check("<div class=notebook>x", None);
        check("<div class=question><h1 class=title>Why?</h1>x", None);
    }
}
