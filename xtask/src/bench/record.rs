//! What a run leaves: its tables, and where, when and with what they were measured.

use std::{fmt, fs, path::Path, thread, time::SystemTime};

use serde::{Deserialize, Serialize};

use super::table::Table;
use crate::git;

#[derive(Deserialize, Serialize)]
pub(crate) struct Record {
    /// UTC, to the second.
    pub(crate) date: String,
    /// The commit measured, and whether files were changed since.
    pub(crate) commit: String,
    pub(crate) cpu: String,
    /// How many threads the machine runs at once.
    pub(crate) threads: usize,
    pub(crate) tables: Vec<Table>,
}

impl Record {
    pub(crate) fn new(root: &Path) -> Record {
        Record {
            date: formats::warc::utc(SystemTime::now()),
            commit: git::commit(root).unwrap_or_else(|| "unknown".to_owned()),
            cpu: cpu(&fs::read_to_string("/proc/cpuinfo").unwrap_or_default()),
            threads: thread::available_parallelism().map_or(1, usize::from),
            tables: Vec::new(),
        }
    }

    /// A name that sorts by date.
    pub(crate) fn file_name(&self) -> String {
        format!("{}.json", self.date.replace(':', ""))
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Record { date, commit, cpu, threads, .. } = self;
        write!(
            f,
            "{date}, commit {commit}, {cpu}, {threads} threads\n\
             seconds are those on a processor unless called wall"
        )
    }
}

fn cpu(info: &str) -> String {
    let mut lines = info.lines().filter_map(|line| line.split_once(':'));
    let model = lines.find(|(name, _)| name.trim() == "model name");
    model.map_or("unknown processor", |(_, model)| model.trim()).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_processor_is_named() {
        assert_eq!(cpu("processor\t: 0\nmodel name\t: Fast One\n"), "Fast One");
        assert_eq!(cpu("Hardware: none"), "unknown processor");
    }
}
