//! `target/eval/report.json`: everything that was measured. Its fields are described in docs/figures/evaluation.md.
//!
//! All of it is the same for the same pages, seed and program, but for `timings`, `threads`,
//! `clustering[].seconds` and `made`.

use serde::Serialize;

use super::{
    experiments::{
        bayes::Bayes, claims::Claims, clustering::Clustering, content::Row, facts::Facts,
        kmeans::KMeans, matrix::Matrix, similar::Similar, sweep::Point, thesis::Thesis,
        threads::Threads, views::View, worst::Worst,
    },
    floors::Verdict,
    outcome::{Cut, Outcome},
    reading::Reading,
    subject::Subject,
};

/// Raised whenever a field is renamed, removed or changes its meaning.
pub(crate) const SCHEMA: u32 = 1;

#[derive(Debug, Serialize)]
pub(crate) struct Report {
    pub(crate) schema: u32,
    pub(crate) made: Provenance,
    pub(crate) seed: u64,
    pub(crate) quick: bool,
    pub(crate) subjects: Vec<String>,
    pub(crate) collections: Vec<Collection>,
    pub(crate) facts: Vec<Facts>,
    /// The generated sites that k-means and naive Bayes work on.
    pub(crate) categories: Vec<Facts>,
    pub(crate) matrix: Option<Matrix>,
    /// Content words and values: per site, per collection (`site` is null), over all sites (both are null).
    pub(crate) content: Vec<Row>,
    /// Template tokens, template terms and content F1 over the number of pages learned from.
    pub(crate) sweep: Vec<Point>,
    pub(crate) timings: Vec<Timing>,
    pub(crate) threads: Vec<Threads>,
    pub(crate) clustering: Vec<Clustering>,
    pub(crate) kmeans: Vec<KMeans>,
    pub(crate) bayes: Option<Bayes>,
    pub(crate) thesis: Option<Thesis>,
    pub(crate) claims: Option<Claims>,
    pub(crate) similar: Vec<Similar>,
    pub(crate) cutoffs: Vec<Cutoff>,
    pub(crate) worst: Vec<Worst>,
    pub(crate) pages: Vec<PageRow>,
    pub(crate) views: Vec<View>,
    pub(crate) verdict: Option<Verdict>,
}

/// When and from what the report was made.
#[derive(Debug, Serialize)]
pub(crate) struct Provenance {
    pub(crate) version: &'static str,
    /// Nothing outside a checkout.
    pub(crate) commit: Option<String>,
    /// The day in UTC, as year, month and day.
    pub(crate) date: String,
}

#[derive(Debug, Serialize)]
pub(crate) struct Collection {
    pub(crate) name: String,
    pub(crate) sites: usize,
    pub(crate) pages: usize,
    pub(crate) bytes: usize,
}

/// How long a subject took for a site, on one thread for cleaning and as many as it likes for learning.
#[derive(Debug, Serialize)]
pub(crate) struct Timing {
    pub(crate) collection: String,
    pub(crate) site: String,
    pub(crate) subject: String,
    pub(crate) learned_from: Option<usize>,
    pub(crate) learn_seconds: f64,
    pub(crate) clean_seconds: f64,
    pub(crate) bytes: usize,
}

impl Timing {
    pub(crate) fn of(
        reading: &Reading,
        subject: Subject,
        learned_from: Option<usize>,
        outcome: &Outcome,
    ) -> Timing {
        Timing {
            collection: reading.site.collection.clone(),
            site: reading.site.name.clone(),
            subject: subject.to_string(),
            learned_from,
            learn_seconds: outcome.learn_seconds,
            clean_seconds: outcome.clean_seconds,
            bytes: reading.site.n_bytes(),
        }
    }
}

/// What decided which mined strings of a site are template.
#[derive(Debug, Serialize)]
pub(crate) struct Cutoff {
    pub(crate) collection: String,
    pub(crate) site: String,
    #[serde(flatten)]
    pub(crate) cut: Cut,
}

/// One page under one subject.
#[derive(Debug, Serialize)]
pub(crate) struct PageRow {
    pub(crate) collection: String,
    pub(crate) site: String,
    pub(crate) page: String,
    pub(crate) subject: String,
    pub(crate) precision: Option<f64>,
    pub(crate) recall: Option<f64>,
    pub(crate) f1: Option<f64>,
    pub(crate) values: Option<f64>,
    pub(crate) removed: f64,
    pub(crate) lost: usize,
    /// Which of `views` shows the page.
    pub(crate) view: Option<usize>,
}
