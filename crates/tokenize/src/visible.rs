//! The text that people see, without building a tree.

use std::ops::Range;

use dom::near;
use memchr::{memchr, memmem};

/// Elements whose contents are never seen, or are not markup.
const SKIPPED: &[&str] = &[
    "script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes", "template",
];

/// The small letters that these begin with.
const SKIPPED_INITIALS: &[u8] = b"stxin";

/// Returns the ranges of a page's text outside of tags, comments, scripts,
/// styles, titles and templates, in the order of the page.
///
/// This is a quick look, not the standard's reading: it is for comparing pages
/// and counting words. It does not notice what a style hides.
///
/// # Complexity
///
/// Linear in the page.
///
/// # Examples
///
/// ```
/// let page = "<title>Tides</title><p>High <b>water</b><script>'<p>'</script><!-- low -->";
/// let texts: Vec<&str> = tokenize::visible(page).map(|range| &page[range]).collect();
/// assert_eq!(texts, ["High ", "water"]);
/// ```
pub fn visible(source: &str) -> impl Iterator<Item = Range<usize>> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || {
        while at < source.len() {
            let start = at;
            let end = next_markup(source, start);
            at = match end {
                end if end < source.len() => skip(source, end),
                end => end,
            };
            if start < end {
                return Some(start..end);
            }
        }
        None
    })
}

/// Returns the first position from `from` where markup begins, or the end.
fn next_markup(source: &str, from: usize) -> usize {
    let bytes = source.as_bytes();
    let mut at = from;
    while let Some(found) = near::find(b'<', &bytes[at..]) {
        at += found;
        let is_markup = match bytes.get(at + 1) {
            Some(b'!' | b'?' | b'/') => true,
            Some(byte) => byte.is_ascii_alphabetic(),
            None => false,
        };
        if is_markup {
            return at;
        }
        at += 1;
    }
    bytes.len()
}

/// Returns where the markup that begins at `at` ends, together with its
/// contents if they are never seen.
fn skip(source: &str, at: usize) -> usize {
    let bytes = source.as_bytes();
    let rest = &bytes[at..];
    if rest.starts_with(b"<!--") {
        // `<!-->` and `<!--->` are comments too.
        return memmem::find(&rest[2..], b"-->").map_or(bytes.len(), |end| at + 2 + end + 3);
    }
    let is_start = rest[1].is_ascii_alphabetic();
    let is_end = rest[1] == b'/' && rest.get(2).is_some_and(u8::is_ascii_alphabetic);
    if !is_start && !is_end {
        return memchr(b'>', rest).map_or(bytes.len(), |end| at + end + 1);
    }
    let end = tag_end(bytes, at + 1);
    if !is_start {
        return end;
    }
    let name = &rest[1..];
    // Most names are ruled out by their first letter.
    if !SKIPPED_INITIALS.contains(&(name[0] | 0x20)) {
        return end;
    }
    let length = name.iter().position(|byte| !byte.is_ascii_alphanumeric());
    let name = &name[..length.unwrap_or(name.len())];
    let skipped = SKIPPED
        .iter()
        .find(|skipped| name.eq_ignore_ascii_case(skipped.as_bytes()));
    skipped.map_or(end, |name| element_end(bytes, end, name.as_bytes()))
}

/// Returns where the tag ends: after the first `>` that is in no value. A quote begins a value after a `=`.
fn tag_end(bytes: &[u8], from: usize) -> usize {
    let mut from = from;
    let mut at = from;
    while let Some(found) = near::find3(*b">\"'", &bytes[at..]) {
        at += found;
        let byte = bytes[at];
        if byte == b'>' {
            return at + 1;
        }
        let before = bytes[from..at].trim_ascii_end();
        at += 1;
        if before.ends_with(b"=") {
            at = near::find(byte, &bytes[at..]).map_or(bytes.len(), |end| at + end + 1);
        }
        // No quote looks further back than to the one before it.
        from = at;
    }
    bytes.len()
}

/// Returns the position after the end tag of this name.
fn element_end(bytes: &[u8], from: usize, name: &[u8]) -> usize {
    let mut at = from;
    while let Some(found) = memmem::find(&bytes[at..], b"</") {
        at += found + 2;
        let rest = &bytes[at..];
        let is_named = rest.len() >= name.len() && rest[..name.len()].eq_ignore_ascii_case(name);
        let after = rest.get(name.len());
        if is_named && after.is_none_or(|byte| byte.is_ascii_whitespace() || b"/>".contains(byte)) {
            return tag_end(bytes, at);
        }
    }
    bytes.len()
}

#[cfg(test)]
mod tests {
    use super::{SKIPPED, SKIPPED_INITIALS, visible};

    fn check(source: &str, expected: &[&str]) {
        let found: Vec<&str> = visible(source).map(|range| &source[range]).collect();
        assert_eq!(found, expected, "{source}");
    }

    #[test]
    fn text_is_what_is_no_markup() {
        check("", &[]);
        check("a < b <3 c", &["a < b <3 c"]);
        check("<p title='>'>a<br/>b</p >c", &["a", "b", "c"]);
        check("<a b'>c", &["c"]);
        check("<a b = \"x>\" c>d", &["d"]);
        check("<a b = 'x'\">c'>d", &["c'>d"]);
        check("<a b='x' = '>'\t=\n\">\">c", &["c"]);
        check("<a ='>c'>d", &["d"]);
        check("<a='>c'>d", &["d"]);
        check(
            "a<!-->b<!-- <i> -->c<!x>d</>e<?f>g",
            &["a", "b", "c", "d", "e", "g"],
        );
    }

    #[test]
    fn what_nobody_sees_is_passed_over() {
        check("<SCRIPT>a</scripts></script >b", &["b"]);
        check(
            "<style>a</style>b<template><p>c</p></template>d",
            &["b", "d"],
        );
        check("<noscript>a</noscript><scripted>b", &["a", "b"]);
        check("a<script>b", &["a"]);
        check("a<p title='b", &["a"]);
        check("a<!-- b", &["a"]);
    }

    #[test]
    fn initials_are_those_of_the_names() {
        let mut initials: Vec<u8> = SKIPPED.iter().map(|name| name.as_bytes()[0]).collect();
        initials.sort_unstable();
        initials.dedup();
        let mut listed = SKIPPED_INITIALS.to_vec();
        listed.sort_unstable();
        assert_eq!(initials, listed);
    }

    #[test]
    fn any_text_is_taken_to_its_end() {
        for source in [
            "<",
            "</",
            "<a",
            "<!",
            "<!-",
            "é<é>é",
            "<script></script",
            "</é>ü",
        ] {
            let text: usize = visible(source).map(|range| source[range].len()).sum();
            assert!(text <= source.len());
        }
    }
}
