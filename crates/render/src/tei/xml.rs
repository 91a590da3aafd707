//! The rules of XML for texts and attributes.

use crate::address::push_encoded;

/// Where a text is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Content,
    Attribute,
}

/// Adds a text, without the characters that XML 1.0 does not allow.
pub(super) fn push_escaped(out: &mut String, text: &str, place: Place) {
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' if place == Place::Attribute => out.push_str("&quot;"),
            '\n' | '\t' if place == Place::Attribute => out.push(' '),
            // A CR would be read as a line feed, because parsers of XML normalize line ends.
            '\r' => out.push(' '),
            '\n' | '\t' => out.push(letter),
            // XML 1.0 allows no other character below the space, and neither of these two noncharacters.
            '\0'..' ' | '\u{FFFE}' | '\u{FFFF}' => {}
            _ => out.push(letter),
        }
    }
}

/// Adds an attribute to a start tag.
pub(super) fn push_attribute(out: &mut String, name: &str, value: &str) {
    out.extend([" ", name, "=\""]);
    push_escaped(out, value, Place::Attribute);
    out.push('"');
}

/// Adds an attribute that holds one address. White space in it is encoded, because it would separate two addresses.
pub(super) fn push_address(out: &mut String, name: &str, address: &str) {
    let is_odd = |letter: char| letter.is_whitespace() || letter.is_control();
    if !address.contains(is_odd) {
        return push_attribute(out, name, address);
    }
    let mut written = String::with_capacity(address.len());
    for letter in address.chars() {
        if is_odd(letter) {
            push_encoded(&mut written, letter);
        } else {
            written.push(letter);
        }
    }
    push_attribute(out, name, &written);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_escaped_and_freed_of_what_xml_forbids() {
        let mut out = String::new();
        push_escaped(&mut out, "a<b>&\"\n]]>\0\u{1}\u{B}\u{FFFF}é😀\r", Place::Content);
        assert_eq!(out, "a&lt;b&gt;&amp;\"\n]]&gt;é😀 ");
        let mut out = String::new();
        push_attribute(&mut out, "n", "a\"\n<");
        push_address(&mut out, "target", "/a b\u{A0}\u{7F}");
        assert_eq!(out, " n=\"a&quot; &lt;\" target=\"/a%20b%C2%A0%7F\"");
    }
}
