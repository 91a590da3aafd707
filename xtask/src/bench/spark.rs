//! Generated crawls on Spark, with two workers, beside the command.

use std::{
    fs::File,
    io::{BufWriter, Write as _},
    path::{Path, PathBuf},
    process::{Command, Stdio},
    time::Instant,
};

use anyhow::{Context as _, bail};
use serde::{Deserialize, Serialize};
use sitegen::{Config, Crawl, Page};

use super::{children, command, table::Table};
use evaluation::python::succeed;

/// The mean number of pages of a site.
const PAGES_PER_SITE: usize = 100;

const PAGE_BYTES: usize = 6_000;

const SEED: u64 = 9;

/// What is done with crawls, beside cleaning them.
#[derive(Clone, Copy, PartialEq)]
enum Trouble {
    None,
    /// A worker is killed while it cleans.
    Killed,
    /// One site has half of the pages.
    Skewed,
}

/// A line of a crawl.
#[derive(Serialize)]
struct Row<'a> {
    url: &'a str,
    html: &'a str,
}

/// What `bench/spark.py` prints.
#[derive(Deserialize)]
struct Figures {
    pages: f64,
    sites: f64,
    megabytes: f64,
    learning: f64,
    cleaning: f64,
    workers: f64,
    /// Seconds on a processor, of Python and of Spark itself.
    python_seconds: f64,
    worker_seconds: f64,
    least_share: f64,
    peak_python_megabytes: f64,
    peak_worker_megabytes: f64,
    killed: f64,
    errors: f64,
    texts: f64,
    texts_that_differ: f64,
}

pub(crate) fn measure(root: &Path, sizes: &[usize]) -> anyhow::Result<Vec<Table>> {
    let bench = Bench::prepare(root)?;
    let mut growth = Table::new(
        "spark: crawls of about 100 pages a site on two workers of one core, beside the command on \
         two threads",
        &[
            "pages",
            "sites",
            "MB",
            "command s",
            "learn s",
            "clean s",
            "pages/s",
            "command CPU s",
            "Python CPU s",
            "Spark CPU s",
            "times the command",
            "Python MB",
            "worker MB",
            "texts that differ",
        ],
    );
    let mut troubles = Table::new(
        "spark: what changes nothing in the texts",
        &[
            "trouble",
            "pages",
            "learn s",
            "clean s",
            "workers",
            "least share",
            "Python MB",
            "killed",
            "texts that differ",
        ],
    );
    for &n_pages in sizes {
        let (command, figures) = bench.run(n_pages, Trouble::None)?;
        growth.push(
            figures.pages.to_string(),
            [
                figures.sites,
                figures.megabytes,
                command.wall,
                figures.learning,
                figures.cleaning,
                figures.pages / (figures.learning + figures.cleaning),
                command.processor,
                figures.python_seconds,
                figures.worker_seconds,
                (figures.python_seconds + figures.worker_seconds) / command.processor,
                figures.peak_python_megabytes,
                figures.peak_worker_megabytes,
                figures.texts_that_differ,
            ],
        );
    }
    // In the middle: large enough to be in the middle of something.
    let n_pages = sizes.iter().copied().filter(|&n| n <= 20_000).max();
    for (name, trouble) in [("a worker is killed", Trouble::Killed), ("a site has half of the pages", Trouble::Skewed)]
    {
        let Some(n_pages) = n_pages else { break };
        let (_, figures) = bench.run(n_pages, trouble)?;
        troubles.push(
            name,
            [
                figures.pages,
                figures.learning,
                figures.cleaning,
                figures.workers,
                figures.least_share,
                figures.peak_python_megabytes,
                figures.killed,
                figures.texts_that_differ,
            ],
        );
    }
    Ok(vec![growth, troubles])
}

/// The seconds that the command takes.
struct Seconds {
    wall: f64,
    processor: f64,
}

struct Bench {
    python: PathBuf,
    script: PathBuf,
    command: PathBuf,
    folder: PathBuf,
}

impl Bench {
    fn prepare(root: &Path) -> anyhow::Result<Bench> {
        let python = root.join("target/python/bin/python");
        if !python.exists() {
            bail!("{} is not there; crates/python/ci.sh makes it, with the package and Spark in it", python.display());
        }
        let folder = root.join("target/bench/spark");
        std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
        eprintln!("building the command");
        let command = command::build(root)?;
        Ok(Bench { python, script: root.join("crates/python/bench/spark.py"), command, folder })
    }

    /// Cleans a crawl with the command and on Spark; returns the command's
    /// seconds, and Spark's figures.
    fn run(&self, n_pages: usize, trouble: Trouble) -> anyhow::Result<(Seconds, Figures)> {
        let crawl = self.folder.join("crawl.jsonl");
        let texts = self.folder.join("texts.jsonl");
        write(&crawl, n_pages, trouble)?;
        eprintln!("cleaning {n_pages} pages with the command");
        let start = (Instant::now(), children::on_processor());
        let mut command = Command::new(&self.command);
        command.arg("clean").arg(&crawl).arg("--out").arg(&texts);
        command.args(["--format", "jsonl", "--force", "--quiet", "--threads", "2"]);
        succeed(&mut command)?;
        let seconds = Seconds {
            wall: start.0.elapsed().as_secs_f64(),
            processor: (children::on_processor() - start.1).as_secs_f64(),
        };
        eprintln!("cleaning them on Spark");
        let mut spark = Command::new(&self.python);
        spark.arg(&self.script).args([&crawl, &texts]);
        if trouble == Trouble::Killed {
            spark.arg("--kill");
        }
        let output = spark.stderr(Stdio::null()).output();
        let output = output.with_context(|| format!("cannot start {}", self.python.display()))?;
        if !output.status.success() {
            bail!("{} failed: {}", self.script.display(), output.status);
        }
        let printed = String::from_utf8_lossy(&output.stdout);
        let line = printed.lines().last().unwrap_or("");
        let figures: Figures = serde_json::from_str(line).with_context(|| format!("cannot read {line:?}"))?;
        if figures.texts != n_pages as f64 || figures.errors != 0.0 {
            bail!("of {n_pages} pages, {} came back, {} with errors", figures.texts, figures.errors);
        }
        Ok((seconds, figures))
    }
}

/// Writes a crawl as JSON Lines.
fn write(path: &Path, n_pages: usize, trouble: Trouble) -> anyhow::Result<()> {
    let failed = || format!("cannot write {}", path.display());
    let mut out = BufWriter::new(File::create(path).with_context(failed)?);
    let mut put = |page: &Page| -> anyhow::Result<()> {
        let row = Row { url: page.url(), html: page.html() };
        serde_json::to_writer(&mut out, &row)?;
        Ok(out.write_all(b"\n")?)
    };
    let n_of_one = if trouble == Trouble::Skewed { n_pages / 2 } else { 0 };
    let n_others = n_pages - n_of_one;
    if n_of_one != 0 {
        let site = Config::news().page_bytes(PAGE_BYTES).pages(n_of_one).seed(1 << 40).build()?;
        for page in site.pages() {
            put(&page)?;
        }
    }
    let n_sites = (n_others / PAGES_PER_SITE).max(1);
    for (_, page) in Crawl::new(SEED, n_sites, n_others, PAGE_BYTES)? {
        put(&page)?;
    }
    out.flush().with_context(failed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crawls_have_the_pages_that_were_asked_for() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("crawl.jsonl");
        let hosts = |trouble| {
            write(&path, 300, trouble).unwrap();
            let lines = std::fs::read_to_string(&path).unwrap();
            let mut hosts: Vec<String> = lines
                .lines()
                .map(|line| {
                    let row: serde_json::Value = serde_json::from_str(line).unwrap();
                    let url = row["url"].as_str().unwrap();
                    url.split('/').nth(2).unwrap().to_owned()
                })
                .collect();
            assert_eq!(hosts.len(), 300);
            hosts.sort();
            hosts
        };
        let mut all = hosts(Trouble::None);
        all.dedup();
        assert_eq!(all.len(), 3);
        let all = hosts(Trouble::Skewed);
        let most = all.chunk_by(|one, other| one == other).map(<[_]>::len).max();
        assert_eq!(most, Some(150));
    }
}
