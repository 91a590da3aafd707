//! `cargo xtask sample`: the committed sample site, and other generated sites, from their generator.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use evaluation::{
    datasets::{generated, layout},
    files,
};
use serde::Serialize;
use sitegen::{GeneratedPage, Origin};

#[derive(Default, clap::Args)]
pub(crate) struct Arguments {
    /// Write nothing; fail when the committed files differ from what would be written
    #[arg(long)]
    check: bool,
    /// Write the generated sites of the evaluation into this folder instead, with their gold
    #[arg(long, value_name = "DIR", conflicts_with = "check")]
    sites: Option<PathBuf>,
    /// With --sites: the seed that the sites are made of
    #[arg(long, value_name = "N", default_value_t = 0, requires = "sites")]
    seed: u64,
}

/// The file beside the site that says what is content. It lies outside, since the site's folder is what users clean.
const GOLD: &str = "datasets/sample.gold.json";
const FOLDER: &str = "datasets/sample";

pub(crate) fn run(root: &Path, arguments: &Arguments) -> anyhow::Result<()> {
    if let Some(folder) = &arguments.sites {
        let sites = generated::twins(arguments.seed)?;
        sites.iter().try_for_each(|site| layout::write(folder, site))?;
        eprintln!("{} sites in {}", sites.len(), folder.display());
        return Ok(());
    }
    let files = files()?;
    if arguments.check {
        return check(root, &files);
    }
    let folder = root.join(FOLDER);
    if folder.exists() {
        // Pages that are made no more would stay otherwise.
        fs::remove_dir_all(&folder).with_context(|| format!("cannot empty {}", folder.display()))?;
    }
    for (path, content) in &files {
        let path = root.join(path);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).with_context(|| format!("cannot create {}", parent.display()))?;
        }
        files::write(&path, content)?;
    }
    let n_bytes: usize = files.values().map(String::len).sum();
    eprintln!("{} files, {n_bytes} bytes", files.len());
    Ok(())
}

/// Compares what is committed with what would be written.
fn check(root: &Path, files: &BTreeMap<PathBuf, String>) -> anyhow::Result<()> {
    for (path, content) in files {
        let found = fs::read(root.join(path)).with_context(|| format!("cannot read {}", path.display()))?;
        if found != content.as_bytes() {
            bail!("{} differs from its generator: run `cargo xtask sample`", path.display());
        }
    }
    let mut found = BTreeSet::new();
    list(root, Path::new(FOLDER), &mut found)?;
    if let Some(path) = found.into_iter().find(|path| !files.contains_key(path)) {
        bail!("{} is not part of the sample: run `cargo xtask sample`", path.display());
    }
    Ok(())
}

/// Collects the files under a folder, relative to the root.
fn list(root: &Path, folder: &Path, found: &mut BTreeSet<PathBuf>) -> anyhow::Result<()> {
    for entry in fs::read_dir(root.join(folder)).with_context(|| format!("cannot list {}", folder.display()))? {
        let entry = entry?;
        let path = folder.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            list(root, &path, found)?;
        } else {
            found.insert(path);
        }
    }
    Ok(())
}

/// Everything to write, by its path from the root.
fn files() -> anyhow::Result<BTreeMap<PathBuf, String>> {
    let pages = sitegen::sample();
    let mut files: BTreeMap<PathBuf, String> =
        pages.iter().map(|page| (Path::new(FOLDER).join(page.path()), page.html().to_owned())).collect();
    files.insert(PathBuf::from(GOLD), gold(&pages)?);
    Ok(files)
}

/// What the gold file says about a page. Ranges are byte offsets into the file; what is in neither list is
/// content.
#[derive(Serialize)]
struct GoldPage<'a> {
    path: &'a str,
    r#type: &'a str,
    section: usize,
    text: &'a str,
    template: Vec<[usize; 2]>,
    neutral: Vec<[usize; 2]>,
}

/// Returns the gold file: one page a line, so that changes can be read.
fn gold(pages: &[GeneratedPage]) -> anyhow::Result<String> {
    let pair = |range: &Range<usize>| [range.start, range.end];
    let mut lines = Vec::new();
    for page in pages {
        let spans = page.spans().iter();
        let neutral = spans.filter(|span| span.origin == Origin::Neutral).map(|span| pair(&span.range)).collect();
        lines.push(serde_json::to_string(&GoldPage {
            path: page.path(),
            r#type: page.page_type().name(),
            section: page.section(),
            text: page.gold_text(),
            template: page.template_ranges().iter().map(pair).collect(),
            neutral,
        })?);
    }
    Ok(format!("{{\"version\":1,\"pages\":[\n{}\n]}}\n", lines.join(",\n")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_sample_is_what_the_generator_makes() {
        let arguments = Arguments { check: true, ..Arguments::default() };
        run(&crate::root(), &arguments).unwrap();
    }

    #[test]
    fn a_changed_file_and_a_strange_one_are_found() {
        let root = tempfile::tempdir().unwrap();
        let complaint = |root: &Path| check(root, &files().unwrap()).unwrap_err().to_string();
        run(root.path(), &Arguments::default()).unwrap();
        check(root.path(), &files().unwrap()).unwrap();

        fs::write(root.path().join("datasets/sample/strange.html"), "").unwrap();
        assert!(complaint(root.path()).starts_with("datasets/sample/strange.html is not part of"));
        fs::write(root.path().join("datasets/sample/index.html"), "").unwrap();
        assert!(complaint(root.path()).starts_with("datasets/sample/index.html differs from"));
    }
}
