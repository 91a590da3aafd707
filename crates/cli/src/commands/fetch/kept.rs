//! Keeps what was fetched so far, so that another run can resume.

use std::{fs::File, io::Write as _, time::SystemTime};

use anyhow::Context as _;
use pipeline::{Error, Identity, Obstacle};
use serde::{Deserialize, Serialize};

use crate::{
    files::{Warner, Work, check_replaceable},
    plan::Fetch,
};

/// The numbers of lines of an index, by what became of them.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub(super) struct Tally {
    pub(super) pages: usize,
    /// Lines and records that could not be read.
    pub(super) lost: usize,
    /// Lines that are about no page, or about more pages of a host than are wanted.
    pub(super) others: usize,
}

impl Tally {
    /// Returns the number of lines of the indexes that are done.
    pub(super) fn n_lines(&self) -> usize {
        self.pages + self.lost + self.others
    }

    pub(super) fn rest(&self) -> String {
        format!("{} skipped, {} not wanted", self.lost, self.others)
    }
}

/// How far a run has come.
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
struct State {
    /// The length of the output.
    length: u64,
    tally: Tally,
}

/// The records so far, in the work folder beside the output.
pub(super) struct Kept {
    work: Work,
    partial: File,
    length: u64,
}

impl Kept {
    /// Begins a run, or resumes one and returns its tally. Returns none if an interrupted run has left nothing to do.
    pub(super) fn open(plan: &Fetch) -> anyhow::Result<Option<(Kept, Tally)>> {
        let left = Work::left(&plan.args.out, &Warner)?;
        let about = about(plan)?;
        if let Some(work) = left.as_ref().filter(|work| work.is_begun()) {
            if !plan.args.resume && !plan.args.force {
                let work = work.path().to_owned();
                return Err(Error::Output(Obstacle::Interrupted { work, is_resumable: true }).into());
            }
            if plan.args.resume {
                about.check_same(work)?;
            }
        }
        let failed = || format!("cannot write {}", plan.args.out.display());
        if let Some(work) = left.as_ref().filter(|work| plan.args.resume && work.is_finished()) {
            // That run ended after all was fetched. If the lines are gone, it had renamed them as well.
            if work.has_lines() {
                work.name_lines(&plan.args.out).with_context(failed)?;
            }
            left.map_or(Ok(()), |left| left.remove(&Warner))?;
            return Ok(None);
        }
        if plan.args.resume && left.is_none() && plan.args.out.exists() {
            return Ok(None);
        }
        check_replaceable(&plan.args.out, plan.args.force)?;
        let mut work = match left {
            Some(work) => work,
            None => Work::create(&plan.args.out, &Warner)?,
        };
        let (state, n_said) = if plan.args.resume { read(work.said()) } else { (State::default(), 0) };
        // Without a line about what is done, nothing is known about the output, and the run begins anew.
        match n_said {
            0 => work.begin(&about, "")?,
            _ => work.go_on_after(n_said)?,
        }
        let kept = Kept { partial: work.partial(state.length)?, length: state.length, work };
        Ok(Some((kept, state.tally)))
    }

    pub(super) fn write(&mut self, record: &[u8]) -> anyhow::Result<()> {
        let written = self.partial.write_all(record);
        written.with_context(|| format!("cannot write to {}", self.work.path().display()))?;
        self.length += record.len() as u64;
        Ok(())
    }

    /// Notes that all lines up to here are done.
    pub(super) fn done(&mut self, tally: &Tally) -> anyhow::Result<()> {
        let state = State { length: self.length, tally: tally.clone() };
        // Before the line, so that a full disk does not remove what was fetched.
        self.work.keep(true);
        Ok(self.work.line(&serde_json::to_value(&state)?)?)
    }

    /// Renames the output.
    pub(super) fn finish(mut self, plan: &Fetch) -> anyhow::Result<()> {
        let failed = || format!("cannot write {}", plan.args.out.display());
        // On disk before it is renamed, so that a file with its final name is complete even after a loss of power.
        self.partial.sync_all().with_context(failed)?;
        drop(self.partial);
        self.work.finish()?;
        self.work.name_lines(&plan.args.out).with_context(failed)?;
        Ok(self.work.remove(&Warner)?)
    }

    /// Removes everything that was written.
    pub(super) fn discard(self) -> anyhow::Result<()> {
        drop(self.partial);
        Ok(self.work.remove(&Warner)?)
    }
}

/// Returns what must be the same when a run is resumed. The place from which records are fetched may change.
fn about(plan: &Fetch) -> anyhow::Result<Identity> {
    let indexes = plan.args.cdx.iter().map(|index| {
        let failed = || format!("cannot read {}", index.display());
        let about = index.metadata().with_context(failed)?;
        let changed = about.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        let since = changed.duration_since(SystemTime::UNIX_EPOCH);
        let since = since.unwrap_or_default().as_nanos();
        Ok(format!("{}: {} bytes, {since}", index.display(), about.len()))
    });
    let indexes = indexes.collect::<anyhow::Result<_>>()?;
    Ok(plan.identity.clone().inputs(indexes))
}

/// Reads a journal. Returns how far the run came, and the length of the journal up to the line that says so.
fn read(journal: &[u8]) -> (State, u64) {
    let mut last = State::default();
    let (mut n_read, mut n_said) = (0, 0);
    for line in journal.split_inclusive(|byte| *byte == b'\n') {
        n_read += line.len();
        if !line.ends_with(b"\n") {
            break;
        }
        if let Ok(state) = serde_json::from_slice(line) {
            last = state;
            n_said = n_read;
        }
    }
    (last, n_said as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_journal_says_how_far_it_came() {
        let about = "{\"about\":\"a\",\"date\":\"\"}\n{\"process\":7}\n";
        let state = |length: u64, pages: usize| State { length, tally: Tally { pages, ..Tally::default() } };
        let line = |length, pages| serde_json::to_string(&state(length, pages)).unwrap() + "\n";
        let check = |text: &str, expected: State, n_said: usize| {
            assert_eq!(read(text.as_bytes()), (expected, n_said as u64), "{text}");
        };
        check("", State::default(), 0);
        // What says nothing is begun again.
        check(about, State::default(), 0);
        let one = format!("{about}{}", line(9, 1));
        check(&one, state(9, 1), one.len());
        let two = format!("{one}{{\"process\":8}}\n{}", line(20, 3));
        check(&two, state(20, 3), two.len());
        // The last line was cut off.
        check(&two[..two.len() - 1], state(9, 1), one.len());
    }
}
