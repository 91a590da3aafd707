//! `cargo xtask datasets`: real sites that anyone can fetch. The evaluation reads them.

mod fetch;
mod manifest;
mod record;

use std::path::Path;

use anyhow::bail;
use evaluation::datasets::{folder, site::Site};
use walkdir::WalkDir;

use self::{manifest::Manifest, record::Record};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(clap::Subcommand)]
enum Verb {
    /// Download and unpack packages, and draw pages from them, into target/datasets
    Fetch {
        /// The collection: a manifest in datasets/
        #[arg(default_value = "debdocs")]
        name: String,
        /// Only this site; may be given several times
        #[arg(long, value_name = "SITE")]
        site: Vec<String>,
        /// Write what came into the committed record
        #[arg(long)]
        record: bool,
    },
}

pub(crate) fn run(root: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    let Verb::Fetch { name, site, record } = &arguments.verb;
    fetch(root, name, site, *record)
}

fn fetch(root: &Path, name: &str, only: &[String], record: bool) -> anyhow::Result<()> {
    let (found, complaints) = fetch::fetch(root, name, only, &mut |line| eprintln!("{line}"))?;
    for complaint in &complaints {
        eprintln!("not fetched: {complaint}");
    }
    if found.sites.is_empty() {
        bail!("nothing was fetched; the evaluation goes on with what there is");
    }
    let path = Record::path(root, name);
    let mut recorded = Record::load(&path)?;
    if record {
        recorded.packages.extend(found.packages.clone());
        recorded.sites.extend(found.sites.clone());
        recorded.save(&path)?;
    } else {
        for difference in recorded.differences(&found) {
            eprintln!("{difference}");
        }
    }
    eprintln!(
        "{} sites, {} pages in {}",
        found.sites.len(),
        found.sites.values().map(|site| site.pages).sum::<usize>(),
        fetch::folder(root, name).display()
    );
    Ok(())
}

/// Fetches the sites of a collection that are not here yet, and returns a complaint for each that did not come.
pub(crate) fn fetch_collection(root: &Path, name: &str) -> anyhow::Result<Vec<String>> {
    let sites = fetch::folder(root, name).join("sites");
    let mut absent = Manifest::load(root, name)?.site;
    absent.retain(|entry| !sites.join(&entry.name).is_dir());
    let absent: Vec<String> = absent.into_iter().map(|entry| entry.name).collect();
    if absent.is_empty() {
        return Ok(Vec::new());
    }
    Ok(fetch::fetch(root, name, &absent, &mut |line| eprintln!("{line}"))?.1)
}

/// Reads the fetched sites of all collections; there may be none.
pub(crate) fn fetched(root: &Path) -> anyhow::Result<Vec<Site>> {
    let mut sites = Vec::new();
    let folders = WalkDir::new(fetch::folder(root, "")).min_depth(2).max_depth(2).sort_by_file_name();
    for folder in folders.into_iter().flatten().filter(|folder| folder.file_name() == "sites") {
        sites.extend(folder::load(folder.path())?);
    }
    Ok(sites)
}
