//! Addresses: made absolute by RFC 3986, and written so that Markdown reads them back.

use std::borrow::Cow;

use dom::{Dom, NodeId};

/// The longest address that is written, in bytes. A long `base` would make every link of a page as long. Chosen:
/// servers refuse longer ones, and `crawl` does not follow them.
pub(crate) const MAX_ADDRESS: usize = 8 << 10;

/// The parts of an address, by the regular expression of RFC 3986, appendix B.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Parts<'a> {
    scheme: Option<&'a str>,
    authority: Option<&'a str>,
    path: &'a str,
    query: Option<&'a str>,
    fragment: Option<&'a str>,
}

fn split(address: &str) -> Parts<'_> {
    // The fragment is cut first and the query second, because marks in them have no meaning for what is before.
    let (rest, fragment) = cut(address, '#');
    let (rest, query) = cut(rest, '?');
    // A colon can also stand in a path, so that what is before it must have the form of a scheme.
    let (scheme, rest) = match cut(rest, ':') {
        (scheme, Some(rest)) if is_scheme(scheme) => (Some(scheme), rest),
        _ => (None, rest),
    };
    let (authority, path) = match rest.strip_prefix("//") {
        Some(rest) => {
            let end = rest.find('/').unwrap_or(rest.len());
            (Some(&rest[..end]), &rest[end..])
        }
        None => (None, rest),
    };
    Parts { scheme, authority, path, query, fragment }
}

/// Cuts an address at the first place of a mark.
fn cut(address: &str, mark: char) -> (&str, Option<&str>) {
    address.split_once(mark).map_or((address, None), |(before, behind)| (before, Some(behind)))
}

fn is_scheme(name: &str) -> bool {
    name.starts_with(|letter: char| letter.is_ascii_alphabetic())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'-' | b'.'))
}

/// The path of links to e-mail addresses that Cloudflare protects; a script of the page makes `mailto:` of them.
const PROTECTED: &str = "/cdn-cgi/l/email-protection";

/// Returns the address of a link as its page writes it; `None` if it is empty or `#`, or if its scheme names no
/// place.
pub(crate) fn target(written: &str) -> Option<Cow<'_, str>> {
    let address = trimmed(written);
    if let Some((_, digits)) = address.split_once(PROTECTED) {
        // Without digits, the text of the link has the address.
        let digits = digits.strip_prefix('#')?;
        return dom::decode_protected(digits).map(|address| Cow::Owned(["mailto:", &address].concat()));
    }
    let is_nowhere = address.is_empty() || address == "#" || !leads_somewhere(&address);
    (!is_nowhere).then_some(address)
}

/// Returns whether an address has no scheme, or one that names a place, and not a script or data in the page itself.
pub(super) fn leads_somewhere(address: &str) -> bool {
    split(address).scheme.is_none_or(|scheme| {
        !["javascript", "vbscript", "data", "about", "blob"].iter().any(|other| scheme.eq_ignore_ascii_case(other))
    })
}

/// Returns the base of relative addresses: the address of the page's first `base` element with one, or the page's
/// own.
pub(crate) fn base(dom: &Dom<'_>, element: Option<NodeId>, page: Option<&str>) -> Option<String> {
    let is_usable = |base: &str| base.len() <= MAX_ADDRESS && leads_somewhere(base);
    let page = page.filter(|page| is_usable(page) && is_absolute(page));
    let own = element.and_then(|element| dom.attribute(element, "href"));
    let own = own.map(|own| trimmed(&own).into_owned());
    let own = own.filter(|own| is_usable(own));
    match (page, own) {
        (Some(page), Some(own)) => Some(resolve(page, &own)),
        (Some(page), None) => Some(page.to_owned()),
        // A relative `base` is of no use without the address of the page.
        (None, own) => own.filter(|own| is_absolute(own)),
    }
}

/// Returns whether an address has both a scheme and an authority, which names the site.
pub(super) fn is_absolute(address: &str) -> bool {
    let parts = split(address);
    parts.scheme.is_some() && parts.authority.is_some()
}

/// Returns an address as it is written: resolved against `base` if there is one. Returns `None` if the result is too
/// long, or if its scheme names no place, because a page can state a script as its own address.
pub(crate) fn written(base: Option<&str>, reference: &str) -> Option<String> {
    let found = match base {
        Some(base) => resolve(base, reference),
        None => reference.to_owned(),
    };
    (found.len() <= MAX_ADDRESS && leads_somewhere(&found)).then_some(found)
}

/// Resolves an address against that of the page (RFC 3986, section 5.2).
pub(super) fn resolve(base: &str, reference: &str) -> String {
    let (base, own) = (split(base), split(reference));
    let mut found = own;
    let path;
    if own.scheme.is_some() && own.authority.is_none() {
        // Those of mail, telephones and the like have no path to resolve.
        return reference.to_owned();
    }
    if own.authority.is_some() {
        path = match remove_dot_segments(Cow::Borrowed(own.path)) {
            // An absolute address without dot segments is as it should be.
            Cow::Borrowed(_) if own.scheme.is_some() => return reference.to_owned(),
            path => path,
        };
        found.path = &path;
        found.scheme = own.scheme.or(base.scheme);
    } else {
        found.scheme = base.scheme;
        found.authority = base.authority;
        // A reference without a path, such as `?y` or `#s`, is one to the page itself.
        if own.path.is_empty() {
            found.path = base.path;
            if own.query.is_none() {
                found.query = base.query;
            }
        } else {
            path = remove_dot_segments(merge(&base, own.path));
            found.path = &path;
        }
    }
    join(&found)
}

fn merge<'a>(base: &Parts<'_>, path: &'a str) -> Cow<'a, str> {
    if path.starts_with('/') {
        return Cow::Borrowed(path);
    }
    let folder = base.path.rfind('/').map_or("", |last| &base.path[..=last]);
    // A base such as `https://a.org` has an empty path, which stands for the root.
    let folder = if folder.is_empty() { "/" } else { folder };
    Cow::Owned([folder, path].concat())
}

/// Removes the segments `.` and `..` (RFC 3986, section 5.2.4). The path starts with a slash.
fn remove_dot_segments(path: Cow<'_, str>) -> Cow<'_, str> {
    // Most paths have none, and are returned as they are.
    if !path.contains("/.") {
        return path;
    }
    let mut kept: Vec<&str> = Vec::new();
    for segment in path.split('/').skip(1) {
        match segment {
            "." => {}
            // At the root there is nothing to remove, and the RFC ignores the segment.
            ".." => {
                kept.pop();
            }
            _ => kept.push(segment),
        }
    }
    // A dot segment at the end names a folder, which ends in a slash.
    if path.ends_with("/.") || path.ends_with("/..") {
        kept.push("");
    }
    Cow::Owned(kept.iter().flat_map(|segment| ["/", segment]).collect())
}

fn join(parts: &Parts<'_>) -> String {
    let mut address = String::new();
    if let Some(scheme) = parts.scheme {
        address.extend([scheme, ":"]);
    }
    if let Some(authority) = parts.authority {
        address.extend(["//", authority]);
    }
    if parts.authority.is_some() && parts.path.is_empty() {
        address.push('/');
    }
    address.push_str(parts.path);
    if let Some(query) = parts.query {
        address.extend(["?", query]);
    }
    if let Some(fragment) = parts.fragment {
        address.extend(["#", fragment]);
    }
    address
}

/// Returns an address from an attribute without the white space that browsers ignore.
pub(crate) fn trimmed(address: &str) -> Cow<'_, str> {
    let address = address.trim_matches(|letter: char| letter <= ' ');
    if address.contains(['\n', '\r', '\t']) {
        Cow::Owned(address.replace(['\n', '\r', '\t'], ""))
    } else {
        Cow::Borrowed(address)
    }
}

/// Returns whether a byte needs no escape in the address of a link.
fn is_plain(byte: u8) -> bool {
    // Not `&`, which may begin a character reference.
    byte.is_ascii_alphanumeric() || b"-._~:/?#@!*+,;='%".contains(&byte)
}

/// Writes an address into the parentheses of a link.
///
/// Whatever would end it, or be read as something else, is percent-encoded.
pub(super) fn push_destination(out: &mut String, address: &str) {
    if address.bytes().all(is_plain) {
        out.push_str(address);
        return;
    }
    // CommonMark reads parentheses as part of the address if they match. Readers may bound how deep they nest.
    let parentheses_match = {
        let mut depth = 0_i32;
        let is_matched = address.bytes().all(|byte| {
            depth += match byte {
                b'(' => 1,
                b')' => -1,
                _ => 0,
            };
            (0..=16).contains(&depth)
        });
        is_matched && depth == 0
    };
    for letter in address.chars() {
        match letter {
            '(' | ')' if parentheses_match => out.push(letter),
            '<' | '>' | '(' | ')' | '\\' | '`' | '$' | '|' | '[' | ']' | '"' => {
                push_encoded(out, letter);
            }
            _ if letter.is_whitespace() || letter.is_control() => push_encoded(out, letter),
            // An ampersand may begin a character reference, which Markdown would decode.
            '&' => out.push_str(if address.contains(';') { "&amp;" } else { "&" }),
            _ => out.push(letter),
        }
    }
}

/// Adds a letter as its percent-encoded bytes.
pub(crate) fn push_encoded(out: &mut String, letter: char) {
    for byte in letter.encode_utf8(&mut [0; 4]).bytes() {
        out.push('%');
        for digit in [byte >> 4, byte & 15] {
            out.push(char::from(b"0123456789ABCDEF"[usize::from(digit)]));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn protected_addresses_are_decoded() {
        assert_eq!(target("/cdn-cgi/l/email-protection#422302206c273a").as_deref(), Some("mailto:a@b.ex"));
        assert_eq!(target("/cdn-cgi/l/email-protection"), None);
        assert_eq!(target("/cdn-cgi/l/email-protection#4"), None);
    }

    #[test]
    fn references_resolve_as_the_rfc_says() {
        // Its section 5.4, with "http" for the one case in which strict parsers differ.
        let base = "http://a/b/c/d;p?q";
        for case in include_str!("address/references.txt").lines() {
            let (reference, expected) = case.split_once(" => ").unwrap();
            assert_eq!(resolve(base, reference), expected, "{reference}");
        }
        assert_eq!(resolve("https://a.org", "x"), "https://a.org/x");
    }

    #[test]
    fn destinations_hold_together() {
        let check = |address: &str, expected: &str| {
            let mut out = String::new();
            push_destination(&mut out, address);
            assert_eq!(out, expected);
        };
        check("/Tide_(sea)?a=1&b=2", "/Tide_(sea)?a=1&b=2");
        check("/a b)c", "/a%20b%29c");
        check("?a&lt;b", "?a&amp;lt;b");
        check("/é<\n", "/é%3C%0A");
    }
}
