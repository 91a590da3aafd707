//! What people see of the work on all pages.

use std::sync::{Mutex, PoisonError};

use demold::Idiom;
use formats::SkipReason;
use pipeline::{LearnedSite, Notice, Observer, Phase};

use crate::{
    files::Warner,
    options::Common,
    pages,
    templates::summary,
    terminal::{Progress, count, one_line},
};

/// The terminal, with the progress of a part of the work.
#[derive(Debug)]
pub(crate) struct Screen<'a> {
    common: &'a Common,
    progress: Mutex<Option<Progress>>,
}

impl<'a> Screen<'a> {
    pub(crate) fn new(common: &'a Common) -> Screen<'a> {
        Screen { common, progress: Mutex::default() }
    }

    fn locked<T>(&self, work: impl FnOnce(&mut Option<Progress>) -> T) -> T {
        work(&mut self.progress.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Prints something while the progress is hidden.
    pub(crate) fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.locked(|progress| match progress {
            Some(progress) => progress.aside(print),
            None => print(),
        })
    }
}

impl Observer for Screen<'_> {
    fn begin(&self, phase: Phase, length: u64) {
        let name = match phase {
            Phase::Reading => "reading",
            Phase::Learning => "learning",
            _ => "cleaning",
        };
        self.locked(|progress| *progress = Some(Progress::begin(name, Some(length), self.common.quiet)));
    }

    fn advance(&self, n_pages: u64, position: u64) {
        self.locked(|progress| {
            if let Some(progress) = progress {
                progress.advance(n_pages, position);
            }
        });
    }

    fn finish(&self) {
        if let Some(progress) = self.locked(Option::take) {
            progress.finish();
        }
    }

    fn wants_sites(&self) -> bool {
        self.common.verbose
    }

    fn learned(&self, site: &LearnedSite) {
        self.aside(|| say!("{}", summary(site)));
    }

    fn unlearnable(&self, site: &str, why: &str) {
        if self.common.verbose {
            self.aside(|| say!("cannot learn the template of {}: {why}", pages::shown(site)));
        }
    }

    fn notice(&self, notice: Notice) {
        let (kind, message) = match notice {
            Notice::Skipped(skipped) => {
                let hint = match &skipped.reason {
                    SkipReason::TooLarge { .. } => "; --max-page allows larger ones",
                    SkipReason::NoField { .. } => "; --html-field names the field",
                    _ => "",
                };
                ("skipped", format!("skipped {}{hint}", one_line(&skipped)))
            }
            // The name of a file can hold control characters and line breaks.
            Notice::TooLong { place, error } => {
                ("too long", format!("skipped {}: {:#}", one_line(&place), anyhow::Error::new(error)))
            }
            Notice::Uncleanable { place, error } => {
                let message = format!("what was learned cannot clean {place}: {:#}", anyhow::Error::new(error));
                ("cannot be cleaned", one_line(&message))
            }
            Notice::Bug { place, panic } => {
                ("bug", format!("left {} unchanged because of a bug: {panic}", one_line(&place)))
            }
            Notice::AlmostEmpty(place) if self.common.verbose => {
                ("almost empty", format!("almost nothing is left of {}", one_line(&place)))
            }
            Notice::FilledByScripts(place) if self.common.verbose => {
                let place = one_line(&place);
                ("filled by scripts", format!("{place} has hardly any text: scripts load it in a browser"))
            }
            Notice::OfFrames(place) if self.common.verbose => {
                ("frames", format!("{} consists of frames: their text is in other pages", one_line(&place)))
            }
            Notice::Explained(text) => return self.aside(|| say!("{text}")),
            notice => return self.aside(|| Warner.notice(notice)),
        };
        self.aside(|| warn!(kind, "{message}"));
    }

    fn idioms(&self, idioms: &[Idiom]) {
        if self.common.quiet {
            return;
        }
        say!("{} that many sites have stay", count(idioms.len(), "string"));
        if self.common.verbose {
            for idiom in idioms {
                say!("{} sites: {}", idiom.sites, one_line(&idiom.text));
            }
        }
    }
}
