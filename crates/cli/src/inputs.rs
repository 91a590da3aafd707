//! From the command line's inputs to sites and their pages.

use std::{
    borrow::Cow,
    fs,
    io::{self, Read as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};
use walkdir::WalkDir;

use crate::sniff;

/// The pages that are taken to share a template.
#[derive(Debug)]
pub(crate) struct Site {
    /// The folder, or nothing for the site of all single files.
    pub(crate) folder: Option<PathBuf>,
    pub(crate) pages: Vec<Page>,
}

impl Site {
    /// Returns a name for messages.
    pub(crate) fn name(&self) -> String {
        match &self.folder {
            Some(folder) => folder.display().to_string(),
            None => "the given files".to_owned(),
        }
    }
}

/// Where one page is, and what it is called.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Page {
    pub(crate) from: From,
    /// The path below the site's folder, or the bare name of a single file.
    pub(crate) relative: PathBuf,
}

#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum From {
    Path(PathBuf),
    /// Standard input can be read only once: these are its bytes.
    Stdin(Vec<u8>),
}

impl Page {
    /// Reads the whole page.
    pub(crate) fn read(&self) -> io::Result<Cow<'_, [u8]>> {
        match &self.from {
            From::Path(path) => fs::read(path).map(Cow::Owned),
            From::Stdin(bytes) => Ok(Cow::Borrowed(bytes)),
        }
    }

    /// Returns whether this is plain text, by its name.
    pub(crate) fn is_text(&self) -> bool {
        sniff::is_text(&self.relative)
    }

    /// Returns a name for messages.
    pub(crate) fn name(&self) -> String {
        match &self.from {
            From::Path(path) => path.display().to_string(),
            From::Stdin(_) => "standard input".to_owned(),
        }
    }

    /// Returns the relative path with forward slashes on every system.
    pub(crate) fn url(&self) -> String {
        let parts: Vec<_> = self
            .relative
            .components()
            .map(|part| part.as_os_str().to_string_lossy())
            .collect();
        parts.join("/")
    }
}

/// What was found, and what was passed over.
#[derive(Debug)]
pub(crate) struct Inputs {
    pub(crate) sites: Vec<Site>,
    /// Files in folders that are no pages.
    pub(crate) others: Vec<PathBuf>,
    /// Files and folders that could not be read, and why.
    pub(crate) unreadable: Vec<(PathBuf, io::Error)>,
}

impl Inputs {
    /// Returns the number of pages of all sites.
    pub(crate) fn n_pages(&self) -> usize {
        self.sites.iter().map(|site| site.pages.len()).sum()
    }
}

/// Finds the pages that `paths` name.
///
/// A folder is a site; its files are listed recursively, in the order of
/// their paths, links followed. Single files and standard input form one
/// site together, in the order given. With `with_text`, files of plain text
/// are pages too.
///
/// # Errors
///
/// If a path does not exist, if standard input is named twice, or if there
/// is no page at all.
pub(crate) fn find(paths: &[PathBuf], with_text: bool) -> anyhow::Result<Inputs> {
    let mut found = Inputs {
        sites: Vec::new(),
        others: Vec::new(),
        unreadable: Vec::new(),
    };
    let mut single = Vec::new();
    for path in paths {
        if path.as_os_str() == "-" {
            if single
                .iter()
                .any(|page: &Page| matches!(page.from, From::Stdin(_)))
            {
                bail!("standard input (-) is given twice");
            }
            let mut bytes = Vec::new();
            io::stdin()
                .lock()
                .read_to_end(&mut bytes)
                .context("cannot read standard input")?;
            single.push(Page {
                from: From::Stdin(bytes),
                relative: PathBuf::from("stdin.html"),
            });
            continue;
        }
        let about =
            fs::metadata(path).with_context(|| format!("cannot read {}", path.display()))?;
        if about.is_dir() {
            let site = walk(path, with_text, &mut found);
            found.sites.push(site);
        } else {
            let relative = path.file_name().map_or_else(|| path.clone(), PathBuf::from);
            single.push(Page {
                from: From::Path(path.clone()),
                relative,
            });
        }
    }
    if !single.is_empty() {
        found.sites.push(Site {
            folder: None,
            pages: single,
        });
    }
    if found.n_pages() == 0 {
        bail!("{}", nothing_found(paths, &found));
    }
    Ok(found)
}

fn nothing_found(paths: &[PathBuf], found: &Inputs) -> String {
    let places: Vec<_> = paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    let mut message = format!("no pages found in {}", places.join(", "));
    match found.others.len() {
        0 => message.push_str(": there are no files"),
        1 => message.push_str(": the one file there does not look like HTML"),
        n => message.push_str(&format!(": none of the {n} files there looks like HTML")),
    }
    if let Some((path, cause)) = found.unreadable.first() {
        message.push_str(&format!("; {} could not be read: {cause}", path.display()));
    }
    message
}

/// Lists the pages below `folder`, in the order of their paths.
fn walk(folder: &Path, with_text: bool, found: &mut Inputs) -> Site {
    let mut pages = Vec::new();
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
        let is_page = match with_text && sniff::is_text(path) {
            true => Ok(true),
            false => sniff::is_page(path),
        };
        match is_page {
            Ok(true) => {
                let relative = path.strip_prefix(folder).unwrap_or(path).to_owned();
                pages.push(Page {
                    from: From::Path(path.to_owned()),
                    relative,
                });
            }
            Ok(false) => found.others.push(path.to_owned()),
            Err(error) => found.unreadable.push((path.to_owned(), error)),
        }
    }
    Site {
        folder: Some(folder.to_owned()),
        pages,
    }
}
