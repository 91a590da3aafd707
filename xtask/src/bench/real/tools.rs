//! One run of a tool over a file of pages: the command, or another project's extractor in a process of its own.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use serde::Deserialize;

use super::found::middle;
use crate::bench::{command, peers::Peers};

/// What the others write.
const TEXT_ALONE: [&str; 2] = ["--fields", "url,text"];

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Tool {
    /// The command, with whole records as it writes them unless fields are chosen, or with the text alone.
    Demold { is_whole: bool },
    /// A package of Python, by the name that `peers.py` gives it.
    Package(&'static str),
    /// A crate, by the name that `xtask/peers` gives it.
    Crate(&'static str),
}

/// What a run took.
#[derive(Clone, Debug, Deserialize, PartialEq)]
pub(crate) struct Run {
    /// With the version.
    pub(crate) name: String,
    /// Seconds on a processor, with reading and writing JSON, from when the program is loaded.
    pub(crate) seconds: f64,
    /// The same without JSON, where it can be told.
    pub(crate) alone: Option<f64>,
    /// Seconds of the day.
    pub(crate) wall: f64,
    /// On how many pages it failed.
    pub(crate) failures: usize,
}

/// A line of a program that times other projects.
#[derive(Deserialize)]
#[serde(untagged)]
enum Printed {
    Run(Run),
    Absent { name: String, absent: String },
}

/// Where the tools are.
pub(crate) struct Tools<'a> {
    demold: PathBuf,
    peers: &'a Peers,
    /// What the command takes before it reads a page: on a processor, and of the day.
    start: (f64, f64),
}

/// How often the command is started to find out.
const STARTS: usize = 7;

impl<'a> Tools<'a> {
    /// Finds out how long the command takes to start.
    pub(crate) fn new(demold: PathBuf, peers: &'a Peers, folder: &Path) -> anyhow::Result<Self> {
        let mut tools = Tools { demold, peers, start: (0.0, 0.0) };
        let page = folder.join("start.jsonl");
        std::fs::write(&page, "{\"url\":\"https://a.example/\",\"html\":\"<p>Rain\"}\n")?;
        let out = folder.join("start.out.jsonl");
        let runs = (0..STARTS).map(|_| tools.demold(false, &page, &out, 1)).collect::<anyhow::Result<Vec<Run>>>()?;
        let of = |taken: fn(&Run) -> f64| {
            let taken: Vec<f64> = runs.iter().map(taken).collect();
            middle(&taken).unwrap_or(0.0)
        };
        tools.start = (of(|run| run.seconds), of(|run| run.wall));
        Ok(tools)
    }

    /// A sentence about what the time of the command contains.
    pub(crate) fn time_of_demold(&self) -> String {
        format!(
            "time of demold: the whole process, with reading lines, decoding JSON and pages, learning, and writing JSON; its start, {:.0} ms, is left out",
            1e3 * self.start.0
        )
    }

    /// Runs a tool over all lines of a file, or returns why it cannot be run.
    pub(crate) fn run(&self, tool: Tool, pages: &Path, n_threads: usize) -> anyhow::Result<Result<Run, String>> {
        let out = pages.with_extension("out.jsonl");
        let (program, name) = match tool {
            Tool::Demold { is_whole } => return self.demold(is_whole, pages, &out, n_threads).map(Ok),
            Tool::Package(name) => (self.peers.python(), name),
            Tool::Crate(name) => (self.peers.crates(), name),
        };
        let mut command = match program {
            Ok(command) => command,
            Err(reason) => return Ok(Err(format!("{name}: {reason}"))),
        };
        command.args(["lines", name]).args([pages, &out]);
        let output = match command.arg(n_threads.to_string()).output() {
            Ok(output) => output,
            Err(error) => return Ok(Err(format!("{name}: {error}"))),
        };
        if !output.status.success() {
            let said = String::from_utf8_lossy(&output.stderr);
            let last = said.trim().lines().next_back().unwrap_or("no message");
            return Ok(Err(format!("{name}: {}: {last}", output.status)));
        }
        read(&output.stdout).with_context(|| format!("cannot read what {command:?} printed"))
    }

    fn demold(&self, is_whole: bool, pages: &Path, out: &Path, n_threads: usize) -> anyhow::Result<Run> {
        let taken = command::clean(&self.demold, pages, out, n_threads, if is_whole { &[] } else { &TEXT_ALONE })?;
        Ok(Run {
            name: format!("demold {}", env!("CARGO_PKG_VERSION")),
            seconds: beyond(taken.seconds, self.start.0),
            alone: None,
            wall: beyond(taken.wall, self.start.1),
            failures: 0,
        })
    }
}

/// Nothing takes no time at all.
fn beyond(taken: f64, start: f64) -> f64 {
    (taken - start).max(1e-6)
}

fn read(printed: &[u8]) -> anyhow::Result<Result<Run, String>> {
    Ok(match serde_json::from_slice(printed)? {
        Printed::Run(run) => Ok(run),
        Printed::Absent { name, absent } => Err(format!("{name}: {absent}")),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_absent_has_a_reason() {
        let absent = br#"{"name":"a","absent":"No module named 'a'"}"#;
        assert_eq!(read(absent).unwrap(), Err("a: No module named 'a'".to_owned()));
        let run = br#"{"name":"a 1","seconds":2,"alone":1.5,"wall":1,"failures":0}"#;
        assert_eq!(read(run).unwrap().unwrap().alone, Some(1.5));
        assert!(read(b"Traceback").is_err());
    }
}
