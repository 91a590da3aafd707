//! A disk that fails: what is written ends in an error of input and output, or of a full disk, after so many bytes. A
//! library that stands between the command and the system's own does it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context as _, ensure};
use evaluation::python::succeed;

use super::{
    jobs::Job,
    sandbox::{failed, said},
};

/// The numbers of the errors, and how many bytes are written until then.
const ERRORS: [&str; 2] = ["5", "28"];
const AFTER: [&str; 5] = ["0", "200", "5000", "60000", "250000"];

/// A disk that fails on command.
pub(super) struct Disk {
    shim: PathBuf,
}

impl Disk {
    /// Builds the library in a folder.
    pub(super) fn new(folder: &Path) -> anyhow::Result<Disk> {
        let (source, shim) = (folder.join("shim.c"), folder.join("shim.so"));
        fs::write(&source, include_str!("shim.c"))?;
        let mut cc = Command::new("cc");
        succeed(cc.args(["-shared", "-fPIC", "-O1", "-o"]).args([&shim, &source]).arg("-ldl"))?;
        Ok(Disk { shim })
    }

    /// Fails in all ways. Each time the run fails with a message, and is gone on with to what it leaves otherwise.
    pub(super) fn fail(&self, job: &impl Job) -> anyhow::Result<()> {
        let mut ways = vec![vec![("FAULT_SYNC", "1")]];
        for error in ERRORS {
            ways.extend(AFTER.map(|after| vec![("FAULT_ERRNO", error), ("FAULT_AFTER", after)]));
        }
        let mut n_failed = 0;
        for way in ways {
            let sandbox = job.sandbox()?;
            let mut command = sandbox.command(&job.begin());
            let command = command.env("LD_PRELOAD", &self.shim).envs(way.iter().copied()).stdin(Stdio::null());
            let output = command.output()?;
            let what = || format!("{:?}, {way:?}: {}", job.begin(), said(&output));
            if !output.status.success() {
                n_failed += 1;
                failed(&output, "cannot").with_context(what)?;
                job.check_failed(&sandbox).with_context(what)?;
                sandbox.done(&job.again(&sandbox)).with_context(what)?;
            }
            job.check_end(&sandbox).with_context(what)?;
        }
        ensure!(n_failed != 0, "{:?}: the disk never failed", job.begin());
        Ok(())
    }
}
