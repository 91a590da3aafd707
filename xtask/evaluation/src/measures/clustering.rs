//! Quality of a clustering against given classes: Geraci and Maggini (2011), section 3.2.
//!
//! With `n` pages, classes `GT_i` and clusters `c_j`, `p_ij = |GT_i ∩ c_j| / |c_j|` and
//! `r_ij = |GT_i ∩ c_j| / |GT_i|`:
//!
//! ```text
//! F      = Σ_i |GT_i|/n · max_j 2·p_ij·r_ij / (p_ij + r_ij)
//! purity = Σ_j |c_j|/n · max_i p_ij
//! NMI    = 2 / log(|C|·|GT|) · Σ_ij P(i,j) · log( P(i,j) / (P(i)·P(j)) )
//! NCE    = 1 − Σ_j |c_j|/n · E_j / log |GT|,   E_j = − Σ_i p_ij · log p_ij
//! ```
//!
//! The paper prints two of them otherwise. Purity stands there as `Σ_j |c_j|/n · max_i |GT_i ∩ c_j|`, a number of
//! pages instead of a share, which leaves the stated range [0, 1]. NCE stands there without the weights `|c_j|/n` and
//! with recalls in the entropy: `1 − Σ_j E'_j / log |GT|`, `E'_j = − Σ_i r_ij · log r_ij`, which can fall below 0.
//! Both printed forms are computed too. The forms above are those of the cited source (Strehl 2002, pages 108 to 110)
//! and keep the range. In place of F, Vieira et al. (2006), figure 8, take the plain mean over the classes,
//! `1/|GT| · Σ_i max_j …`; both are one number where all classes are of one size. Logarithms' base does not matter. One class alone has no entropy: NCE is then 1, and NMI, with
//! one cluster too, is 1.

/// All measures of one clustering. Higher is better.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quality {
    pub f: f64,
    /// The plain mean of the classes' F, as in Vieira et al.'s figure 8.
    pub f_by_class: f64,
    pub purity: f64,
    pub nmi: f64,
    pub nce: f64,
    /// As printed in the paper; not bounded by 1.
    pub purity_as_printed: f64,
    /// As printed in the paper; may be negative.
    pub nce_as_printed: f64,
}

/// Measures a clustering: the class and the cluster of each page.
///
/// # Panics
///
/// If the two differ in length.
pub fn quality(classes: &[usize], clusters: &[usize]) -> Quality {
    assert_eq!(classes.len(), clusters.len(), "every page has a class and a cluster");
    if classes.is_empty() {
        return Quality::default();
    }
    let (n_classes, n_clusters) = (count(classes), count(clusters));
    let mut both = vec![vec![0.0_f64; n_clusters]; n_classes];
    for (&class, &cluster) in std::iter::zip(classes, clusters) {
        both[class][cluster] += 1.0;
    }
    let n = classes.len() as f64;
    let class_size: Vec<f64> = both.iter().map(|row| row.iter().sum()).collect();
    let cluster_size: Vec<f64> = (0..n_clusters).map(|j| both.iter().map(|row| row[j]).sum()).collect();
    // Numbers may be left out by the caller; only what holds a page counts.
    let n_used = |sizes: &[f64]| sizes.iter().filter(|&&size| size > 0.0).count() as f64;
    let (k, g) = (n_used(&cluster_size), n_used(&class_size));

    let mut quality = Quality::default();
    let mut information = 0.0;
    for (i, row) in both.iter().enumerate() {
        let mut best = 0.0_f64;
        for (j, &shared) in row.iter().enumerate() {
            if shared > 0.0 {
                // 2pr / (p + r), multiplied out.
                best = best.max(2.0 * shared / (class_size[i] + cluster_size[j]));
                information += shared / n * (shared * n / (class_size[i] * cluster_size[j])).ln();
            }
        }
        quality.f += class_size[i] / n * best;
        quality.f_by_class += best / g;
    }
    let (mut entropy, mut entropy_as_printed) = (0.0, 0.0);
    for (j, &size) in cluster_size.iter().enumerate() {
        let most = both.iter().map(|row| row[j]).fold(0.0, f64::max);
        quality.purity += most / n;
        quality.purity_as_printed += size / n * most;
        for (row, class_size) in std::iter::zip(&both, &class_size) {
            if row[j] > 0.0 {
                entropy -= size / n * plogp(row[j] / size);
                entropy_as_printed -= plogp(row[j] / class_size);
            }
        }
    }
    quality.nmi = if k * g == 1.0 { 1.0 } else { 2.0 * information / (k * g).ln() };
    let scale = if g == 1.0 { 1.0 } else { g.ln() };
    quality.nce = 1.0 - entropy / scale;
    quality.nce_as_printed = 1.0 - entropy_as_printed / scale;
    quality
}

fn count(labels: &[usize]) -> usize {
    labels.iter().max().map_or(0, |&most| most + 1)
}

fn plogp(p: f64) -> f64 {
    p * p.ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks F, the plain mean of F, purity, NMI and NCE, and both as printed.
    #[track_caller]
    fn check(classes: &[usize], clusters: &[usize], wanted: [f64; 7]) {
        let found = quality(classes, clusters);
        let printed = [found.purity_as_printed, found.nce_as_printed];
        let found = [found.f, found.f_by_class, found.purity, found.nmi, found.nce, printed[0], printed[1]];
        let is_near = std::iter::zip(found, wanted).all(|(found, wanted)| (found - wanted).abs() < 1e-9);
        assert!(is_near, "{found:?} is not {wanted:?}");
    }

    #[test]
    fn by_hand() {
        let ln2 = 2.0_f64.ln();
        // Perfect; the numbers that are left out are no clusters and no classes.
        check(&[0, 0, 1, 1], &[1, 1, 0, 0], [1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 1.0]);
        check(&[0, 0, 3, 3], &[2, 2, 5, 5], [1.0, 1.0, 1.0, 1.0, 1.0, 2.0, 1.0]);
        // One cluster says nothing. Its recalls are 1.
        check(&[0, 0, 1, 1], &[0; 4], [2.0 / 3.0, 2.0 / 3.0, 0.5, 0.0, 0.0, 2.0, 1.0]);
        // Class 0 is split into two clusters of one page each.
        let split = 0.5 * (2.0 / 3.0) + 0.5;
        check(&[0, 0, 1, 1], &[0, 1, 2, 2], [split, split, 1.0, 2.0 * ln2 / 6.0_f64.ln(), 1.0, 1.5, 0.0]);
        // Class 0 is {a, b, c}, class 1 is {d}; cluster 0 is {a, b, d}, cluster 1 is {c}. Precisions and recalls of
        // cluster 0 are 2/3 and 1/3, and 2/3 and 1.
        let third = 1.0_f64 / 3.0;
        let entropy = -plogp(2.0 * third) - plogp(third);
        let information = 0.5 * (0.5 / (0.75 * 0.75_f64)).ln()
            + 0.25 * (0.25 / (0.75 * 0.25_f64)).ln()
            + 0.25 * (0.25 / (0.25 * 0.75_f64)).ln();
        check(
            &[0, 0, 0, 1],
            &[0, 0, 1, 0],
            [
                0.75 * (2.0 / 3.0) + 0.25 * 0.5,
                (2.0 / 3.0 + 0.5) / 2.0,
                0.75,
                2.0 * information / (2.0 * ln2),
                1.0 - 0.75 * entropy / ln2,
                0.75 * 2.0 + 0.25,
                1.0 - entropy / ln2,
            ],
        );
        // Where recalls and precisions are other numbers: cluster 0 lacks one page of class 0 alone.
        let found = quality(&[0, 0, 0, 0, 1, 1], &[0, 0, 0, 1, 0, 0]);
        let recalls: f64 = [0.75, 1.0, 0.25].map(plogp).iter().sum();
        let precisions: f64 = [0.6, 0.4].map(plogp).iter().sum();
        assert!((found.nce_as_printed - 1.0 - recalls / ln2).abs() < 1e-9);
        assert!((found.nce - 1.0 - 5.0 / 6.0 * precisions / ln2).abs() < 1e-9);
        // The plain mean over classes differs where these are of different sizes.
        let found = quality(&[0, 0, 0, 1], &[0, 0, 1, 1]);
        assert!((found.f - 0.75 * 0.8 - 0.25 * (2.0 / 3.0)).abs() < 1e-9);
        assert!((found.f_by_class - 0.5 * 0.8 - 0.5 * (2.0 / 3.0)).abs() < 1e-9);
        // One class has no entropy.
        let [split, whole] = [[0, 1], [0, 0]].map(|clusters| quality(&[0, 0], &clusters));
        assert_eq!((split.nmi, split.nce, whole.nmi, whole.nce), (0.0, 1.0, 1.0, 1.0));
    }
}
