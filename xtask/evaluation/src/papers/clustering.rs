//! Clustering of a site's pages before and after cleaning: Geraci and Maggini's tables 3 and 4 and figure 3.
//!
//! Pages are vectors of the words of their text, weighted by tf·idf, at distance `1 − cosine`; and by their counts alone,
//! since idf gives nothing to words that all pages have, of which a template consists. The classes are the site's sections
//! and there are as many clusters. The result depends on the first center, so every figure is a mean over ten of them,
//! evenly spread over the pages.

use std::{collections::BTreeMap, time::Instant};

use cleaner::Regions;
use dom::Dom;

use super::vectors::{self, Vector};
use crate::{
    measures::{
        clustering::{Quality, quality},
        ratio::mean,
    },
    outcome::{Outcome, outcome},
    reading::Reading,
    subject::Subject,
    table::{Table, or_dot, share},
};

/// One site, cleaned in one way.
struct Clustering<'a> {
    reading: &'a Reading,
    pages: usize,
    sections: usize,
    /// `keep`, a method, a method with its number of pages (`distill-8`), or `gold`.
    cleaned: String,
    /// Of each start.
    qualities: Vec<Quality>,
    /// Clustered by counts of words: without idf, a template weighs.
    by_counts: Vec<Quality>,
    /// Of one clustering, vectors included.
    seconds: f64,
    /// Of what is left, as HTML.
    bytes: usize,
}

/// A figure of the tables, by its head, and how it is written.
type Figure = (&'static str, fn(&Clustering<'_>) -> f64, fn(f64) -> String);

const FIGURES: [Figure; 9] = [
    ("F", |row| row.mean(|quality| quality.f), four),
    ("purity", |row| row.mean(|quality| quality.purity), four),
    ("NMI", |row| row.mean(|quality| quality.nmi), four),
    ("NCE", |row| row.mean(|quality| quality.nce), four),
    ("purity*", |row| row.mean(|quality| quality.purity_as_printed), |figure| format!("{figure:.2}")),
    ("NCE*", |row| row.mean(|quality| quality.nce_as_printed), |figure| format!("{figure:.2}")),
    ("F by counts", |row| mean(row.by_counts.iter().map(|quality| quality.f)).unwrap_or(0.0), four),
    ("ms", |row| 1_000.0 * row.seconds, |figure| format!("{figure:.1}")),
    ("kB", |row| row.bytes as f64 / 1e3, |figure| format!("{figure:.0}")),
];

fn four(figure: f64) -> String {
    share(Some(figure))
}

const N_STARTS: usize = 10;

/// A site with fewer pages a section says nothing about clustering.
const LEAST_PAGES_A_SECTION: usize = 4;

impl Clustering<'_> {
    fn mean(&self, of: fn(&Quality) -> f64) -> f64 {
        mean(self.qualities.iter().map(of)).unwrap_or(0.0)
    }
}

pub(super) fn tables(
    readings: &[Reading],
    subjects: &[&'static Subject],
    outcomes: &[Vec<Outcome>],
    seed: u64,
) -> anyhow::Result<Vec<Table>> {
    let mut found = Vec::new();
    for (at, reading) in readings.iter().enumerate().filter(|(_, reading)| reading.has_text()) {
        let of_site: Vec<&Outcome> = outcomes.iter().map(|of_sites| &of_sites[at]).collect();
        found.extend(clusterings(reading, subjects, &of_site, seed)?);
    }
    let clustered = Table::of(
        "Sites that are clustered (Geraci and Maggini, table 3)",
        found.iter().filter(|row| row.cleaned == "gold"),
        &[
            ("site", &|row| row.reading.site.name.clone()),
            ("collection", &|row| row.reading.site.collection.clone()),
            ("articles", &|row| row.pages.to_string()),
            ("categories", &|row| row.sections.to_string()),
        ],
    );
    let heads = FIGURES.map(|(head, ..)| head);
    let mut of_sites = Table::new(
        "Furthest-Point-First clustering into sections (Geraci and Maggini, table 4 and figure 3; * as printed)",
        ["site", "cleaned by"].into_iter().chain(heads),
    );
    let mut ways: BTreeMap<&str, Vec<&Clustering<'_>>> = BTreeMap::new();
    for row in &found {
        let figures = FIGURES.map(|(_, of, write)| write(of(row)));
        of_sites.row([row.reading.site.name.clone(), row.cleaned.clone()].into_iter().chain(figures));
        ways.entry(&row.cleaned).or_default().push(row);
    }
    let mut means = Table::new(
        "The same, mean of sites; over keep with its standard error over the sites",
        ["cleaned by", "sites", "F over keep", "by counts over keep"].into_iter().chain(heads),
    );
    for (way, rows) in &ways {
        let figures = FIGURES.map(|(_, of, write)| write(mean(rows.iter().map(|row| of(row))).unwrap_or(0.0)));
        let gains = [FIGURES[0], FIGURES[6]].map(|(_, of, _)| {
            let base = ways.get(Subject::KEEP).into_iter().flatten();
            gain(rows.iter().map(|row| of(row)), base.map(|row| of(row)))
        });
        means.row([(*way).to_owned(), rows.len().to_string()].into_iter().chain(gains).chain(figures));
    }
    Ok(vec![clustered, of_sites, means])
}

/// Returns how much better figures are than those of the same sites as they are: the mean, and its standard error. What
/// is smaller than twice the error may be chance.
fn gain(figures: impl Iterator<Item = f64>, base: impl Iterator<Item = f64>) -> String {
    let gains: Vec<f64> = std::iter::zip(figures, base).map(|(now, before)| now - before).collect();
    or_dot(deviation(&gains), |(mean, error)| format!("{mean:+.4} ± {error:.4}"))
}

/// Returns a mean and its standard error, `√(Σ (x − x̄)² / (n − 1) / n)`.
fn deviation(values: &[f64]) -> Option<(f64, f64)> {
    let (n, mean) = (values.len() as f64, mean(values.iter().copied())?);
    let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
    (n > 1.0).then(|| (mean, (squares / (n - 1.0) / n).sqrt()))
}

/// Clusters a site as it is, cleaned by each subject, by alignment of 8 and 16 pages, and by the gold.
///
/// A site without sections, or of a few pages, gives nothing.
fn clusterings<'a>(
    reading: &'a Reading,
    subjects: &[&'static Subject],
    outcomes: &[&Outcome],
    seed: u64,
) -> anyhow::Result<Vec<Clustering<'a>>> {
    let section = |page: usize| reading.site.pages[page].section.as_deref();
    let mut sections: Vec<&str> = (0..reading.pages.len()).filter_map(section).collect();
    sections.sort_unstable();
    sections.dedup();
    let mut chosen: Vec<usize> = (0..reading.pages.len()).collect();
    chosen.retain(|&page| section(page).is_some() && reading.pages[page].gold.is_some());
    if sections.len() < 2 || chosen.len() < LEAST_PAGES_A_SECTION * sections.len() {
        return Ok(Vec::new());
    }
    let class = |&page: &usize| sections.binary_search(&section(page).unwrap_or_default()).unwrap_or(0);
    let classes: Vec<usize> = chosen.iter().map(class).collect();
    let regions = |outcome: &Outcome| outcome.pages.iter().map(|page| page.regions.clone()).collect();
    let mut ways: Vec<(String, Vec<Regions>)> = Vec::new();
    for (subject, of_subject) in std::iter::zip(subjects, outcomes) {
        ways.push((subject.name.to_owned(), regions(of_subject)));
        if subject.name == "distill" {
            for n in [8, 16] {
                ways.push((format!("distill-{n}"), regions(&outcome(reading, subject, Some(n), seed)?)));
            }
        }
    }
    let gold = reading.pages.iter().map(|page| page.regions.as_ref().map(|gold| gold.template.clone()));
    ways.push(("gold".to_owned(), gold.map(Option::unwrap_or_default).collect()));
    let clustered = ways.into_iter().map(|(cleaned, regions)| {
        let sources = chosen.iter().map(|&page| (&reading.pages[page].source, &regions[page]));
        let bytes = sources.map(|(source, regions)| render::html(&Dom::parse(&**source), regions).len());
        let texts: Vec<String> = chosen.iter().map(|&page| reading.pages[page].text(&regions[page])).collect();
        let (qualities, seconds) = measure(vectors::tf_idf, &texts, &classes, sections.len());
        let (by_counts, _) = measure(vectors::tf, &texts, &classes, sections.len());
        let (pages, sections, bytes) = (chosen.len(), sections.len(), bytes.sum());
        Clustering { reading, pages, sections, cleaned, qualities, by_counts, seconds, bytes }
    });
    Ok(clustered.collect())
}

/// Returns the quality from each start, and the seconds of one.
fn measure(
    vectors: fn(&[String]) -> Vec<Vector>,
    texts: &[String],
    classes: &[usize],
    k: usize,
) -> (Vec<Quality>, f64) {
    let start = Instant::now();
    let vectors = vectors(texts);
    let vector_seconds = start.elapsed().as_secs_f64();
    let n_starts = N_STARTS.min(texts.len()).max(1);
    let start = Instant::now();
    let distance = |a: usize, b: usize| 1.0 - vectors::cosine(&vectors[a], &vectors[b]);
    let starts = (0..n_starts).map(|nth| nth * texts.len() / n_starts);
    let qualities = starts.map(|first| quality(classes, &furthest(texts.len(), k, first, distance)));
    let qualities: Vec<Quality> = qualities.collect();
    (qualities, vector_seconds + start.elapsed().as_secs_f64() / n_starts as f64)
}

/// Returns the cluster of each of `n` points by Furthest-Point-First (Gonzalez 1985), as Geraci and Maggini (2011),
/// section 3.2, use it.
///
/// The first center is given; each further one is the point whose nearest center is furthest away, and every point
/// belongs to its nearest center. Ties go to the lower number. The radius is at most twice the best possible.
///
/// `O(n * k)` distances.
fn furthest(n: usize, k: usize, first: usize, distance: impl Fn(usize, usize) -> f64) -> Vec<usize> {
    let mut cluster = vec![0; n];
    if n == 0 {
        return cluster;
    }
    let mut nearest: Vec<f64> = (0..n).map(|point| distance(point, first)).collect();
    for number in 1..k.min(n) {
        let further = |center: usize, point: usize| if nearest[center] < nearest[point] { point } else { center };
        let center = (1..n).fold(0, further);
        for point in 0..n {
            let candidate = distance(point, center);
            if candidate < nearest[point] {
                (nearest[point], cluster[point]) = (candidate, number);
            }
        }
    }
    cluster
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Clusters points on a line.
    #[track_caller]
    fn check(points: &[f64], k: usize, first: usize, wanted: &[usize]) {
        assert_eq!(furthest(points.len(), k, first, |a, b| (points[a] - points[b]).abs()), wanted);
    }

    #[test]
    fn furthest_points_come_first() {
        // Centers: 0, then 11, then 5.
        check(&[0.0, 1.0, 10.0, 11.0, 5.0], 3, 0, &[0, 0, 1, 1, 2]);
        check(&[0.0, 1.0], 1, 0, &[0; 2]);
        check(&[0.0, 1.0], 9, 1, &[1, 0]);
        check(&[], 3, 0, &[]);
        // Ties: 1 and 2 are as far from 0, so 1 is the next center, and 3, between it and 0, stays with 0.
        check(&[0.0, -6.0, 6.0, -3.0], 2, 0, &[0, 1, 0, 0]);
        check(&[0.0, -6.0, 6.0, -3.0], 3, 0, &[0, 1, 2, 0]);
    }

    #[test]
    fn the_error_of_a_mean_by_hand() {
        assert_eq!(deviation(&[1.0]), None);
        // Deviations −2, 0, 2: 8 / 2 / 3.
        assert_eq!(deviation(&[1.0, 3.0, 5.0]), Some((3.0, (8.0_f64 / 6.0).sqrt())));
    }
}
