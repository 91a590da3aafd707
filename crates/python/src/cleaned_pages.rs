//! `Template.clean_many` and `extract_many`: an iterator over cleaned pages, in the order of the given pages.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex,
        mpsc::{self, Receiver},
    },
};

use demold::{Learner, Site};
use pyo3::{
    exceptions::{PyRuntimeError, PyValueError},
    prelude::*,
    types::PyIterator,
};
use rayon::ThreadPool;

use crate::{
    cleaned::{Cleaned, CleanedPage, alone, clean},
    error,
    page::Page,
};

/// The number of pages in progress for each thread. It is large enough that one long page does not keep the other
/// threads waiting. Chosen: by eye.
const PAGES_PER_THREAD: usize = 8;

/// An iterator over cleaned pages, in the order of the pages.
///
/// It never holds more than eight pages per thread. A page that cannot be
/// cleaned raises an error in its place; the iteration can continue after it.
#[pyclass(frozen, module = "demold")]
pub(crate) struct CleanedPages {
    state: Mutex<State>,
}

/// What each page is cleaned by.
#[derive(Clone)]
pub(crate) enum Cleaner {
    /// The template of their site.
    Site(Site),
    /// The page's own evidence.
    Alone(Arc<Learner>),
}

struct State {
    cleaner: Cleaner,
    rules: Arc<demold::Rules>,
    threads: ThreadPool,
    /// `None` once the iterator has ended.
    pages: Option<Py<PyIterator>>,
    on_their_way: VecDeque<OnItsWay>,
}

enum OnItsWay {
    Page(Receiver<Result<CleanedPage, demold::Error>>),
    /// The page could not be read from the iterator or is of the wrong type.
    Failed(PyErr),
}

impl CleanedPages {
    pub(crate) fn new(
        cleaner: Cleaner,
        rules: demold::Rules,
        threads: ThreadPool,
        pages: Bound<'_, PyIterator>,
    ) -> Self {
        CleanedPages {
            state: Mutex::new(State {
                cleaner,
                rules: Arc::new(rules),
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
        // Waiting for the lock would block the interpreter, which the thread that has the lock may need.
        let Ok(mut state) = self.state.try_lock() else {
            return Err(PyValueError::new_err("the iterator is already in use"));
        };
        state.send(py);
        match state.on_their_way.pop_front() {
            None => Ok(None),
            Some(OnItsWay::Failed(error)) => Err(error),
            Some(OnItsWay::Page(receiver)) => {
                // The results are received in the order in which the pages were sent, whichever is finished first.
                let received = py.detach(move || receiver.recv());
                // Signals such as Ctrl-C are delivered to Python only here, after waiting.
                py.check_signals()?;
                match received {
                    Ok(Ok(page)) => Ok(Some(Cleaned::new(page))),
                    Ok(Err(error)) => Err(error::from_demold(error)),
                    // The channel is closed without a result only if the thread has panicked.
                    Err(_) => Err(PyRuntimeError::new_err("a thread ended before its page")),
                }
            }
        }
    }
}

impl State {
    /// Sends pages to the threads until enough are in progress.
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
                // A page that is of a wrong type has its error in its place, and the pages after it go on.
                Ok(page) => page.extract().map(|page| self.clean(page)),
                Err(error) => {
                    // An iterator that has raised an error has ended.
                    self.pages = None;
                    Err(error)
                }
            };
            self.on_their_way.push_back(sent.unwrap_or_else(OnItsWay::Failed));
        }
    }

    fn clean(&self, page: Page) -> OnItsWay {
        // A channel with room for one result never blocks the thread that sends it.
        let (sender, receiver) = mpsc::sync_channel(1);
        let (cleaner, rules) = (self.cleaner.clone(), Arc::clone(&self.rules));
        self.threads.spawn(move || {
            // The receiver is gone if the iterator was dropped.
            let _ = sender.send(match &cleaner {
                Cleaner::Site(site) => clean(site, page, &rules),
                Cleaner::Alone(learner) => Ok(alone(learner, page, &rules, true)),
            });
        });
        OnItsWay::Page(receiver)
    }
}
