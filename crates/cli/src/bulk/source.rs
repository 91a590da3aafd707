//! The inputs of a crawl, read as often as need be.

use std::{
    fs::{self, File},
    io::{self, BufRead as _, Read as _, Seek as _},
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context as _, bail};
use corpus::{At, Form, Options, Page, Place, Reason, Skipped};
use walkdir::WalkDir;

use super::args::Reading;
use crate::sniff;

/// One input.
#[derive(Debug)]
pub(crate) struct Source {
    name: String,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// A file of many pages.
    File(PathBuf, Form),
    /// Standard input, which can be read only once, and its copy.
    Spooled(File, Form),
    /// A file that is a page, with the folder that it was found in.
    Page(PathBuf, Option<PathBuf>),
}

/// A page, and the site that its folder makes it part of.
pub(crate) struct Item {
    pub(crate) page: Result<Page, Skipped>,
    pub(crate) folder: Option<Arc<str>>,
}

/// Returns whether standard input brings many pages, without reading it.
pub(crate) fn stdin_is_bulk() -> io::Result<bool> {
    let mut stdin = io::stdin().lock();
    let head = stdin.fill_buf()?;
    let is_packed = head.starts_with(&[0x1f, 0x8b]) || head.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]);
    let is_marked = head.starts_with(b"WARC/") || head.starts_with(b"PAR1");
    Ok(is_packed || is_marked || head.trim_ascii_start().starts_with(b"{"))
}

/// Returns whether a path names a file of many pages, or a folder with one.
pub(crate) fn is_bulk(path: &Path) -> bool {
    if path.is_dir() {
        return WalkDir::new(path)
            .follow_links(true)
            .into_iter()
            .flatten()
            .any(|entry| entry.file_type().is_file() && form_of(entry.path()).is_some());
    }
    form_of(path).is_some()
}

fn form_of(path: &Path) -> Option<Form> {
    Form::of_name(&path.file_name()?.to_string_lossy())
}

/// What was found.
#[derive(Debug)]
pub(crate) struct Sources {
    pub(crate) all: Vec<Source>,
    /// Files in folders that are no pages.
    pub(crate) others: Vec<PathBuf>,
    /// Files and folders that could not be read, and why.
    pub(crate) unreadable: Vec<(PathBuf, io::Error)>,
    pub(crate) has_stdin: bool,
}

/// Finds the inputs that `paths` name: files of pages and folders, in the
/// order given and of their names.
pub(crate) fn find(paths: &[PathBuf]) -> anyhow::Result<Sources> {
    let mut found = Sources {
        all: Vec::new(),
        others: Vec::new(),
        unreadable: Vec::new(),
        has_stdin: false,
    };
    for path in paths {
        if path.as_os_str() == "-" {
            if found.has_stdin {
                bail!("standard input (-) is given twice");
            }
            found.has_stdin = true;
            found.all.push(spooled()?);
            continue;
        }
        let failed = || format!("cannot read {}", path.display());
        let about = fs::metadata(path).with_context(failed)?;
        if about.is_dir() {
            walk(path, &mut found);
            continue;
        }
        let mut file = File::open(path).with_context(failed)?;
        let form = match form_of(path) {
            Some(form) => Some(form),
            None => Form::of_file(&mut file).with_context(failed)?,
        };
        let kind = match form {
            Some(form) => Kind::File(path.clone(), form),
            None => Kind::Page(path.clone(), None),
        };
        found.all.push(Source {
            name: path.display().to_string(),
            kind,
        });
    }
    if found.all.is_empty() {
        let places: Vec<_> = paths
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        bail!("no pages found in {}", places.join(", "));
    }
    Ok(found)
}

/// Copies standard input to a temporary file.
fn spooled() -> anyhow::Result<Source> {
    let mut file = tempfile::tempfile().context("cannot make a temporary file")?;
    io::copy(&mut io::stdin().lock(), &mut file)
        .context("cannot copy standard input to a temporary file")?;
    let Some(form) = Form::of_file(&mut file).context("cannot read standard input")? else {
        bail!("standard input is neither WARC nor JSON Lines nor Parquet");
    };
    Ok(Source {
        name: "standard input".to_owned(),
        kind: Kind::Spooled(file, form),
    })
}

fn walk(folder: &Path, found: &mut Sources) {
    for entry in WalkDir::new(folder).follow_links(true).sort_by_file_name() {
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) => {
                let path = error.path().unwrap_or(folder).to_owned();
                found.unreadable.push((path, error.into()));
                continue;
            }
        };
        if !entry.file_type().is_file() {
            continue;
        }
        let path = entry.path();
        let name = path.display().to_string();
        if let Some(form) = form_of(path) {
            found.all.push(Source {
                name,
                kind: Kind::File(path.to_owned(), form),
            });
            continue;
        }
        match sniff::is_page(path) {
            Ok(true) => found.all.push(Source {
                name,
                kind: Kind::Page(path.to_owned(), Some(folder.to_owned())),
            }),
            Ok(false) => found.others.push(path.to_owned()),
            Err(error) => found.unreadable.push((path.to_owned(), error)),
        }
    }
}

impl Source {
    /// Returns what tells this input from another one of the same name.
    pub(crate) fn fingerprint(&self) -> String {
        let length = match &self.kind {
            Kind::File(path, _) | Kind::Page(path, _) => {
                fs::metadata(path).map_or(0, |about| about.len())
            }
            Kind::Spooled(file, _) => file.metadata().map_or(0, |about| about.len()),
        };
        format!("{}: {length} bytes", self.name)
    }

    /// Reads it from the beginning.
    fn items(&self, reading: &Reading) -> anyhow::Result<Box<dyn Iterator<Item = Item> + Send>> {
        let options = reading.options();
        let (file, form) = match &self.kind {
            Kind::Page(path, folder) => {
                let page = read_page(path, folder.as_deref(), &self.name, &options);
                // Asked to group, pages go where their addresses say.
                let folder = folder.as_ref().filter(|_| reading.group.is_none());
                let folder = folder.map(|folder| Arc::from(folder.display().to_string()));
                return Ok(Box::new(std::iter::once(Item { page, folder })));
            }
            Kind::File(path, form) => (
                File::open(path).with_context(|| format!("cannot read {}", self.name))?,
                *form,
            ),
            Kind::Spooled(file, form) => {
                let mut file = file
                    .try_clone()
                    .context("cannot read standard input again")?;
                file.rewind().context("cannot read standard input again")?;
                (file, *form)
            }
        };
        let pages = corpus::open(file, form, &self.name, &options)
            .map_err(|reason| anyhow::anyhow!("cannot use {}: {reason}", self.name))?;
        Ok(Box::new(pages.map(|page| Item { page, folder: None })))
    }
}

fn read_page(
    path: &Path,
    folder: Option<&Path>,
    name: &str,
    options: &Options,
) -> Result<Page, Skipped> {
    let place = Place {
        file: name.into(),
        at: At::Whole,
    };
    let skipped = |reason| Skipped {
        place: place.clone(),
        url: None,
        reason,
    };
    let limit = options.get_max_page();
    let mut bytes = Vec::new();
    let read =
        File::open(path).and_then(|file| file.take(limit as u64 + 1).read_to_end(&mut bytes));
    if let Err(error) = read {
        return Err(skipped(Reason::Unreadable {
            why: error.to_string(),
        }));
    }
    if limit < bytes.len() {
        return Err(skipped(Reason::TooLarge { limit }));
    }
    let file_name = path
        .file_name()
        .map(|name| name.to_string_lossy())
        .unwrap_or_default();
    let relative = folder.and_then(|folder| path.strip_prefix(folder).ok());
    let url = corpus::declared_url(&bytes, &file_name)
        .unwrap_or_else(|| relative.map_or_else(|| file_name.into_owned(), url_of));
    Ok(Page {
        url: Some(url),
        bytes,
        charset: None,
        date: None,
        id: None,
        place,
    })
}

/// Returns the address that a path stands for: one that begins with a host's
/// name, as mirrors have them, is an absolute one.
fn url_of(relative: &Path) -> String {
    let parts: Vec<_> = relative
        .components()
        .map(|part| part.as_os_str().to_string_lossy())
        .collect();
    let path = parts.join("/");
    let is_host = 1 < parts.len()
        && parts[0].contains('.')
        && parts[0]
            .chars()
            .all(|letter| letter.is_alphanumeric() || ".-:".contains(letter));
    if is_host {
        format!("http://{path}")
    } else {
        path
    }
}

/// All items of all inputs, one after the other.
pub(crate) struct Items<'a> {
    sources: std::slice::Iter<'a, Source>,
    reading: &'a Reading,
    current: Option<Box<dyn Iterator<Item = Item> + Send>>,
}

impl Sources {
    pub(crate) fn items<'a>(&'a self, reading: &'a Reading) -> Items<'a> {
        Items {
            sources: self.all.iter(),
            reading,
            current: None,
        }
    }
}

impl Iterator for Items<'_> {
    type Item = anyhow::Result<Item>;

    fn next(&mut self) -> Option<anyhow::Result<Item>> {
        loop {
            if let Some(item) = self.current.as_mut().and_then(Iterator::next) {
                return Some(Ok(item));
            }
            match self.sources.next()?.items(self.reading) {
                Ok(items) => self.current = Some(items),
                Err(error) => return Some(Err(error)),
            }
        }
    }
}
