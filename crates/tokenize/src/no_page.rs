//! Recognizes what is given in place of a page: an address, the name of a file, or bytes that are not text.

use std::fmt;

/// Tags that begin a page: those of the WHATWG's MIME sniffing standard, without the ones that may also begin other
/// kinds of text.
const BEGINNINGS: &[&str] = &["<!doctype html", "<html", "<head", "<body", "<title", "<meta", "<script", "<h1", "<div"];

/// The number of bytes that are read to recognize a page, or what is not text. Chosen: by eye.
const SNIFFED: usize = 1024;

/// Bytes of which more than one in this many is a control character are not text. Chosen: by eye.
const FEW: usize = 32;

/// The ends of the names of pages.
const PAGE_NAMES: &[&str] = &[".html", ".htm", ".xhtml"];

/// Something that stands in place of a page.
///
/// Any text is a page, and so is text in any encoding. What is here is none beyond doubt.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum NoPage {
    /// An address of the web.
    Address,
    /// Several addresses, one a line.
    Addresses,
    /// The name of a file, such as `tides.html`.
    FileName,
    /// What is not text, in words, such as `PNG (image/png)`.
    Binary(String),
}

impl NoPage {
    /// Returns what the bytes are if they are no page. In a list of addresses, blank lines and those that begin with
    /// `#` do not count.
    ///
    /// # Complexity
    ///
    /// Linear in the bytes up to the first line that is no address, and at least in the first 1,024.
    ///
    /// # Examples
    ///
    /// ```
    /// use tokenize::NoPage;
    ///
    /// assert_eq!(NoPage::of(b"<p>Rain"), None);
    /// assert_eq!(NoPage::of(b"https://coast.example/tides"), Some(NoPage::Address));
    /// assert_eq!(NoPage::of(b"%PDF-1.7\n").unwrap().to_string(), "PDF (application/pdf)");
    /// ```
    #[must_use]
    pub fn of(bytes: &[u8]) -> Option<NoPage> {
        binary(bytes).map(NoPage::Binary).or_else(|| name(bytes))
    }

    /// Returns what a file is if it is no page, by its first bytes. A last line without an end does not count if the
    /// file goes on.
    #[must_use]
    pub fn of_head(head: &[u8], goes_on: bool) -> Option<NoPage> {
        let whole = match head.iter().rposition(|&byte| byte == b'\n') {
            Some(end) if goes_on => &head[..end],
            None if goes_on => &[],
            _ => head,
        };
        binary(head).map(NoPage::Binary).or_else(|| name(whole))
    }
}

impl fmt::Display for NoPage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            NoPage::Address => "an address",
            NoPage::Addresses => "a list of addresses",
            NoPage::FileName => "the name of a file",
            NoPage::Binary(what) => what,
        })
    }
}

/// Returns whether the text is an http(s) address and nothing else.
///
/// # Examples
///
/// ```
/// assert!(tokenize::is_address("HTTPS://coast.example/tides?day=1"));
/// assert!(!tokenize::is_address("https://coast.example/ has the tides"));
/// assert!(!tokenize::is_address("coast.example"));
/// ```
#[must_use]
pub fn is_address(text: &str) -> bool {
    let Some((scheme, rest)) = text.split_once("://") else {
        return false;
    };
    let is_web = ["http", "https"].iter().any(|web| scheme.eq_ignore_ascii_case(web));
    // Of a tag the rest is a page.
    is_web && !rest.is_empty() && !rest.contains(|c: char| c.is_whitespace() || c.is_control() || c == '<')
}

/// Returns what the text names, if it is nothing but names.
fn name(bytes: &[u8]) -> Option<NoPage> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes).trim_ascii();
    // The first line of most pages ends the search.
    let mut lines = bytes.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let mut n_addresses = 0_usize;
    let are_addresses = lines.all(|line| {
        let counts = !line.is_empty() && !line.starts_with(b"#");
        n_addresses = n_addresses.saturating_add(usize::from(counts));
        !counts || std::str::from_utf8(line).is_ok_and(is_address)
    });
    if are_addresses {
        return match n_addresses {
            0 => None,
            1 => Some(NoPage::Address),
            _ => Some(NoPage::Addresses),
        };
    }
    let is_word = || !bytes.iter().any(|byte| *byte == b'<' || byte.is_ascii_whitespace());
    let ends = |with: &&str| {
        let start = bytes.len().checked_sub(with.len());
        start.is_some_and(|start| start > 0 && bytes[start..].eq_ignore_ascii_case(with.as_bytes()))
    };
    (PAGE_NAMES.iter().any(ends) && is_word()).then_some(NoPage::FileName)
}

/// Returns the kind of bytes that are not text, by the first ones. `None` for text, and for what may be text.
fn binary(bytes: &[u8]) -> Option<String> {
    let head = &bytes[..bytes.len().min(SNIFFED)];
    // UTF-16 has a zero in every other byte of ASCII, which would count as control characters.
    if begins_like_a_page(head) || is_wide(head) {
        return None;
    }
    let n_controls = head.iter().filter(|byte| is_control(**byte)).count();
    let known = infer::get(head).filter(|known| {
        // The marks of some kinds are two letters, with which text may begin as well. So a control character is
        // required too, unless files of the kind may begin without one.
        known.matcher_type() != infer::MatcherType::Text && (n_controls > 0 || is_text_like(known))
    });
    match known {
        Some(known) => Some(format!("{} ({})", known.extension().to_uppercase(), known.mime_type())),
        None => {
            // Text in an old encoding is not UTF-8 either, but has few control characters.
            let is_binary = head.len() < n_controls * FEW && std::str::from_utf8(head).is_err();
            (is_binary && !has_tag(head)).then(|| "binary data of an unknown kind".to_owned())
        }
    }
}

/// Returns whether `bytes` begin like a page: with a tag that only pages begin with, after white space, comments and
/// XML declarations.
///
/// # Complexity
///
/// Linear in the first 1,024 bytes; what follows is ignored.
///
/// # Examples
///
/// ```
/// assert!(tokenize::begins_like_a_page(b"<!-- hand-made --><!DOCTYPE html><p>Rain"));
/// assert!(!tokenize::begins_like_a_page(b"<svg></svg>"));
/// ```
#[must_use]
pub fn begins_like_a_page(bytes: &[u8]) -> bool {
    let head = &bytes[..bytes.len().min(SNIFFED)];
    let mut rest = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    loop {
        rest = rest.trim_ascii_start();
        let end: &[u8] = if rest.starts_with(b"<!--") {
            b"-->"
        } else if rest.starts_with(b"<?xml") {
            b"?>"
        } else {
            break;
        };
        // A comment or declaration that does not end within the sniffed bytes hides whatever the file is.
        let Some(at) = rest.windows(end.len()).position(|window| window == end) else {
            return false;
        };
        rest = &rest[at + end.len()..];
    }
    BEGINNINGS.iter().any(|beginning| {
        let (tag, after) = rest.split_at(beginning.len().min(rest.len()));
        // The standard requires a byte that ends the tag's name, so that `<headline>` is not taken for `<head`.
        let ends = after.first().is_some_and(|byte| byte.is_ascii_whitespace() || *byte == b'>');
        ends && tag.eq_ignore_ascii_case(beginning.as_bytes())
    })
}

/// Returns whether there is a tag without attributes, such as `<p>`. In a kilobyte of noise there is none, but for one in
/// hundreds.
fn has_tag(head: &[u8]) -> bool {
    memchr::memchr_iter(b'<', head).any(|at| {
        let rest = &head[at + 1..];
        let rest = rest.strip_prefix(b"/").unwrap_or(rest);
        let end = rest.iter().position(|byte| !byte.is_ascii_alphanumeric());
        end.is_some_and(|end| end > 0 && rest[0].is_ascii_alphabetic() && rest[end] == b'>')
    })
}

/// Returns whether files of this kind may begin with only bytes that occur in text.
fn is_text_like(known: &infer::Type) -> bool {
    ["application/pdf", "application/postscript", "application/rtf"].contains(&known.mime_type())
}

/// The binary data bytes of the WHATWG's MIME sniffing standard.
fn is_control(byte: u8) -> bool {
    matches!(byte, 0..=8 | 0x0b | 0x0e..=0x1a | 0x1c..=0x1f)
}

/// Returns whether the bytes are UTF-16, by a byte order mark or by an angle bracket.
fn is_wide(head: &[u8]) -> bool {
    let marks: [&[u8]; 4] = [b"\xff\xfe", b"\xfe\xff", b"<\0", b"\0<"];
    marks.iter().any(|mark| head.starts_with(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_not_text_is_named() {
        let noise: Vec<u8> = (0..600_u32).map(|n| ((n * n * 7919) >> 5) as u8).collect();
        for (head, expected) in [
            (&b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n1 0 obj"[..], "PDF (application/pdf)"),
            (
                b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0\x3e\0\x01\0\0\0aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
                "ELF (application/x-executable)",
            ),
            (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", "PNG (image/png)"),
            (b"PK\x03\x04\x14\0\0\0\x08\0a.txt", "ZIP (application/zip)"),
            (b"{\\rtf1\\ansi", "RTF (application/rtf)"),
            (&noise, "binary data of an unknown kind"),
        ] {
            assert_eq!(NoPage::of(head), Some(NoPage::Binary(expected.to_owned())), "{head:?}");
        }
    }

    #[test]
    fn text_is_text_whatever_it_begins_with() {
        for head in [
            &b""[..],
            b"BMW is a maker of cars.",
            b"MZ<p>Rain",
            b"<!DOCTYPE html>\0\0\0<p>Rain",
            b"\xff\xfe<\0p\0>\0",
            b"\xfe\xff\0<\0p\0>",
            b"#!/bin/sh\n",
            b"\x01\x02\x03\x04\xff and <b>more",
            b"Gr\xfc\xdfe \x01 aus K\xf6ln, wo es heute regnet",
        ] {
            assert_eq!(NoPage::of(head), None, "{head:?}");
        }
    }

    /// Each line of `no_page.txt` has a text, and what it is if it is no page.
    #[test]
    fn names_of_pages_are_no_pages() {
        for line in include_str!("no_page.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (text, expected) = line.split_once(" =>").unwrap();
            let text = text.replace('⏎', "\n").replace('␍', "\r").replace('⇤', "\u{feff}").replace('♯', "#");
            let found = NoPage::of(text.as_bytes()).map(|what| format!("{what:?}"));
            assert_eq!(found.as_deref(), expected.strip_prefix(' '), "{text}");
        }
    }

    #[test]
    fn a_line_that_is_cut_does_not_count() {
        let head = b"http://a.example/\nhtt";
        assert_eq!(NoPage::of_head(head, true), Some(NoPage::Address));
        assert_eq!(NoPage::of_head(head, false), None);
        assert_eq!(NoPage::of_head(b"http://a.example/", true), None);
    }

    #[test]
    fn pages_are_told_by_how_they_begin() {
        for page in [
            "<!DOCTYPE html>\n<p>",
            "\u{feff}<!doctype HTML PUBLIC \"x\">",
            "  <HTML lang=de>",
            "<?xml version=\"1.0\"?>\n<!-- made by hand -->\n<html xmlns=\"x\">",
        ] {
            assert!(begins_like_a_page(page.as_bytes()), "{page:?}");
        }
        for other in ["", "body { color: red }", "{\"a\": 1}", "<svg>", "<html", "<htmlx>", "<!-- <html>", "<?xml"] {
            assert!(!begins_like_a_page(other.as_bytes()), "{other:?}");
        }
    }
}
