//! Content words and values, per site, collection and over all: the figures to compare tools by.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::{measures::ratio::mean, outcome::Outcome, reading::Reading, subject::Subject};

#[derive(Clone, Debug, Default, Serialize)]
pub struct Row {
    pub collection: Option<String>,
    pub site: Option<String>,
    /// Of a site; nothing where it is not known.
    pub language: Option<String>,
    pub subject: String,
    pub pages: usize,
    pub precision: Option<f64>,
    pub recall: Option<f64>,
    pub f1: Option<f64>,
    /// The share of pages whose headline stands twice.
    pub doubled: Option<f64>,
    pub values: Option<f64>,
    pub removed: Option<f64>,
    /// Template terms with the default number of pages.
    pub terms_f1: Option<f64>,
    /// Template tokens with the default number of pages.
    pub tokens_f1: Option<f64>,
}

/// Returns a row for each site, then for each collection, then one over all sites, for each subject.
pub fn rows(readings: &[Reading], subjects: &[Subject], outcomes: &[Vec<Outcome>]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (reading, of_site) in std::iter::zip(readings, outcomes) {
        for (subject, outcome) in std::iter::zip(subjects, of_site) {
            rows.push(Row {
                collection: Some(reading.site.collection.clone()),
                site: Some(reading.site.name.clone()),
                language: Some(reading.site.language.clone()).filter(|tag| !tag.is_empty()),
                subject: subject.to_string(),
                pages: reading.pages.len(),
                precision: outcome.precision(),
                recall: outcome.recall(),
                f1: outcome.f1(),
                doubled: outcome.doubled(),
                values: outcome.values(),
                removed: outcome.removed(),
                terms_f1: outcome.terms.map(|terms| terms.ratio.f1),
                tokens_f1: outcome.tokens.map(|tokens| tokens.ratio.f1),
            });
        }
    }
    let sites = rows.clone();
    let collections: BTreeSet<&str> = readings.iter().map(|reading| reading.site.collection.as_str()).collect();
    for collection in collections {
        for subject in subjects {
            let of = |row: &&Row| row.collection.as_deref() == Some(collection);
            rows.push(pooled(sites.iter().filter(of), Some(collection), *subject));
        }
    }
    for subject in subjects {
        rows.push(pooled(sites.iter(), None, *subject));
    }
    rows
}

/// Returns the mean of the sites that have a figure.
fn pooled<'a>(sites: impl Iterator<Item = &'a Row>, collection: Option<&str>, subject: Subject) -> Row {
    let sites: Vec<&Row> = sites.filter(|row| row.subject == subject.name()).collect();
    let mean = |figure: fn(&Row) -> Option<f64>| mean(sites.iter().filter_map(|row| figure(row)));
    Row {
        collection: collection.map(str::to_owned),
        site: None,
        language: None,
        subject: subject.to_string(),
        pages: sites.iter().map(|row| row.pages).sum(),
        precision: mean(|row| row.precision),
        recall: mean(|row| row.recall),
        f1: mean(|row| row.f1),
        doubled: mean(|row| row.doubled),
        values: mean(|row| row.values),
        removed: mean(|row| row.removed),
        terms_f1: mean(|row| row.terms_f1),
        tokens_f1: mean(|row| row.tokens_f1),
    }
}
