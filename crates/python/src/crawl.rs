//! `demold.clean`: the pages of any number of sites, from files to a file.

use std::{
    path::PathBuf,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    time::Duration,
};

use demold::Record;
use pipeline::{Format, Likeness, Observer, PageFiles, Phase, ReadOptions, Rendering, Run, Suffix, Wanted};
use pyo3::{prelude::*, types::PyDict};

use crate::{
    cleaned::data,
    error::{self, Error},
    overrides::{self, Selectors},
    rules::Rules,
    settings,
    site_grouper::SiteGrouper,
    threads,
};

/// How long a signal such as Ctrl-C may wait.
///
/// Chosen: less than people notice.
const SIGNALS: Duration = Duration::from_millis(50);

/// Does what `demold.clean` says. `progress` is called with the name of a part of the work, the pages that are done of
/// it, and its position and length.
#[pyfunction]
#[pyo3(signature = (
    inputs, out, format = None, *, fields = None, links = true, images = true, sanitize = false, language = None,
    min_words = 0, min_confidence = 0.0, min_date = None, max_date = None, dedup = None, grouper = None,
    min_site_pages = 1, keep = None, drop = None, only = None, rules = None, url_field = "url", html_field = "html",
    max_page = None, memory = None, date = None, threads = None, force = false, progress = None, **settings
))]
#[expect(clippy::too_many_arguments, reason = "in Python they have names")]
pub(crate) fn _clean<'py>(
    py: Python<'py>,
    inputs: Vec<PathBuf>,
    out: PathBuf,
    format: Option<&str>,
    fields: Option<Vec<String>>,
    links: bool,
    images: bool,
    sanitize: bool,
    language: Option<Vec<String>>,
    min_words: usize,
    min_confidence: f64,
    min_date: Option<String>,
    max_date: Option<String>,
    dedup: Option<&str>,
    grouper: Option<&Bound<'py, SiteGrouper>>,
    min_site_pages: u64,
    keep: Option<Selectors>,
    drop: Option<Selectors>,
    only: Option<Selectors>,
    rules: Option<&Bound<'py, Rules>>,
    url_field: &str,
    html_field: &str,
    max_page: Option<usize>,
    memory: Option<usize>,
    date: Option<&str>,
    threads: Option<usize>,
    force: bool,
    progress: Option<Py<PyAny>>,
    settings: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let mut rendering = rendering(&out, format, fields)?;
    rendering.markdown = rendering.markdown.links(links).images(images);
    rendering.is_sanitized = sanitize;
    if !force && out.symlink_metadata().is_ok() {
        return Err(Error::new_err(format!("{} exists; force=True replaces it", out.display())));
    }
    let languages = language.unwrap_or_default();
    let languages = languages.iter().map(|name| demold::parse_language(name)).collect::<Result<_, _>>();
    let mut options = ReadOptions { min_pages: min_site_pages, ..ReadOptions::default() };
    options.group = grouper.map(|grouper| grouper.get().grouper().clone());
    options.memory = memory.unwrap_or(options.memory);
    options.formats = options.formats.url_field(url_field).html_field(html_field);
    if let Some(bytes) = max_page {
        options.formats = options.formats.max_page(bytes);
    }
    options.column_hint = " (html_field names the column of pages)";
    let mut files = PageFiles::default();
    for input in &inputs {
        if input.is_dir() {
            let advice = "pass the files in it, or let the command do it: demold clean FOLDER --out FILE";
            return Err(Error::new_err(format!("{} is a folder; {advice}", input.display())));
        }
        files.add(input).map_err(|error| error::from_io(error, input))?;
    }
    let observer = Watcher::new(progress);
    let run = Run {
        files: &files,
        options,
        learner: settings::learner(settings)?,
        rules: overrides::of(keep, drop, only, rules.map(Bound::get))?,
        wanted: Wanted {
            languages: languages.map_err(|unknown| Error::new_err(unknown.to_string()))?,
            min_words,
            min_date,
            max_date,
            min_confidence,
            likeness: match dedup {
                None => None,
                Some("exact") => Some(Likeness::Exact),
                Some("near") => Some(Likeness::Near),
                Some(other) => {
                    return Err(Error::new_err(format!("there is no dedup {other:?}; choose from exact, near")));
                }
            },
        },
        observer: &observer,
    };
    let pool = threads::start(threads)?;
    let done = py.detach(|| {
        std::thread::scope(|scope| {
            let (sender, receiver) = mpsc::sync_channel(1);
            let work =
                scope.spawn(move || sender.send(pool.install(|| run.write_file(&rendering, date, &out))).is_ok());
            // Only the main thread is told of signals.
            loop {
                match receiver.recv_timeout(SIGNALS) {
                    Ok(done) => return Some(done),
                    Err(RecvTimeoutError::Timeout) => observer.note(Python::attach(|py| py.check_signals())),
                    Err(RecvTimeoutError::Disconnected) => {
                        return match work.join() {
                            Err(panic) => std::panic::resume_unwind(panic),
                            Ok(_) => None,
                        };
                    }
                }
            }
        })
    });
    if let Some(raised) = observer.raised() {
        return Err(raised);
    }
    let tally = done.ok_or_else(|| Error::new_err("the work ended early"))?;
    let tally = tally.map_err(|error| error::from_pipeline(&error))?;
    let counts: Bound<'py, PyDict> = data(py, &tally)?.cast_into()?;
    counts.set_item("n_out", tally.n_out())?;
    Ok(counts)
}

/// Decides what is written, by the name of the output if the form is not given.
fn rendering(out: &std::path::Path, format: Option<&str>, fields: Option<Vec<String>>) -> PyResult<Rendering> {
    let given = format.map(str::parse::<Format>).transpose().map_err(Error::new_err)?;
    let said = match Suffix::of(out).map_err(Error::new_err)? {
        Suffix::Many(format) => Some(format),
        Suffix::One(_) | Suffix::Folder => None,
    };
    let Some(format) = said.filter(|said| given.is_none_or(|given| given == *said)) else {
        let known = Format::all().filter(|format| !format.is_single()).flat_map(Suffix::all_of);
        let known: Vec<&str> = known.filter(|end| *end != ".json").collect();
        let name = given.map_or_else(|| "its format".to_owned(), |format| format!("the format {format}"));
        return Err(Error::new_err(format!(
            "{} is no name of a file of {name}, which holds the pages of all sites; choose from {}. A file for each page \
             is written by the command: demold clean",
            out.display(),
            known.join(", ")
        )));
    };
    let rendering = Rendering::new(format);
    let Some(fields) = fields else {
        return Ok(rendering);
    };
    if !format.is_record() {
        return Err(Error::new_err(format!("fields belong to records (jsonl or parquet), and this is {format}")));
    }
    if let Some(unknown) = fields.iter().find(|field| !Record::FIELDS.contains(&&***field)) {
        let known = Record::FIELDS.join(", ");
        return Err(Error::new_err(format!("there is no field {unknown:?}; choose from {known}")));
    }
    Ok(rendering.fields(&fields))
}

/// Tells Python how far the work is, and ends the work when Python asks for it.
struct Watcher {
    progress: Option<Py<PyAny>>,
    /// The part of the work, its length, and the pages that are done.
    part: Mutex<(&'static str, u64, u64)>,
    raised: Mutex<Option<PyErr>>,
    is_stopped: AtomicBool,
}

impl Watcher {
    fn new(progress: Option<Py<PyAny>>) -> Watcher {
        Watcher { progress, part: Mutex::default(), raised: Mutex::default(), is_stopped: AtomicBool::new(false) }
    }

    /// Takes the first exception, and ends the work.
    fn note(&self, done: PyResult<()>) {
        if let Err(error) = done {
            self.is_stopped.store(true, Ordering::Relaxed);
            self.raised.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
        }
    }

    fn raised(&self) -> Option<PyErr> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn tell(&self, position: u64) {
        if let Some(progress) = &self.progress {
            let (name, length, n_pages) = *self.part.lock().unwrap_or_else(PoisonError::into_inner);
            self.note(Python::attach(|py| progress.call1(py, (name, n_pages, position, length)).map(drop)));
        }
    }
}

impl Observer for Watcher {
    fn begin(&self, phase: Phase, length: u64) {
        let name = match phase {
            Phase::Reading => "reading",
            Phase::Learning => "learning",
            _ => "cleaning",
        };
        *self.part.lock().unwrap_or_else(PoisonError::into_inner) = (name, length, 0);
        self.tell(0);
    }

    fn advance(&self, n_pages: u64, position: u64) {
        self.part.lock().unwrap_or_else(PoisonError::into_inner).2 += n_pages;
        self.tell(position);
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}
