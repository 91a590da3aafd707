//! Threads that are started for one call and end with it.

use pyo3::{
    exceptions::{PyRuntimeError, PyValueError},
    prelude::*,
};
use rayon::{ThreadPool, ThreadPoolBuilder};

/// Starts threads: one for each core unless `n_threads` is given.
///
/// A process that is forked has none of the threads of its parent. If they outlived a call, the next call in the
/// child would wait for them forever.
pub(crate) fn start(n_threads: Option<usize>) -> PyResult<ThreadPool> {
    if n_threads == Some(0) {
        return Err(PyValueError::new_err("threads must be at least 1, got 0"));
    }
    ThreadPoolBuilder::new()
        // 0 lets rayon choose the number of cores.
        .num_threads(n_threads.unwrap_or(0))
        .thread_name(|idx| format!("demold-{idx}"))
        .build()
        .map_err(|error| PyRuntimeError::new_err(error.to_string()))
}
