//! Suggests options by which a removed part stays.

use std::{collections::HashMap, fmt::Write as _, ops::Range};

use demold::Overrides;
use dom::{Dom, NodeId, NodeKind, Tag};

/// The most elements around an element that its selector may name.
const N_STEPS: usize = 6;

/// The most classes of an element that its selector may name.
const N_CLASSES: usize = 3;

/// Returns for each byte range of a page the option that keeps the element there. It is empty if no selector does
/// that without keeping the whole page.
pub(super) fn remedies(dom: &Dom<'_>, ranges: impl Iterator<Item = Range<usize>>) -> Vec<String> {
    let mut nodes: HashMap<Range<usize>, NodeId> = HashMap::new();
    // A part of an element can stay, and then the removed range ends before the element does.
    let mut starts: HashMap<usize, NodeId> = HashMap::new();
    for node in dom.nodes() {
        let element = match dom.kind(node) {
            NodeKind::Element => Some(node),
            NodeKind::Text => dom.parent(node),
            _ => None,
        };
        if let Some(element) = element {
            // Several elements can have the same bytes. The outermost comes first in document order, and is the one
            // that was removed.
            let extent = dom.extent(node);
            starts.entry(extent.start).or_insert(element);
            nodes.entry(extent).or_insert(element);
        }
    }
    let node = |range: Range<usize>| {
        let exact = nodes.get(&range);
        exact.or_else(|| starts.get(&range.start)).copied()
    };
    ranges.map(|range| node(range).map_or_else(String::new, |node| remedy(dom, node))).collect()
}

/// Returns the option that keeps an element, or an empty text if there is none.
pub(super) fn remedy(dom: &Dom<'_>, node: NodeId) -> String {
    // To keep the body would keep the template of every page.
    if matches!(dom.tag(node), Tag::BODY | Tag::HTML) {
        return String::new();
    }
    let selector = selector(dom, node);
    match Overrides::new().keep(&selector) {
        // In quotes for a shell, where a quote ends the text, so that one within it has to stand outside.
        Ok(_) => format!("--keep '{}'", selector.replace('\'', r"'\''")),
        Err(_) => String::new(),
    }
}

/// Returns a selector for an element: by its own names, or else also by those of the elements around it.
pub(super) fn selector(dom: &Dom<'_>, node: NodeId) -> String {
    let mut path = vec![step(dom, node)];
    for outer in dom.ancestors(node).take(N_STEPS) {
        if path.last().is_some_and(|(_, is_named)| *is_named) || dom.kind(outer) != NodeKind::Element {
            break;
        }
        path.push(step(dom, outer));
    }
    let steps: Vec<String> = path.into_iter().rev().map(|(step, _)| step).collect();
    steps.join(" > ")
}

/// Returns the selector of one element, and whether its names distinguish it from others.
fn step(dom: &Dom<'_>, node: NodeId) -> (String, bool) {
    let mut selector = escaped(dom.name(node));
    let id = dom.attribute(node, "id").unwrap_or_default();
    let id = id.trim();
    // An id with digits, such as `post-12`, mostly belongs to one page, and would keep nothing on the others.
    if !id.is_empty() && !id.contains(|any: char| any.is_ascii_digit()) {
        return (format!("{selector}#{}", escaped(id)), true);
    }
    let classes = dom.attribute(node, "class").unwrap_or_default();
    let mut is_named = false;
    for class in classes.split_ascii_whitespace().take(N_CLASSES) {
        let _ = write!(selector, ".{}", escaped(class));
        is_named = true;
    }
    let is_telling = matches!(dom.tag(node), Tag::NAV | Tag::HEADER | Tag::FOOTER | Tag::ASIDE | Tag::BODY);
    (selector, is_named || is_telling)
}

/// Escapes a name for CSS.
fn escaped(name: &str) -> String {
    let mut text = String::new();
    for (nth, character) in name.chars().enumerate() {
        let is_plain = character.is_alphanumeric() || matches!(character, '-' | '_') || !character.is_ascii();
        // An identifier must not begin with a digit, or with a hyphen and a digit.
        let is_first_digit = character.is_ascii_digit() && (nth == 0 || nth == 1 && name.starts_with('-'));
        let _ = match character {
            _ if is_first_digit || character.is_ascii_control() => {
                // The space ends the number, since the next character may be a hexadecimal digit.
                write!(text, "\\{:x} ", u32::from(character))
            }
            // A hyphen alone is no identifier.
            '-' if name == "-" => write!(text, "\\-"),
            _ if is_plain => write!(text, "{character}"),
            _ => write!(text, "\\{character}"),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks which option keeps the last element of a page.
    fn check(source: &str, expected: &str) {
        let dom = Dom::parse(source);
        let last = dom.nodes().rfind(|&node| dom.kind(node) == NodeKind::Element);
        assert_eq!(remedy(&dom, last.unwrap()), expected, "{source}");
    }

    #[test]
    fn an_element_is_known_by_its_names_or_its_place() {
        check("<nav id=menu>", "--keep 'nav#menu'");
        check("<p id=post-12 class='a b c d'>", "--keep 'p.a.b.c'");
        check("<div class=x><ul><li>", "--keep 'div.x > ul > li'");
        check("<p><i>", "--keep 'body > p > i'");
        check("<body>", "");
    }

    #[test]
    fn names_are_escaped_for_css_and_the_shell() {
        check("<p class=md:flex>", r"--keep 'p.md\:flex'");
        check("<p class=2col>", r"--keep 'p.\32 col'");
        check("<p class=\"it's\">", r"--keep 'p.it\'\''s'");
    }

    #[test]
    fn what_is_typed_keeps_the_part() {
        let source = "<div class=w-1/2><ul><li>Home</ul></div><p>Text";
        let dom = Dom::parse(source);
        let typed = remedies(&dom, std::iter::once(17..36));
        let selector = typed[0].strip_prefix("--keep '").unwrap().strip_suffix('\'').unwrap();
        let overrides = Overrides::new().drop("div").unwrap().keep(selector).unwrap();
        let page = demold::Site::nothing().clean(source.as_bytes()).unwrap().overridden(&overrides);
        assert!(page.text().contains("Home"), "{selector}");
    }
}
