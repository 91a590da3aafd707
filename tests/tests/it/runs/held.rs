//! A run that cannot end before it has been seen to be in the middle.
//!
//! With `--explain`, which changes nothing of the output, a run prints the place of each page, and what was removed from
//! it. If that is more than a pipe takes, the run stands still until somebody reads on, however fast the machine is.

use std::{
    fs,
    io::Read as _,
    process::{Child, Output, Stdio},
};

use crate::command::Folder;

/// Returns a longer path of the file, so that more is said of its pages: for 160 of them, more than the 64 KiB of the
/// largest pipe that systems make by default.
pub(crate) fn long(name: &str) -> &'static str {
    ("./".repeat(200) + name).leak()
}

/// A run that stands still.
pub(crate) struct Held(Child);

impl Held {
    /// Runs the command until its journal has so many lines. More must be said of the pages after them than a pipe takes.
    #[track_caller]
    pub(crate) fn at(folder: &Folder, args: &[&str], journal: &str, n_lines: usize) -> Held {
        let mut command = folder.command();
        command.args(args).arg("--explain").stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let mut run = Held(command.spawn().unwrap());
        let said = run.0.stderr.as_mut().unwrap();
        let mut buffer = [0; 1 << 10];
        let mut seen = Vec::new();
        loop {
            // The explanations of a batch come before its line in the journal, and after the line of the batch before.
            let n_bytes = said.read(&mut buffer).unwrap();
            seen.extend_from_slice(&buffer[..n_bytes]);
            let journal = fs::read_to_string(folder.path().join(journal)).unwrap_or_default();
            if journal.lines().count() >= n_lines {
                return run;
            }
            assert_ne!(n_bytes, 0, "it has ended: {}", String::from_utf8_lossy(&seen));
        }
    }

    /// Kills the run.
    #[track_caller]
    pub(crate) fn kill(mut self) {
        self.0.kill().unwrap();
        let ended = self.0.wait().unwrap();
        assert!(!ended.success(), "it says too little to be held");
    }

    /// Returns the number of the process.
    #[cfg(unix)]
    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }

    /// Lets the run go on to its end. Returns what it says from here on.
    #[cfg(unix)]
    pub(crate) fn end(self) -> Output {
        self.0.wait_with_output().unwrap()
    }
}
