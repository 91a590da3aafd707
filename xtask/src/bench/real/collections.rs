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
    datasets::{checksum, folder, site},
    files,
};

use crate::datasets;

/// The manifest of what anyone can fetch.
const FETCHED: &str = "debdocs";

/// Pages that belong together, by the host that they are of.
#[derive(Clone, Debug)]
pub(crate) struct Collection {
    pub(crate) name: String,
    /// Whether a reader can have the same pages.
    pub(crate) is_public: bool,
    sites: Vec<Site>,
}

/// A host, and its pages as text, each with its name.
#[derive(Clone, Debug)]
struct Site {
    host: String,
    pages: Vec<(String, String)>,
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
    let found = datasets::fetch_collection(root, FETCHED);
    let missing = match found {
        Ok(missing) => missing,
        Err(error) => vec![format!("{error:#}")],
    };
    let sites = datasets::fetched(root)?.into_iter().filter(|site| site.collection == FETCHED);
    let sites: Vec<Site> = sites.map(Site::of).collect();
    let collection = Collection { name: "Debian's documentation".to_owned(), is_public: true, sites };
    Ok(((!collection.sites.is_empty()).then_some(collection), missing))
}

/// Reads a folder of the user's: sites in a known format by their collection, or any folder of pages, of which each inner
/// folder is a site.
pub(crate) fn folder(folder: &Path) -> anyhow::Result<Vec<Collection>> {
    let mut found: BTreeMap<String, Vec<Site>> = BTreeMap::new();
    // A folder that is nothing else is one of pages.
    if let Ok(sites) = folder::load(folder, None) {
        for site in sites {
            let collection = site.collection.clone();
            found.entry(collection).or_default().push(Site::of(site));
        }
    }
    if found.is_empty() {
        found.insert(name(folder), files(folder)?);
    }
    let collections = found.into_iter().map(|(name, sites)| Collection { name, is_public: false, sites });
    Ok(collections.collect())
}

/// Pages of a generator, as one site.
pub(crate) fn generated<'a>(name: &str, pages: impl Iterator<Item = &'a str>) -> Collection {
    let pages = pages.enumerate();
    Collection {
        name: name.to_owned(),
        is_public: true,
        sites: vec![Site {
            host: "generated".to_owned(),
            pages: pages.map(|(nth, page)| (nth.to_string(), page.to_owned())).collect(),
        }],
    }
}

fn name(folder: &Path) -> String {
    let name = folder.file_name().unwrap_or(folder.as_os_str());
    name.to_string_lossy().into_owned()
}

fn files(folder: &Path) -> anyhow::Result<Vec<Site>> {
    let mut sites: BTreeMap<PathBuf, Vec<(String, String)>> = BTreeMap::new();
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.with_context(|| format!("cannot list {}", folder.display()))?;
        let path = entry.path();
        let is_page = path.extension().is_some_and(|extension| extension == "html" || extension == "htm");
        if !is_page || !entry.file_type().is_file() {
            continue;
        }
        let bytes = files::read(path)?;
        let text = tokenize::decode(&bytes, None).text().to_owned();
        let inner = path.strip_prefix(folder).unwrap_or(path);
        let site: PathBuf = inner.parent().into_iter().flat_map(Path::iter).take(1).collect();
        let pages = sites.entry(site).or_default();
        pages.push((inner.display().to_string(), text));
    }
    Ok(sites.into_iter().map(|(site, pages)| Site { host: site.display().to_string(), pages }).collect())
}

impl Site {
    fn of(site: site::Site) -> Site {
        let pages = site.pages.iter();
        Site {
            pages: pages.map(|page| (page.name.clone(), page.source().text().to_owned())).collect(),
            host: site.name,
        }
    }

    fn n_bytes(&self) -> usize {
        self.pages.iter().map(|(_, page)| page.len()).sum()
    }

    fn name(&self) -> &str {
        self.host.rsplit("__").next().unwrap_or_default()
    }
}

impl Collection {
    pub(crate) fn n_bytes(&self) -> usize {
        self.sites.iter().map(Site::n_bytes).sum()
    }

    pub(crate) fn n_sites(&self) -> usize {
        self.sites.len()
    }

    pub(crate) fn n_pages(&self) -> usize {
        self.sites.iter().map(|site| site.pages.len()).sum()
    }

    /// Adds the sites of another.
    pub(crate) fn extend(&mut self, other: Collection) {
        self.sites.extend(other.sites);
    }

    /// Returns each site as a collection of its own.
    pub(crate) fn each_site(&self) -> impl Iterator<Item = Collection> {
        self.sites.iter().map(|site| Collection {
            name: site.name().to_owned(),
            is_public: self.is_public,
            sites: vec![site.clone()],
        })
    }

    /// Returns a part of at most so many bytes, but of one page at least: whole sites in a random order that is always
    /// the same, and of the last of them so many pages as there is room for.
    pub(crate) fn at_most(&self, n_bytes: usize) -> Collection {
        let mut sites: Vec<&Site> = self.sites.iter().collect();
        sites.sort_by_cached_key(|site| checksum::of([site.host.as_str()]));
        let (mut left, mut drawn) = (n_bytes, Vec::new());
        for site in sites {
            let mut part = Site { host: site.host.clone(), pages: Vec::new() };
            for (name, page) in &site.pages {
                let is_first = drawn.is_empty() && part.pages.is_empty();
                if left < page.len() && !is_first {
                    left = 0;
                    break;
                }
                left = left.saturating_sub(page.len());
                part.pages.push((name.clone(), page.clone()));
            }
            if !part.pages.is_empty() {
                drawn.push(part);
            }
            if left == 0 {
                break;
            }
        }
        Collection { name: self.name.clone(), is_public: self.is_public, sites: drawn }
    }

    /// Returns so many pages, evenly spaced.
    pub(crate) fn some(&self, n_pages: usize) -> Vec<&str> {
        let pages: Vec<&str> = self.pages().map(|(_, _, page)| page).collect();
        let step = (pages.len() / n_pages.max(1)).max(1);
        pages.into_iter().step_by(step).take(n_pages).collect()
    }

    fn pages(&self) -> impl Iterator<Item = (&str, &str, &str)> {
        self.sites.iter().flat_map(|site| {
            let pages = site.pages.iter();
            pages.map(|(name, page)| (site.host.as_str(), name.as_str(), page.as_str()))
        })
    }

    /// Writes the pages as JSON Lines.
    pub(crate) fn write(&self, path: &Path) -> anyhow::Result<()> {
        let failed = || format!("cannot write {}", path.display());
        let mut out = BufWriter::new(File::create(path).with_context(failed)?);
        for (host, name, html) in self.pages() {
            let plain = |text: &str| -> String {
                let chars = text.chars();
                let plain = chars.map(|c| if c.is_ascii_alphanumeric() || c == '.' { c } else { '-' });
                plain.collect()
            };
            let row = Row { url: format!("https://{}/{}", plain(host), plain(name)), html };
            serde_json::to_writer(&mut out, &row)?;
            out.write_all(b"\n").with_context(failed)?;
        }
        out.flush().with_context(failed)
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

    #[test]
    fn a_benchmark_of_lone_pages_is_a_collection() {
        let root = tempfile::tempdir().unwrap();
        let path = root.path().join("wcxb");
        for inner in ["html", "ground-truth"] {
            fs::create_dir_all(path.join(inner)).unwrap();
        }
        let files = r#"{"files":{"1":{"page_type":"forum","domain":"a.example"}}}"#;
        fs::write(path.join("metadata.json"), files).unwrap();
        fs::write(path.join("ground-truth/1.json"), "{}").unwrap();
        let mut packer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packer.write_all(b"<p>page").unwrap();
        fs::write(path.join("html/1.html.gz"), packer.finish().unwrap()).unwrap();
        let all = folder(root.path()).unwrap();
        assert_eq!((all[0].name.as_str(), all[0].n_pages()), ("wcxb", 1));
    }
}
