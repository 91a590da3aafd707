//! Pages to learn from, line by line.

use std::path::Path;

use anyhow::Context as _;
use demold::crates::consensus::{Config, Evidence, Example, PageModel};
use dom::Dom;
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::Serialize;

use super::labels::{self, Lines};
use crate::{
    datasets::{folder, site::Site},
    eval::measures::{values, words},
    wcxb,
};

/// The collection of the benchmark's pages.
pub(super) const WCXB: &str = "wcxb";

/// Of a site's pages so many are learned from, evenly chosen.
const PAGES_PER_SITE: usize = 8;
/// A line of more words weighs no more than one of these.
const WEIGHED_WORDS: usize = 400;
/// Of records a line on less than this share of the site's pages is content.
const RECORD_MAX_SHARE: f64 = 0.5;
/// A line that holds a value weighs so much more. With 12, WCXB loses .0013; what the model alone would lose of SWDE's
/// values, short lines being spared on records keeps.
const VALUE_WEIGHT: f32 = 2.0;

/// A page with what is known of each of its lines.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) head: Head,
    source: String,
    pub(super) examples: Vec<Example>,
    pub(super) words: Vec<Vec<u32>>,
    pub(super) labels: Vec<f32>,
    pub(super) weights: Vec<f32>,
    /// The gold's words.
    pub(super) gold: Vec<u32>,
    /// The lines that hold a value that must stay.
    pub(super) values: Vec<bool>,
}

/// What a page is.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Head {
    pub(super) id: String,
    /// `wcxb`, or the site's collection.
    pub(super) collection: String,
    /// What must be held back together: the domain, or the site.
    pub(super) group: String,
    /// The type of a WCXB page.
    pub(super) kind: String,
}

/// Reads the benchmark.
pub(super) fn of_wcxb(folder: &Path) -> anyhow::Result<Vec<Page>> {
    let pages = wcxb::read(folder)?;
    Ok(pages
        .into_par_iter()
        .map(|page| {
            let head = Head {
                collection: WCXB.to_owned(),
                group: match page.domain.is_empty() {
                    true => page.id.clone(),
                    false => page.domain,
                },
                kind: page.kind,
                id: page.id,
            };
            read(head, &page.html, &page.gold, "")
        })
        .collect())
}

/// Reads the sites under a folder, some pages of each.
pub(super) fn of_sites(folder: &Path) -> anyhow::Result<Vec<Page>> {
    let sites =
        folder::load(folder, None).with_context(|| format!("no sites in {}", folder.display()))?;
    Ok(sites.par_iter().flat_map_iter(of_site).collect())
}

fn of_site(site: &Site) -> Vec<Page> {
    let n_pages = site.pages.len();
    let n_chosen = n_pages.min(PAGES_PER_SITE);
    let chosen = (0..n_chosen).map(|i| &site.pages[i * n_pages / n_chosen]);
    let has_values = site.pages.iter().any(|page| page.gold.values.is_some());
    let pages_with = if has_values {
        lines(site)
    } else {
        FxHashMap::default()
    };
    chosen
        .filter_map(|page| {
            let head = Head {
                id: format!("{}/{}", site.name, page.name),
                collection: site.collection.clone(),
                group: site.name.clone(),
                kind: String::new(),
            };
            let source = page.source().into_text();
            if let Some(of_page) = &page.gold.values {
                let is_own = |hash: u64| {
                    let with = pages_with.get(&hash).copied().unwrap_or(0);
                    (with as f64) < RECORD_MAX_SHARE * n_pages as f64
                };
                return Some(of_record(head, &source, of_page, is_own));
            }
            let text = page
                .gold
                .text
                .as_deref()
                .filter(|text| !text.trim().is_empty())?;
            let neutral = page.gold.neutral.as_deref().unwrap_or_default();
            Some(read(head, &source, text, neutral))
        })
        .collect()
}

/// Counts on how many pages of a site each line stands.
fn lines(site: &Site) -> FxHashMap<u64, usize> {
    let mut pages_with = FxHashMap::default();
    for page in &site.pages {
        let (lines, _) = examples(&page.source().into_text());
        let mut hashes: Vec<u64> = lines.iter().map(|line| line.hash).collect();
        hashes.sort_unstable();
        hashes.dedup();
        for hash in hashes {
            *pages_with.entry(hash).or_default() += 1;
        }
    }
    pages_with
}

/// Describes the lines of a page that is alone, and returns their texts as well.
fn examples(source: &str) -> (Vec<Example>, Vec<String>) {
    let dom = Dom::parse(source);
    let evidence = Evidence::read(&dom);
    let examples = Config::new().learn(&[&evidence]).examples(&dom, &evidence);
    let texts = examples
        .iter()
        .map(|example| example.texts.iter().map(|&text| dom.text(text)).collect())
        .collect();
    (examples, texts)
}

fn read(head: Head, source: &str, gold: &str, neutral: &str) -> Page {
    let (examples, texts) = examples(source);
    let mut numbers = FxHashMap::default();
    let mut number = |text: &str| -> Vec<u32> {
        let words = words::list(text).into_iter();
        words
            .map(|word| {
                let next = numbers.len() as u32;
                *numbers.entry(word).or_insert(next)
            })
            .collect()
    };
    let words: Vec<Vec<u32>> = texts.iter().map(|text| number(text)).collect();
    let hashes: Vec<u64> = examples.iter().map(|example| example.hash).collect();
    let lines = Lines {
        words: &words,
        hashes: &hashes,
    };
    let mut split = |text: &str| -> Vec<Vec<u32>> { text.lines().map(&mut number).collect() };
    let (gold, neutral) = (split(gold), split(neutral));
    let labels = labels::labels(&lines, &gold);
    let forgiven = labels::labels(&lines, &neutral);
    let gold = gold.concat();
    let weights = (0..words.len())
        .map(|i| match labels[i] < forgiven[i] {
            true => 0.0,
            false => weight(words[i].len(), gold.len()),
        })
        .collect();
    Page {
        head,
        source: source.to_owned(),
        values: vec![false; words.len()],
        examples,
        words,
        labels,
        weights,
        gold,
    }
}

impl Page {
    /// Returns which lines stay by the rules, and which with a page model.
    pub(super) fn keeps(&self, page_model: &PageModel) -> [Vec<bool>; 2] {
        let dom = Dom::parse(&self.source);
        let evidence = Evidence::read(&dom);
        [false, true].map(|asks| {
            let model = Config::new().page_model(asks).learn(&[&evidence]);
            model.kept_lines(&dom, &evidence, page_model)
        })
    }
}

/// Of a record it is known which values must stay. A line that has one is content; so is what few
/// other pages of the site have.
fn of_record(head: Head, source: &str, gold: &[String], is_own: impl Fn(u64) -> bool) -> Page {
    let mut page = read(head, source, "", "");
    let dom = Dom::parse(source);
    let gold: Vec<String> = gold.iter().map(|value| values::plain(value)).collect();
    let mut n_words = 0;
    for (i, example) in page.examples.iter().enumerate() {
        let text: String = example.texts.iter().map(|&text| dom.text(text)).collect();
        let text = values::plain(&text);
        page.values[i] = gold
            .iter()
            .any(|value| !value.is_empty() && text.contains(value));
        page.labels[i] = f32::from(u8::from(page.values[i] || is_own(example.hash)));
        n_words += if 0.0 < page.labels[i] {
            page.words[i].len()
        } else {
            0
        };
    }
    for (i, of_line) in page.weights.iter_mut().enumerate() {
        let value = if page.values[i] { VALUE_WEIGHT } else { 1.0 };
        *of_line = value * weight(page.words[i].len(), n_words);
    }
    page
}

/// A page weighs as much as another, nearly, and a line by its words.
fn weight(words: usize, of_gold: usize) -> f32 {
    (words.min(WEIGHED_WORDS) as f32 + 0.5) / (of_gold as f32 + 100.0)
}
