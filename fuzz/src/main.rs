//! Runs the fuzz targets without libFuzzer: over seeds and changes of them, the same ones in every run.
//!
//! `cargo xtask fuzz` starts it. A failing input is written to `artifacts`, to be run again with `--input`.

use std::{
    fs,
    panic::{self, AssertUnwindSafe},
    path::PathBuf,
    process::ExitCode,
    time::{Duration, Instant},
};

use clap::Parser as _;
use demold_fuzz::{Mutator, TARGETS, Target};

/// Run the fuzz targets over seeds and changes of them, the same ones in every run
#[derive(clap::Parser)]
struct Arguments {
    /// The targets [default: all]
    #[arg(value_name = "TARGET", value_parser = target)]
    targets: Vec<&'static Target>,
    /// How long all targets run together
    #[arg(long, value_name = "N", default_value_t = 10.0)]
    seconds: f64,
    /// How many inputs each target is given instead: the same ones however fast the machine is
    #[arg(long, value_name = "N")]
    runs: Option<u64>,
    /// The number of the first input
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,
    /// Run this file instead
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    /// Write seeds and dictionaries for cargo-fuzz there instead
    #[arg(long, value_name = "DIR")]
    prepare: Option<PathBuf>,
}

fn target(name: &str) -> Result<&'static Target, String> {
    let names = || TARGETS.iter().map(|target| target.name).collect::<Vec<_>>().join(", ");
    TARGETS.iter().find(|target| target.name == name).ok_or_else(|| format!("the targets are {}", names()))
}

fn main() -> ExitCode {
    let mut arguments = Arguments::parse();
    if arguments.targets.is_empty() {
        arguments.targets = TARGETS.iter().collect();
    }
    let targets = &arguments.targets;
    let time = Duration::from_secs_f64(arguments.seconds / targets.len() as f64);
    let mut failed = false;
    for target in targets {
        if let Some(folder) = &arguments.prepare {
            prepare(target, &folder.join(target.name)).expect("the folder can be written to");
        } else if let Some(file) = &arguments.input {
            (target.run)(&fs::read(file).expect("the file can be read"));
        } else {
            failed |= !match arguments.runs {
                Some(runs) => run(target, Duration::MAX, arguments.first, runs),
                None => run(target, time, arguments.first, u64::MAX),
            };
        }
    }
    ExitCode::from(u8::from(failed))
}

/// Runs a target until its time is over, it has had so many inputs, or one fails.
fn run(target: &Target, time: Duration, first: u64, most: u64) -> bool {
    let mutator = Mutator::new(target);
    let start = Instant::now();
    let (mut n_runs, mut longest) = (0_u64, Duration::ZERO);
    let seeds = mutator.seeds().iter().cloned();
    for input in seeds.chain((first..).map(|nth| mutator.input(nth))) {
        let begun = Instant::now();
        let outcome = panic::catch_unwind(AssertUnwindSafe(|| (target.run)(&input)));
        if outcome.is_err() {
            println!("{}: failed after {n_runs} runs: {:?}", target.name, keep(target, n_runs, &input));
            return false;
        }
        n_runs += 1;
        longest = longest.max(begun.elapsed());
        if time < start.elapsed() || most <= n_runs {
            break;
        }
    }
    println!(
        "{}: {n_runs} runs in {:.1} s, the longest {} ms",
        target.name,
        start.elapsed().as_secs_f64(),
        longest.as_millis()
    );
    true
}

/// Writes an input where it can be run again, and returns where that is.
fn keep(target: &Target, nth: u64, input: &[u8]) -> std::io::Result<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("artifacts").join(target.name);
    fs::create_dir_all(&folder)?;
    let file = folder.join(format!("driver-{nth}"));
    fs::write(&file, input)?;
    Ok(file)
}

/// Writes what libFuzzer begins with.
fn prepare(target: &Target, folder: &std::path::Path) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    for (nth, seed) in Mutator::new(target).seeds().iter().enumerate() {
        fs::write(folder.join(format!("seed-{nth}")), seed)?;
    }
    let quoted = |word: &&str| {
        let bytes: String = word.bytes().map(|byte| format!("\\x{byte:02x}")).collect();
        format!("\"{bytes}\"\n")
    };
    let words: String = target.words.concat().iter().map(quoted).collect();
    fs::write(folder.with_extension("dict"), words)
}
