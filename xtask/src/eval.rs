//! `cargo xtask eval`: what the papers measured, on real sites and on generated ones.
//!
//! Sites are read ([`reading`]), every [`subject`] learns and cleans them ([`outcome`], kept by [`cache`]), the
//! [`experiments`] turn that into figures with the [`measures`], and the figures become [`tables`], a [`report`], a page
//! to look at ([`web`]), and a verdict ([`floors`], for the quick run [`quick`] as well).

mod cache;
mod experiments;
mod floors;
pub(crate) mod measures;
mod metadata;
mod outcome;
mod outputs;
mod quick;
mod reading;
mod report;
mod features;
mod lines;
mod sst;
mod stages;
mod subject;
mod tables;
mod temex;
mod wcxb;
mod web;
#[cfg(test)]
mod tests;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context as _;

use self::{stages::Settings, subject::Subject};
use crate::datasets::{self, site::Site};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Generated sites and the sample alone, compared with datasets/quick.json
    #[arg(long)]
    quick: bool,
    /// With --quick: commit to the figures of this run
    #[arg(long, requires = "quick")]
    accept: bool,
    /// Also evaluate the sites of this folder; may be given several times
    #[arg(long, value_name = "DIR", conflicts_with = "quick")]
    datasets_dir: Vec<PathBuf>,
    /// Where the content is in saved pages of such a folder
    #[arg(long, value_name = "CSS", requires = "datasets_dir")]
    selector: Option<String>,
    /// Only collections of these names
    #[arg(
        long,
        value_name = "NAME",
        value_delimiter = ',',
        conflicts_with = "quick"
    )]
    collections: Vec<String>,
    /// Only these methods and variants [default: all but alignments by features, which take minutes a site]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    methods: Vec<String>,
    /// Decides samples, starts and generated sites
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Only content words and values
    #[arg(long, conflicts_with = "quick")]
    content_only: bool,
    /// Print a row for each site, not only for each collection
    #[arg(long)]
    sites: bool,
    /// Two sites at a time, as if they were one: sites with two kinds of pages
    #[arg(long, conflicts_with = "quick")]
    pairs: bool,
    /// Only pages that are alone: those of the benchmark WCXB in this folder, and of the sites of --datasets-dir
    #[arg(long, value_name = "DIR", conflicts_with = "quick")]
    wcxb: Option<PathBuf>,
    /// With --wcxb: also score other projects' extractors, in an environment that is made for them
    #[arg(long, requires = "wcxb")]
    peers: bool,
    /// With --wcxb: titles, authors and dates instead of texts, beside trafilatura's
    #[arg(long, requires = "wcxb", conflicts_with = "peers")]
    metadata: bool,
    /// Also write the kept text of each page to DIR/METHOD/SITE/PAGE.txt
    #[arg(long, value_name = "DIR")]
    outputs: Option<PathBuf>,
}

pub(crate) fn run(root: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    if let Some(folder) = &arguments.wcxb {
        if arguments.metadata {
            return metadata::run(root, folder);
        }
        return wcxb::run(root, folder, own_sites(arguments)?, arguments.peers);
    }
    let subjects = if arguments.methods.is_empty() {
        Subject::unless_named()
    } else {
        Subject::named(&arguments.methods)?
    };
    let sites = sites(root, arguments)?;
    let settings = Settings {
        seed: arguments.seed,
        quick: arguments.quick,
        content_only: arguments.content_only,
    };
    let evaluated = stages::run(root, sites, &subjects, &settings)?;
    let mut report = evaluated.report;
    (report.made.commit, report.made.date) = (commit(root), date());
    if let Some(folder) = &arguments.outputs {
        outputs::write(folder, &evaluated.readings, &subjects, &evaluated.outcomes)?;
    }
    if arguments.accept {
        quick::accept(root, &report.content)?;
    }
    report.verdict = Some(match arguments.quick {
        true => quick::check(root, &report.content)?,
        false => floors::check(root, &report.content)?,
    });
    print!(
        "{}",
        tables::tables(&report, arguments.sites || arguments.quick)
    );
    let json = root.join("target/eval/report.json");
    write(&json, &serde_json::to_vec(&report)?)?;
    let html = root.join("target/eval/report.html");
    write(&html, web::page(&report).as_bytes())?;
    eprintln!(
        "{}\n{} ({} results from the cache)",
        json.display(),
        html.display(),
        evaluated.n_cached
    );
    let Some(verdict) = report.verdict else {
        return Ok(());
    };
    println!(
        "\n{} figures and {} floors checked, {} failures; {} floors of what was not run",
        verdict.figures,
        verdict.floors,
        verdict.failures.len(),
        verdict.waiting
    );
    verdict.into_result(match arguments.quick {
        true => "If that is meant, run `cargo xtask eval --quick --accept` and commit the figures",
        false => "These are promises: mend what broke them",
    })
}

fn sites(root: &Path, arguments: &Arguments) -> anyhow::Result<Vec<Site>> {
    let mut sites = vec![datasets::generated::sample()];
    sites.extend(datasets::generated::twins(arguments.seed)?);
    if !arguments.quick {
        let fetched = datasets::fetched(root)?;
        let mut own = own_sites(arguments)?;
        if fetched.is_empty() && own.is_empty() {
            eprintln!("no real sites: run `cargo xtask datasets fetch`, or give --datasets-dir");
        }
        // A site that the user has as well counts once.
        own.retain(|site| {
            fetched
                .iter()
                .all(|other| (&other.collection, &other.name) != (&site.collection, &site.name))
        });
        sites.extend(fetched);
        sites.extend(own);
    }
    if !arguments.collections.is_empty() {
        sites.retain(|site| arguments.collections.contains(&site.collection));
    }
    sites.retain(|site| !site.pages.is_empty());
    if arguments.pairs {
        sites = datasets::site::in_pairs(sites);
    }
    anyhow::ensure!(!sites.is_empty(), "there is no site in these collections");
    Ok(sites)
}

/// Reads the sites that the user has.
fn own_sites(arguments: &Arguments) -> anyhow::Result<Vec<Site>> {
    let mut own = Vec::new();
    for folder in &arguments.datasets_dir {
        own.extend(datasets::folder::load(
            folder,
            arguments.selector.as_deref(),
        )?);
    }
    Ok(own)
}

fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    // Written beside its place and renamed, so that a report is always whole.
    let partial = path.with_extension("partial");
    fs::write(&partial, bytes).with_context(|| format!("cannot write {}", partial.display()))?;
    fs::rename(&partial, path).with_context(|| format!("cannot write {}", path.display()))
}

fn commit(root: &Path) -> Option<String> {
    let output = Command::new("git")
        .args(["describe", "--always", "--dirty"])
        .current_dir(root)
        .output()
        .ok()?;
    output
        .status
        .success()
        .then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// Returns today's date in UTC.
fn date() -> String {
    let seconds = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |since| since.as_secs());
    civil(seconds / 86_400)
}

/// Returns the date that lies some days after 1970-01-01.
///
/// Years are counted from 1 March 0000, so that leap days end them.
fn civil(days: u64) -> String {
    let days = days + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, carry) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    format!("{:04}-{month:02}-{day:02}", 400 * era + year + carry)
}
