//! Writing cleaned pages in the order of the input, so that an interrupted run
//! can be continued.

use std::{
    collections::HashSet,
    fs::{self, File, OpenOptions},
    io::{self, IsTerminal as _, Write as _},
    path::{Path, PathBuf},
    time::SystemTime,
};

use anyhow::{Context as _, bail};
use corpus::{
    FreeNames, TextSign, planned,
    warc::{Compression, utc},
};

use super::{
    journal::{Journal, Left, State, Work},
    place::Place,
};
use crate::{
    cleaned::{Batch, Before, Style},
    files,
    options::{Clean, Format},
    pages::Sources,
    terminal,
};

/// One page, ready to be written.
#[derive(Debug)]
pub(crate) struct Ready {
    pub(crate) url: Option<String>,
    /// Its number among the pages whose names were known beforehand.
    pub(crate) listed: Option<usize>,
    pub(crate) bytes: Vec<u8>,
}

/// An output, and its progress.
#[derive(Debug)]
pub(crate) struct Sink {
    target: Target,
    style: Style,
    state: State,
    /// The texts that an earlier run has written.
    texts: Vec<TextSign>,
    /// None for standard output, which cannot be resumed.
    run: Option<Run>,
}

/// What is kept next to an output until it is complete.
#[derive(Debug)]
struct Run {
    work: Work,
    journal: Journal,
}

#[derive(Debug)]
enum Target {
    Stdout {
        is_one: bool,
    },
    /// One file, which gets its name at the end.
    File {
        out: PathBuf,
        is_one: bool,
        /// None if an interrupted run has already named the file.
        partial: Option<File>,
    },
    /// One file per page.
    Tree {
        out: PathBuf,
        /// The names of pages that are known beforehand.
        planned: Vec<PathBuf>,
        reserved: HashSet<PathBuf>,
        free: FreeNames,
    },
}

impl Sink {
    /// Opens an output, and removes what an interrupted run may have written
    /// after the last thing that it noted.
    pub(crate) fn open(place: &Place, args: &Clean, sources: &Sources) -> anyhow::Result<Sink> {
        let date = args.date.clone();
        let date = date.unwrap_or_else(|| utc(SystemTime::now()));
        let mut style = Style {
            format: args.format()?,
            body: args.body().to_vec(),
            markdown: args.markdown(),
            is_sanitized: args.sanitize,
            metadata: !args.no_metadata,
            blocks: args.blocks,
            compression: Compression::None,
            date,
        };
        let out = match place {
            Place::Stdout { is_one } => {
                let sink = Sink {
                    target: Target::Stdout { is_one: *is_one },
                    style,
                    state: State::default(),
                    texts: Vec::new(),
                    run: None,
                };
                return sink.begun();
            }
            Place::File { out, .. } | Place::Tree(out) => out,
        };
        if args.resume && !sources.are_kept() {
            bail!("standard input and URLs cannot be read again: --resume needs files");
        }
        let work = Work::beside(out);
        let about = about(args, sources);
        let (journal, left) = Journal::open(&work, &about, &style.date, args.resume, args.force)?;
        let left = left.unwrap_or_default();
        style.date = left.date.clone().unwrap_or(style.date);
        let target = match place {
            Place::Tree(_) => {
                remove_unsure(out, &left)?;
                let listed: Vec<corpus::Listed<'_>> = sources.listed().collect();
                // A page that stays HTML keeps its name.
                let extension = style.format.extension();
                let planned = planned(&listed, Some(extension).filter(|own| *own != "html"));
                Target::Tree {
                    out: out.clone(),
                    reserved: planned.iter().cloned().collect(),
                    planned,
                    free: FreeNames::default(),
                }
            }
            Place::File { is_one, .. } => {
                style.compression = Compression::of_name(&out.to_string_lossy());
                let has_its_name = work.is_finished() && !work.partial().exists();
                let partial = (!has_its_name).then(|| open_partial(&work, &left.state));
                Target::File {
                    out: out.clone(),
                    is_one: *is_one,
                    partial: partial.transpose()?,
                }
            }
            Place::Stdout { .. } => bail!("standard output has no journal"),
        };
        let sink = Sink {
            target,
            style,
            state: left.state,
            texts: left.texts,
            run: Some(Run { work, journal }),
        };
        sink.begun()
    }

    /// Writes what comes before the first page.
    fn begun(mut self) -> anyhow::Result<Sink> {
        let head = self.style.head()?;
        match &mut self.target {
            Target::Stdout { .. } => io::stdout()
                .write_all(&head)
                .context("cannot write to standard output")?,
            Target::File {
                partial: Some(partial),
                out,
                ..
            } if self.state.length == 0 => {
                partial
                    .write_all(&head)
                    .with_context(|| format!("cannot write {}", out.display()))?;
                self.state.length = head.len() as u64;
            }
            Target::File { .. } | Target::Tree { .. } => {}
        }
        Ok(self)
    }

    /// Returns how pages are rendered.
    pub(crate) fn style(&self) -> Style {
        self.style.clone()
    }

    /// Returns what earlier runs have done.
    pub(crate) fn before(&mut self) -> Before {
        Before {
            tally: self.state.tally.clone(),
            texts: std::mem::take(&mut self.texts),
        }
    }

    /// Returns the folder where the templates of this run are kept.
    pub(crate) fn templates(&self) -> Option<PathBuf> {
        self.run.as_ref().map(|run| run.work.templates())
    }

    /// Writes some pages.
    pub(crate) fn write(&mut self, batch: Batch<'_, Ready>) -> anyhow::Result<()> {
        let pages = batch.made;
        let n_before = self.state.tally.n_out();
        self.state.tally = batch.tally.clone();
        let is_too_many = 1 < n_before + pages.len();
        match &mut self.target {
            Target::Stdout { is_one } => {
                if *is_one && is_too_many {
                    bail!(
                        "there are several pages to write: name a folder with --out, or use \
                         --format jsonl or warc"
                    );
                }
                let mut out = io::stdout().lock();
                let is_shown = *is_one && out.is_terminal();
                let failed = "cannot write to standard output";
                for page in pages {
                    match std::str::from_utf8(&page.bytes).ok().filter(|_| is_shown) {
                        Some(text) => out.write_all(terminal::printable(text).as_bytes()),
                        None => out.write_all(&page.bytes),
                    }
                    .context(failed)?;
                }
                return Ok(());
            }
            Target::File {
                out,
                is_one,
                partial,
            } => {
                if *is_one && is_too_many {
                    bail!(
                        "{} holds one page, and there are several: name a folder",
                        out.display()
                    );
                }
                let all: Vec<&[u8]> = pages.iter().map(|page| &*page.bytes).collect();
                let all = all.concat();
                // WARC packs each record for itself.
                let packed = match self.style.format {
                    Format::Jsonl if !all.is_empty() => corpus::pack(&all, self.style.compression)?,
                    _ => all,
                };
                match partial {
                    Some(partial) => partial
                        .write_all(&packed)
                        .with_context(|| format!("cannot write {}", out.display()))?,
                    None if packed.is_empty() => {}
                    None => bail!("{} is complete, but there is more input now", out.display()),
                }
                self.state.length += packed.len() as u64;
            }
            Target::Tree {
                out,
                planned,
                reserved,
                free,
            } => {
                let mut names: Vec<PathBuf> = Vec::with_capacity(pages.len());
                let mut free_ones = Vec::new();
                for (nth, page) in pages.iter().enumerate() {
                    let name = match page.listed.and_then(|listed| planned.get(listed)) {
                        Some(name) => name.clone(),
                        None => {
                            let nth = self.state.length + nth as u64;
                            let url = page.url.as_deref();
                            let name =
                                free.name(out, url, nth, self.style.format.extension(), reserved);
                            reserved.insert(name.clone());
                            free_ones.push(name.clone());
                            name
                        }
                    };
                    names.push(name);
                }
                let listed: Vec<String> = names
                    .iter()
                    .map(|name| name.display().to_string())
                    .collect();
                if let Some(run) = &mut self.run {
                    run.journal.announce(&listed)?;
                }
                for (page, name) in pages.into_iter().zip(&names) {
                    files::whole_by(&scratch(out), &out.join(name), &page.bytes)?;
                }
                // They are on disk now, and are looked for there.
                for name in free_ones {
                    reserved.remove(&name);
                }
                self.state.length += names.len() as u64;
            }
        }
        match &mut self.run {
            Some(run) => run.journal.done(&self.state, &batch.texts),
            None => Ok(()),
        }
    }

    /// Gives the output its name, and removes what only an interrupted run needs.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        match self.target {
            Target::Stdout { .. } => io::stdout()
                .flush()
                .context("cannot write to standard output")?,
            Target::File {
                out,
                partial: Some(partial),
                ..
            } => {
                drop(partial);
                if let Some(run) = &mut self.run {
                    run.journal.finish()?;
                    let partial = run.work.partial();
                    match self.style.format {
                        #[cfg(feature = "parquet")]
                        Format::Parquet => super::table::make(&partial, &run.work.table(), &out)?,
                        _ => fs::rename(partial, &out)
                            .with_context(|| format!("cannot write {}", out.display()))?,
                    }
                }
            }
            Target::File { partial: None, .. } => {}
            Target::Tree { out, .. } => {
                // Only a killed run leaves it behind.
                let scratch = scratch(&out);
                match fs::remove_file(&scratch) {
                    Err(error) if error.kind() != io::ErrorKind::NotFound => {
                        return Err(error)
                            .with_context(|| format!("cannot remove {}", scratch.display()));
                    }
                    _ => {}
                }
            }
        }
        match self.run {
            Some(run) => run.work.remove(),
            None => Ok(()),
        }
    }
}

/// Opens the file with the output so far, truncated to its known length.
fn open_partial(work: &Work, state: &State) -> anyhow::Result<File> {
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
            "{} is shorter than its journal says; --force starts again",
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

fn remove_unsure(out: &Path, left: &Left) -> anyhow::Result<()> {
    for file in &left.unsure {
        let file = out.join(file);
        if file.exists() {
            fs::remove_file(&file).with_context(|| format!("cannot replace {}", file.display()))?;
        }
    }
    Ok(())
}

/// The file to which a page of a tree is written before it gets its name.
fn scratch(out: &Path) -> PathBuf {
    out.join(".demold-partial")
}

/// Describes what must be the same for a run to be resumed.
fn about(args: &Clean, sources: &Sources) -> String {
    let mut same = args.clone();
    (same.force, same.strict, same.explain, same.resume) = (false, false, false, false);
    same.reading.memory = None;
    format!(
        "demold {}, {same:?}, {:?}",
        env!("CARGO_PKG_VERSION"),
        sources.identities()
    )
}
