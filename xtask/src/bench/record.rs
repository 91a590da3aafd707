//! What a run leaves behind: its tables, and where, when and of what they were measured.

use std::{
    fmt, fs,
    path::Path,
    process::Command,
    thread,
    time::{SystemTime, UNIX_EPOCH},
};

use serde::Serialize;

use super::table::Table;

#[derive(Serialize)]
pub(crate) struct Record {
    /// UTC, to the second.
    date: String,
    /// The commit measured, with a plus sign if files were changed since.
    commit: String,
    cpu: String,
    /// How many threads the machine runs at once.
    threads: usize,
    pub(crate) tables: Vec<Table>,
}

impl Record {
    pub(crate) fn new(root: &Path) -> Record {
        let now = SystemTime::now().duration_since(UNIX_EPOCH);
        Record {
            date: date(now.unwrap_or_default().as_secs()),
            commit: commit(root).unwrap_or_else(|| "unknown".to_owned()),
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
        let Record {
            date,
            commit,
            cpu,
            threads,
            ..
        } = self;
        write!(
            f,
            "{date}, commit {commit}, {cpu}, {threads} threads\n\
             seconds are those on a processor unless called wall"
        )
    }
}

fn commit(root: &Path) -> Option<String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git")
            .arg("-C")
            .arg(root)
            .args(arguments)
            .output()
            .ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_owned())
    };
    let mut commit = git(&["rev-parse", "--short=10", "HEAD"])?;
    if !git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty() {
        commit.push('+');
    }
    Some(commit)
}

fn cpu(info: &str) -> String {
    let mut lines = info.lines().filter_map(|line| line.split_once(':'));
    let model = lines.find(|(name, _)| name.trim() == "model name");
    model
        .map_or("unknown processor", |(_, model)| model.trim())
        .to_owned()
}

/// Writes seconds since 1970 as ISO 8601, by Hinnant's `civil_from_days`.
fn date(seconds: u64) -> String {
    let (days, second) = (seconds / 86_400 + 719_468, seconds % 86_400);
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era =
        (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    // Years begin in March here, so that a leap day is the last.
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (second / 3_600, second / 60 % 60, second % 60);
    format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01T00:00:00Z");
        assert_eq!(date(951_782_400), "2000-02-29T00:00:00Z");
        assert_eq!(date(951_868_799), "2000-02-29T23:59:59Z");
        assert_eq!(date(951_868_800), "2000-03-01T00:00:00Z");
        assert_eq!(date(1_767_225_599), "2025-12-31T23:59:59Z");
    }

    #[test]
    fn the_processor_is_named() {
        assert_eq!(cpu("processor\t: 0\nmodel name\t: Fast One\n"), "Fast One");
        assert_eq!(cpu("Hardware: none"), "unknown processor");
    }
}
