//! The papers' experiments, one module each, which return tables.
//!
//! Built with the feature `papers` alone: they take `smartcore`, and nothing else of the evaluation needs them.

mod bayes;
mod claims;
mod clustering;
mod expressions;
mod kmeans;
mod made;
mod matrix;
mod sweep;
mod thesis;
mod vectors;

use indicatif::ProgressBar;

use crate::{outcome::Outcome, reading::Reading, run::Settings, subject::Subject, table::Table};

/// Runs the experiments. `outcomes` are those of all subjects, of which those of the papers come first.
pub(crate) fn run(
    readings: &[Reading],
    subjects: &[&'static Subject],
    outcomes: &[Vec<Outcome>],
    settings: &Settings,
    bar: &ProgressBar,
) -> anyhow::Result<Vec<Table>> {
    let Settings { seed, quick, .. } = *settings;
    let n_subjects = subjects.iter().take_while(|subject| subject.is_of_papers).count();
    let (subjects, outcomes) = (&subjects[..n_subjects], &outcomes[..n_subjects]);
    bar.set_length(readings.len() as u64);
    bar.set_position(0);
    let mut tables = sweep::tables(readings, subjects, outcomes, settings, bar)?;
    tables.push(matrix::table()?);
    bar.set_message("clustering");
    tables.extend(clustering::tables(readings, subjects, outcomes, seed)?);
    bar.set_message("k-means and naive Bayes");
    let made = made::Made::new(seed, quick)?;
    tables.push(made.table());
    tables.extend(kmeans::tables(&made, subjects, settings)?);
    tables.extend(bayes::tables(&made, subjects, settings)?);
    bar.set_message("injected templates, mirrors, feed");
    tables.extend(thesis::tables(subjects, seed)?);
    if !quick {
        bar.set_message("claims of the thesis");
        tables.extend(claims::tables(readings, subjects, seed)?);
    }
    Ok(tables)
}
