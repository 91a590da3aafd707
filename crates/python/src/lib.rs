//! The native half of the Python package `demold`.
//!
//! `python/demold` is the other half. It is what users import, and it builds on this half, for example the functions
//! for Spark. `python/demold/_demold.pyi` lists the contents of this half, with types.
//!
//! # Guarantees
//!
//! Other Python threads can run while pages are read, learned from, cleaned and rendered. The bytes of a page are
//! read where Python holds them. Every call that works on several threads starts and ends its own threads, so that no
//! process hangs after a fork.

mod error;
mod files;
mod source;
mod page;
mod threads;
mod settings;
mod rules;
mod overrides;
mod removal;
mod notebook;
mod cleaned;
mod trafilatura;
mod extract;
mod expressions;
mod cleaned_pages;
mod template;
mod templates;
mod site_grouper;
mod samples;
mod warc;
mod crawl;

use pyo3::prelude::*;

/// The allocator of what this half holds; Python's own objects have another one. With it `extract` takes .98 of the time
/// that it takes with the allocator of the GNU C library by `bench/page.py`, over pages of manuals, and .87 in a process
/// that calls nothing else. That process takes an eighth more memory.
#[cfg(target_os = "linux")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[pymodule(name = "_demold")]
mod module {
    #[pymodule_export]
    use crate::{
        cleaned::Cleaned,
        cleaned_pages::CleanedPages,
        crawl::_clean,
        error::Error,
        expressions::{Expressions, drop_expression_idioms, learn_expressions},
        extract::{extract, extract_many, extract_metadata},
        removal::Removal,
        rules::Rules,
        samples::Samples,
        site_grouper::SiteGrouper,
        template::{Template, drop_idioms, learn, learn_sample},
        templates::{load_templates, save_templates},
        warc::WarcRows,
    };

    use super::{Bound, PyModule, PyModuleMethods as _, PyResult};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
