//! The progress of a run, so that another one can continue it.
//!
//! Next to the output is a folder with the templates that were learned, the
//! output so far, and a journal: a first line about what the run does, then a
//! line after each piece of output. The output depends on the input alone, so
//! continuing after the last complete line gives the same bytes as an
//! uninterrupted run.

use corpus::TextHash;
use serde_json::{Value, json};

use super::about::check_same;
use crate::{cleaned::Tally, files::Work, plan::Identity};

/// How far a run has come.
#[derive(Clone, Debug, Default)]
pub(crate) struct State {
    /// The length of the output.
    pub(crate) length: u64,
    pub(crate) tally: Tally,
}

/// What an earlier run left.
#[derive(Debug, Default)]
pub(crate) struct Resumed {
    pub(crate) state: State,
    /// The texts that it has written, if copies of them are left out.
    pub(crate) texts: Vec<TextHash>,
    /// The date that it used.
    pub(crate) date: Option<String>,
    /// Files that it may have written after its last complete line.
    pub(crate) unsure: Vec<String>,
}

/// Begins a run, or continues one and returns what is left of it.
///
/// `about` says what must not have changed in between.
pub(super) fn open(work: &mut Work, about: &Identity, date: &str, resume: bool) -> anyhow::Result<Option<Resumed>> {
    let left = if resume { read(work, about)? } else { None };
    match &left {
        Some((_, length)) => work.go_on_after(*length)?,
        None => work.begin(about, date)?,
    }
    Ok(left.map(|(left, _)| left))
}

/// Notes that everything up to here is written, including these texts.
pub(super) fn done(work: &mut Work, state: &State, texts: &[TextHash]) -> anyhow::Result<()> {
    let texts: Vec<String> = texts.iter().map(TextHash::to_string).collect();
    work.line(&json!({ "length": state.length, "tally": state.tally, "texts": texts }))
}

/// Notes which files come next.
pub(super) fn announce(work: &mut Work, files: &[String]) -> anyhow::Result<()> {
    work.line(&json!({ "files": files }))
}

/// Reads a journal up to its last complete line. Returns its contents and their
/// length; `None` if not even the first line is complete.
fn read(work: &Work, about: &Identity) -> anyhow::Result<Option<(Resumed, u64)>> {
    let text = String::from_utf8_lossy(work.said());
    let mut left = Resumed::default();
    let mut length = 0;
    for (line_idx, line) in text.split_inclusive('\n').enumerate() {
        let Ok(value) = serde_json::from_str::<Value>(line) else {
            break;
        };
        if !line.ends_with('\n') {
            break;
        }
        if line_idx == 0 {
            check_same(work, about)?;
            left.date = value["date"].as_str().map(str::to_owned);
        } else if let Some(files) = value["files"].as_array() {
            left.unsure = files.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        } else if let (Some(length), Some(tally), Some(texts)) =
            (value["length"].as_u64(), tally(&value), texts(&value))
        {
            left.state = State { length, tally };
            left.texts.extend(texts);
            left.unsure.clear();
        } else if value["finished"] != json!(true) && !value["process"].is_u64() {
            break;
        }
        length += line.len() as u64;
    }
    Ok((length != 0).then_some((left, length)))
}

fn tally(line: &Value) -> Option<Tally> {
    serde_json::from_value(line["tally"].clone()).ok()
}

fn texts(line: &Value) -> Option<Vec<TextHash>> {
    let texts = line["texts"].as_array()?;
    texts.iter().map(|text| text.as_str()?.parse().ok()).collect()
}
