//! Suggests options by which a removed part stays.

use std::{fmt::Write as _, ops::Range};

use demold::Overrides;
use dom::{Dom, NodeId, NodeKind, Tag};

/// The most elements around an element that its selector may name. Chosen: by eye.
const N_STEPS: usize = 6;

/// The most classes of an element that its selector may name. Chosen: by eye.
const N_CLASSES: usize = 3;

/// The most selectors that an option may list. For a part of more elements, the element around them is named. Chosen:
/// by eye.
const N_SELECTORS: usize = 4;

/// Returns for each byte range of a page the option that keeps all of it. It is empty if no selector does that without
/// keeping the whole page.
pub(crate) fn remedies(dom: &Dom<'_>, ranges: impl Iterator<Item = Range<usize>>) -> Vec<String> {
    let places = Places::of(dom);
    ranges.map(|range| option(&selectors(dom, &places, range).join(", "))).collect()
}

/// Returns selectors that together match all elements of a byte range. There are none if one of them would match the
/// body, with which the template of every page would stay.
pub(super) fn selectors(dom: &Dom<'_>, places: &Places, range: Range<usize>) -> Vec<String> {
    let nodes = places.within(dom, &range);
    let mut selectors: Vec<String> = Vec::new();
    for &node in &nodes {
        if is_page(dom, node) {
            return Vec::new();
        }
        let selector = selector(dom, node);
        if !selectors.contains(&selector) {
            selectors.push(selector);
        }
    }
    if selectors.len() > N_SELECTORS
        && let (Some(&first), Some(&last)) = (nodes.first(), nodes.last())
        && let Some(around) = dom.ancestors(first).find(|&around| dom.contains(around, last))
        && !is_page(dom, around)
    {
        selectors = vec![selector(dom, around)];
    }
    selectors
}

/// Where the elements and texts of a page are, in the order of their first bytes.
pub(super) struct Places(Vec<(usize, NodeId)>);

impl Places {
    pub(super) fn of(dom: &Dom<'_>) -> Places {
        let is_part = |&node: &NodeId| match dom.kind(node) {
            NodeKind::Element => true,
            NodeKind::Text => !dom.source()[dom.extent(node)].trim().is_empty(),
            _ => false,
        };
        let mut places: Vec<_> = dom.nodes().filter(is_part).map(|node| (dom.extent(node).start, node)).collect();
        // Of elements that begin at the same byte, the outermost is first in the document, and stays the first.
        places.sort_by_key(|(start, _)| *start);
        Places(places)
    }

    /// Returns the outermost elements in a range. A text that is there without its element stands for that. White space
    /// and whatever else joined them to one range is left out.
    fn within(&self, dom: &Dom<'_>, range: &Range<usize>) -> Vec<NodeId> {
        let mut found = Vec::new();
        let mut at = range.start;
        for &(start, node) in &self.0[self.0.partition_point(|(start, _)| *start < range.start)..] {
            let end = dom.extent(node).end;
            if start >= range.end {
                break;
            }
            // What ends behind the range stays in part, and what begins before `at` is in an element that was found.
            if start < at || end > range.end || end == start {
                continue;
            }
            at = end;
            let element = if dom.kind(node) == NodeKind::Element { Some(node) } else { dom.parent(node) };
            // Elements without words, such as scripts and empty ones, tell people nothing.
            found.extend(element.filter(|_| !dom.hides(node)));
        }
        found
    }
}

fn is_page(dom: &Dom<'_>, node: NodeId) -> bool {
    matches!(dom.tag(node), Tag::BODY | Tag::HTML) || dom.kind(node) != NodeKind::Element
}

/// Returns the option that keeps what a list of selectors matches, or an empty text if it is none.
fn option(selectors: &str) -> String {
    match Overrides::new().keep(selectors) {
        // In quotes for a shell, where a quote ends the text, so that one within it has to stand outside.
        Ok(_) => format!("--keep '{}'", selectors.replace('\'', r"'\''")),
        Err(_) => String::new(),
    }
}

/// Returns the option that keeps an element, or an empty text if there is none.
pub(crate) fn remedy(dom: &Dom<'_>, node: NodeId) -> String {
    if is_page(dom, node) { String::new() } else { option(&selector(dom, node)) }
}

/// Returns a selector for an element: by its own names, or else also by those of the elements around it.
pub(crate) fn selector(dom: &Dom<'_>, node: NodeId) -> String {
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

    #[test]
    fn a_part_of_several_elements_is_kept_whole() {
        let check = |part: &str, after: &str, expected: &str| {
            let source = format!("<body><div id=top>{part}</div>{after}");
            let start = source.find(part).unwrap();
            let found = remedies(&Dom::parse(&*source), std::iter::once(start..start + part.len()));
            assert_eq!(found, [expected], "{part}");
        };
        check("<a class=skip>Skip</a> <nav>Home</nav><script></script>", "", "--keep 'a.skip, nav'");
        check("<a class=x>Home</a> <a class=x>News</a>", "", "--keep 'a.x'");
        check("<i>1</i><b>2</b><u>3</u><p>4</p><q>5</q>", "", "--keep 'div#top'");
        check("Home <b>News</b>", "", "--keep 'div#top, div#top > b'");
    }
}
