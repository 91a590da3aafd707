//! Both passes over the same pages.

use std::{io::Write, sync::Arc};

use demold::{Learner, Rules};

use crate::{
    cleaned::{Batch, Before, CleanedPage, Pass, Stripper, Tally, Wanted},
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
///
/// # Examples
///
/// ```
/// use pipeline::{Format, Rendering, Run, PageFiles};
///
/// let path = std::env::temp_dir().join("demold-run-example.jsonl");
/// let page = |own: &str| format!("{{\"url\":\"http://a.example/\",\"html\":\"<nav>Home</nav><p>The {own} is late.\"}}\n");
/// std::fs::write(&path, ["ferry", "train", "tide"].map(page).concat())?;
///
/// let mut files = PageFiles::default();
/// files.add(&path)?;
/// let mut records = Vec::new();
/// let tally = Run::new(&files).write(&Rendering::new(Format::Jsonl), &mut records)?;
/// assert_eq!((tally.n_in, tally.n_out()), (3, 3));
/// assert!(String::from_utf8(records)?.contains("\"text\":\"The ferry is late.\""));
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

    /// Cleans all pages. `make` turns each into output, in parallel, and returns the output with its size in bytes.
    /// `take` receives the results of one batch after another, in the order of the input.
    ///
    /// # Errors
    ///
    /// As [`Learning::learn`] and [`Pass::all`].
    pub fn clean<T: Send, E: From<Error> + Send>(
        &self,
        make: impl Fn(&CleanedPage<'_>) -> Result<(T, usize), Error> + Sync,
        take: impl FnMut(Batch<'_, T>) -> Result<(), E> + Send,
    ) -> Result<Tally, E> {
        let store = Arc::new(PageStore::new(self.options.memory));
        let stripper = self.stripper(&self.learner, &store, None)?;
        self.pass(&stripper, &store, true).all(Before::default(), make, take)
    }

    /// Cleans all pages, and writes them in one of the forms of which a file [holds many](crate::Format::is_single). Of
    /// a [table](crate::Format::Parquet) and of a [file for language models](crate::Format::Llms) the lines are written
    /// of which it is made. The date of WARC records of pages that have none is the present one.
    ///
    /// # Errors
    ///
    /// As [`clean`](Run::clean), and those of `out`.
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
