//! `cargo xtask bench`: speed and memory, beside baselines in the same run.

// What all measurements need.
mod clock;
pub(crate) mod command;
mod pages;
mod peers;
mod record;
mod stages;
mod table;
mod written;

// The measurements.
mod align;
mod clean;
mod corpus;
mod dom;
mod map;
mod mine;
mod page;
mod real;

use std::{
    fs,
    io::{self, Write as _},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use clap::ValueEnum;
use evaluation::files;

use self::{corpus::Sites, peers::Peers, record::Record, table::Table};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// What to measure [default: everything but corpus, page, real and tail, which take long or need more]
    #[arg(value_name = "NAME")]
    names: Vec<Name>,
    /// Measure on the files below this folder instead of generated pages, `real` and `page` on its collections too; may
    /// be repeated
    #[arg(long, value_name = "DIR")]
    pages: Vec<PathBuf>,
    /// Measure `align` and `dom` beside other projects too: crates, which are built first, and a Python package, which
    /// is put into a virtual environment below target
    #[arg(long)]
    peers: bool,
    /// This Python instead of a new environment: with the packages to compare with, and for `page` with ours
    #[arg(long, value_name = "FILE")]
    python: Option<PathBuf>,
    /// Sizes of the corpora to mine
    #[arg(long, value_name = "MB", value_delimiter = ',', default_values_t = [25, 50, 100, 200, 220])]
    megabytes: Vec<usize>,
    /// Sizes of the crawls to clean [default: corpus: 10000 and 100000, tail: 100000 and 1000000]
    #[arg(long, value_name = "PAGES", value_delimiter = ',')]
    crawls: Vec<usize>,
    /// Sites of each crawl that `corpus` cleans
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    sites: usize,
    /// Measure what the documentation shows, and write docs/figures/performance.md, docs/how-fast.md and their record.
    /// Only `real` and `page` take the collections of --pages
    #[arg(long, conflicts_with = "names")]
    write: bool,
    /// Write these pages anew from their record, and measure nothing
    #[arg(long, exclusive = true)]
    rewrite: bool,
}

/// What can be measured, in the order in which it is.
#[derive(Clone, Copy, Debug, PartialEq, ValueEnum)]
enum Name {
    /// Aligning token sequences, beside the plain kernel
    Align,
    /// Learning and cleaning by each method, beside tokenizing
    Clean,
    /// Where the time of a page goes, stage by stage
    Stages,
    /// Mapping trees
    Map,
    /// Bytes to trees, beside finding tokens
    Dom,
    /// The stages of mining corpora of growing size
    Mine,
    /// The command beside other extractors over real pages, JSON Lines in and out: Debian's documentation, which is
    /// fetched, and the collections of --pages
    Real,
    /// One page at a time from Python, beside other packages: of Debian's documentation, and of the first collection of
    /// --pages
    Page,
    /// The command over generated crawls of growing size, with one thread and two
    Corpus,
    /// The same over crawls of the web's distribution: half of the sites have one page
    Tail,
}

impl Arguments {
    fn crawls<'a>(&'a self, default: &'a [usize]) -> &'a [usize] {
        match &self.crawls[..] {
            [] => default,
            crawls => crawls,
        }
    }

    /// The folders to measure single steps on, in place of generated pages.
    fn instead_of_generated(&self) -> &[PathBuf] {
        if self.write { &[] } else { &self.pages }
    }
}

impl Name {
    /// What is measured when nothing is named: all that does not take long.
    const WITHOUT_CRAWLS: &[Name] = &[Name::Align, Name::Clean, Name::Stages, Name::Map, Name::Dom, Name::Mine];

    /// What the documentation shows, real pages first.
    fn written() -> Vec<Name> {
        [&[Name::Real, Name::Page], Name::WITHOUT_CRAWLS].concat()
    }

    fn measure(self, root: &Path, arguments: &Arguments, peers: Option<&Peers>) -> anyhow::Result<Vec<Table>> {
        let pages = arguments.instead_of_generated();
        match self {
            Name::Align => align::measure(pages, peers),
            Name::Clean => clean::measure(pages),
            Name::Stages => stages::measure(pages),
            Name::Map => map::measure(pages),
            Name::Dom => dom::measure(pages, peers),
            Name::Mine => mine::measure(pages, &arguments.megabytes),
            Name::Real => {
                let peers = peers.context("there is nothing to compare with")?;
                real::measure(root, &arguments.pages, peers)
            }
            Name::Page => page::measure(root, &arguments.pages, arguments.python.as_deref()),
            Name::Corpus => {
                let sites = Sites::Number(arguments.sites);
                corpus::measure(root, sites, arguments.crawls(&[10_000, 100_000]))
            }
            Name::Tail => corpus::measure(root, Sites::Ranked, arguments.crawls(&[100_000, 1_000_000])),
        }
    }
}

pub(crate) fn run(root: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    if arguments.rewrite {
        return written::rewrite(root);
    }
    let written = Name::written();
    let names = match &arguments.names[..] {
        [] if arguments.write => &written,
        [] => Name::WITHOUT_CRAWLS,
        names => names,
    };
    let peers = (arguments.peers || names.contains(&Name::Real))
        .then(|| Peers::prepare(root, names, arguments.python.as_deref()));
    let mut record = Record::new(root);
    let one_thread = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let mut out = io::stdout().lock();
    writeln!(out, "{record}")?;
    for name in names {
        for table in one_thread.install(|| name.measure(root, arguments, peers.as_ref()))? {
            writeln!(out, "\n{table}")?;
            record.tables.push(table);
        }
    }
    let path = root.join("target/bench").join(record.file_name());
    // In any case: a page that cannot be made of it must not cost what was measured.
    save(&record, &path)?;
    eprintln!("\nrecord: {}", path.display());
    if arguments.write {
        written::write(root, &record)?;
    }
    Ok(())
}

/// Returns whether a line of a document is made from the record of a run.
pub(crate) fn is_written(file: &str, line: &str) -> bool {
    written::is_written(file, line)
}

fn save(record: &Record, path: &Path) -> anyhow::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))?;
    }
    let json = serde_json::to_string_pretty(record)? + "\n";
    files::write(path, json)
}
