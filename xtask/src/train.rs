//! `cargo xtask train`: makes the trees of `classify`.
//!
//! Pages with gold are read line by line, alone and with others of their site ([`pages`], with [`labels`]), into a table
//! ([`table`]). A Python package fits trees to it ([`fit`]): once to all of it, and several times with domains or
//! collections held back. What the trees say of domains that they have not seen is read together with the structures of
//! the pages ([`structures`]), and a second ensemble is fitted to that. A smaller one tells how good the result for a page
//! is. All is measured on what was held back.

mod bylines;
mod kinds;
mod labels;
mod lcs;
mod manifest;
mod pages;
mod structures;
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

use self::{
    pages::{Folders, View},
    table::{Of, Table},
};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Learn from the collections of xtask/train/collections.toml, each in the folder of its name in this one
    #[arg(long, value_name = "DIR", conflicts_with_all = ["wcxb", "sites"])]
    data: Option<PathBuf>,
    /// The folder of WCXB's development part
    #[arg(long, value_name = "DIR")]
    wcxb: Option<PathBuf>,
    /// Also learn from the sites of this folder; may be given several times
    #[arg(long, value_name = "DIR")]
    sites: Vec<PathBuf>,
    /// Only write the table of lines into target/train
    #[arg(long)]
    table: bool,
    /// Take the trees for lines that are in target/train already, of a training that did not come to its end
    #[arg(long, conflicts_with = "table")]
    keep_lines: bool,
    /// Do not hold back collections, which takes most of the time
    #[arg(long, conflicts_with = "table")]
    no_collections: bool,
    /// Write the trees into this folder, and leave those of the program as they are
    #[arg(long, value_name = "DIR", conflicts_with = "table")]
    out: Option<PathBuf>,
}

/// Where the trees of the program are, and in which files. Beside them are some rows with the trainer's own scores.
const FOREST: &str = "crates/classify/src/forest";
const MODEL: &str = "model.txt";
const SCORES: &str = "scores.txt";

pub(crate) fn run(root: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    let folder = root.join("target/train");
    let folders = match &arguments.data {
        Some(data) => manifest::folders(root, data)?,
        None => Folders { wcxb: arguments.wcxb.clone(), sites: arguments.sites.clone() },
    };
    let mut table = Table::create(&folder)?;
    folders.each(|view: &View<'_>| view.label(), |page| table.add(page))?;
    let pages = table.finish()?;
    ensure!(!pages.is_empty(), "there is nothing to learn from: give --data, --wcxb or --sites");
    let n_lines: usize = pages.iter().map(|page| page.lines).sum();
    eprintln!("{} views of pages, {n_lines} lines", pages.len());
    if arguments.table {
        return Ok(());
    }
    if !arguments.keep_lines {
        fit(root, &folder, "lines", !arguments.no_collections)?;
    }
    structures::write(&folder, &folders, &pages)?;
    fit(root, &folder, "structures", !arguments.no_collections)?;
    let read = |name: &str| {
        let path = folder.join(name);
        fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))
    };
    let model = head(&pages) + &read(MODEL)?;
    Forest::read(&model)?;
    let out = arguments.out.clone().unwrap_or_else(|| root.join(FOREST));
    fs::create_dir_all(&out)?;
    fs::write(out.join(MODEL), model)?;
    fs::write(out.join(SCORES), read(SCORES)?)?;
    print!("{}", read("figures.txt")?);
    Ok(())
}

/// What the model's file says about itself.
fn head(pages: &[Of]) -> String {
    let mut head = String::from(
        "\
# The trees of demold: boosted trees over the features of a line, from its page and its site.
# Made by `cargo xtask train` (LightGBM, seed 1; xtask/train/fit.py has the settings). Not to be edited.
# It was learned from, and holds no text of:
",
    );
    let mut collections: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for page in pages.iter().filter(|page| page.head.fitted) {
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
# The ensemble `lines` judges the lines of a page, `structures` corrects that by the structures around them, `confidence` says how good the result for the page is.
# The crate gbdt describes the format.
",
    );
    head
}

/// Takes a step of the training in `folder`: fits trees to lines, or to structures. With `collections` each collection is
/// held back as well.
fn fit(root: &Path, folder: &Path, step: &str, collections: bool) -> anyhow::Result<()> {
    let source = root.join("xtask/train");
    let list = source.join("requirements.txt");
    let mut left_out = String::new();
    let interpreter = python::environment(&folder.join("python"), &list, &mut |line: String| {
        eprintln!("{line}");
        if line.starts_with("left out") {
            left_out = line;
        }
    })?;
    // The peers do without a package; nothing is fitted without its own.
    ensure!(left_out.is_empty(), "{left_out}");
    let mut command = Command::new(interpreter);
    command.arg(source.join("fit.py")).arg(step).arg(folder);
    if collections {
        command.arg("--collections");
    }
    python::succeed(&mut command)
}
