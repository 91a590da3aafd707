//! What a subject does to a site: the site is learned from some of its pages, all of its pages are cleaned and measured.

use std::time::Instant;

use anyhow::Context as _;
use cleaner::Regions;
use demold::Input;
use rayon::prelude::*;

use crate::{
    content::{Figures, Judged, Measure, judge},
    measures::{
        template_terms::{Words, template_terms},
        template_tokens::{Found, Tokens, template_sequence, template_tokens},
        words::Bag,
    },
    reading::Reading,
    subject::{Learned, Subject},
};

/// What a subject did to a site.
#[derive(Debug)]
pub struct Outcome {
    pub figures: Figures,
    pub tokens: Option<Found>,
    /// The distilled token sequence itself, before it is found in any page.
    pub sequence: Option<Found>,
    pub learn_seconds: f64,
    pub clean_seconds: f64,
    pub pages: Vec<PageOutcome>,
}

#[derive(Debug)]
pub struct PageOutcome {
    pub regions: Regions,
    pub judged: Judged,
}

/// The sites that make a string an idiom, as with the command.
const MANY_SITES: usize = 3;

/// Runs a subject on all sites, and tells `done` of each.
pub fn outcomes(readings: &[Reading], subject: &Subject, seed: u64, done: impl Fn()) -> anyhow::Result<Vec<Outcome>> {
    if !subject.drops_idioms() {
        let of_sites = readings.iter().map(|reading| {
            let found = outcome(reading, subject, None, seed)?;
            done();
            Ok(found)
        });
        return of_sites.collect();
    }
    let mut learned = Vec::new();
    for reading in readings {
        let start = Instant::now();
        learned.push((subject.learn(reading, None, seed)?, start.elapsed().as_secs_f64()));
    }
    let mut collections: Vec<&str> = readings.iter().map(|reading| reading.site.collection.as_str()).collect();
    collections.sort_unstable();
    collections.dedup();
    for collection in collections {
        let own = std::iter::zip(readings, &mut learned).filter(|(reading, _)| reading.site.collection == collection);
        let own = own.filter_map(|(_, (learned, _))| match learned {
            Learned::Site(site) => Some(vec![site]),
            _ => None,
        });
        demold::drop_idioms(&mut own.collect::<Vec<_>>(), MANY_SITES)?;
    }
    let of_sites = std::iter::zip(readings, learned).map(|(reading, (learned, learn_seconds))| {
        let found = measured(reading, subject, &learned, learn_seconds, None, seed)?;
        done();
        Ok(found)
    });
    of_sites.collect()
}

/// Runs a subject on a site. `n_pages` is how many pages to learn from; the method's own default if there is none.
pub fn outcome(reading: &Reading, subject: &Subject, n_pages: Option<usize>, seed: u64) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let learned = subject.learn(reading, n_pages, seed)?;
    measured(reading, subject, &learned, start.elapsed().as_secs_f64(), n_pages, seed)
}

/// Cleans the pages, one after the other, so that times can be compared, and measures what is left of them.
fn measured(
    reading: &Reading,
    subject: &Subject,
    learned: &Learned,
    learn_seconds: f64,
    n_pages: Option<usize>,
    seed: u64,
) -> anyhow::Result<Outcome> {
    let start = Instant::now();
    let regions = (0..reading.pages.len()).map(|page| learned.regions(reading, page));
    let regions = regions.collect::<anyhow::Result<Vec<Regions>>>()?;
    let clean_seconds = start.elapsed().as_secs_f64();
    let judged = regions.into_par_iter().enumerate().map(|(at, regions)| {
        let page = &reading.pages[at];
        let (judged, output) = judge(page, &reading.site.pages[at].gold, &page.text(&regions));
        (PageOutcome { regions, judged }, output)
    });
    let (pages, outputs): (Vec<PageOutcome>, Vec<Bag>) = judged.unzip();
    let tokens = tokens(reading, &pages);
    Ok(Outcome {
        figures: Figures::mean(pages.iter().map(|page| &page.judged.figures))
            .with(Measure::TermsF1, terms_f1(reading, &outputs))
            .with(Measure::TokensF1, tokens.map(|found| found.ratio.f1)),
        tokens,
        sequence: sequence(reading, subject, n_pages, seed)?,
        learn_seconds,
        clean_seconds,
        pages,
    })
}

fn terms_f1(reading: &Reading, outputs: &[Bag]) -> Option<f64> {
    let pages = std::iter::zip(&reading.pages, outputs).filter_map(|(page, output)| {
        Some(Words { visible: &page.visible, gold: page.gold.as_ref()?, neutral: page.neutral.as_ref(), output })
    });
    let words: Vec<Words<'_>> = pages.collect();
    (!words.is_empty()).then(|| template_terms(&words).ratio.f1)
}

fn tokens(reading: &Reading, outcomes: &[PageOutcome]) -> Option<Found> {
    let removed = std::iter::zip(&reading.pages, outcomes)
        .map(|(page, outcome)| page.tokens.iter().map(|token| outcome.regions.covers(token.range())).collect());
    let removed: Vec<Vec<bool>> = removed.collect();
    let tokens = reading.with_gold(|at| &removed[at]);
    (!tokens.is_empty()).then(|| template_tokens(&tokens))
}

/// Distils the sample that the facade would draw, and measures the token sequence as the paper does.
fn sequence(reading: &Reading, subject: &Subject, n_pages: Option<usize>, seed: u64) -> anyhow::Result<Option<Found>> {
    let Some(config) = subject.distillation() else { return Ok(None) };
    let mut learner = subject.learner().context("it learns nothing")?.seed(seed);
    if let Some(n_pages) = n_pages {
        learner = learner.pages(n_pages);
    }
    let inputs: Vec<Input<'_>> = reading.pages.iter().map(|page| (&page.source).into()).collect();
    // As many are distilled, of what is drawn for several kinds of pages.
    let mut drawn = learner.draw(&inputs);
    drawn.truncate(learner.get_pages());
    let sample: Vec<&[u32]> = drawn.iter().map(|&at| reading.pages[at].symbols.as_slice()).collect();
    let distiller = config.sample(sample.len()).seed(seed).build()?;
    let consensus = distiller.distill(&sample)?;
    let pages: Vec<Tokens<'_>> = reading.with_gold(|_| &[]);
    Ok((!pages.is_empty()).then(|| template_sequence(&pages, consensus.symbols())))
}
