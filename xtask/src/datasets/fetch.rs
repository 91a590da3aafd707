//! Getting a collection: packages are downloaded and unpacked, not installed, and pages are drawn from them.
//!
//! Everything lies under `target/datasets/NAME`: `debs` and `files` hold what was downloaded and unpacked, `sites` the
//! pages, in the layout that [`layout`](evaluation::datasets::layout) reads.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, bail};
use evaluation::{
    datasets::{checksum, gold, selector::Chooser},
    measures::words,
};
use serde_json::json;
use walkdir::WalkDir;

use super::{
    manifest::{Entry, Manifest},
    record::{Package, Record, Sampled},
};

/// Where a collection lies.
pub(crate) fn folder(root: &Path, name: &str) -> PathBuf {
    root.join("target/datasets").join(name)
}

/// Fetches a collection and returns what came, with a complaint for each package that did not.
pub(crate) fn fetch(
    root: &Path,
    name: &str,
    only: &[String],
    note: &mut dyn FnMut(String),
) -> anyhow::Result<(Record, Vec<String>)> {
    let manifest = Manifest::load(root, name)?;
    let folder = folder(root, name);
    let (mut record, mut complaints) = (Record::default(), Vec::new());
    let mut packages: BTreeMap<&str, Vec<&Entry>> = BTreeMap::new();
    for entry in &manifest.site {
        if only.is_empty() || only.contains(&entry.name) {
            packages.entry(&entry.package).or_default().push(entry);
        }
    }
    for (package, entries) in packages {
        match unpacked(&folder, package) {
            Ok((facts, files)) => {
                note(format!("{package} {}", facts.version));
                record.packages.insert(package.to_owned(), facts);
                for entry in entries {
                    let sampled = sample(&manifest, entry, name, &files, &folder)
                        .with_context(|| format!("cannot sample {}", entry.name))?;
                    note(format!("  {}: {} pages of {}", entry.name, sampled.pages, sampled.available));
                    if sampled.pages == 0 {
                        complaints.push(format!("{}: no page of the package fits", entry.name));
                        continue;
                    }
                    record.sites.insert(entry.name.clone(), sampled);
                }
            }
            Err(error) => complaints.push(format!("{package}: {error:#}")),
        }
    }
    Ok((record, complaints))
}

/// Returns a package's facts and the folder of its files, from what is there or by downloading it.
fn unpacked(folder: &Path, package: &str) -> anyhow::Result<(Package, PathBuf)> {
    let debs = folder.join("debs").join(package);
    let files = folder.join("files").join(package);
    fs::create_dir_all(&debs)?;
    let deb = match deb_in(&debs)? {
        Some(deb) => deb,
        None => {
            // apt-get writes into the folder where it is started.
            run(Command::new("apt-get").args(["download", "-q", package]).current_dir(&debs))
                .context("cannot be downloaded (`apt-get update` may help)")?;
            deb_in(&debs)?.context("apt-get download left no package")?
        }
    };
    let version = run(Command::new("dpkg-deb").arg("--field").arg(&deb).arg("Version"))?;
    let bytes = fs::read(&deb)?;
    let facts =
        Package { version: version.trim().to_owned(), bytes: bytes.len() as u64, sha256: checksum::of_file(&bytes) };
    if !files.is_dir() {
        // Unpacked next to its place and then moved, so that an existing folder is always
        // complete.
        let partial = files.with_extension("partial");
        let _ = fs::remove_dir_all(&partial);
        fs::create_dir_all(&partial)?;
        run(Command::new("dpkg-deb").arg("--extract").arg(&deb).arg(&partial))?;
        fs::rename(&partial, &files)?;
    }
    Ok((facts, files))
}

fn deb_in(folder: &Path) -> anyhow::Result<Option<PathBuf>> {
    let mut debs: Vec<PathBuf> =
        fs::read_dir(folder)?.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()?;
    debs.retain(|path| path.extension().is_some_and(|extension| extension == "deb"));
    debs.sort_unstable();
    Ok(debs.into_iter().next_back())
}

/// Runs a program and returns what it printed.
fn run(command: &mut Command) -> anyhow::Result<String> {
    let program = command.get_program().to_string_lossy().into_owned();
    let output = command.output().map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => anyhow::anyhow!("{program} is not on this machine"),
        _ => anyhow::Error::new(error).context(format!("cannot start {program}")),
    })?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        bail!("{program} failed: {}", said.trim().lines().next_back().unwrap_or("no message"));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Draws the pages of a site and writes them in our layout.
///
/// Candidates are taken in the order of the checksum of site and path, which is random and the same everywhere, until
/// enough of them have gold.
fn sample(
    manifest: &Manifest,
    entry: &Entry,
    collection: &str,
    files: &Path,
    folder: &Path,
) -> anyhow::Result<Sampled> {
    let root = files.join(&entry.root);
    let mut paths = list(&root).with_context(|| format!("the package has no folder {}", entry.root))?;
    paths.retain(|path| entry.wants(path));
    let available = paths.len();
    paths.sort_by_cached_key(|path| checksum::of([entry.name.as_str(), path]));
    let chooser = Chooser::new(&entry.gold)?;
    let mut pages: BTreeMap<String, (String, Vec<u8>)> = BTreeMap::new();
    for path in paths {
        if pages.len() == manifest.sample {
            break;
        }
        let bytes = fs::read(root.join(&path))?;
        if is_usable(manifest, entry, &chooser, &bytes) {
            let name = path.trim_end_matches(".html").trim_end_matches(".htm").replace('/', "__");
            pages.insert(name, (path, bytes));
        }
    }
    let site = folder.join("sites").join(&entry.name);
    let _ = fs::remove_dir_all(&site);
    fs::create_dir_all(site.join("pages"))?;
    for (name, (_, bytes)) in &pages {
        fs::write(site.join("pages").join(format!("{name}.html")), bytes)?;
    }
    let facts = json!({
        "name": entry.name,
        "collection": collection,
        "language": entry.language,
        "charset": entry.charset,
        "generator": entry.generator,
        "license": entry.license,
        "note": entry.note,
        "sections": entry.sections,
        "gold_selectors": entry.gold,
        "pages": pages.iter().map(|(name, (path, _))| json!({ "name": name, "path": path })).collect::<Vec<_>>(),
    });
    fs::write(site.join("site.json"), format!("{}\n", serde_json::to_string_pretty(&facts)?))?;
    Ok(Sampled {
        pages: pages.len(),
        available,
        bytes: pages.values().map(|(_, bytes)| bytes.len() as u64).sum(),
        sha256: checksum::of(pages.iter().flat_map(|(name, (_, bytes))| [name.as_bytes(), bytes])),
    })
}

/// Returns whether a page is of the site's kind, not too large, and has enough gold.
fn is_usable(manifest: &Manifest, entry: &Entry, chooser: &Chooser, bytes: &[u8]) -> bool {
    if entry.most_bytes.is_some_and(|most| most < bytes.len() as u64) {
        return false;
    }
    let source = tokenize::decode(bytes, Some(&entry.charset));
    let source = source.text();
    if entry.must_contain.as_ref().is_some_and(|part| !source.contains(part.as_str())) {
        return false;
    }
    let tokens = tokenize::scan(source);
    let regions = chooser.regions(source, &tokens);
    manifest.least_words <= words::list(&gold::text(source, &regions)).len()
}

/// Lists the files under a folder, relative to it; links are skipped, since they are other pages once more.
fn list(folder: &Path) -> anyhow::Result<Vec<String>> {
    let mut paths = Vec::new();
    for entry in WalkDir::new(folder).min_depth(1) {
        let entry = entry?;
        if let (true, Some(path)) = (entry.file_type().is_file(), entry.path().strip_prefix(folder)?.to_str()) {
            paths.push(path.to_owned());
        }
    }
    Ok(paths)
}
