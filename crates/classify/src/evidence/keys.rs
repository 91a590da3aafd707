//! Region keys: which elements of a site's pages are the same region.
//!
//! An element with a class, an id or the name of a test or component is identified by its tag and all of
//! these, with runs of digits written as 0. The parts that occur once on a page (`main`, `nav`, …) are
//! identified by their tag; everything else by its parent's key and its own tag.

use std::ops::Range;

use dom::{Attribute, Dom, NodeId, Tag};
use rustc_hash::{FxHashMap, FxHashSet};

use super::{hints::Hints, words::Hash};

/// What needs to be known of a start tag's attributes, read in one pass over
/// them.
#[derive(Debug, Default)]
pub(crate) struct Attributes {
    /// Where the hashes of the classes are in [`Classes`].
    classes: Range<usize>,
    /// The hash of the id and of the name of a test or component.
    names_hash: Option<u64>,
    pub(crate) has_href: bool,
    pub(crate) itemtype: Option<String>,
    /// Hints from classes and ids.
    pub(crate) names: Hints,
    /// Hints from roles and from hidden elements.
    pub(crate) other: Hints,
}

/// The values of `class` on a page, each read once: elements that are built alike have the same. And which ids are panels.
#[derive(Debug, Default)]
pub(crate) struct Classes<'a> {
    known: FxHashMap<&'a str, (Hints, Range<usize>)>,
    /// Hashes of the classes of each value, sorted.
    hashes: Vec<u64>,
    /// The ids of the panels that the headings up to here open.
    panels: FxHashSet<&'a str>,
}

impl<'a> Classes<'a> {
    fn read(&mut self, attribute: &Attribute<'a>) -> (Hints, Range<usize>) {
        if let Some(known) = self.known.get(attribute.raw_value()) {
            return known.clone();
        }
        let value = attribute.value();
        let first = self.hashes.len();
        let classes = value.split_ascii_whitespace().map(without_digits);
        self.hashes.extend(classes);
        // The order of classes in an attribute has no meaning.
        self.hashes[first..].sort_unstable();
        let read = (Hints::of_name(&value), first..self.hashes.len());
        self.known.insert(attribute.raw_value(), read.clone());
        read
    }
}

impl Attributes {
    pub(crate) fn read<'a>(dom: &'a Dom<'_>, node: NodeId, classes: &mut Classes<'a>) -> Attributes {
        let (mut found, mut is_panel, mut is_open) = (Attributes::default(), false, false);
        for attribute in dom.attributes(node) {
            let name = attribute.name();
            let is_named = |other: &str| name.eq_ignore_ascii_case(other);
            let value = || attribute.value();
            // The first letter rejects most attributes without a comparison of names.
            let other = match name.as_bytes().first().map(u8::to_ascii_lowercase) {
                Some(b'c') if is_named("class") => {
                    let (hints, range) = classes.read(&attribute);
                    found.names = found.names.with(hints);
                    found.classes = range;
                    continue;
                }
                Some(b'i') if is_named("id") => {
                    let value = value();
                    // The id of a section is an anchor, which generators of documents derive from its heading.
                    if dom.tag(node) != Tag::SECTION {
                        found.names = found.names.with(Hints::of_name(&value));
                    }
                    found.name(b'#', &value);
                    is_panel |= classes.panels.contains(attribute.raw_value());
                    continue;
                }
                Some(b'd') if is_named("data-testid") || is_named("data-component") => {
                    found.name(b'@', &value());
                    continue;
                }
                Some(b'h') if is_named("href") => {
                    found.has_href = true;
                    continue;
                }
                Some(b'i') if is_named("itemtype") => {
                    found.itemtype = Some(value().into_owned());
                    continue;
                }
                Some(b'i') if is_named("itemprop") => Hints::of_property(&value()),
                Some(b'r') if is_named("role") => {
                    let role = value();
                    is_panel |= role.trim_ascii().eq_ignore_ascii_case("tabpanel");
                    Hints::of_role(&role)
                }
                Some(b'h') if attribute.hides() => Hints::HIDDEN.with(Hints::HIDDEN_ATTRIBUTE),
                Some(b's') if attribute.hides() => Hints::HIDDEN,
                Some(b's') if attribute.is_out_of_sight() => Hints::OUT_OF_SIGHT,
                Some(b'p') if is_named("popover") => Hints::DIALOG,
                Some(b'o') if is_named("open") => {
                    is_open = true;
                    continue;
                }
                Some(b'a') if is_named("aria-controls") => {
                    let is_heading = |above: NodeId| dom.tag(above).is_heading() || dom.tag(above) == Tag::DT;
                    if dom.parent(node).is_some_and(is_heading) {
                        classes.panels.extend(attribute.raw_value().split_ascii_whitespace());
                    }
                    continue;
                }
                Some(b'a') if is_named("aria-modal") => Hints::MODAL,
                _ => continue,
            };
            found.other = found.other.with(other);
        }
        if dom.first_child(node).is_some_and(|first| dom.keeps_lines(first)) {
            found.other = found.other.with(Hints::SET_APART);
        }
        if dom.tag(node) == Tag::DIALOG && !is_open {
            found.other = found.other.with(Hints::DIALOG);
        }
        // A panel of tabs is hidden only until its tab is chosen, and that of a heading until it is opened.
        if is_panel {
            found.other = found.other.without(Hints::HIDDEN);
        }
        found
    }

    fn name(&mut self, kind: u8, value: &str) {
        // An empty id is as good as none.
        if value.trim_ascii().is_empty() {
            return;
        }
        let mut hash = Hash::new();
        // Names are chained, so the hash depends on all of them.
        hash.number(self.names_hash.unwrap_or(0));
        hash.byte(kind);
        hash.number(without_digits(value));
        self.names_hash = Some(hash.value());
    }
}

/// Returns the key of an element.
pub(crate) fn key(dom: &Dom<'_>, node: NodeId, attributes: &Attributes, classes: &Classes<'_>, parent: u64) -> u64 {
    let tag = dom.tag(node);
    let mut hash = Hash::new();
    if attributes.classes.is_empty() && attributes.names_hash.is_none() {
        // Elements without a name are the same region only if their parents are.
        if !stands_alone(tag) {
            hash.number(parent);
            hash.byte(b'>');
        }
        hash.bytes(dom.name(node).as_bytes());
        return hash.value();
    }
    hash.bytes(dom.name(node).as_bytes());
    for &class in &classes.hashes[attributes.classes.clone()] {
        hash.byte(b'.');
        hash.number(class);
    }
    if let Some(names) = attributes.names_hash {
        hash.byte(b'#');
        hash.number(names);
    }
    hash.value()
}

fn stands_alone(tag: Tag) -> bool {
    matches!(tag, Tag::BODY | Tag::ARTICLE | Tag::MAIN | Tag::NAV | Tag::ASIDE | Tag::FOOTER | Tag::HEADER)
}

/// Hashes a name with runs of digits written as 0.
fn without_digits(name: &str) -> u64 {
    let mut hash = Hash::new();
    let mut after_digit = false;
    for byte in name.bytes() {
        let is_digit = byte.is_ascii_digit();
        if !is_digit {
            hash.byte(byte);
        } else if !after_digit {
            hash.byte(b'0');
        }
        after_digit = is_digit;
    }
    hash.value()
}

/// Writes an element as a selector that a person can read.
pub(crate) fn selector(dom: &Dom<'_>, node: NodeId) -> String {
    let mut selector = dom.name(node).to_owned();
    if let Some(id) = dom.attribute(node, "id").filter(|id| !id.trim().is_empty()) {
        selector.push('#');
        selector.push_str(id.trim());
    }
    for class in dom.attribute(node, "class").unwrap_or_default().split_ascii_whitespace() {
        selector.push('.');
        selector.push_str(class);
    }
    selector
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key_of_last(source: &str) -> u64 {
        let evidence = crate::Evidence::read(&Dom::parse(source));
        evidence.elements.last().map_or(0, |element| element.key)
    }

    #[test]
    fn panels_that_headings_open_are_not_hidden() {
        let is_hidden = |source: &str| {
            let evidence = crate::Evidence::read(&Dom::parse(source));
            evidence.elements.last().is_some_and(|element| element.hints.has(Hints::HIDDEN))
        };
        assert!(!is_hidden("<h3><button aria-controls='p q'>Who?</button></h3><div id=q hidden>"));
        assert!(is_hidden("<h3><button aria-controls=p>Who?</button></h3><div id=q hidden>"));
        assert!(is_hidden("<div><button aria-controls=p>Menu</button></div><div id=p hidden>"));
    }

    #[test]
    fn names_make_the_key() {
        let base = key_of_last("<div class='a b'>");
        assert_eq!(base, key_of_last("<section><div class='b  a'>"));
        assert_ne!(base, key_of_last("<p class='a b'>"));
        assert_ne!(base, key_of_last("<div class='a b' id=x>"));
        assert_eq!(key_of_last("<div id=post-12>"), key_of_last("<div id=post-7>"));
        assert_ne!(key_of_last("<div id=x>"), key_of_last("<div class=x>"));
    }

    #[test]
    fn the_nameless_take_their_parents() {
        assert_eq!(key_of_last("<div class=a><ul><li>"), key_of_last("<p>x</p><div class=a><ul><li>y<li>"));
        assert_ne!(key_of_last("<div class=a><ul><li>"), key_of_last("<div class=b><ul><li>"));
        assert_eq!(key_of_last("<div class=a><main>"), key_of_last("<main>"));
    }
}
