//! Why nothing is written.

use std::{fmt, path::PathBuf};

/// Why nothing is written, or no more than was.
///
/// What can be done about it depends on the program: the message says only what is the case.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Obstacle {
    /// The output exists.
    Exists {
        /// The output.
        out: PathBuf,
    },
    /// The output is a pipe or a device, which a file cannot take the place of.
    Device {
        /// The output.
        out: PathBuf,
    },
    /// The output is a folder with files in it.
    Filled {
        /// The folder.
        out: PathBuf,
        /// Whether the names of the pages depend on what is in the folder, as those of a crawl do.
        is_crawl: bool,
    },
    /// There are several pages, and the output holds one.
    Several {
        /// The number of pages, if it is known.
        n_pages: Option<usize>,
        /// The file; none for a stream.
        out: Option<PathBuf>,
    },
    /// An earlier run was interrupted.
    Interrupted {
        /// The folder that it has left.
        work: PathBuf,
        /// Whether another run can resume it.
        is_resumable: bool,
    },
    /// The interrupted run was another one than that which is to resume it.
    Another {
        /// The folder that it has left.
        work: PathBuf,
        /// What differs.
        differences: Vec<String>,
    },
    /// Some of the output of the interrupted run is lost.
    Shorter {
        /// The folder that it has left.
        work: PathBuf,
    },
    /// An input cannot be read again by the run that is to resume this one.
    ReadOnce {
        /// The name of the input.
        input: String,
    },
}

impl fmt::Display for Obstacle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Obstacle::Exists { out } => write!(f, "{} exists", out.display()),
            Obstacle::Device { out } => write!(f, "{} is a pipe or a device", out.display()),
            Obstacle::Filled { out, is_crawl } => {
                write!(f, "the output folder {} is not empty", out.display())?;
                if *is_crawl {
                    f.write_str(", and where each page of a crawl goes depends on what is there")
                } else {
                    Ok(())
                }
            }
            Obstacle::Several { n_pages: Some(n_pages), out } => {
                write!(f, "there are {n_pages} pages to write")?;
                out.as_ref().map_or(Ok(()), |out| write!(f, ": {} holds one", out.display()))
            }
            Obstacle::Several { n_pages: None, out: Some(out) } => {
                write!(f, "{} holds one page, and there are several", out.display())
            }
            Obstacle::Several { n_pages: None, out: None } => f.write_str("there are several pages to write"),
            Obstacle::Interrupted { work, .. } => {
                write!(f, "an earlier run was interrupted and left {}", work.display())
            }
            Obstacle::Another { work, differences } => {
                write!(f, "the interrupted run in {} was another one: {}", work.display(), differences.join("; "))
            }
            Obstacle::Shorter { work } => {
                write!(f, "the output in {} is shorter than its journal says", work.display())
            }
            Obstacle::ReadOnce { input } => write!(f, "{input} cannot be read again"),
        }
    }
}
