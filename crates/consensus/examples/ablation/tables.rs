//! The tables, as Markdown.

use std::collections::BTreeMap;

use consensus::{Config, Evidence, Profile, Reason};
use rayon::prelude::*;

use crate::sites::{self, Outcome, Page, Site};

/// As many pages as the command learns from.
const SAMPLE: usize = 24;
/// Draws of samples that are smaller than the site.
const N_DRAWS: u64 = 4;

/// What became of a collection: means over its sites.
#[derive(Clone, Copy, Debug)]
struct Means {
    f1: Option<f64>,
    recall: Option<f64>,
    values: Option<f64>,
    removed: Option<f64>,
}

impl Means {
    /// What is to be as high as can be. A value lost costs more than can be won by removing more.
    fn score(self) -> f64 {
        self.f1
            .unwrap_or_else(|| self.values.unwrap_or(0.0) + 0.1 * self.removed.unwrap_or(0.0))
    }

    fn cell(self) -> String {
        match (self.f1, self.recall) {
            (Some(f1), Some(recall)) => format!("{f1:.4} ({recall:.4})"),
            _ => format!(
                "{:.4} / {:.3}",
                self.values.unwrap_or(0.0),
                self.removed.unwrap_or(0.0)
            ),
        }
    }
}

type Collections<'a> = BTreeMap<&'a str, Means>;

fn mean(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let (n, sum) = numbers.fold((0, 0.0), |(n, sum), number| (n + 1, sum + number));
    (0 < n).then(|| sum / f64::from(n))
}

/// Learns each site from `n_learned` of its pages and cleans `n_cleaned`, over so many draws.
fn run<'a>(
    sites: &'a [Site<'_>],
    config: &Config,
    n_learned: usize,
    n_cleaned: usize,
    n_draws: u64,
) -> Collections<'a> {
    means(sites, |site| {
        (0..n_draws)
            .flat_map(|seed| sites::run(site, config, n_learned, n_cleaned, seed))
            .collect()
    })
}

/// Puts together what becomes of each site's pages.
fn means<'a>(
    sites: &'a [Site<'_>],
    outcomes: impl Fn(&Site<'_>) -> Vec<Outcome> + Send + Sync,
) -> Collections<'a> {
    let outcomes: Vec<Vec<Outcome>> = sites.par_iter().map(outcomes).collect();
    let mut rows: BTreeMap<&str, Vec<Means>> = BTreeMap::new();
    for (site, outcomes) in sites.iter().zip(&outcomes) {
        let content = |at: usize| {
            mean(
                outcomes
                    .iter()
                    .filter_map(|page| page.content.map(|content| content[at])),
            )
        };
        let means = Means {
            f1: content(2),
            recall: content(1),
            values: mean(outcomes.iter().filter_map(|page| page.values)),
            removed: mean(outcomes.iter().map(|page| page.removed)),
        };
        rows.entry(site.files.collection.as_str())
            .or_default()
            .push(means);
    }
    let over =
        |rows: &[Means], number: fn(&Means) -> Option<f64>| mean(rows.iter().filter_map(number));
    let means = |rows: Vec<Means>| Means {
        f1: over(&rows, |row| row.f1),
        recall: over(&rows, |row| row.recall),
        values: over(&rows, |row| row.values),
        removed: over(&rows, |row| row.removed),
    };
    rows.into_iter()
        .map(|(name, rows)| (name, means(rows)))
        .collect()
}

fn head(first: &str, sites: &[Site<'_>]) {
    let mut names: Vec<&str> = sites
        .iter()
        .map(|site| site.files.collection.as_str())
        .collect();
    names.sort_unstable();
    names.dedup();
    println!(
        "| {first} | {} |\n|---|{}",
        names.join(" | "),
        "---|".repeat(names.len())
    );
}

fn row(name: &str, collections: &Collections<'_>) {
    let cells: Vec<String> = collections.values().map(|means| means.cell()).collect();
    println!("| {name} | {} |", cells.join(" | "));
}

pub(crate) fn profiles(sites: &[Site<'_>]) {
    head("F1 (recall), or values / words removed", sites);
    let profiles = [
        ("`balanced`", Config::new()),
        ("`data`", Config::new().profile(Profile::Data)),
        ("`article`", Config::new().profile(Profile::Article)),
        ("`balanced`, no hints", Config::new().hints(false)),
    ];
    for (name, config) in profiles {
        row(name, &run(sites, &config, SAMPLE, usize::MAX, 1));
    }
}

pub(crate) fn alone(sites: &[Site<'_>]) {
    head(
        "each page alone: F1 (recall), or values / words removed",
        sites,
    );
    let row = |name: &str, config: Config| {
        row(name, &means(sites, |site| sites::alone(site, &config)));
    };
    row("`balanced`", Config::new());
    // The page model has learned from some of these pages.
    let rules = || Config::new().page_model(false);
    row("`balanced`, no page model", rules());
    row("`data`", Config::new().profile(Profile::Data));
    row("`article`", Config::new().profile(Profile::Article));
    row("`balanced`, no hints", Config::new().hints(false));
    for &reason in Reason::ALL {
        row(
            &format!("no page model, without `{reason}`"),
            rules().without(reason),
        );
    }
}

pub(crate) fn pages(sites: &[Site<'_>]) {
    for (profile, name) in [(Profile::Balanced, "balanced"), (Profile::Data, "data")] {
        let config = Config::new().profile(profile);
        head(&format!("`{name}`, learned from, all cleaned"), sites);
        for n_pages in [1, 2, 3, 5, 10] {
            row(
                &n_pages.to_string(),
                &run(sites, &config, n_pages, usize::MAX, N_DRAWS),
            );
        }
        row(
            &SAMPLE.to_string(),
            &run(sites, &config, SAMPLE, usize::MAX, 1),
        );
        row("all", &run(sites, &config, usize::MAX, usize::MAX, 1));
        println!();
        head(&format!("`{name}`, pages of the site"), sites);
        for n_pages in [1, 2, 3, 5, 10] {
            row(
                &n_pages.to_string(),
                &run(sites, &config, n_pages, n_pages, N_DRAWS),
            );
        }
        println!();
    }
}

pub(crate) fn evidence(sites: &[Site<'_>]) {
    head("without", sites);
    row(
        "nothing",
        &run(sites, &Config::new(), SAMPLE, usize::MAX, 1),
    );
    for &reason in Reason::ALL {
        let config = Config::new().without(reason);
        row(
            &format!("`{reason}`"),
            &run(sites, &config, SAMPLE, usize::MAX, 1),
        );
    }
    row(
        "all hints",
        &run(sites, &Config::new().hints(false), SAMPLE, usize::MAX, 1),
    );
    row(
        "several templates",
        &run(sites, &Config::new().max_clusters(1), SAMPLE, usize::MAX, 1),
    );
}

pub(crate) fn left_out(sites: &[Site<'_>]) {
    /// What the others must gain on average before they leave a reason out.
    const GAIN: f64 = 0.0005;
    let base = run(sites, &Config::new(), SAMPLE, usize::MAX, 1);
    let without: Vec<(Reason, Collections<'_>)> = Reason::ALL
        .iter()
        .map(|&reason| {
            (
                reason,
                run(sites, &Config::new().without(reason), SAMPLE, usize::MAX, 1),
            )
        })
        .collect();
    println!("| left out | the others do without | then it has | with all |\n|---|---|---|---|");
    for (&name, own) in &base {
        let others = |collections: &Collections<'_>| {
            mean(
                collections
                    .iter()
                    .filter(|&(&other, _)| other != name)
                    .map(|(_, means)| means.score()),
            )
            .unwrap_or(0.0)
        };
        let unwanted = without
            .iter()
            .filter(|(_, collections)| others(&base) + GAIN < others(collections));
        let unwanted: Vec<Reason> = unwanted.map(|&(reason, _)| reason).collect();
        let config = unwanted
            .iter()
            .fold(Config::new(), |config, &reason| config.without(reason));
        let then = run(sites, &config, SAMPLE, usize::MAX, 1)[name];
        let list: Vec<String> = unwanted
            .iter()
            .map(|reason| format!("`{reason}`"))
            .collect();
        let list = if list.is_empty() {
            "nothing".to_owned()
        } else {
            list.join(", ")
        };
        println!("| {name} | {list} | {} | {} |", then.cell(), own.cell());
    }
}

pub(crate) fn kinds(sites: &[Site<'_>]) {
    /// Sites with fewer pages are no kind of their own.
    const MIN_PAGES: usize = 8;
    /// As many pages of each site.
    const MAX_PAGES: usize = 32;
    let large: Vec<&Site<'_>> = sites
        .iter()
        .filter(|site| MIN_PAGES <= site.pages.len())
        .collect();
    let (steps, n_sites) = ([1, 7, 13, 20], large.len());
    let pairs: Vec<(&Site<'_>, &Site<'_>)> = steps
        .iter()
        .flat_map(|step| (0..n_sites).map(move |at| (at, (at + step) % n_sites)))
        .map(|(one, other)| (large[one], large[other]))
        .collect();
    println!(
        "| {} pairs of sites | F1 | values | removed | parted |\n|---|---|---|---|---|",
        pairs.len()
    );
    for n_learned in [SAMPLE, 2 * SAMPLE] {
        for (name, n_clusters) in [("one template", 1), ("several", 8)] {
            let config = Config::new().max_clusters(n_clusters);
            let clean = |&(one, other): &(&Site<'_>, &Site<'_>)| -> (bool, Vec<Outcome>) {
                let pages: Vec<&Page<'_>> = one
                    .pages
                    .iter()
                    .take(MAX_PAGES)
                    .chain(other.pages.iter().take(MAX_PAGES))
                    .collect();
                let sample: Vec<&Evidence> = sites::order(pages.len(), 0)
                    .iter()
                    .take(n_learned)
                    .map(|&page| &pages[page].evidence)
                    .collect();
                let model = config.learn(&sample);
                (
                    1 < model.clusters().count(),
                    pages.iter().map(|page| page.outcome(&model)).collect(),
                )
            };
            let outcomes: Vec<(bool, Vec<Outcome>)> = pairs.par_iter().map(clean).collect();
            let over = |number: fn(&Outcome) -> Option<f64>| {
                let of_pair =
                    |(_, pages): &(bool, Vec<Outcome>)| mean(pages.iter().filter_map(number));
                mean(outcomes.iter().filter_map(of_pair)).unwrap_or(0.0)
            };
            let f1 = over(|page| page.content.map(|content| content[2]));
            let (values, removed) = (over(|page| page.values), over(|page| Some(page.removed)));
            let n_parted = outcomes.iter().filter(|(parted, _)| *parted).count();
            println!(
                "| {name}, from {n_learned} pages | {f1:.4} | {values:.4} | {removed:.3} | {n_parted} |"
            );
        }
    }
}

pub(crate) fn worst(sites: &[Site<'_>]) {
    /// So many pages are listed, and of each site one.
    const N_PAGES: usize = 10;
    let of_site = |site: &Site<'_>| {
        let outcomes = sites::run(site, &Config::new(), SAMPLE, usize::MAX, 0);
        let pages = sites::order(site.pages.len(), 0);
        let found = pages.iter().zip(outcomes).filter_map(|(&page, outcome)| {
            let content = outcome
                .content
                .or_else(|| outcome.values.map(|values| [1.0, values, values]))?;
            Some((
                content,
                format!("{}/{}", site.files.name, site.pages[page].name),
            ))
        });
        found.min_by(|one, other| one.0[2].total_cmp(&other.0[2]))
    };
    let mut pages: Vec<([f64; 3], String)> = sites.par_iter().filter_map(of_site).collect();
    pages.sort_by(|one, other| one.0[2].total_cmp(&other.0[2]));
    println!("| page | P | R | F1 |\n|---|---|---|---|");
    for ([precision, recall, f1], name) in pages.into_iter().take(N_PAGES) {
        println!("| {name} | {precision:.3} | {recall:.3} | {f1:.3} |");
    }
}
