//! `cargo xtask datasets`: real sites that anyone can fetch. The evaluation reads them.

mod fetch;
mod manifest;
mod record;

use std::path::Path;

use anyhow::{Context as _, bail};
use evaluation::datasets::{folder, site::Site};

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
    /// List collections and their sites
    List,
    /// Compare what was fetched with the committed record
    Verify {
        #[arg(default_value = "debdocs")]
        name: String,
    },
    /// Remove what was fetched
    Clean {
        /// The collection; all of them by default
        name: Option<String>,
    },
}

pub(crate) fn run(root: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    match &arguments.verb {
        Verb::Fetch { name, site, record } => fetch(root, name, site, *record),
        Verb::List => list(root),
        Verb::Verify { name } => verify(root, name),
        Verb::Clean { name } => clean(root, name.as_deref()),
    }
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

fn list(root: &Path) -> anyhow::Result<()> {
    for name in Manifest::names(root)? {
        let manifest = Manifest::load(root, &name)?;
        println!("{name}: {}", manifest.about);
        let recorded = Record::load(&Record::path(root, &name))?;
        for entry in &manifest.site {
            let sites = fetch::folder(root, &name).join("sites");
            println!(
                "  {:<20} {:<6} {:<26} {}{}",
                entry.name,
                entry.language,
                entry.package,
                entry.generator,
                match (sites.join(&entry.name).is_dir(), recorded.sites.get(&entry.name)) {
                    (true, Some(site)) => format!("  [fetched, {} pages recorded]", site.pages),
                    (true, None) => "  [fetched]".to_owned(),
                    (false, _) => String::new(),
                }
            );
        }
    }
    Ok(())
}

fn verify(root: &Path, name: &str) -> anyhow::Result<()> {
    let found = fetch::on_disk(root, name)?;
    let differences = Record::load(&Record::path(root, name))?.differences(&found);
    for difference in &differences {
        println!("{difference}");
    }
    println!("{} sites fetched, {} differences from the record", found.sites.len(), differences.len());
    Ok(())
}

fn clean(root: &Path, name: Option<&str>) -> anyhow::Result<()> {
    let names = match name {
        Some(name) => vec![name.to_owned()],
        None => Manifest::names(root)?,
    };
    for name in names {
        let folder = fetch::folder(root, &name);
        if folder.is_dir() {
            std::fs::remove_dir_all(&folder).with_context(|| format!("cannot remove {}", folder.display()))?;
            eprintln!("removed {}", folder.display());
        }
    }
    Ok(())
}

/// Reads the fetched sites of all collections; there may be none.
pub(crate) fn fetched(root: &Path) -> anyhow::Result<Vec<Site>> {
    let mut sites = Vec::new();
    for name in Manifest::names(root)? {
        let folder = fetch::folder(root, &name).join("sites");
        if folder.is_dir() {
            sites.extend(folder::load(&folder)?);
        }
    }
    Ok(sites)
}
