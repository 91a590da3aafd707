//! The order of the evaluation: from sites to a report.

use std::path::Path;

use demold::Method;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::{
    cache::Cache,
    experiments::{
        bayes, claims, clustering, content, facts::Facts, kmeans, matrix, similar, sweep, thesis,
        threads, views, worst,
    },
    outcome::{Outcome, clean, outcome},
    reading::Reading,
    report::{Collection, Cutoff, PageRow, Provenance, Report, SCHEMA, Timing},
    subject::Subject,
};
use crate::datasets::{generated, site::Site};

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

/// Pages of each of the sites that k-means and the classifier work on.
const N_SUBJECT_PAGES: usize = 100;
const N_SUBJECT_PAGES_QUICK: usize = 15;

/// Figure 9: the numbers of pages that templates are learned from; the paper has these, but for 2.
const N_LEARNED: [usize; 7] = [2, 10, 20, 30, 40, 50, 100];
const N_LEARNED_QUICK: [usize; 2] = [5, 10];

pub(crate) fn run(
    root: &Path,
    sites: Vec<Site>,
    subjects: &[Subject],
    settings: &Settings,
) -> anyhow::Result<Evaluated> {
    let cache = Cache::new(root)?;
    let seed = settings.seed;
    // The variants come last, so these are the first outcomes of each site.
    let papers: Vec<Subject> = subjects
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
                &papers,
                n_pages,
                seed,
                &mut timings,
            )?);
            clusterings.extend(clustering::clusterings(&cache, &reading, &papers, seed)?);
        }
        outcomes.push(of_site);
        readings.push(reading);
        bar.inc(1);
    }
    let facts: Vec<Facts> = std::iter::zip(&readings, &outcomes)
        .map(|(reading, of_site)| Facts::of(reading, of_site.first()))
        .collect();
    let mut cutoffs = cutoffs(&readings, subjects, &outcomes);
    let mut experiments = Experiments::default();
    if !settings.content_only {
        experiments = self::experiments(&cache, &readings, &papers, &outcomes, settings, &bar)?;
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

/// What the papers' experiments found that are not about one site.
#[derive(Default)]
struct Experiments {
    categories: Vec<Facts>,
    cutoffs: Vec<Cutoff>,
    matrix: Option<matrix::Matrix>,
    threads: Vec<threads::Threads>,
    kmeans: Vec<kmeans::KMeans>,
    bayes: Option<bayes::Bayes>,
    thesis: Option<thesis::Thesis>,
    claims: Option<claims::Claims>,
    similar: Vec<similar::Similar>,
}

fn experiments(
    cache: &Cache,
    readings: &[Reading],
    papers: &[Subject],
    outcomes: &[Vec<Outcome>],
    settings: &Settings,
    bar: &ProgressBar,
) -> anyhow::Result<Experiments> {
    let seed = settings.seed;
    let mut found = Experiments::default();
    let [columns, rows] = matrix::SNIPPETS;
    found.matrix = Some(matrix::matrix(columns, rows));
    bar.set_message("k-means and naive Bayes");
    mining(cache, readings, papers, outcomes, settings, &mut found)?;
    bar.set_message("injected templates, mirrors, feed");
    found.thesis = Some(thesis::thesis(cache, papers, seed)?);
    if settings.quick {
        // What follows takes longer than all of the above.
        return Ok(found);
    }
    bar.set_message("claims of the thesis");
    let hashes: Vec<&str> = readings
        .iter()
        .map(|reading| reading.hash.as_str())
        .collect();
    let names: Vec<&str> = papers.iter().map(|subject| subject.name()).collect();
    let (names, own_seed) = (names.join(","), seed.to_string());
    let inputs = |stage| [stage, names.as_str(), own_seed.as_str()];
    let (snapshots, weeks) = cache.get(&inputs("claims"), || {
        Ok((
            claims::snapshots(papers, seed)?,
            claims::weeks(papers, seed)?,
        ))
    })?;
    found.claims = Some(claims::Claims {
        snapshots,
        weeks,
        parameters: cache.get(
            &["parameters", &hashes.join(" "), &seed.to_string()],
            || claims::parameters(readings, seed),
        )?,
    });
    bar.set_message("expressions on other sites");
    found.similar = cache.get(&["similar", &hashes.join(" "), &seed.to_string()], || {
        similar::similar(readings, seed)
    })?;
    bar.set_message("many pages, several threads");
    let many = Reading::new(generated::many(seed)?);
    let mine = Subject::Paper(Method::Mine);
    if papers.contains(&mine) {
        let outcome = vec![outcome(cache, &many, mine, None, seed)?];
        found.cutoffs = cutoffs(std::slice::from_ref(&many), &[mine], &[outcome]);
    }
    found.threads = cache.get(&inputs("threads"), || threads::threads(&many, papers, seed))?;
    Ok(found)
}

/// Clusters and classifies the pages of sites about the same subjects, and clusters the sites of a collection whose
/// sites are each about one thing.
fn mining(
    cache: &Cache,
    readings: &[Reading],
    subjects: &[Subject],
    outcomes: &[Vec<Outcome>],
    settings: &Settings,
    found: &mut Experiments,
) -> anyhow::Result<()> {
    let quick = settings.quick;
    let n_runs = if quick {
        kmeans::N_RUNS_QUICK
    } else {
        kmeans::N_RUNS
    };
    let n_pages = if quick {
        N_SUBJECT_PAGES_QUICK
    } else {
        N_SUBJECT_PAGES
    };
    let made: Vec<Reading> = generated::subjects(settings.seed, n_pages)?
        .into_iter()
        .map(Reading::new)
        .collect();
    found.categories = made
        .iter()
        .map(|reading| Facts::of(reading, None))
        .collect();
    let (sites, sections) = numbered(&made);
    let hash = made
        .iter()
        .map(|reading| reading.hash.as_str())
        .collect::<Vec<_>>()
        .join(" ");
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
            texts.extend(
                std::iter::zip(&reading.pages, &regions).map(|(page, regions)| page.text(regions)),
            );
        }
        Ok(texts)
    };
    let all: Vec<(Subject, Vec<String>)> = subjects
        .iter()
        .map(|&subject| Ok((subject, texts(subject, None)?)))
        .collect::<anyhow::Result<_>>()?;
    let names: Vec<&str> = subjects.iter().map(|subject| subject.name()).collect();
    let inputs = |stage: &str| {
        format!(
            "{stage} {} {n_runs} {} {}",
            hash,
            settings.seed,
            names.join(",")
        )
    };
    let mut kmeans = cache.get(&[&inputs("kmeans")], || {
        Ok(kmeans::kmeans("generated", &all, &sections, n_runs))
    })?;
    kmeans.extend(by_category(cache, readings, subjects, outcomes, n_runs)?);
    let bayes = cache.get(&[&inputs("bayes")], || {
        let classify = |texts: &[String]| {
            bayes::classify(&bayes::Texts {
                texts,
                sites: &sites,
                sections: &sections,
            })
        };
        let base = classify(&texts(Subject::Keep, None)?)?;
        let (mut rows, mut pairs, mut over_pages) = (Vec::new(), Vec::new(), Vec::new());
        for (subject, texts) in &all {
            let found = if *subject == Subject::Keep {
                base.clone()
            } else {
                classify(texts)?
            };
            rows.extend(bayes::rows(*subject, None, &found.means, &base.means));
            pairs.extend(bayes::pairs(*subject, &found));
        }
        let n_learned: &[usize] = if quick { &N_LEARNED_QUICK } else { &N_LEARNED };
        for &subject in subjects.iter().filter(|&&subject| subject != Subject::Keep) {
            for &n in n_learned {
                let found = classify(&texts(subject, Some(n))?)?;
                over_pages.extend(bayes::rows(subject, Some(n), &found.means, &base.means));
            }
        }
        Ok(bayes::Bayes {
            rows,
            pairs,
            over_pages,
        })
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
    let mut collections: Vec<&str> = readings
        .iter()
        .map(|reading| reading.site.collection.as_str())
        .collect();
    collections.sort_unstable();
    collections.dedup();
    for collection in collections {
        let chosen: Vec<usize> = (0..readings.len())
            .filter(|&at| {
                readings[at].site.collection == collection && readings[at].site.category.is_some()
            })
            .collect();
        let mut names: Vec<&str> = chosen
            .iter()
            .filter_map(|&at| readings[at].site.category.as_deref())
            .collect();
        names.sort_unstable();
        names.dedup();
        if names.len() < 2 {
            continue;
        }
        let (mut classes, mut hash) = (Vec::new(), String::new());
        let mut all: Vec<(Subject, Vec<String>)> = subjects
            .iter()
            .map(|&subject| (subject, Vec::new()))
            .collect();
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
        found.extend(cache.get(&inputs, || {
            Ok(kmeans::kmeans(collection, &all, &classes, n_runs))
        })?);
    }
    Ok(found)
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
