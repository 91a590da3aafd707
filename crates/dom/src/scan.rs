//! Where the pieces of a page end: tags, attributes, comments, doctypes, raw text.
//!
//! This is the only lexer: the tree builder reads pages with it, and so does code that needs the pieces of a page
//! without a tree. The functions are the states of the standard's tokenizer (section 13.2.5) in the form of searches.
//! Each takes bytes and a position and returns positions; none looks at what is before its position.
//!
//! Some things depend on what is around, and are the caller's to decide: whether the contents of an element are
//! [raw](content_end), which they are not in SVG and MathML; whether a [`Markup::Cdata`] is text, which it is
//! only there; and whether a [`TagEnd::is_self_closing`] counts, which it does there, and for elements with raw contents
//! in [XHTML](is_xhtml).
//!
//! # Examples
//!
//! The pieces of a page without SVG or MathML:
//!
//! ```
//! use dom::{Tag, scan::{self, Markup}};
//!
//! let page = "<p title='>'>One<!-- > --></p>Two<title><p></title>";
//! let bytes = page.as_bytes();
//! let mut pieces = Vec::new();
//! let mut text = 0;
//! while let Some((start, markup)) = scan::next_markup(bytes, text) {
//!     pieces.push(&page[text..start]);
//!     let Some(end) = scan::markup_end(bytes, start, markup) else {
//!         break; // a tag that is cut short: nothing follows it
//!     };
//!     pieces.push(&page[start..end]);
//!     text = end;
//!     if markup == Markup::StartTag {
//!         let tag = Tag::from_bytes(&bytes[scan::name_range(bytes, start)]);
//!         if let Some(raw_end) = scan::content_end(bytes, end, tag) {
//!             pieces.push(&page[end..raw_end]);
//!             text = raw_end;
//!         }
//!     }
//! }
//! pieces.retain(|piece| !piece.is_empty());
//! assert_eq!(
//!     pieces,
//!     ["<p title='>'>", "One", "<!-- > -->", "</p>", "Two", "<title>", "<p>", "</title>"]
//! );
//! ```

mod comment;
mod raw_text;
mod script;
mod tag;
mod xhtml;

use crate::near;

pub use self::{
    comment::{bogus_comment_end, cdata_end, comment_data, comment_end},
    raw_text::content_end,
    tag::{AttributeSpan, TagEnd, TagScan, is_space, name_end, name_range, skip_space, tag_end},
    xhtml::is_xhtml,
};

/// How a CDATA section begins.
pub const CDATA_START: &str = "<![CDATA[";

/// How a CDATA section ends.
pub const CDATA_END: &str = "]]>";

/// What a `<` begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Markup {
    /// `<p`
    StartTag,
    /// `</p`
    EndTag,
    /// `</>`, which is ignored.
    Nothing,
    /// `<!--`
    Comment,
    /// `<!x`, `<?x`, `</1`: read as a comment that ends at the first `>`.
    BogusComment,
    /// `<!doctype`
    Doctype,
    /// `<![CDATA[`: text in SVG and MathML, and in HTML a bogus comment.
    Cdata,
}

/// Returns what the `<` at `at` begins; `None` if it is text.
///
/// # Panics
///
/// Never: beyond the end of the bytes there is text.
#[inline]
#[must_use]
pub fn markup_at(bytes: &[u8], at: usize) -> Option<Markup> {
    match bytes.get(at + 1)? {
        byte if byte.is_ascii_alphabetic() => Some(Markup::StartTag),
        // A `</` at the end of the page is text.
        b'/' => match bytes.get(at + 2)? {
            byte if byte.is_ascii_alphabetic() => Some(Markup::EndTag),
            b'>' => Some(Markup::Nothing),
            _ => Some(Markup::BogusComment),
        },
        b'!' => Some(declaration(&bytes[at..])),
        b'?' => Some(Markup::BogusComment),
        // A `<` before anything else, such as a space or a digit, is text.
        _ => None,
    }
}

/// Returns what begins with this `<!`.
fn declaration(rest: &[u8]) -> Markup {
    const DOCTYPE: &[u8] = b"<!doctype";
    if rest.starts_with(b"<!--") {
        Markup::Comment
    } else if rest.get(..DOCTYPE.len()).is_some_and(|start| start.eq_ignore_ascii_case(DOCTYPE)) {
        Markup::Doctype
    } else if rest.starts_with(CDATA_START.as_bytes()) {
        // Unlike `doctype`, this keyword counts only in capitals.
        Markup::Cdata
    } else {
        Markup::BogusComment
    }
}

/// Returns the first position from `from` at which markup begins, and which. What is before it is text.
///
/// # Complexity
///
/// Linear in the distance.
#[inline]
#[must_use]
pub fn next_markup(bytes: &[u8], from: usize) -> Option<(usize, Markup)> {
    let mut from = from;
    loop {
        let at = from + near::find(b'<', bytes.get(from..)?)?;
        if let Some(markup) = markup_at(bytes, at) {
            return Some((at, markup));
        }
        // This `<` is text, but the next byte may begin markup: `<<p>`.
        from = at + 1;
    }
}

/// Returns where the markup that begins at `at` ends, in HTML. Returns `None` for a tag that the end of the bytes
/// cuts short: it is dropped, and the rest of the bytes with it.
///
/// In SVG and MathML, a [`Markup::Cdata`] ends at its [`cdata_end`] instead.
///
/// # Complexity
///
/// Linear in the markup.
#[inline]
#[must_use]
pub fn markup_end(bytes: &[u8], at: usize, markup: Markup) -> Option<usize> {
    Some(match markup {
        Markup::StartTag | Markup::EndTag => tag_end(bytes, name_range(bytes, at).end)?.at,
        Markup::Nothing => at + "</>".len(),
        Markup::Comment => comment_end(bytes, at + "<!--".len()).1,
        Markup::BogusComment | Markup::Doctype | Markup::Cdata => bogus_comment_end(bytes, at + 1).1,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cases::cases;

    #[test]
    fn what_begins() {
        for [source, expected] in cases(include_str!("scan/begins.txt")) {
            let markup = markup_at(source.as_bytes(), 0);
            assert_eq!(markup.map_or("None".to_owned(), |markup| format!("{markup:?}")), expected, "{source}");
            let text = format!("1<2{source}");
            assert_eq!(next_markup(text.as_bytes(), 0), markup.map(|markup| (3, markup)), "{source}");
        }
        assert_eq!(next_markup(b"<p>", 3), None);
        assert_eq!(next_markup(b"<p>", 4), None);
    }

    #[test]
    fn where_it_ends() {
        for [source, expected] in cases(include_str!("scan/ends.txt")) {
            let bytes = source.as_bytes();
            let markup = markup_at(bytes, 0).expect("it begins something");
            let end = markup_end(bytes, 0, markup);
            assert_eq!(end.map_or("nowhere", |end| &source[..end]), expected, "{source}");
        }
    }
}
