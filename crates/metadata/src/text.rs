//! Text in the forms in which it is compared and returned.

use dom::{Dom, NodeId, NodeKind, Tag};

/// Returns a text trimmed, with white space collapsed to single spaces.
pub(crate) fn squeeze(text: &str) -> String {
    // Most texts are so already, and to see this takes less time than to take them apart.
    if is_squeezed(text) {
        return text.to_owned();
    }
    let mut squeezed = String::with_capacity(text.len());
    for word in text.split_whitespace() {
        // The zero-width space, the byte order mark and the two direction marks are not white space in Unicode, but
        // are invisible.
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

/// Returns whether a text certainly has nothing to trim or to collapse, by its bytes.
fn is_squeezed(text: &str) -> bool {
    let mut last = b' ';
    let is_plain = text.bytes().all(|byte| match (std::mem::replace(&mut last, byte), byte) {
        (before, b' ') => before != b' ',
        // The white space of ASCII, and what begins all other characters that are white space or invisible.
        (_, ..b' ' | 0xC2 | 0xE1..=0xE3 | 0xEF) => false,
        _ => true,
    });
    is_plain && last != b' '
}

/// Does what [`squeeze`] does, and decodes character references that were encoded twice.
pub(crate) fn tidy(text: &str) -> String {
    if text.contains('&') && text.contains(';') { squeeze(&dom::decode_references(text)) } else { squeeze(text) }
}

/// The most bytes of source that a reference takes for each byte of its text. References by number with zeros in front
/// can have more, which nobody writes. Set by: `&DiacriticalGrave;`, which has 18 bytes and stands for one.
const BYTES_PER_BYTE: usize = 18;

/// The number of nodes that are visited for each byte of a text. Elements can be empty or deeply nested, so that the
/// length of the text alone would not bound the work. Chosen: by eye.
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
            // The next node after a hidden subtree is the one at its end.
            NodeKind::Element if dom.hides(next) => at = dom.subtree_end(next),
            NodeKind::Element if dom.tag(next).is_block() || dom.tag(next) == Tag::BR => {
                text.push(' ');
            }
            NodeKind::Text | NodeKind::RawText => {
                let source = &dom.source()[dom.extent(next)];
                match is_beyond(source, limit) {
                    // One byte of source more for each byte of text, so that the cut never shows.
                    true => text.push_str(&dom::decode_references(beginning(source, (BYTES_PER_BYTE + 1) * limit))),
                    false => text.push_str(&dom.text(next)),
                }
            }
            _ => {}
        }
    }
    squeeze(&text)
}

/// Returns the visible texts from a node number on, with their nodes, as trimmed source. Texts of white space alone
/// are left out.
pub(crate) fn shown<'d>(dom: &'d Dom<'_>, from: usize) -> impl Iterator<Item = (NodeId, &'d str)> {
    let mut at = from;
    std::iter::from_fn(move || {
        loop {
            let node = dom.get(at)?;
            at += 1;
            match dom.kind(node) {
                NodeKind::Element if dom.hides(node) => at = dom.subtree_end(node),
                NodeKind::Text | NodeKind::RawText => {
                    let source = trimmed(&dom.source()[dom.extent(node)]);
                    if !source.is_empty() {
                        return Some((node, source));
                    }
                }
                _ => {}
            }
        }
    })
}

/// Returns a text without the white space of ASCII around it. Half of the texts of most pages are the indentation of
/// tags and nothing else, so that its beginning is read in blocks.
fn trimmed(text: &str) -> &str {
    /// The number of bytes that are examined together. Chosen: by eye.
    const BLOCK: usize = 16;
    let is_space = |byte: u8| (byte == b' ') | (byte == b'\n') | (byte == b'\t') | (byte == b'\r');
    let blocks = text.as_bytes().chunks_exact(BLOCK);
    let n_blank = blocks.take_while(|block| block.iter().fold(true, |is, &byte| is & is_space(byte))).count();
    text[n_blank * BLOCK..].trim_ascii()
}

/// Returns whether the source of a text is so long that the text has more than `limit` bytes.
pub(crate) fn is_beyond(source: &str, limit: usize) -> bool {
    source.len() > BYTES_PER_BYTE * limit
}

/// Returns the first `length` bytes of a text, or fewer so that the end is between two characters.
pub(crate) fn beginning(text: &str, length: usize) -> &str {
    let mut end = length.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Returns the words of a text in lower case: its runs of letters and digits.
pub(crate) fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_lowercase).collect()
}

/// Returns the letters and digits of a text in lower case, without anything between them.
pub(crate) fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn white_space_collapses() {
        for text in ["Zoë 李 Lee", " Zoë\u{a0}\n\u{200b}李 \u{200f} \u{feff}Lee\u{200e} "] {
            assert_eq!(squeeze(text), "Zoë 李 Lee");
        }
        assert_eq!(squeeze(" \u{200b} "), "");
        assert!(is_squeezed("Zoë Lee") && ["", " a", "a ", "a  b"].iter().all(|text| !is_squeezed(text)));
        // A space behind a text sends it the long way. No character beyond these is white space.
        for c in '\0'..='\u{ffff}' {
            for text in [format!("{c}"), format!("a{c}"), format!("{c} a"), format!("a{c}{c}b"), format!("a {c} b")] {
                assert_eq!(squeeze(&text), squeeze(&format!("{text} ")), "{text:?}");
            }
        }
    }

    #[test]
    fn texts_are_trimmed() {
        for n in [0, 1, 3, 4, 9] {
            let space = "\n   \t".repeat(n);
            for text in ["", "a", "a b", "\u{a0}", "Zoë"] {
                assert_eq!(trimmed(&format!("{space}{text}{space}")), text);
            }
        }
    }

    #[test]
    fn long_references_are_short_texts() {
        let text = "&DiacriticalGrave;".repeat(30);
        assert!(!is_beyond(&text, 30) && is_beyond(&text, 29));
        let page = format!("<p>{text}");
        let dom = Dom::parse(&page);
        assert_eq!(below(&dom, dom.root(), 30), "`".repeat(30));
    }
}
