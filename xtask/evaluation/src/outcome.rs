//! One stage: a site is learned from some of its pages, all of its pages are cleaned and measured.

use std::{collections::HashSet, time::Instant};

use anyhow::Context as _;
use cleaner::Regions;
use demold::Learner;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    cache::Cache,
    datasets::site::{Gold, Page},
    judge::{Judged, judge},
    measures::{
        ratio::mean,
        template_terms::{self, Terms},
        template_tokens::{self, Found, Tokens},
        words::Bag,
    },
    reading::{PageReading, Reading},
    subject::{
        Subject,
        lines::{Lines, Rule},
        sst::StyleTree,
    },
};

/// What a subject did to a site.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Outcome {
    pub learn_seconds: f64,
    pub clean_seconds: f64,
    pub tokens: Option<Found>,
    /// The distilled token sequence itself, before it is found in any page.
    pub sequence: Option<Found>,
    pub terms: Option<Terms>,
    /// Of mined templates.
    pub cut: Option<Cut>,
    pub pages: Vec<PageOutcome>,
}

/// How many strings were found in how much of the documents, and which of them became template.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Cut {
    pub documents: u32,
    /// The number of strings in each hundredth of the documents.
    pub bins: Vec<u64>,
    /// The least number of documents that a string of the template is in.
    pub least: u32,
    /// The bin of the bimodal cut, if that is what decided.
    pub bin: Option<usize>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PageOutcome {
    pub regions: Regions,
    pub judged: Judged,
}

/// Runs a subject on a site, or takes the result of an equal run.
///
/// `n_pages` is how many pages to learn from; the method's own default if there is none.
pub fn outcome(
    cache: &Cache,
    reading: &Reading,
    subject: Subject,
    n_pages: Option<usize>,
    seed: u64,
) -> anyhow::Result<Outcome> {
    let inputs = ["outcome", &reading.hash, subject.name(), &format!("{n_pages:?}"), &seed.to_string()];
    cache.get(&inputs, || run(reading, subject, n_pages, seed))
}

fn run(reading: &Reading, subject: Subject, n_pages: Option<usize>, seed: u64) -> anyhow::Result<Outcome> {
    measured(reading, subject, clean(reading, subject, n_pages, seed)?, n_pages, seed)
}

/// Measures what is left of the pages.
fn measured(
    reading: &Reading,
    subject: Subject,
    cleaned: Cleaned,
    n_pages: Option<usize>,
    seed: u64,
) -> anyhow::Result<Outcome> {
    let Cleaned { regions, learn_seconds, clean_seconds, cut } = cleaned;
    let measured: Vec<(PageOutcome, Bag)> = std::iter::zip(&reading.pages, regions)
        .enumerate()
        .collect::<Vec<_>>()
        .into_par_iter()
        .map(|(at, (page, regions))| measure(page, &reading.site.pages[at].gold, regions))
        .collect();
    let (pages, outputs): (Vec<PageOutcome>, Vec<Bag>) = measured.into_iter().unzip();
    Ok(Outcome {
        learn_seconds,
        clean_seconds,
        tokens: tokens(&reading.pages, &pages),
        sequence: sequence(reading, subject, n_pages, seed)?,
        terms: terms(&reading.pages, &outputs),
        cut,
        pages,
    })
}

/// The regions of each page, and how long they took.
#[derive(Debug)]
pub struct Cleaned {
    pub regions: Vec<Regions>,
    pub learn_seconds: f64,
    pub clean_seconds: f64,
    pub cut: Option<Cut>,
}

/// Learns a site and finds its template in each page, one after the other, so that times can be compared.
pub fn clean(reading: &Reading, subject: Subject, n_pages: Option<usize>, seed: u64) -> anyhow::Result<Cleaned> {
    if subject == Subject::StyleTree {
        return Ok(style_tree(reading, n_pages, seed));
    }
    if let Subject::Lines(rule) = subject {
        return Ok(lines(reading, rule, n_pages, seed));
    }
    let Some(learner) = subject.learner() else {
        let regions = vec![Regions::new(); reading.pages.len()];
        return Ok(Cleaned { regions, learn_seconds: 0.0, clean_seconds: 0.0, cut: None });
    };
    let mut learner = learner.seed(seed);
    if let Some(n_pages) = n_pages {
        learner = learner.pages(n_pages);
    }
    let inputs: Vec<demold::Input<'_>> = reading.site.pages.iter().map(Page::input).collect();
    let start = Instant::now();
    let site = learner.learn(&inputs)?;
    let learn_seconds = start.elapsed().as_secs_f64();
    cleaned_by(&site, &inputs, learn_seconds)
}

/// Runs a subject that compares sites on all sites of a collection, or takes the results of an equal run: each is
/// learned, what many of them have is dropped, and each is cleaned.
pub fn outcomes_with_idioms(
    cache: &Cache,
    readings: &[&Reading],
    subject: Subject,
    seed: u64,
) -> anyhow::Result<Vec<Outcome>> {
    let hashes: Vec<&str> = readings.iter().map(|reading| reading.hash.as_str()).collect();
    let inputs = ["idioms", &hashes.join(" "), subject.name(), &seed.to_string()];
    cache.get(&inputs, || {
        let learner = subject.learner().context("it learns nothing")?.seed(seed);
        let mut sites = Vec::new();
        for reading in readings {
            let inputs: Vec<demold::Input<'_>> = reading.site.pages.iter().map(Page::input).collect();
            let start = Instant::now();
            sites.push((learner.learn(&inputs)?, start.elapsed().as_secs_f64()));
        }
        let mut all: Vec<Vec<&mut demold::Site>> = sites.iter_mut().map(|(site, _)| vec![site]).collect();
        demold::drop_idioms(&mut all, MANY_SITES)?;
        let pairs = std::iter::zip(readings, &sites);
        pairs
            .map(|(reading, (site, learn_seconds))| {
                let inputs: Vec<demold::Input<'_>> = reading.site.pages.iter().map(Page::input).collect();
                let cleaned = cleaned_by(site, &inputs, *learn_seconds)?;
                measured(reading, subject, cleaned, None, seed)
            })
            .collect()
    })
}

/// The sites that make a string an idiom, as with the command.
const MANY_SITES: usize = 3;

fn cleaned_by(site: &demold::Site, inputs: &[demold::Input<'_>], learn_seconds: f64) -> anyhow::Result<Cleaned> {
    let start = Instant::now();
    let regions = inputs
        .iter()
        .map(|input| site.clean(input).map(|cleaned| cleaned.regions().clone()))
        .collect::<Result<_, _>>()?;
    let clean_seconds = start.elapsed().as_secs_f64();
    let cut = site.template().histogram().map(|(histogram, chosen)| Cut {
        documents: histogram.n_documents(),
        bins: histogram.bins().to_vec(),
        least: chosen.document_frequency,
        bin: chosen.bin,
    });
    Ok(Cleaned { regions, learn_seconds, clean_seconds, cut })
}

/// Lays pages into a site style tree, all of them unless told otherwise, and cleans by it.
fn style_tree(reading: &Reading, n_pages: Option<usize>, seed: u64) -> Cleaned {
    let inputs: Vec<demold::Input<'_>> = reading.pages.iter().map(|page| (&page.source).into()).collect();
    let start = Instant::now();
    let drawn = Learner::new().seed(seed).pages(n_pages.unwrap_or(usize::MAX)).draw(&inputs);
    let tree = StyleTree::learn(drawn.iter().map(|&at| reading.pages[at].source.as_str()));
    let learn_seconds = start.elapsed().as_secs_f64();
    let start = Instant::now();
    let regions = reading.pages.iter().map(|page| tree.regions(&page.source)).collect();
    Cleaned { regions, learn_seconds, clean_seconds: start.elapsed().as_secs_f64(), cut: None }
}

/// Counts the lines of pages, of all unless told otherwise, and drops those that other pages have.
fn lines(reading: &Reading, rule: Rule, n_pages: Option<usize>, seed: u64) -> Cleaned {
    let sources = reading.pages.iter().map(|page| &page.source);
    let inputs: Vec<demold::Input<'_>> = sources.map(Into::into).collect();
    let start = Instant::now();
    let counted = Learner::new().seed(seed).pages(n_pages.unwrap_or(usize::MAX)).copies(true).draw(&inputs);
    let source = |&at: &usize| reading.pages[at].source.as_str();
    let lines = Lines::learn(rule, &counted.iter().map(source).collect::<Vec<_>>());
    let learn_seconds = start.elapsed().as_secs_f64();
    let counted: HashSet<usize> = counted.into_iter().collect();
    let start = Instant::now();
    let pages = reading.pages.iter().enumerate();
    let regions = pages.map(|(at, page)| lines.regions(&page.source, counted.contains(&at))).collect();
    Cleaned { regions, learn_seconds, clean_seconds: start.elapsed().as_secs_f64(), cut: None }
}

fn measure(page: &PageReading, gold: &Gold, regions: Regions) -> (PageOutcome, Bag) {
    let (judged, output) = judge(page, gold, &page.text(&regions));
    (PageOutcome { regions, judged }, output)
}

fn terms(pages: &[PageReading], outputs: &[Bag]) -> Option<Terms> {
    let words: Vec<template_terms::Words<'_>> = std::iter::zip(pages, outputs)
        .filter_map(|(page, output)| {
            let gold = page.gold.as_ref()?;
            let (visible, neutral) = (&page.visible, page.neutral.as_ref());
            Some(template_terms::Words { visible, gold, neutral, output })
        })
        .collect();
    (!words.is_empty()).then(|| template_terms::template_terms(&words))
}

fn tokens(pages: &[PageReading], outcomes: &[PageOutcome]) -> Option<Found> {
    let removed: Vec<Vec<bool>> = std::iter::zip(pages, outcomes)
        .map(|(page, outcome)| page.tokens.iter().map(|token| outcome.regions.covers(token.range())).collect())
        .collect();
    let tokens: Vec<Tokens<'_>> = std::iter::zip(pages, &removed)
        .filter_map(|(page, removed)| {
            let classes = page.classes.as_ref()?;
            Some(Tokens { symbols: &page.symbols, classes, removed })
        })
        .collect();
    (!tokens.is_empty()).then(|| template_tokens::template_tokens(&tokens))
}

/// Distils the sample that the facade would draw, and measures the token sequence as the paper does.
fn sequence(reading: &Reading, subject: Subject, n_pages: Option<usize>, seed: u64) -> anyhow::Result<Option<Found>> {
    let (Some(config), Some(learner)) = (subject.distillation(), subject.learner()) else {
        return Ok(None);
    };
    let mut learner = learner.seed(seed);
    if let Some(n_pages) = n_pages {
        learner = learner.pages(n_pages);
    }
    let inputs: Vec<demold::Input<'_>> = reading.pages.iter().map(|page| (&page.source).into()).collect();
    // As many are distilled, of what is drawn for several kinds of pages.
    let mut drawn = learner.draw(&inputs);
    drawn.truncate(learner.get_pages());
    let sample: Vec<&[u32]> = drawn.iter().map(|&at| reading.pages[at].symbols.as_slice()).collect();
    let distiller = config.sample(sample.len()).seed(seed).build()?;
    let consensus = distiller.distill(&sample)?;
    let pages: Vec<Tokens<'_>> = reading
        .pages
        .iter()
        .filter_map(|page| {
            let classes = page.classes.as_ref()?;
            Some(Tokens { symbols: &page.symbols, classes, removed: &[] })
        })
        .collect();
    let found = || template_tokens::template_sequence(&pages, consensus.symbols());
    Ok((!pages.is_empty()).then(found))
}

impl Outcome {
    /// Judges texts that are left of the pages, in their order. Which bytes went is not known.
    pub fn of_texts(reading: &Reading, texts: &[String]) -> Outcome {
        let judged = std::iter::zip(&reading.pages, texts).enumerate().map(|(at, (page, text))| {
            let (judged, output) = judge(page, &reading.site.pages[at].gold, text);
            (PageOutcome { regions: Regions::new(), judged }, output)
        });
        let (pages, outputs): (Vec<PageOutcome>, Vec<Bag>) = judged.unzip();
        Outcome {
            learn_seconds: 0.0,
            clean_seconds: 0.0,
            tokens: None,
            sequence: None,
            terms: terms(&reading.pages, &outputs),
            cut: None,
            pages,
        }
    }

    /// Returns the mean of a figure over the pages that have it.
    pub fn mean(&self, figure: impl Fn(&Judged) -> Option<f64>) -> Option<f64> {
        mean(self.pages.iter().filter_map(|page| figure(&page.judged)))
    }

    pub fn doubled(&self) -> Option<f64> {
        self.mean(|page| page.doubled)
    }

    pub fn f1(&self) -> Option<f64> {
        self.mean(|page| page.content.map(|content| content.f1))
    }

    pub fn recall(&self) -> Option<f64> {
        self.mean(|page| page.content.map(|content| content.recall))
    }

    pub fn precision(&self) -> Option<f64> {
        self.mean(|page| page.content.map(|content| content.precision))
    }

    pub fn values(&self) -> Option<f64> {
        self.mean(|page| page.values)
    }

    pub fn removed(&self) -> Option<f64> {
        self.mean(|page| Some(page.removed))
    }
}
