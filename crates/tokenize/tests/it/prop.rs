//! What holds for every page.

use std::sync::Arc;

use proptest::{collection::vec, option, prelude::*, sample::select};
use tokenize::{Attributes, Normalize, TokenKind, Tokenizer, Vocabulary, decode, decode_shared, scan};

/// Pieces that put a tokenizer into each of its states, and out of it. Tables move what does not belong in them.
const PIECES: &str = "<|>|</|/>|=|\"|'| |\n|a|Z|é|中|&|&amp;|&lt|&#32;|&#x26|&copy|&number;|12|5 May 2020|a@b.c|<p>|</p>|\
    <P CLASS='a b'|<br/>|<a href=x title=\"y>|<!--|-->|--!>|-|!|<!|<?x|<!DOCTYPE html>|<script>|</script>|<style>|</style|\
    <title>|</title>|<textarea>|<xmp>|<plaintext>|<noscript>|</noscript>|<x-y z>| =b|</>|;|<b>|</b>|</a>|<body>|</body>|<form>|\
    <li>|<select>|<option>|<button>|<table>|</table>|<tr>|<td>|</td>|<caption>";

/// Elements whose content is raw text, but not in foreign content.
const RAW: [&str; 7] = ["<script>", "<style>", "<title>", "<textarea>", "<xmp>", "<plaintext>", "<noscript>"];

/// Elements of foreign content.
const FOREIGN: &str = "<svg>|</svg>|<math>|</math>|<g>|<mi>|<text>";

/// Pieces that lead into and out of foreign content, and bytes that the
/// standard replaces.
const WILD: &str = "<svg>|</svg>|<math>|</math>|<![CDATA[|]]>|]|<foreignObject>|<mi>|\0|\r|\u{FDD0}|\u{212A}|İ|ς|\u{A0}|<svg/>|\
    <title/>|<font color=a>";

fn pages(pieces: Vec<&'static str>) -> impl Strategy<Value = String> {
    vec(select(pieces), 0..30).prop_map(|pieces| pieces.concat())
}

pub(crate) fn tame() -> impl Strategy<Value = String> {
    pages(PIECES.split('|').collect())
}

/// Pages with foreign content, without what depends on whether it is in foreign content.
pub(crate) fn foreign() -> impl Strategy<Value = String> {
    pages(PIECES.split('|').filter(|piece| !RAW.contains(piece)).chain(FOREIGN.split('|')).collect())
}

fn wild() -> impl Strategy<Value = String> {
    pages(PIECES.split('|').chain(WILD.split('|')).collect())
}

fn normalize() -> impl Strategy<Value = Normalize> {
    let attributes = prop_oneof![
        Just(Attributes::All),
        Just(Attributes::None),
        Just(Attributes::Only(vec!["Class".into(), "z".into()])),
    ];
    (any::<bool>(), attributes)
        .prop_map(|(mutable, attributes)| Normalize::new().mutable(mutable).attributes(attributes))
}

proptest! {
    #[test]
    fn tokens_and_gaps_tile_the_source(source in wild()) {
        let mut at = 0;
        for token in scan(&source) {
            prop_assert!(at <= token.start() && token.start() < token.end());
            let gap = &source[at..token.start()];
            let rest = gap.replace("</>", "").replace("<![CDATA[", "").replace("]]>", "");
            prop_assert_eq!(rest.trim_ascii(), "", "{}", gap);
            at = token.end();
        }
        // Only at the end may a tag be cut short.
        let rest = source[at..].replace("</>", "").replace("<![CDATA[", "").replace("]]>", "");
        let rest = rest.trim_ascii();
        prop_assert!(rest.is_empty() || rest.starts_with('<'), "{}", rest);
    }

    #[test]
    fn normalization_is_idempotent(source in wild(), normalize in normalize()) {
        let tokenizer = normalize.build();
        for token in scan(&source) {
            let form = tokenizer.form(&source, &token);
            let Some(&again) = scan(&form).last() else {
                return Err(TestCaseError::fail(format!("{form:?} has no token")));
            };
            prop_assert_eq!(again.end(), form.len());
            prop_assert_eq!(tokenizer.form(&form, &again), &*form);
            let kind = if token.kind() == TokenKind::Cdata { TokenKind::Text } else { token.kind() };
            prop_assert_eq!(again.kind(), kind);
        }
    }

    #[test]
    fn any_bytes_are_read(bytes in vec(any::<u8>(), 0..200), hint in option::of(select(&["utf-8", "utf-16le", "sjis", "x"][..]))) {
        let page = decode(&bytes, hint);
        let tokenizer = Normalize::new().mutable(true).build();
        let draft = tokenizer.draft(page.text());
        prop_assert_eq!(draft.tokens(), scan(page.text()));
    }

    #[test]
    fn a_shared_page_is_read_as_any_other(
        text in "(\u{feff}|<meta charset=(latin1|gbk|utf-8)>|\x1b\\$B)?[a-zé漢🌧 <>]{0,40}",
        hint in option::of(select(&["utf8", "latin1", "gbk", "utf-16le", "iso-2022-jp", "?"][..])),
    ) {
        let text = Arc::new(text);
        let shared = decode_shared(&text, hint);
        let plain = decode(text.as_bytes(), hint);
        prop_assert_eq!(shared.text(), plain.text());
        prop_assert_eq!(shared.encoding(), plain.encoding());
        prop_assert_eq!(shared.bom(), plain.bom());
        prop_assert_eq!(shared.is_borrowed(), plain.is_borrowed());
        let is_whole = shared.is_borrowed() && shared.bom().is_empty();
        prop_assert_eq!(std::ptr::eq(shared.text(), text.as_str()), is_whole);
    }

    #[test]
    fn valid_utf_8_is_not_altered(text in ".{0,60}") {
        let page = decode(text.as_bytes(), Some("utf-8"));
        prop_assert!(page.is_borrowed());
        let bytes = [page.bom(), page.text().as_bytes()].concat();
        prop_assert_eq!(bytes, text.as_bytes());
    }

    #[test]
    fn reading_finds_what_was_adopted(sources in vec(wild(), 1..5), normalize in normalize()) {
        let tokenizer = normalize.build();
        let mut vocabulary = Vocabulary::new();
        let pages: Vec<_> = sources.iter().map(|source| vocabulary.adopt(tokenizer.draft(source))).collect();
        for (source, page) in sources.iter().zip(&pages) {
            prop_assert_eq!(&tokenizer.read(source, &vocabulary), page);
            for (token, &symbol) in page.tokens().iter().zip(page.symbols()) {
                let form = tokenizer.form(source, token);
                prop_assert_eq!(vocabulary.form(symbol), Some(&*form));
                prop_assert_eq!(vocabulary.get(&form), Some(symbol));
            }
        }
    }

    #[test]
    fn symbols_follow_the_first_appearance(sources in vec(tame(), 1..4)) {
        let tokenizer = Tokenizer::default();
        let mut vocabulary = Vocabulary::new();
        let mut seen = 0;
        for source in &sources {
            for &symbol in vocabulary.adopt(tokenizer.draft(source)).symbols() {
                prop_assert!(symbol <= seen, "{} before {}", symbol, seen);
                seen = seen.max(symbol + 1);
            }
        }
        prop_assert_eq!(vocabulary.len(), seen as usize);
    }
}
