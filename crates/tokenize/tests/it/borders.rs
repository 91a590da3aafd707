//! The tree, the attributes, the scanner and lol_html see the same borders in a page in which raw text and sections of
//! characters are not in foreign content.

use std::{cell::RefCell, collections::HashSet, ops::Range};

use dom::{
    Attribute, Dom,
    scan::{self, Markup},
};
use lol_html::{
    DocumentContentHandlers, HtmlRewriter, Settings,
    html_content::{Comment, Doctype, TextChunk, TextType},
};
use proptest::prelude::*;
use tokenize::{Tag, Token, TokenKind};

use crate::prop::{foreign, tame};

/// The markup of a page and where it is, as the scanner alone finds it.
fn scanned(source: &str) -> Vec<(Range<usize>, TokenKind)> {
    let bytes = source.as_bytes();
    let mut found = Vec::new();
    let mut at = 0;
    while let Some((start, markup)) = scan::next_markup(bytes, at) {
        let Some(end) = scan::markup_end(bytes, start, markup) else {
            break;
        };
        at = end;
        let kind = match markup {
            Markup::StartTag => TokenKind::StartTag,
            Markup::EndTag => TokenKind::EndTag,
            Markup::Nothing => continue,
            Markup::Doctype => TokenKind::Doctype,
            _ => TokenKind::Comment,
        };
        found.push((start..end, kind));
        if kind == TokenKind::StartTag {
            let tag = Tag::from_bytes(&bytes[scan::name_range(bytes, start)]);
            at = scan::content_end(bytes, end, tag).unwrap_or(end);
        }
    }
    found
}

/// Checks that the tags, comments and doctypes among the tokens of the tree are those that the scanner finds, and that
/// the attributes of each node are those of its start tag.
#[track_caller]
fn check(source: &str) {
    let is_text = |token: &&Token| matches!(token.kind(), TokenKind::Text | TokenKind::RawText);
    let dom = Dom::parse(source);
    let tokens = tokenize::tokens(&dom);
    let markup: Vec<_> =
        tokens.iter().filter(|token| !is_text(token)).map(|token| (token.range(), token.kind())).collect();
    assert_eq!(markup, scanned(source), "{source:?}");
    for node in dom.nodes() {
        // `</br>` and `</p>` begin elements too, which have no attributes.
        let Some(tag) = dom.start_tag(node).filter(|tag| !source[tag.clone()].starts_with("</")) else {
            continue;
        };
        let mut seen = HashSet::new();
        let at = |range: Range<usize>| tag.start + range.start..tag.start + range.end;
        let of_tag: Vec<_> = Attribute::of_tag(&source[tag.clone()])
            .filter(|one| seen.insert(one.name().to_ascii_lowercase()))
            .map(|one| (at(one.name_range()), at(one.value_range())))
            .collect();
        let of_node: Vec<_> = (dom.attributes(node))
            .map(|one| (one.name_range(), one.value_range()))
            // Those of a second `html` or `body` are not in this tag.
            .filter(|(name, _)| tag.contains(&name.start))
            .collect();
        assert_eq!(of_node, of_tag, "{source:?}");
    }
}

/// The texts, comments and doctypes of a page, as lol_html streams them. Of tags it reports only those that a selector
/// matches.
fn streamed(source: &str) -> Vec<(Range<usize>, TokenKind)> {
    let found: RefCell<Vec<(Range<usize>, TokenKind)>> = RefCell::default();
    let handlers = DocumentContentHandlers::default()
        .text(|chunk: &mut TextChunk<'_>| {
            let range = chunk.source_location().bytes();
            let kind = match chunk.text_type() {
                TextType::Data | TextType::RCData => TokenKind::Text,
                _ => TokenKind::RawText,
            };
            let mut found = found.borrow_mut();
            match found.last_mut() {
                Some((last, of)) if last.end == range.start && *of == kind => last.end = range.end,
                _ => found.push((range, kind)),
            }
            Ok(())
        })
        .comments(|comment: &mut Comment<'_>| {
            found.borrow_mut().push((comment.source_location().bytes(), TokenKind::Comment));
            Ok(())
        })
        .doctype(|doctype: &mut Doctype<'_>| {
            found.borrow_mut().push((doctype.source_location().bytes(), TokenKind::Doctype));
            Ok(())
        });
    let settings = Settings::new().with_strict(false).append_document_content_handler(handlers);
    let mut rewriter = HtmlRewriter::new(settings, |_: &[u8]| {});
    // It stops only for lack of memory, and is given no limit.
    rewriter.write(source.as_bytes()).unwrap();
    rewriter.end().unwrap();
    let is_blank = |range: &Range<usize>| source.as_bytes()[range.clone()].iter().all(|&byte| scan::is_space(byte));
    found.into_inner().into_iter().filter(|(range, _)| !is_blank(range)).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn all_readers_see_the_same_borders(source in prop_oneof![tame(), foreign()]) {
        check(&source);
        // lol_html reads as a browser that runs scripts, for which the content of `noscript` is text.
        if !source.contains("<noscript") {
            let is_tag = |token: &&Token| matches!(token.kind(), TokenKind::StartTag | TokenKind::EndTag);
            let tokens = tokenize::scan(&source);
            let others: Vec<_> =
                tokens.iter().filter(|token| !is_tag(token)).map(|token| (token.range(), token.kind())).collect();
            prop_assert_eq!(others, streamed(&source), "{:?}", source);
        }
    }
}

#[test]
fn borders_of_hostile_pages() {
    let pieces = "<|&|</|<!|<!--|-->|--!>|<!-->|<a|</>|<?|\0|\r| |\"|'|=|]]>|<p/|<br/>|<a b='|<a =\">|</p x='>'>|</title|\
                  <script><!--|<noscript>|é";
    let beginnings = "|x|<a |<a b=\"|<a b=|<a =|<a b=c|</a b='|<!--|<!--<|<!|<!doctype |<title>|<style>|<script>|\
                      <script><!--<script>|<noscript>";
    for (piece, before) in pieces.split('|').flat_map(|piece| beginnings.split('|').map(move |before| (piece, before)))
    {
        for times in [1, 2, 300] {
            let run = piece.repeat(times);
            check(&format!("{before}{run}"));
            check(&format!("{before}{run}>x</script>y</title>z"));
        }
    }
}

/// What follows `plaintext` is raw text, whatever opens once more inside of it.
#[test]
fn plain_text_in_elements_that_open_again() {
    for source in [
        "<p><a href=x title=\"y>\"><plaintext><z>",
        "<b><p>x<plaintext>y</plaintext><b>z",
        "<table><tr><td><i><plaintext>y</i>",
        "<table><b><plaintext>y<tr>",
        "<svg><desc><a><plaintext>y",
    ] {
        let last = *tokenize::scan(source).last().unwrap();
        let start = source.find("<plaintext>").unwrap() + "<plaintext>".len();
        let expected = (start..source.len(), TokenKind::RawText, Tag::PLAINTEXT);
        assert_eq!((last.range(), last.kind(), last.enclosing()), expected, "{source}");
    }
}

#[test]
fn sections_of_characters_are_tokens_in_foreign_content_only() {
    let cdata =
        |source: &str| tokenize::scan(source).iter().map(Token::kind).filter(|kind| *kind == TokenKind::Cdata).count();
    assert_eq!(cdata("<svg><text>a<![CDATA[b &amp; c]]>d</text></svg><p>e<![CDATA[x]]>"), 1);
    assert_eq!(cdata("<svg><![CDATA[ ]]></svg><p><![CDATA[x]]>y"), 0);
}
