//! A fast approximation of the visible text, without a tree.

use std::ops::Range;

use dom::{
    Tag,
    scan::{self, Markup},
};

/// Returns the ranges of a page's text outside of tags, comments, scripts, styles, titles and templates, in the order
/// of the page.
///
/// This is a fast approximation for callers without a tree. It includes more than what is [visible](dom::visible) in
/// the tree, because only a tree tells the ends of elements such as `head`, `svg` or `noscript`.
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
    #[cfg(feature = "counters")]
    dom::counters::add(dom::counters::Counts { lexed: source.len(), ..Default::default() });
    let mut look = QuickLook { bytes: source.as_bytes(), at: 0, n_templates: 0, raw_end: 0 };
    std::iter::from_fn(move || look.next())
}

/// The state of the pass over a page.
struct QuickLook<'s> {
    bytes: &'s [u8],
    at: usize,
    /// The number of open templates. Templates contain markup, and may be nested.
    n_templates: usize,
    /// Before this offset no tags are recognized.
    raw_end: usize,
}

impl QuickLook<'_> {
    fn next(&mut self) -> Option<Range<usize>> {
        while self.at < self.bytes.len() {
            let start = self.at;
            let is_seen = self.n_templates == 0;
            let next = scan::next_markup(self.bytes, start.max(self.raw_end));
            let end = match next {
                Some((end, markup)) => {
                    self.skip(end, markup);
                    end
                }
                None => {
                    self.at = self.bytes.len();
                    self.at
                }
            };
            if start < end && is_seen {
                return Some(start..end);
            }
        }
        None
    }

    /// Skips the markup that begins at `start`, and its contents if they are raw text that is not visible.
    fn skip(&mut self, start: usize, markup: Markup) {
        let bytes = self.bytes;
        let is_start = match markup {
            Markup::StartTag => true,
            Markup::EndTag => false,
            _ => {
                self.at = scan::markup_end(bytes, start, markup).unwrap_or(bytes.len());
                return;
            }
        };
        let name = scan::name_range(bytes, start);
        let Some(end) = scan::tag_end(bytes, name.end) else {
            // The end of the page cuts the tag short, so that nothing follows it.
            self.at = bytes.len();
            return;
        };
        self.at = end.at;
        if is_start {
            let tag = Tag::from_bytes(&bytes[name]);
            let is_empty = end.is_self_closing && scan::is_xhtml(bytes);
            match scan::content_end(bytes, end.at, tag).filter(|_| !is_empty) {
                Some(content_end) if tag.is_hidden() => self.at = content_end,
                // The contents are visible although no tags are recognized in them, as in `<xmp>`.
                Some(content_end) => self.raw_end = content_end,
                None if tag != Tag::TEMPLATE => {}
                // A shadow root is seen, and in no other template: its end tag is ignored.
                None => {
                    self.n_templates += usize::from(self.n_templates != 0 || !is_shadow_root(&bytes[start..end.at]))
                }
            }
        // End tags without an open template are ignored, as the parser does.
        } else if self.n_templates != 0 && Tag::from_bytes(&bytes[name]) == Tag::TEMPLATE {
            self.n_templates -= 1;
        }
    }
}

/// Returns whether the tag of a template makes it a declarative shadow root.
fn is_shadow_root(tag: &[u8]) -> bool {
    let name = b"shadowroot";
    tag.windows(name.len()).any(|letters| letters.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::visible;

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
        check("<a b='x' c\t=\n\">\">d", &["d"]);
        // A quote opens nothing but a value.
        check("<a ='>c'>d", &["c'>d"]);
        check("<a='>c'>d", &["c'>d"]);
        check("<a b=c='>d'>e", &["d'>e"]);
        check("a<!-->b<!-- <i> -->c<!x>d</>e<?f>g", &["a", "b", "c", "d", "e", "g"]);
    }

    #[test]
    fn what_nobody_sees_is_passed_over() {
        check("<SCRIPT>a</scripts></script >b", &["b"]);
        check("<style>a</style>b<template><p>c</p></template>d", &["b", "d"]);
        check("<x-a><template shadowrootmode=open>a<template>b</template>c</template>d</x-a>", &["a", "c", "d"]);
        check("<noscript>a</noscript><scripted>b", &["a", "b"]);
        check("a<template><template>b</template>c<!-- </template> --></template>d</template>e", &["a", "d", "e"]);
        check("<script><!--<script></script>--></script>a", &["a"]);
        check("<xmp>a<b></xmp>c<textarea>d</textarea>", &["a<b>", "c"]);
        check("<!-- a --!>b<plaintext>c</plaintext>", &["b", "c</plaintext>"]);
        check("a<script>b", &["a"]);
        check("a<p title='b", &["a"]);
        check("a<!-- b", &["a"]);
    }

    #[test]
    fn any_text_is_taken_to_its_end() {
        for source in ["<", "</", "<a", "<!", "<!-", "é<é>é", "<script></script", "</é>ü"] {
            let text: usize = visible(source).map(|range| source[range].len()).sum();
            assert!(text <= source.len());
        }
    }
}
