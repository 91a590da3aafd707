//! Two runs on one output: one of them writes it, as if it were alone.

use std::{path::Path, process::Stdio, thread};

use anyhow::{Context as _, ensure};
use sitegen::Random;

use super::{
    kills::{OUTPUTS, clean_args, moment},
    sandbox::{Sandbox, said},
};

/// What the second run is told.
const SECOND: [&[&str]; 3] = [&[], &["--resume"], &["--force"]];

/// Starts a second run at a random moment of the first one, so often for each output.
pub(super) fn runs(program: &Path, input: &Path, n_times: u64) -> anyhow::Result<()> {
    for out in OUTPUTS {
        let first = Sandbox::with(program, input)?;
        let (time, _) = first.done(&clean_args(out))?;
        let (expected, names) = (first.files(out)?, first.names()?);
        let mut random = Random::stream(19, &[out.len() as u64, 2]);
        for (nth, option) in (0..n_times).zip(SECOND.iter().cycle()) {
            let sandbox = Sandbox::with(program, input)?;
            let args = clean_args(out);
            let start = |args: &[&str]| {
                sandbox.command(args).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).spawn()
            };
            let first = start(&args)?;
            // Every third pair begins at once.
            if nth % 3 != 0 {
                thread::sleep(moment(&mut random, time));
            }
            let second = start(&[&args[..], option].concat())?;
            let outputs = [first.wait_with_output()?, second.wait_with_output()?];
            let what = || {
                let said: Vec<String> = outputs.iter().map(said).collect();
                format!("{out} {option:?}, time {nth}: {said:?}")
            };
            ensure!(outputs.iter().any(|output| output.status.success()), "neither ended well: {}", what());
            ensure!(outputs.iter().all(|output| !said(output).contains("panicked")), "{}", what());
            ensure!(sandbox.files(out)? == expected, "other bytes: {}", what());
            sandbox.is_left_with(&names).with_context(what)?;
        }
    }
    Ok(())
}
