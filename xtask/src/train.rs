//! `cargo xtask train`: makes the trees of `classify`.
//!
//! Pages with gold are read line by line, alone and with others of their site ([`pages`], with [`labels`]), into a table
//! ([`table`]). A Python package fits trees to it ([`fit`]): once to all of it, for the file that `classify` has in it,
//! and several times with domains or collections held back, on which it is then measured. What the trees say of domains that
//! they have not seen also says how much recall should weigh on a page.

mod bylines;
mod labels;
mod lcs;
mod pages;
mod table;

use std::{
    collections::BTreeMap,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context as _, ensure};
use classify::Forest;
use evaluation::{datasets::wcxb, python};

use self::table::{Of, Table};
use crate::git;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The folder of WCXB's development part
    #[arg(long, value_name = "DIR")]
    wcxb: Option<PathBuf>,
    /// Also learn from the sites of this folder; may be given several times
    #[arg(long, value_name = "DIR")]
    sites: Vec<PathBuf>,
    /// Only write the table of lines into target/train
    #[arg(long)]
    table: bool,
    /// Fit trees to the table that is in target/train already
    #[arg(long, conflicts_with_all = ["table", "wcxb", "sites"])]
    fit: bool,
    /// Only fit the trees, and measure nothing
    #[arg(long, conflicts_with = "table")]
    no_figures: bool,
}

/// Where the trees are, and some rows with the trainer's own scores for them.
const MODEL: &str = "crates/classify/src/forest/model.txt";
const SCORES: &str = "crates/classify/src/forest/scores.txt";

pub(crate) fn run(root: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    let folder = root.join("target/train");
    if !arguments.fit {
        let mut table = Table::create(&folder)?;
        if let Some(wcxb) = &arguments.wcxb {
            pages::of_wcxb(wcxb, |page| table.add(page))?;
        }
        for sites in &arguments.sites {
            pages::of_sites(sites, |page| table.add(page))?;
        }
        let pages = table.finish()?;
        ensure!(!pages.is_empty(), "there is nothing to learn from: give --wcxb or --sites");
        let n_lines: usize = pages.iter().map(|page| page.lines).sum();
        eprintln!("{} pages, {n_lines} lines", pages.len());
        fs::write(folder.join("head.txt"), head(&pages, &commit(root)?))?;
    }
    if arguments.table {
        return Ok(());
    }
    fit(root, &folder, !arguments.no_figures)?;
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let model = read("head.txt")? + &read("model.txt")?;
    Forest::read(&model)?;
    fs::write(root.join(MODEL), model)?;
    fs::write(root.join(SCORES), read("scores.txt")?)?;
    if !arguments.no_figures {
        print!("{}", read("figures.txt")?);
    }
    Ok(())
}

/// Returns the commit that last changed what a training depends on, and says if it was changed since.
fn commit(root: &Path) -> anyhow::Result<String> {
    let written = [MODEL, SCORES].map(|file| format!(":(exclude){file}"));
    let sources = ["--", "crates/classify/src", "crates/dom/src", "xtask/src/train", "xtask/train"];
    let git = |arguments: &[&str]| {
        let written = written.iter().map(String::as_str);
        let all: Vec<&str> = arguments.iter().copied().chain(sources).chain(written).collect();
        git::git(root, &all).context("git failed")
    };
    let mut commit = git(&["log", "-1", "--format=%h", "--abbrev=12"])?;
    if !git(&["status", "--porcelain"])?.is_empty() {
        commit.push_str(", changed since");
    }
    Ok(commit)
}

/// What the model's file says about itself.
fn head(pages: &[Of], commit: &str) -> String {
    let mut head = format!(
        "\
# The trees of demold: boosted trees over the features of a line, from its page and its site.
# Made by `cargo xtask train` (LightGBM, seed 1; xtask/train/fit.py has the settings). Not to be edited.
# Features and settings are those of commit {commit}.
# It was learned from, and holds no text of:
"
    );
    let mut collections: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for page in pages {
        let (n_pages, n_lines) = collections.entry(&page.head.collection).or_default();
        *n_pages += 1;
        *n_lines += page.lines;
    }
    for (collection, (n_pages, n_lines)) in collections {
        let name = match collection {
            wcxb::COLLECTION => {
                "WCXB, the Web Content Extraction Benchmark (Foley 2026), development part, CC-BY-4.0: see NOTICE"
            }
            other => other,
        };
        // Writing to a String cannot fail.
        let _ = writeln!(head, "# - {name}: {n_pages} views of pages, {n_lines} lines");
    }
    head.push_str(
        "\
# The ensemble `lines` judges the lines of a page, `record` whether the page is a record, `recall` how much recall weighs.
# The crate gbdt describes the format.
",
    );
    head
}

/// Fits trees to the table in `folder`, and measures them if `figures` are wanted.
fn fit(root: &Path, folder: &Path, figures: bool) -> anyhow::Result<()> {
    let source = root.join("xtask/train");
    let list = source.join("requirements.txt");
    let note = &mut |line| eprintln!("{line}");
    let interpreter = python::environment(&folder.join("python"), &list, note)?;
    let mut command = Command::new(interpreter);
    command.arg(source.join("fit.py")).arg(folder);
    if figures {
        command.arg("--figures");
    }
    python::succeed(&mut command)
}
