//! `cargo xtask fuzz`: run the targets of `fuzz/`, by cargo-fuzz where it is installed with a nightly compiler, or else
//! by the driver that stands beside them.

use std::{
    path::Path,
    process::{Command, Stdio},
};

use anyhow::{Context as _, bail, ensure};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// What to fuzz [default: every target in turn]
    #[arg(value_name = "TARGET")]
    targets: Vec<String>,
    /// How long all targets run together
    #[arg(long, value_name = "N", default_value_t = 10.0)]
    minutes: f64,
    /// Give each target so many inputs instead, by the driver
    #[arg(long, value_name = "N", conflicts_with = "minutes")]
    runs: Option<u64>,
    /// Use the driver, whose inputs are the same in every run, even where cargo-fuzz is there
    #[arg(long)]
    driver: bool,
    /// The number of the driver's first input
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,
}

pub(crate) fn run(root: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    let folder = root.join("fuzz");
    ensure!(arguments.minutes > 0.0 && arguments.minutes.is_finite(), "--minutes must be more than 0");
    if arguments.driver || arguments.runs.is_some() || !has_cargo_fuzz() {
        return drive(&folder, arguments);
    }
    let prepared = driver(&folder).args(["--prepare", "corpus"]).status()?;
    ensure!(prepared.success(), "the seeds could not be written");
    let targets = match &arguments.targets[..] {
        [] => listed(&folder)?,
        targets => targets.to_vec(),
    };
    // libFuzzer takes whole seconds, and 0 for ever.
    let seconds = (arguments.minutes * 60.0 / targets.len() as f64).ceil();
    for target in targets {
        let status = Command::new("cargo")
            .args(["+nightly", "fuzz", "run", "--features", "libfuzzer", &target, "--"])
            .arg(format!("-max_total_time={seconds}"))
            .arg(format!("-dict=corpus/{target}.dict"))
            .args(["-max_len=16384", "-timeout=20", "-rss_limit_mb=4096", "-print_final_stats=1"])
            .current_dir(&folder)
            .status()
            .context("cannot run cargo")?;
        ensure!(status.success(), "{target} failed");
    }
    Ok(())
}

fn drive(folder: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    let until = match arguments.runs {
        Some(runs) => ["--runs".to_owned(), runs.to_string()],
        None => ["--seconds".to_owned(), (arguments.minutes * 60.0).to_string()],
    };
    let status = driver(folder)
        .args(&arguments.targets)
        .args(until)
        .args(["--first", &arguments.first.to_string()])
        .status()
        .context("cannot run cargo")?;
    ensure!(status.success(), "an input failed: see fuzz/artifacts");
    Ok(())
}

fn driver(folder: &Path) -> Command {
    let mut command = Command::new("cargo");
    command.args(["run", "--quiet", "--package", "demold-fuzz", "--bin", "demold-fuzz", "--"]).current_dir(folder);
    command
}

fn has_cargo_fuzz() -> bool {
    let mut version = Command::new("cargo");
    version.args(["+nightly", "fuzz", "--version"]);
    let status = version.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

fn listed(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in folder.join("fuzz_targets").read_dir()? {
        let path = entry?.path();
        match path.file_stem().and_then(|name| name.to_str()) {
            Some(name) => names.push(name.to_owned()),
            None => bail!("{} is no target", path.display()),
        }
    }
    names.sort();
    Ok(names)
}
