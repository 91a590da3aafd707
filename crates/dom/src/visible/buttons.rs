//! Finds the buttons whose text is no text of the page.

use std::collections::{HashMap, HashSet};

use crate::{Dom, Namespace, NodeId, NodeKind, Tag};

/// A text of more bytes says more than what a button does. Chosen: by eye.
const LONGEST_LABEL: usize = 200;

/// So many buttons beside each other, all with labels of their own, are a choice or a list: answers, sizes, terms. Chosen: two
/// are often "yes" and "no" below a question to the reader; with three, WCXB keeps F1 to .0001.
const FEWEST_CHOICES: usize = 3;

/// What ends a sentence. Set by: Latin, Arabic, Devanagari, Chinese and Japanese. Answers may be behind a question mark.
const FULL_STOPS: [char; 4] = ['.', '۔', '।', '。'];

/// A text of fewer words is a label or an abbreviation rather than a sentence: "Step 1.", "Fig." Chosen: by eye.
const FEWEST_WORDS: usize = 4;

/// A label that ends with one of these is a sentence. An exclamation mark is as often the end of an advertisement. Set by: the
/// full stops and question marks of Latin, Arabic, Devanagari, Chinese and Japanese.
const SENTENCE_ENDS: [char; 7] = ['.', '?', '؟', '۔', '।', '。', '？'];

/// An image of up to this width or height, in pixels, is an icon. Chosen: by eye, twice the usual 16 to 24.
const LARGEST_ICON: u32 = 48;

/// So many elements around a button may hold nothing else. Chosen: by eye.
const MOST_WRAPPERS: usize = 3;

/// The attributes by which a button tells that it opens, or chooses, a part of the page.
const OPENING: [&str; 5] = ["aria-controls", "aria-expanded", "aria-selected", "data-bs-target", "data-target"];

/// Returns the buttons whose text is no text of a page, in document order: see [`Dom::commands`].
pub(super) fn commands(dom: &Dom<'_>) -> Vec<NodeId> {
    let mut found: Vec<NodeId> = Vec::new();
    let mut heading_end = 0;
    for node in dom.nodes() {
        let tag = dom.tag(node);
        if tag.is_heading() || matches!(tag, Tag::SUMMARY | Tag::DT | Tag::LEGEND) {
            // A nested heading ends before the outer one.
            heading_end = heading_end.max(dom.subtree_end(node));
        } else if tag == Tag::BUTTON
            && dom.namespace(node) == Namespace::Html
            && (dom.text_before(node).is_some() || node.index() >= heading_end && !dom.is_in_sentence(node))
            && !opens(dom, node)
            && !is_in_any(dom, node, &[Tag::TH])
            && !holds_content(dom, node)
        {
            found.push(node);
        }
    }
    let labels: Vec<Option<String>> = found.iter().map(|&button| label(dom, button)).collect();
    let mut with_label: HashMap<&str, u32> = HashMap::new();
    for label in labels.iter().flatten() {
        *with_label.entry(label).or_default() += 1;
    }
    let is_unique = |label: &str| !label.is_empty() && with_label.get(label) == Some(&1);
    let unique: Vec<NodeId> = (found.iter().zip(&labels))
        .filter_map(|(&button, label)| label.as_deref().is_some_and(is_unique).then_some(button))
        .collect();
    let mut content = heads_of_panels(dom, &unique);
    content.extend(unique.iter().copied().filter(|&button| ends_sentence(dom, button)));
    content.extend(choices(dom, &unique));
    content.extend(unique.into_iter().filter(|&button| is_in_any(dom, button, &[Tag::TD, Tag::DD])));
    let is_label = |label: &Option<String>| {
        label.as_deref().is_some_and(|label| label.ends_with("...") || !label.ends_with(SENTENCE_ENDS))
    };
    let mut labels = labels.iter();
    found.retain(|node| labels.next().is_some_and(is_label) && !content.contains(node));
    found
}

/// Returns whether a button is the last word of a sentence or a label: "Then press Save", "Step 1. Apply". Behind a full stop it
/// does something with the text.
fn ends_sentence(dom: &Dom<'_>, button: NodeId) -> bool {
    dom.text_before(button).is_some_and(|text| {
        let text = dom.text(text);
        let is_label = text.split_whitespace().count() < FEWEST_WORDS && !text.contains(is_of_far_east);
        is_label || !text.trim_end().ends_with(FULL_STOPS)
    })
}

/// Returns whether a character is of a script without spaces.
fn is_of_far_east(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{9fff}')
}

/// Returns whether a button is in an element with one of some tags, with few elements between.
fn is_in_any(dom: &Dom<'_>, button: NodeId, tags: &[Tag]) -> bool {
    dom.ancestors(button).take(MOST_WRAPPERS).any(|above| tags.contains(&dom.tag(above)))
}

/// Returns whether the attributes of a button say that it opens a part of the page.
fn opens(dom: &Dom<'_>, button: NodeId) -> bool {
    dom.attributes(button).any(|attribute| {
        let is_named = |name: &str| attribute.name().eq_ignore_ascii_case(name);
        OPENING.iter().any(|name| is_named(name)) || is_named("role") && attribute.value().trim() == "tab"
    })
}

/// Returns whether a button holds more than a label with icons.
fn holds_content(dom: &Dom<'_>, button: NodeId) -> bool {
    let mut at = button.index() + 1;
    let end = dom.subtree_end(button);
    while let Some(node) = dom.get(at).filter(|_| at < end) {
        let tag = dom.tag(node);
        let is_content = match tag {
            Tag::DIV | Tag::BR => false,
            Tag::IMG => !is_icon(dom, node),
            Tag::PICTURE | Tag::VIDEO | Tag::AUDIO | Tag::IFRAME | Tag::OBJECT | Tag::TEMPLATE => true,
            // Buttons nest where a table or the like is between them, so the first one is the last that is looked at.
            tag => tag.is_block(),
        };
        if is_content {
            return true;
        }
        at = if dom.namespace(node) == Namespace::Html { at + 1 } else { dom.subtree_end(node) };
    }
    false
}

fn is_icon(dom: &Dom<'_>, image: NodeId) -> bool {
    let is_small = |name| {
        let value = dom.attribute(image, name);
        value.is_some_and(|value| value.trim().parse::<u32>().is_ok_and(|pixels| pixels <= LARGEST_ICON))
    };
    let is_drawing = dom.attribute(image, "src").is_some_and(|address| address.ends_with(".svg"));
    is_drawing || is_small("width") || is_small("height")
}

/// Returns those of some buttons, of different texts, that head panels without saying so: two or more with the same first
/// class, each before a block that does not begin with code.
fn heads_of_panels(dom: &Dom<'_>, buttons: &[NodeId]) -> HashSet<NodeId> {
    let mut of_class: HashMap<_, Vec<NodeId>> = HashMap::new();
    for &button in buttons.iter().filter(|&&button| is_before_panel(dom, button)) {
        // The first class names the form. Others may say which panel is open.
        let class = dom.attribute(button, "class").unwrap_or_default();
        of_class.entry(class.split_ascii_whitespace().next().map(str::to_owned)).or_default().push(button);
    }
    of_class.into_values().filter(|alike| alike.len() >= 2).flatten().collect()
}

/// Returns those of some buttons, of different texts, that are beside others of the same classes, by themselves or in elements
/// that hold nothing else.
fn choices(dom: &Dom<'_>, buttons: &[NodeId]) -> impl Iterator<Item = NodeId> {
    let mut beside: HashMap<_, Vec<NodeId>> = HashMap::new();
    for &button in buttons {
        let parent = dom.parent(outermost_around(dom, button));
        beside.entry((parent, dom.attribute(button, "class"))).or_default().push(button);
    }
    beside.into_values().filter(|alike| alike.len() >= FEWEST_CHOICES).flatten()
}

/// Returns the text of a button, or none if it is longer than a label.
fn label(dom: &Dom<'_>, button: NodeId) -> Option<String> {
    let mut label = String::new();
    for text in dom.visible_texts(button) {
        if label.len() + dom.extent(text).len() > LONGEST_LABEL {
            return None;
        }
        label.push_str(dom.text(text).trim());
        label.push(' ');
    }
    label.truncate(label.trim_end().len());
    Some(label)
}

/// Returns whether a node shows nothing: a comment, or a text of white space.
fn is_blank(dom: &Dom<'_>, node: NodeId) -> bool {
    match dom.kind(node) {
        NodeKind::Text => dom.source()[dom.extent(node)].trim().is_empty(),
        NodeKind::Comment => true,
        _ => false,
    }
}

/// Returns the first node from a place on that is not blank.
fn first_from(dom: &Dom<'_>, at: usize) -> Option<NodeId> {
    (at..).map_while(|at| dom.get(at)).find(|&node| !is_blank(dom, node))
}

/// Returns the next sibling of a node that is not blank.
fn next_sibling(dom: &Dom<'_>, node: NodeId) -> Option<NodeId> {
    first_from(dom, dom.subtree_end(node)).filter(|&next| dom.parent(next) == dom.parent(node))
}

/// Returns the outermost of the few elements around a button that hold nothing else, or the button.
fn outermost_around(dom: &Dom<'_>, button: NodeId) -> NodeId {
    let mut outermost = button;
    for _ in 0..MOST_WRAPPERS {
        // From the button backwards, so that no blank node is passed for more than one button.
        let before = (0..outermost.index()).rev().filter_map(|at| dom.get(at)).find(|&node| !is_blank(dom, node));
        let wrapper = before.filter(|&before| dom.parent(outermost) == Some(before));
        match wrapper {
            Some(wrapper) if next_sibling(dom, outermost).is_none() => outermost = wrapper,
            _ => break,
        }
    }
    outermost
}

/// Returns whether a block of text follows a button, or an element that holds nothing else, which may be the panel that it
/// opens. Code is none: its button copies or runs it.
fn is_before_panel(dom: &Dom<'_>, button: NodeId) -> bool {
    let head = outermost_around(dom, button);
    let mut panel = next_sibling(dom, head);
    if head != button && panel.is_some_and(|panel| begins_with_link(dom, panel)) {
        return false;
    }
    let mut is_panel = false;
    // A walk down from panel to panel: the first child of none is another button's panel, so no element is passed twice.
    while let Some(element) = panel.filter(|&node| dom.kind(node) == NodeKind::Element) {
        match dom.tag(element) {
            Tag::PRE | Tag::CODE | Tag::TEXTAREA | Tag::TABLE | Tag::BUTTON => return false,
            tag if tag.is_block() && !tag.is_heading() => is_panel = true,
            _ => break,
        }
        panel = first_from(dom, element.index() + 1).filter(|&child| dom.parent(child) == Some(element));
    }
    is_panel
}

/// Returns whether the first text of an element is a link, as on the card of a product.
fn begins_with_link(dom: &Dom<'_>, element: NodeId) -> bool {
    let text = dom.visible_texts(element).find(|&text| !dom.source()[dom.extent(text)].trim().is_empty());
    text.is_some_and(|text| {
        let mut within = dom.ancestors(text).take_while(|&above| dom.contains(element, above));
        within.any(|above| dom.tag(above) == Tag::A)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;

    /// In the file, ⟦ and ⟧ stand around the buttons whose text is no text of a page.
    #[test]
    fn commands_are_told_from_content() {
        for [marked] in cases(include_str!("buttons.txt")) {
            let source = marked.replace(['⟦', '⟧'], "");
            let dom = Dom::parse(&*source);
            let mut found = source.clone();
            for button in dom.commands().iter().rev().map(|&button| dom.extent(button)) {
                found.insert(button.end, '⟧');
                found.insert(button.start, '⟦');
            }
            assert_eq!(found, marked);
        }
    }

    #[test]
    fn blank_nodes_are_passed_once() {
        // A walk over all blank nodes for each button would be 1.6 billion steps.
        let source = "<p>".to_owned() + &"<!---->".repeat(40_000) + &"<button>a</button>".repeat(40_000);
        assert_eq!(Dom::parse(source).commands().len(), 40_000);
    }
}
