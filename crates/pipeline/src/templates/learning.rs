//! Pass one: draws a few pages of each site, and learns what they share.

use std::{
    fmt,
    num::NonZeroUsize,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use demold::{Learner, Site};
use expressions::Expressions;
use formats::Page;
use rayon::prelude::*;

use super::{
    drawing,
    set::{NO_ROOM, Templates},
    volume::Volume,
};
use crate::{
    error::{Error, chain},
    observer::{NoTemplate, Observer, Phase},
    pages::{Batches, Grouping, Item, PageFiles, ReadOptions, largest_first},
    sample::{Sample, Samples, Sampling},
    store::{Drawn, Needed, PageStore, input},
};

/// The number of sites for each thread after which progress is reported. Chosen: by eye.
const SITES_TOGETHER: usize = 64;

/// What is needed to learn the templates of all sites.
#[derive(Clone, Copy)]
pub struct Learning<'a> {
    /// The pages.
    pub files: &'a PageFiles,
    /// Which of them are read, and how.
    pub reading: &'a ReadOptions,
    /// How a site is learned.
    pub learner: &'a Learner,
    /// The number of sites whose templates must have a string for it to be an idiom; none if idioms are not searched
    /// for.
    pub idioms: Option<NonZeroUsize>,
    /// Whether the template's share of the pages is measured.
    pub weigh: bool,
    /// Where pages are kept until their sites are learned.
    pub store: &'a Arc<PageStore>,
    /// Whether the same pages are going to be cleaned, so that those that are parsed stay in the store.
    pub are_cleaned: bool,
    /// Who is told how far the work is.
    pub observer: &'a dyn Observer,
}

impl fmt::Debug for Learning<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Learning").field("idioms", &self.idioms).field("weigh", &self.weigh).finish_non_exhaustive()
    }
}

/// The templates that are known, and the least fit with which a page is not learned from again.
#[derive(Debug)]
pub struct Relearning {
    /// What is known.
    pub known: Templates,
    /// The least fit, from 0 to 1.
    pub min_fit: f64,
}

impl Learning<'_> {
    /// Reads all pages once, and learns the template of every site that has one. With `again`, only pages that fit
    /// none of the known templates well are used, and the new templates are added to the known ones.
    ///
    /// # Errors
    ///
    /// If something cannot be kept in a temporary file, or if idioms exceed a limit. Inputs and sites that cannot be
    /// read or learned are no errors.
    pub fn learn(&self, again: Option<Relearning>) -> Result<Templates, Error> {
        let mut samples = self.samples(again.as_ref())?;
        let are_counted = again.is_none();
        let mut templates = again.map(|again| again.known).unwrap_or_default();
        // With known templates, the numbers of pages are those of earlier runs.
        templates.are_counted = are_counted;
        let keys: Vec<(String, u64)> = samples.sites().map(|(key, n_pages)| (key.to_owned(), n_pages)).collect();
        let n_pages = keys.iter().map(|(_, n_pages)| n_pages).sum();
        self.observer.begin(Phase::Learning, n_pages);
        let shared = Mutex::new(&mut samples);
        let mut weighed_later = Vec::new();
        let mut n_done = 0;
        // In chunks, so that progress is shown. Within a chunk, templates are added in the order of their keys,
        // whatever thread is done first.
        for keys in keys.chunks(SITES_TOGETHER * rayon::current_num_threads()) {
            // The time that a site takes grows with its sample, which is never larger than this.
            let n_drawn = |(_, n_pages): &&(String, u64)| {
                usize::try_from(*n_pages).map_or(usize::MAX, |n| n.min(self.learner.get_drawn()))
            };
            if self.observer.is_stopped() {
                return Err(Error::Stopped);
            }
            let learned =
                largest_first(keys.iter().collect(), n_drawn, |(key, n_pages)| self.one(&shared, key, *n_pages));
            for ((key, n_pages), learned) in keys.iter().zip(learned) {
                let learned = learned?;
                (templates.add(key.clone(), *n_pages, learned.site)).map_err(Error::kept(NO_ROOM))?;
                templates.volume.add(learned.volume);
                weighed_later.extend(learned.weighed_later.map(|sample| (key.as_str(), sample)));
                n_done += n_pages;
                self.observer.advance(*n_pages, n_done);
                if self.observer.wants_sites()
                    && let Some(known) = templates.get(key)
                {
                    let about = templates.about(key, known).map_err(Error::kept(NO_ROOM))?;
                    self.observer.learned(&about);
                }
            }
        }
        self.observer.finish();
        if let Some(at_least) = self.idioms {
            let idioms = templates.drop_idioms(at_least.get())?;
            // With fewer sites no string can be an idiom, so there is nothing to report.
            if at_least.get() <= keys.len() {
                self.observer.idioms(&idioms);
            }
            weigh(weighed_later, &mut templates)?;
        }
        Ok(templates)
    }

    /// Reads all pages, and mines the expressions of each site, without those that are idioms.
    ///
    /// # Errors
    ///
    /// As [`learn`](Learning::learn), or if the expressions of a site exceed a limit.
    pub fn expressions(&self) -> Result<MinedExpressions, Error> {
        let mut samples = self.samples(None)?;
        let keys: Vec<String> = samples.sites().map(|(key, _)| key.to_owned()).collect();
        let (mut n_pages, mut n_drawn) = (0, 0);
        let mut sites = Vec::new();
        for key in keys {
            let Some(sample) = samples.take(&key) else { continue };
            n_pages += sample.n_pages();
            if sample.n_pages() < self.reading.min_pages {
                continue;
            }
            let drawn = readings(&sample.read().map_err(Error::kept(UNREADABLE))?);
            n_drawn += drawn.len();
            if !drawn.is_empty() {
                sites.push(self.learner.expressions(&drawn)?);
            }
        }
        let n_sites = sites.len();
        if let Some(at_least) = self.idioms {
            let idioms = demold::drop_expression_idioms(&mut sites, at_least.get());
            if at_least.get() <= n_sites {
                self.observer.idioms(&idioms);
            }
        }
        let expressions = Expressions::join(sites).map_err(Error::Expressions)?;
        Ok(MinedExpressions { expressions, n_sites, n_drawn, n_pages })
    }

    /// Reads all pages, and returns a sample of them all, whatever their site, with the number of pages.
    ///
    /// # Errors
    ///
    /// If pages cannot be kept in a temporary file.
    pub fn draw(&self) -> Result<(u64, Vec<demold::Reading<'static>>), Error> {
        let mut samples = self.new_samples();
        // One key for all pages makes them a single site.
        self.offer(&mut samples, |_| Some(String::new()))?;
        let Some(sample) = samples.take("") else {
            return Ok((0, Vec::new()));
        };
        let n_pages = sample.n_pages();
        Ok((n_pages, readings(&sample.read().map_err(Error::kept(UNREADABLE))?)))
    }

    /// Reads all pages, and returns what would be learned from them.
    ///
    /// # Errors
    ///
    /// If pages cannot be kept in a temporary file.
    pub fn survey(&self) -> Result<Survey, Error> {
        let mut samples = self.samples(None)?;
        let sites: Vec<String> = samples.sites().map(|(key, _)| key.to_owned()).collect();
        let mut survey = Survey { n_sites: sites.len(), ..Survey::default() };
        for sample in sites.iter().filter_map(|key| samples.take(key)) {
            survey.n_pages += usize::try_from(sample.n_pages()).unwrap_or(usize::MAX);
            match sample.n_drawn() {
                _ if sample.n_pages() < self.reading.min_pages => survey.n_small += 1,
                1 => survey.n_alone += 1,
                _ => survey.n_learned += 1,
            }
        }
        Ok(survey)
    }

    fn samples(&self, again: Option<&Relearning>) -> Result<Samples, Error> {
        let grouping = Grouping::new(self.reading);
        let mut samples = self.new_samples();
        self.offer(&mut samples, |item| {
            let key = grouping.key(item)?;
            let page = item.page.as_ref().ok()?;
            let is_wanted = again.is_none_or(|again| again.is_unknown(&key, page));
            is_wanted.then_some(key)
        })?;
        Ok(samples)
    }

    fn new_samples(&self) -> Samples {
        let sampling = Sampling {
            k: self.learner.get_drawn(),
            seed: self.learner.get_seed(),
            copies: self.learner.get_copies(),
            needed: Needed::Readings,
        };
        Samples::new(sampling, Arc::clone(self.store))
    }

    /// Offers all pages to the samples, each under the key that `key` returns. Pages without a key are not drawn.
    fn offer(&self, samples: &mut Samples, key: impl Fn(&Item) -> Option<String> + Sync) -> Result<(), Error> {
        let (files, observer) = (self.files, self.observer);
        observer.begin(Phase::Reading, files.length());
        let work = |batch: &[Item]| {
            let offered = |item| {
                // A page that panics is left out here. The panic is reported when the page is cleaned.
                let key = formats::catch_panic(|| key(item)).ok()??;
                Some((key, item.page.as_ref().ok()?))
            };
            let offered: Vec<(String, &Page)> = batch.par_iter().filter_map(offered).collect();
            let offered: Vec<(&str, &Page)> = (offered.iter()).map(|(key, page)| (key.as_str(), *page)).collect();
            drawing::offer(samples, self.learner.get_seed(), &offered).map_err(Error::kept(NO_ROOM_FOR_PAGES))
        };
        Batches::new(files.items(self.reading), 0).each(work, |(), batch, byte| {
            observer.advance(batch.len() as u64, byte);
            if observer.is_stopped() {
                return Err(Error::Stopped);
            }
            // Pass two gives these pages once more, without reading them from the input.
            if self.are_cleaned {
                files.keep(batch, self.reading);
            }
            Ok(())
        })?;
        if self.are_cleaned {
            files.keep_all();
        }
        observer.finish();
        Ok(())
    }

    /// Takes the sample of a site out of the samples, and learns from it if the site has enough pages.
    fn one(&self, samples: &Mutex<&mut Samples>, key: &str, n_pages: u64) -> Result<Learned, Error> {
        let mut learned = Learned::default();
        let sample = lock(samples).take(key);
        // Decided by the number alone: most sites have a single page, and reading a sample back from a file takes
        // time.
        if n_pages <= 1 || n_pages < self.reading.min_pages {
            if n_pages == 1 && self.reading.min_pages <= 1 {
                learned.site = Err(NoTemplate::Alone);
            }
            return Ok(learned);
        }
        let Some(sample) = sample else {
            return Ok(learned);
        };
        // One page besides copies of it leaves nothing to compare. With a sample of one page this is what was asked for.
        if sample.n_drawn() == 1 && self.learner.get_pages() != 1 {
            learned.site = Err(NoTemplate::Alone);
            return Ok(learned);
        }
        // Idioms are known only after all sites were learned, and the pages are weighed after that.
        let weighed_later = (self.weigh && self.idioms.is_some()).then(|| sample.clone());
        let drawn = sample.read().map_err(Error::kept(UNREADABLE))?;
        let n_all = n_pages;
        let n_pages = usize::try_from(n_pages).unwrap_or(usize::MAX);
        let learn = || {
            let pages = readings(&drawn);
            let site = self.learner.learn_drawn(&pages, n_pages)?;
            let weighs = self.weigh && weighed_later.is_none();
            let volume = weighs.then(|| Volume::of(&site, &pages, n_all));
            Ok::<_, demold::Error>((site, volume))
        };
        // A bug that one site triggers must not end a run over thousands.
        let done = formats::catch_panic(learn);
        // Also if learning has failed, since the pages are cleaned anyway.
        if self.are_cleaned {
            self.store.leave(drawn);
        }
        let message = match done {
            Ok(Ok((site, volume))) => {
                learned.volume = volume.unwrap_or_default();
                learned.site = Ok(site);
                learned.weighed_later = weighed_later;
                return Ok(learned);
            }
            Ok(Err(error)) => chain(&error),
            Err(panic) => panic,
        };
        self.observer.unlearnable(key, &message);
        learned.site = Err(NoTemplate::Failed);
        Ok(learned)
    }
}

/// What would be learned from all pages.
#[derive(Clone, Copy, Debug, Default)]
pub struct Survey {
    /// The number of pages.
    pub n_pages: usize,
    /// The number of sites.
    pub n_sites: usize,
    /// The number of sites with enough pages for a template.
    pub n_learned: usize,
    /// The number of sites with one page besides copies of it.
    pub n_alone: usize,
    /// The number of sites with too few pages.
    pub n_small: usize,
}

/// The expressions of all sites.
#[derive(Debug)]
pub struct MinedExpressions {
    /// The expressions.
    pub expressions: Expressions,
    /// The number of sites with enough pages.
    pub n_sites: usize,
    /// The number of pages that were learned from.
    pub n_drawn: usize,
    /// The number of pages.
    pub n_pages: u64,
}

/// Measures the template's share of the pages of samples, once the idioms are removed from the templates.
fn weigh(samples: Vec<(&str, Sample)>, templates: &mut Templates) -> Result<(), Error> {
    let weighed = samples.into_par_iter().with_max_len(1).map(|(key, sample)| {
        // With known templates, the one that was learned now is the last.
        let Some(site) = templates.last(key).map_err(Error::kept(NO_ROOM))? else {
            return Ok(Volume::default());
        };
        let n_pages = sample.n_pages();
        let drawn = sample.read().map_err(Error::kept(UNREADABLE))?;
        Ok(Volume::of(&site, &readings(&drawn), n_pages))
    });
    let volumes: Vec<Volume> = weighed.collect::<Result<_, Error>>()?;
    volumes.into_iter().for_each(|volume| templates.volume.add(volume));
    Ok(())
}

fn lock<'a, 'k>(samples: &'a Mutex<&'k mut Samples>) -> MutexGuard<'a, &'k mut Samples> {
    samples.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What was learned from the sample of a site.
struct Learned {
    site: Result<Site, NoTemplate>,
    volume: Volume,
    weighed_later: Option<Sample>,
}

impl Default for Learned {
    fn default() -> Learned {
        Learned { site: Err(NoTemplate::Few), volume: Volume::default(), weighed_later: None }
    }
}

const UNREADABLE: &str = "cannot read back the pages to learn from";
const NO_ROOM_FOR_PAGES: &str = "cannot keep the pages to learn from in a temporary file";

impl Relearning {
    /// Returns whether no known template fits the page well.
    fn is_unknown(&self, key: &str, page: &Page) -> bool {
        let Some(known) = self.known.get(key) else {
            return true;
        };
        // A template that cannot be read back fits nothing, so the page is learned from again.
        let sites = self.known.of(known).unwrap_or_default();
        let page = demold::Reading::of(input(page));
        let fits = sites.iter().filter_map(|site| site.fit(&page).ok());
        // A fit is a share, so zero is the least. A template whose search exceeds a limit does not count.
        fits.fold(0.0, f64::max) < self.min_fit
    }
}

fn readings(drawn: &[Drawn]) -> Vec<demold::Reading<'static>> {
    let pages = drawn.iter().filter_map(Drawn::reading);
    pages.cloned().collect()
}
