//! Tokens as lol_html streams them: the twin of those that are taken from a tree.
//!
//! lol_html reports text, comments and doctypes, but only those end tags whose elements a selector matches. So whatever
//! is between two reported pieces is read here: tags side by side, or one of a few known oddities.

use std::cell::RefCell;

use dom::scan::{CDATA_END, CDATA_START, Markup, is_space, markup_at, name_range, tag_end};
use lol_html::{
    DocumentContentHandlers, HtmlRewriter, Settings,
    html_content::{Comment, Doctype, TextChunk, TextType},
};

use tokenize::{Tag, Token, TokenKind};

use crate::noscript::mask_noscript;

/// Cuts a page into tokens, as [`tokenize::scan`] does.
pub(crate) fn scan(source: &str) -> Vec<Token> {
    let scanner = RefCell::new(Scanner::new(source));
    // lol_html stops only for lack of memory, and is given no limit.
    feed(source, &scanner).unwrap();
    scanner.into_inner().finish()
}

/// Runs lol_html over the whole source in one piece.
///
/// If it were given in several pieces, spans would be wrong where a character
/// is split.
fn feed(source: &str, scanner: &RefCell<Scanner<'_>>) -> Result<(), lol_html::errors::RewritingError> {
    let handlers = DocumentContentHandlers::default()
        .text(|chunk: &mut TextChunk<'_>| {
            let range = chunk.source_location().bytes();
            scanner.borrow_mut().text(range.start, range.end, chunk.text_type());
            Ok(())
        })
        .comments(|comment: &mut Comment<'_>| {
            let range = comment.source_location().bytes();
            scanner.borrow_mut().other(range.start, range.end, TokenKind::Comment);
            Ok(())
        })
        .doctype(|doctype: &mut Doctype<'_>| {
            let range = doctype.source_location().bytes();
            scanner.borrow_mut().other(range.start, range.end, TokenKind::Doctype);
            Ok(())
        });
    // The scanner reads tags from the source itself, so nobody sees the mask.
    let masked = mask_noscript(source);
    let settings = Settings::new().with_strict(false).append_document_content_handler(handlers);
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    rewriter.write(masked.as_bytes())?;
    rewriter.end()
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
        Scanner { bytes: source.as_bytes(), tokens: Vec::new(), at: 0, text: None, opened: Tag::OTHER, cdata: None }
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
    fn other(&mut self, start: usize, end: usize, kind: TokenKind) {
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
            TextType::Data => self.push(start, end, TokenKind::Text, Tag::OTHER),
            TextType::RCData => self.push(start, end, TokenKind::Text, self.opened),
            _ => self.push(start, end, TokenKind::RawText, self.opened),
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
                        Some(Markup::EndTag) => TokenKind::EndTag,
                        _ => TokenKind::StartTag,
                    };
                    self.opened = tag;
                    let token = Token::new(at..tag_end.at, kind, tag);
                    self.tokens.push(token.with_self_closing(tag_end.is_self_closing));
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
            self.push(start, end, TokenKind::Cdata, Tag::OTHER);
        }
    }

    fn push(&mut self, start: usize, end: usize, kind: TokenKind, tag: Tag) {
        self.tokens.push(Token::new(start..end, kind, tag));
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
