//! Why nothing is written.

use std::path::{Path, PathBuf};

/// Why nothing is written, or no more than was.
///
/// What can be done about it depends on the program: the message says only what is the case.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum Obstacle {
    /// The output exists.
    #[error("{} exists", .out.display())]
    Exists {
        /// The output.
        out: PathBuf,
    },
    /// The output is a pipe or a device, which a file cannot take the place of.
    #[error("{} is a pipe or a device", .out.display())]
    Device {
        /// The output.
        out: PathBuf,
    },
    /// The output is a folder with files in it.
    #[error("the output folder {} is not empty{}", .out.display(), crawled(*.is_crawl))]
    Filled {
        /// The folder.
        out: PathBuf,
        /// Whether the names of the pages depend on what is in the folder, as those of a crawl do.
        is_crawl: bool,
    },
    /// There are several pages, and the output holds one.
    #[error("{}", several(*.n_pages, .out.as_deref()))]
    Several {
        /// The number of pages, if it is known.
        n_pages: Option<usize>,
        /// The file; none for a stream.
        out: Option<PathBuf>,
    },
    /// An earlier run was interrupted.
    #[error("an earlier run was interrupted and left {}", .work.display())]
    Interrupted {
        /// The folder that it has left.
        work: PathBuf,
        /// Whether another run can resume it.
        is_resumable: bool,
    },
    /// The interrupted run was another one than that which is to resume it.
    #[error("the interrupted run in {} was another one: {}", .work.display(), .differences.join("; "))]
    Another {
        /// The folder that it has left.
        work: PathBuf,
        /// What differs.
        differences: Vec<String>,
    },
    /// Some of the output of the interrupted run is lost.
    #[error("the output in {} is shorter than its journal says", .work.display())]
    Shorter {
        /// The folder that it has left.
        work: PathBuf,
    },
    /// An input cannot be read again by the run that is to resume this one.
    #[error("{input} cannot be read again")]
    ReadOnce {
        /// The name of the input.
        input: String,
    },
}

/// Says that there are several pages, and the output holds one.
fn several(n_pages: Option<usize>, out: Option<&Path>) -> String {
    match (n_pages, out.map(Path::display)) {
        (Some(n_pages), Some(out)) => format!("there are {n_pages} pages to write: {out} holds one"),
        (Some(n_pages), None) => format!("there are {n_pages} pages to write"),
        (None, Some(out)) => format!("{out} holds one page, and there are several"),
        (None, None) => "there are several pages to write".to_owned(),
    }
}

/// Says why the names of a crawl's pages depend on the folder.
fn crawled(is_crawl: bool) -> &'static str {
    if is_crawl { ", and where each page of a crawl goes depends on what is there" } else { "" }
}
