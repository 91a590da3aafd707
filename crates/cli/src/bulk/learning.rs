//! Pass one: a few pages of each site, and what they share.

use std::{
    fs::File,
    io,
    sync::{Mutex, PoisonError},
};

use anyhow::Context as _;
use corpus::{Drawn, Page, Samples};
use demold::{Input, Learner, Site};
use rayon::prelude::*;

use super::{
    Grouping,
    args::Reading,
    cleaning::{self, Batches},
    source::Sources,
    templates::Templates,
};
use crate::summary::count;

/// How many sites are learned from before there is word of them, for each thread.
const SITES_TOGETHER: usize = 64;

type Kept = Samples<fn() -> io::Result<File>>;

/// Reads all pages once, and learns the template of every site that has
/// enough of them. With `known`, looks only at pages that fit none of these
/// templates well, and adds to them.
pub(crate) fn learn(
    sources: &Sources,
    reading: &Reading,
    learner: &Learner,
    known: Option<(Templates, f64)>,
    verbose: bool,
) -> anyhow::Result<Templates> {
    let grouping = Grouping::new(reading);
    let budget = reading.memory.unwrap_or_else(default_memory);
    let mut samples: Kept = Samples::new(
        learner.get_pages(),
        learner.get_seed(),
        budget,
        tempfile::tempfile,
    );
    let (mut templates, min_fit) = known.unwrap_or_default();
    let mut batches = Batches::new(sources.items(reading), 0)?;
    while let Some(batch) = batches.current() {
        let kept: io::Result<()> = batches.beside(|| {
            let keys: Vec<Option<String>> = batch
                .par_iter()
                .map(|item| {
                    let page = item.page.as_ref().ok()?;
                    grouping
                        .key(item)
                        .filter(|key| is_unknown(&templates, key, page, min_fit))
                })
                .collect();
            for (item, key) in batch.iter().zip(keys) {
                if let (Ok(page), Some(key)) = (&item.page, key) {
                    samples.offer_page(&key, page)?;
                }
            }
            Ok(())
        })?;
        kept.context("cannot keep the pages to learn from in a temporary file")?;
    }
    let keys: Vec<String> = samples.sites().map(|(key, _)| key.to_owned()).collect();
    let samples = Mutex::new(samples);
    for keys in keys.chunks(SITES_TOGETHER * rayon::current_num_threads()) {
        let learned: Vec<(String, u64, Option<Site>)> = keys
            .par_iter()
            .with_max_len(1)
            .filter_map(|key| {
                let learned = learn_one(&samples, key, reading.min_pages, learner).transpose()?;
                Some(learned.map(|(n_pages, site)| (key.clone(), n_pages, site)))
            })
            .collect::<anyhow::Result<_>>()?;
        for (key, n_pages, site) in learned {
            if verbose {
                match &site {
                    Some(site) => say!("{key}: {}", site.template().summary()),
                    None => say!(
                        "{key}: {}, too few to learn from",
                        count(n_pages as usize, "page")
                    ),
                }
            }
            templates.add(key, n_pages, site);
        }
    }
    Ok(templates)
}

/// Takes the sample of a site out, and learns from it if the site has enough pages.
fn learn_one(
    samples: &Mutex<Kept>,
    key: &str,
    min_pages: u64,
    learner: &Learner,
) -> anyhow::Result<Option<(u64, Option<Site>)>> {
    let unreadable = "cannot read back the pages to learn from";
    let packed = samples
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .take_packed(key)
        .context(unreadable)?;
    let Some(packed) = packed else {
        return Ok(None);
    };
    let n_pages = packed.n_pages();
    if n_pages < min_pages {
        return Ok(Some((n_pages, None)));
    }
    let drawn = packed.unpack().context(unreadable)?;
    let site = from_drawn(&drawn, n_pages, learner)
        .with_context(|| format!("cannot learn the template of {key}"))?;
    Ok(Some((n_pages, Some(site))))
}

/// Returns whether nothing is known that fits the page.
fn is_unknown(templates: &Templates, key: &str, page: &Page, min_fit: f64) -> bool {
    templates.get(key).is_none_or(|known| {
        cleaning::best_fit(&known.templates, page).is_none_or(|fit| fit < min_fit)
    })
}

fn from_drawn(drawn: &[Drawn], n_pages: u64, learner: &Learner) -> Result<Site, demold::Error> {
    let inputs: Vec<Input<'_>> = drawn
        .iter()
        .map(|drawn| {
            let input = Input::new(&drawn.bytes);
            drawn
                .charset
                .as_deref()
                .map_or(input, |charset| input.charset(charset))
        })
        .collect();
    learner.learn_sample(&inputs, usize::try_from(n_pages).unwrap_or(usize::MAX))
}

/// Returns a page as the facade takes it.
pub(crate) fn input(page: &Page) -> Input<'_> {
    let mut input = Input::new(&page.bytes);
    if let Some(charset) = &page.charset {
        input = input.charset(charset);
    }
    if let Some(url) = &page.url {
        input = input.url(url);
    }
    input
}

/// Half of the machine's memory, or 1 GiB where the system does not say.
fn default_memory() -> usize {
    let about = std::fs::read_to_string("/proc/meminfo").unwrap_or_default();
    about
        .lines()
        .find_map(|line| {
            line.strip_prefix("MemTotal:")?
                .trim()
                .strip_suffix(" kB")?
                .parse::<usize>()
                .ok()
        })
        .map_or(1 << 30, |kilobytes| kilobytes * 512)
}
