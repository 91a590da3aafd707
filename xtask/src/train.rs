//! `cargo xtask train`: makes the model that judges pages which are alone.
//!
//! Pages with gold are read line by line ([`pages`], with [`labels`]), a Python package fits trees to their numbers
//! ([`table`], [`fit`]), once to all of them for the file that `consensus` has in it, and several times with pages held
//! back, on which it is then measured ([`jobs`], [`figures`]).

mod figures;
mod fit;
mod jobs;
mod labels;
mod lcs;
mod pages;
mod table;

use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, ensure};
use demold::crates::consensus::PageModel;

use self::pages::Page;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder of WCXB's development part
    #[arg(long, value_name = "DIR")]
    wcxb: PathBuf,
    /// Also learn from the sites of this folder; may be given several times
    #[arg(long, value_name = "DIR")]
    sites: Vec<PathBuf>,
    /// Only write the table of lines into target/train
    #[arg(long)]
    table: bool,
    /// Only fit the model, and measure nothing
    #[arg(long, conflicts_with = "table")]
    no_figures: bool,
}

/// Where the model is, and some rows with the trainer's own scores for them.
const MODEL: &str = "crates/consensus/src/page_model/model.txt";
const SCORES: &str = "crates/consensus/src/page_model/scores.txt";

pub(crate) fn run(root: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    let mut pages = pages::of_wcxb(&arguments.wcxb)?;
    for folder in &arguments.sites {
        pages.extend(pages::of_sites(folder)?);
    }
    let n_lines: usize = pages.iter().map(|page| page.examples.len()).sum();
    eprintln!("{} pages, {n_lines} lines", pages.len());
    let folder = root.join("target/train");
    table::write(&folder, &pages)?;
    if arguments.table {
        return Ok(());
    }
    let mut jobs = jobs::jobs(&pages);
    if arguments.no_figures {
        jobs.truncate(1);
    }
    fit::fit(root, &folder, &jobs)?;
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    fs::write(
        root.join(MODEL),
        head(&pages, &commit(root)?) + &read("models/all.txt")?,
    )?;
    fs::write(root.join(SCORES), read("scores.txt")?)?;
    let mut figures = Vec::new();
    for job in jobs.iter().filter(|job| !job.held_back.is_empty()) {
        let model = PageModel::read(&read(&format!("models/{}.txt", job.name))?)?;
        let held_back: Vec<&Page> = job.held_back.iter().map(|&page| &pages[page]).collect();
        figures.push((job.name.as_str(), figures::of(&held_back, &model)));
    }
    print!("{}", figures::table(&figures));
    Ok(())
}

/// Returns the commit that last changed what a training depends on, and says if it was changed since.
fn commit(root: &Path) -> anyhow::Result<String> {
    let written = [MODEL, SCORES].map(|file| format!(":(exclude){file}"));
    let git = |arguments: &[&str]| -> anyhow::Result<String> {
        let mut git = Command::new("git");
        git.current_dir(root).args(arguments).arg("--");
        git.args([
            "crates/consensus/src",
            "crates/dom/src",
            "xtask/src/train",
            "xtask/train",
        ]);
        let output = git.args(&written).output().context("cannot start git")?;
        ensure!(output.status.success(), "git failed: {}", output.status);
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let mut commit = git(&["log", "-1", "--format=%h", "--abbrev=12"])?;
    if !git(&["status", "--porcelain"])?.is_empty() {
        commit.push_str(", changed since");
    }
    Ok(commit)
}

/// What the model's file says about itself.
fn head(pages: &[Page], commit: &str) -> String {
    let mut head = format!(
        "\
# The page model of demold: boosted trees over the features of a line.
# Made by `cargo xtask train` (LightGBM, seed 1; xtask/train/fit.py has the settings). Not to be edited.
# Features and settings are those of commit {commit}.
# It was learned from, and holds no text of:
# - WCXB, the Web Content Extraction Benchmark (Foley 2026), development part, CC-BY-4.0: see NOTICE
"
    );
    let mut collections: Vec<&str> = pages
        .iter()
        .map(|page| page.head.collection.as_str())
        .collect();
    collections.sort_unstable();
    for of_one in collections.chunk_by(|one, next| one == next) {
        if of_one[0] != pages::WCXB {
            // Writing to a String cannot fail.
            let _ = writeln!(head, "# - {}, {} pages", of_one[0], of_one.len());
        }
    }
    head.push_str(
        "\
# `feature NAME` and its thresholds; `tree` in pre-order, FEATURE:THRESHOLD (both by number) for a split, at or
# below it first, and a number for a leaf. 1024 in leaves add one to the log odds that a line is content.
",
    );
    head
}
