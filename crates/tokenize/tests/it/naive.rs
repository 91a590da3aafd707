//! The dull twin: html5ever's tokenizer, which knows no spans.

use std::cell::RefCell;

use html5ever::tokenizer::{BufferQueue, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, states};
use tokenize::{Kind, attributes, decode_references, tag_name};

/// A token without its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Plain {
    /// Name, attributes in order, whether it ends in `/>`.
    Start(String, Vec<(String, String)>, bool),
    End(String),
    /// Decoded, without white space.
    Text(String),
    Comment,
    Doctype,
}

/// What html5ever makes of a page, switched to raw text where a browser is.
pub(crate) fn theirs(source: &str) -> Vec<Plain> {
    let input = BufferQueue::default();
    input.push_back(source.into());
    let tokenizer = Tokenizer::new(Sink::default(), Default::default());
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    merged(tokenizer.sink.0.into_inner())
}

/// What we make of it.
pub(crate) fn ours(source: &str) -> Vec<Plain> {
    let tokens = tokenize::scan(source);
    let plain = tokens.iter().map(|token| {
        let piece = &source[token.range()];
        match token.kind() {
            Kind::StartTag => {
                let mut seen = Vec::<(String, String)>::new();
                for attribute in attributes(piece) {
                    let name = attribute.name().to_ascii_lowercase();
                    if seen.iter().all(|(other, _)| *other != name) {
                        seen.push((name, attribute.value().into_owned()));
                    }
                }
                let name = tag_name(source, token).to_ascii_lowercase();
                Plain::Start(name, seen, token.is_self_closing())
            }
            Kind::EndTag => Plain::End(tag_name(source, token).to_ascii_lowercase()),
            Kind::Text => Plain::Text(decode_references(piece).into_owned()),
            Kind::RawText => Plain::Text(piece.to_owned()),
            Kind::Comment => Plain::Comment,
            Kind::Doctype => Plain::Doctype,
            kind => panic!("{kind:?} in a page without foreign content"),
        }
    });
    merged(plain.collect())
}

/// Joins neighboring texts and takes out their white space, which makes no
/// token where it is alone.
fn merged(tokens: Vec<Plain>) -> Vec<Plain> {
    let mut res: Vec<Plain> = Vec::new();
    for token in tokens {
        match (res.last_mut(), token) {
            (last, Plain::Text(mut text)) => {
                text.retain(|c| !c.is_ascii_whitespace());
                match last {
                    Some(Plain::Text(last)) => last.push_str(&text),
                    _ if text.is_empty() => {}
                    _ => res.push(Plain::Text(text)),
                }
            }
            (_, token) => res.push(token),
        }
    }
    res
}

#[derive(Default)]
struct Sink(RefCell<Vec<Plain>>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut seen = self.0.borrow_mut();
        match token {
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => {
                let name = tag.name.to_string();
                let attributes = tag
                    .attrs
                    .iter()
                    .map(|attribute| (attribute.name.local.to_string(), attribute.value.to_string()))
                    .collect();
                seen.push(Plain::Start(name.clone(), attributes, tag.self_closing));
                match &*name {
                    "script" => return TokenSinkResult::RawData(states::ScriptData),
                    "style" | "xmp" | "iframe" | "noembed" | "noframes" => {
                        return TokenSinkResult::RawData(states::Rawtext);
                    }
                    "title" | "textarea" => return TokenSinkResult::RawData(states::Rcdata),
                    "plaintext" => return TokenSinkResult::Plaintext,
                    _ => {}
                }
            }
            Token::TagToken(tag) => seen.push(Plain::End(tag.name.to_string())),
            Token::CharacterTokens(text) => seen.push(Plain::Text(text.to_string())),
            Token::CommentToken(_) => seen.push(Plain::Comment),
            Token::DoctypeToken(_) => seen.push(Plain::Doctype),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

#[test]
fn both_read_a_small_page() {
    let source = "<!doctype html><p CLASS=a class=b>R&ampD <br/><!-- x --></p>";
    let expected = vec![
        Plain::Doctype,
        Plain::Start("p".into(), vec![("class".into(), "a".into())], false),
        Plain::Text("R&D".into()),
        Plain::Start("br".into(), vec![], true),
        Plain::Comment,
        Plain::End("p".into()),
    ];
    assert_eq!(theirs(source), expected);
    assert_eq!(ours(source), expected);
}
