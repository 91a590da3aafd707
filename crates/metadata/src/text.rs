//! Text in the form in which it is compared and returned.

use dom::{Dom, NodeId, NodeKind, Tag};

/// Returns a text trimmed, with single white space.
pub(crate) fn squeeze(text: &str) -> String {
    let mut squeezed = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        let word = word.trim_matches(['\u{200b}', '\u{feff}', '\u{200e}', '\u{200f}']);
        if word.is_empty() {
            continue;
        }
        if !squeezed.is_empty() {
            squeezed.push(' ');
        }
        squeezed.push_str(word);
    }
    squeezed
}

/// Returns a text as [`squeeze`] does, and decodes references that were encoded twice.
pub(crate) fn tidy(text: &str) -> String {
    if text.contains('&') && text.contains(';') {
        squeeze(&dom::decode_references(text))
    } else {
        squeeze(text)
    }
}

/// How many nodes are looked at for each byte of a text: elements may hold nothing, and be in each other.
const NODES_PER_BYTE: usize = 16;

/// Returns the text below a node, at most about `limit` bytes of it.
pub(crate) fn below(dom: &Dom<'_>, node: NodeId, limit: usize) -> String {
    let mut text = String::new();
    let mut at = node.index() + 1;
    let end = dom.subtree_end(node).min(at + NODES_PER_BYTE * limit);
    while at < end && text.len() < limit {
        let Some(next) = dom.get(at) else { break };
        at += 1;
        match dom.kind(next) {
            NodeKind::Element if dom.hides(next) => at = dom.subtree_end(next),
            NodeKind::Element if dom.tag(next).is_block() || dom.tag(next) == Tag::BR => {
                text.push(' ');
            }
            NodeKind::Text | NodeKind::RawText => {
                let source = &dom.source()[dom.extent(next)];
                match is_beyond(source, limit) {
                    // What is cut off is beyond the limit even if all of it is references.
                    true => text.push_str(&dom::decode_references(beginning(source, 12 * limit))),
                    false => text.push_str(&dom.text(next)),
                }
            }
            _ => {}
        }
    }
    squeeze(&text)
}

/// Returns the texts that a reader sees from a node on, except white space: their nodes, and their trimmed source.
pub(crate) fn shown<'d>(dom: &'d Dom<'_>, from: usize) -> impl Iterator<Item = (NodeId, &'d str)> {
    let mut at = from;
    std::iter::from_fn(move || {
        loop {
            let node = dom.get(at)?;
            at += 1;
            match dom.kind(node) {
                NodeKind::Element if dom.hides(node) => at = dom.subtree_end(node),
                NodeKind::Text | NodeKind::RawText => {
                    let source = dom.source()[dom.extent(node)].trim_ascii();
                    if !source.is_empty() {
                        return Some((node, source));
                    }
                }
                _ => {}
            }
        }
    })
}

/// Returns whether the source of a text is too long for a text of this many bytes: a character takes up to
/// eleven.
pub(crate) fn is_beyond(source: &str, limit: usize) -> bool {
    11 * limit < source.len()
}

/// Returns about so many bytes of the beginning of a text.
fn beginning(text: &str, length: usize) -> &str {
    let mut end = length.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Returns the words in lower case: runs of letters and digits.
pub(crate) fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Returns the letters and digits alone, in lower case.
pub(crate) fn letters(text: &str) -> String {
    text.chars()
        .filter(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect()
}
