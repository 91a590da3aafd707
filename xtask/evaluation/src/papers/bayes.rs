//! Naive Bayes classification before and after cleaning: Vieira et al.'s tables 4 to 6 and figure 9.
//!
//! Sites have the same sections; a classifier tells two sections apart, for all pairs of sections. The paper's table 3
//! with its three configurations is lost; they are defined here as
//!
//! 1. *same site*: both classes from one site, trained on every other page, tested on the rest;
//! 2. *swapped*: the classes from two different sites, tested on the same two with the sites swapped, so that whoever
//!    learned the templates is always wrong;
//! 3. *others*: trained as in 2, tested on all other sites.
//!
//! The classifier is multinomial over word counts with Laplace smoothing. F is the mean of the F of both classes, and
//! every figure the mean over all pairs of sections and sites.

use std::collections::BTreeMap;

use anyhow::anyhow;
use rayon::prelude::*;
use smartcore::{linalg::basic::matrix::DenseMatrix, naive_bayes::multinomial::MultinomialNB};

use super::{made::Made, vectors};
use crate::{
    measures::ratio::{Ratio, mean, share as share_of},
    run::Settings,
    subject::Subject,
    table::{Table, or_dot, share},
};

/// Figure 9: the numbers of pages that templates are learned from; the paper has these, but for 2.
const N_LEARNED: [usize; 7] = [2, 10, 20, 30, 40, 50, 100];
const N_LEARNED_QUICK: [usize; 2] = [5, 10];

/// F and accuracy.
type Figures = [f64; 2];

/// Pages to learn from and pages to be told apart.
struct Task {
    /// From 0.
    configuration: usize,
    categories: [usize; 2],
    train: Vec<usize>,
    test: Vec<usize>,
}

/// What was measured of the texts of one subject.
struct Measured(Vec<(Task, Figures)>);

impl Measured {
    /// Returns the means of a configuration, of all pairs of categories or of one.
    fn mean(&self, configuration: usize, categories: Option<[usize; 2]>) -> Figures {
        let is_own =
            |task: &Task| task.configuration == configuration && categories.is_none_or(|pair| pair == task.categories);
        let own = || self.0.iter().filter(|(task, _)| is_own(task));
        [0, 1].map(|at| mean(own().map(|(_, figures)| figures[at])).unwrap_or(0.0))
    }

    fn configurations(&self, categories: Option<[usize; 2]>) -> [Figures; 3] {
        [0, 1, 2].map(|configuration| self.mean(configuration, categories))
    }
}

pub(super) fn tables(made: &Made, subjects: &[&Subject], settings: &Settings) -> anyhow::Result<[Table; 3]> {
    let classified = |subject: &Subject, n_pages: Option<usize>| -> anyhow::Result<Measured> {
        classify(&made.texts(subject, n_pages, settings.seed)?, &made.sites, &made.sections)
    };
    let mut over = Table::new(
        "Naive Bayes over pairs of sections, means (Vieira et al., table 6)",
        ["subject", "configuration", "F", "accuracy", "gain of F", "gain of accuracy"],
    );
    let mut over_pages = Table::new(
        "Naive Bayes over the pages learned from (Vieira et al., figure 9)",
        ["subject", "pages", "configuration", "F", "accuracy"],
    );
    let mut pairs: BTreeMap<[usize; 2], Vec<(&str, [Figures; 3])>> = BTreeMap::new();
    let mut base = None;
    for subject in subjects {
        // The paper learns from 100 pages here, and so does every subject, whatever its own number is.
        let found = classified(subject, (!subject.is_keep()).then_some(made.n_pages))?;
        let means = found.configurations(None);
        // The pages as they are come first.
        let base = base.get_or_insert(means);
        for (configuration, (figures, base)) in std::iter::zip(&means, base).enumerate() {
            let gains = [0, 1].map(|at| or_dot(gain(figures[at], base[at]), |gain| format!("{:+.1} %", 100.0 * gain)));
            let cells = [subject.name.to_owned(), (configuration + 1).to_string()];
            over.row(cells.into_iter().chain(figures.map(|figure| share(Some(figure)))).chain(gains));
        }
        for (Task { categories, .. }, _) in found.0.iter().filter(|(task, _)| task.configuration == 0) {
            let of_pair = pairs.entry(*categories).or_default();
            if of_pair.last().is_none_or(|(name, _)| *name != subject.name) {
                of_pair.push((subject.name, found.configurations(Some(*categories))));
            }
        }
    }
    let n_learned: &[usize] = if settings.quick { &N_LEARNED_QUICK } else { &N_LEARNED };
    for subject in subjects.iter().filter(|subject| !subject.is_keep()) {
        for &n_pages in n_learned {
            let means = classified(subject, Some(n_pages))?.configurations(None);
            for (configuration, figures) in means.into_iter().enumerate() {
                let cells = [subject.name.to_owned(), n_pages.to_string(), (configuration + 1).to_string()];
                over_pages.row(cells.into_iter().chain(figures.map(|figure| share(Some(figure)))));
            }
        }
    }
    let rows = pairs.into_iter().flat_map(|(pair, of_pair)| of_pair.into_iter().map(move |row| (pair, row)));
    let mut by_pair = Table::new(
        "Naive Bayes for each pair of sections: F and accuracy in the three configurations (Vieira et al., tables 4 and 5)",
        ["categories", "subject", "F 1", "F 2", "F 3", "A 1", "A 2", "A 3"],
    );
    for ([one, other], (subject, figures)) in rows {
        let of = |at: usize| figures.map(|figures| share(Some(figures[at])));
        let names = [format!("{} and {}", one + 1, other + 1), subject.to_owned()];
        by_pair.row(names.into_iter().chain(of(0)).chain(of(1)));
    }
    Ok([over, by_pair, over_pages])
}

/// Returns the gain over a figure of the pages as they are; there is none over nothing.
fn gain(now: f64, before: f64) -> Option<f64> {
    (before > 0.0).then(|| now / before - 1.0)
}

/// Tells categories apart in the three configurations, by the texts of pages with their sites and sections.
fn classify(texts: &[String], sites: &[usize], sections: &[usize]) -> anyhow::Result<Measured> {
    let counts = vectors::counts(texts);
    let tasks = tasks(sites, sections).into_par_iter().map(|task| {
        let found = run(&counts, sections, &task)?;
        Ok((task, found))
    });
    Ok(Measured(tasks.collect::<anyhow::Result<_>>()?))
}

fn tasks(sites: &[usize], sections: &[usize]) -> Vec<Task> {
    let count = |labels: &[usize]| labels.iter().max().map_or(0, |&most| most + 1);
    let (n_sites, n_sections) = (count(sites), count(sections));
    let pages = |site: usize, section: usize| -> Vec<usize> {
        (0..sites.len()).filter(|&at| sites[at] == site && sections[at] == section).collect()
    };
    let mut tasks = Vec::new();
    for a in 0..n_sections {
        for b in a + 1..n_sections {
            let mut push = |configuration, train: Vec<usize>, test: Vec<usize>| {
                if !train.is_empty() && !test.is_empty() {
                    tasks.push(Task { configuration, categories: [a, b], train, test });
                }
            };
            for site in 0..n_sites {
                let own = [pages(site, a), pages(site, b)];
                let half =
                    |start: usize| own.iter().flat_map(|own| own.iter().copied().skip(start).step_by(2)).collect();
                push(0, half(0), half(1));
                for other in (0..n_sites).filter(|&other| other != site) {
                    let train = [pages(site, a), pages(other, b)].concat();
                    push(1, train.clone(), [pages(other, a), pages(site, b)].concat());
                    let rest = (0..n_sites).filter(|&third| third != site && third != other);
                    push(2, train, rest.flat_map(|third| [pages(third, a), pages(third, b)].concat()).collect());
                }
            }
        }
    }
    tasks
}

fn run(counts: &[Vec<u32>], sections: &[usize], task: &Task) -> anyhow::Result<Figures> {
    let rows = |chosen: &[usize]| {
        let rows: Vec<Vec<u32>> = chosen.iter().map(|&at| counts[at].clone()).collect();
        DenseMatrix::from_2d_vec(&rows).map_err(|error| anyhow!("no matrix: {error}"))
    };
    let labels = |chosen: &[usize]| -> Vec<u32> { chosen.iter().map(|&at| sections[at] as u32).collect() };
    let model = MultinomialNB::fit(&rows(&task.train)?, &labels(&task.train), Default::default())
        .map_err(|error| anyhow!("naive Bayes failed: {error}"))?;
    let found = model.predict(&rows(&task.test)?).map_err(|error| anyhow!("naive Bayes failed: {error}"))?;
    Ok(measure(&labels(&task.test), &found))
}

/// Returns the mean of the classes' F, and the share of pages told right.
fn measure(wanted: &[u32], found: &[u32]) -> Figures {
    let mut classes = wanted.to_vec();
    classes.sort_unstable();
    classes.dedup();
    let pairs = || std::iter::zip(wanted, found);
    let f1 = classes.iter().map(|class| {
        let hits = pairs().filter(|&(a, b)| a == class && b == class).count();
        let count = |labels: &[u32]| labels.iter().filter(|&label| label == class).count();
        Ratio::new(hits, count(found), count(wanted)).f1
    });
    let n_right = pairs().filter(|(a, b)| a == b).count();
    [mean(f1).unwrap_or(0.0), share_of(n_right, wanted.len())]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_by_hand() {
        // Class 0: P 1/2, R 1; class 1: P 1, R 2/3.
        let [f, accuracy] = measure(&[0, 1, 1, 1], &[0, 0, 1, 1]);
        assert!((f - (2.0 / 3.0 + 0.8) / 2.0).abs() < 1e-12);
        assert_eq!(accuracy, 0.75);
    }

    #[test]
    fn a_gain_is_over_the_pages_as_they_are() {
        assert_eq!(
            [gain(0.75, 0.5), gain(0.5, 1.0), gain(0.4, 0.4), gain(0.9, 0.0)],
            [Some(0.5), Some(-0.5), Some(0.0), None]
        );
    }

    /// Two sites with five pages in each of two sections: in configuration 1 every other page is tested, and none of
    /// those that were trained on.
    #[test]
    fn no_page_is_tested_that_was_trained_on() {
        let sites: Vec<usize> = (0..20).map(|at| at / 10).collect();
        let sections: Vec<usize> = (0..20).map(|at| at / 5 % 2).collect();
        let tasks = tasks(&sites, &sections);
        assert_eq!((&tasks[0].train[..], &tasks[0].test[..]), (&[0, 2, 4, 5, 7, 9][..], &[1, 3, 6, 8][..]));
        assert_eq!(tasks[1].train, [0, 1, 2, 3, 4, 15, 16, 17, 18, 19]);
        assert_eq!(tasks[1].test, [10, 11, 12, 13, 14, 5, 6, 7, 8, 9]);
        assert_eq!(tasks.iter().map(|task| task.configuration).collect::<Vec<_>>(), [0, 1, 0, 1]);
        for task in tasks {
            assert!(task.test.iter().all(|page| !task.train.contains(page)));
        }
    }

    /// Classifies four pages of each section of three sites.
    fn classified(text: impl Fn(usize, usize) -> String, n_sections: usize) -> Measured {
        let (mut texts, mut sites, mut sections) = (Vec::new(), Vec::new(), Vec::new());
        for site in 0..3 {
            for section in 0..n_sections {
                texts.extend(vec![text(site, section); 4]);
                sites.extend([site; 4]);
                sections.extend([section; 4]);
            }
        }
        classify(&texts, &sites, &sections).unwrap()
    }

    #[test]
    fn each_pair_of_categories_has_its_row() {
        let found = classified(|_, section| ["rope knot", "bread oven", "rope knot"][section].to_owned(), 3);
        // The first and the last say the same, and one of them is always taken for the other.
        for (pair, wanted) in [([0, 1], 1.0), ([0, 2], 0.5), ([1, 2], 1.0)] {
            assert_eq!(found.configurations(Some(pair)).map(|[_, accuracy]| accuracy), [wanted; 3]);
        }
        assert!(found.mean(0, Some([0, 2]))[0] < 0.5);
    }

    #[test]
    fn templates_mislead_when_sites_are_swapped() {
        let own = |section: usize| ["rope knot", "bread oven"][section].to_owned();
        let noisy = classified(|site, section| own(section) + &format!(" menu{site}").repeat(9), 2);
        assert_eq!([0, 1].map(|configuration| noisy.mean(configuration, None)[1]), [1.0, 0.0]);
        assert_eq!(classified(|_, section| own(section), 2).configurations(None), [[1.0; 2]; 3]);
    }
}
