//! The order of the evaluation: from sites to a report.

use std::path::Path;

use demold::Method;
use indicatif::ProgressBar;

use crate::{
    cache::Cache,
    content,
    datasets::site::Site,
    intervals,
    others::Other,
    outcome::{Outcome, outcome, outcomes_with_idioms},
    reading::Reading,
    report::{Collection, Cutoff, PageRow, Provenance, Report, SCHEMA, Timing},
    subject::Subject,
    worst,
};

#[derive(Clone, Copy, Debug, Default)]
pub struct Settings {
    pub seed: u64,
    /// Small experiments.
    pub quick: bool,
    /// The papers' experiments as well.
    #[cfg(feature = "papers")]
    pub papers: bool,
}

/// The report and what it was made from.
#[derive(Debug)]
pub struct Evaluated {
    pub report: Report,
    pub readings: Vec<Reading>,
    /// For each site, what each subject did.
    pub outcomes: Vec<Vec<Outcome>>,
    pub n_cached: usize,
}

/// Evaluates sites, with the bar moving along them.
pub fn run(
    root: &Path,
    sites: Vec<Site>,
    subjects: &[Subject],
    others: &[Other],
    settings: &Settings,
    bar: &ProgressBar,
) -> anyhow::Result<Evaluated> {
    // Whatever else was left of the pages comes last, so that the papers' subjects stay the first.
    let subjects: Vec<Subject> = subjects.iter().copied().chain(others.iter().map(|other| other.subject)).collect();
    let subjects = subjects.as_slice();
    let cache = Cache::new(root)?;
    let (mut readings, mut outcomes, mut timings) = (Vec::new(), Vec::new(), Vec::new());
    bar.set_length(sites.len() as u64);
    for site in sites {
        bar.set_message(site.name.clone());
        let reading = Reading::new(site);
        let mut of_site = Vec::new();
        let is_by_itself = |subject: &&Subject| !subject.compares_sites() && !matches!(subject, Subject::Other(_));
        for &subject in subjects.iter().filter(is_by_itself) {
            let outcome = outcome(&cache, &reading, subject, None, settings.seed)?;
            timings.push(Timing::of(&reading, subject, None, &outcome));
            of_site.push(outcome);
        }
        for other in others {
            of_site.push(other.outcome(&reading)?);
        }
        outcomes.push(of_site);
        readings.push(reading);
        bar.inc(1);
    }
    compare_sites(&cache, &readings, subjects, settings.seed, &mut outcomes)?;
    #[cfg_attr(not(feature = "papers"), expect(unused_mut, reason = "papers add theirs"))]
    let mut cutoffs = cutoffs(&readings, subjects, &outcomes);
    #[cfg(feature = "papers")]
    let papers = if settings.papers {
        let mut found = crate::papers::run(&cache, &readings, subjects, &outcomes, settings, bar)?;
        cutoffs.append(&mut found.cutoffs);
        Some(found)
    } else {
        None
    };

    let content = content::rows(&readings, subjects, &outcomes);
    let names: Vec<String> = subjects.iter().map(ToString::to_string).collect();
    let report = Report {
        schema: SCHEMA,
        made: Provenance { version: env!("CARGO_PKG_VERSION"), commit: None, date: String::new() },
        seed: settings.seed,
        quick: settings.quick,
        subjects: names.clone(),
        collections: collections(&readings),
        intervals: intervals::compared(&content, &names, settings.seed),
        content,
        timings,
        cutoffs,
        worst: worst::worst(&readings, subjects, &outcomes),
        pages: pages(&readings, subjects, &outcomes),
        verdict: None,
        #[cfg(feature = "papers")]
        papers,
    };
    Ok(Evaluated { report, readings, outcomes, n_cached: cache.n_hits() })
}

/// Adds the outcomes of the subjects that learn from all sites of a collection, each in its place.
fn compare_sites(
    cache: &Cache,
    readings: &[Reading],
    subjects: &[Subject],
    seed: u64,
    outcomes: &mut [Vec<Outcome>],
) -> anyhow::Result<()> {
    // In their order, so that those before each are there when it is inserted.
    for (at, &subject) in subjects.iter().enumerate().filter(|(_, subject)| subject.compares_sites()) {
        let mut collections: Vec<&str> = readings.iter().map(|reading| reading.site.collection.as_str()).collect();
        collections.sort_unstable();
        collections.dedup();
        for collection in collections {
            let of_collection = |&site_idx: &usize| readings[site_idx].site.collection == collection;
            let sites: Vec<usize> = (0..readings.len()).filter(of_collection).collect();
            let together: Vec<&Reading> = sites.iter().map(|&site_idx| &readings[site_idx]).collect();
            let found = outcomes_with_idioms(cache, &together, subject, seed)?;
            for (site_idx, outcome) in std::iter::zip(sites, found) {
                outcomes[site_idx].insert(at, outcome);
            }
        }
    }
    Ok(())
}

fn collections(readings: &[Reading]) -> Vec<Collection> {
    let mut found: Vec<Collection> = Vec::new();
    for reading in readings {
        let at = found.iter().position(|other| other.name == reading.site.collection);
        let at = at.unwrap_or_else(|| {
            let name = reading.site.collection.clone();
            found.push(Collection { name, sites: 0, pages: 0, bytes: 0 });
            found.len() - 1
        });
        found[at].sites += 1;
        found[at].pages += reading.pages.len();
        found[at].bytes += reading.site.n_bytes();
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

/// Returns the histogram and cut of each site that was mined: the thesis's, if that was run.
pub(crate) fn cutoffs(readings: &[Reading], subjects: &[Subject], outcomes: &[Vec<Outcome>]) -> Vec<Cutoff> {
    let place = |wanted| subjects.iter().position(|&subject| subject == wanted);
    let mined = place(Subject::Paper(Method::Mine)).or(place(Subject::Method(Method::Mine)));
    let of_sites = std::iter::zip(readings, outcomes);
    of_sites
        .filter_map(|(reading, of_site)| Some((reading, &of_site[mined?])))
        .filter_map(|(reading, outcome)| {
            Some(Cutoff {
                collection: reading.site.collection.clone(),
                site: reading.site.name.clone(),
                cut: outcome.cut.clone()?,
            })
        })
        .collect()
}

fn pages(readings: &[Reading], subjects: &[Subject], outcomes: &[Vec<Outcome>]) -> Vec<PageRow> {
    let mut rows = Vec::new();
    for (site_idx, reading) in readings.iter().enumerate() {
        for (page_idx, page) in reading.site.pages.iter().enumerate() {
            for (subject, outcome) in std::iter::zip(subjects, &outcomes[site_idx]) {
                let outcome = &outcome.pages[page_idx].judged;
                rows.push(PageRow {
                    collection: reading.site.collection.clone(),
                    site: reading.site.name.clone(),
                    page: page.name.clone(),
                    subject: subject.to_string(),
                    precision: outcome.content.map(|content| content.precision),
                    recall: outcome.content.map(|content| content.recall),
                    f1: outcome.content.map(|content| content.f1),
                    values: outcome.values,
                    removed: outcome.removed,
                    lost: outcome.lost,
                });
            }
        }
    }
    rows
}
