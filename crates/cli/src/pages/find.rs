//! The inputs that a command line names.

use std::{
    fs::{self, File},
    io,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::{Context as _, bail};
use corpus::Form;
use walkdir::WalkDir;

#[cfg(feature = "crawl")]
use super::fetch::fetched;
use super::{
    items::Items,
    source::{From, Holds, Listed, Source},
};
use crate::{
    files,
    options::{Common, Reading, url},
    terminal::count,
};

/// What was found.
#[derive(Debug, Default)]
pub(crate) struct Sources {
    all: Vec<Source>,
    /// Files in folders that are not pages.
    others: Vec<PathBuf>,
    /// Files and folders that could not be read, and why.
    unreadable: Vec<(PathBuf, io::Error)>,
    n_listed: usize,
    has_stdin: bool,
}

/// Fails: this program cannot fetch.
#[cfg(not(feature = "crawl"))]
fn fetched(url: &str, _: &crate::options::Fetching, _: &Common) -> anyhow::Result<(Form, File)> {
    let url = crate::terminal::one_line(&url);
    anyhow::bail!("{url} cannot be fetched: this demold was built without the feature `crawl`")
}

/// Finds the inputs that were named, in the order given and of their names.
///
/// A folder is a site; its files are listed recursively, following links. With
/// `with_text`, files of plain text are pages too.
///
/// # Errors
///
/// If a path does not exist, if standard input is named twice, if a URL gives
/// no page, or if there is nothing at all.
pub(crate) fn find(reading: &Reading, with_text: bool, common: &Common) -> anyhow::Result<Sources> {
    let mut found = Sources::default();
    for path in &reading.inputs {
        if path.as_os_str() == "-" {
            found.add_stdin()?;
        } else if let Some(url) = url(path) {
            let (form, file) = fetched(url, &reading.fetching, common)?;
            found.all.push(Source {
                name: url.into(),
                from: From::Copy(file),
                holds: Holds::Many(form),
            });
        } else {
            let failed = || format!("cannot read {}", path.display());
            if fs::metadata(path).with_context(failed)?.is_dir() {
                found.walk(path, with_text);
            } else {
                found.add_file(path).with_context(failed)?;
            }
        }
    }
    for (path, error) in &found.unreadable {
        warn!("skipped", "skipped {}: {error}", path.display());
    }
    if common.verbose {
        for path in &found.others {
            say!("not a page: {}", path.display());
        }
    }
    if found.all.is_empty() {
        bail!("{}", found.nothing(&reading.inputs));
    }
    Ok(found)
}

impl Sources {
    /// Reads everything from the beginning.
    pub(crate) fn items<'a>(&'a self, reading: &'a Reading) -> Items<'a> {
        Items::new(&self.all, reading)
    }

    /// Returns the pages whose names are known before they are read.
    pub(crate) fn listed(&self) -> impl Iterator<Item = corpus::Listed<'_>> {
        let listed = self.all.iter().filter_map(Source::listed);
        listed.map(|page| (page.folder.as_deref(), &*page.relative))
    }

    /// Returns the number of pages, unless some file has to be read to know it.
    pub(crate) fn n_pages(&self) -> Option<usize> {
        (self.n_listed == self.all.len()).then_some(self.n_listed)
    }

    /// Returns the size of all inputs on disk, in bytes.
    pub(crate) fn length(&self) -> u64 {
        self.all.iter().map(Source::length).sum()
    }

    /// Returns what distinguishes these inputs from others with the same names.
    pub(crate) fn identities(&self) -> Vec<String> {
        self.all.iter().map(Source::identity).collect()
    }

    /// Returns whether another process can read the same.
    pub(crate) fn are_kept(&self) -> bool {
        self.all.iter().all(Source::is_kept)
    }

    /// Returns the number of files and folders that could not be read.
    pub(crate) fn n_unreadable(&self) -> usize {
        self.unreadable.len()
    }

    /// Returns a line about what there is to be read.
    pub(crate) fn summary(&self) -> String {
        let n_files = self.all.len() - self.n_listed;
        let size = crate::terminal::bytes(self.length());
        let pages = count(self.n_listed, "single page");
        format!("{}, {pages}; {size}", count(n_files, "crawl file"))
    }

    fn list(&mut self, name: &Path, from: From, folder: Option<Arc<Path>>, relative: PathBuf) {
        self.all.push(Source {
            name: name.display().to_string().into(),
            from,
            holds: Holds::One(Listed {
                folder,
                relative,
                nth: self.n_listed,
            }),
        });
        self.n_listed += 1;
    }

    fn add_many(&mut self, path: &Path, form: Form) {
        self.all.push(Source {
            name: path.display().to_string().into(),
            from: From::Path(path.to_owned()),
            holds: Holds::Many(form),
        });
    }

    fn add_file(&mut self, path: &Path) -> io::Result<()> {
        let form = match form_of(path) {
            Some(form) => Some(form),
            None if corpus::has_page_extension(path) || corpus::is_text(path) => None,
            None => Form::of_file(&mut File::open(path)?)?,
        };
        match form {
            Some(form) => self.add_many(path, form),
            None => {
                let relative = path.file_name().map_or_else(|| path.into(), PathBuf::from);
                self.list(path, From::Path(path.to_owned()), None, relative);
            }
        }
        Ok(())
    }

    /// Copies standard input to a temporary file.
    fn add_stdin(&mut self) -> anyhow::Result<()> {
        if self.has_stdin {
            bail!("standard input (-) is given twice");
        }
        self.has_stdin = true;
        let folder = std::env::temp_dir();
        let failed = || {
            let folder = folder.display();
            format!("cannot copy standard input to a temporary file in {folder}")
        };
        let mut file = tempfile::tempfile_in(&folder).with_context(failed)?;
        io::copy(&mut io::stdin().lock(), &mut file).with_context(failed)?;
        let name = Path::new("standard input");
        match Form::of_file(&mut file).context("cannot read standard input")? {
            Some(form) => self.all.push(Source {
                name: name.display().to_string().into(),
                from: From::Copy(file),
                holds: Holds::Many(form),
            }),
            None => self.list(name, From::Copy(file), None, PathBuf::from("stdin.html")),
        }
        Ok(())
    }

    fn walk(&mut self, folder: &Path, with_text: bool) {
        let shared: Arc<Path> = folder.into();
        let entries = WalkDir::new(folder)
            .follow_links(true)
            .sort_by_file_name()
            .into_iter()
            // What one of our own runs has left is not input.
            .filter_entry(|entry| {
                entry.depth() == 0 || !files::is_ours(&entry.file_name().to_string_lossy())
            });
        for entry in entries {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    let path = error.path().unwrap_or(folder).to_owned();
                    self.unreadable.push((path, error.into()));
                    continue;
                }
            };
            if !entry.file_type().is_file() {
                continue;
            }
            let path = entry.path();
            if let Some(form) = form_of(path) {
                self.add_many(path, form);
                continue;
            }
            let is_page = match with_text && corpus::is_text(path) {
                true => Ok(true),
                false => corpus::is_page(path),
            };
            match is_page {
                Ok(true) => {
                    let relative = path.strip_prefix(folder).unwrap_or(path).to_owned();
                    let from = From::Path(path.to_owned());
                    self.list(path, from, Some(Arc::clone(&shared)), relative);
                }
                Ok(false) => self.others.push(path.to_owned()),
                Err(error) => self.unreadable.push((path.to_owned(), error)),
            }
        }
    }

    fn nothing(&self, paths: &[PathBuf]) -> String {
        let places: Vec<_> = paths
            .iter()
            .map(|path| path.display().to_string())
            .collect();
        let mut message = format!("no pages found in {}", places.join(", "));
        match self.others.len() {
            0 => message.push_str(": there are no files"),
            1 => message.push_str(": the one file there does not look like HTML"),
            n => message.push_str(&format!(": none of the {n} files there looks like HTML")),
        }
        if let Some((path, cause)) = self.unreadable.first() {
            message.push_str(&format!("; {} could not be read: {cause}", path.display()));
        }
        message
    }
}

fn form_of(path: &Path) -> Option<Form> {
    Form::of_name(&path.file_name()?.to_string_lossy())
}
