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

use anyhow::anyhow;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use smartcore::{linalg::basic::matrix::DenseMatrix, naive_bayes::multinomial::MultinomialNB};

use super::vectors;
use crate::{
    measures::ratio::{Ratio, share},
    subject::Subject,
};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Bayes {
    /// Table 6, and the means of tables 4 and 5.
    pub rows: Vec<Classified>,
    /// Tables 4 and 5: a row for each pair of categories.
    pub pairs: Vec<Pair>,
    /// Figure 9: the same over the number of pages that the template is learned from.
    pub over_pages: Vec<Classified>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Classified {
    pub subject: String,
    pub learned_from: Option<usize>,
    /// 1, 2 or 3.
    pub configuration: usize,
    pub f: f64,
    pub accuracy: f64,
    /// Over the pages as they are; nothing where these have 0.
    pub gain_f: Option<f64>,
    pub gain_accuracy: Option<f64>,
}

/// Two categories told apart, as means over the sites.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Pair {
    pub subject: String,
    /// The numbers of the categories, from 1.
    pub categories: [usize; 2],
    /// Of the three configurations.
    pub f: [f64; 3],
    pub accuracy: [f64; 3],
}

/// F and accuracy of the three configurations.
type Figures = [(f64, f64); 3];

/// What was measured of the texts of one subject.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Measured {
    pub means: Figures,
    /// Of each two categories.
    pub pairs: Vec<([usize; 2], Figures)>,
}

/// The texts of several sites under one subject, with the site and the section of each.
#[derive(Debug)]
pub(crate) struct Texts<'a> {
    pub texts: &'a [String],
    pub sites: &'a [usize],
    pub sections: &'a [usize],
}

/// Pages to learn from and pages to be told apart, with the section of each.
struct Task {
    categories: [usize; 2],
    train: Vec<usize>,
    test: Vec<usize>,
}

/// Tells categories apart in the three configurations.
pub(crate) fn classify(texts: &Texts<'_>) -> anyhow::Result<Measured> {
    let counts = vectors::counts(texts.texts);
    let mut means = [(0.0, 0.0); 3];
    let mut pairs: Vec<([usize; 2], Figures)> = Vec::new();
    for (configuration, tasks) in tasks(texts).into_iter().enumerate() {
        let measured: Vec<(f64, f64)> =
            tasks.par_iter().map(|task| run(&counts, texts.sections, task)).collect::<anyhow::Result<_>>()?;
        means[configuration] = mean(&measured);
        let mut rest = measured.as_slice();
        for own in tasks.chunk_by(|one, other| one.categories == other.categories) {
            let (now, after) = rest.split_at(own.len());
            rest = after;
            let categories = own[0].categories;
            let at = pairs.iter().position(|(other, _)| *other == categories);
            let at = at.unwrap_or_else(|| {
                pairs.push((categories, [(0.0, 0.0); 3]));
                pairs.len() - 1
            });
            pairs[at].1[configuration] = mean(now);
        }
    }
    Ok(Measured { means, pairs })
}

fn mean(measured: &[(f64, f64)]) -> (f64, f64) {
    let n = measured.len().max(1) as f64;
    (measured.iter().map(|(f, _)| f).sum::<f64>() / n, measured.iter().map(|(_, accuracy)| accuracy).sum::<f64>() / n)
}

fn tasks(texts: &Texts<'_>) -> [Vec<Task>; 3] {
    let count = |labels: &[usize]| labels.iter().max().map_or(0, |&most| most + 1);
    let (n_sites, n_sections) = (count(texts.sites), count(texts.sections));
    let pages = |site: usize, section: usize| -> Vec<usize> {
        (0..texts.texts.len()).filter(|&at| texts.sites[at] == site && texts.sections[at] == section).collect()
    };
    let mut tasks = [Vec::new(), Vec::new(), Vec::new()];
    for a in 0..n_sections {
        for b in a + 1..n_sections {
            for site in 0..n_sites {
                let (mut train, mut test) = (Vec::new(), Vec::new());
                for own in [pages(site, a), pages(site, b)] {
                    train.extend(own.iter().copied().step_by(2));
                    test.extend(own.iter().copied().skip(1).step_by(2));
                }
                tasks[0].push(Task { categories: [a, b], train, test });
                for other in (0..n_sites).filter(|&other| other != site) {
                    let train = || [pages(site, a), pages(other, b)].concat();
                    tasks[1].push(Task {
                        categories: [a, b],
                        train: train(),
                        test: [pages(other, a), pages(site, b)].concat(),
                    });
                    let rest = (0..n_sites).filter(|&third| third != site && third != other);
                    let test: Vec<usize> = rest.flat_map(|third| [pages(third, a), pages(third, b)].concat()).collect();
                    if !test.is_empty() {
                        tasks[2].push(Task { categories: [a, b], train: train(), test });
                    }
                }
            }
        }
    }
    for tasks in &mut tasks {
        tasks.retain(|task| !task.train.is_empty() && !task.test.is_empty());
    }
    tasks
}

fn run(counts: &[Vec<u32>], sections: &[usize], task: &Task) -> anyhow::Result<(f64, f64)> {
    let rows = |chosen: &[usize]| -> anyhow::Result<DenseMatrix<u32>> {
        let rows: Vec<Vec<u32>> = chosen.iter().map(|&at| counts[at].clone()).collect();
        DenseMatrix::from_2d_vec(&rows).map_err(|error| anyhow!("no matrix: {error}"))
    };
    let labels = |chosen: &[usize]| -> Vec<u32> {
        chosen.iter().map(|&at| u32::try_from(sections[at]).unwrap_or(u32::MAX)).collect()
    };
    let model = MultinomialNB::fit(&rows(&task.train)?, &labels(&task.train), Default::default())
        .map_err(|error| anyhow!("naive Bayes failed: {error}"))?;
    let found = model.predict(&rows(&task.test)?).map_err(|error| anyhow!("naive Bayes failed: {error}"))?;
    Ok(measure(&labels(&task.test), &found))
}

/// Returns the mean of the classes' F, and the share of pages told right.
fn measure(wanted: &[u32], found: &[u32]) -> (f64, f64) {
    let mut classes = wanted.to_vec();
    classes.sort_unstable();
    classes.dedup();
    let pairs = || std::iter::zip(wanted, found);
    let f: f64 = classes
        .iter()
        .map(|class| {
            let hits = pairs().filter(|&(a, b)| a == class && b == class).count();
            let n_found = found.iter().filter(|&b| b == class).count();
            let n_wanted = wanted.iter().filter(|&a| a == class).count();
            Ratio::new(hits, n_found, n_wanted).f1
        })
        .sum();
    let n_right = pairs().filter(|(a, b)| a == b).count();
    (f / classes.len().max(1) as f64, share(n_right, wanted.len()))
}

/// Turns figures into rows, with the gain over the figures of the pages as they are.
pub(crate) fn rows(subject: Subject, learned_from: Option<usize>, found: &Figures, base: &Figures) -> Vec<Classified> {
    let gain = |now: f64, before: f64| (before > 0.0).then(|| now / before - 1.0);
    std::iter::zip(found, base)
        .enumerate()
        .map(|(at, (now, before))| Classified {
            subject: subject.to_string(),
            learned_from,
            configuration: at + 1,
            f: now.0,
            accuracy: now.1,
            gain_f: gain(now.0, before.0),
            gain_accuracy: gain(now.1, before.1),
        })
        .collect()
}

/// Turns what was measured into a row for each pair of categories.
pub(crate) fn pairs(subject: Subject, measured: &Measured) -> Vec<Pair> {
    let pairs = measured.pairs.iter();
    pairs
        .map(|(categories, found)| Pair {
            subject: subject.to_string(),
            categories: categories.map(|category| category + 1),
            f: found.map(|(f, _)| f),
            accuracy: found.map(|(_, accuracy)| accuracy),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_by_hand() {
        // Class 0: P 1/2, R 1; class 1: P 1, R 2/3.
        let (f, accuracy) = measure(&[0, 1, 1, 1], &[0, 0, 1, 1]);
        assert!((f - (2.0 / 3.0 + 0.8) / 2.0).abs() < 1e-12);
        assert_eq!(accuracy, 0.75);
    }

    /// Two sites with five pages in each of two sections: in configuration 1 every other page is tested, and none of
    /// those that were trained on.
    #[test]
    fn no_page_is_tested_that_was_trained_on() {
        let texts = vec![String::new(); 20];
        let sites: Vec<usize> = (0..20).map(|at| at / 10).collect();
        let sections: Vec<usize> = (0..20).map(|at| at / 5 % 2).collect();
        let tasks = tasks(&Texts { texts: &texts, sites: &sites, sections: &sections });
        let first = &tasks[0][0];
        assert_eq!(first.train, [0, 2, 4, 5, 7, 9]);
        assert_eq!(first.test, [1, 3, 6, 8]);
        let second = &tasks[1][0];
        assert_eq!(second.train, [0, 1, 2, 3, 4, 15, 16, 17, 18, 19]);
        assert_eq!(second.test, [10, 11, 12, 13, 14, 5, 6, 7, 8, 9]);
        assert_eq!([tasks[0].len(), tasks[1].len(), tasks[2].len()], [2, 2, 0]);
        for task in tasks.iter().flatten() {
            assert!(task.test.iter().all(|page| !task.train.contains(page)));
        }
    }

    #[test]
    fn a_gain_is_over_the_pages_as_they_are() {
        let base = [(0.5, 0.8), (0.0, 0.0), (0.4, 0.5)];
        let found = [(0.75, 0.6), (0.9, 1.0), (0.4, 0.5)];
        let rows = rows(Subject::Keep, Some(7), &found, &base);
        assert!((rows[0].gain_f.unwrap() - 0.5).abs() < 1e-12);
        assert!((rows[0].gain_accuracy.unwrap() + 0.25).abs() < 1e-12);
        // There is none over nothing.
        assert_eq!((rows[1].gain_f, rows[1].gain_accuracy), (None, None));
        assert_eq!((rows[2].gain_f, rows[2].gain_accuracy), (Some(0.0), Some(0.0)));
        let named: Vec<_> = rows.iter().map(|row| (row.configuration, row.learned_from)).collect();
        assert_eq!(named, [(1, Some(7)), (2, Some(7)), (3, Some(7))]);
    }

    #[test]
    fn each_pair_of_categories_has_its_row() {
        let words = ["rope knot", "bread oven", "rope knot"];
        let (mut texts, mut sites, mut sections) = (Vec::new(), Vec::new(), Vec::new());
        for site in 0..3 {
            for (section, own) in words.iter().enumerate() {
                for _ in 0..4 {
                    texts.push((*own).to_owned());
                    sites.push(site);
                    sections.push(section);
                }
            }
        }
        let texts = Texts { texts: &texts, sites: &sites, sections: &sections };
        let found = pairs(Subject::Keep, &classify(&texts).unwrap());
        let categories: Vec<[usize; 2]> = found.iter().map(|pair| pair.categories).collect();
        assert_eq!(categories, [[1, 2], [1, 3], [2, 3]]);
        // The first and the last say the same, and one of them is always taken for the other.
        let accuracies: Vec<[f64; 3]> = found.iter().map(|pair| pair.accuracy).collect();
        assert_eq!(accuracies, [[1.0; 3], [0.5; 3], [1.0; 3]]);
        assert!(found[1].f[0] < 0.5);
    }

    #[test]
    fn templates_mislead_when_sites_are_swapped() {
        let (mut texts, mut sites, mut sections) = (Vec::new(), Vec::new(), Vec::new());
        for site in 0..3 {
            for section in 0..2 {
                for _ in 0..4 {
                    let own = ["rope knot", "bread oven"][section];
                    texts.push(format!("{own} {}", format!("menu{site} ").repeat(9)));
                    sites.push(site);
                    sections.push(section);
                }
            }
        }
        let noisy = classify(&Texts { texts: &texts, sites: &sites, sections: &sections }).unwrap();
        assert_eq!(noisy.means[0].1, 1.0);
        assert_eq!(noisy.means[1].1, 0.0);
        let clean: Vec<String> =
            sections.iter().map(|&at: &usize| ["rope knot", "bread oven"][at].to_owned()).collect();
        let clean = classify(&Texts { texts: &clean, sites: &sites, sections: &sections }).unwrap();
        assert_eq!(clean.means, [(1.0, 1.0); 3]);
        assert_eq!(clean.pairs, [([0, 1], [(1.0, 1.0); 3])]);
    }
}
