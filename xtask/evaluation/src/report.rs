//! `target/eval/report.json`: everything that was measured. Its fields are described in docs/figures/evaluation.md.
//!
//! All of it is the same for the same pages, seed and program, but for `timings`,
//! `timings_over_pages`, `clustering[].seconds` and `made`.

use serde::Serialize;

use crate::{
    content::Row,
    floors::Verdict,
    intervals::Compared,
    outcome::{Cut, Outcome},
    reading::Reading,
    subject::Subject,
    worst::Worst,
};

/// Raised whenever a field is renamed, removed or changes its meaning.
pub const SCHEMA: u32 = 3;

#[derive(Debug, Serialize)]
pub struct Report {
    pub schema: u32,
    pub made: Provenance,
    pub seed: u64,
    pub quick: bool,
    pub subjects: Vec<String>,
    pub collections: Vec<Collection>,
    /// Content words and values: per site, per collection (`site` is null), over all sites (both are null).
    pub content: Vec<Row>,
    /// F1 with its interval, and how much better or worse it is than that of another subject on the same sites.
    pub intervals: Vec<Compared>,
    pub timings: Vec<Timing>,
    pub cutoffs: Vec<Cutoff>,
    pub worst: Vec<Worst>,
    pub pages: Vec<PageRow>,
    pub verdict: Option<Verdict>,
    #[cfg(feature = "papers")]
    #[serde(flatten)]
    pub papers: Option<crate::papers::Results>,
}

/// When and from what the report was made.
#[derive(Debug, Serialize)]
pub struct Provenance {
    pub version: &'static str,
    /// Nothing outside a checkout.
    pub commit: Option<String>,
    /// The day in UTC, as year, month and day.
    pub date: String,
}

#[derive(Debug, Serialize)]
pub struct Collection {
    pub name: String,
    pub sites: usize,
    pub pages: usize,
    pub bytes: usize,
}

/// How long a subject took for a site, on one thread for cleaning and as many as it likes for learning.
#[derive(Debug, Serialize)]
pub struct Timing {
    pub collection: String,
    pub site: String,
    pub subject: String,
    pub learned_from: Option<usize>,
    pub learn_seconds: f64,
    pub clean_seconds: f64,
    pub bytes: usize,
}

impl Timing {
    pub fn of(reading: &Reading, subject: Subject, learned_from: Option<usize>, outcome: &Outcome) -> Timing {
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
pub struct Cutoff {
    pub collection: String,
    pub site: String,
    #[serde(flatten)]
    pub cut: Cut,
}

/// One page under one subject.
#[derive(Debug, Serialize)]
pub struct PageRow {
    pub collection: String,
    pub site: String,
    pub page: String,
    pub subject: String,
    pub precision: Option<f64>,
    pub recall: Option<f64>,
    pub f1: Option<f64>,
    pub values: Option<f64>,
    pub removed: f64,
    pub lost: usize,
}
