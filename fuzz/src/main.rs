//! Runs the fuzz targets without libFuzzer: over seeds and changes of them, the same ones in every run.
//!
//! `cargo xtask fuzz` starts it. A failing input is written to `artifacts`, to be run again with `--input`.

use std::{
    env, fs,
    panic::{self, AssertUnwindSafe},
    path::PathBuf,
    process::ExitCode,
    time::{Duration, Instant},
};

use demold_fuzz::{Mutator, TARGETS, Target};

/// What is asked for.
struct Arguments {
    /// All if none is named.
    targets: Vec<String>,
    /// How long all targets run together.
    seconds: f64,
    /// How many inputs each target is given instead: the same ones however fast the machine is.
    runs: Option<u64>,
    /// The number of the first input.
    first: u64,
    /// Run this file instead.
    input: Option<PathBuf>,
    /// Write seeds and dictionaries for cargo-fuzz there instead.
    prepare: Option<PathBuf>,
}

const USAGE: &str = "demold-fuzz [TARGET]... [--seconds N | --runs N] [--first N] [--input FILE] [--prepare DIR]";

fn arguments() -> Option<Arguments> {
    let mut found = Arguments { targets: Vec::new(), seconds: 10.0, runs: None, first: 0, input: None, prepare: None };
    let mut given = env::args().skip(1);
    while let Some(argument) = given.next() {
        match &*argument {
            "--seconds" => found.seconds = given.next()?.parse().ok()?,
            "--runs" => found.runs = Some(given.next()?.parse().ok()?),
            "--first" => found.first = given.next()?.parse().ok()?,
            "--input" => found.input = Some(given.next()?.into()),
            "--prepare" => found.prepare = Some(given.next()?.into()),
            name if TARGETS.iter().any(|target| target.name == name) => found.targets.push(argument),
            _ => return None,
        }
    }
    Some(found)
}

fn main() -> ExitCode {
    let Some(arguments) = arguments() else {
        let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
        eprintln!("{USAGE}\nTargets: {}", names.join(", "));
        return ExitCode::from(2);
    };
    let is_meant =
        |target: &&Target| arguments.targets.is_empty() || arguments.targets.iter().any(|name| name == target.name);
    let targets: Vec<&Target> = TARGETS.iter().filter(is_meant).collect();
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
    let (mut n_runs, mut longest, mut slowest) = (0_u64, Duration::ZERO, Vec::new());
    let seeds = mutator.seeds().iter().cloned();
    for input in seeds.chain((first..).map(|nth| mutator.input(nth))) {
        let begun = Instant::now();
        let outcome = panic::catch_unwind(AssertUnwindSafe(|| (target.run)(&input)));
        if outcome.is_err() {
            let input = smallest(target, input);
            let kept = keep(target, &format!("driver-{n_runs}"), &input);
            println!("{}: failed after {n_runs} runs: {kept:?}", target.name);
            return false;
        }
        n_runs += 1;
        if longest < begun.elapsed() {
            longest = begun.elapsed();
            slowest = input;
        }
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
    if SLOW < longest {
        println!("{}: {:?}", target.name, keep(target, "slow", &slowest));
    }
    true
}

/// An input that takes longer is worth a look.
const SLOW: Duration = Duration::from_secs(2);

/// Writes an input where it can be run again, and returns where that is.
fn keep(target: &Target, name: &str, input: &[u8]) -> std::io::Result<PathBuf> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("artifacts").join(target.name);
    fs::create_dir_all(&folder)?;
    let file = folder.join(name);
    fs::write(&file, input)?;
    Ok(file)
}

/// Leaves out of a failing input what is not needed to fail.
fn smallest(target: &Target, mut input: Vec<u8>) -> Vec<u8> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let start = Instant::now();
    let mut width = input.len() / 2;
    while width > 0 && start.elapsed() < Duration::from_secs(20) {
        let mut at = 0;
        while at + width <= input.len() {
            let mut without = input.clone();
            without.drain(at..at + width);
            if panic::catch_unwind(AssertUnwindSafe(|| (target.run)(&without))).is_err() {
                input = without;
            } else {
                at += width;
            }
        }
        width /= 2;
    }
    panic::set_hook(hook);
    input
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
