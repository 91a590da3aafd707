//! Feeds a page's tokens to html5ever's tree construction.

use std::collections::HashMap;

use html5ever::{
    Attribute, LocalName, QualName, local_name, ns,
    tendril::StrTendril,
    tokenizer::{Tag as FedTag, TagKind, Token as Fed, TokenSink},
    tree_builder::{TreeBuilder, TreeBuilderOpts},
};
use tokenize::{Kind, Tag, Token};

use super::{
    doctype,
    draft::NONE,
    flatten, names,
    node::{Namespace, Node, NodeKind},
    sink::{Feed, Handle, Sink},
};

/// Start tags at this depth or below make no open elements. Blink and WebKit have the same bound.
pub(super) const MAX_DEPTH: u32 = 512;

/// A page gets this many elements without a tag of their own, and one more for each of its tokens.
/// Real pages have some hundreds; the standard lets hostile ones have the square of their tags.
const IMPLIED_ALLOWANCE: u32 = 10_000;

/// Returns what nodes can point into. Tokens end there too, so what is behind it belongs to no node.
fn addressable(source: &str) -> &str {
    let mut end = source.len().min(u32::MAX as usize);
    while !source.is_char_boundary(end) {
        end -= 1;
    }
    &source[..end]
}

/// Builds the tree of a tokenized page.
pub(super) fn build(source: &str, tokens: &[Token]) -> Vec<Node> {
    let mut driver = Driver {
        source: addressable(source),
        tokens,
        builder: TreeBuilder::new(
            Sink::new(tokens.len() + 8),
            TreeBuilderOpts {
                scripting_enabled: false,
                ..TreeBuilderOpts::default()
            },
        ),
        deep: Deep::default(),
        position: 0,
    };
    for index in 0..tokens.len() {
        driver.feed(index as u32);
    }
    driver.finish()
}

struct Driver<'a> {
    source: &'a str,
    tokens: &'a [Token],
    builder: TreeBuilder<Handle, Sink>,
    deep: Deep,
    /// The end of the last token.
    position: usize,
}

impl Driver<'_> {
    fn feed(&mut self, index: u32) {
        let token = self.tokens[index as usize];
        let range = token.range();
        let gap = &self.source[self.position..range.start];
        self.position = range.end;
        let text = &self.source[range];
        self.builder.sink.token.set(index);
        self.builder.sink.feed.set(Feed::Other);
        self.builder.sink.copied.borrow_mut().clear();
        self.feed_gap(gap);
        match token.kind() {
            Kind::StartTag => self.start_tag(index, token, text),
            Kind::EndTag => self.end_tag(index, token, text),
            Kind::Text => self.text(index, text),
            Kind::RawText | Kind::Cdata => self.raw_text(index, cdata(text).unwrap_or(text)),
            Kind::Comment => self.process(Fed::CommentToken(StrTendril::new())),
            Kind::Doctype => self.process(Fed::DoctypeToken(doctype::read(text))),
            _ => {}
        }
    }

    /// White space matters to tree construction although it makes no node.
    fn feed_gap(&mut self, gap: &str) {
        if self.deep.is_inside() {
            return;
        }
        if let Some(&first) = gap
            .as_bytes()
            .first()
            .filter(|byte| byte.is_ascii_whitespace())
        {
            let space = if matches!(first, b'\n' | b'\r') {
                "\n "
            } else {
                " "
            };
            // A line break alone is swallowed after `<pre>`; with more behind it, the rest is not.
            let space = if gap.len() == 1 { &space[..1] } else { space };
            self.process(Fed::CharacterTokens(StrTendril::from_slice(space)));
        }
    }

    fn start_tag(&mut self, index: u32, token: Token, text: &str) {
        let tag = token.tag();
        let written = if tag == Tag::OTHER {
            tokenize::tag_name(self.source, &token)
        } else {
            ""
        };
        let name = names::local_name(tag, written);
        if self.deep.is_inside() || MAX_DEPTH <= self.builder.sink.depth.get() {
            self.flattened(index, tag, name, token.is_self_closing());
            return;
        }
        let sink = &self.builder.sink;
        sink.feed.set(Feed::StartTag);
        sink.claimed.set(NONE);
        sink.name.replace(name.clone());
        let attrs = attributes_for_construction(tag, &name, index, text);
        self.process(Fed::TagToken(FedTag {
            kind: TagKind::StartTag,
            name,
            self_closing: token.is_self_closing(),
            attrs,
            had_duplicate_attributes: false,
        }));
        self.curb_copies();
    }

    fn end_tag(&mut self, index: u32, token: Token, _: &str) {
        let tag = token.tag();
        let written = if tag == Tag::OTHER {
            tokenize::tag_name(self.source, &token)
        } else {
            ""
        };
        let name = names::local_name(tag, written);
        if let Some(closed) = self.deep.close(&name) {
            self.builder.sink.drafts.borrow_mut()[closed as usize].end_token = index;
            return;
        }
        self.builder.sink.close(tag, &name, index);
        self.process_end_tag(name);
        self.curb_copies();
    }

    fn process_end_tag(&self, name: LocalName) {
        self.builder.sink.feed.set(Feed::EndTag);
        self.builder.sink.name.replace(name.clone());
        self.process(Fed::TagToken(FedTag {
            kind: TagKind::EndTag,
            name,
            self_closing: false,
            attrs: Vec::new(),
            had_duplicate_attributes: false,
        }));
    }

    fn raw_text(&mut self, index: u32, text: &str) {
        if text.trim_ascii().is_empty() {
            self.feed_gap(text);
        } else if let Some(parent) = self.deep.innermost() {
            self.text_in(parent, index, NodeKind::RawText);
        } else {
            self.process(Fed::CharacterTokens(names::text_of(index, None, true)));
        }
    }

    fn text(&mut self, index: u32, text: &str) {
        let text = if index == 0 {
            text.strip_prefix('\u{feff}').unwrap_or(text)
        } else {
            text
        };
        if let Some(parent) = self.deep.innermost() {
            self.text_in(parent, index, NodeKind::Text);
            return;
        }
        let rest = text.trim_ascii_start();
        let space = text.as_bytes().first().filter(|_| rest.len() < text.len());
        let space = space.map(|&first| {
            if matches!(first, b'\n' | b'\r') {
                b'\n'
            } else {
                b' '
            }
        });
        let plain = !matches!(rest.as_bytes().first(), None | Some(b'&' | 0));
        if plain || is_visible(rest) {
            self.process(Fed::CharacterTokens(names::text_of(index, space, false)));
        } else {
            self.process(Fed::CharacterTokens(StrTendril::from_slice(" ")));
            if rest.contains('\0') {
                self.process(Fed::NullCharacterToken);
            }
        }
        self.curb_copies();
    }

    /// Makes an element without opening it.
    fn flattened(&mut self, index: u32, tag: Tag, name: LocalName, self_closing: bool) {
        self.builder.sink.feed.set(Feed::Flattened(tag));
        self.process(Fed::CommentToken(StrTendril::new()));
        let node = self.builder.sink.last_comment.get();
        self.builder.sink.drafts.borrow_mut()[node as usize].token = index;
        if !tag.is_void() && !self_closing {
            self.deep.open(name, node);
        }
    }

    fn text_in(&self, parent: u32, index: u32, kind: NodeKind) {
        let sink = &self.builder.sink;
        let depth = sink.depth.get();
        let node = sink.make(kind, Namespace::Html, Tag::OTHER, index);
        sink.append_child(parent, node);
        sink.depth.set(depth);
    }

    /// Ends the formatting elements that a page copies beyond its allowance.
    fn curb_copies(&self) {
        let allowance = IMPLIED_ALLOWANCE.saturating_add(self.builder.sink.token.get());
        if self.builder.sink.n_implied.get() <= allowance {
            return;
        }
        let copied = self.builder.sink.copied.take();
        for name in copied.into_iter().rev() {
            self.process_end_tag(name);
        }
    }

    fn process(&self, fed: Fed) {
        // The tokens are all there: no state of the tokenizer is to change.
        let _ = self.builder.process_token(fed, 1);
    }

    fn finish(mut self) -> Vec<Node> {
        let n_tokens = self.tokens.len() as u32;
        let gap = &self.source[self.position..];
        self.builder.sink.token.set(n_tokens);
        self.builder.sink.feed.set(Feed::Other);
        self.feed_gap(gap);
        self.process(Fed::EOFToken);
        self.builder.end();
        let drafts = self.builder.sink.drafts.take();
        flatten::flatten(&drafts, self.tokens, self.source)
    }
}

/// Returns what a CDATA section holds.
pub(super) fn cdata(text: &str) -> Option<&str> {
    let inner = text.strip_prefix("<![CDATA[")?;
    Some(inner.strip_suffix("]]>").unwrap_or(inner))
}

/// Says whether a text holds more than white space and NULs once its references are decoded.
fn is_visible(text: &str) -> bool {
    let decoded = tokenize::decode_references(text);
    decoded
        .bytes()
        .any(|byte| byte != 0 && !byte.is_ascii_whitespace())
}

/// Returns the few attributes that tree construction asks for.
///
/// Formatting elements bring all of theirs, since a fourth element with equal name and attributes pushes out the
/// first; links bring the number of their tag instead, as there is never a second open link.
fn attributes_for_construction(
    tag: Tag,
    name: &LocalName,
    index: u32,
    text: &str,
) -> Vec<Attribute> {
    if tag == Tag::A {
        return vec![names::origin(index)];
    }
    let wanted = |attribute: &str| match *name {
        local_name!("input") => attribute.eq_ignore_ascii_case("type"),
        local_name!("annotation-xml") => attribute.eq_ignore_ascii_case("encoding"),
        _ => true,
    };
    let asked = matches!(*name, local_name!("input") | local_name!("annotation-xml"))
        || names::is_formatting(name);
    if !asked {
        return Vec::new();
    }
    let mut attributes: Vec<Attribute> = Vec::new();
    for attribute in tokenize::attributes(text).filter(|found| wanted(found.name())) {
        let local = LocalName::from(attribute.name().to_ascii_lowercase());
        if attributes.iter().all(|earlier| earlier.name.local != local) {
            attributes.push(Attribute {
                name: QualName::new(None, ns!(), local),
                value: StrTendril::from_slice(&attribute.value()),
            });
        }
    }
    attributes
}

/// The elements that are nested too deep to be opened, and are still to be closed.
#[derive(Default)]
struct Deep {
    open: Vec<(LocalName, u32)>,
    counts: HashMap<LocalName, u32>,
}

impl Deep {
    fn is_inside(&self) -> bool {
        !self.open.is_empty()
    }

    fn innermost(&self) -> Option<u32> {
        self.open.last().map(|&(_, node)| node)
    }

    fn open(&mut self, name: LocalName, node: u32) {
        *self.counts.entry(name.clone()).or_default() += 1;
        self.open.push((name, node));
    }

    /// Closes the innermost element of this name and all in it. If there is none, the end tag is
    /// for an element further out, which closes everything here.
    fn close(&mut self, name: &LocalName) -> Option<u32> {
        if self.open.is_empty() {
            return None;
        }
        if self.counts.get(name).is_none_or(|&count| count == 0) {
            self.open.clear();
            self.counts.clear();
            return None;
        }
        while let Some((closed, node)) = self.open.pop() {
            if let Some(count) = self.counts.get_mut(&closed) {
                *count -= 1;
            }
            if closed == *name {
                return Some(node);
            }
        }
        None
    }
}
