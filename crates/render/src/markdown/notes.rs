//! Footnotes: references, and the notes that they lead to.

use std::collections::{HashMap, HashSet};

use dom::{Dom, NodeId, NodeKind, Tag};

/// The references and notes of a page, with their labels.
#[derive(Debug, Default)]
pub(super) struct Notes {
    references: HashMap<NodeId, String>,
    notes: HashMap<NodeId, String>,
    /// Elements that hold nothing but the label of the note that they begin or precede.
    numbers: HashSet<NodeId>,
}

/// A link that may be a reference.
struct Candidate {
    /// The link, or the `sup` that holds nothing else.
    node: NodeId,
    label: String,
    target: String,
    /// Whether it is marked as a reference, wherever it leads.
    is_marked: bool,
}

/// The length of the longest text of a reference, in characters. Chosen: by eye.
const MAX_LABEL: usize = 4;

impl Notes {
    /// Finds the footnotes of a page among its links.
    ///
    /// A reference is a link to a place in the page with a short text: a number, a letter, an
    /// asterisk. It is in `sup`, or has a class or role that says what it is, or else the note
    /// has a link back. The note is the item, paragraph or block that the link leads to; it comes
    /// after the reference, has text, and is not in another list or quotation.
    ///
    /// # Complexity
    ///
    /// Linear in the page.
    pub(super) fn of(dom: &Dom<'_>, links: &[NodeId], has_content: impl FnMut(NodeId) -> bool) -> Notes {
        let candidates = links.iter().filter_map(|&link| candidate(dom, link));
        let candidates: Vec<Candidate> = candidates.collect();
        if candidates.is_empty() {
            return Notes::default();
        }
        pair(dom, candidates, has_content)
    }

    /// Returns the label of the note that an element refers to.
    #[inline]
    pub(super) fn reference(&self, node: NodeId) -> Option<&str> {
        self.references.get(&node).map(String::as_str)
    }

    /// Returns the label of the note that an element is.
    #[inline]
    pub(super) fn note(&self, node: NodeId) -> Option<&str> {
        self.notes.get(&node).map(String::as_str)
    }
    /// Returns whether an element only numbers a note, whose label in Markdown already does.
    #[inline]
    pub(super) fn is_number(&self, node: NodeId) -> bool {
        self.numbers.contains(&node)
    }
}

fn candidate(dom: &Dom<'_>, link: NodeId) -> Option<Candidate> {
    // Few links lead to a place in the page, and few of these have such a text.
    let href = dom.attribute(link, "href")?;
    let target = href.strip_prefix('#').filter(|target| !target.is_empty())?;
    let label = label(dom, link)?;
    let mut is_marked = dom.attributes(link).any(|attribute| {
        let is_named = |name: &&str| attribute.name().eq_ignore_ascii_case(name);
        ["class", "role", "rel", "epub:type"].iter().any(is_named) && is_mark(&attribute.value())
    });
    let mut node = link;
    for above in dom.ancestors(link).take(2) {
        if dom.tag(above) == Tag::SUP {
            is_marked = true;
            // The brackets around the link may be in the `sup`, so that it is replaced as a whole.
            if self::label(dom, above).is_some_and(|around| around == label) {
                node = above;
            }
            break;
        }
    }
    Some(Candidate { node, label, target: target.to_owned(), is_marked })
}

fn is_mark(value: &str) -> bool {
    let value = value.to_ascii_lowercase();
    // Links from a note back to its reference have similar names.
    ["footnote", "noteref", "fnref", "fn-ref", "doc-noteref"].iter().any(|mark| value.contains(mark))
        && !value.contains("back")
}

/// Returns the text of an element without brackets, if it could be the text of a
/// reference.
fn label(dom: &Dom<'_>, node: NodeId) -> Option<String> {
    let below = dom.descendants(node);
    if below.len() > 8 {
        return None;
    }
    let mut text = String::new();
    for node in below.filter(|&node| dom.kind(node) == NodeKind::Text) {
        if dom.extent(node).len() > 16 {
            return None;
        }
        text.push_str(&dom.text(node));
    }
    let text = text.trim();
    let text = text.trim_start_matches(['[', '(']).trim_end_matches([']', ')']).trim();
    let is_label = !text.is_empty()
        && text.chars().count() <= MAX_LABEL
        && (text.chars().all(|letter| letter.is_ascii_digit())
            || text.chars().all(|letter| "*†‡".contains(letter))
            || text.len() <= 2 && text.chars().all(|letter| letter.is_ascii_lowercase())
            || matches!(text, "iii" | "vii" | "viii"));
    is_label.then(|| text.to_owned())
}

fn pair(dom: &Dom<'_>, candidates: Vec<Candidate>, mut has_content: impl FnMut(NodeId) -> bool) -> Notes {
    // Only the names that candidates lead to are kept, so that one pass finds all targets.
    let mut targets: HashMap<&str, Option<NodeId>> = HashMap::new();
    for candidate in &candidates {
        targets.insert(&candidate.target, None);
    }
    for node in dom.nodes().filter(|&node| dom.start_tag(node).is_some()) {
        for attribute in dom.attributes(node) {
            let is_named = |name: &str| attribute.name().eq_ignore_ascii_case(name);
            let is_name = is_named("id") || is_named("name") && dom.tag(node) == Tag::A;
            if is_name && let Some(target) = targets.get_mut(&*attribute.value()) {
                // If a name occurs twice, browsers go to the first element.
                target.get_or_insert(node);
            }
        }
    }
    let mut found = Notes::default();
    // Different names must not lead to the same note: it would hold several notes. Nor may
    // a note have different labels.
    let mut names: HashMap<NodeId, (&str, &str, bool)> = HashMap::new();
    let mut pairs = Vec::new();
    // Many references may lead to one note.
    let mut backs: HashMap<NodeId, bool> = HashMap::new();
    for candidate in &candidates {
        let target = targets[&*candidate.target];
        let Some(note) = target.and_then(|target| note_at(dom, target)) else {
            continue;
        };
        let names = names.entry(note);
        let (name, label, is_sound) = names.or_insert((&candidate.target, &candidate.label, true));
        *is_sound &= *name == candidate.target && *label == candidate.label;
        let mut leads_back = || *backs.entry(note).or_insert_with(|| leads_back(dom, note));
        // A link to an earlier place is the way back rather than a reference.
        if candidate.node < note && (candidate.is_marked || leads_back()) {
            pairs.push((candidate, note));
        }
    }
    let mut n_same: HashMap<&str, u32> = HashMap::new();
    let mut contents: HashMap<NodeId, bool> = HashMap::new();
    for (candidate, note) in pairs {
        if !names[&note].2 || !stands_free(dom, note) {
            continue;
        }
        let has_content = *contents.entry(note).or_insert_with(|| has_content(note));
        if !has_content {
            continue;
        }
        let is_new = !found.notes.contains_key(&note);
        if is_new {
            let target = targets[&*candidate.target].filter(|&target| dom.tag(target) == Tag::DT);
            let number = target.filter(|&term| label(dom, term).as_ref() == Some(&candidate.label));
            let number = number.or_else(|| number_of(dom, note, &candidate.label));
            found.numbers.extend(number);
        }
        let label = found.notes.entry(note).or_insert_with(|| {
            // Other marks would be markup in a label.
            let name = match &*candidate.label {
                label if label.bytes().all(|byte| byte.is_ascii_alphanumeric()) => label,
                _ => "note",
            };
            // Several series of notes on a page may begin with 1, but labels in Markdown are unique.
            let n_same = n_same.entry(name).or_default();
            *n_same += 1;
            match *n_same {
                1 => name.to_owned(),
                n => format!("{name}-{n}"),
            }
        });
        found.references.insert(candidate.node, label.clone());
    }
    found
}

/// Returns the block that becomes a note because this target is in it.
fn note_at(dom: &Dom<'_>, target: NodeId) -> Option<NodeId> {
    let is_note = |node: NodeId| matches!(dom.tag(node), Tag::LI | Tag::P | Tag::DIV | Tag::ASIDE | Tag::DD);
    if dom.tag(target) == Tag::DT {
        // Docutils puts the label into `dt` and the note into `dd`.
        return dom
            .next_sibling(target)
            .and_then(|next| if is_note(next) { Some(next) } else { dom.next_sibling(next) })
            .filter(|&next| is_note(next));
    }
    let mut around = std::iter::once(target).chain(dom.ancestors(target)).take(4);
    let note = around.find(|&node| is_note(node))?;
    // A note within an item is that item: its number is the note's.
    let outer = dom.parent(note).filter(|&outer| dom.tag(outer) == Tag::LI);
    Some(outer.unwrap_or(note))
}

/// Returns the element that a note begins with, if it holds nothing but this label: `[1]`, mostly a
/// link back to the reference.
fn number_of(dom: &Dom<'_>, note: NodeId, label: &str) -> Option<NodeId> {
    // A note of nothing but its label would be left empty.
    if self::label(dom, note).as_deref() == Some(label) {
        return None;
    }
    for node in dom.descendants(note).take(8) {
        match dom.kind(node) {
            NodeKind::Text if dom.raw(node).is_some_and(|text| !text.trim().is_empty()) => {
                return None;
            }
            NodeKind::Element if self::label(dom, node).as_deref() == Some(label) => {
                return Some(node);
            }
            _ => {}
        }
    }
    None
}

/// Returns whether a note has a link to an earlier place among its first or last
/// nodes.
fn leads_back(dom: &Dom<'_>, note: NodeId) -> bool {
    let first = dom.descendants(note).take(8);
    let near = first.chain(dom.descendants(note).rev().take(8));
    let mut links = near.filter(|&node| dom.tag(node) == Tag::A);
    links.any(|link| {
        let address = dom.attribute(link, "href");
        address.is_some_and(|address| address.len() > 1 && address.starts_with('#'))
    })
}

/// Returns whether a note is in no list, quotation, table or listing. Markdown allows notes nowhere else.
fn stands_free(dom: &Dom<'_>, note: NodeId) -> bool {
    !dom.ancestors(note)
        .any(|above| matches!(dom.tag(above), Tag::LI | Tag::DD | Tag::BLOCKQUOTE | Tag::TD | Tag::TH | Tag::PRE))
}
