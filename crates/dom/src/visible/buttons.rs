//! Finds the buttons whose text is no text of the page.

use std::collections::{HashMap, HashSet};

use crate::{Dom, Namespace, NodeId, NodeKind, Tag};

/// A text of more bytes is no label of a button, and is not compared with others.
/// Chosen: by eye.
const LONGEST_LABEL: usize = 200;

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
            && node.index() >= heading_end
            && dom.namespace(node) == Namespace::Html
            && !dom.is_in_sentence(node)
            && !opens(dom, node)
            && !holds_content(dom, node)
        {
            found.push(node);
        }
    }
    let heads = heads_of_panels(dom, &found);
    found.retain(|node| !heads.contains(node));
    found
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

/// Returns those of some buttons that head panels without saying so: two or more with the same classes, of different
/// texts, each before a block that does not begin with code.
fn heads_of_panels(dom: &Dom<'_>, buttons: &[NodeId]) -> HashSet<NodeId> {
    let before_panels: Vec<NodeId> = buttons.iter().copied().filter(|&button| is_before_panel(dom, button)).collect();
    if before_panels.len() < 2 {
        return HashSet::new();
    }
    let labels: Vec<String> = buttons.iter().map(|&button| label(dom, button)).collect();
    let mut with_label: HashMap<&str, u32> = HashMap::new();
    for label in &labels {
        *with_label.entry(label).or_default() += 1;
    }
    let is_unique = |button: &NodeId| {
        let label = buttons.binary_search(button).ok().and_then(|at| labels.get(at));
        label.is_some_and(|label| !label.is_empty() && with_label.get(label.as_str()) == Some(&1))
    };
    let mut of_class: HashMap<_, Vec<NodeId>> = HashMap::new();
    for button in before_panels.into_iter().filter(is_unique) {
        of_class.entry(dom.attribute(button, "class")).or_default().push(button);
    }
    of_class.into_values().filter(|alike| alike.len() >= 2).flatten().collect()
}

/// Returns the beginning of a button's text.
fn label(dom: &Dom<'_>, button: NodeId) -> String {
    let mut label = String::new();
    for at in button.index() + 1..dom.subtree_end(button) {
        let Some(text) = dom.get(at).filter(|&node| dom.kind(node) == NodeKind::Text) else {
            continue;
        };
        if label.len() + dom.extent(text).len() > LONGEST_LABEL {
            break;
        }
        label.push_str(dom.text(text).trim());
        label.push(' ');
    }
    label.trim().to_owned()
}

/// Returns whether a block of text follows a button, or an element that holds nothing else, which may be the panel that it
/// opens. Code is none: its button copies or runs it.
fn is_before_panel(dom: &Dom<'_>, button: NodeId) -> bool {
    let is_blank = |node: NodeId| match dom.kind(node) {
        NodeKind::Text => dom.source()[dom.extent(node)].trim().is_empty(),
        NodeKind::Comment => true,
        _ => false,
    };
    let first_from = |from: usize| (from..).map_while(|at| dom.get(at)).find(|&node| !is_blank(node));
    let next_of = |node: NodeId| first_from(dom.subtree_end(node)).filter(|&next| dom.parent(next) == dom.parent(node));
    let mut head = button;
    for _ in 0..MOST_WRAPPERS {
        let wrapper = dom.parent(head).filter(|&parent| first_from(parent.index() + 1) == Some(head));
        match wrapper {
            Some(wrapper) if next_of(head).is_none() => head = wrapper,
            _ => break,
        }
    }
    let mut panel = next_of(head);
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
        panel = first_from(element.index() + 1).filter(|&child| dom.parent(child) == Some(element));
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

    /// Lists the sources of the buttons whose text is no text of a page.
    fn check(source: &str, expected: &[&str]) {
        let dom = Dom::parse(source);
        let found: Vec<&str> = dom.commands().iter().map(|&button| &source[dom.extent(button)]).collect();
        assert_eq!(found, expected, "{source}");
    }

    #[test]
    fn a_label_alone_is_no_text() {
        check("<pre>ls</pre><button>Copy</button>", &["<button>Copy</button>"]);
        check(
            "<button><div><svg><title>x</title></svg>Copy</div></button>",
            &["<button><div><svg><title>x</title></svg>Copy</div></button>"],
        );
        check("<button><img src=copy.svg> Copy</button>", &["<button><img src=copy.svg> Copy</button>"]);
        let bar = "<div><span>sh</span><button>Copy</button></div><pre>ls</pre>";
        check(&bar.repeat(2), &["<button>Copy</button>"; 2]);
        check(&"<button>Copy</button><div><pre>ls</pre></div>".repeat(3), &["<button>Copy</button>"; 3]);
    }

    #[test]
    fn headings_stay() {
        check("<h2><button>Tides</button></h2><div>They rise</div>", &[]);
        check("<details><summary><button>Tides</button></summary>They rise</details>", &[]);
        check("<button aria-expanded=false>Tides</button><div>They rise</div>", &[]);
        check("<button role=tab>Tides</button>", &[]);
        let panels = "<button class=a>Tides</button><div>They rise</div><button class=a>Surf</button><div>Foam</div>";
        check(panels, &[]);
        check(&panels.replace("Surf", "Tides"), &["<button class=a>Tides</button>"; 2]);
    }

    #[test]
    fn headings_in_elements_of_their_own_stay() {
        let panel = |asks: &str| format!("<div><div class=q><b></b><div>{asks}</div></div><p>They rise</p></div>");
        let asks = |text: &str| format!("<button class=a>{text}</button>");
        let panels = |one: &str, other: &str| panel(&asks(one)) + &panel(&asks(other));
        // Something else is in the element.
        assert_eq!(Dom::parse(panels("Who?", "Why?")).commands().len(), 2);
        let panels = |one: &str, other: &str| panels(one, other).replace("<b></b>", "");
        check(&panels("Who?", "Why?"), &[]);
        check(&panels("Copy", "Copy"), &["<button class=a>Copy</button>"; 2]);
        // A card that begins with a link is no panel, nor is code or the next button.
        let card = |asks: &str| panel(asks).replace("<b></b>", "").replace("They rise", "<a href=t>Tides</a>");
        assert_eq!(Dom::parse(card(&asks("Add tides")) + &card(&asks("Add foam"))).commands().len(), 2);
        let bar = |text: &str| format!("<div>{}</div><pre>ls</pre>", asks(text));
        assert_eq!(Dom::parse(bar("Copy") + &bar("Run")).commands().len(), 2);
        let size = |text: &str| format!("<li>{}</li>", asks(text));
        assert_eq!(Dom::parse(size("S") + &size("M") + "<p>They rise").commands().len(), 2);
    }

    #[test]
    fn content_stays() {
        check("<p>Press <button>Save</button> now", &[]);
        check("<button><h3>Tides</h3></button>", &[]);
        check("<button><p>They rise</p></button>", &[]);
        check("<button>Enlarge<img src=tide.jpg></button>", &[]);
    }
}
