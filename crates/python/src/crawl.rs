//! `demold.clean`: the pages of any number of sites, from files to a file or a folder.

use std::{
    collections::BTreeMap,
    ffi::CString,
    io,
    path::{Path, PathBuf},
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    time::Duration,
};

use demold::{NoPage, Record};
use pipeline::{
    Format, Identity, Likeness, Misnamed, NotAPage, Notice, Observer, Outlet, PageFiles, Phase, ReadOptions, Rendering,
    Run, Suffix, Wanted, Writing,
};
use pyo3::{exceptions::PyRuntimeWarning, prelude::*, types::PyDict};

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
/// it, and its position and length. `identity` are the arguments that a run which resumes this one must have too, in words.
#[pyfunction]
#[pyo3(signature = (
    inputs, out, format, identity, *, fields, links, images, sanitize, front_matter, language, min_words,
    min_confidence, min_date, max_date, dedup, grouper, min_site_pages, keep, drop, only, rules, url_field, html_field,
    max_page, memory, date, threads, force, resume, progress, **settings
))]
#[expect(clippy::too_many_arguments, reason = "in Python they have names")]
pub(crate) fn _clean<'py>(
    py: Python<'py>,
    inputs: Vec<PathBuf>,
    out: PathBuf,
    format: Option<&str>,
    identity: BTreeMap<String, Vec<String>>,
    fields: Option<Vec<String>>,
    links: bool,
    images: bool,
    sanitize: bool,
    front_matter: bool,
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
    date: Option<String>,
    threads: Option<usize>,
    force: bool,
    resume: bool,
    progress: Option<Py<PyAny>>,
    settings: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyDict>> {
    let (outlet, mut rendering) = placed(&out, format, fields)?;
    rendering.markdown = rendering.markdown.links(links).images(images);
    rendering.is_sanitized = sanitize;
    rendering.front_matter = front_matter;
    if front_matter && !matches!(rendering.format, Format::Markdown | Format::Text) {
        let format = rendering.format;
        return Err(Error::new_err(format!("front_matter belongs to Markdown and text, and this is {format}")));
    }
    let wrong = |text: &String| Error::new_err(format!("date is {text:?}: give a time, such as 2026-01-31T12:00:00Z"));
    let date = date.map(|text| pipeline::parse_time(&text).ok_or_else(|| wrong(&text))).transpose()?;
    let writing = Writing { outlet, rendering, date, force, resume };
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
        let name = input.to_string_lossy();
        if demold::is_address(&name) {
            return Err(Error::new_err(format!(
                "{name} is an address, and nothing is fetched here: let the command do it: demold clean {name} --out FILE"
            )));
        }
        files.add(input).map_err(|error| unread(error, input))?;
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
            min_date: day("min_date", min_date)?,
            max_date: day("max_date", max_date)?,
            min_confidence: share("min_confidence", min_confidence)?,
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
            let work = scope
                .spawn(move || sender.send(pool.install(|| run.write_out(&writing, Identity::new(identity)))).is_ok());
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
    // There is nothing to count if a run that is to be resumed was complete.
    let tally = tally.map_err(error::from_pipeline)?.unwrap_or_default();
    let counts: Bound<'py, PyDict> = data(py, &tally)?.cast_into()?;
    counts.set_item("n_out", tally.n_out())?;
    Ok(counts)
}

/// Says why an input cannot be read.
fn unread(error: io::Error, input: &Path) -> PyErr {
    let Some(NotAPage(what)) = error.get_ref().and_then(|error| error.downcast_ref()) else {
        return error::from_io(error, input);
    };
    let advice = match what {
        NoPage::Address | NoPage::Addresses => "; let the command fetch what is there: demold clean --urls FILE",
        _ => "",
    };
    Error::new_err(format!("{}: {error}{advice}", input.display()))
}

/// Decides what is written and where, by the name of the output if the form is not given.
fn placed(out: &Path, format: Option<&str>, fields: Option<Vec<String>>) -> PyResult<(Outlet, Rendering)> {
    let given = format.map(str::parse::<Format>).transpose().map_err(Error::new_err)?;
    let (outlet, format) = Outlet::of(out, given).map_err(|misnamed| {
        Error::new_err(match misnamed {
            Misnamed::Unknown(what) => what,
            Misnamed::Format(format) => {
                let ends = Suffix::all_of(format).join(" or ");
                format!("the name of a file of {format} ends in {ends}, but {} does not", out.display())
            }
            Misnamed::NotPacked => format!("this build does not compress with Zstandard: {}", out.display()),
        })
    })?;
    let rendering = Rendering::new(format);
    let Some(fields) = fields else {
        return Ok((outlet, rendering));
    };
    if !format.is_record() {
        return Err(Error::new_err(format!("fields belong to records (jsonl or parquet), and this is {format}")));
    }
    if let Some(unknown) = fields.iter().find(|field| !Record::FIELDS.contains(&&***field)) {
        let known = Record::FIELDS.join(", ");
        return Err(Error::new_err(format!("there is no field {unknown:?}; choose from {known}")));
    }
    Ok((outlet, rendering.fields(&fields)))
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

    fn notice(&self, notice: Notice) {
        let message = match notice {
            Notice::NotLocked { work, out, error } => {
                let (work, out) = (work.display(), out.display());
                format!("{work} cannot be locked ({error}): see to it that nothing else writes {out}")
            }
            Notice::NotRemoved { work } => {
                format!("{} stays: there are files in it that demold has not made", work.display())
            }
            _ => return,
        };
        // A path has no zero byte.
        let message = CString::new(message).unwrap_or_default();
        self.note(Python::attach(|py| PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &message, 1)));
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }
}

/// Checks that a setting is a day.
fn day(name: &str, text: Option<String>) -> PyResult<Option<String>> {
    match text {
        Some(text) if pipeline::parse_day(&text).is_none() => {
            Err(Error::new_err(format!("{name} is {text:?}: give a day, such as 2026-01-31")))
        }
        text => Ok(text),
    }
}

/// Checks that a setting is a share.
fn share(name: &str, share: f64) -> PyResult<f64> {
    let is_share = (0.0..=1.0).contains(&share);
    is_share.then_some(share).ok_or_else(|| Error::new_err(format!("{name} is {share}: give a number from 0 to 1")))
}
