//! Names between the two worlds, and numbers in places where html5ever expects text.

use std::{borrow::Cow, sync::LazyLock};

use html5ever::{Attribute, LocalName, QualName, local_name, ns, tendril::StrTendril};
use tokenize::Tag;

use super::node::Namespace;

/// html5ever's name of every tag, by [`Tag::index`].
static LOCAL_NAMES: LazyLock<Vec<LocalName>> = LazyLock::new(|| {
    std::iter::once(Tag::OTHER)
        .chain(Tag::all())
        .map(|tag| tag.name().into())
        .collect()
});

/// The names of formatting elements, which the standard copies.
const FORMATTING: [LocalName; 14] = [
    local_name!("a"),
    local_name!("b"),
    local_name!("big"),
    local_name!("code"),
    local_name!("em"),
    local_name!("font"),
    local_name!("i"),
    local_name!("nobr"),
    local_name!("s"),
    local_name!("small"),
    local_name!("strike"),
    local_name!("strong"),
    local_name!("tt"),
    local_name!("u"),
];

/// Returns html5ever's name of a tag; `written` is the name in the source.
pub(super) fn local_name(tag: Tag, written: &str) -> LocalName {
    if tag == Tag::OTHER {
        return LocalName::from(written.to_ascii_lowercase().replace('\0', "\u{fffd}"));
    }
    LOCAL_NAMES[tag.index()].clone()
}

/// Returns the tag of html5ever's name.
pub(super) fn tag_of(name: &LocalName) -> Tag {
    Tag::from_name(name)
}

/// Says whether an element of this name is what the tag `written` makes.
pub(super) fn same(written: &LocalName, made: &LocalName, namespace: Namespace) -> bool {
    written == made
        || (namespace == Namespace::Svg && written.eq_ignore_ascii_case(made))
        || (*written == local_name!("image") && *made == local_name!("img"))
}

/// Says whether the standard copies elements of this name.
pub(super) fn is_formatting(name: &LocalName) -> bool {
    FORMATTING.contains(name)
}

/// Returns the name in the source of a start tag, in lower case.
pub(super) fn in_source(start_tag: &str) -> Cow<'_, str> {
    let name = start_tag.strip_prefix('<').unwrap_or(start_tag);
    let end = name.find(|c: char| c.is_ascii_whitespace() || matches!(c, '/' | '>'));
    let name = &name[..end.unwrap_or(name.len())];
    if name.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Cow::Owned(name.to_ascii_lowercase());
    }
    Cow::Borrowed(name)
}

/// Writes a token's number as seven characters that are no white space, so that the text, with one
/// character of white space before it, fits into a tendril without an allocation.
pub(super) fn text_of(token: u32, space: Option<u8>, raw: bool) -> StrTendril {
    let mut bytes = [0; 8];
    let mut length = 0;
    if let Some(space) = space {
        bytes[0] = space;
        length = 1;
    }
    bytes[length] = if raw { b'R' } else { b'T' };
    length += 1;
    for digit in 0..6 {
        bytes[length] = b'0' + (token >> (6 * digit) & 63) as u8;
        length += 1;
    }
    let text = std::str::from_utf8(&bytes[..length]).unwrap_or("");
    StrTendril::from_slice(text)
}

/// Reads the number back, and whether the text is raw. White space carries none.
pub(super) fn token_of(text: &str) -> Option<(u32, bool)> {
    let bytes = text.trim_ascii_start().as_bytes();
    let (&kind, digits) = bytes.split_first()?;
    let token = digits
        .iter()
        .rev()
        .fold(0, |token, &digit| token << 6 | u32::from(digit - b'0'));
    Some((token, kind == b'R'))
}

/// Makes the attribute by which the copies of a link know their tag.
pub(super) fn origin(token: u32) -> Attribute {
    Attribute {
        name: QualName::new(None, ns!(), local_name!("")),
        value: text_of(token, None, false),
    }
}

/// Reads it back.
pub(super) fn origin_of(attribute: &Attribute) -> Option<u32> {
    if attribute.name.local != local_name!("") {
        return None;
    }
    token_of(&attribute.value).map(|(token, _)| token)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_survive() {
        for token in [0, 1, 63, 64, 4_095, 1 << 24, u32::MAX] {
            for space in [None, Some(b' '), Some(b'\n')] {
                for raw in [false, true] {
                    let text = text_of(token, space, raw);
                    assert_eq!(token_of(&text), Some((token, raw)));
                    assert!(
                        !text
                            .trim_ascii_start()
                            .bytes()
                            .any(|b| b.is_ascii_whitespace() || b == 0)
                    );
                }
            }
            assert_eq!(origin_of(&origin(token)), Some(token));
        }
        assert_eq!(token_of(" \n"), None);
        assert_eq!(token_of(""), None);
    }

    #[test]
    fn names_survive() {
        for tag in Tag::all() {
            assert_eq!(tag_of(&local_name(tag, "")), tag);
        }
        assert_eq!(tag_of(&local_name(Tag::OTHER, "My-Own")), Tag::OTHER);
        assert_eq!(in_source("<My-Own/>"), "my-own");
    }
}
