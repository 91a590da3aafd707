//! What a process of its own measures, so that none finds memory which the one before it has left.

use std::{
    env,
    io::{self, Write as _},
    process::{Command, Stdio},
};

use anyhow::{Context as _, bail};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use super::{dom, mine};

/// What to measure.
#[derive(Clone, Debug, Deserialize, Serialize)]
pub(crate) enum Part {
    Mine(mine::Run),
    Dom(dom::Sample),
}

/// Starts this program again to measure a part, and returns what it found.
pub(crate) fn measure<T: DeserializeOwned>(part: &Part) -> anyhow::Result<T> {
    let output = Command::new(env::current_exe()?)
        .args(["bench", "--part", &serde_json::to_string(part)?])
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start this program again")?;
    if !output.status.success() {
        bail!("{part:?} could not be measured");
    }
    Ok(serde_json::from_slice(&output.stdout)?)
}

/// The other end of [`measure`].
pub(crate) fn run(part: &str) -> anyhow::Result<()> {
    let found = match serde_json::from_str(part).context("no part to measure")? {
        Part::Mine(run) => serde_json::to_string(&run.measure()?)?,
        Part::Dom(sample) => serde_json::to_string(&sample.measure()?)?,
    };
    Ok(writeln!(io::stdout(), "{found}")?)
}
