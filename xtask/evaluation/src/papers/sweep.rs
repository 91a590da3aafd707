//! Figures over the number of pages learned from: Geraci and Maggini's table 2 and figure 2, Vieira et al.'s figure 7.

use serde::Serialize;

use crate::{cache::Cache, outcome::outcome, reading::Reading, report::Timing, subject::Subject};

/// The numbers of pages. 2 to 32 by doubling are those of table 2; figure 7 goes up to 100.
pub(crate) const N_PAGES: [usize; 9] = [2, 4, 8, 16, 24, 32, 48, 64, 100];

/// The numbers of the quick run.
pub(crate) const N_PAGES_QUICK: [usize; 4] = [2, 4, 8, 16];

/// One site, subject and number of pages.
#[derive(Clone, Debug, Serialize)]
pub struct Point {
    pub collection: String,
    pub site: String,
    pub subject: String,
    pub learned_from: usize,
    pub tokens_precision: Option<f64>,
    pub tokens_recall: Option<f64>,
    pub tokens_f1: Option<f64>,
    /// How many tokens the template has, and how many the gold.
    pub tokens_kept: Option<usize>,
    pub tokens_gold: Option<usize>,
    /// The same of the distilled sequence itself; nothing for other methods.
    pub sequence_precision: Option<f64>,
    pub sequence_recall: Option<f64>,
    pub sequence_f1: Option<f64>,
    pub sequence_kept: Option<usize>,
    pub terms_precision: Option<f64>,
    pub terms_recall: Option<f64>,
    pub terms_f1: Option<f64>,
    pub content_f1: Option<f64>,
}

/// Runs every method with each number of pages that the site has.
pub(crate) fn points(
    cache: &Cache,
    reading: &Reading,
    subjects: &[Subject],
    n_pages: &[usize],
    seed: u64,
    timings: &mut Vec<Timing>,
) -> anyhow::Result<Vec<Point>> {
    let mut points = Vec::new();
    for &subject in subjects.iter().filter(|&&subject| subject != Subject::Keep) {
        for &n in n_pages.iter().filter(|&&n| n <= reading.pages.len()) {
            let outcome = outcome(cache, reading, subject, Some(n), seed)?;
            timings.push(Timing::of(reading, subject, Some(n), &outcome));
            let (tokens, terms) = (outcome.tokens, outcome.terms);
            points.push(Point {
                collection: reading.site.collection.clone(),
                site: reading.site.name.clone(),
                subject: subject.to_string(),
                learned_from: n,
                tokens_precision: tokens.map(|tokens| tokens.ratio.precision),
                tokens_recall: tokens.map(|tokens| tokens.ratio.recall),
                tokens_f1: tokens.map(|tokens| tokens.ratio.f1),
                tokens_kept: tokens.map(|tokens| tokens.kept),
                tokens_gold: tokens.map(|tokens| tokens.gold),
                sequence_precision: outcome.sequence.map(|found| found.ratio.precision),
                sequence_recall: outcome.sequence.map(|found| found.ratio.recall),
                sequence_f1: outcome.sequence.map(|found| found.ratio.f1),
                sequence_kept: outcome.sequence.map(|found| found.kept),
                terms_precision: terms.map(|terms| terms.ratio.precision),
                terms_recall: terms.map(|terms| terms.ratio.recall),
                terms_f1: terms.map(|terms| terms.ratio.f1),
                content_f1: outcome.f1(),
            });
        }
    }
    Ok(points)
}
