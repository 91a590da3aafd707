//! k-means with many random starts, before and after cleaning: Vieira et al.'s figure 8 and table 2.
//!
//! The pages of several sites about the same subjects are clustered together, with as many clusters as there are
//! subjects: the template says which site a page is from, the content what it is about. Pages are vectors of the
//! [`N_WORDS`] heaviest words by tf·idf. Starts are drawn by k-means++ from the seeds 0, 1, 2, …

use anyhow::anyhow;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use smartcore::{
    cluster::kmeans::{KMeans as Model, KMeansParameters},
    linalg::basic::matrix::DenseMatrix,
};

use super::vectors;
use crate::eval::{measures::clustering::quality, subject::Subject};

/// The runs of the paper.
pub(crate) const N_RUNS: usize = 800;

/// The runs of the quick evaluation.
pub(crate) const N_RUNS_QUICK: usize = 40;

const N_WORDS: usize = 200;

/// Bins of F, each a twentieth wide.
const N_BINS: usize = 20;

#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct KMeans {
    pub(crate) pages: String,
    pub(crate) subject: String,
    pub(crate) runs: usize,
    pub(crate) mean_f: f64,
    pub(crate) best_f: f64,
    /// Runs whose F lies in each twentieth from 0 to 1.
    pub(crate) histogram: Vec<usize>,
    /// The share of runs better than the best run on the pages as they are.
    pub(crate) beyond_original: f64,
    /// The gain of the mean over that of the pages as they are; nothing where that is 0.
    pub(crate) gain: Option<f64>,
}

/// Clusters the texts of each subject. The first is the baseline.
pub(crate) fn kmeans(
    pages: &str,
    texts: &[(Subject, Vec<String>)],
    classes: &[usize],
    n_runs: usize,
) -> anyhow::Result<Vec<KMeans>> {
    let mut found: Vec<KMeans> = Vec::new();
    for (subject, texts) in texts {
        let fs = runs(texts, classes, n_runs)?;
        let mean_f = fs.iter().sum::<f64>() / fs.len().max(1) as f64;
        let mut histogram = vec![0; N_BINS];
        for f in &fs {
            histogram[((f * N_BINS as f64) as usize).min(N_BINS - 1)] += 1;
        }
        let (base_mean, base_best) = found
            .first()
            .map_or((mean_f, f64::INFINITY), |base| (base.mean_f, base.best_f));
        let n_beyond = fs.iter().filter(|&&f| base_best < f).count();
        found.push(KMeans {
            pages: pages.to_owned(),
            subject: subject.to_string(),
            runs: fs.len(),
            mean_f,
            best_f: fs.iter().copied().fold(0.0, f64::max),
            histogram,
            beyond_original: n_beyond as f64 / fs.len().max(1) as f64,
            gain: (0.0 < base_mean).then(|| mean_f / base_mean - 1.0),
        });
    }
    Ok(found)
}

/// Returns the F of each run.
fn runs(texts: &[String], classes: &[usize], n_runs: usize) -> anyhow::Result<Vec<f64>> {
    let rows = vectors::dense(&vectors::tf_idf(texts), N_WORDS);
    let k = classes.iter().max().map_or(0, |&most| most + 1);
    if rows.first().is_none_or(Vec::is_empty) || k < 2 {
        return Ok(vec![0.0; n_runs]);
    }
    let matrix = DenseMatrix::from_2d_vec(&rows).map_err(|error| anyhow!("no matrix: {error}"))?;
    (0..n_runs as u64)
        .into_par_iter()
        .map(|seed| {
            let mut parameters = KMeansParameters::default().with_k(k).with_max_iter(100);
            parameters.seed = Some(seed);
            let model: Model<f64, i32, DenseMatrix<f64>, Vec<i32>> =
                Model::fit(&matrix, parameters)
                    .map_err(|error| anyhow!("k-means failed: {error}"))?;
            let clusters = model
                .predict(&matrix)
                .map_err(|error| anyhow!("k-means failed: {error}"))?;
            let clusters: Vec<usize> = clusters
                .iter()
                .map(|&cluster| usize::try_from(cluster).unwrap_or(0))
                .collect();
            Ok(quality(classes, &clusters).f)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_differs_is_told_apart() {
        let clear: Vec<String> = (0..12)
            .map(|at| {
                if at % 2 == 0 {
                    format!("rope knot hemp w{at}")
                } else {
                    format!("bread oven flour w{at}")
                }
            })
            .collect();
        let classes: Vec<usize> = (0..12).map(|at| at % 2).collect();
        let blurred = vec!["menu home".to_owned(); 12];
        let texts = [
            (Subject::Keep, blurred),
            (Subject::Method(demold::Method::Distill), clear),
        ];
        let found = kmeans("test", &texts, &classes, 8).unwrap();
        assert_eq!(found[0].mean_f, 0.0);
        assert_eq!((found[1].mean_f, found[1].beyond_original), (1.0, 1.0));
        assert_eq!(found[1].histogram[N_BINS - 1], 8);
    }
}
