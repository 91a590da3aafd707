//! k-means with many random starts, before and after cleaning: Vieira et al.'s figure 8 and table 2.
//!
//! The pages of several sites about the same subjects are clustered together, with as many clusters as there are
//! subjects: the template says which site a page is from, the content what it is about. Pages are vectors of the
//! [`N_WORDS`] heaviest words by tf·idf. The paper says that its starts were "randomly selected", and no more: ours are
//! pages of a shuffle, all different, from the seeds 0, 1, 2, … Libraries draw their starts by k-means++, which the
//! paper does not have. F is the plain mean over the subjects, as the paper has it.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::vectors;
use crate::{measures::clustering::quality, subject::Subject};

/// The runs of the paper.
pub(crate) const N_RUNS: usize = 800;

/// The runs of the quick evaluation.
pub(crate) const N_RUNS_QUICK: usize = 40;

const N_WORDS: usize = 200;

/// Bins of F, each a twentieth wide.
const N_BINS: usize = 20;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KMeans {
    pub pages: String,
    pub subject: String,
    pub runs: usize,
    pub mean_f: f64,
    pub best_f: f64,
    /// Runs whose F lies in each twentieth from 0 to 1.
    pub histogram: Vec<usize>,
    /// The share of runs better than the best run on the pages as they are.
    pub beyond_original: f64,
    /// The gain of the mean over that of the pages as they are; nothing where that is 0.
    pub gain: Option<f64>,
}

/// Clusters the texts of each subject. The first is the baseline.
pub(crate) fn kmeans(pages: &str, texts: &[(Subject, Vec<String>)], classes: &[usize], n_runs: usize) -> Vec<KMeans> {
    let mut found: Vec<KMeans> = Vec::new();
    for (subject, texts) in texts {
        let fs = runs(texts, classes, n_runs);
        let mean_f = fs.iter().sum::<f64>() / fs.len().max(1) as f64;
        let mut histogram = vec![0; N_BINS];
        for f in &fs {
            histogram[((f * N_BINS as f64) as usize).min(N_BINS - 1)] += 1;
        }
        let (base_mean, base_best) = found.first().map_or((mean_f, f64::INFINITY), |base| (base.mean_f, base.best_f));
        let n_beyond = fs.iter().filter(|&&f| base_best < f).count();
        found.push(KMeans {
            pages: pages.to_owned(),
            subject: subject.to_string(),
            runs: fs.len(),
            mean_f,
            best_f: fs.iter().copied().fold(0.0, f64::max),
            histogram,
            beyond_original: n_beyond as f64 / fs.len().max(1) as f64,
            gain: (base_mean > 0.0).then(|| mean_f / base_mean - 1.0),
        });
    }
    found
}

/// Returns the F of each run.
fn runs(texts: &[String], classes: &[usize], n_runs: usize) -> Vec<f64> {
    let rows = vectors::dense(&vectors::tf_idf(texts), N_WORDS);
    let k = classes.iter().max().map_or(0, |&most| most + 1);
    if rows.first().is_none_or(Vec::is_empty) || k < 2 {
        return vec![0.0; n_runs];
    }
    (0..n_runs as u64).into_par_iter().map(|seed| quality(classes, &lloyd(&rows, k, seed)).f_by_class).collect()
}

/// Passes over the pages after which a run ends at the latest.
const N_PASSES: usize = 100;

/// Clusters rows by Lloyd's k-means from `k` random ones of them, and returns the cluster of each.
///
/// A row goes to the nearest center, of several to the first. A cluster that is left empty keeps its center.
fn lloyd(rows: &[Vec<f64>], k: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..rows.len()).collect();
    shuffle::shuffle(seed, &mut order);
    let mut centers: Vec<Vec<f64>> = order.iter().take(k).map(|&at| rows[at].clone()).collect();
    let mut clusters = vec![usize::MAX; rows.len()];
    for _ in 0..N_PASSES {
        let nearest: Vec<usize> = rows.iter().map(|row| nearest(&centers, row)).collect();
        if nearest == clusters {
            break;
        }
        clusters = nearest;
        for (cluster, center) in centers.iter_mut().enumerate() {
            let own = std::iter::zip(rows, &clusters).filter(|(_, other)| **other == cluster);
            let n_own = own.clone().count();
            if n_own == 0 {
                continue;
            }
            center.fill(0.0);
            for (row, _) in own {
                for (sum, value) in std::iter::zip(&mut *center, row) {
                    *sum += value / n_own as f64;
                }
            }
        }
    }
    clusters
}

fn nearest(centers: &[Vec<f64>], row: &[f64]) -> usize {
    let distances =
        centers.iter().map(|center| std::iter::zip(center, row).map(|(a, b)| (a - b) * (a - b)).sum::<f64>());
    distances.enumerate().min_by(|(_, a), (_, b)| a.total_cmp(b)).map_or(0, |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_go_to_the_nearest_center_until_nothing_moves() {
        let rows: Vec<Vec<f64>> = [0.0, 1.0, 10.0, 11.0].map(|x| vec![x]).to_vec();
        for seed in 0..8 {
            let clusters = lloyd(&rows, 2, seed);
            assert_eq!(clusters[0], clusters[1]);
            assert_eq!(clusters[2], clusters[3]);
            assert_ne!(clusters[0], clusters[2]);
        }
        assert_eq!(lloyd(&rows[..1], 2, 0), [0]);
    }

    #[test]
    fn the_paper_has_800_runs() {
        assert_eq!(N_RUNS, 800);
    }

    /// Of 201 words the one that is once on a page is the lightest, and no dimension.
    #[test]
    fn pages_are_vectors_of_the_heaviest_200_words() {
        let texts: Vec<String> = (0..4)
            .map(|at| {
                let own: Vec<String> = (0..100).map(|word| format!("w{word}x{} ", at / 2)).collect();
                own.concat().repeat(3) + if at % 2 == 0 { "zz" } else { "" }
            })
            .collect();
        let rows = vectors::dense(&vectors::tf_idf(&texts), N_WORDS);
        assert!(rows.iter().all(|row| row.len() == 200));
        let has = |row: &[f64]| row.iter().map(|weight| *weight > 0.0).collect::<Vec<_>>();
        assert_eq!([has(&rows[0]), has(&rows[2])], [has(&rows[1]), has(&rows[3])]);
    }

    /// The same texts again have no gain, and no run that is better than the best.
    #[test]
    fn gains_and_better_runs_are_counted_by_hand() {
        let texts: Vec<String> = ["a b", "a c", "a d", "b c", "c d e", "e f", "f g", "g a"].map(str::to_owned).into();
        let clear: Vec<String> = (0..8).map(|at| if at < 4 { "rope" } else { "oven" }.to_owned()).collect();
        let classes = [0, 0, 0, 0, 1, 1, 1, 1];
        let all = [Subject::Keep, Subject::StyleTree, Subject::Paper(demold::Method::Map)].into_iter();
        let all: Vec<(Subject, Vec<String>)> = all.zip([texts.clone(), texts, clear]).collect();
        let found = kmeans("test", &all, &classes, 10);
        assert!(found[0].mean_f > 0.0 && found[0].best_f < 1.0, "{found:?}");
        assert_eq!((found[1].gain, found[1].beyond_original), (Some(0.0), 0.0));
        assert_eq!(found[2].gain, Some(found[2].mean_f / found[0].mean_f - 1.0));
        let n_beyond = (found[2].beyond_original * 10.0).round() as usize;
        assert_eq!(n_beyond, found[2].histogram[N_BINS - 1]);
        assert_eq!(found[2].runs, 10);
    }

    #[test]
    fn without_a_base_there_is_no_gain() {
        let blurred = vec!["menu".to_owned(); 4];
        let found = kmeans("test", &[(Subject::Keep, blurred)], &[0, 0, 1, 1], 3);
        assert_eq!((found[0].mean_f, found[0].gain), (0.0, None));
    }

    #[test]
    fn what_differs_is_told_apart() {
        let clear: Vec<String> = (0..12)
            .map(|at| if at % 2 == 0 { format!("rope knot hemp w{at}") } else { format!("bread oven flour w{at}") })
            .collect();
        let classes: Vec<usize> = (0..12).map(|at| at % 2).collect();
        let blurred = vec!["menu home".to_owned(); 12];
        let texts = [(Subject::Keep, blurred), (Subject::Method(demold::Method::Distill), clear)];
        let found = kmeans("test", &texts, &classes, 8);
        assert_eq!(found[0].mean_f, 0.0);
        assert_eq!((found[1].best_f, found[1].beyond_original), (1.0, 1.0));
        assert_eq!(found[1].histogram[N_BINS - 1], 8);
    }
}
