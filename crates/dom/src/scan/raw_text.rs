//! The contents of elements in which no tags count.

use memchr::memmem;

use super::{script::script_end, tag::is_space};
use crate::Tag;

/// Returns where the contents of an HTML element end if they are one text in which tags do not count; `None` if the
/// element holds markup. `at` is after its start tag.
///
/// The contents end at the `</` of the element's end tag, or else with the bytes. Those of a `script` may hold
/// `<!--<script></script>-->`.
///
/// # Complexity
///
/// Linear in the contents.
///
/// # Examples
///
/// ```
/// use dom::{Tag, scan::content_end};
///
/// let page = b"<style>p > b { }</styles></style>";
/// assert_eq!(content_end(page, 7, Tag::STYLE), Some(25));
/// assert_eq!(content_end(b"<p>x</p>", 3, Tag::P), None);
/// ```
#[inline]
#[must_use]
pub fn content_end(bytes: &[u8], at: usize, tag: Tag) -> Option<usize> {
    if !tag.is_raw_text() && !tag.is_rcdata() {
        return None;
    }
    Some(match tag {
        Tag::SCRIPT => script_end(bytes, at),
        Tag::PLAINTEXT => bytes.len(),
        _ => raw_text_end(bytes, at, tag.name().as_bytes()),
    })
}

/// Returns where the raw text from `at` ends: at the `</` of the end tag of this name, or at the end of the bytes.
pub(super) fn raw_text_end(bytes: &[u8], at: usize, name: &[u8]) -> usize {
    memmem::find_iter(&bytes[at..], b"</")
        .map(|length| at + length)
        .find(|&end| is_end_tag(bytes, end, name))
        .unwrap_or(bytes.len())
}

/// Returns whether the `</` at `at` begins an end tag of this name, which is in lower case.
pub(super) fn is_end_tag(bytes: &[u8], at: usize, name: &[u8]) -> bool {
    let start = at + 2;
    let end = start + name.len();
    // The name must be complete: `</styles>` does not end a `style`.
    bytes.get(start..end).is_some_and(|found| found.eq_ignore_ascii_case(name))
        && bytes.get(end).is_some_and(|&byte| byte == b'>' || byte == b'/' || is_space(byte))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;

    #[test]
    fn raw_text() {
        for [source, raw] in cases(include_str!("raw_text.txt")) {
            let end = content_end(source.as_bytes(), 0, Tag::STYLE);
            assert_eq!(end.map(|end| &source[..end]), Some(&*raw), "{source}");
        }
    }

    #[test]
    fn plain_text_has_no_end() {
        let source = b"a</plaintext>b";
        assert_eq!(content_end(source, 0, Tag::PLAINTEXT), Some(source.len()));
    }
}
