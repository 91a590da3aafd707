//! The order of the evaluation: from sites to tables.

use indicatif::ProgressBar;

use crate::{
    content::{self, Row},
    datasets::site::Site,
    intervals,
    outcome::outcomes,
    reading::Reading,
    subject::Subject,
    table::Table,
};

#[derive(Clone, Copy, Debug, Default)]
pub struct Settings {
    pub seed: u64,
    /// Small experiments.
    pub quick: bool,
    /// The papers' experiments as well.
    #[cfg(feature = "papers")]
    pub papers: bool,
}

/// What was found.
#[derive(Debug)]
pub struct Evaluated {
    pub rows: Vec<Row>,
    pub tables: Vec<Table>,
}

/// Evaluates sites, with the bar moving along them.
pub fn run(
    sites: Vec<Site>,
    subjects: &[&'static Subject],
    settings: &Settings,
    bar: &ProgressBar,
) -> anyhow::Result<Evaluated> {
    let readings: Vec<Reading> = sites.into_iter().map(Reading::new).collect();
    bar.set_length((readings.len() * subjects.len()) as u64);
    let found = subjects.iter().map(|subject| {
        bar.set_message(subject.name);
        outcomes(&readings, subject, settings.seed, || bar.inc(1))
    });
    let outcomes = found.collect::<anyhow::Result<Vec<_>>>()?;
    let rows = content::rows(&readings, subjects, &outcomes);
    let worst = content::worst(&readings, subjects, &outcomes);
    let mut tables = vec![content::table(&rows), intervals::table(&rows, subjects, settings.seed), worst];
    #[cfg(feature = "papers")]
    if settings.papers {
        tables.extend(crate::papers::run(&readings, subjects, &outcomes, settings, bar)?);
    }
    tables.retain(|table| !table.rows.is_empty());
    Ok(Evaluated { rows, tables })
}

/// Returns tables as one text.
pub fn printed(tables: &[Table]) -> String {
    let mut text = String::new();
    tables.iter().for_each(|table| table.print(&mut text));
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datasets::generated;

    fn run_sample(names: &[&str], settings: &Settings) -> Evaluated {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let subjects = Subject::named(&names).unwrap();
        run(vec![generated::sample()], &subjects, settings, &ProgressBar::hidden()).unwrap()
    }

    #[test]
    fn two_runs_of_all_subjects_agree() {
        let [first, second] = [(); 2].map(|()| run_sample(&[], &Settings::default()));
        assert!(printed(&first.tables) == printed(&second.tables));
        assert!(first.rows.iter().any(|row| row.subject == "mine-idioms"));
    }

    /// What people read of a run.
    #[test]
    fn the_report_of_the_sample() {
        let found = run_sample(&["mine", "map"], &Settings::default());
        insta::assert_snapshot!("sample", printed(&found.tables));
    }

    /// All of the papers' experiments, small.
    #[cfg(feature = "papers")]
    #[test]
    fn the_experiments_of_the_papers() {
        let settings = Settings { quick: true, papers: true, ..Settings::default() };
        let text = printed(&run_sample(&["map"], &settings).tables);
        for part in ["figure 1)", "figure 2a", "table 4", "figure 8", "table 6", "section 6.1"] {
            assert!(text.contains(part), "{part}\n{text}");
        }
    }
}
