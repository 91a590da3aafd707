//! All of the papers' experiments, one after the other.

use demold::Method;
use indicatif::ProgressBar;
use serde::Serialize;

use super::{bayes, claims, clustering, facts::Facts, kmeans, matrix, similar, sweep, thesis};
use crate::{
    cache::Cache,
    datasets::generated,
    outcome::{Outcome, clean, outcome},
    reading::Reading,
    report::{Cutoff, Timing},
    stages::{Settings, cutoffs},
    subject::Subject,
};

/// Pages of each of the sites that k-means and the classifier work on.
const N_SUBJECT_PAGES: usize = 100;
const N_SUBJECT_PAGES_QUICK: usize = 15;

/// Figure 9: the numbers of pages that templates are learned from; the paper has these, but for 2.
const N_LEARNED: [usize; 7] = [2, 10, 20, 30, 40, 50, 100];
const N_LEARNED_QUICK: [usize; 2] = [5, 10];

/// What the papers' experiments found.
#[derive(Debug, Default, Serialize)]
pub struct Results {
    /// All subjects of the evaluation, in its order.
    #[serde(skip)]
    pub subjects: Vec<String>,
    pub facts: Vec<Facts>,
    /// The generated sites that k-means and naive Bayes work on.
    pub categories: Vec<Facts>,
    pub matrix: Option<matrix::Matrix>,
    /// Template tokens, template terms and content F1 over the number of pages learned from.
    pub sweep: Vec<sweep::Point>,
    pub timings_over_pages: Vec<Timing>,
    pub clustering: Vec<clustering::Clustering>,
    pub kmeans: Vec<kmeans::KMeans>,
    pub bayes: Option<bayes::Bayes>,
    pub thesis: Option<thesis::Thesis>,
    pub claims: Option<claims::Claims>,
    pub similar: Vec<similar::Similar>,
    /// Of the generated site of many pages; the report has it with those of all other sites.
    #[serde(skip)]
    pub cutoffs: Vec<Cutoff>,
}

/// Runs the experiments. The outcomes are those of all subjects, of which those of the papers come first.
pub(crate) fn run(
    cache: &Cache,
    readings: &[Reading],
    subjects: &[Subject],
    outcomes: &[Vec<Outcome>],
    settings: &Settings,
    bar: &ProgressBar,
) -> anyhow::Result<Results> {
    let seed = settings.seed;
    // The variants come last, so these are the first outcomes of each site.
    let mut papers = subjects.to_vec();
    papers.retain(|subject| subject.is_of_papers());
    let papers = papers.as_slice();
    let mut found = Results {
        subjects: subjects.iter().map(ToString::to_string).collect(),
        facts: std::iter::zip(readings, outcomes)
            .map(|(reading, of_site)| Facts::of(reading, of_site.first()))
            .collect(),
        ..Results::default()
    };
    bar.set_position(0);
    for reading in readings {
        bar.set_message(format!("over the pages: {}", reading.site.name));
        if reading.has_text() {
            over_pages(cache, reading, papers, settings, &mut found)?;
        }
        bar.inc(1);
    }
    let [columns, rows] = matrix::SNIPPETS;
    found.matrix = Some(matrix::matrix(columns, rows));
    bar.set_message("k-means and naive Bayes");
    mining(cache, readings, papers, outcomes, settings, &mut found)?;
    bar.set_message("injected templates, mirrors, feed");
    found.thesis = Some(thesis::thesis(cache, papers, seed)?);
    if !settings.quick {
        slow(cache, readings, papers, seed, bar, &mut found)?;
    }
    Ok(found)
}

/// One site: figures over the number of pages, and clusters of its sections.
fn over_pages(
    cache: &Cache,
    reading: &Reading,
    papers: &[Subject],
    settings: &Settings,
    found: &mut Results,
) -> anyhow::Result<()> {
    let n_pages: &[usize] = if settings.quick { &sweep::N_PAGES_QUICK } else { &sweep::N_PAGES };
    let timings = &mut found.timings_over_pages;
    let points = sweep::points(cache, reading, papers, n_pages, settings.seed, timings)?;
    found.sweep.extend(points);
    let clusterings = clustering::clusterings(cache, reading, papers, settings.seed)?;
    found.clustering.extend(clusterings);
    Ok(())
}

/// What takes longer than all the rest.
fn slow(
    cache: &Cache,
    readings: &[Reading],
    papers: &[Subject],
    seed: u64,
    bar: &ProgressBar,
    found: &mut Results,
) -> anyhow::Result<()> {
    bar.set_message("claims of the thesis");
    let hashes: Vec<&str> = readings.iter().map(|reading| reading.hash.as_str()).collect();
    let names: Vec<&str> = papers.iter().map(|subject| subject.name()).collect();
    let (names, own_seed) = (names.join(","), seed.to_string());
    let inputs = ["claims", names.as_str(), own_seed.as_str()];
    let (snapshots, weeks) =
        cache.get(&inputs, || Ok((claims::snapshots(papers, seed)?, claims::weeks(papers, seed)?)))?;
    found.claims = Some(claims::Claims {
        snapshots,
        weeks,
        parameters: cache
            .get(&["parameters", &hashes.join(" "), &seed.to_string()], || claims::parameters(readings, seed))?,
    });
    bar.set_message("expressions on other sites");
    found.similar =
        cache.get(&["similar", &hashes.join(" "), &seed.to_string()], || similar::similar(readings, seed))?;
    bar.set_message("many pages");
    let many = Reading::new(generated::many(seed)?);
    let mine = Subject::Paper(Method::Mine);
    if papers.contains(&mine) {
        let outcome = vec![outcome(cache, &many, mine, None, seed)?];
        found.cutoffs = cutoffs(std::slice::from_ref(&many), &[mine], &[outcome]);
    }
    Ok(())
}

/// Clusters and classifies the pages of sites about the same subjects, and clusters the sites of a collection whose
/// sites are each about one thing.
fn mining(
    cache: &Cache,
    readings: &[Reading],
    subjects: &[Subject],
    outcomes: &[Vec<Outcome>],
    settings: &Settings,
    found: &mut Results,
) -> anyhow::Result<()> {
    let quick = settings.quick;
    let n_runs = if quick { kmeans::N_RUNS_QUICK } else { kmeans::N_RUNS };
    let n_pages = if quick { N_SUBJECT_PAGES_QUICK } else { N_SUBJECT_PAGES };
    let made: Vec<Reading> = generated::subjects(settings.seed, n_pages)?.into_iter().map(Reading::new).collect();
    found.categories = made.iter().map(|reading| Facts::of(reading, None)).collect();
    let (sites, sections) = numbered(&made);
    let hash = made.iter().map(|reading| reading.hash.as_str()).collect::<Vec<_>>().join(" ");
    let texts = |subject: Subject, learned_from: Option<usize>| -> anyhow::Result<Vec<String>> {
        let mut texts = Vec::new();
        for reading in &made {
            let regions = match learned_from {
                None => {
                    let outcome = outcome(cache, reading, subject, None, settings.seed)?;
                    outcome.pages.into_iter().map(|page| page.regions).collect()
                }
                Some(_) => clean(reading, subject, learned_from, settings.seed)?.regions,
            };
            texts.extend(std::iter::zip(&reading.pages, &regions).map(|(page, regions)| page.text(regions)));
        }
        Ok(texts)
    };
    let all: Vec<(Subject, Vec<String>)> =
        subjects.iter().map(|&subject| Ok((subject, texts(subject, None)?))).collect::<anyhow::Result<_>>()?;
    let names: Vec<&str> = subjects.iter().map(|subject| subject.name()).collect();
    let inputs = |stage: &str| format!("{stage} {} {n_runs} {} {}", hash, settings.seed, names.join(","));
    let mut kmeans = cache.get(&[&inputs("kmeans")], || Ok(kmeans::kmeans("generated", &all, &sections, n_runs)))?;
    kmeans.extend(by_category(cache, readings, subjects, outcomes, n_runs)?);
    let bayes = cache.get(&[&inputs("bayes")], || {
        let classify = |texts: &[String]| bayes::classify(&bayes::Texts { texts, sites: &sites, sections: &sections });
        let base = classify(&texts(Subject::Keep, None)?)?;
        let (mut rows, mut pairs, mut over_pages) = (Vec::new(), Vec::new(), Vec::new());
        for &subject in subjects {
            // The paper learns from 100 pages here, and so does every subject, whatever its own number is.
            let learned_from = (subject != Subject::Keep).then_some(n_pages);
            let found = if subject == Subject::Keep { base.clone() } else { classify(&texts(subject, learned_from)?)? };
            rows.extend(bayes::rows(subject, learned_from, &found.means, &base.means));
            pairs.extend(bayes::pairs(subject, &found));
        }
        let n_learned: &[usize] = if quick { &N_LEARNED_QUICK } else { &N_LEARNED };
        for &subject in subjects.iter().filter(|&&subject| subject != Subject::Keep) {
            for &n in n_learned {
                let found = classify(&texts(subject, Some(n))?)?;
                over_pages.extend(bayes::rows(subject, Some(n), &found.means, &base.means));
            }
        }
        Ok(bayes::Bayes { rows, pairs, over_pages })
    })?;
    (found.kmeans, found.bayes) = (kmeans, Some(bayes));
    Ok(())
}

/// Returns the number of the site of each page, and the number of its section. Sections have other names on other sites,
/// and come in the same order.
fn numbered(readings: &[Reading]) -> (Vec<usize>, Vec<usize>) {
    let (mut sites, mut sections) = (Vec::new(), Vec::new());
    for (site_idx, reading) in readings.iter().enumerate() {
        let mut names = Vec::<&str>::new();
        for page in &reading.site.pages {
            let name = page.section.as_deref().unwrap_or_default();
            let known = names.iter().position(|other| *other == name);
            sites.push(site_idx);
            sections.push(known.unwrap_or(names.len()));
            if known.is_none() {
                names.push(name);
            }
        }
    }
    (sites, sections)
}

/// Clusters the pages of each collection whose sites have categories, with as many clusters as categories.
fn by_category(
    cache: &Cache,
    readings: &[Reading],
    subjects: &[Subject],
    outcomes: &[Vec<Outcome>],
    n_runs: usize,
) -> anyhow::Result<Vec<kmeans::KMeans>> {
    /// No site may outweigh the rest.
    const MOST_PAGES: usize = 12;
    let mut found = Vec::new();
    let mut collections: Vec<&str> = readings.iter().map(|reading| reading.site.collection.as_str()).collect();
    collections.sort_unstable();
    collections.dedup();
    for collection in collections {
        let chosen: Vec<usize> = (0..readings.len())
            .filter(|&at| readings[at].site.collection == collection && readings[at].site.category.is_some())
            .collect();
        let mut names: Vec<&str> = chosen.iter().filter_map(|&at| readings[at].site.category.as_deref()).collect();
        names.sort_unstable();
        names.dedup();
        if names.len() < 2 {
            continue;
        }
        let (mut classes, mut hash) = (Vec::new(), String::new());
        let mut all: Vec<(Subject, Vec<String>)> = subjects.iter().map(|&subject| (subject, Vec::new())).collect();
        for &at in &chosen {
            let category = readings[at].site.category.as_deref().unwrap_or_default();
            hash.push_str(&readings[at].hash);
            for page_idx in 0..readings[at].pages.len().min(MOST_PAGES) {
                classes.push(names.binary_search(&category).unwrap_or(0));
                for (which, (_, texts)) in all.iter_mut().enumerate() {
                    let regions = &outcomes[at][which].pages[page_idx].regions;
                    texts.push(readings[at].pages[page_idx].text(regions));
                }
            }
        }
        let subjects: Vec<&str> = subjects.iter().map(|subject| subject.name()).collect();
        let inputs = ["kmeans", &hash, &n_runs.to_string(), &subjects.join(",")];
        found.extend(cache.get(&inputs, || Ok(kmeans::kmeans(collection, &all, &classes, n_runs)))?);
    }
    Ok(found)
}
