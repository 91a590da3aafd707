//! `cargo xtask eval`: what the crate `evaluation` measures, on real sites and on generated ones.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Context as _;
use evaluation::{
    alone,
    datasets::{
        folder, generated,
        site::{self, Site},
        wcxb,
    },
    metadata,
    run::{self, Evaluated, Settings, printed},
    subject::Subject,
    verdict,
};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::datasets;

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
    /// Only collections of these names
    #[arg(long, value_name = "NAME", value_delimiter = ',', conflicts_with = "quick")]
    collections: Vec<String>,
    /// Only these methods and variants [default: all]
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    methods: Vec<String>,
    /// Decides samples, starts and generated sites
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// Leave out the papers' experiments
    #[arg(long, conflicts_with = "quick")]
    content_only: bool,
    /// With --quick: the papers' experiments too, small
    #[arg(long, requires = "quick")]
    papers: bool,
    /// Two sites at a time, as if they were one: sites with two kinds of pages
    #[arg(long, conflicts_with = "quick")]
    pairs: bool,
    /// Each page by itself, of the sites of --datasets-dir
    #[arg(long, conflicts_with = "quick")]
    alone: bool,
    /// The same, and the pages of the benchmark WCXB in this folder
    #[arg(long, value_name = "DIR", conflicts_with = "quick")]
    wcxb: Option<PathBuf>,
    /// Each page by itself, beside other projects' extractors, in an environment that is made for them
    #[arg(long, conflicts_with = "quick")]
    peers: bool,
    /// With --wcxb: titles, authors and dates instead of texts, beside trafilatura's
    #[arg(long, requires = "wcxb", conflicts_with = "peers")]
    metadata: bool,
}

pub(crate) fn run(root: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    let mut note = |line: String| eprintln!("{line}");
    if let (Some(folder), true) = (&arguments.wcxb, arguments.metadata) {
        print!("{}", printed(&[metadata::run(root, folder, &mut note)?]));
        return Ok(());
    }
    if arguments.alone || arguments.peers || arguments.wcxb.is_some() {
        let mut sites = own_sites(arguments)?;
        if let Some(folder) = &arguments.wcxb {
            sites.extend(wcxb::load(folder)?);
        }
        sites.retain(|site| is_wanted(site, arguments));
        anyhow::ensure!(!sites.is_empty(), "give pages by --wcxb or --datasets-dir");
        print!("{}", printed(&alone::run(root, sites, arguments.peers, &mut note)?));
        return Ok(());
    }
    let with_papers = arguments.papers || !arguments.quick && !arguments.content_only;
    if with_papers && !cfg!(feature = "papers") {
        return with_feature(root);
    }
    let settings = Settings {
        seed: arguments.seed,
        quick: arguments.quick,
        #[cfg(feature = "papers")]
        papers: with_papers,
    };
    let bar = bar();
    let Evaluated { rows, tables } =
        run::run(sites(root, arguments)?, &Subject::named(&arguments.methods)?, &settings, &bar)?;
    bar.finish_and_clear();
    if arguments.accept {
        verdict::accept(root, &rows)?;
    }
    let verdict = verdict::check(root, &rows, arguments.quick)?;
    print!("{}", printed(&tables));
    println!(
        "\n{} figures and {} floors checked, {} failures; {} floors of what was not run",
        verdict.figures,
        verdict.floors,
        verdict.failures.len(),
        verdict.waiting
    );
    verdict.into_result(if arguments.quick {
        "If that is meant, run `cargo xtask eval --quick --accept` and commit the figures"
    } else {
        "These are promises: mend what broke them"
    })
}

/// Builds this program again with the papers' experiments in it, and has that do what was asked.
fn with_feature(root: &Path) -> anyhow::Result<()> {
    eprintln!("building the papers' experiments");
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root).args(["run", "--quiet", "--package", "xtask", "--features", "papers"]);
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    let status = cargo.arg("--").args(std::env::args_os().skip(1)).status();
    let status = status.context("cannot start cargo")?;
    anyhow::ensure!(status.success(), "the evaluation ended with {status}");
    Ok(())
}

/// Returns a bar over sites; it draws on a terminal and nowhere else.
fn bar() -> ProgressBar {
    let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:32} {pos}/{len} sites  {elapsed}  {msg}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

fn is_wanted(site: &Site, arguments: &Arguments) -> bool {
    let names = &arguments.collections;
    names.is_empty() || names.contains(&site.collection)
}

fn sites(root: &Path, arguments: &Arguments) -> anyhow::Result<Vec<Site>> {
    let mut sites = vec![generated::sample()];
    sites.extend(generated::twins(arguments.seed)?);
    if !arguments.quick {
        let fetched = datasets::fetched(root)?;
        let mut own = own_sites(arguments)?;
        if fetched.is_empty() && own.is_empty() {
            eprintln!("no real sites: run `cargo xtask datasets fetch`, or give --datasets-dir");
        }
        // A site that the user has as well counts once.
        own.retain(|site| {
            fetched.iter().all(|other| (&other.collection, &other.name) != (&site.collection, &site.name))
        });
        sites.extend(fetched);
        sites.extend(own);
    }
    sites.retain(|site| is_wanted(site, arguments) && !site.pages.is_empty());
    if arguments.pairs {
        sites = site::in_pairs(sites);
    }
    anyhow::ensure!(!sites.is_empty(), "there is no site in these collections");
    Ok(sites)
}

/// Reads the sites that the user has.
fn own_sites(arguments: &Arguments) -> anyhow::Result<Vec<Site>> {
    let folders = arguments.datasets_dir.iter().map(|folder| folder::load(folder));
    Ok(folders.collect::<anyhow::Result<Vec<_>>>()?.concat())
}
