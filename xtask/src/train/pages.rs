//! Pages to learn from, line by line: alone, and with others of their site.

use std::path::PathBuf;

use anyhow::Context as _;
use classify::{Config, Evidence, TrainingRow};
use dom::Dom;
use evaluation::{
    datasets::{
        folder,
        site::Site,
        wcxb::{self, COLLECTION as WCXB},
    },
    measures::{values, words},
};
use rayon::prelude::*;
use rustc_hash::FxHashMap;
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use walkdir::{DirEntry, WalkDir};

use super::{
    bylines,
    kinds::{self, Facts},
    labels::{self, Lines},
};

/// A site is seen with so many of its pages, as far as it has them, and if it has fewer than one of these, with all.
const SIZES: [usize; 6] = [1, 2, 3, 5, 10, 24];
/// Of a site so many pages are described for each of these sizes.
const TARGETS: usize = 5;
/// A line of more words weighs no more than one of these.
const WEIGHED_WORDS: usize = 400;
/// Of records a line on less than this share of the site's pages is content, …
const RECORD_MAX_SHARE: f64 = 0.5;
/// … if the site has at least this many pages with gold; of fewer, only what other pages have is known to be template.
const RECORD_MIN_PAGES: usize = 6;
/// In these collections the neutral text is what readers and editors put under an article: comments, and what is
/// related. There it is template.
const COMMENTS_NEUTRAL: [&str; 2] = ["dragnet", "l3s"];

/// A page with what is known of each of its lines.
#[derive(Debug)]
pub(super) struct Page {
    pub(super) head: Head,
    pub(super) examples: Vec<TrainingRow>,
    pub(super) known: Known,
}

/// What is known of the lines of a page, whatever its site.
#[derive(Clone, Debug)]
pub(super) struct Known {
    pub(super) words: Vec<Vec<u32>>,
    pub(super) labels: Vec<f32>,
    pub(super) weights: Vec<f32>,
    /// The gold's words.
    pub(super) gold: Vec<u32>,
    /// The lines that hold a value that must stay.
    pub(super) values: Vec<bool>,
    /// The lines of a [byline](bylines).
    pub(super) bylines: Vec<bool>,
}

/// What a page is.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Head {
    /// The number of the folder that it is in: sites in two folders may have the same name.
    pub(super) folder: usize,
    pub(super) id: String,
    /// `wcxb`, or the site's collection.
    pub(super) collection: String,
    /// The site, or the domain.
    pub(super) group: String,
    /// What must be held back together: the owner of the site's repository, the registrable domain, or the site itself.
    pub(super) domain: String,
    /// The [kind](kinds) of the page.
    pub(super) kind: &'static str,
    /// The pages that the site was learned from, this one included.
    pub(super) pages: usize,
    /// Whether the gold is a list of values.
    pub(super) record: bool,
    /// Whether trees are fitted to the page. Others are only judged.
    pub(super) fitted: bool,
}

/// A page beside the pages that its site was learned from.
pub(super) struct View<'a> {
    pub(super) head: Head,
    pub(super) dom: &'a Dom<'a>,
    pub(super) evidence: &'a Evidence,
    /// The pages of the site, this one included.
    pub(super) sample: &'a [&'a Evidence],
    gold: Gold<'a>,
}

/// What is known of a page.
enum Gold<'a> {
    /// The text that must stay, and that which may.
    Text(&'a str, &'a str),
    /// The values that must stay, the number of pages of the site, and on how many of them each line is.
    Values(&'a [String], usize, &'a FxHashMap<u64, usize>),
}

impl View<'_> {
    /// Describes the lines of the page, and labels them.
    pub(super) fn label(&self) -> Page {
        let examples = Config::new().learn(self.sample).training_rows(self.dom, self.evidence);
        let known = match self.gold {
            Gold::Text(gold, neutral) => Known::of_text(self.dom, &examples, gold, neutral),
            Gold::Values(values, n_pages, pages_with) => {
                Known::of_record(self.dom, &examples, values, n_pages, pages_with)
            }
        };
        Page { head: self.head.clone(), examples, known }
    }
}

/// Where pages with gold are.
#[derive(Clone, Debug)]
pub(super) struct Folders {
    /// The development part of WCXB.
    pub(super) wcxb: Option<PathBuf>,
    /// Folders of sites.
    pub(super) sites: Vec<PathBuf>,
}

impl Folders {
    /// Reads all pages, alone and with others of their site in every size, and calls `each` with what `describe` returns
    /// for them, in an order that is the same in every run.
    pub(super) fn each<T: Send>(
        &self,
        describe: impl Fn(&View<'_>) -> T + Sync,
        mut each: impl FnMut(T) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        if let Some(folder) = &self.wcxb {
            in_parallel(&wcxb::read(folder)?, 64, |page| Ok(vec![of_wcxb(page, &describe)]), &mut each)?;
        }
        for (nth, folder) in self.sites.iter().enumerate() {
            let entries = WalkDir::new(folder).min_depth(1).max_depth(1).follow_links(true).sort_by_file_name();
            let mut entries = entries.into_iter().collect::<Result<Vec<_>, _>>()?;
            entries.retain(|entry| entry.file_type().is_dir());
            let sites = |entry: &DirEntry| {
                let path = entry.path();
                let sites = folder::load(path).with_context(|| format!("no site in {}", path.display()))?;
                let facts = Facts::read(path)?;
                Ok(sites.iter().flat_map(|site| of_site(nth + 1, site, &facts, &describe)).collect())
            };
            in_parallel(&entries, 16, sites, &mut each)?;
        }
        Ok(())
    }
}

/// Reads so many items at a time, and calls `each` with what was read, in their order.
fn in_parallel<I: Sync, T: Send>(
    items: &[I],
    at_a_time: usize,
    read: impl Fn(&I) -> anyhow::Result<Vec<T>> + Sync,
    each: &mut impl FnMut(T) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for some in items.chunks(at_a_time) {
        for found in some.par_iter().map(&read).collect::<Vec<_>>() {
            found?.into_iter().try_for_each(&mut *each)?;
        }
    }
    Ok(())
}

fn of_wcxb<T>(page: &wcxb::Page, describe: &impl Fn(&View<'_>) -> T) -> T {
    let group = if page.domain.is_empty() { &page.id } else { &page.domain };
    let head = Head {
        folder: 0,
        id: page.id.clone(),
        collection: WCXB.to_owned(),
        domain: registrable(group),
        group: group.clone(),
        kind: kinds::of_wcxb(&page.kind),
        pages: 1,
        record: false,
        fitted: true,
    };
    let dom = Dom::parse(page.html.as_str());
    let evidence = Evidence::read(&dom);
    describe(&View { head, dom: &dom, evidence: &evidence, sample: &[&evidence], gold: Gold::Text(&page.gold, "") })
}

/// Orders things by chance, but in every run alike.
fn draw(site: &str, of: &[usize]) -> u64 {
    let mut hash = Sha256::new();
    hash.update(site);
    of.iter().for_each(|number| hash.update(number.to_le_bytes()));
    let digest = hash.finalize();
    u64::from_le_bytes(std::array::from_fn(|i| digest[i]))
}

/// A page of a site to describe.
struct Instance {
    /// The pages that the site is learned from, the described one first.
    sample: Vec<usize>,
    /// See [`Head::fitted`].
    fitted: bool,
}

/// The pages of a site to describe. Those that are described with most others are also described alone, so that both can
/// be compared: if trees are not fitted to them alone, they are only judged.
fn instances(site: &Site) -> Vec<Instance> {
    let n_pages = site.pages.len();
    let with_gold: Vec<usize> = (0..n_pages).filter(|&i| site.pages[i].gold.is_known()).collect();
    let mut sizes: Vec<usize> = SIZES.iter().map(|&size| size.min(n_pages)).collect();
    sizes.dedup();
    let mut instances: Vec<Instance> = Vec::new();
    for &size in &sizes {
        let mut targets = with_gold.clone();
        targets.sort_by_key(|&page| draw(&site.name, &[size, page]));
        for &target in targets.iter().take(TARGETS) {
            let mut others: Vec<usize> = (0..n_pages).filter(|&page| page != target).collect();
            others.sort_by_key(|&page| draw(&site.name, &[size, target, page]));
            others.truncate(size - 1);
            instances.push(Instance { sample: [vec![target], others].concat(), fitted: true });
        }
    }
    let largest = sizes.last().copied().unwrap_or_default();
    let targets = |size: usize| -> Vec<usize> {
        instances.iter().filter(|of| of.sample.len() == size).map(|of| of.sample[0]).collect()
    };
    let alone = targets(1);
    let others: Vec<usize> = targets(largest).into_iter().filter(|target| !alone.contains(target)).collect();
    instances.extend(others.into_iter().map(|target| Instance { sample: vec![target], fitted: false }));
    instances
}

fn of_site<T>(folder: usize, site: &Site, facts: &Facts, describe: &impl Fn(&View<'_>) -> T) -> Vec<T> {
    let instances = instances(site);
    let mut used: Vec<usize> = instances.iter().flat_map(|instance| instance.sample.iter().copied()).collect();
    used.sort_unstable();
    used.dedup();
    let sources: FxHashMap<usize, String> =
        (used.iter()).map(|&page| (page, site.pages[page].source().into_text().into_string())).collect();
    let read: FxHashMap<usize, (Dom<'_>, Evidence)> = (used.iter())
        .map(|&page| {
            let dom = Dom::parse(sources[&page].as_str());
            let evidence = Evidence::read(&dom);
            (page, (dom, evidence))
        })
        .collect();
    let pages_with =
        if site.pages.iter().any(|page| page.gold.values.is_some()) { lines(site) } else { FxHashMap::default() };
    let host = site.name.split_once("__").map_or(&*site.name, |(_, host)| host);
    let domain = facts.owner().map_or_else(|| registrable(host), str::to_owned);
    instances
        .into_iter()
        .map(|Instance { sample, fitted }| {
            let (target, size) = (sample[0], sample.len());
            let page = &site.pages[target];
            let (dom, evidence) = &read[&target];
            let sample: Vec<&Evidence> = sample.iter().map(|page| &read[page].1).collect();
            let head = Head {
                folder,
                id: format!("{}/{}", site.name, page.name),
                collection: site.collection.clone(),
                group: site.name.clone(),
                domain: domain.clone(),
                kind: facts.kind(&site.collection, &page.name),
                pages: size,
                record: page.gold.values.is_some(),
                fitted,
            };
            let gold = match &page.gold.values {
                Some(values) => Gold::Values(values, site.pages.len(), &pages_with),
                None => {
                    let is_of_comments = COMMENTS_NEUTRAL.contains(&site.collection.as_str());
                    let neutral = page.gold.neutral.as_deref().filter(|_| !is_of_comments);
                    Gold::Text(page.gold.text.as_deref().unwrap_or_default(), neutral.unwrap_or_default())
                }
            };
            describe(&View { head, dom, evidence, sample: &sample, gold })
        })
        .collect()
}

/// The part of a host's name that its owner registered, or the name itself.
fn registrable(host: &str) -> String {
    domains::registrable(host).unwrap_or(host).to_owned()
}

/// Counts on how many pages of a site each line is.
fn lines(site: &Site) -> FxHashMap<u64, usize> {
    let mut pages_with = FxHashMap::default();
    for page in &site.pages {
        let text = page.source().into_text();
        let dom = Dom::parse(&*text);
        let evidence = Evidence::read(&dom);
        let examples = Config::new().learn(&[&evidence]).training_rows(&dom, &evidence);
        let mut hashes: Vec<u64> = examples.iter().map(|line| line.hash).collect();
        hashes.sort_unstable();
        hashes.dedup();
        for hash in hashes {
            *pages_with.entry(hash).or_default() += 1;
        }
    }
    pages_with
}

fn texts(dom: &Dom<'_>, examples: &[TrainingRow]) -> Vec<String> {
    let of_line = |line: &TrainingRow| line.texts.iter().map(|&text| dom.text(text)).collect();
    examples.iter().map(of_line).collect()
}

impl Known {
    /// Labels lines by the text that should stay, and that which may.
    fn of_text(dom: &Dom<'_>, examples: &[TrainingRow], gold: &str, neutral: &str) -> Known {
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
        let texts = texts(dom, examples);
        let words: Vec<Vec<u32>> = texts.iter().map(|text| number(text)).collect();
        let hashes: Vec<u64> = examples.iter().map(|example| example.hash).collect();
        let lines = Lines { words: &words, hashes: &hashes };
        let mut split = |text: &str| -> Vec<Vec<u32>> { text.lines().map(&mut number).collect() };
        let (gold, neutral) = (split(gold), split(neutral));
        let labels = labels::labels(&lines, &gold);
        let forgiven = labels::labels(&lines, &neutral);
        let gold = gold.concat();
        let weights = (examples.iter().enumerate())
            .map(|(i, example)| {
                // A headline that the gold lacks is a convention, and says nothing about headlines.
                let is_convention = example.is_headline && labels[i] < 0.5;
                if labels[i] < forgiven[i] || is_convention { 0.0 } else { weight(words[i].len(), gold.len()) }
            })
            .collect();
        Known {
            values: vec![false; words.len()],
            bylines: bylines::bylines(dom, examples, &texts),
            words,
            labels,
            weights,
            gold,
        }
    }

    /// Of a record it is known which values must stay. A line that has one is content; so is, on a site of some size,
    /// what few other pages of the site have. On a smaller one, what others have is template, and the rest unknown.
    fn of_record(
        dom: &Dom<'_>,
        examples: &[TrainingRow],
        gold: &[String],
        n_pages: usize,
        pages_with: &FxHashMap<u64, usize>,
    ) -> Known {
        let mut known = Known::of_text(dom, examples, "", "");
        let gold: Vec<String> = gold.iter().map(|value| values::plain(value)).collect();
        let mut n_words = 0;
        for (i, text) in texts(dom, examples).iter().enumerate() {
            let text = values::plain(text);
            known.values[i] = gold.iter().any(|value| !value.is_empty() && text.contains(value));
            let with = pages_with.get(&examples[i].hash).copied().unwrap_or(0);
            let is_own = (with as f64) < RECORD_MAX_SHARE * n_pages as f64;
            let is_small = n_pages < RECORD_MIN_PAGES;
            known.labels[i] = f32::from(u8::from(known.values[i] || (is_own && !is_small)));
            let is_unknown = is_small && !known.values[i] && with < 2;
            known.weights[i] = f32::from(u8::from(!is_unknown));
            n_words += if known.labels[i] > 0.0 { known.words[i].len() } else { 0 };
        }
        for (i, of_line) in known.weights.iter_mut().enumerate() {
            *of_line *= weight(known.words[i].len(), n_words);
        }
        known
    }
}

/// A page weighs as much as another, nearly, and a line by its words.
fn weight(words: usize, of_gold: usize) -> f32 {
    (words.min(WEIGHED_WORDS) as f32 + 0.5) / (of_gold as f32 + 100.0)
}

#[cfg(test)]
mod tests {
    use evaluation::datasets::site::{Gold, Page};

    use super::*;

    #[test]
    fn pages_with_most_others_are_also_described_alone() {
        let gold = Gold { text: Some("Text".to_owned()), ..Gold::default() };
        let page = |i: usize| Page { name: i.to_string(), gold: gold.clone(), ..Page::default() };
        for n_pages in [1, 4, 30] {
            let pages = (0..n_pages).map(page).collect();
            let site = Site { name: "site".to_owned(), pages, ..Site::default() };
            let instances = instances(&site);
            let targets = |size: usize| -> Vec<usize> {
                instances.iter().filter(|of| of.sample.len() == size).map(|of| of.sample[0]).collect()
            };
            let mut alone = targets(1);
            let all = targets(n_pages.min(24));
            assert_eq!(all.len(), n_pages.min(TARGETS));
            assert!(all.iter().all(|target| alone.contains(target)));
            // None is described twice, and those that are only judged are alone.
            alone.sort_unstable();
            assert!(alone.array_windows().all(|[a, b]| a < b), "{alone:?}");
            assert!(instances.iter().all(|of| of.fitted || of.sample.len() == 1));
            assert_eq!(instances.iter().filter(|of| of.fitted && of.sample.len() == 1).count(), n_pages.min(TARGETS));
        }
    }
}
