//! Where cleaned pages go, in the order of the input.

use std::{
    collections::{HashMap, HashSet},
    fs::{self, File, OpenOptions},
    io::{self, BufRead as _, BufReader, BufWriter, Write as _},
    path::{Path, PathBuf},
};

use anyhow::{Context as _, bail};

use super::{
    journal::{Journal, State, Work},
    render::{self, Style},
};
use crate::{args::Format, write};

/// One page, ready to be written.
#[derive(Debug)]
pub(crate) struct Ready {
    pub(crate) url: Option<String>,
    pub(crate) bytes: Vec<u8>,
}

/// An output and its journal.
#[derive(Debug)]
pub(crate) enum Sink {
    /// Cannot be resumed.
    Stdout,
    /// One file, which gets its name at the end.
    File {
        out: PathBuf,
        partial: File,
        work: Work,
        journal: Journal,
        state: State,
    },
    /// A file a page.
    Tree {
        out: PathBuf,
        work: Work,
        journal: Journal,
        state: State,
        /// The last number given to a page of a name that was taken.
        numbers: HashMap<PathBuf, u32>,
    },
}

/// Opens the file with the output so far, as long as it is known to be.
pub(crate) fn open_partial(work: &Work, state: &State) -> anyhow::Result<File> {
    let path = work.partial();
    let failed = || format!("cannot write {}", path.display());
    let file = OpenOptions::new()
        .create(true)
        .truncate(false)
        .write(true)
        .open(&path)
        .with_context(failed)?;
    if file.metadata().with_context(failed)?.len() < state.length {
        bail!(
            "{} is shorter than its journal says; --force begins again",
            path.display()
        );
    }
    file.set_len(state.length).with_context(failed)?;
    drop(file);
    OpenOptions::new()
        .append(true)
        .open(&path)
        .with_context(failed)
}

impl Sink {
    /// Returns what earlier runs have done.
    pub(crate) fn state(&self) -> State {
        match self {
            Sink::Stdout => State::default(),
            Sink::File { state, .. } | Sink::Tree { state, .. } => state.clone(),
        }
    }

    /// Writes some pages; `tally` counts all up to these.
    pub(crate) fn write(
        &mut self,
        pages: Vec<Ready>,
        tally: &super::tally::Tally,
        style: &Style,
    ) -> anyhow::Result<()> {
        match self {
            Sink::Stdout => {
                let mut out = io::stdout().lock();
                for page in pages {
                    out.write_all(&page.bytes)
                        .context("cannot write to standard output")?;
                }
                Ok(())
            }
            Sink::File {
                out,
                partial,
                journal,
                state,
                ..
            } => {
                let all = pages
                    .iter()
                    .map(|page| &page.bytes[..])
                    .collect::<Vec<_>>()
                    .concat();
                partial
                    .write_all(&all)
                    .with_context(|| format!("cannot write {}", out.display()))?;
                state.length += all.len() as u64;
                state.tally = tally.clone();
                journal.done(state)
            }
            Sink::Tree {
                out,
                journal,
                state,
                numbers,
                ..
            } => {
                let mut names: Vec<PathBuf> = Vec::with_capacity(pages.len());
                let mut taken = HashSet::new();
                for (nth, page) in pages.iter().enumerate() {
                    let path = match &page.url {
                        Some(url) => corpus::mirrored(url, style.extension()),
                        None => {
                            let nth = state.length + nth as u64;
                            PathBuf::from(format!("page-{nth:08}.{}", style.extension()))
                        }
                    };
                    let name = free_name(out, path, &taken, numbers);
                    taken.insert(name.clone());
                    names.push(name);
                }
                let listed: Vec<String> = names
                    .iter()
                    .map(|name| name.display().to_string())
                    .collect();
                journal.announce(&listed)?;
                for (page, name) in pages.into_iter().zip(&names) {
                    write::whole_by(&partial(out), &out.join(name), &page.bytes)?;
                }
                state.length += names.len() as u64;
                state.tally = tally.clone();
                journal.done(state)
            }
        }
    }

    /// Gives the output its name, and removes what only an interrupted run needs.
    pub(crate) fn finish(self, style: &Style) -> anyhow::Result<()> {
        match self {
            Sink::Stdout => io::stdout()
                .flush()
                .context("cannot write to standard output"),
            Sink::File {
                out, partial, work, ..
            } => {
                drop(partial);
                if style.format == Format::Parquet {
                    table(&work.partial(), &out, style)?;
                } else {
                    fs::rename(work.partial(), &out)
                        .with_context(|| format!("cannot write {}", out.display()))?;
                }
                work.remove()
            }
            Sink::Tree { out, work, .. } => {
                // Only a killed run leaves it.
                match fs::remove_file(partial(&out)) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error)
                        .with_context(|| format!("cannot remove {}", partial(&out).display())),
                    _ => work.remove(),
                }
            }
        }
    }
}

/// The file of a tree that a page is written to before it gets its name.
fn partial(out: &Path) -> PathBuf {
    out.join(".demold-partial")
}

/// Returns the path, numbered if the same is there already.
fn free_name(
    out: &Path,
    path: PathBuf,
    taken: &HashSet<PathBuf>,
    numbers: &mut HashMap<PathBuf, u32>,
) -> PathBuf {
    let is_taken = |path: &Path| taken.contains(path) || out.join(path).exists();
    if !is_taken(&path) {
        return path;
    }
    let number = numbers.entry(path.clone()).or_insert(1);
    loop {
        *number += 1;
        let mut name = path.file_stem().unwrap_or_default().to_owned();
        name.push(format!("-{number}."));
        name.push(path.extension().unwrap_or_default());
        let unique = path.with_file_name(name);
        if !is_taken(&unique) {
            return unique;
        }
    }
}

/// Makes a table of the lines, beside its final name, and renames it.
fn table(lines: &Path, out: &Path, style: &Style) -> anyhow::Result<()> {
    let failed = || format!("cannot write {}", out.display());
    let folder = out.parent().filter(|folder| !folder.as_os_str().is_empty());
    let file = write::beside(folder.unwrap_or(Path::new("."))).with_context(failed)?;
    let (file, temporary) = file.into_parts();
    let mut writer = corpus::ParquetWriter::new(BufWriter::new(file), style.column())
        .map_err(anyhow::Error::msg)
        .with_context(failed)?;
    let mut lines = BufReader::new(File::open(lines).with_context(failed)?);
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line).with_context(failed)? != 0 {
        let row = render::row(&line).with_context(failed)?;
        writer
            .write(row)
            .map_err(anyhow::Error::msg)
            .with_context(failed)?;
        line.clear();
    }
    let mut file = writer
        .finish()
        .map_err(anyhow::Error::msg)
        .with_context(failed)?;
    file.flush().with_context(failed)?;
    temporary
        .persist(out)
        .map_err(|error| error.error)
        .with_context(failed)
}
