//! The inputs of the tokenizer's cases of html5lib-tests.
//!
//! Tokens are not part of the API. So each input becomes a page, and its tree must be html5ever's, whose own tests hold
//! it to the tokens that the cases expect.

use dom::Dom;
use serde_json::Value;

use crate::{
    conformance::files,
    dump::{dump, dump_twin},
    twin,
};

/// What stands before the input so that it is read in the state that a case begins in.
fn beginning(state: &str, last_start_tag: Option<&str>) -> Option<String> {
    let element = match (state, last_start_tag) {
        ("Data state", _) => return Some(String::new()),
        ("PLAINTEXT state", _) => "plaintext",
        ("RCDATA state", None) => "textarea",
        ("RCDATA state", Some(name @ ("textarea" | "title"))) => name,
        ("RAWTEXT state", None) => "xmp",
        ("RAWTEXT state", Some(name @ ("xmp" | "style" | "iframe"))) => name,
        ("Script data state", None | Some("script")) => "script",
        // A CDATA section needs foreign content around it.
        _ => return None,
    };
    Some(format!("<{element}>"))
}

/// Decodes escapes like `\u00e9` in a case that is escaped twice; nothing where a half of a surrogate pair is left.
fn unescaped(text: &str) -> Option<String> {
    serde_json::from_str(&format!("\"{}\"", text.replace('"', "\\\""))).ok()
}

fn string(value: &Value, is_escaped: bool) -> Option<String> {
    let text = value.as_str()?;
    if is_escaped { unescaped(text) } else { Some(text.to_owned()) }
}

/// Runs a case from one state; says nothing where it cannot be.
fn run(case: &Value, state: &str) -> Option<Result<(), String>> {
    let is_escaped = case["doubleEscaped"] == Value::Bool(true);
    let before = beginning(state, case["lastStartTag"].as_str())?;
    let source = before + &string(&case["input"], is_escaped)?;
    let dom = Dom::parse(&*source);
    let (found, wanted) = (dump(&dom), dump_twin(&twin::parse(&source)));
    Some(if found == wanted {
        Ok(())
    } else {
        Err(format!("{} ({state}): {source:?}\nexpected\n{wanted}found\n{found}", case["description"]))
    })
}

#[test]
fn tokenizer() {
    let mut failed = Vec::new();
    let (mut n_run, mut n_passed_over) = (0, 0);
    for (_, file) in files("tokenizer", "test") {
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
