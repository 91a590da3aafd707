//! The quick run's verdict: figures against those that are committed, and floors that nothing may fall under.
//!
//! `datasets/quick.json` holds both. A figure may lie `tolerance` under the committed one; above it, the committed one
//! should be raised, which `--accept` does. Floors are written by hand and stay as they are.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::{
    content::Row,
    files,
    floors::{self, Floor, Measure, Verdict},
};

/// Relative to the root of the repository.
pub const PATH: &str = "datasets/quick.json";

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

/// Figures that are committed for every site and method.
const COMMITTED: [Measure; 4] = [Measure::F1, Measure::Recall, Measure::Values, Measure::TokensF1];

/// Compares rows with what is committed.
pub fn check(root: &Path, rows: &[Row]) -> anyhow::Result<Verdict> {
    Ok(judge(&load(root)?, rows))
}

/// Writes the rows' figures as the committed ones; the floors stay.
pub fn accept(root: &Path, rows: &[Row]) -> anyhow::Result<()> {
    let mut committed = load(root)?;
    committed.figures = figures(rows);
    // One figure per line, so that changes can be read.
    let text = format!(
        "{{\n  \"tolerance\": {},\n  \"floors\": [\n    {}\n  ],\n  \"figures\": [\n    {}\n  ]\n}}\n",
        committed.tolerance,
        lines(&committed.floors)?,
        lines(&committed.figures)?,
    );
    files::write(root.join(PATH), text)
}

fn load(root: &Path) -> anyhow::Result<Committed> {
    files::json(root.join(PATH))
}

fn figures(rows: &[Row]) -> Vec<Figure> {
    let mut figures = Vec::new();
    for row in rows.iter().filter(|row| row.subject != crate::subject::Subject::KEEP) {
        let Some(site) = &row.site else { continue };
        for measure in COMMITTED {
            if let Some(value) = measure.of(row) {
                figures.push(Figure {
                    site: site.clone(),
                    subject: row.subject.clone(),
                    measure,
                    value: (value * 10_000.0).round() / 10_000.0,
                });
            }
        }
    }
    figures
}

fn judge(committed: &Committed, rows: &[Row]) -> Verdict {
    let mut verdict = Verdict::default();
    let row =
        |site: &str, subject: &str| rows.iter().find(|row| row.site.as_deref() == Some(site) && row.subject == subject);
    for figure in &committed.figures {
        // A run of some methods only judges these.
        if rows.iter().all(|row| row.subject != figure.subject) {
            continue;
        }
        verdict.figures += 1;
        let name = format!("{} of {} on {}", figure.measure.name(), figure.subject, figure.site);
        match row(&figure.site, &figure.subject).and_then(|row| figure.measure.of(row)) {
            None => verdict.failures.push(format!("{name} is committed and was not measured")),
            Some(value) if value < figure.value - committed.tolerance => {
                verdict.failures.push(format!("{name} fell from {:.4} to {value:.4}", figure.value));
            }
            Some(_) => {}
        }
    }
    for figure in figures(rows) {
        let is_committed = committed.figures.iter().any(|other| {
            (&other.site, &other.subject, other.measure) == (&figure.site, &figure.subject, figure.measure)
        });
        if !is_committed {
            verdict.failures.push(format!(
                "{} of {} on {} is not committed: run with --accept",
                figure.measure.name(),
                figure.subject,
                figure.site
            ));
        }
    }
    floors::judge(&committed.floors, rows, true, &mut verdict);
    verdict
}

/// Writes items as JSON, one per line.
fn lines<T: Serialize>(items: &[T]) -> anyhow::Result<String> {
    let lines = items.iter().map(serde_json::to_string).collect::<Result<Vec<_>, _>>()?;
    Ok(lines.join(",\n    "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(subject: &str, f1: f64) -> Row {
        Row { site: Some("a".to_owned()), subject: subject.to_owned(), f1: Some(f1), ..Row::default() }
    }

    fn committed(floor: Floor) -> Committed {
        let value = 0.9;
        let figure = Figure { site: "a".to_owned(), subject: "distill".to_owned(), measure: Measure::F1, value };
        Committed { tolerance: 0.01, floors: vec![floor], figures: vec![figure] }
    }

    fn floor(least: Option<f64>, under_keep: Option<f64>) -> Floor {
        Floor {
            site: Some("a".to_owned()),
            subject: "distill".to_owned(),
            measure: Measure::F1,
            least,
            under_keep,
            ..Floor::default()
        }
    }

    #[track_caller]
    fn check(committed: &Committed, rows: &[Row], n_failures: usize) {
        let verdict = judge(committed, rows);
        assert_eq!(verdict.failures.len(), n_failures, "{:?}", verdict.failures);
    }

    #[test]
    fn figures_may_fall_by_the_tolerance() {
        let committed = committed(floor(Some(0.5), None));
        check(&committed, &[row("distill", 0.895)], 0);
        check(&committed, &[row("distill", 0.95)], 0);
        check(&committed, &[row("distill", 0.88)], 1);
    }

    #[test]
    fn floors_hold_whatever_is_committed() {
        check(&committed(floor(Some(0.95), None)), &[row("distill", 0.9)], 1);
        let under_keep = committed(floor(None, Some(0.005)));
        check(&under_keep, &[row("keep", 0.91), row("distill", 0.9)], 1);
        check(&under_keep, &[row("keep", 0.904), row("distill", 0.9)], 0);
    }

    #[test]
    fn a_new_figure_wants_to_be_committed() {
        let committed = Committed { figures: Vec::new(), ..committed(floor(Some(0.0), None)) };
        check(&committed, &[row("distill", 0.9)], 1);
        check(&committed, &[], 0);
    }

    #[test]
    fn the_committed_file_is_sound() {
        let committed = load(crate::root()).unwrap();
        assert!(!committed.floors.is_empty() && !committed.figures.is_empty());
        for floor in &committed.floors {
            assert!(floor.least.is_some() != floor.under_keep.is_some(), "{floor:?}");
        }
    }
}
