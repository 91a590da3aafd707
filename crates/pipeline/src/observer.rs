//! What a program may want to tell people while it works.

use std::{io, path::PathBuf};

use demold::{Idiom, Site};
use formats::{Place, Skipped};
use serde::{Deserialize, Serialize};

use crate::error::Error;

/// A part of the work.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Phase {
    /// All pages are read, and a sample of each site is drawn. The length is that of the inputs in bytes.
    Reading,
    /// The templates of all sites are learned. The length is the number of pages.
    Learning,
    /// All pages are cleaned. The length is that of the inputs in bytes.
    Cleaning,
}

/// Why a site has no template.
#[derive(Clone, Copy, Debug, Deserialize, Eq, PartialEq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum NoTemplate {
    /// It has fewer pages than [were asked for](crate::ReadOptions::min_pages).
    Few,
    /// Apart from copies it has only one page.
    Alone,
    /// The method cannot learn it.
    Failed,
}

/// What was learned of a site.
#[derive(Clone, Debug)]
pub struct LearnedSite {
    /// The key of the site.
    pub key: String,
    /// The number of its pages.
    pub n_pages: u64,
    /// The number of its templates.
    pub n_templates: usize,
    /// Its template, if there is only one.
    pub only: Option<Site>,
    /// Why it has no template.
    pub why: Option<NoTemplate>,
}

/// What people may want to know about an item. Notices come in the order of the input.
#[derive(Debug)]
#[non_exhaustive]
pub enum Notice {
    /// It cannot be read, or is no page although it should be.
    Skipped(Skipped),
    /// Its output would become too long, so it is left out.
    TooLong {
        /// The page.
        place: Place,
        /// The limit.
        error: Error,
    },
    /// What was learned cannot clean it, so it is judged by itself.
    Uncleanable {
        /// The page.
        place: Place,
        /// The reason.
        error: Error,
    },
    /// It stays unchanged because of a bug.
    Bug {
        /// The page.
        place: Place,
        /// The message of the panic.
        panic: String,
    },
    /// Almost nothing is left of it.
    AlmostEmpty(Place),
    /// It has hardly any text, which scripts put there in a browser.
    FilledByScripts(Place),
    /// It consists of frames, whose text is in other pages.
    OfFrames(Place),
    /// What was [asked for](crate::Pass::explain).
    Explained(String),
    /// The file system has no locks, so that another run may write the same output.
    NotLocked {
        /// The folder that cannot be locked.
        work: PathBuf,
        /// The output.
        out: PathBuf,
        /// The system's message.
        error: io::Error,
    },
    /// A work folder stays, because somebody has put files into it.
    NotRemoved {
        /// The folder.
        work: PathBuf,
    },
}

/// Is told how far the work is, and what people may want to know of it. By default nothing is done with that.
pub trait Observer: Sync {
    /// A part of the work begins, of this length.
    fn begin(&self, phase: Phase, length: u64) {
        let _ = (phase, length);
    }

    /// So many more pages are done, and the part of the work has reached this position.
    fn advance(&self, n_pages: u64, position: u64) {
        let _ = (n_pages, position);
    }

    /// The part of the work is done.
    fn finish(&self) {}

    /// Returns whether the work is to end early, with [`Error::Stopped`]. It is asked after each batch of pages.
    fn is_stopped(&self) -> bool {
        false
    }

    /// Returns whether each site is to be [told](Observer::learned). For that, its template may have to be read back
    /// from a file.
    fn wants_sites(&self) -> bool {
        false
    }

    /// A site was learned, or has no template.
    fn learned(&self, site: &LearnedSite) {
        let _ = site;
    }

    /// The method cannot learn a site, for this reason.
    fn unlearnable(&self, site: &str, why: &str) {
        let _ = (site, why);
    }

    /// People may want to know this about an item.
    fn notice(&self, notice: Notice) {
        let _ = notice;
    }

    /// These strings are in the templates of many sites, and stay in their pages.
    fn idioms(&self, idioms: &[Idiom]) {
        let _ = idioms;
    }
}

/// Does nothing with what it is told.
impl Observer for () {}
