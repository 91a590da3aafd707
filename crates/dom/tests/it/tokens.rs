//! The tokenizer's cases of html5lib-tests.
//!
//! Tokens are not part of the API. So the tokens that a case expects go through html5ever's tree construction, and what
//! comes out must be the tree that this crate builds of the input.

use std::fs;

use dom::Dom;
use html5ever::{
    Attribute, LocalName, QualName, ns,
    tendril::StrTendril,
    tokenizer::{Doctype, Tag, TagKind, Token, TokenSink},
    tree_builder::TreeBuilder,
};
use serde_json::Value;

use crate::{conformance::folder, dump::dump, twin};

/// Elements after which a real parser leaves the "data state", in which a case that names them goes on.
const RAW: &[&str] = &["iframe", "noembed", "noframes", "plaintext", "script", "style", "textarea", "title", "xmp"];

/// What stands before the input so that it is read in the state that a case begins in, and the tokens for it.
fn beginning(state: &str, last_start_tag: Option<&str>) -> Option<(String, Option<String>)> {
    let element = match (state, last_start_tag) {
        ("Data state", _) => return Some((String::new(), None)),
        ("PLAINTEXT state", _) => "plaintext",
        ("RCDATA state", None) => "textarea",
        ("RCDATA state", Some(name @ ("textarea" | "title"))) => name,
        ("RAWTEXT state", None) => "xmp",
        ("RAWTEXT state", Some(name @ ("xmp" | "style" | "iframe"))) => name,
        ("Script data state", None | Some("script")) => "script",
        // A CDATA section needs foreign content around it, which the expected tokens do not have.
        _ => return None,
    };
    Some((format!("<{element}>"), Some(element.to_owned())))
}

/// Decodes escapes like `\u00e9` in a case that is escaped twice; nothing where a half of a surrogate pair is left.
fn unescaped(text: &str) -> Option<String> {
    serde_json::from_str(&format!("\"{}\"", text.replace('"', "\\\""))).ok()
}

fn string(value: &Value, is_escaped: bool) -> Option<String> {
    let text = value.as_str()?;
    if is_escaped { unescaped(text) } else { Some(text.to_owned()) }
}

/// Returns a case's token, or nothing where it has no place in text that is UTF-8.
fn token(expected: &Value, is_escaped: bool) -> Option<Vec<Token>> {
    let part = |i: usize| string(&expected[i], is_escaped);
    let tag = |kind: TagKind| {
        let mut attrs = Vec::new();
        for (name, value) in expected[2].as_object().into_iter().flatten() {
            let name = if is_escaped { unescaped(name)? } else { name.clone() };
            attrs.push(Attribute {
                name: QualName::new(None, ns!(), LocalName::from(name)),
                value: StrTendril::from(string(value, is_escaped)?),
            });
        }
        Some(Token::TagToken(Tag {
            kind,
            name: LocalName::from(part(1)?),
            self_closing: expected[3].as_bool().unwrap_or(false),
            attrs,
            had_duplicate_attributes: false,
        }))
    };
    Some(match expected[0].as_str()? {
        "StartTag" => vec![tag(TagKind::StartTag)?],
        "EndTag" => vec![tag(TagKind::EndTag)?],
        "Comment" => vec![Token::CommentToken(StrTendril::from(part(1)?))],
        "DOCTYPE" => vec![Token::DoctypeToken(Doctype {
            name: part(1).map(StrTendril::from),
            public_id: part(2).map(StrTendril::from),
            system_id: part(3).map(StrTendril::from),
            force_quirks: expected[4] == Value::Bool(false),
        })],
        "Character" => {
            let text = part(1)?;
            let mut tokens = Vec::new();
            for (i, run) in text.split('\0').enumerate() {
                if i > 0 {
                    tokens.push(Token::NullCharacterToken);
                }
                if !run.is_empty() {
                    tokens.push(Token::CharacterTokens(StrTendril::from(run)));
                }
            }
            tokens
        }
        _ => return None,
    })
}

/// Returns what html5ever builds of tokens.
fn build(tokens: Vec<Token>) -> String {
    let builder = TreeBuilder::new(twin::Twin::default(), twin::options());
    for token in tokens {
        let _ = builder.process_token(token, 1);
    }
    let _ = builder.process_token(Token::EOFToken, 1);
    builder.end();
    twin::print(&builder.sink)
}

/// Runs a case from one state; says nothing where it cannot be.
fn run(case: &Value, state: &str) -> Option<Result<(), String>> {
    let is_escaped = case["doubleEscaped"] == Value::Bool(true);
    let (before, element) = beginning(state, case["lastStartTag"].as_str())?;
    let source = before + &string(&case["input"], is_escaped)?;
    let mut tokens = Vec::new();
    if let Some(name) = &element {
        tokens.push(Token::TagToken(Tag {
            kind: TagKind::StartTag,
            name: LocalName::from(&**name),
            self_closing: false,
            attrs: Vec::new(),
            had_duplicate_attributes: false,
        }));
    }
    for expected in case["output"].as_array()? {
        let is_start = expected[0] == "StartTag";
        if is_start && RAW.iter().any(|&name| expected[1] == name) {
            return None;
        }
        tokens.extend(token(expected, is_escaped)?);
    }
    let dom = Dom::parse(&*source);
    let (found, wanted) = (dump(&dom, dom.root()), build(tokens));
    Some(if found == wanted {
        Ok(())
    } else {
        Err(format!("{} ({state}): {source:?}\nexpected\n{wanted}found\n{found}", case["description"]))
    })
}

#[test]
fn tokenizer() {
    let Some(folder) = folder() else {
        eprintln!("0 cases: html5lib-tests are not here");
        return;
    };
    let mut failed = Vec::new();
    let (mut n_run, mut n_passed_over) = (0, 0);
    let mut files: Vec<_> = fs::read_dir(folder.join("tokenizer"))
        .expect("the folder can be read")
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "test"))
        .collect();
    files.sort();
    for path in files {
        let file = fs::read_to_string(&path).expect("cases are UTF-8");
        let file: Value = serde_json::from_str(&file).expect("cases are JSON");
        for case in file["tests"].as_array().into_iter().flatten() {
            let states = case["initialStates"].as_array();
            let states: Vec<&str> = match states {
                Some(states) => states.iter().filter_map(Value::as_str).collect(),
                None => vec!["Data state"],
            };
            for state in states {
                match run(case, state) {
                    None => n_passed_over += 1,
                    Some(Ok(())) => n_run += 1,
                    Some(Err(failure)) => failed.push(failure),
                }
            }
        }
    }
    let n_cases = n_run + failed.len();
    eprintln!("{n_cases} cases of the tokenizer; {n_passed_over} begin where no page can, or hold no text");
    assert!(failed.is_empty(), "{} of {n_cases} cases fail\n\n{}", failed.len(), failed.join("\n\n"));
}
