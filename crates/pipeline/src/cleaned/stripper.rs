//! Finds the template in a page, by whatever is known.

use demold::{Cleaned, Learner, Reading, Site};
use expressions::Matcher;

use crate::{
    error::Error,
    observer::NoTemplate,
    pages::ReadOptions,
    templates::{Known, Templates},
};

/// What pages are cleaned by.
#[derive(Debug)]
pub enum Stripper {
    /// One template for all pages, whatever their site.
    Site(Site),
    /// Expressions for all pages.
    Expressions(Matcher),
    /// The templates of sites.
    Sites {
        /// What is known about the sites.
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

/// The message if a template cannot be read back.
const LOST: &str = "cannot read back what was learned";

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

impl Stripper {
    /// Cleans pages by the templates that were learned of their sites.
    #[must_use]
    pub fn of_sites(templates: Templates, options: &ReadOptions, learner: &Learner) -> Stripper {
        Stripper::Sites {
            templates: Box::new(templates),
            min_pages: options.min_pages,
            // One that was learned of these pages is good enough, however little of it a page has.
            min_fit: 0.0,
            learner: Box::new(learner.clone()),
        }
    }

    /// Returns the number of sites that have templates; none if templates do not belong to sites.
    #[must_use]
    pub fn n_learned(&self) -> Option<usize> {
        match self {
            Stripper::Sites { templates, .. } => Some(templates.n_learned()),
            _ => None,
        }
    }

    /// Returns whether a page is known to be the only one of its site.
    #[must_use]
    pub fn is_single(&self, site: Option<&str>) -> bool {
        match self {
            Stripper::Sites { templates, .. } => site.is_some_and(|site| templates.is_single(site)),
            _ => false,
        }
    }

    /// Returns whether there is a template of a page's site.
    #[must_use]
    pub fn has_template(&self, site: Option<&str>) -> bool {
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
    pub fn first_of(&self, site: &str) -> Result<Option<Site>, Error> {
        match self {
            Stripper::Site(site) => Ok(Some(site.clone())),
            Stripper::Sites { templates, .. } => match templates.get(site) {
                Some(known) => Ok(templates.of(known).map_err(Error::kept(LOST))?.into_iter().next()),
                None => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// Cleans a page of this site.
    pub(super) fn clean<'p>(&self, page: &Reading<'p>, site: Option<&str>) -> Result<(Cleaned<'p>, JudgedBy), Error> {
        match self {
            Stripper::Site(template) => Ok((template.clean(page)?, JudgedBy::Template)),
            Stripper::Expressions(matcher) => Ok((Cleaned::by_expressions(matcher, page)?, JudgedBy::Template)),
            Stripper::Sites { templates, min_pages, min_fit, learner } => {
                let known = site.and_then(|site| templates.get(site));
                let all = known.map(|known| templates.of(known)).transpose().map_err(Error::kept(LOST))?;
                // A template decides even if it fits badly: the tally counts such pages, and people can learn them
                // anew.
                if let Some(best) = best(&all.unwrap_or_default(), page, *min_fit)? {
                    return Ok((best, JudgedBy::Template));
                }
                // A page to which the pattern for grouping assigns no site stays unchanged, as do those of sites that
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
