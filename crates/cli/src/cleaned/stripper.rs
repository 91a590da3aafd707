//! Finds the template in a page, by whatever the command line gives.

use std::path::Path;

use anyhow::Context as _;
use demold::{Cleaned, Learner, Reading, Site};
use expressions::{Expressions, Matcher};
use pipeline::{Known, Learning, NoTemplate, Relearning, Templates};

use crate::{
    files::{self, Work},
    plan::{Cleaning, Origin},
    templates,
};

/// What pages are cleaned by.
#[derive(Debug)]
pub(crate) enum Stripper {
    /// One template for all pages, whatever their site.
    Site(Site),
    /// Expressions for all pages.
    Expressions(Matcher),
    /// The templates of sites.
    Sites {
        templates: Box<Templates>,
        /// The pages of sites with fewer pages stay unchanged.
        min_pages: u64,
        /// The least share of a template that must be found for it to be good enough.
        min_fit: f64,
        /// The settings by which pages are judged that have no template.
        learner: Box<Learner>,
    },
    /// Panics, to test what happens then.
    #[cfg(test)]
    Panics,
}

/// How it was decided what to remove from a page.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum JudgedBy {
    /// By a template, or by expressions.
    Template,
    /// By its own evidence, because nothing is known about its site.
    Alone,
    /// By its own evidence, because its site could not be learned.
    Unlearned,
    /// Not at all: the page stays unchanged.
    Whole,
}

/// Adds to a folder of templates those that are learned from pages that fit badly, and returns all. `left` is what an
/// interrupted run has learned. From before the folder is read until it is written, no other run can write it.
fn relearned(
    learning: &Learning<'_>,
    folder: &Path,
    min_fit: f64,
    left: Option<Templates>,
    kept: Option<&mut Work>,
) -> anyhow::Result<Templates> {
    let mut lock = templates::begin(folder, true)?;
    let learned = match left {
        Some(left) => left,
        None => {
            let known = templates::load_set(folder)?;
            let learned = learning.learn(Some(Relearning { known, min_fit }))?;
            // Before the folder is changed. A run that resumes this one would otherwise find the new templates there,
            // and learn from other pages than this run did.
            if let Some(kept) = kept {
                kept.write_set(None, |new| templates::write_all(&learned, new))?;
            }
            learned
        }
    };
    templates::save(&learned, &mut lock, folder)?;
    lock.remove()?;
    Ok(learned)
}

/// The number of pages from which on what was learned is stored for a run that resumes this one. Fewer pages are
/// learned from again within seconds. Storing the templates of many small sites took a fiftieth of a run.
const LEARNED_AGAIN: u64 = 2048;

impl Stripper {
    /// Returns what the command line gives for all pages, whatever their site; none if templates belong to sites.
    pub(crate) fn given(origin: &Origin) -> anyhow::Result<Option<Stripper>> {
        Ok(match origin {
            Origin::Template(file) => Some(Stripper::Site(templates::load(file)?)),
            Origin::Expressions { file, config } => Some(Stripper::Expressions(load_expressions(file, config)?)),
            Origin::Learned | Origin::Folder { .. } => None,
        })
    }

    /// Returns the templates of sites. They come from `kept`, the work folder of this run, if an interrupted run has
    /// left them there. Otherwise they are loaded, if they are given, or learned now. What is learned is stored in
    /// `kept`, unless it would soon be learned again.
    pub(crate) fn of_sites(
        learning: &Learning<'_>,
        cleaning: &Cleaning,
        kept: Option<&mut Work>,
    ) -> anyhow::Result<Stripper> {
        let (origin, min_fit) = (&cleaning.origin, cleaning.min_fit);
        let set = kept.as_ref().map(|kept| kept.set());
        // After a loss of power the set may be incomplete, since it is not synced. Then it is learned again.
        let left = set.filter(|set| Templates::is_in(set));
        let left = left.and_then(|set| templates::load_set(&set).ok());
        let learned = match (left, origin) {
            // First, because here even templates that an interrupted run has left must still be added to the folder.
            (left, Origin::Folder { folder, relearn: true }) => relearned(learning, folder, min_fit, left, kept)?,
            (Some(left), _) => left,
            (None, Origin::Folder { folder, .. }) => templates::load_set(folder)?,
            (None, _) => {
                let learned = learning.learn(None)?;
                let n_pages: u64 = learned.iter().map(|(_, known)| known.n_pages).sum();
                if let Some(kept) = kept.filter(|_| n_pages >= LEARNED_AGAIN) {
                    kept.write_set(None, |folder| templates::write_all(&learned, folder))?;
                }
                learned
            }
        };
        Ok(Stripper::Sites {
            templates: Box::new(learned),
            min_pages: learning.reading.min_pages,
            min_fit,
            learner: Box::new(learning.learner.clone()),
        })
    }

    /// Returns the number of sites that have templates; none if templates do not belong to sites.
    pub(crate) fn n_learned(&self) -> Option<usize> {
        match self {
            Stripper::Sites { templates, .. } => Some(templates.n_learned()),
            _ => None,
        }
    }

    /// Returns whether a page is known to be the only one of its site.
    pub(crate) fn is_single(&self, site: Option<&str>) -> bool {
        match self {
            Stripper::Sites { templates, .. } => site.is_some_and(|site| templates.is_single(site)),
            _ => false,
        }
    }

    /// Returns whether there is a template of a page's site.
    pub(crate) fn has_template(&self, site: Option<&str>) -> bool {
        match self {
            Stripper::Site(_) => true,
            Stripper::Sites { templates, .. } => {
                let known = site.and_then(|site| templates.get(site));
                known.is_some_and(Known::is_learned)
            }
            _ => false,
        }
    }

    /// Returns the oldest template of a site.
    ///
    /// # Errors
    ///
    /// If it cannot be read back from the temporary file.
    pub(crate) fn first_of(&self, site: &str) -> anyhow::Result<Option<Site>> {
        match self {
            Stripper::Site(site) => Ok(Some(site.clone())),
            Stripper::Sites { templates, .. } => match templates.get(site) {
                Some(known) => Ok(templates.of(known)?.into_iter().next()),
                None => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// Cleans a page of this site.
    pub(super) fn clean<'p>(&self, page: &Reading<'p>, site: Option<&str>) -> anyhow::Result<(Cleaned<'p>, JudgedBy)> {
        match self {
            Stripper::Site(template) => Ok((template.clean(page)?, JudgedBy::Template)),
            Stripper::Expressions(matcher) => Ok((Cleaned::by_expressions(matcher, page)?, JudgedBy::Template)),
            Stripper::Sites { templates, min_pages, min_fit, learner } => {
                let known = site.and_then(|site| templates.get(site));
                let all = known.map(|known| templates.of(known)).transpose()?;
                // A template decides even if it fits badly: the tally counts such pages, and people can learn them
                // anew.
                if let Some(best) = best(&all.unwrap_or_default(), page, *min_fit)? {
                    return Ok((best, JudgedBy::Template));
                }
                // A page to which the pattern of `--group` assigns no site stays unchanged, as do those of sites that
                // are too small.
                let n_pages = known.map_or(1, |known| known.n_pages);
                if site.is_none() || n_pages < *min_pages {
                    return Ok((Site::nothing().clean(page)?, JudgedBy::Whole));
                }
                let way = match known.and_then(|known| known.why) {
                    Some(NoTemplate::Failed) => JudgedBy::Unlearned,
                    _ => JudgedBy::Alone,
                };
                Ok((learner.clean_alone(page), way))
            }
            #[cfg(test)]
            Stripper::Panics => panic!("as it was asked to"),
        }
    }
}

impl Stripper {
    /// Cleans a page for which what was learned exceeds a limit. It is judged by its own evidence, or stays unchanged
    /// if expressions were asked for.
    pub(super) fn clean_without<'p>(&self, page: &Reading<'p>) -> Result<(Cleaned<'p>, JudgedBy), demold::Error> {
        match self {
            Stripper::Expressions(_) => Ok((Site::nothing().clean(page)?, JudgedBy::Whole)),
            Stripper::Sites { learner, .. } => Ok((learner.clean_alone(page), JudgedBy::Unlearned)),
            _ => Ok((Learner::new().clean_alone(page), JudgedBy::Unlearned)),
        }
    }
}

/// Returns the page cleaned by the first template that fits well enough. If there is none, the one that fits best is
/// used, and of equal ones the first.
fn best<'p>(all: &[Site], page: &Reading<'p>, min_fit: f64) -> Result<Option<Cleaned<'p>>, demold::Error> {
    let mut best: Option<Cleaned<'p>> = None;
    for template in all {
        let cleaned = template.clean(page)?;
        let is_good = min_fit <= cleaned.fit();
        // Strictly less, so that ties go to the older template. A good one is the best so far, since none before it
        // was good.
        if best.as_ref().is_none_or(|best| best.fit() < cleaned.fit()) {
            best = Some(cleaned);
        }
        if is_good {
            break;
        }
    }
    Ok(best)
}

/// Reads a file of expressions, and compiles them.
fn load_expressions(path: &Path, config: &expressions::Config) -> anyhow::Result<Matcher> {
    let failed = || format!("cannot use the expressions {}", path.display());
    let file = files::read_text(path, pipeline::MOST_LEARNED).with_context(failed)?;
    let expressions = Expressions::from_file(&file).with_context(failed)?;
    config.clone().build(&expressions).with_context(failed)
}
