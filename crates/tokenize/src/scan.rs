//! Text, comments and doctypes as lol_html reports them, with the tags read
//! from in between.
//!
//! lol_html knows where tags are: it must, to know what is text. But it reports
//! only the end tags of elements that a selector matches, and to report start
//! tags it runs its selector machine, which costs more than the parsing. Both
//! are left off here. So everything between two reported pieces is tags side by
//! side, or one of a few known oddities, and each tag's end is found by the
//! scanner that the tree is built with ([`dom::scan`]).

use std::{borrow::Cow, cell::RefCell};

use dom::scan::{CDATA_END, CDATA_START, Markup, is_space, markup_at, name_range, tag_end};
use lol_html::{
    DocumentContentHandlers, HtmlRewriter, Settings,
    html_content::{Comment, Doctype, TextChunk, TextType},
};

use crate::{Kind, Tag, Token};

/// The start of the one element whose contents lol_html takes for raw text,
/// unlike a browser without scripting; and the same for an element without any
/// meaning.
const NOSCRIPT: &[u8] = b"<noscript";
const MASK: &str = "<noscripx";

/// Cuts a page into tokens.
///
/// The tokens are in the order of the source, do not overlap and are never
/// empty. The bytes between two tokens are a *gap*: white space between tags, a
/// CDATA section of white space, `</>`, and a tag that the end of the source
/// cuts short. Tokens and gaps together are the source, byte for byte.
///
/// Text is one token from tag to tag, including the white space at its ends;
/// text of nothing but white space is not a token. Tags are distinguished from
/// text as in a browser with scripting off: `noscript` holds markup.
///
/// Every string is accepted. Offsets are 32 bits wide: if a source is longer
/// than 4 GiB, the first `u32::MAX` bytes are read, and the rest is a gap.
///
/// # Complexity
///
/// Linear time and memory, whatever the depth of nesting.
///
/// # Panics
///
/// Never.
///
/// # Examples
///
/// ```
/// use tokenize::{Kind, Tag, scan};
///
/// let source = "<p>Fish &amp; chips</p>\n<br>";
/// let tokens = scan(source);
/// let pieces: Vec<_> = tokens.iter().map(|token| &source[token.range()]).collect();
/// assert_eq!(pieces, ["<p>", "Fish &amp; chips", "</p>", "<br>"]);
/// assert_eq!(tokens[0].tag(), Tag::P);
/// assert_eq!(tokens[1].kind(), Kind::Text);
/// ```
#[must_use]
pub fn scan(source: &str) -> Vec<Token> {
    scan_prefix(source, u32::MAX as usize)
}

/// Scans at most the first `limit` bytes.
fn scan_prefix(source: &str, limit: usize) -> Vec<Token> {
    let mut limit = limit.min(source.len());
    while !source.is_char_boundary(limit) {
        limit -= 1;
    }
    let source = &source[..limit];
    #[cfg(feature = "counters")]
    dom::counters::add(dom::counters::Counts {
        lexed: source.len(),
        ..Default::default()
    });
    let scanner = RefCell::new(Scanner::new(source));
    if feed(source, &scanner).is_err() {
        scanner.borrow_mut().give_up();
    }
    scanner.into_inner().finish()
}

/// Runs lol_html over the whole source in one piece.
///
/// If it were given in several pieces, spans would be wrong where a character
/// is split.
fn feed(
    source: &str,
    scanner: &RefCell<Scanner<'_>>,
) -> Result<(), lol_html::errors::RewritingError> {
    let handlers = DocumentContentHandlers::default()
        .text(|chunk: &mut TextChunk<'_>| {
            let range = chunk.source_location().bytes();
            scanner
                .borrow_mut()
                .text(range.start, range.end, chunk.text_type());
            Ok(())
        })
        .comments(|comment: &mut Comment<'_>| {
            let range = comment.source_location().bytes();
            scanner
                .borrow_mut()
                .other(range.start, range.end, Kind::Comment);
            Ok(())
        })
        .doctype(|doctype: &mut Doctype<'_>| {
            let range = doctype.source_location().bytes();
            scanner
                .borrow_mut()
                .other(range.start, range.end, Kind::Doctype);
            Ok(())
        });
    // The scanner reads tags from the source itself, so nobody sees the mask.
    let masked = mask_noscript(source);
    let settings = Settings::new()
        .with_strict(false)
        .append_document_content_handler(handlers);
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    rewriter.write(masked.as_bytes())?;
    rewriter.end()
}

/// Renames whatever may be a start tag of `noscript`, so that its contents are
/// read as markup. Every byte keeps its position.
fn mask_noscript(source: &str) -> Cow<'_, str> {
    let bytes = source.as_bytes();
    let mut masked = String::new();
    let mut end = 0;
    for at in memchr::memchr_iter(b'<', bytes) {
        let is_noscript = bytes[at..]
            .get(..NOSCRIPT.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(NOSCRIPT));
        if is_noscript {
            if masked.is_empty() {
                masked.reserve(source.len());
            }
            masked.push_str(&source[end..at]);
            masked.push_str(MASK);
            end = at + MASK.len();
        }
    }
    if masked.is_empty() {
        return Cow::Borrowed(source);
    }
    masked.push_str(&source[end..]);
    Cow::Owned(masked)
}

/// Collects what lol_html reports and reads what it does not.
struct Scanner<'s> {
    bytes: &'s [u8],
    tokens: Vec<Token>,
    /// Everything before this is in a token or a gap, or in `text`.
    at: usize,
    /// Text that the next chunk may continue.
    text: Option<Text>,
    /// The last start tag, which is the element of the raw text after it.
    opened: Tag,
    /// Where a CDATA section began that has not ended.
    cdata: Option<usize>,
}

#[derive(Clone, Copy)]
struct Text {
    start: usize,
    end: usize,
    kind: TextType,
}

impl<'s> Scanner<'s> {
    fn new(source: &'s str) -> Scanner<'s> {
        Scanner {
            bytes: source.as_bytes(),
            tokens: Vec::new(),
            at: 0,
            text: None,
            opened: Tag::OTHER,
            cdata: None,
        }
    }

    /// Takes a chunk of text, which may be one of several.
    fn text(&mut self, start: usize, end: usize, kind: TextType) {
        match &mut self.text {
            Some(text) if text.end == start && text.kind == kind => text.end = end,
            _ if start < end => {
                self.read_up_to(start);
                self.text = Some(Text { start, end, kind });
            }
            _ => return,
        }
        self.at = end;
    }

    /// Takes a comment or doctype.
    fn other(&mut self, start: usize, end: usize, kind: Kind) {
        self.read_up_to(start);
        self.push(start, end, kind, Tag::OTHER);
        self.at = end;
    }

    /// Closes the current text and reads the gap up to `end`.
    fn read_up_to(&mut self, end: usize) {
        self.close_text();
        if self.at < end {
            self.read_gap(end);
        }
    }

    fn close_text(&mut self) {
        let Some(Text { start, end, kind }) = self.text.take() else {
            return;
        };
        // A CDATA section becomes a token when its end mark is read.
        if kind == TextType::CDataSection || self.bytes[start..end].iter().all(|&b| is_space(b)) {
            return;
        }
        match kind {
            TextType::Data => self.push(start, end, Kind::Text, Tag::OTHER),
            TextType::RCData => self.push(start, end, Kind::Text, self.opened),
            _ => self.push(start, end, Kind::RawText, self.opened),
        }
    }

    /// Reads the tags from `self.at` to `end`.
    fn read_gap(&mut self, end: usize) {
        let gap = &self.bytes[..end];
        let mut at = self.at;
        while at < end {
            let markup = (gap[at] == b'<').then(|| markup_at(gap, at)).flatten();
            at = match markup {
                Some(Markup::StartTag | Markup::EndTag) => {
                    let name = name_range(gap, at);
                    let Some(tag_end) = tag_end(gap, name.end) else {
                        // Cut short by the end of the source: not a tag.
                        return;
                    };
                    let tag = Tag::from_bytes(&gap[name]);
                    let kind = match markup {
                        Some(Markup::EndTag) => Kind::EndTag,
                        _ => Kind::StartTag,
                    };
                    self.opened = tag;
                    let token = Token::new(at..tag_end.at, kind, tag);
                    self.tokens
                        .push(token.with_self_closing(tag_end.is_self_closing));
                    tag_end.at
                }
                Some(Markup::Cdata) => {
                    self.cdata = Some(at);
                    at + CDATA_START.len()
                }
                _ if gap[at..].starts_with(CDATA_END.as_bytes())
                    && let Some(start) = self.cdata.take() =>
                {
                    self.push_cdata(start, at + CDATA_END.len());
                    at + CDATA_END.len()
                }
                // `</>`, or something that no version of lol_html known to us
                // leaves.
                _ => memchr::memchr(b'<', &gap[at + 1..]).map_or(end, |i| at + 1 + i),
            };
        }
        self.at = end;
    }

    fn push_cdata(&mut self, start: usize, end: usize) {
        let section = &self.bytes[start..end];
        let text = &section[CDATA_START.len()..];
        let text = text.strip_suffix(CDATA_END.as_bytes()).unwrap_or(text);
        if !text.iter().all(|&b| is_space(b)) {
            self.push(start, end, Kind::Cdata, Tag::OTHER);
        }
    }

    fn push(&mut self, start: usize, end: usize, kind: Kind, tag: Tag) {
        self.tokens.push(Token::new(start..end, kind, tag));
    }

    /// Makes one text of everything that has not been read.
    ///
    /// lol_html stops only for lack of memory, and is given no limit.
    #[cold]
    fn give_up(&mut self) {
        self.close_text();
        self.cdata = None;
        let end = self.bytes.len();
        self.text = Some(Text {
            start: self.at,
            end,
            kind: TextType::Data,
        });
        self.at = end;
    }

    fn finish(mut self) -> Vec<Token> {
        let end = self.bytes.len();
        self.read_up_to(end);
        if let Some(start) = self.cdata {
            self.push_cdata(start, end);
        }
        self.tokens
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pieces of the source that became tokens.
    fn pieces<'s>(source: &'s str, tokens: &[Token]) -> Vec<&'s str> {
        tokens.iter().map(|token| &source[token.range()]).collect()
    }

    #[test]
    fn what_is_past_the_limit_is_a_gap() {
        let source = "<p>é</p>";
        for (limit, expected) in [
            (0, &[][..]),
            (2, &[]),
            (3, &["<p>"]),
            (4, &["<p>"]),
            (5, &["<p>", "é"]),
            (8, &["<p>", "é"]),
            (100, &["<p>", "é", "</p>"]),
        ] {
            assert_eq!(
                pieces(source, &scan_prefix(source, limit)),
                expected,
                "{limit}"
            );
        }
    }

    #[test]
    fn what_is_not_read_is_text() {
        let source = "<p>a<b>c";
        let mut scanner = Scanner::new(source);
        scanner.text(3, 4, TextType::Data);
        scanner.give_up();
        assert_eq!(pieces(source, &scanner.finish()), ["<p>", "a", "<b>c"]);
    }

    #[test]
    fn chunks_of_text_are_joined() {
        let source = "<p>abc<![CDATA[";
        let mut scanner = Scanner::new(source);
        scanner.text(3, 4, TextType::Data);
        scanner.text(4, 6, TextType::Data);
        scanner.text(6, 6, TextType::Data);
        assert_eq!(pieces(source, &scanner.finish()), ["<p>", "abc"]);
    }
}
