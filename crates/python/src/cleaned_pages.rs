//! `Template.clean_many`: pages in, cleaned pages out, in order.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver},
    },
};

use demold::{Overrides, Site};
use pyo3::{
    exceptions::{PyRuntimeError, PyValueError},
    prelude::*,
    types::PyIterator,
};
use rayon::ThreadPool;

use crate::{
    cleaned::{Cleaned, CleanedPage, clean},
    error,
    page::Page,
};

/// Pages in progress at once, for each thread: enough that a long
/// page does not keep the other threads waiting.
const PAGES_PER_THREAD: usize = 8;

/// An iterator over cleaned pages, in the order of the pages.
///
/// It never holds more than eight pages per thread. A page that cannot be
/// cleaned raises an error in its place; the iteration can continue after it.
#[pyclass(frozen, module = "demold")]
pub(crate) struct CleanedPages {
    state: Mutex<State>,
}

struct State {
    site: Site,
    overrides: Arc<Overrides>,
    threads: ThreadPool,
    /// None once there are no more.
    pages: Option<Py<PyIterator>>,
    on_their_way: VecDeque<OnItsWay>,
}

enum OnItsWay {
    Page(Receiver<Result<CleanedPage, demold::Error>>),
    /// What could not even be started.
    Failed(PyErr),
}

impl CleanedPages {
    pub(crate) fn new(site: Site, overrides: Overrides, threads: ThreadPool, pages: Bound<'_, PyIterator>) -> Self {
        CleanedPages {
            state: Mutex::new(State {
                site,
                overrides: Arc::new(overrides),
                threads,
                pages: Some(pages.unbind()),
                on_their_way: VecDeque::new(),
            }),
        }
    }
}

#[pymethods]
impl CleanedPages {
    fn __iter__(slf: PyRef<'_, Self>) -> PyRef<'_, Self> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Cleaned>> {
        // Waiting for the lock would mean waiting with the interpreter held.
        let Ok(mut state) = self.state.try_lock() else {
            return Err(PyValueError::new_err("the iterator is already in use"));
        };
        state.send(py);
        match state.on_their_way.pop_front() {
            None => Ok(None),
            Some(OnItsWay::Failed(error)) => Err(error),
            Some(OnItsWay::Page(receiver)) => {
                let received = py.detach(move || receiver.recv());
                py.check_signals()?;
                match received {
                    Ok(Ok(page)) => Ok(Some(Cleaned::new(page))),
                    Ok(Err(error)) => Err(error::from_demold(&error)),
                    Err(_) => Err(PyRuntimeError::new_err("a thread ended before its page")),
                }
            }
        }
    }
}

impl State {
    /// Starts pages until enough are in progress.
    fn send(&mut self, py: Python<'_>) {
        let most = PAGES_PER_THREAD * self.threads.current_num_threads();
        while self.on_their_way.len() < most
            && let Some(pages) = &self.pages
        {
            let Some(next) = pages.bind(py).clone().next() else {
                self.pages = None;
                return;
            };
            let sent = match next {
                Ok(page) => page.extract().map(|page| self.clean(page)),
                Err(error) => {
                    // An iterator that has raised has ended.
                    self.pages = None;
                    Err(error)
                }
            };
            self.on_their_way.push_back(sent.unwrap_or_else(OnItsWay::Failed));
        }
    }

    fn clean(&self, page: Page) -> OnItsWay {
        let (sender, receiver) = mpsc::sync_channel(1);
        let (site, overrides) = (self.site.clone(), Arc::clone(&self.overrides));
        self.threads.spawn(move || {
            // Perhaps nobody is waiting any more.
            let _ = sender.send(clean(&site, page, &overrides));
        });
        OnItsWay::Page(receiver)
    }
}
