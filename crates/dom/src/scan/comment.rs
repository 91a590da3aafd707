//! Comments in all their spellings, and CDATA sections.

use std::ops::Range;

use memchr::{memchr, memchr_iter, memmem};

/// Returns where the text of a comment and the comment itself end; `at` is after the `<!--`.
#[must_use]
pub fn comment_end(bytes: &[u8], at: usize) -> (usize, usize) {
    let rest = &bytes[at..];
    // `<!-->` and `<!--->` are empty comments, although their dashes overlap.
    for (opening, length) in [(&b">"[..], 1), (b"->", 2)] {
        if rest.starts_with(opening) {
            return (at, at + length);
        }
    }
    for dash in memchr_iter(b'-', rest) {
        if rest[dash..].starts_with(b"-->") {
            return (at + dash, at + dash + 3);
        }
        if rest[dash..].starts_with(b"--!>") {
            return (at + dash, at + dash + 4);
        }
    }
    // The end of the page ends a comment as well. Dashes that could have begun its end are not part of the text. `--`
    // is tried before `-`, which is a suffix of it.
    let data = [&b"--!"[..], b"--", b"-"].into_iter().find_map(|ending| rest.strip_suffix(ending)).unwrap_or(rest);
    (at + data.len(), bytes.len())
}

/// Returns where the text of a bogus comment and the comment itself end: at the first `>` from `at`.
#[must_use]
pub fn bogus_comment_end(bytes: &[u8], at: usize) -> (usize, usize) {
    match memchr(b'>', &bytes[at..]) {
        Some(length) => (at + length, at + length + 1),
        None => (bytes.len(), bytes.len()),
    }
}

/// Returns where the text of a CDATA section and the section itself end; `at` is after its `<![CDATA[`.
#[must_use]
pub fn cdata_end(bytes: &[u8], at: usize) -> (usize, usize) {
    match memmem::find(&bytes[at..], super::CDATA_END.as_bytes()) {
        Some(length) => (at + length, at + length + super::CDATA_END.len()),
        None => (bytes.len(), bytes.len()),
    }
}

/// Returns the range of the text in a whole comment, in any of its spellings.
///
/// # Examples
///
/// ```
/// for (comment, data) in [("<!-- a -->", " a "), ("<?php b ?>", "?php b ?"), ("<!c>", "c"), ("</1>", "1")] {
///     assert_eq!(&comment[dom::scan::comment_data(comment)], data);
/// }
/// ```
#[must_use]
pub fn comment_data(comment: &str) -> Range<usize> {
    let bytes = comment.as_bytes();
    let (start, (end, _)) = if comment.starts_with("<!--") {
        (4, comment_end(bytes, 4))
    } else {
        // In `<?php` the question mark is part of the text. After `<!` and `</` the text begins behind both
        // characters.
        let start = if comment.starts_with("<?") { 1 } else { 2 }.min(bytes.len());
        (start, bogus_comment_end(bytes, start))
    };
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;

    #[test]
    fn comments() {
        for [source, data, rest] in cases(include_str!("comments.txt")) {
            let (data_end, end) = comment_end(source.as_bytes(), 0);
            assert_eq!((&source[..data_end], &source[end..]), (&*data, &*rest), "{source}");
        }
    }

    #[test]
    fn what_is_in_a_comment() {
        for [comment, data] in cases(include_str!("comment_data.txt")) {
            assert_eq!(&comment[comment_data(&comment)], data, "{comment}");
        }
    }
}
