//! The main figure of each subject with its interval, and beside it how much better or worse it is than another
//! subject on the same sites.
//!
//! The sites of a collection are drawn again, with replacement, as many as there are, and the mean is taken; so 2,000
//! times. The interval leaves out the 2.5 % of the means at either end (Efron's percentile interval). Two subjects are
//! compared by the differences of their figures on the same sites, which vary far less than the figures themselves.

use std::collections::{BTreeMap, BTreeSet};

use sitegen::Random;

use crate::{
    content::{Measure, Row},
    measures::ratio,
    subject::Subject,
    table::{Table, or_dot, share},
};

/// The subject that others are compared with, if it was run.
const BASES: [&str; 2] = ["classify", Subject::KEEP];

/// The draws of an interval.
const N_DRAWS: usize = 2_000;

/// Returns the interval that holds 95 % of the means of redrawn sites. A single site has none: it says nothing of others.
fn interval(values: &[f64], seed: u64) -> Option<[f64; 2]> {
    let n = values.len();
    if n < 2 {
        return None;
    }
    let mut random = Random::new(seed);
    // The high half of the product is evenly spread over the numbers below `n`.
    let mut drawn = || values[((u128::from(random.next_u64()) * n as u128) >> 64) as usize];
    let mut means: Vec<f64> = (0..N_DRAWS).map(|_| (0..n).map(|_| drawn()).sum::<f64>() / n as f64).collect();
    means.sort_unstable_by(f64::total_cmp);
    // With 2,000 means, 50 are left out at either end.
    let cut = N_DRAWS / 40;
    Some([means[cut], means[N_DRAWS - 1 - cut]])
}

/// Compares the subjects on each collection that has gold texts. A star marks what is not chance.
pub(crate) fn table(content: &[Row], subjects: &[&Subject], seed: u64) -> Table {
    let is_run = |base: &&str| subjects.iter().any(|subject| subject.name == *base);
    let base = BASES.into_iter().find(is_run).unwrap_or(Subject::KEEP);
    // F1 by collection, subject and site.
    let mut figures: BTreeMap<(&str, &str), BTreeMap<&str, f64>> = BTreeMap::new();
    for row in content {
        if let (Some(collection), Some(site), Some(f1)) = (&row.collection, &row.site, row.figures.get(Measure::F1)) {
            figures.entry((collection, row.subject)).or_default().insert(site, f1);
        }
    }
    let over = format!("over {base}");
    let head = ["collection", "subject", "sites", "F1", "95 % of redrawn sites", &over, "95 %"];
    let mut table = Table::new(
        "F1 of content words with its interval over sites, and the difference on the same sites (* zero is outside)",
        head,
    );
    let written = |interval: Option<[f64; 2]>| or_dot(interval, |[low, high]| format!("{low:.4} to {high:.4}"));
    let collections: BTreeSet<&str> = figures.keys().map(|(collection, _)| *collection).collect();
    for collection in collections {
        for subject in subjects {
            let Some(own) = figures.get(&(collection, subject.name)) else { continue };
            let values: Vec<f64> = own.values().copied().collect();
            let others = figures.get(&(collection, base)).filter(|_| subject.name != base);
            let differences: Vec<f64> = match others {
                Some(others) => own.iter().filter_map(|(site, f1)| Some(f1 - others.get(site)?)).collect(),
                None => Vec::new(),
            };
            let of_differences = interval(&differences, seed);
            let is_apart = of_differences.is_some_and(|[low, high]| low > 0.0 || high < 0.0);
            let difference = ratio::mean(differences.iter().copied());
            table.row([
                collection.to_owned(),
                subject.name.to_owned(),
                values.len().to_string(),
                share(ratio::mean(values.iter().copied())),
                written(interval(&values, seed)),
                or_dot(difference, |mean| format!("{mean:+.4}{}", if is_apart { "*" } else { " " })),
                written(of_differences),
            ]);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::content::Figures;

    #[test]
    fn equal_values_have_no_width() {
        assert_eq!(interval(&[0.25; 5], 0), Some([0.25; 2]));
        assert_eq!(interval(&[0.25], 0), None);
    }

    /// Of values from 0 to 1, evenly spread, the standard error of the mean is `√(1/12 / n)`.
    #[test]
    fn the_width_is_that_of_the_normal_distribution() {
        let values: Vec<f64> = (0..100).map(|at| f64::from(at) / 99.0).collect();
        let expected = 1.96 * (1.0 / 12.0 / 100.0_f64).sqrt();
        let [low, high] = interval(&values, 7).unwrap();
        for half in [0.5 - low, high - 0.5] {
            assert!((half / expected - 1.0).abs() < 0.12, "{half} is not {expected}");
        }
        assert_eq!(interval(&values, 7), Some([low, high]));
        assert_ne!(interval(&values, 8), Some([low, high]));
    }

    fn rows(figures: &[(&str, &'static str, f64)], names: [&'static str; 3]) -> Vec<Vec<String>> {
        let row = |&(site, subject, f1): &(&str, &'static str, f64)| Row {
            collection: Some("c".to_owned()),
            site: Some(site.to_owned()),
            subject,
            figures: Figures::default().with(Measure::F1, Some(f1)),
            ..Row::default()
        };
        let content: Vec<Row> = figures.iter().map(row).collect();
        let subjects = Subject::named(&names.map(str::to_owned)).unwrap();
        table(&content, &subjects, 0).rows
    }

    #[test]
    fn subjects_are_compared_on_the_same_sites() {
        let mine_alone = ("c", "mine", 0.1);
        let figures = [
            ("a", "keep", 0.2),
            ("a", "classify", 0.6),
            ("a", "mine", 0.5),
            ("b", "keep", 0.4),
            ("b", "classify", 1.0),
            ("b", "mine", 0.9),
            mine_alone,
        ];
        let names = ["classify", "mine", "map"];
        let found = rows(&figures, names);
        let cells = |at: usize| found.iter().map(|row| row[at].as_str()).collect::<Vec<_>>();
        assert_eq!(cells(1), ["keep", "mine", "classify"]);
        assert_eq!(cells(2), ["2", "3", "2"]);
        // A small difference on every site is seen, where each by itself is far from apart.
        assert_eq!(cells(5), ["-0.5000*", "-0.1000*", "·"]);
        let single = rows(&[("a", "classify", 0.9), ("a", "mine", 0.5)], names);
        assert_eq!(single[0], ["c", "mine", "1", "0.5000", "·", "-0.4000 ", "·"]);
    }
}
