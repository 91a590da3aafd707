//! Writes cleaned pages in the order of the input, so that an interrupted run can be resumed.

use std::{fs::File, io::Write as _, path::PathBuf, time::SystemTime};

use anyhow::{Context as _, bail};
use formats::{
    planned,
    warc::{Compression, utc},
};
use pipeline::{Batch, Before, Format, PageFiles, Style, TextHash, write_llms};

use super::{
    about::about,
    journal::{self, State},
    made::make,
    tree::{Ready, Tree},
};
use crate::{
    files::{self, Work},
    plan::{Clean, FOR_MANY, Outlet},
    terminal::{self, Output},
};

/// An output, and its progress.
#[derive(Debug)]
pub(crate) struct Sink {
    target: Target,
    style: Style,
    state: State,
    /// The hashes of the texts that an earlier run has written.
    texts: Vec<TextHash>,
    /// The work folder; none for standard output, which cannot be resumed.
    work: Option<Work>,
}

#[derive(Debug)]
enum Target {
    Stdout {
        out: Output,
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
    Tree(Tree),
}

impl Sink {
    /// Opens an output. `left` is what an interrupted run has left. What that run may have written after the last
    /// line of its journal is removed.
    pub(crate) fn open(plan: &Clean, sources: &PageFiles, left: Option<Work>) -> anyhow::Result<Sink> {
        let date = plan.date.clone();
        let mut style = Style {
            rendering: plan.rendering.clone(),
            compression: Compression::None,
            date: date.unwrap_or_else(|| utc(SystemTime::now())),
        };
        let outlet = &plan.outlet;
        let out = match outlet {
            Outlet::Stdout { is_one } => {
                let sink = Sink {
                    target: Target::Stdout { out: terminal::output()?, is_one: *is_one },
                    style,
                    state: State::default(),
                    texts: Vec::new(),
                    work: None,
                };
                return sink.begun();
            }
            Outlet::File { out, .. } | Outlet::Tree(out) => out,
        };
        if plan.resume && !sources.are_kept() {
            bail!("standard input cannot be read again: --resume needs files");
        }
        let had_work = left.is_some();
        let mut work = match left {
            Some(work) if work.is_begun() && !plan.resume && !plan.force => bail!(
                "an earlier run was interrupted and left {}; --resume continues it, --force starts \
                 again",
                work.path().display()
            ),
            Some(work) => work,
            None => Work::create(out)?,
        };
        // Read before the journal is opened, which truncates it. The output itself is gone once it was renamed.
        let has_its_name = plan.resume && work.is_finished() && !work.has_lines();
        let about = about(plan, sources, &work)?;
        let left = journal::open(&mut work, &about, &style.date, plan.resume)?;
        let left = left.unwrap_or_default();
        // Records of pages without a date get the one of the first run, so that the bytes are the same as without an
        // interruption.
        style.date = left.date.clone().unwrap_or(style.date);
        let target = match outlet {
            Outlet::Tree(_) => {
                let listed: Vec<formats::Listed<'_>> = sources.listed().collect();
                // A page that stays HTML keeps its name.
                let extension = style.rendering.format.extension();
                let planned = planned(&listed, Some(extension).filter(|own| *own != "html"));
                let mut tree = Tree::new(out, planned);
                // Without a work folder no run was interrupted, and nothing there is ours to remove.
                if had_work {
                    tree.tidy(&left.unsure)?;
                }
                Target::Tree(tree)
            }
            Outlet::File { is_one, .. } => {
                style.compression = Compression::of_name(&out.to_string_lossy());
                let partial = (!has_its_name).then(|| files::partial(&work, left.state.length));
                Target::File { out: out.clone(), is_one: *is_one, partial: partial.transpose()? }
            }
            Outlet::Stdout { .. } => bail!("standard output has no journal"),
        };
        let sink = Sink { target, style, state: left.state, texts: left.texts, work: Some(work) };
        sink.begun()
    }

    /// Writes the bytes that precede the first page.
    fn begun(mut self) -> anyhow::Result<Sink> {
        let head = self.style.head()?;
        match &mut self.target {
            Target::Stdout { out, .. } => out.write_all(&head)?,
            Target::File {
                partial: Some(partial),
                out,
                ..
            // A run that is resumed has written them already.
            } if self.state.length == 0 => {
                partial
                    .write_all(&head)
                    .with_context(|| format!("cannot write {}", out.display()))?;
                self.state.length = head.len() as u64;
            }
            Target::File { .. } | Target::Tree(_) => {}
        }
        Ok(self)
    }

    /// Returns how pages are rendered.
    pub(crate) fn style(&self) -> Style {
        self.style.clone()
    }

    /// Returns what earlier runs have done, and takes the texts out of the sink.
    pub(crate) fn before(&mut self) -> Before {
        Before { tally: self.state.tally.clone(), texts: std::mem::take(&mut self.texts) }
    }

    /// Returns the work folder, in which the templates of this run are stored.
    pub(crate) fn work(&mut self) -> Option<&mut Work> {
        self.work.as_mut()
    }

    /// Writes a batch of pages, and notes in the journal that they are written.
    pub(crate) fn write(&mut self, batch: Batch<'_, Ready>) -> anyhow::Result<()> {
        let pages = batch.made;
        let n_before = self.state.tally.n_out();
        self.state.tally = batch.tally.clone();
        // The number of pages in a crawl file is not known before it is read, so it is checked here again.
        let is_too_many = 1 < n_before + pages.len();
        match &mut self.target {
            Target::Stdout { out, is_one } => {
                if *is_one && is_too_many {
                    bail!("there are several pages to write: {FOR_MANY}");
                }
                for page in pages {
                    out.write_all(&page.bytes)?;
                }
                return Ok(());
            }
            Target::File { out, is_one, partial } => {
                if *is_one && is_too_many {
                    bail!("{} holds one page, and there are several; {FOR_MANY}", out.display());
                }
                let all: Vec<&[u8]> = pages.iter().map(|page| &*page.bytes).collect();
                let packed = self.style.joined(&all)?;
                match partial {
                    Some(partial) => {
                        partial.write_all(&packed).with_context(|| format!("cannot write {}", out.display()))?
                    }
                    // The earlier run has written all pages. If this one has more, the input has changed.
                    None if packed.is_empty() => {}
                    None => bail!("{} is complete, but there is more input now", out.display()),
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
    pub(crate) fn abandon(self) {
        // An open file cannot be removed everywhere.
        drop(self.target);
        if let Some(mut work) = self.work {
            work.keep(false);
        }
    }

    /// Renames the output, and removes what only an interrupted run needs.
    pub(crate) fn finish(mut self) -> anyhow::Result<()> {
        match self.target {
            Target::Stdout { mut out, .. } => out.flush()?,
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
                            pipeline::write_table(lines, file, &self.style.rendering.fields)
                        })?,
                        Format::Llms => {
                            make(work, &out, |lines, mut file| write_llms(lines, &mut file).map(|()| file))?
                        }
                        _ => work.name_lines(&out).with_context(failed)?,
                    }
                }
            }
            Target::File { partial: None, .. } | Target::Tree(_) => {}
        }
        match self.work {
            Some(work) => work.remove(),
            None => Ok(()),
        }
    }
}
