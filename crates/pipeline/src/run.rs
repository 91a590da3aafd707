//! Both passes over the same pages.

use std::{io::Write, sync::Arc};

use demold::{Learner, Rules};

use crate::{
    cleaned::{Pass, Stripper, Tally, Wanted},
    error::Error,
    files::Work,
    observer::Observer,
    output::{Ready, Sink},
    pages::{PageFiles, ReadOptions},
    records::Rendering,
    store::PageStore,
    templates::Learning,
};

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
    pub(crate) fn write_to(&self, sink: &mut Sink<'_>) -> Result<Tally, Error> {
        let style = sink.style();
        let learner = self.learner.clone().metadata(style.rendering.needs_metadata());
        let store = Arc::new(PageStore::new(self.options.memory));
        let stripper = self.stripper(&learner, &store, sink.work())?;
        let pass = self.pass(&stripper, &store, style.rendering.needs_reasons());
        pass.all(sink.before(), |made| Ready::of(made, &style), |batch| sink.write(batch))
    }

    /// Learns the templates of all sites.
    fn stripper(&self, learner: &Learner, store: &Arc<PageStore>, work: Option<&mut Work>) -> Result<Stripper, Error> {
        let learning = Learning {
            files: self.files,
            reading: &self.options,
            learner,
            idioms: None,
            weigh: false,
            store,
            are_cleaned: true,
            observer: self.observer,
        };
        Ok(Stripper::of_sites(learning.learn_or_resume(work)?, &self.options, learner))
    }

    fn pass<'p>(&'p self, stripper: &'p Stripper, store: &'p PageStore, with_reasons: bool) -> Pass<'p> {
        Pass {
            files: self.files,
            reading: &self.options,
            store,
            stripper,
            rules: &self.rules,
            misfit: None,
            explain: None,
            with_reasons,
            wanted: &self.wanted,
            observer: self.observer,
        }
    }
}
