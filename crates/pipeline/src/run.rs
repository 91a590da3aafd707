//! Both passes over the same pages.

use std::{io::Write, path::PathBuf, sync::Arc};

use demold::{Learner, Rules};

use crate::{
    cleaned::{Pass, Stripper, Tally, Wanted},
    error::Error,
    files::Work,
    observer::Observer,
    output::{Identity, Ready, Sink, Writing},
    pages::{PageFiles, ReadOptions},
    records::Rendering,
    store::PageStore,
    templates::Learning,
};

/// The most inputs that an error names.
///
/// Chosen: what fits on a screen.
const MOST_NAMED: usize = 10;

/// Cleans all pages of any number of sites in two passes, each page by the template of its own site.
///
/// # Complexity
///
/// Linear in the pages. Memory: what the [options](ReadOptions::memory) allow and half as much for pages that wait for
/// the second pass, some 100 MB for templates, and some hundred bytes for each site and each page.
#[derive(Clone)]
pub struct Run<'a> {
    /// The pages.
    pub files: &'a PageFiles,
    /// Which of them are read, and how.
    pub options: ReadOptions,
    /// How a site is learned.
    pub learner: Learner,
    /// What users know better, of all pages and of known sites.
    pub rules: Rules,
    /// Which pages are written.
    pub wanted: Wanted,
    /// Who is told how far the work is.
    pub observer: &'a dyn Observer,
}

impl std::fmt::Debug for Run<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Run").field("options", &self.options).finish_non_exhaustive()
    }
}

impl<'a> Run<'a> {
    /// Cleans these pages by the default method, without an observer.
    #[must_use]
    pub fn new(files: &'a PageFiles) -> Run<'a> {
        Run {
            files,
            options: ReadOptions::default(),
            learner: Learner::new(),
            rules: Rules::default(),
            wanted: Wanted::default(),
            observer: &(),
        }
    }

    /// Cleans all pages, and writes them in one of the forms of which a file [holds many](crate::Format::is_single). Of
    /// a [table](crate::Format::Parquet) and of a [file for language models](crate::Format::Llms) the lines are written
    /// of which it is made. The date of WARC records of pages that have none is the present one.
    ///
    /// # Errors
    ///
    /// As [`Learning::learn`] and [`Pass::all`], and those of `out`.
    pub fn write(&self, rendering: &Rendering, out: &mut (impl Write + Send)) -> Result<Tally, Error> {
        let mut sink = Sink::stream(out, false, rendering, None)?;
        let tally = self.write_to(&mut sink)?;
        sink.finish(self.observer)?;
        Ok(tally)
    }

    /// Cleans the pages that an earlier run has not written, and writes them.
    fn write_to(&self, sink: &mut Sink<'_>) -> Result<Tally, Error> {
        let style = sink.style();
        let learner = self.learner.clone().metadata(style.rendering.needs_metadata());
        let store = Arc::new(PageStore::new(self.options.memory));
        let learning = Learning {
            files: self.files,
            reading: &self.options,
            learner: &learner,
            idioms: None,
            weigh: false,
            store: &store,
            are_cleaned: true,
            observer: self.observer,
        };
        let templates = learning.learn_or_resume(sink.work())?;
        let pass = Pass {
            files: self.files,
            reading: &self.options,
            store: &store,
            stripper: &Stripper::of_sites(templates, &self.options, &learner),
            rules: &self.rules,
            misfit: None,
            explain: None,
            with_reasons: style.rendering.needs_reasons(),
            wanted: &self.wanted,
            observer: self.observer,
        };
        pass.all(sink.before(), |made| Ready::of(made, &style), |batch| sink.write(batch))
    }

    /// Cleans all pages, and writes them to a file or a folder. The bytes are those that the command writes. A file
    /// gets its name when it is complete; until then its content is in a work folder beside it, with what is needed to
    /// resume the run. `identity` is what such a run must have in common with this one: what influences the output,
    /// without the inputs.
    ///
    /// Returns none if there is nothing to resume, because the output is complete.
    ///
    /// # Errors
    ///
    /// As [`write`](Run::write). [`Error::Output`] if something is in the way of the output. If there is no page in the
    /// inputs, nothing is written. If an input could not be read as a whole, the rest is written, and the error names the
    /// input.
    pub fn write_out(&self, writing: &Writing, identity: Identity) -> Result<Option<Tally>, Error> {
        // First, because another run that is writing there is the reason for most other errors.
        let left = writing.outlet.path().map(|out| Work::left(out, self.observer)).transpose()?.flatten();
        if writing.resume && writing.is_complete(left.as_ref()) {
            return Ok(None);
        }
        let inputs: Vec<PathBuf> = self.files.all().iter().filter_map(|file| Some(file.path()?.to_owned())).collect();
        writing.check_place(&inputs, left.as_ref())?;
        writing.check_pages(self.files.n_pages(), left.as_ref())?;
        let mut sink = Sink::open(writing, self.files, identity, left, self.observer)?;
        let tally = self.write_to(&mut sink)?;
        match self.check_any() {
            Ok(()) => sink.finish(self.observer)?,
            Err(error) => {
                sink.abandon();
                return Err(error);
            }
        }
        self.check_whole()?;
        Ok(Some(tally))
    }

    /// Checks that there was a page in the inputs.
    fn check_any(&self) -> Result<(), Error> {
        let all = self.files.all();
        if all.iter().any(|file| file.n_read().1 > 0) {
            return Ok(());
        }
        self.check_whole()?;
        let names: Vec<&str> = all.iter().take(MOST_NAMED).map(|file| &**file.name()).collect();
        Err(Error::refused(format!("no page in {}", names.join(", "))))
    }

    /// Checks that everything that had to be read was read.
    fn check_whole(&self) -> Result<(), Error> {
        let troubled = self.files.all().iter();
        let troubled = troubled.filter_map(|file| Some(format!("{}: {}", file.name(), file.trouble()?)));
        let named: Vec<String> = troubled.take(MOST_NAMED).collect();
        if named.is_empty() { Ok(()) } else { Err(Error::refused(named.join("; "))) }
    }
}
