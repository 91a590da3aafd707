//! Has lol_html read the content of `noscript` as markup.

use std::borrow::Cow;

/// The start of `noscript`, whose content lol_html takes for raw text, unlike a browser without scripting; and a
/// start of the same length for an element without a meaning.
const NOSCRIPT: &str = "<noscript";
const MASK: &str = "<noscripx";

/// Renames the start tags of `noscript`, so that their content is read as markup. Every byte keeps its position.
pub(crate) fn mask_noscript(source: &str) -> Cow<'_, str> {
    let bytes = source.as_bytes();
    let mut masked = String::new();
    let mut end = 0;
    for at in memchr::memchr_iter(b'<', bytes) {
        let is_noscript =
            bytes[at..].get(..NOSCRIPT.len()).is_some_and(|start| start.eq_ignore_ascii_case(NOSCRIPT.as_bytes()));
        if is_noscript {
            // A tag begins with an ASCII byte and the mask ends with one, so both are borders of characters.
            masked.push_str(&source[end..at]);
            masked.push_str(MASK);
            end = at + MASK.len();
        }
    }
    if masked.is_empty() {
        return Cow::Borrowed(source);
    }
    masked.push_str(&source[end..]);
    Cow::Owned(masked)
}
