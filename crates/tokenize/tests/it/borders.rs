//! The tree, the tokens, their attributes, the quick look and the scanner see the same borders in a page.

use std::{collections::HashMap, ops::Range};

use dom::{
    Dom, NodeKind, Tag,
    scan::{self, Markup},
};
use proptest::prelude::*;
use tokenize::{Token, TokenKind};

use crate::{
    pages::{FOREIGN, RAW_TEXT, page},
    prop::{tame, wild},
    streamed,
};

/// The markup of a page and where it is, as the scanner finds it where there is no foreign content.
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

fn is_markup(token: &Token) -> bool {
    token.is_tag() || matches!(token.kind(), TokenKind::Comment | TokenKind::Doctype)
}

/// Checks what holds of every page: whatever lol_html takes for markup ends where the scanner says.
#[track_caller]
fn check_ends(source: &str) {
    let bytes = source.as_bytes();
    for token in streamed::scan(source).iter().filter(|token| is_markup(token)) {
        let markup = scan::markup_at(bytes, token.start());
        let end = markup.and_then(|markup| scan::markup_end(bytes, token.start(), markup));
        assert_eq!(end, Some(token.end()), "{token:?} of {source:?}");
    }
}

/// Checks what holds wherever it can be told without a tree what is foreign: each tag, comment and doctype of the tree
/// is a token, with the same attributes.
#[track_caller]
fn check(source: &str) {
    check_ends(source);
    let tokens: HashMap<usize, Token> =
        (streamed::scan(source).into_iter()).filter(is_markup).map(|token| (token.start(), token)).collect();
    let dom = Dom::parse(source);
    let is_token = |range: Range<usize>, kinds: &[TokenKind]| {
        let token = tokens.get(&range.start);
        let is_it = token.is_some_and(|token| token.range() == range && kinds.contains(&token.kind()));
        assert!(is_it, "{range:?} of {source:?} is {token:?} and not {kinds:?}");
    };
    for node in dom.nodes() {
        match dom.kind(node) {
            NodeKind::Comment => is_token(dom.extent(node), &[TokenKind::Comment]),
            NodeKind::Doctype => is_token(dom.extent(node), &[TokenKind::Doctype]),
            _ => {}
        }
        if let Some(tag) = dom.end_tag(node) {
            is_token(tag, &[TokenKind::EndTag]);
        }
        let Some(tag) = dom.start_tag(node) else {
            continue;
        };
        // `</br>` and `</p>` begin elements too.
        is_token(tag.clone(), &[TokenKind::StartTag, TokenKind::EndTag]);
        let at = |range: Range<usize>| tag.start + range.start..tag.start + range.end;
        let mut seen: Vec<String> = Vec::new();
        let mut of_token: Vec<_> = tokenize::attributes(&source[tag.clone()])
            .filter(|attribute| {
                let name = attribute.name().to_ascii_lowercase();
                let is_new = !seen.contains(&name);
                seen.push(name);
                is_new
            })
            .map(|attribute| (at(attribute.name_range()), at(attribute.value_range())))
            .collect();
        if source[tag.clone()].starts_with("</") {
            of_token.clear();
        }
        let of_node: Vec<_> = (dom.attributes(node))
            .map(|attribute| (attribute.name_range(), attribute.value_range()))
            // Those of a second `html` or `body` are not in this tag.
            .filter(|(name, _)| tag.contains(&name.start))
            .collect();
        assert_eq!(of_node, of_token, "{source:?}");
    }
}

/// Checks what holds where no foreign content is: the scanner alone finds the tokens, and the quick look shows the texts
/// between them.
#[track_caller]
fn check_html(source: &str) {
    check(source);
    let tokens = streamed::scan(source);
    let of_tokens: Vec<_> =
        (tokens.iter()).filter(|token| is_markup(token)).map(|token| (token.range(), token.kind())).collect();
    assert_eq!(of_tokens, scanned(source), "{source:?}");
    let texts: Vec<_> = (tokens.iter())
        .filter(|token| matches!(token.kind(), TokenKind::Text | TokenKind::RawText))
        .filter(|token| !token.enclosing().is_hidden())
        .map(Token::range)
        .collect();
    let seen: Vec<_> =
        tokenize::visible(source).filter(|range| !source[range.clone()].trim_ascii().is_empty()).collect();
    assert_eq!(seen, texts, "{source:?}");
}

/// Checks that the tokens that are taken from a tree are those that lol_html finds in the source.
#[track_caller]
fn check_tree(source: &str) {
    let of_tree = tokenize::tokens(&Dom::parse(source));
    assert_eq!(of_tree, streamed::scan(source), "{source:?}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn all_readers_see_the_same_borders(source in tame()) {
        check_html(&source);
    }

    #[test]
    fn borders_of_raw_text(source in page(RAW_TEXT)) {
        check_html(&source);
    }

    #[test]
    fn borders_in_foreign_content(source in page(FOREIGN)) {
        check(&source);
    }

    #[test]
    fn a_tree_has_the_tokens_of_its_source(source in tame()) {
        check_tree(&source);
    }

    #[test]
    fn a_tree_has_the_raw_text_of_its_source(source in page(RAW_TEXT)) {
        check_tree(&source);
    }

    #[test]
    fn a_tree_has_the_foreign_tokens_of_its_source(source in page(FOREIGN)) {
        check_tree(&source);
    }

    #[test]
    fn lol_html_and_the_scanner_agree_on_ends(source in wild()) {
        check_ends(&source);
    }
}

#[test]
fn borders_of_hostile_pages() {
    for piece in [
        "<",
        "&",
        "</",
        "<!",
        "<!--",
        "-->",
        "--!>",
        "<!-->",
        "<a",
        "</>",
        "<?",
        "\0",
        "\r",
        " ",
        "\"",
        "'",
        "=",
        "]]>",
        "<p/",
        "<br/>",
        "<a b='",
        "<a =\">",
        "</p x='>'>",
        "</title",
        "<script><!--",
        "<noscript>",
        "é",
    ] {
        for before in [
            "",
            "x",
            "<a ",
            "<a b=\"",
            "<a b=",
            "<a =",
            "<a b=c",
            "</a b='",
            "<!--",
            "<!--<",
            "<!",
            "<!doctype ",
            "<title>",
            "<style>",
            "<script>",
            "<script><!--<script>",
            "<noscript>",
        ] {
            for times in [1, 2, 300] {
                let run = piece.repeat(times);
                check_html(&format!("{before}{run}"));
                check_html(&format!("{before}{run}>x</script>y</title>z"));
            }
        }
    }
}

#[test]
fn what_noscript_holds_is_read_alike() {
    for source in [
        "<head><noscript><style>a</style><p>b</noscript>c",
        "<body><noscript><iframe><p>x</p></iframe> y <noscript>z</noscript></noscript>",
        "<noscript><img src=a><a href=b>c</a></noscript><script>'<noscript>'</script>d",
        "<noscript><!-- </noscript> --> e <textarea></noscript></textarea>",
    ] {
        check_tree(source);
    }
}

#[test]
fn sections_of_characters_are_read_alike() {
    check_tree("<svg><text>a<![CDATA[b &amp; c]]>d</text></svg><p>e");
    check_tree("<p><![CDATA[x]]>y");
}

/// What follows `plaintext` is raw text, whatever opens once more inside of it.
#[test]
fn plain_text_in_elements_that_open_again() {
    for source in [
        "<p><a href=x title=\"y>\"><plaintext><",
        "<b><p>x<plaintext>y</plaintext><b>z",
        "<table><tr><td><i><plaintext>y</i>",
        "<table><b><plaintext>y<tr>",
        "<svg><desc><a><plaintext>y",
    ] {
        check_tree(source);
    }
}
