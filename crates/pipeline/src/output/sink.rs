//! Writes cleaned pages in the order of the input, so that an interrupted run can be resumed.

use std::{
    fmt,
    fs::File,
    io::{BufReader, BufWriter, Seek as _, Write},
    path::{Path, PathBuf},
    time::SystemTime,
};

use formats::{
    planned,
    warc::{Compression, utc},
};

use super::{
    identity::Identity,
    journal::{self, State},
    outlet::{Outlet, Writing},
    tree::{Ready, Tree},
};
use crate::{
    cleaned::{Batch, Before},
    duplicates::TextHash,
    error::{Context as _, Error},
    files::Work,
    observer::Observer,
    obstacle::Obstacle,
    pages::PageFiles,
    records::{Format, Rendering, Style, write_llms},
};

/// An output, and its progress.
#[derive(Debug)]
pub struct Sink<'w> {
    target: Target<'w>,
    style: Style,
    state: State,
    /// The hashes of the texts that an earlier run has written.
    texts: Vec<TextHash>,
    /// The work folder; none for a stream, which cannot be resumed.
    work: Option<Work>,
}

enum Target<'w> {
    Stream {
        out: Box<dyn Write + Send + 'w>,
        is_one: bool,
    },
    /// A file, which gets its final name at the end.
    File {
        out: PathBuf,
        is_one: bool,
        /// The output so far; none if an interrupted run has already renamed the file.
        partial: Option<File>,
    },
    /// One file per page.
    // Much larger than the others.
    Tree(Box<Tree>),
}

impl fmt::Debug for Target<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Target::Stream { .. } => "Stream",
            Target::File { .. } => "File",
            Target::Tree(_) => "Tree",
        })
    }
}

/// Returns how pages are written on this day, or else now.
fn styled(rendering: &Rendering, date: Option<&str>) -> Style {
    Style {
        rendering: rendering.clone(),
        compression: Compression::None,
        date: date.map_or_else(|| utc(SystemTime::now()), str::to_owned),
    }
}

impl<'w> Sink<'w> {
    /// Opens a stream, which holds one page if `is_one`. Of a table and of a file for language models the lines are
    /// written of which it is made.
    ///
    /// # Errors
    ///
    /// Those of the stream.
    pub fn stream(
        out: impl Write + Send + 'w,
        is_one: bool,
        rendering: &Rendering,
        date: Option<&str>,
    ) -> Result<Sink<'w>, Error> {
        let style = styled(rendering, date);
        let target = Target::Stream { out: Box::new(out), is_one };
        Sink { target, style, state: State::default(), texts: Vec::new(), work: None }.begun()
    }

    /// Opens a file or a folder. `left` is what an interrupted run has left. What that run may have written after the last
    /// line of its journal is removed. `identity` is what it and this run must have in common, without the inputs.
    ///
    /// # Errors
    ///
    /// If an interrupted run is in the way, or cannot be resumed, if the place cannot be written to, and if it is a
    /// stream. Also if the format is Parquet, and this was built without.
    pub fn open(
        writing: &Writing,
        files: &PageFiles,
        identity: Identity,
        left: Option<Work>,
        observer: &dyn Observer,
    ) -> Result<Sink<'w>, Error> {
        let mut style = styled(&writing.rendering, writing.date.as_deref());
        let Some(out) = writing.outlet.path() else {
            return Err(Error::refused("a stream has no journal".to_owned()));
        };
        if writing.rendering.format == Format::Parquet && cfg!(not(feature = "parquet")) {
            return Err(Error::refused("this build does not write Parquet".to_owned()));
        }
        if writing.resume
            && let Some(file) = files.all().iter().find(|file| !file.is_kept())
        {
            return Err(Obstacle::ReadOnce { input: file.name().to_string() }.into());
        }
        let had_work = left.is_some();
        let mut work = match left {
            Some(work) if work.is_begun() && !writing.resume && !writing.force => {
                return Err(Obstacle::Interrupted { work: work.path().to_owned(), is_resumable: true }.into());
            }
            Some(work) => work,
            None => Work::create(out, observer)?,
        };
        // Read before the journal is opened, which truncates it. The output itself is gone once it was renamed.
        let has_its_name = writing.resume && work.is_finished() && !work.has_lines();
        let identity = identity.inputs(files.identities());
        let left = journal::open(&mut work, &identity, &style.date, writing.resume)?;
        let left = left.unwrap_or_default();
        // Records of pages without a date get the one of the first run, so that the bytes are the same as without an
        // interruption.
        style.date = left.date.clone().unwrap_or(style.date);
        let target = match &writing.outlet {
            Outlet::File { is_one, .. } => {
                style.compression = Compression::of_name(&out.to_string_lossy());
                let partial = (!has_its_name).then(|| work.partial(left.state.length)).transpose()?;
                let is_one = *is_one || style.rendering.format.is_single();
                Target::File { out: out.to_owned(), is_one, partial }
            }
            Outlet::Stream { .. } | Outlet::Tree(_) => {
                let listed: Vec<formats::Listed<'_>> = files.listed().collect();
                // A page that stays HTML keeps its name.
                let extension = style.rendering.format.extension();
                let planned = planned(&listed, Some(extension).filter(|own| *own != "html"));
                let mut tree = Tree::new(out, planned);
                // Without a work folder no run was interrupted, and nothing there is ours to remove.
                if had_work {
                    tree.tidy(&left.unsure)?;
                }
                Target::Tree(Box::new(tree))
            }
        };
        Sink { target, style, state: left.state, texts: left.texts, work: Some(work) }.begun()
    }

    /// Writes the bytes that precede the first page.
    fn begun(mut self) -> Result<Sink<'w>, Error> {
        let head = self.style.head()?;
        match &mut self.target {
            Target::Stream { out, .. } => out.write_all(&head).map_err(Error::Stream)?,
            Target::File {
                partial: Some(partial),
                out,
                ..
            // A run that is resumed has written them already.
            } if self.state.length == 0 => {
                partial.write_all(&head).with_context(|| format!("cannot write {}", out.display()))?;
                self.state.length = head.len() as u64;
            }
            Target::File { .. } | Target::Tree(_) => {}
        }
        Ok(self)
    }

    /// Returns how pages are rendered.
    #[must_use]
    pub fn style(&self) -> Style {
        self.style.clone()
    }

    /// Returns what earlier runs have done, and takes the texts out of the sink.
    pub fn before(&mut self) -> Before {
        Before { tally: self.state.tally.clone(), texts: std::mem::take(&mut self.texts) }
    }

    /// Returns the work folder, in which the templates of this run are stored.
    pub fn work(&mut self) -> Option<&mut Work> {
        self.work.as_mut()
    }

    /// Writes a batch of pages, and notes in the journal that they are written.
    ///
    /// # Errors
    ///
    /// If they cannot be written, and if there are several pages and the output holds one.
    pub fn write(&mut self, batch: Batch<'_, Ready>) -> Result<(), Error> {
        let pages = batch.made;
        let n_before = self.state.tally.n_out();
        self.state.tally = batch.tally.clone();
        // The number of pages in a crawl file is not known before it is read, so it is checked here again.
        let is_too_many = n_before + pages.len() > 1;
        match &mut self.target {
            Target::Stream { out, is_one } => {
                if *is_one && is_too_many {
                    return Err(Obstacle::Several { n_pages: None, out: None }.into());
                }
                for page in pages {
                    out.write_all(&page.bytes).map_err(Error::Stream)?;
                }
                return Ok(());
            }
            Target::File { out, is_one, partial } => {
                if *is_one && is_too_many {
                    return Err(Obstacle::Several { n_pages: None, out: Some(out.clone()) }.into());
                }
                let failed = || format!("cannot write {}", out.display());
                let all: Vec<&[u8]> = pages.iter().map(|page| &*page.bytes).collect();
                let packed = self.style.joined(&all).with_context(failed)?;
                match partial {
                    Some(partial) => partial.write_all(&packed).with_context(failed)?,
                    // The earlier run has written all pages. If this one has more, the input has changed.
                    None if packed.is_empty() => {}
                    None => {
                        let shown = out.display();
                        return Err(Error::refused(format!("{shown} is complete, but there is more input now")));
                    }
                }
                self.state.length += packed.len() as u64;
            }
            Target::Tree(tree) => {
                let extension = self.style.rendering.format.extension();
                let names = tree.names(&pages, self.state.length, extension);
                if let Some(work) = &mut self.work {
                    let listed: Vec<String> = names.iter().map(|name| name.display().to_string()).collect();
                    journal::announce(work, &listed)?;
                    // From here on there are pages in the output, so a run that fails can be resumed.
                    work.keep(true);
                }
                tree.write(&pages, &names)?;
                self.state.length += names.len() as u64;
            }
        }
        if let Some(work) = &mut self.work {
            work.keep(true);
            journal::done(work, &self.state, &batch.texts)?;
        }
        Ok(())
    }

    /// Ends a run that has read no page: nothing of it is left, and an earlier output stays.
    pub fn abandon(self) {
        // An open file cannot be removed everywhere.
        drop(self.target);
        if let Some(mut work) = self.work {
            work.keep(false);
        }
    }

    /// Renames the output, and removes what only an interrupted run needs.
    ///
    /// # Errors
    ///
    /// If the output cannot be written or renamed.
    pub fn finish(mut self, observer: &dyn Observer) -> Result<(), Error> {
        match self.target {
            Target::Stream { mut out, .. } => out.flush().map_err(Error::Stream)?,
            Target::File { out, partial: Some(partial), .. } => {
                if let Some(work) = &mut self.work {
                    let failed = || format!("cannot write {}", out.display());
                    // On disk before it is renamed, so that a file with its final name is complete even after a loss
                    // of power.
                    partial.sync_all().with_context(failed)?;
                    drop(partial);
                    work.finish()?;
                    match self.style.rendering.format {
                        // The lines so far become the rows of a table, which needs all of them to be there.
                        #[cfg(feature = "parquet")]
                        Format::Parquet => make(work, &out, |lines, file| {
                            crate::records::write_table(lines, file, &self.style.rendering.fields)
                        })?,
                        Format::Llms => {
                            make(work, &out, |lines, mut file| write_llms(lines, &mut file).map(|()| file))?;
                        }
                        _ => work.name_lines(&out).with_context(failed)?,
                    }
                }
            }
            Target::File { partial: None, .. } | Target::Tree(_) => {}
        }
        match self.work {
            Some(work) => work.remove(observer),
            None => Ok(()),
        }
    }
}

/// Makes the file by `write`, which is given the lines and an empty file, and renames it to `out`.
fn make<E: Into<Box<dyn std::error::Error + Send + Sync>>>(
    work: &Work,
    out: &Path,
    write: impl FnOnce(BufReader<File>, BufWriter<File>) -> Result<BufWriter<File>, E>,
) -> Result<(), Error> {
    let failed = || format!("cannot write {}", out.display());
    let mut lines = work.lines()?;
    lines.rewind().with_context(failed)?;
    let file = BufWriter::new(work.new_table().with_context(failed)?);
    let mut file = write(BufReader::new(lines), file).with_context(failed)?;
    file.flush().with_context(failed)?;
    file.get_ref().sync_all().with_context(failed)?;
    drop(file);
    work.name_table(out).with_context(failed)
}
