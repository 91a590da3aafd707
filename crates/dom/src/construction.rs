//! Tokenization and tree construction in one pass (sections 13.2.5 and 13.2.6 of the standard).
//!
//! The main loop jumps from `<` to `<`. What lies between two of them is text, which goes to the tree as one piece; a
//! tag is scanned and passed to the rules of the current insertion mode. There is one file for each group of modes.

mod links;
mod names;
mod elements;
mod stack;
mod formatting;
mod adoption;
mod insert;
mod markup;
mod characters;
mod dispatch;
mod before;
mod head;
mod body_starts;
mod body_ends;
mod tables;
mod templates;
mod shadow;
mod frames;
mod content;
mod finish;

use std::collections::HashMap;

use memchr::{memchr, memchr_iter};

use self::{formatting::Entry, links::Link, names::Names, stack::OpenElement};
use crate::{
    Tag,
    attributes::Stored,
    dom::Arena,
    layout::Layout,
    node::{NONE, Node, NodeKind, Span},
    scan,
};

/// Open elements nest at most this deep. Chosen: the bound of Blink and WebKit.
pub(crate) const MAX_DEPTH: usize = 512;

/// The largest number of elements in a page that may repeat a start tag, to which one is added for eight of its
/// tags. Real pages have some hundreds; by the standard hostile pages can reach the square of their number of tags.
/// Chosen: by eye.
const COPIES_ALLOWANCE: usize = 10_000;

/// The largest length of all repeated start tags in bytes, to which the length of the page is added. Code that reads
/// the attributes of each element reads those of repeated tags again: a long tag before many paragraphs would take
/// the square of the page's length. Chosen: by eye.
const COPIED_BYTES_ALLOWANCE: usize = 1 << 20;

/// The insertion modes of the standard. "Text" has no entry, since raw text is read with its start tag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Mode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    InHeadNoscript,
    AfterHead,
    InBody,
    InTable,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    InTemplate,
    AfterBody,
    InFrameset,
    AfterFrameset,
    AfterAfterBody,
    AfterAfterFrameset,
}

/// What a rule did with a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// The token is dealt with.
    Done,
    /// The mode was changed, and the rules of the new mode must see the token
    /// too.
    Again,
}

/// A start or end tag.
#[derive(Clone, Copy, Debug)]
struct TagToken {
    span: Span,
    tag: Tag,
    /// The name, if `tag` is [`Tag::OTHER`].
    name: u32,
    /// Where its attributes begin in the list.
    attributes: u32,
    layout: Layout,
    is_self_closing: bool,
}

/// A tree under construction.
#[derive(Debug)]
struct Builder<'s> {
    source: &'s str,
    /// Where reading continues.
    at: usize,
    has_nul: bool,
    /// The templates that are shadow roots, in the order of the page.
    shadow_roots: Vec<u32>,
    /// Whether an element lays out what is in it.
    hands_down: bool,
    nodes: Vec<Node>,
    links: Vec<Link>,
    attributes: Vec<Stored>,
    /// Second start tags of `html` and `body`: the node of the element, the index of the tag's first attribute, and
    /// the offset at which the tag ends.
    merged: Vec<(u32, u32, u32)>,
    names: Names,
    stack: Vec<OpenElement>,
    /// How many HTML elements are open, by tag.
    n_open: [u16; Tag::COUNT],
    formatting: Vec<Entry>,
    template_modes: Vec<Mode>,
    mode: Mode,
    head: u32,
    form: u32,
    frameset_ok: bool,
    quirks: bool,
    foster: bool,
    /// Text in a table, held back until it is known whether all of it is white
    /// space.
    pending: Vec<(Span, NodeKind)>,
    n_tags: usize,
    n_copies: usize,
    n_copied_bytes: usize,
    /// Hashes of the attributes of formatting elements, by the index of the first attribute.
    signatures: HashMap<u32, u64>,
}

/// Returns the part of the source that nodes can point into: at most the first `u32::MAX - 1` bytes. What follows
/// them belongs to no node.
fn addressable(source: &str) -> &str {
    let mut end = source.len().min(u32::MAX as usize - 1);
    // The bound may be in the middle of a character.
    while !source.is_char_boundary(end) {
        end -= 1;
    }
    &source[..end]
}

/// Builds the tree of a page.
pub(crate) fn parse(source: &str) -> Arena {
    let mut builder = Builder::new(addressable(source));
    builder.read();
    let arena = builder.finish();
    #[cfg(feature = "counters")]
    crate::counters::add(crate::counters::Counts {
        lexed: source.len(),
        nodes: arena.nodes.len(),
        ..Default::default()
    });
    arena
}

impl<'s> Builder<'s> {
    fn new(source: &'s str) -> Builder<'s> {
        // A start tag begins an element, and what is between two tags is a text. A list that has to grow takes twice the
        // memory for a moment.
        let bytes = source.as_bytes();
        let of_tag = |at: usize| {
            // Other `<` are text.
            let is_start =
                bytes.get(at + 1).is_some_and(|next| matches!(next, b'a'..=b'z' | b'A'..=b'Z' | b'!' | b'?'));
            let is_tag = is_start || bytes.get(at + 1) == Some(&b'/');
            let is_after_text = at > 0 && bytes[at - 1] != b'>';
            usize::from(is_start) + usize::from(is_tag && is_after_text)
        };
        let n_nodes = memchr_iter(b'<', bytes).map(of_tag).sum::<usize>() + 8;
        let mut nodes = Vec::with_capacity(n_nodes);
        nodes.push(Node::new(NodeKind::Document, (0, 0)));
        let mut links = Vec::with_capacity(n_nodes);
        links.push(Link::default());
        Builder {
            source,
            at: 0,
            has_nul: memchr(0, source.as_bytes()).is_some(),
            shadow_roots: Vec::new(),
            hands_down: false,
            nodes,
            links,
            attributes: Vec::with_capacity(source.len() / 48 + 4),
            merged: Vec::new(),
            names: Names::default(),
            stack: Vec::with_capacity(64),
            n_open: [0; Tag::COUNT],
            formatting: Vec::new(),
            template_modes: Vec::new(),
            mode: Mode::Initial,
            head: NONE,
            form: NONE,
            frameset_ok: true,
            quirks: false,
            foster: false,
            pending: Vec::new(),
            n_tags: 0,
            n_copies: 0,
            n_copied_bytes: 0,
            signatures: HashMap::new(),
        }
    }

    /// Reads the whole page.
    fn read(&mut self) {
        let bytes = self.source.as_bytes();
        let mut text = self.at;
        while let Some((at, markup)) = scan::next_markup(bytes, text) {
            // Two tags in a row have no text between them.
            if text < at {
                self.text((text as u32, at as u32), NodeKind::Text);
            }
            self.at = at;
            self.markup(markup);
            text = self.at;
        }
        if text < bytes.len() {
            self.text((text as u32, bytes.len() as u32), NodeKind::Text);
        }
        self.end_of_file();
    }

    /// Returns a piece of the source. Spans begin and end at ASCII bytes, so they do not cut characters.
    fn text_of(&self, span: Span) -> &'s str {
        &self.source[span.0 as usize..span.1 as usize]
    }
}
