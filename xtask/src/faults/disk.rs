//! A disk that fails: what is written ends in an error of input and output, or of a full disk, after so many bytes. A
//! library that stands between the command and the system's own does it.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use anyhow::{Context as _, ensure};

use super::{
    crawls::{self, N_PAGES},
    kills::{OUTPUTS, clean_args},
    sandbox::{Sandbox, failed, said},
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
        let built = Command::new("cc")
            .args(["-shared", "-fPIC", "-O1", "-o"])
            .args([&shim, &source])
            .arg("-ldl")
            .status()
            .context("cannot run cc")?;
        ensure!(built.success(), "cc failed");
        Ok(Disk { shim })
    }

    fn run(&self, sandbox: &Sandbox, args: &[&str], faults: &[(&str, &str)]) -> anyhow::Result<Output> {
        Ok(sandbox
            .command(args)
            .env("LD_PRELOAD", &self.shim)
            .envs(faults.iter().copied())
            .stdin(Stdio::null())
            .output()?)
    }

    /// All ways in which it fails.
    fn ways() -> Vec<Vec<(&'static str, &'static str)>> {
        let mut ways = vec![vec![("FAULT_SYNC", "1")]];
        for error in ERRORS {
            for after in AFTER {
                ways.push(vec![("FAULT_ERRNO", error), ("FAULT_AFTER", after)]);
            }
        }
        ways
    }

    /// Each output fails with a message, has not got its name, and is gone on with to the same bytes.
    pub(super) fn clean(&self, program: &Path, input: &Path) -> anyhow::Result<()> {
        for out in OUTPUTS {
            let args = clean_args(out);
            let first = Sandbox::with(program, input)?;
            first.done(&args)?;
            let (expected, names) = (first.files(out)?, first.names()?);
            let mut n_failed = 0;
            for way in Disk::ways() {
                let sandbox = Sandbox::with(program, input)?;
                let output = self.run(&sandbox, &args, &way)?;
                let what = || format!("{out}, {way:?}: {}", said(&output));
                if !output.status.success() {
                    n_failed += 1;
                    failed(&output, "cannot").with_context(what)?;
                    ensure!(
                        out.ends_with('/') || !sandbox.exists(out) || sandbox.files(out)? == expected,
                        "it has its name, and is not whole: {}",
                        what()
                    );
                    sandbox.done(&[&args[..], &["--resume"]].concat()).with_context(what)?;
                }
                ensure!(sandbox.files(out)? == expected, "other bytes: {}", what());
                sandbox.is_left_with(&names).with_context(what)?;
            }
            ensure!(n_failed != 0, "{out}: the disk never failed");
        }
        Ok(())
    }

    /// `learn` leaves nothing, and an old set as it was.
    pub(super) fn learn(&self, program: &Path, input: &Path) -> anyhow::Result<()> {
        let args = ["learn", "in.jsonl", "--quiet", "--out", "sites.demold"];
        for way in Disk::ways() {
            let sandbox = Sandbox::with(program, input)?;
            let what = || format!("learn, {way:?}");
            if self.run(&sandbox, &args, &way)?.status.success() {
                continue;
            }
            sandbox.is_left_with(&["in.jsonl"]).with_context(what)?;
            sandbox.done(&[&args[..], &["--method", "distill"]].concat())?;
            let old = sandbox.files("sites.demold")?;
            let output = self.run(&sandbox, &[&args[..], &["--force"]].concat(), &way)?;
            failed(&output, "cannot").with_context(what)?;
            ensure!(sandbox.files("sites.demold")? == old, "the old set is not as it was: {}", what());
        }
        Ok(())
    }

    /// A crawl is gone on with; the archive that it is to replace stays until then.
    pub(super) fn crawl(&self, program: &Path) -> anyhow::Result<()> {
        let url = crawls::site();
        let args = crawls::args(&url);
        for way in Disk::ways() {
            for force in [&[][..], &["--force"]] {
                let sandbox = Sandbox::new(program)?;
                if !force.is_empty() {
                    fs::write(sandbox.path(crawls::OUT), "the old one")?;
                }
                let output = self.run(&sandbox, &[&args[..], force].concat(), &way)?;
                let what = || format!("crawl {force:?}, {way:?}: {}", said(&output));
                if !output.status.success() {
                    failed(&output, "cannot").with_context(what)?;
                    if !force.is_empty() {
                        let left = fs::read(sandbox.path(crawls::OUT))?;
                        ensure!(left == b"the old one", "the old archive is gone: {}", what());
                    }
                    let again = crawls::going_on(&sandbox, &args, force);
                    sandbox.done(&again).with_context(what)?;
                }
                ensure!(crawls::answers(&sandbox)?.len() == N_PAGES + 2, "answers are lost: {}", what());
                sandbox.is_left_with(&[crawls::OUT]).with_context(what)?;
            }
        }
        Ok(())
    }
}
