//! Pass two: every page without the template of its site, side by side and
//! in the order of the input.

use std::time::Instant;

use corpus::Page;
use demold::{Cleaned, Overrides, Site, crates::expressions::Matcher};
use rayon::prelude::*;

use super::{
    Grouping,
    args::Reading,
    learning::input,
    render::Style,
    sink::{Ready, Sink},
    source::{Item, Items, Sources},
    tally::Tally,
    templates::Templates,
};
use crate::clean::{Stripper, explanation};

/// How much is in memory at once, for each thread.
const BATCH_PAGES: usize = 64;
const BATCH_BYTES: usize = 4 << 20;

/// Items in batches, the next of which is read while one is worked on.
pub(crate) struct Batches<'a> {
    items: Items<'a>,
    ready: Option<Vec<Item>>,
}

impl<'a> Batches<'a> {
    /// Begins behind the first `n_done` items.
    pub(crate) fn new(mut items: Items<'a>, n_done: usize) -> anyhow::Result<Batches<'a>> {
        for item in items.by_ref().take(n_done) {
            item?;
        }
        let ready = read(&mut items)?;
        Ok(Batches { items, ready })
    }

    /// Returns the batch that was read last; nothing at the end.
    pub(crate) fn current(&mut self) -> Option<Vec<Item>> {
        self.ready.take()
    }

    /// Reads the next batch while `work` works.
    pub(crate) fn beside<T: Send>(&mut self, work: impl FnOnce() -> T + Send) -> anyhow::Result<T> {
        let items = &mut self.items;
        let (done, next) = rayon::join(work, || read(items));
        self.ready = next?;
        Ok(done)
    }
}

fn read(items: &mut Items<'_>) -> anyhow::Result<Option<Vec<Item>>> {
    let n_threads = rayon::current_num_threads();
    let mut batch = Vec::new();
    let mut n_bytes = 0;
    while batch.len() < BATCH_PAGES * n_threads && n_bytes < BATCH_BYTES * n_threads {
        let Some(item) = items.next().transpose()? else {
            break;
        };
        n_bytes += item.page.as_ref().map_or(0, |page| page.bytes.len());
        batch.push(item);
    }
    Ok((!batch.is_empty()).then_some(batch))
}

/// Returns how well the page fits the best of its site's templates.
pub(crate) fn best_fit(templates: &[Site], page: &Page) -> Option<f64> {
    templates
        .iter()
        .filter_map(|site| site.clean(input(page)).ok())
        .map(|cleaned| cleaned.fit())
        .max_by(f64::total_cmp)
}

/// What pages are cleaned by.
pub(crate) struct Cleaner<'a> {
    pub(crate) grouping: Grouping<'a>,
    /// One for all pages, whatever their site.
    pub(crate) given: Option<&'a Stripper>,
    pub(crate) templates: &'a Templates,
    pub(crate) min_fit: f64,
    pub(crate) overrides: &'a Overrides,
    /// Finds nothing: for pages that pass through.
    pub(crate) nothing: &'a Matcher,
    pub(crate) style: &'a Style,
    pub(crate) explain: bool,
}

/// What became of one item.
#[derive(Default)]
struct Outcome {
    tally: Tally,
    ready: Option<Ready>,
    message: Option<String>,
}

impl Cleaner<'_> {
    /// Cleans everything that the sink has not got yet.
    pub(crate) fn all(
        &self,
        sources: &Sources,
        reading: &Reading,
        sink: &mut Sink,
        progress: &indicatif::ProgressBar,
    ) -> anyhow::Result<Tally> {
        let mut tally = sink.state().tally;
        let n_done = tally.n_in;
        progress.inc(n_done as u64);
        let mut last_shown = Instant::now();
        if n_done == 0 {
            let head = Ready {
                url: None,
                bytes: self.style.head()?,
            };
            if !head.bytes.is_empty() {
                sink.write(vec![head], &tally, self.style)?;
            }
        }
        let mut batches = Batches::new(sources.items(reading), n_done)?;
        while let Some(batch) = batches.current() {
            let outcomes: anyhow::Result<Vec<Outcome>> = batches.beside(|| {
                let items = batch.par_iter().with_max_len(1);
                items.map(|item| self.one(item)).collect()
            })?;
            let mut pages = Vec::with_capacity(batch.len());
            for outcome in outcomes? {
                tally.add(&outcome.tally);
                if let Some(message) = outcome.message {
                    progress.suspend(|| say!("{message}"));
                }
                pages.extend(outcome.ready);
            }
            sink.write(pages, &tally, self.style)?;
            progress.inc(batch.len() as u64);
            if 1 <= last_shown.elapsed().as_secs() {
                last_shown = Instant::now();
                progress.tick();
            }
        }
        Ok(tally)
    }

    fn one(&self, item: &Item) -> anyhow::Result<Outcome> {
        let mut outcome = Outcome::default();
        outcome.tally.n_in = 1;
        let page = match &item.page {
            Ok(page) => page,
            Err(skipped) => {
                match &skipped.reason {
                    corpus::Reason::NoPage { what } => {
                        outcome.tally.others.insert(what.clone(), 1);
                    }
                    _ => {
                        outcome.tally.n_faults = 1;
                        outcome.message = Some(format!("warning: skipped {skipped}"));
                    }
                }
                return Ok(outcome);
            }
        };
        let key = self.grouping.key(item);
        let cleaned = match self.clean(page, key.as_deref()) {
            Ok(cleaned) => cleaned,
            Err(error) => {
                outcome.tally.n_faults = 1;
                outcome.message = Some(format!("warning: skipped {}: {error}", page.place));
                return Ok(outcome);
            }
        };
        let Found { cleaned, is_passed } = cleaned;
        let cleaned = cleaned.overridden(self.overrides);
        let bytes = self.style.render(page, key.as_deref(), &cleaned)?;
        let tally = &mut outcome.tally;
        if is_passed {
            tally.n_passed = 1;
        } else {
            tally.n_cleaned = 1;
            tally.n_misfits = usize::from(cleaned.fit() < self.min_fit);
        }
        tally.bytes_in = page.bytes.len() as u64;
        tally.bytes_out = bytes.len() as u64;
        tally.bytes_removed = cleaned.regions().total() as u64;
        tally.bytes_decoded = cleaned.source().len() as u64;
        outcome.message = self
            .explain
            .then(|| explanation(&page.place.to_string(), &cleaned));
        outcome.ready = Some(Ready {
            url: page.url.clone(),
            bytes,
        });
        Ok(outcome)
    }

    fn clean<'p>(&self, page: &'p Page, key: Option<&str>) -> Result<Found<'p>, demold::Error> {
        let input = input(page);
        if let Some(given) = self.given {
            return Ok(Found {
                cleaned: given.clean(input)?,
                is_passed: false,
            });
        }
        let templates = key
            .and_then(|key| self.templates.get(key))
            .map_or(&[][..], |known| &known.templates[..]);
        let mut best: Option<Cleaned<'p>> = None;
        for template in templates {
            let cleaned = template.clean(input)?;
            let is_good = self.min_fit <= cleaned.fit();
            if best.as_ref().is_none_or(|best| best.fit() < cleaned.fit()) {
                best = Some(cleaned);
            }
            if is_good {
                break;
            }
        }
        Ok(match best {
            Some(cleaned) => Found {
                cleaned,
                is_passed: false,
            },
            None => Found {
                cleaned: Cleaned::by_expressions(self.nothing, input)?,
                is_passed: true,
            },
        })
    }
}

struct Found<'a> {
    cleaned: Cleaned<'a>,
    is_passed: bool,
}
