//! `cargo xtask fuzz`: run the targets of `fuzz/`, by cargo-fuzz where it is installed with a nightly compiler, or else
//! by the driver that stands beside them. `cargo xtask growth` runs another program of that package.

use std::{
    ffi::OsString,
    path::Path,
    process::{Command, Stdio},
};

use anyhow::ensure;
use demold_fuzz::TARGETS;
use evaluation::python::succeed;

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
    let mut driver = program(root, "demold-fuzz")?;
    if arguments.driver || arguments.runs.is_some() || !has_cargo_fuzz() {
        let until = match arguments.runs {
            Some(runs) => ["--runs".to_owned(), runs.to_string()],
            None => ["--seconds".to_owned(), (arguments.minutes * 60.0).to_string()],
        };
        return succeed(driver.args(&arguments.targets).args(until).args(["--first", &arguments.first.to_string()]));
    }
    succeed(driver.args(["--prepare", "corpus"]).current_dir(&folder))?;
    let all = || TARGETS.iter().map(|target| target.name.to_owned()).collect();
    let targets: Vec<String> = if arguments.targets.is_empty() { all() } else { arguments.targets.clone() };
    // libFuzzer takes whole seconds, and 0 for ever.
    let seconds = (arguments.minutes * 60.0 / targets.len() as f64).ceil();
    targets.iter().try_for_each(|target| {
        let mut cargo = Command::new("cargo");
        cargo.args(["+nightly", "fuzz", "run", "--features", "libfuzzer", target, "--"]);
        cargo.arg(format!("-max_total_time={seconds}")).arg(format!("-dict=corpus/{target}.dict"));
        cargo.args(["-max_len=16384", "-timeout=20", "-rss_limit_mb=4096", "-print_final_stats=1"]);
        succeed(cargo.current_dir(&folder))
    })
}

fn has_cargo_fuzz() -> bool {
    let mut version = Command::new("cargo");
    version.args(["+nightly", "fuzz", "--version"]).stdout(Stdio::null()).stderr(Stdio::null());
    version.status().is_ok_and(|status| status.success())
}

/// Counts how the work grows with pages of pathological shapes.
pub(crate) fn grow(root: &Path, arguments: &[OsString]) -> anyhow::Result<()> {
    succeed(program(root, "grow")?.args(arguments).current_dir(root))
}

/// Builds a program of `fuzz/` with the features that all is built with: alone, most would be built again.
fn program(root: &Path, name: &str) -> anyhow::Result<Command> {
    Ok(Command::new(crate::built(root, &["--workspace", "--bin", name], "debug", name)?))
}
