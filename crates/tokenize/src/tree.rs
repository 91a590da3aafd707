//! The tokens of a page, read from its tree.
//!
//! The tree has the boundaries of nearly every token. What it leaves out, such as an end tag without an element, is
//! in the gaps between its nodes. Only these gaps are scanned.

use std::ops::Range;

use dom::{
    Dom, Namespace, NodeKind, Tag,
    scan::{self, Markup},
};

use crate::{Token, TokenKind};

/// Splits a page into tokens: the [`tokens`] of the tree that [`Dom::parse`] makes.
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
/// use tokenize::{TokenKind, Tag, scan};
///
/// let source = "<p>Fish &amp; chips</p>\n<br>";
/// let tokens = scan(source);
/// let pieces: Vec<_> = tokens.iter().map(|token| &source[token.range()]).collect();
/// assert_eq!(pieces, ["<p>", "Fish &amp; chips", "</p>", "<br>"]);
/// assert_eq!(tokens[0].tag(), Tag::P);
/// assert_eq!(tokens[1].kind(), TokenKind::Text);
/// ```
#[must_use]
pub fn scan(source: &str) -> Vec<Token> {
    tokens(&Dom::parse(source))
}

/// Returns the tokens of a page, given its tree.
///
/// The tokens are in the order of the source, do not overlap and are never empty. The bytes between two tokens are a
/// *gap*: white space between tags, a CDATA section of white space, `</>`, and a tag that the end of the source cuts
/// short. Tokens and gaps together are the source, byte for byte.
///
/// Text is one token from tag to tag, including the white space at its ends. Text that consists of white space is not
/// a token. Tags are distinguished from text as in a browser with scripting off: `noscript` contains markup.
///
/// # Complexity
///
/// Linear in the page; for nodes that foster parenting moved, times a logarithm. Of the source, only bytes outside of
/// nodes are read.
///
/// # Panics
///
/// Never.
///
/// # Examples
///
/// ```
/// use dom::Dom;
///
/// let page = "<ul><li>Fish</b> &amp; chips<li>Peas</ul>";
/// assert_eq!(tokenize::tokens(&Dom::parse(page)), tokenize::scan(page));
/// ```
#[must_use]
pub fn tokens(dom: &Dom<'_>) -> Vec<Token> {
    let mut pieces: Vec<Piece> = Vec::with_capacity(dom.len() * 2);
    for node in dom.nodes() {
        let (kind, tag) = match dom.kind(node) {
            NodeKind::Element => {
                let tag = dom.tag(node);
                // A copy has the start tag of the element that it repeats.
                if let Some(range) = dom.start_tag(node).filter(|_| !dom.is_copy(node)) {
                    pieces.push(Piece::new(range, Some(TokenKind::StartTag), tag));
                }
                if let Some(range) = dom.end_tag(node) {
                    pieces.push(Piece::new(range, Some(TokenKind::EndTag), tag));
                }
                continue;
            }
            NodeKind::Comment => (Some(TokenKind::Comment), Tag::OTHER),
            NodeKind::Doctype => (Some(TokenKind::Doctype), Tag::OTHER),
            kind @ (NodeKind::Text | NodeKind::RawText) => {
                let parent = (dom.parent(node))
                    .filter(|&parent| dom.namespace(parent) == Namespace::Html)
                    .map(|parent| dom.tag(parent));
                let tag = match parent {
                    Some(parent) if is_raw(parent) => parent,
                    // Only a `plaintext` leaves raw text in other elements: formatting elements that were open before
                    // it are opened once more inside of it.
                    Some(_) if kind == NodeKind::RawText => Tag::PLAINTEXT,
                    _ => Tag::OTHER,
                };
                (None, tag)
            }
            // The document, which spans the whole source.
            _ => continue,
        };
        pieces.push(Piece::new(dom.extent(node), kind, tag));
    }
    // Foster parenting moves misplaced content of a table before the table, and content after `</body>` goes into the
    // body. Most pages have neither, and need no sorting.
    if !pieces.is_sorted_by_key(|piece| piece.start) {
        pieces.sort_by_key(|piece| piece.start);
    }
    let mut sweep =
        Sweep { bytes: dom.source().as_bytes(), at: 0, text: None, tokens: Vec::with_capacity(pieces.len()) };
    for piece in &pieces {
        sweep.take(piece);
    }
    sweep.finish()
}

/// Returns whether tags are not recognized in an element of HTML.
fn is_raw(tag: Tag) -> bool {
    tag.is_raw_text() || tag.is_rcdata()
}

/// A part of the source that a node covers.
struct Piece {
    start: u32,
    end: u32,
    /// `None` for text.
    kind: Option<TokenKind>,
    /// The tag, or the raw-text element that contains the text.
    tag: Tag,
}

impl Piece {
    fn new(range: Range<usize>, kind: Option<TokenKind>, tag: Tag) -> Piece {
        // Nodes are within the first 4 GiB, so that both offsets fit.
        Piece { start: range.start as u32, end: range.end as u32, kind, tag }
    }
}

/// Passes over the source once, from piece to piece.
struct Sweep<'s> {
    bytes: &'s [u8],
    /// Everything before this offset is in a token, in a gap, or in `text`.
    at: usize,
    /// The start of the current text, and the raw-text element that contains it.
    text: Option<(usize, Tag)>,
    tokens: Vec<Token>,
}

impl Sweep<'_> {
    fn take(&mut self, piece: &Piece) {
        let (start, end) = (piece.start as usize, piece.end as usize);
        // Several nodes can share an end tag, and the text of a CDATA section is inside of its token.
        if start < self.at || start == end {
            return;
        }
        self.read_gap(start);
        match piece.kind {
            None => self.extend_text(end, piece.tag),
            Some(TokenKind::StartTag | TokenKind::EndTag) => self.push_tag(end),
            Some(kind) => self.push(end, kind),
        }
    }

    /// Scans a part of the source that no node covers.
    fn read_gap(&mut self, end: usize) {
        // The bytes before the gap are kept, so that offsets need no conversion.
        let gap = &self.bytes[..end];
        while self.at < end {
            let Some((start, markup)) = scan::next_markup(gap, self.at) else {
                self.extend_text(end, Tag::OTHER);
                return;
            };
            if self.at < start {
                self.extend_text(start, Tag::OTHER);
            }
            #[cfg(feature = "counters")]
            let from = self.at;
            match markup {
                Markup::StartTag | Markup::EndTag => {
                    match scan::markup_end(self.bytes, start, markup) {
                        Some(end) => self.push_tag(end),
                        None => {
                            // The end of the source cuts the tag short, so that it is not a tag.
                            self.close_text();
                            self.at = end;
                        }
                    }
                }
                Markup::Nothing => {
                    self.close_text();
                    self.at = start + "</>".len();
                }
                // Where CDATA sections are not allowed, they are comments, and comments have nodes.
                Markup::Cdata => {
                    let content = start + scan::CDATA_START.len();
                    let (text_end, end) = scan::cdata_end(self.bytes, content);
                    let is_space = self.bytes[content..text_end].iter().all(|&b| scan::is_space(b));
                    self.close_text();
                    if is_space {
                        self.at = end;
                    } else {
                        self.push(end, TokenKind::Cdata);
                    }
                }
                Markup::Doctype | Markup::Comment | Markup::BogusComment => {
                    let kind = match markup {
                        Markup::Doctype => TokenKind::Doctype,
                        _ => TokenKind::Comment,
                    };
                    let end = scan::markup_end(self.bytes, start, markup).unwrap_or(end);
                    self.push(end, kind);
                }
            }
            #[cfg(feature = "counters")]
            dom::counters::add(dom::counters::Counts { lexed: self.at - from, ..Default::default() });
        }
    }

    fn extend_text(&mut self, end: usize, tag: Tag) {
        match &mut self.text {
            // Two neighbouring texts are one token. If one of them is in a raw-text element, so is the token.
            Some((_, of_text)) if *of_text == Tag::OTHER => *of_text = tag,
            Some(_) => {}
            None => self.text = Some((self.at, tag)),
        }
        self.at = end;
    }

    fn close_text(&mut self) {
        let Some((start, tag)) = self.text.take() else {
            return;
        };
        // White space between tags is a gap.
        if self.bytes[start..self.at].iter().all(|&b| scan::is_space(b)) {
            return;
        }
        let kind = match tag {
            tag if tag == Tag::OTHER || tag.is_rcdata() => TokenKind::Text,
            _ => TokenKind::RawText,
        };
        self.tokens.push(Token::new(start..self.at, kind, tag));
    }

    fn push(&mut self, end: usize, kind: TokenKind) {
        self.close_text();
        self.tokens.push(Token::new(self.at..end, kind, Tag::OTHER));
        self.at = end;
    }

    fn push_tag(&mut self, end: usize) {
        self.close_text();
        let tag = &self.bytes[..end];
        let name = scan::name_range(tag, self.at);
        // `</p>` and `</br>` without a start tag make elements, so that the tree may have them as start tags. The
        // source decides.
        let kind = match tag[self.at + 1] {
            b'/' => TokenKind::EndTag,
            _ => TokenKind::StartTag,
        };
        // In `<a b=/>` the slash is part of a value.
        let is_self_closing =
            tag.ends_with(b"/>") && scan::tag_end(tag, name.end).is_some_and(|end| end.is_self_closing);
        let token = Token::new(self.at..end, kind, Tag::from_bytes(&tag[name]));
        self.tokens.push(token.with_self_closing(is_self_closing));
        self.at = end;
    }

    fn finish(mut self) -> Vec<Token> {
        // Bytes beyond the first 4 GiB are in no node. They are a gap.
        self.read_gap(self.bytes.len().min(u32::MAX as usize - 1));
        self.close_text();
        self.tokens
    }
}
