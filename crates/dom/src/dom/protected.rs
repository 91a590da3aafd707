//! E-mail addresses that Cloudflare hides from programs: a script of the page puts them in the place of
//! `[email protected]`.

use super::Dom;
use crate::NodeId;

/// How the text begins that stands for the address.
pub(super) const PLACEHOLDER: &str = "[email";

/// The longest address that is decoded, in bytes. Chosen: RFC 5321 allows 254; the rest is room for what follows `?`.
const MAX_BYTES: usize = 512;

/// Returns the address that a script would show instead of a text: `data-cfemail` of the element around it holds it.
pub(super) fn address(dom: &Dom<'_>, text: NodeId) -> Option<String> {
    decode_protected(&dom.attribute(dom.parent(text)?, "data-cfemail")?)
}

/// Returns an e-mail address that Cloudflare protects: its bytes in hexadecimal digits, each combined by exclusive or with
/// the first one, which is not a part of the address. Returns `None` if the digits are of no text with an `@`.
///
/// # Examples
///
/// ```
/// assert_eq!(dom::decode_protected("422302206c273a232f322e27").as_deref(), Some("a@b.example"));
/// assert_eq!(dom::decode_protected("42230"), None);
/// ```
#[must_use]
pub fn decode_protected(digits: &str) -> Option<String> {
    if digits.len() > 2 * (1 + MAX_BYTES) {
        return None;
    }
    let (pairs, []) = digits.as_bytes().as_chunks::<2>() else {
        return None;
    };
    let value = |digit: u8| char::from(digit).to_digit(16);
    let bytes = pairs.iter().map(|&[high, low]| u8::try_from(16 * value(high)? + value(low)?).ok());
    let bytes: Vec<u8> = bytes.collect::<Option<_>>()?;
    let (key, hidden) = bytes.split_first()?;
    let shown: Vec<u8> = hidden.iter().map(|byte| byte ^ key).collect();
    let is_address = |address: &String| address.contains('@') && !address.contains(char::is_control);
    String::from_utf8(shown).ok().filter(is_address)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the text of the first element of a page.
    fn shown(page: &str) -> String {
        let dom = Dom::parse(page);
        let texts = dom.nodes().filter(|&node| dom.kind(node) == crate::NodeKind::Text);
        texts.map(|node| dom.text(node).into_owned()).collect()
    }

    #[test]
    fn addresses_are_decoded() {
        // The key is 0x42: `a@b.example`.
        let hidden = "422302206c273a232f322e27";
        let page = format!("<a href=/x><span data-cfemail={hidden}>[email&#160;protected]</span></a>");
        assert_eq!(shown(&page), "a@b.example");
        for other in ["", "4", "42", "zz", "42ff", "4248", "4223"] {
            let page = format!("<span data-cfemail='{other}'>[email&#160;protected]</span>");
            assert_eq!(shown(&page), "[email\u{a0}protected]", "{other}");
        }
        assert_eq!(shown("<span>[email&#160;protected]</span>"), "[email\u{a0}protected]");
    }
}
