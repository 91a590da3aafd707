//! The collections that are measured on: those that anyone can fetch, and folders of the user's.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{BufWriter, Write as _},
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use serde::Serialize;

use evaluation::{
    datasets::{checksum, folder, site::Site},
    files,
};

use crate::datasets;

/// The manifest of what anyone can fetch.
const FETCHED: &str = "debdocs";

/// Pages that belong together, those of a site one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Collection {
    pub(crate) name: String,
    /// Whether a reader can have the same pages.
    pub(crate) is_public: bool,
    pages: Vec<Page>,
}

#[derive(Clone, Debug)]
struct Page {
    /// The site or host that it is of.
    site: String,
    name: String,
    html: String,
}

/// A line of what is measured on.
#[derive(Serialize)]
struct Row<'a> {
    url: String,
    html: &'a str,
}

/// Fetches Debian's documentation, unless it is here already, and returns it with a reason for each package that is
/// missing.
pub(crate) fn fetched(root: &Path) -> anyhow::Result<(Option<Collection>, Vec<String>)> {
    let missing = datasets::fetch_collection(root, FETCHED).unwrap_or_else(|error| vec![format!("{error:#}")]);
    let sites = datasets::fetched(root)?.into_iter().filter(|site| site.collection == FETCHED);
    let pages: Vec<Page> = sites.flat_map(pages_of).collect();
    let collection = Collection { name: "Debian's documentation".to_owned(), is_public: true, pages };
    Ok(((!collection.pages.is_empty()).then_some(collection), missing))
}

/// Reads a folder of the user's: sites in a known format by their collection, or any folder of pages, of which each inner
/// folder is a site.
pub(crate) fn folder(folder: &Path) -> anyhow::Result<Vec<Collection>> {
    let mut found: BTreeMap<String, Vec<Page>> = BTreeMap::new();
    // A folder that is nothing else is one of pages.
    for site in folder::load(folder).unwrap_or_default() {
        found.entry(site.collection.clone()).or_default().extend(pages_of(site));
    }
    if found.is_empty() {
        let name = folder.file_name().unwrap_or(folder.as_os_str()).to_string_lossy().into_owned();
        found.insert(name, files(folder)?);
    }
    let collections = found.into_iter().map(|(name, pages)| Collection { name, is_public: false, pages });
    Ok(collections.collect())
}

/// Pages of a generator, as one site.
pub(crate) fn generated(name: &str, pages: Vec<String>) -> Collection {
    let page = |(nth, html): (usize, String)| Page { site: "generated".to_owned(), name: nth.to_string(), html };
    Collection { name: name.to_owned(), is_public: true, pages: pages.into_iter().enumerate().map(page).collect() }
}

fn files(folder: &Path) -> anyhow::Result<Vec<Page>> {
    let mut pages = Vec::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.with_context(|| format!("cannot list {}", folder.display()))?;
        let path = entry.path();
        let is_page = path.extension().is_some_and(|extension| extension == "html" || extension == "htm");
        if is_page && entry.file_type().is_file() {
            let html = tokenize::decode(&files::read(path)?, None).text().to_owned();
            let inner = path.strip_prefix(folder).unwrap_or(path);
            let site: PathBuf = inner.parent().into_iter().flat_map(Path::iter).take(1).collect();
            pages.push(Page { site: site.display().to_string(), name: inner.display().to_string(), html });
        }
    }
    // Pages at the top may lie between folders.
    pages.sort_by(|one, other| one.site.cmp(&other.site));
    Ok(pages)
}

fn pages_of(site: Site) -> Vec<Page> {
    let page = |page: &evaluation::datasets::site::Page| Page {
        site: site.name.clone(),
        name: page.name.clone(),
        html: page.source().text().to_owned(),
    };
    site.pages.iter().map(page).collect()
}

impl Collection {
    pub(crate) fn n_bytes(&self) -> usize {
        self.pages.iter().map(|page| page.html.len()).sum()
    }

    pub(crate) fn n_sites(&self) -> usize {
        self.each_site().count()
    }

    pub(crate) fn n_pages(&self) -> usize {
        self.pages.len()
    }

    /// Adds the sites of another.
    pub(crate) fn extend(&mut self, other: Collection) {
        self.pages.extend(other.pages);
    }

    /// Returns each site as a collection of its own.
    pub(crate) fn each_site(&self) -> impl Iterator<Item = Collection> {
        self.pages.chunk_by(|one, other| one.site == other.site).map(|pages| Collection {
            name: pages[0].site.rsplit("__").next().unwrap_or_default().to_owned(),
            is_public: self.is_public,
            pages: pages.to_vec(),
        })
    }

    /// Returns a part of at most so many bytes, but of one page at least: whole sites in a random order that is always
    /// the same, and of the last of them so many pages as there is room for.
    pub(crate) fn at_most(&self, n_bytes: usize) -> Collection {
        let mut pages: Vec<&Page> = self.pages.iter().collect();
        pages.sort_by_cached_key(|page| checksum::of([page.site.as_str()]));
        let mut total = 0;
        let fits = pages.iter().take_while(|page| {
            let is_first = total == 0;
            total += page.html.len();
            total <= n_bytes || is_first
        });
        Collection {
            name: self.name.clone(),
            is_public: self.is_public,
            pages: fits.map(|&page| page.clone()).collect(),
        }
    }

    /// Returns so many pages, evenly spaced.
    pub(crate) fn some(&self, n_pages: usize) -> Vec<&str> {
        let step = (self.pages.len() / n_pages.max(1)).max(1);
        self.pages.iter().step_by(step).take(n_pages).map(|page| page.html.as_str()).collect()
    }

    /// Writes the pages as JSON Lines.
    pub(crate) fn write(&self, path: &Path) -> anyhow::Result<()> {
        let plain = |text: &str| text.replace(|c: char| !c.is_ascii_alphanumeric() && c != '.', "-");
        let mut out = BufWriter::new(File::create(path).with_context(|| format!("cannot write {}", path.display()))?);
        for Page { site, name, html } in &self.pages {
            serde_json::to_writer(&mut out, &Row { url: format!("https://{}/{}", plain(site), plain(name)), html })?;
            out.write_all(b"\n")?;
        }
        Ok(out.flush()?)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn written(sites: &[(&str, &[&str])]) -> Collection {
        let root = tempfile::tempdir().unwrap();
        for (site, pages) in sites {
            fs::create_dir_all(root.path().join(site)).unwrap();
            for (nth, page) in pages.iter().enumerate() {
                fs::write(root.path().join(format!("{site}/{nth}.html")), page).unwrap();
            }
        }
        folder(root.path()).unwrap().remove(0)
    }

    #[test]
    fn a_folder_of_pages_is_a_collection_of_its_folders() {
        let all = written(&[("a.example", &["<p>1", "<p>22"]), ("b.example", &["<p>333"])]);
        assert_eq!((all.n_sites(), all.n_pages(), all.n_bytes()), (2, 3, 15));
        assert_eq!(all.each_site().map(|site| site.n_pages()).collect::<Vec<_>>(), [2, 1]);
        assert_eq!(all.some(2), ["<p>1", "<p>22"]);
        let file = tempfile::NamedTempFile::new().unwrap();
        all.write(file.path()).unwrap();
        let lines = fs::read_to_string(file.path()).unwrap();
        assert_eq!(lines.lines().next(), Some(r#"{"url":"https://a.example/a.example-0.html","html":"<p>1"}"#));
    }

    #[test]
    fn a_part_is_no_larger_than_it_may_be_and_never_empty() {
        let all = written(&[("a", &["<p>1", "<p>2", "<p>3"]), ("b", &["<p>4", "<p>5"])]);
        for (n_bytes, n_pages) in [(0, 1), (4, 1), (8, 2), (15, 3), (20, 5), (100, 5)] {
            assert_eq!(all.at_most(n_bytes).n_pages(), n_pages, "{n_bytes}");
        }
        assert!(all.at_most(15).n_bytes() <= 15);
    }
}
