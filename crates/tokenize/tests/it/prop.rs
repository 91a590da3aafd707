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

/// A page as a browser sees it, with two ways to write every part.
#[derive(Clone, Debug)]
enum Part {
    Start(&'static str, Vec<(&'static str, &'static str)>),
    End(&'static str),
    Text(Vec<char>),
    Comment(&'static str),
}

fn part() -> impl Strategy<Value = Part> {
    let name = select(&["p", "div", "a", "my-widget", "h1"][..]);
    let attribute = (select(&["class", "id", "href", "title"][..]), select(&["", "a b", "x&y", "é\"<"][..]));
    let text = vec(select(&['x', 'Y', ' ', '&', '<', '>', '"', 'é', '\u{A0}', ';', '1'][..]), 1..8);
    prop_oneof![
        (name.clone(), vec(attribute, 0..4)).prop_map(|(name, mut attributes)| {
            attributes.sort_by_key(|attribute| attribute.0);
            attributes.dedup_by_key(|attribute| attribute.0);
            Part::Start(name, attributes)
        }),
        name.prop_map(Part::End),
        text.prop_filter_map("white space alone is not a token", |mut chars| {
            // So that no two parts melt into one, or into a tag.
            chars.insert(0, 'x');
            Some(Part::Text(chars))
        }),
        select(&["x", "a  b", ""][..]).prop_map(Part::Comment),
    ]
}

/// Writes parts, making the choices that are left to the writer by `dice`.
fn spelled(parts: &[Part], dice: &[u8]) -> String {
    let mut dice = dice.iter().cycle();
    let mut roll = |sides: u8| dice.next().map_or(0, |die| die % sides);
    let mut res = String::new();
    for part in parts {
        match part {
            Part::Start(name, attributes) => {
                res.push('<');
                res.push_str(&if roll(2) == 0 { name.to_ascii_uppercase() } else { (*name).to_owned() });
                let mut attributes = attributes.clone();
                if !attributes.is_empty() {
                    let by = usize::from(roll(4)) % attributes.len();
                    attributes.rotate_left(by);
                }
                for (name, value) in attributes {
                    res.push_str([" ", "\n\t", " /", "  "][usize::from(roll(4))]);
                    res.push_str(&if roll(2) == 0 { name.to_ascii_uppercase() } else { name.to_owned() });
                    if value.is_empty() && roll(2) == 0 {
                        continue;
                    }
                    let quote = [('"', "&quot;"), ('\'', "&#39;")][usize::from(roll(2))];
                    res.push_str(["=", " = "][usize::from(roll(2))]);
                    res.push(quote.0);
                    for c in value.chars() {
                        match c {
                            '&' => res.push_str(["&amp;", "&#38;"][usize::from(roll(2))]),
                            ' ' => res.push_str([" ", "\n ", "\t"][usize::from(roll(3))]),
                            'é' => res.push_str(["é", "&eacute;"][usize::from(roll(2))]),
                            c if c == quote.0 => res.push_str(quote.1),
                            c => res.push(c),
                        }
                    }
                    res.push(quote.0);
                }
                res.push_str([">", " >"][usize::from(roll(2))]);
            }
            Part::End(name) => {
                res.push_str("</");
                res.push_str(&if roll(2) == 0 { name.to_ascii_uppercase() } else { (*name).to_owned() });
                res.push_str([">", " >", " x=y>"][usize::from(roll(3))]);
            }
            Part::Text(chars) => {
                for &c in chars {
                    match c {
                        '&' => res.push_str(["&amp;", "&#38;", "&#x26;", "&AMP;"][usize::from(roll(4))]),
                        '<' => res.push_str(["&lt;", "&#60;", "&LT;"][usize::from(roll(3))]),
                        ' ' => res.push_str([" ", "\n ", "\t", "\r\n"][usize::from(roll(4))]),
                        'é' => res.push_str(["é", "&eacute;", "&#233;", "É"][usize::from(roll(4))]),
                        '\u{A0}' => res.push_str(["\u{A0}", "&nbsp;", "&#160;"][usize::from(roll(3))]),
                        c if roll(2) == 0 => res.push(c.to_ascii_uppercase()),
                        c => res.push(c),
                    }
                }
                // Another text would run on.
                res.push_str("<!---->");
            }
            Part::Comment(text) => {
                res.push_str(["<!--", "<!-- "][usize::from(roll(2))]);
                res.push_str(&text.replace(' ', ["\n", " "][usize::from(roll(2))]));
                res.push_str(["-->", " -->", "--!>"][usize::from(roll(3))]);
            }
        }
    }
    res
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
    fn spelling_does_not_change_a_symbol(
        parts in vec(part(), 0..8),
        dice in vec(any::<u8>(), 1..40),
        more_dice in vec(any::<u8>(), 1..40),
    ) {
        let tokenizer = Tokenizer::default();
        let mut vocabulary = Vocabulary::new();
        let left = vocabulary.adopt(tokenizer.draft(&spelled(&parts, &dice)));
        let len = vocabulary.len();
        let right = vocabulary.adopt(tokenizer.draft(&spelled(&parts, &more_dice)));
        prop_assert_eq!(left.symbols(), right.symbols());
        prop_assert_eq!(vocabulary.len(), len);
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
