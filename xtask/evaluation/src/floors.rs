//! Figures that must not fall, whatever is committed: the promises that users are given.
//!
//! `datasets/quick.json` has those of the quick run, `datasets/floors.json` those of the full one. They are written by
//! hand. A floor of a site or method that was not run waits.

use std::path::Path;

use anyhow::bail;
use serde::{Deserialize, Serialize};

use crate::{content::Row, files, subject::Subject};

/// Relative to the root of the repository.
const PATH: &str = "datasets/floors.json";

/// A figure of a site, or of all sites of a collection, with the least that it may be.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Floor {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub collection: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub site: Option<String>,
    /// A method's name, or `default` for the one that users get.
    pub subject: String,
    pub measure: Measure,
    /// The least value…
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub least: Option<f64>,
    /// …or how far under doing nothing it may lie.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under_keep: Option<f64>,
    /// Which promise this keeps.
    pub why: String,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    #[default]
    F1,
    Recall,
    Values,
    Removed,
    TermsF1,
    TokensF1,
}

/// What a run found wrong.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Verdict {
    pub figures: usize,
    pub floors: usize,
    /// Floors of sites and methods that were not run.
    pub waiting: usize,
    pub failures: Vec<String>,
}

impl Measure {
    pub fn of(self, row: &Row) -> Option<f64> {
        match self {
            Measure::F1 => row.f1,
            Measure::Recall => row.recall,
            Measure::Values => row.values,
            Measure::Removed => row.removed,
            Measure::TermsF1 => row.terms_f1,
            Measure::TokensF1 => row.tokens_f1,
        }
    }

    pub fn name(self) -> &'static str {
        match self {
            Measure::F1 => "f1",
            Measure::Recall => "recall",
            Measure::Values => "values",
            Measure::Removed => "removed",
            Measure::TermsF1 => "terms_f1",
            Measure::TokensF1 => "tokens_f1",
        }
    }
}

/// Compares the rows of a full run with its floors.
pub fn check(root: &Path, rows: &[Row]) -> anyhow::Result<Verdict> {
    let mut verdict = Verdict::default();
    judge(&load(root)?, rows, false, &mut verdict);
    Ok(verdict)
}

fn load(root: &Path) -> anyhow::Result<Vec<Floor>> {
    files::json(root.join(PATH))
}

/// Adds to the verdict what lies under its floor.
///
/// With `all_sites`, a site that was not run is a failure: nothing else would tell that it has another name now.
pub fn judge(floors: &[Floor], rows: &[Row], all_sites: bool, verdict: &mut Verdict) {
    let default = demold::Method::default();
    for floor in floors {
        let subject = if floor.subject == "default" { default.name() } else { &floor.subject };
        let row = |subject: &str| {
            rows.iter().find(|row| {
                row.subject == subject
                    && row.site == floor.site
                    && (floor.collection.is_none() || row.collection == floor.collection)
            })
        };
        let found = row(subject);
        let was_run = rows.iter().any(|row| row.subject == subject);
        if found.is_none() && !(all_sites && was_run) {
            verdict.waiting += 1;
            continue;
        }
        verdict.floors += 1;
        let place = floor.site.as_ref().or(floor.collection.as_ref());
        let place = place.map_or("all sites", String::as_str);
        let name = format!("{} of {subject} on {place}", floor.measure.name());
        let keep = || floor.measure.of(row(Subject::KEEP)?);
        let least = floor.least.or_else(|| Some(keep()? - floor.under_keep?));
        match (found.and_then(|row| floor.measure.of(row)), least) {
            (Some(value), Some(least)) if least <= value => {}
            (Some(value), Some(least)) => {
                verdict.failures.push(format!("{name} is {value:.4}, under its floor of {least:.4}: {}", floor.why))
            }
            _ => verdict.failures.push(format!("{name} has a floor and was not measured")),
        }
    }
}

impl Verdict {
    /// # Errors
    ///
    /// If something fell; `help` says what to do then.
    pub fn into_result(self, help: &str) -> anyhow::Result<()> {
        if self.failures.is_empty() {
            return Ok(());
        }
        bail!("the evaluation fell:\n  {}\n{help}", self.failures.join("\n  "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_committed_files_are_sound() {
        let floors = load(crate::root()).unwrap();
        assert!(!floors.is_empty());
        for floor in &floors {
            assert!(floor.least.is_some() != floor.under_keep.is_some(), "{floor:?}");
            assert!(floor.site.is_some() || floor.collection.is_some(), "{floor:?}");
        }
    }

    #[test]
    fn a_collection_has_floors_of_its_own() {
        let row = |collection: &str, site: Option<&str>, values: f64| Row {
            collection: Some(collection.to_owned()),
            site: site.map(str::to_owned),
            subject: "classify".to_owned(),
            values: Some(values),
            ..Row::default()
        };
        let rows = [row("a", Some("s"), 0.5), row("a", None, 0.9), row("b", None, 1.0)];
        let floor = |collection: &str, subject: &str| Floor {
            collection: Some(collection.to_owned()),
            subject: subject.to_owned(),
            measure: Measure::Values,
            least: Some(1.0),
            ..Floor::default()
        };
        let mut verdict = Verdict::default();
        let floors = [floor("a", "default"), floor("b", "default"), floor("c", "default"), floor("a", "map")];
        judge(&floors, &rows, false, &mut verdict);
        assert_eq!((verdict.floors, verdict.waiting), (2, 2));
        let mut complete = Verdict::default();
        judge(&floors, &rows, true, &mut complete);
        assert_eq!((complete.floors, complete.waiting), (3, 1));
        assert_eq!(verdict.failures, ["values of classify on a is 0.9000, under its floor of 1.0000: "]);
    }
}
