//! What a run is checked against: figures that were committed, and floors that nothing may fall under.
//!
//! `datasets/quick.json` has both for the quick run. A figure may lie `tolerance` under the committed one; above it, the
//! committed one should be raised, which `--accept` does. Floors are the promises that users are given: they are written
//! by hand and stay as they are. `datasets/floors.json` has those of the full run, where floors of what was not run wait.

use std::path::Path;

use anyhow::bail;
use serde::{Deserialize, Serialize};

use crate::{
    content::{HEADS, Measure, Row},
    files,
    subject::Subject,
};

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Committed {
    tolerance: f64,
    floors: Vec<Floor>,
    figures: Vec<Figure>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Figure {
    site: String,
    subject: String,
    measure: Measure,
    value: f64,
}

/// A figure of a site, or of all sites of a collection, with the least that it may be.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Floor {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    collection: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    site: Option<String>,
    /// A method's name, or `default` for the one that users get.
    subject: String,
    measure: Measure,
    /// The least value…
    #[serde(default, skip_serializing_if = "Option::is_none")]
    least: Option<f64>,
    /// …or how far under doing nothing it may lie.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    under_keep: Option<f64>,
    /// Which promise this keeps.
    why: String,
}

/// What a run found wrong.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    pub figures: usize,
    pub floors: usize,
    /// Floors of sites and methods that were not run.
    pub waiting: usize,
    pub failures: Vec<String>,
}

/// Relative to the root of the repository.
const QUICK: &str = "datasets/quick.json";
const FLOORS: &str = "datasets/floors.json";

/// Figures that are committed for every site and method.
const COMMITTED: [Measure; 4] = [Measure::F1, Measure::Recall, Measure::Values, Measure::TokensF1];

/// Compares the rows of a quick run, or of a full one, with what is committed.
pub fn check(root: &Path, rows: &[Row], is_quick: bool) -> anyhow::Result<Verdict> {
    let mut verdict = Verdict::default();
    if is_quick {
        let committed: Committed = files::json(root.join(QUICK))?;
        verdict.check_figures(&committed, rows);
        verdict.check_floors(&committed.floors, rows, true);
    } else {
        verdict.check_floors(&files::json::<Vec<Floor>>(root.join(FLOORS))?, rows, false);
    }
    Ok(verdict)
}

/// Writes the rows' figures as the committed ones of the quick run; the floors stay.
pub fn accept(root: &Path, rows: &[Row]) -> anyhow::Result<()> {
    let committed: Committed = files::json(root.join(QUICK))?;
    // One figure per line, so that changes can be read.
    let text = format!(
        "{{\n  \"tolerance\": {},\n  \"floors\": [\n    {}\n  ],\n  \"figures\": [\n    {}\n  ]\n}}\n",
        committed.tolerance,
        lines(&committed.floors)?,
        lines(&figures(rows))?,
    );
    files::write(root.join(QUICK), text)
}

/// Writes items as JSON, one per line.
fn lines<T: Serialize>(items: &[T]) -> anyhow::Result<String> {
    let lines = items.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
    Ok(lines.join(",\n    "))
}

fn figures(rows: &[Row]) -> Vec<Figure> {
    let mut figures = Vec::new();
    for row in rows.iter().filter(|row| row.subject != Subject::KEEP) {
        let Some(site) = &row.site else { continue };
        for measure in COMMITTED {
            if let Some(value) = row.figures.get(measure) {
                let value = (value * 10_000.0).round() / 10_000.0;
                figures.push(Figure { site: site.clone(), subject: row.subject.to_owned(), measure, value });
            }
        }
    }
    figures
}

fn name(measure: Measure, subject: &str, place: &str) -> String {
    format!("{} of {subject} on {place}", HEADS[measure as usize])
}

impl Verdict {
    fn check_figures(&mut self, committed: &Committed, rows: &[Row]) {
        let is_run = |figure: &&Figure| rows.iter().any(|row| row.subject == figure.subject);
        let floors = committed.figures.iter().filter(is_run).map(|figure| Floor {
            site: Some(figure.site.clone()),
            subject: figure.subject.clone(),
            measure: figure.measure,
            least: Some(figure.value - committed.tolerance),
            why: format!("{:.4} is committed", figure.value),
            ..Floor::default()
        });
        // A run of some methods only judges these.
        let floors: Vec<Floor> = floors.collect();
        self.check_floors(&floors, rows, true);
        (self.figures, self.floors) = (self.floors, 0);
        for figure in figures(rows) {
            let is_same = |other: &Figure| Figure { value: figure.value, ..other.clone() } == figure;
            if !committed.figures.iter().any(is_same) {
                let name = name(figure.measure, &figure.subject, &figure.site);
                self.failures.push(format!("{name} is not committed: run with --accept"));
            }
        }
    }

    /// With `all_sites`, a site that was not run is a failure: nothing else would tell that it has another name now.
    fn check_floors(&mut self, floors: &[Floor], rows: &[Row], all_sites: bool) {
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
                self.waiting += 1;
                continue;
            }
            self.floors += 1;
            let place = floor.site.as_ref().or(floor.collection.as_ref());
            let name = name(floor.measure, subject, place.map_or("all sites", String::as_str));
            let keep = || row(Subject::KEEP)?.figures.get(floor.measure);
            let least = floor.least.or_else(|| Some(keep()? - floor.under_keep?));
            match (found.and_then(|row| row.figures.get(floor.measure)), least) {
                (Some(value), Some(least)) if least <= value => {}
                (Some(value), Some(least)) => {
                    self.failures.push(format!("{name} is {value:.4}, under its floor of {least:.4}: {}", floor.why))
                }
                _ => self.failures.push(format!("{name} has a floor and was not measured")),
            }
        }
    }

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
    use crate::content::Figures;

    fn row(collection: &str, site: Option<&str>, subject: &'static str, f1: f64) -> Row {
        Row {
            collection: Some(collection.to_owned()),
            site: site.map(str::to_owned),
            subject,
            pages: 1,
            figures: Figures::default().with(Measure::F1, Some(f1)),
        }
    }

    fn floor(collection: Option<&str>, site: Option<&str>, subject: &str, least: Result<f64, f64>) -> Floor {
        Floor {
            collection: collection.map(str::to_owned),
            site: site.map(str::to_owned),
            subject: subject.to_owned(),
            least: least.ok(),
            under_keep: least.err(),
            ..Floor::default()
        }
    }

    #[test]
    fn figures_may_fall_by_the_tolerance_and_floors_hold_whatever_is_committed() {
        let value = 0.9;
        let figure = Figure { site: "a".to_owned(), subject: "distill".to_owned(), measure: Measure::F1, value };
        let check = |figures: &[&Figure], least, rows: &[(&'static str, f64)], n_failures: usize| {
            let figures = figures.iter().copied().cloned().collect();
            let committed = Committed { tolerance: 0.01, floors: Vec::new(), figures };
            let rows: Vec<Row> = rows.iter().map(|&(subject, f1)| row("c", Some("a"), subject, f1)).collect();
            let mut verdict = Verdict::default();
            verdict.check_figures(&committed, &rows);
            verdict.check_floors(&[floor(None, Some("a"), "distill", least)], &rows, true);
            assert_eq!(verdict.failures.len(), n_failures, "{:?}", verdict.failures);
        };
        check(&[&figure], Ok(0.5), &[("distill", 0.895)], 0);
        check(&[&figure], Ok(0.5), &[("distill", 0.95)], 0);
        check(&[&figure], Ok(0.5), &[("distill", 0.88)], 1);
        check(&[&figure], Ok(0.95), &[("distill", 0.9)], 1);
        check(&[&figure], Err(0.005), &[("keep", 0.91), ("distill", 0.9)], 1);
        check(&[&figure], Err(0.005), &[("keep", 0.904), ("distill", 0.9)], 0);
        // A new figure wants to be committed.
        check(&[], Ok(0.0), &[("distill", 0.9)], 1);
        check(&[], Ok(0.0), &[], 0);
    }

    #[test]
    fn a_collection_has_floors_of_its_own() {
        let rows =
            [row("a", Some("s"), "classify", 0.5), row("a", None, "classify", 0.9), row("b", None, "classify", 1.0)];
        let of = |collection, subject| floor(Some(collection), None, subject, Ok(1.0));
        let floors = [of("a", "default"), of("b", "default"), of("c", "default"), of("a", "map")];
        for (all_sites, counts) in [(false, (2, 2)), (true, (3, 1))] {
            let mut verdict = Verdict::default();
            verdict.check_floors(&floors, &rows, all_sites);
            assert_eq!((verdict.floors, verdict.waiting), counts);
            assert_eq!(verdict.failures[0], "F1 of classify on a is 0.9000, under its floor of 1.0000: ");
        }
    }

    #[test]
    fn the_committed_files_are_sound() {
        let committed: Committed = files::json(crate::root().join(QUICK)).unwrap();
        let floors: Vec<Floor> = files::json(crate::root().join(FLOORS)).unwrap();
        assert!([committed.floors.len(), committed.figures.len(), floors.len()].iter().all(|&n| n > 0));
        for floor in committed.floors.iter().chain(&floors) {
            assert!(floor.least.is_some() != floor.under_keep.is_some(), "{floor:?}");
            assert!(floor.site.is_some() || floor.collection.is_some(), "{floor:?}");
        }
    }
}
