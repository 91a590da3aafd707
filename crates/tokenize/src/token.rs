use std::ops::Range;

use dom::scan::name_range;

use crate::Tag;

/// The kind of a [`Token`].
#[non_exhaustive]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TokenKind {
    /// `<p class="x">`
    StartTag,
    /// `</p>`
    EndTag,
    /// The text between two tags; also the contents of `title` and `textarea`.
    /// Character references are not decoded.
    Text,
    /// The contents of `script`, `style`, `iframe`, `plaintext` and similar elements, in which neither tags nor
    /// character references are recognized.
    RawText,
    /// A comment in any of its spellings: `<!-- x -->`, `<!x>`, `<?x>`.
    Comment,
    /// `<!doctype html>`
    Doctype,
    /// A CDATA section of foreign content with its delimiters, `<![CDATA[x]]>`: text in which character references
    /// are not recognized.
    Cdata,
}

/// A piece of a page, with its kind and its position.
///
/// The position is a half-open byte range of the page's decoded source.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    start: u32,
    end: u32,
    kind: TokenKind,
    /// The name of a tag; for text, the raw-text element that contains it.
    tag: Tag,
    self_closing: bool,
}

impl Token {
    /// Makes a token of a piece that was found by other means than [`scan`], such as a node of a tree, for
    /// [`Tokenizer::read_tokens`].
    ///
    /// `tag` is the name of a tag, or the raw-text element that contains a text; otherwise it is [`Tag::OTHER`].
    ///
    /// # Panics
    ///
    /// If the range is reversed or ends beyond `u32::MAX`.
    ///
    /// [`scan`]: crate::scan()
    /// [`Tokenizer::read_tokens`]: crate::Tokenizer::read_tokens
    #[inline]
    #[must_use]
    pub fn new(range: Range<usize>, kind: TokenKind, tag: Tag) -> Token {
        assert!(
            range.start <= range.end && range.end <= u32::MAX as usize,
            "a token is a range of the first u32::MAX bytes"
        );
        Token { start: range.start as u32, end: range.end as u32, kind, tag, self_closing: false }
    }

    /// Returns the token with [`is_self_closing`](Token::is_self_closing) set to the given value. Default: `false`.
    #[inline]
    #[must_use]
    pub fn with_self_closing(mut self, self_closing: bool) -> Token {
        self.self_closing = self_closing;
        self
    }

    /// Returns the byte range of the token in the source. Tokens of [`scan`](crate::scan()) cover at least one byte.
    #[inline]
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }

    /// Returns the start of [`range`](Token::range).
    #[inline]
    #[must_use]
    pub fn start(&self) -> usize {
        self.start as usize
    }

    /// Returns the end of [`range`](Token::range).
    #[inline]
    #[must_use]
    pub fn end(&self) -> usize {
        self.end as usize
    }

    /// Returns the kind of the token.
    #[inline]
    #[must_use]
    pub fn kind(&self) -> TokenKind {
        self.kind
    }

    /// Returns the name of a start or end tag if the name is in the table of [`Tag`]; [`Tag::OTHER`] for everything
    /// else.
    #[inline]
    #[must_use]
    pub fn tag(&self) -> Tag {
        if self.is_tag() { self.tag } else { Tag::OTHER }
    }

    /// Returns the raw-text element that contains this text: `script`, `title`, … It is [`Tag::OTHER`] for ordinary
    /// text and for everything that is not text.
    #[inline]
    #[must_use]
    pub fn enclosing(&self) -> Tag {
        if self.is_tag() { Tag::OTHER } else { self.tag }
    }

    /// Returns whether this is a start or end tag.
    #[inline]
    #[must_use]
    pub fn is_tag(&self) -> bool {
        matches!(self.kind, TokenKind::StartTag | TokenKind::EndTag)
    }

    /// Returns whether a tag ends in `/>`. This matters only in foreign content, such as `svg`; HTML ignores it.
    #[inline]
    #[must_use]
    pub fn is_self_closing(&self) -> bool {
        self.self_closing
    }
}

/// Returns the name of a start or end tag as the source spells it, or `""` for
/// any other token.
///
/// # Panics
///
/// If `token` does not belong to this `source`.
///
/// # Examples
///
/// ```
/// let source = "<My-Widget a=1>";
/// let tokens = tokenize::scan(source);
/// assert_eq!(tokenize::tag_name(source, &tokens[0]), "My-Widget");
/// ```
#[must_use]
pub fn tag_name<'s>(source: &'s str, token: &Token) -> &'s str {
    if !token.is_tag() {
        return "";
    }
    let tag = &source[token.range()];
    &tag[name_range(tag.as_bytes(), 0)]
}
