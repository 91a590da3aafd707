//! `cargo xtask`: the chores of the workspace. `cargo xtask help` lists them.

#![expect(clippy::print_stderr, clippy::print_stdout, reason = "a command that tells people what it did")]

mod git;

mod datasets;
mod eval;
mod bench;
mod browser;
mod fuzz;
mod faults;
mod sample;
mod strangers;
mod options;
mod tidy;
mod train;

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
    process::Command,
};

use clap::{Parser, Subcommand};
use evaluation::python::succeed;

#[derive(Parser)]
#[command(name = "cargo xtask", about = "The workspace's chores")]
struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    /// Write generated sites, with their gold
    Sample(sample::Arguments),
    /// Measure speed and memory beside baselines in one run
    Bench(bench::Arguments),
    /// Fetch the evaluation's real sites, list, verify or remove them
    Datasets(datasets::Arguments),
    /// Measure the methods on real and generated sites
    Eval(eval::Arguments),
    /// Write docs/options.md and the man page
    Options,
    /// Compile the README of each crate as a stranger's program
    Strangers,
    /// Look for what does not belong in the tree: orphan snapshots, dead links, numbers without an origin
    Tidy,
    /// Train the model that judges pages which are alone
    Train(train::Arguments),
    /// Run the fuzz targets
    Fuzz(fuzz::Arguments),
    /// Count how the work grows with pages of pathological shapes; `cargo xtask growth -- --help` says more
    Growth {
        #[arg(allow_hyphen_values = true, trailing_var_arg = true, value_name = "ARGUMENT")]
        arguments: Vec<OsString>,
    },
    /// Kill the command, take its disk away, and give it what changes or is damaged
    Faults(faults::Arguments),
    /// Check reports in headless Chromium, and take pictures of them
    Browser(browser::Arguments),
}

fn main() -> anyhow::Result<()> {
    let root = root();
    match Arguments::parse().verb {
        Verb::Sample(arguments) => sample::run(&arguments),
        Verb::Bench(arguments) => bench::run(&root, &arguments),
        Verb::Datasets(arguments) => datasets::run(&root, &arguments),
        Verb::Eval(arguments) => eval::run(&root, &arguments),
        Verb::Options => options::run(&root),
        Verb::Strangers => strangers::run(&root),
        Verb::Tidy => tidy::run(&root),
        Verb::Train(arguments) => train::run(&root, &arguments),
        Verb::Fuzz(arguments) => fuzz::run(&root, &arguments),
        Verb::Growth { arguments } => fuzz::grow(&root, &arguments),
        Verb::Faults(arguments) => faults::run(&root, &arguments),
        Verb::Browser(arguments) => browser::run(&root, &arguments),
    }
}

/// Builds a program of the workspace, and returns where it is.
fn built(root: &Path, chosen: &[&str], profile: &str, name: &str) -> anyhow::Result<PathBuf> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--quiet"]).args(chosen).current_dir(root);
    if profile == "release" {
        cargo.arg("--release");
    }
    succeed(&mut cargo)?;
    Ok(target(root).join(profile).join(name).with_extension(std::env::consts::EXE_EXTENSION))
}

/// The folder that cargo builds in.
fn target(root: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |folder| root.join(folder))
}

/// The repository, wherever the command was started.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_owned)
}
