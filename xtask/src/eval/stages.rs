//! The order of the evaluation: from sites to a report.

mod papers;

use std::path::Path;

use demold::Method;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{
    cache::Cache,
    experiments::{clustering, content, facts::Facts, sweep, views, worst},
    outcome::{Outcome, outcome},
    reading::Reading,
    report::{Collection, Cutoff, PageRow, Provenance, Report, SCHEMA, Timing},
    subject::Subject,
};
use crate::datasets::site::Site;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    pub(crate) seed: u64,
    pub(crate) quick: bool,
    pub(crate) content_only: bool,
}

/// The report and what it was made from.
pub(crate) struct Evaluated {
    pub(crate) report: Report,
    pub(crate) readings: Vec<Reading>,
    /// For each site, what each subject did.
    pub(crate) outcomes: Vec<Vec<Outcome>>,
    pub(crate) n_cached: usize,
}

pub(crate) fn run(
    root: &Path,
    sites: Vec<Site>,
    subjects: &[Subject],
    settings: &Settings,
) -> anyhow::Result<Evaluated> {
    let cache = Cache::new(root)?;
    let seed = settings.seed;
    // The variants come last, so these are the first outcomes of each site.
    let of_papers: Vec<Subject> = subjects
        .iter()
        .copied()
        .filter(|subject| subject.is_of_papers())
        .collect();
    let bar = bar(sites.len());
    let (mut readings, mut outcomes) = (Vec::new(), Vec::new());
    let (mut timings, mut points, mut clusterings) = (Vec::new(), Vec::new(), Vec::new());
    for site in sites {
        bar.set_message(site.name.clone());
        let reading = Reading::new(site);
        let mut of_site = Vec::new();
        for &subject in subjects {
            let outcome = outcome(&cache, &reading, subject, None, seed)?;
            timings.push(Timing::of(&reading, subject, None, &outcome));
            of_site.push(outcome);
        }
        if !settings.content_only && reading.has_text() {
            let n_pages: &[usize] = if settings.quick {
                &sweep::N_PAGES_QUICK
            } else {
                &sweep::N_PAGES
            };
            points.extend(sweep::points(
                &cache,
                &reading,
                &of_papers,
                n_pages,
                seed,
                &mut timings,
            )?);
            clusterings.extend(clustering::clusterings(&cache, &reading, &of_papers, seed)?);
        }
        outcomes.push(of_site);
        readings.push(reading);
        bar.inc(1);
    }
    let facts: Vec<Facts> = std::iter::zip(&readings, &outcomes)
        .map(|(reading, of_site)| Facts::of(reading, of_site.first()))
        .collect();
    let mut cutoffs = cutoffs(&readings, subjects, &outcomes);
    let mut experiments = papers::Experiments::default();
    if !settings.content_only {
        experiments =
            papers::experiments(&cache, &readings, &of_papers, &outcomes, settings, &bar)?;
        cutoffs.append(&mut experiments.cutoffs);
    }
    bar.finish_and_clear();

    let mut worst = worst::worst(&readings, subjects, &outcomes);
    let first = (0..readings.len()).map(|site_idx| (site_idx, 0));
    let chosen = first.chain(
        worst
            .iter()
            .filter(|page| page.subject != Subject::KEEP)
            .map(|page| page.at),
    );
    let (views, numbers) = views::views(chosen, &readings, subjects, &outcomes);
    for page in &mut worst {
        page.view = numbers.get(&page.at).copied();
    }
    let report = Report {
        schema: SCHEMA,
        made: Provenance {
            version: env!("CARGO_PKG_VERSION"),
            commit: None,
            date: String::new(),
        },
        seed,
        quick: settings.quick,
        subjects: subjects.iter().map(ToString::to_string).collect(),
        collections: collections(&readings),
        facts,
        categories: experiments.categories,
        matrix: experiments.matrix,
        content: content::rows(&readings, subjects, &outcomes),
        sweep: points,
        timings,
        threads: experiments.threads,
        clustering: clusterings,
        kmeans: experiments.kmeans,
        bayes: experiments.bayes,
        thesis: experiments.thesis,
        claims: experiments.claims,
        similar: experiments.similar,
        cutoffs,
        worst,
        pages: pages(&readings, subjects, &outcomes, &numbers),
        views,
        verdict: None,
    };
    Ok(Evaluated {
        report,
        readings,
        outcomes,
        n_cached: cache.n_hits(),
    })
}

fn collections(readings: &[Reading]) -> Vec<Collection> {
    let mut found: Vec<Collection> = Vec::new();
    for reading in readings {
        let at = found
            .iter()
            .position(|other| other.name == reading.site.collection);
        let at = at.unwrap_or_else(|| {
            let name = reading.site.collection.clone();
            found.push(Collection {
                name,
                sites: 0,
                pages: 0,
                bytes: 0,
            });
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
fn cutoffs(readings: &[Reading], subjects: &[Subject], outcomes: &[Vec<Outcome>]) -> Vec<Cutoff> {
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

fn pages(
    readings: &[Reading],
    subjects: &[Subject],
    outcomes: &[Vec<Outcome>],
    views: &std::collections::BTreeMap<(usize, usize), usize>,
) -> Vec<PageRow> {
    let mut rows = Vec::new();
    for (site_idx, reading) in readings.iter().enumerate() {
        for (page_idx, page) in reading.site.pages.iter().enumerate() {
            for (subject, outcome) in std::iter::zip(subjects, &outcomes[site_idx]) {
                let outcome = &outcome.pages[page_idx];
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
                    view: views.get(&(site_idx, page_idx)).copied(),
                });
            }
        }
    }
    rows
}

/// Returns a bar over sites; it draws on a terminal and nowhere else.
fn bar(n_sites: usize) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(n_sites as u64), ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{bar:32} {pos}/{len} sites  {elapsed}  {msg}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}
