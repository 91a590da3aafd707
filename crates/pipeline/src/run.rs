//! Both passes over the same pages.

use std::io::Write;

use demold::{Learner, Rules};
use formats::warc::{Compression, utc};

use crate::{
    cleaned::{Batch, Before, CleanedPage, Pass, Stripper, Tally, Wanted},
    error::Error,
    observer::Observer,
    pages::{PageFiles, ReadOptions},
    records::{Rendering, Style},
    templates::{Learning, Readings},
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
        self.both(&self.learner, true, make, take)
    }

    /// Cleans all pages, and writes them in one of the forms of which a file [holds many](crate::Format::is_single). Of
    /// a [table](crate::Format::Parquet) and of a [file for language models](crate::Format::Llms) the lines are written
    /// of which it is made. The date of WARC records of pages that have none is the present one.
    ///
    /// # Errors
    ///
    /// As [`clean`](Run::clean), and those of `out`.
    pub fn write(&self, rendering: &Rendering, out: &mut (impl Write + Send)) -> Result<Tally, Error> {
        let style = Style {
            rendering: rendering.clone(),
            compression: Compression::None,
            date: utc(std::time::SystemTime::now()),
        };
        self.styled(&style, out)
    }

    /// Cleans all pages, and writes what the style makes of them.
    pub(crate) fn styled(&self, style: &Style, out: &mut (impl Write + Send)) -> Result<Tally, Error> {
        let rendering = &style.rendering;
        let learner = self.learner.clone().metadata(rendering.needs_metadata());
        let wrote = |written: std::io::Result<()>| written.map_err(Error::kept("cannot write what was cleaned"));
        wrote(out.write_all(&style.head()?))?;
        let make = |made: &CleanedPage<'_>| {
            let bytes = style.render(made)?;
            let n_bytes = bytes.len();
            Ok((bytes, n_bytes))
        };
        let tally = self.both(&learner, rendering.needs_reasons(), make, |batch| {
            wrote(style.joined(&batch.made).and_then(|bytes| out.write_all(&bytes)))
        })?;
        wrote(out.flush())?;
        Ok(tally)
    }

    fn both<T: Send, E: From<Error> + Send>(
        &self,
        learner: &Learner,
        with_reasons: bool,
        make: impl Fn(&CleanedPage<'_>) -> Result<(T, usize), Error> + Sync,
        take: impl FnMut(Batch<'_, T>) -> Result<(), E> + Send,
    ) -> Result<Tally, E> {
        let readings = Readings::default();
        let learning = Learning {
            files: self.files,
            reading: &self.options,
            learner,
            idioms: None,
            weigh: false,
            readings: Some(&readings),
            observer: self.observer,
        };
        let stripper = Stripper::of_sites(learning.learn(None)?, &self.options, learner);
        let pass = Pass {
            files: self.files,
            reading: &self.options,
            readings: &readings,
            stripper: &stripper,
            rules: &self.rules,
            misfit: None,
            explain: None,
            with_reasons,
            wanted: &self.wanted,
            observer: self.observer,
        };
        pass.all(Before::default(), make, take)
    }
}
