//! The progress of a run, so that another run can resume it.
//!
//! Beside the output is a folder with the templates that were learned, the output so far, and a journal. The first
//! line of the journal says what the run does. Another line follows after each piece of output. The output depends on
//! the input alone, so a run that continues after the last complete line writes the same bytes as an uninterrupted
//! run.

use serde_json::{Value, json};

use super::identity::Identity;
use crate::{cleaned::Tally, duplicates::TextHash, error::Error, files::Work};

/// How far a run has come.
#[derive(Clone, Debug, Default)]
pub(super) struct State {
    /// The length of the output: bytes of a file, or pages of a folder.
    pub(super) length: u64,
    pub(super) tally: Tally,
}

/// What an earlier run has left.
#[derive(Debug, Default)]
pub(super) struct Resumed {
    pub(super) state: State,
    /// The hashes of the texts that it has written; empty unless copies are left out.
    pub(super) texts: Vec<TextHash>,
    /// The date that it has put into records of pages without one.
    pub(super) date: Option<String>,
    /// The files that it may have written after its last complete line.
    pub(super) unsure: Vec<String>,
}

/// Begins a run, or resumes one and returns what that has left.
///
/// `about` is what both runs must have in common.
pub(super) fn open(work: &mut Work, about: &Identity, date: &str, resume: bool) -> Result<Option<Resumed>, Error> {
    let left = if resume { read(work, about)? } else { None };
    match &left {
        Some((_, length)) => work.go_on_after(*length)?,
        None => work.begin(about, date)?,
    }
    Ok(left.map(|(left, _)| left))
}

/// Notes that everything up to here is written, including these texts.
pub(super) fn done(work: &mut Work, state: &State, texts: &[TextHash]) -> Result<(), Error> {
    let texts: Vec<String> = texts.iter().map(TextHash::to_string).collect();
    work.line(&json!({ "length": state.length, "tally": state.tally, "texts": texts }))
}

/// Notes which files are written next.
pub(super) fn announce(work: &mut Work, files: &[String]) -> Result<(), Error> {
    // Before they are written: after a crash, the files that may be incomplete are known.
    work.line(&json!({ "files": files }))
}

/// Reads a journal up to its last complete line. Returns its contents, and the length of these lines; none if not
/// even the first line is complete.
fn read(work: &Work, about: &Identity) -> Result<Option<(Resumed, u64)>, Error> {
    let mut left = Resumed::default();
    let mut length = 0;
    for (line_idx, (value, n_bytes)) in complete_lines(work.said()).enumerate() {
        if line_idx == 0 {
            about.check_same(work)?;
            left.date = value["date"].as_str().map(str::to_owned);
        } else if let Some(files) = value["files"].as_array() {
            left.unsure = files.iter().filter_map(Value::as_str).map(str::to_owned).collect();
        } else if let (Some(length), Some(tally), Some(texts)) =
            (value["length"].as_u64(), tally(&value), texts(&value))
        {
            left.state = State { length, tally };
            left.texts.extend(texts);
            // The announced files are complete.
            left.unsure.clear();
        // A line of an unknown kind is from a run that this one does not understand, so it resumes before it.
        } else if value["finished"] != json!(true) && !value["process"].is_u64() {
            break;
        }
        length += n_bytes;
    }
    Ok((length != 0).then_some((left, length)))
}

/// Returns the lines up to the first one that is damaged or not complete, each with its length in bytes.
fn complete_lines(said: &[u8]) -> impl Iterator<Item = (Value, u64)> {
    said.split_inclusive(|&byte| byte == b'\n').map_while(|line| {
        // A line can be valid JSON and lack only its end. What is appended would then continue it.
        let is_complete = line.ends_with(b"\n");
        let value = serde_json::from_slice(line).ok().filter(|_| is_complete)?;
        Some((value, line.len() as u64))
    })
}

fn tally(line: &Value) -> Option<Tally> {
    serde_json::from_value(line["tally"].clone()).ok()
}

fn texts(line: &Value) -> Option<Vec<TextHash>> {
    let texts = line["texts"].as_array()?;
    texts.iter().map(|text| text.as_str()?.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_as_long_as_their_bytes() {
        let lengths = |said: &[u8]| complete_lines(said).map(|(_, n_bytes)| n_bytes).collect::<Vec<_>>();
        assert_eq!(lengths("{\"a\":\"é\"}\n{}\n".as_bytes()), [11, 3]);
        assert_eq!(lengths(b"{}\n{}"), [3]);
        assert_eq!(lengths(b"{}\n{\"a\":\n{}\n"), [3]);
        // Not UTF-8, so it was not written by a run, and its length is no guide to what follows.
        assert_eq!(lengths(b"{}\n{\"a\":\"\xff\"}\n{}\n"), [3]);
    }
}
