//! k-means with many random starts, before and after cleaning: Vieira et al.'s figure 8 and table 2.
//!
//! The pages of several sites about the same subjects are clustered together, with as many clusters as there are
//! subjects: the template says which site a page is from, the content what it is about. Pages are vectors of the
//! [`N_WORDS`] heaviest words by tf·idf. The paper says that its starts were "randomly selected", and no more: ours are
//! pages of a shuffle, all different, from the seeds 0, 1, 2, … Libraries draw their starts by k-means++, which the
//! paper does not have. F is the plain mean over the subjects, as the paper has it.

use rayon::prelude::*;

use super::{made::Made, vectors};
use crate::{
    measures::{clustering::quality, ratio::mean},
    run::Settings,
    subject::Subject,
    table::{Table, or_dot, share},
};

/// The runs of the paper, and of the quick evaluation.
const N_RUNS: usize = 800;
const N_RUNS_QUICK: usize = 40;

const N_WORDS: usize = 200;

/// Bins of F, each a twentieth wide.
const N_BINS: usize = 20;

/// Passes over the pages after which a run ends at the latest.
const N_PASSES: usize = 100;

/// A subject, and what it leaves of all pages.
type Texts = (&'static str, Vec<String>);

#[derive(Debug)]
struct KMeans {
    subject: &'static str,
    runs: usize,
    mean_f: f64,
    best_f: f64,
    /// Runs whose F lies in each twentieth from 0 to 1.
    histogram: [usize; N_BINS],
    /// The share of runs better than the best run on the pages as they are.
    beyond_original: f64,
    /// The gain of the mean over that of the pages as they are; nothing where that is 0.
    gain: Option<f64>,
}

pub(super) fn tables(made: &Made, subjects: &[&'static Subject], settings: &Settings) -> anyhow::Result<[Table; 2]> {
    let n_runs = if settings.quick { N_RUNS_QUICK } else { N_RUNS };
    let texts = subjects.iter().map(|subject| Ok((subject.name, made.texts(subject, None, settings.seed)?)));
    let texts: Vec<Texts> = texts.collect::<anyhow::Result<_>>()?;
    let found = kmeans(&texts, &made.sections, n_runs);
    let means = Table::of(
        "k-means from random starts (Vieira et al., table 2)",
        &found,
        &[
            ("subject", &|row| row.subject.to_owned()),
            ("runs", &|row| row.runs.to_string()),
            ("mean F", &|row| share(Some(row.mean_f))),
            ("best F", &|row| share(Some(row.best_f))),
            ("gain", &|row| or_dot(row.gain, |gain| format!("{:+.1} %", 100.0 * gain))),
            ("beyond original", &|row| format!("{:.1} %", 100.0 * row.beyond_original)),
        ],
    );
    let distributions = Table::of(
        "Distribution of F (Vieira et al., figure 8)",
        &found,
        &[
            ("subject", &|row| row.subject.to_owned()),
            ("runs with F in each twentieth from 0 to 1", &|row| row.histogram.map(|n| n.to_string()).join(" ")),
        ],
    );
    Ok([means, distributions])
}

/// Clusters the texts of each subject. The first is the baseline.
fn kmeans(texts: &[Texts], classes: &[usize], n_runs: usize) -> Vec<KMeans> {
    let mut found: Vec<KMeans> = Vec::new();
    for (subject, texts) in texts {
        let fs = runs(texts, classes, n_runs);
        let mean_f = mean(fs.iter().copied()).unwrap_or(0.0);
        let mut histogram = [0; N_BINS];
        for f in &fs {
            histogram[((f * N_BINS as f64) as usize).min(N_BINS - 1)] += 1;
        }
        let (base_mean, base_best) = found.first().map_or((mean_f, f64::INFINITY), |base| (base.mean_f, base.best_f));
        let n_beyond = fs.iter().filter(|&&f| base_best < f).count();
        found.push(KMeans {
            subject,
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
        let found = kmeans(&[("keep", texts.clone()), ("sst", texts), ("map", clear)], &classes, 10);
        assert!(found[0].mean_f > 0.0 && found[0].best_f < 1.0, "{found:?}");
        assert_eq!((found[1].gain, found[1].beyond_original), (Some(0.0), 0.0));
        assert_eq!(found[2].gain, Some(found[2].mean_f / found[0].mean_f - 1.0));
        let n_beyond = (found[2].beyond_original * 10.0).round() as usize;
        assert_eq!(n_beyond, found[2].histogram[N_BINS - 1]);
        assert_eq!(found[2].runs, 10);
        // Without a base there is no gain.
        let blurred = kmeans(&[("keep", vec!["menu".to_owned(); 4])], &[0, 0, 1, 1], 3);
        assert_eq!((blurred[0].mean_f, blurred[0].gain), (0.0, None));
    }
}
