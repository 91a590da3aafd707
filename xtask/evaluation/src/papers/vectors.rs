//! Pages as vectors of words, for clustering and classifying.

use std::collections::BTreeMap;

use crate::measures::words;

/// A page's words by number, sorted, with weights; of length 1 unless empty.
pub(crate) type Vector = Vec<(usize, f64)>;

/// Returns the vectors of texts: weight `tf · ln(n / df)` for each word of at least two texts, scaled to length 1.
pub(crate) fn tf_idf<S: AsRef<str>>(texts: &[S]) -> Vec<Vector> {
    weighted(texts, |n, df| (n / df).ln())
}

/// The same with the weight `tf`: words that all pages have weigh as much as others.
pub(crate) fn tf<S: AsRef<str>>(texts: &[S]) -> Vec<Vector> {
    weighted(texts, |_, _| 1.0)
}

fn weighted<S: AsRef<str>>(texts: &[S], weight: fn(f64, f64) -> f64) -> Vec<Vector> {
    let (counts, pages) = counted(texts);
    let n = texts.len() as f64;
    let numbered: BTreeMap<&str, (usize, f64)> =
        pages.iter().enumerate().map(|(number, (word, &df))| (word.as_str(), (number, weight(n, df as f64)))).collect();
    let vectors = counts.iter().map(|own| {
        let weighted = own.iter().filter_map(|(word, &tf)| {
            let &(number, weight) = numbered.get(word.as_str())?;
            (weight > 0.0).then_some((number, f64::from(tf) * weight))
        });
        unit(weighted.collect())
    });
    vectors.collect()
}

/// Returns counts of the words that at least two texts have, as rows of one length.
pub(crate) fn counts<S: AsRef<str>>(texts: &[S]) -> Vec<Vec<u32>> {
    let (counts, pages) = counted(texts);
    let row = |own: &BTreeMap<String, u32>| pages.keys().map(|word| own.get(word).copied().unwrap_or(0)).collect();
    counts.iter().map(row).collect()
}

/// Counts the words of each text, and the texts with each word that at least two of them have.
fn counted<S: AsRef<str>>(texts: &[S]) -> (Vec<BTreeMap<String, u32>>, BTreeMap<String, u32>) {
    let (mut counts, mut pages) = (Vec::new(), BTreeMap::new());
    for text in texts {
        let mut own: BTreeMap<String, u32> = BTreeMap::new();
        for word in words::list(text.as_ref()) {
            *own.entry(word).or_default() += 1;
        }
        for word in own.keys() {
            *pages.entry(word.clone()).or_default() += 1;
        }
        counts.push(own);
    }
    pages.retain(|_, df| *df >= 2);
    (counts, pages)
}

/// Keeps the words with the largest weights over all vectors, numbered anew.
///
/// Returns rows of at most `n_words` columns; each is of length 1 unless empty.
pub(crate) fn dense(vectors: &[Vector], n_words: usize) -> Vec<Vec<f64>> {
    let mut weights: BTreeMap<usize, f64> = BTreeMap::new();
    for &(number, weight) in vectors.iter().flatten() {
        *weights.entry(number).or_default() += weight;
    }
    let mut order: Vec<(usize, f64)> = weights.into_iter().collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    order.truncate(n_words);
    let columns: BTreeMap<usize, usize> =
        order.iter().enumerate().map(|(column, &(number, _))| (number, column)).collect();
    vectors
        .iter()
        .map(|vector| {
            let kept = vector.iter().filter_map(|&(number, weight)| Some((*columns.get(&number)?, weight))).collect();
            let mut row = vec![0.0; columns.len()];
            for (column, weight) in unit(kept) {
                row[column] = weight;
            }
            row
        })
        .collect()
}

/// Returns the cosine of the angle between two vectors of length 1.
pub(crate) fn cosine(left: &Vector, right: &Vector) -> f64 {
    let (mut i, mut j, mut sum) = (0, 0, 0.0);
    while let (Some(a), Some(b)) = (left.get(i), right.get(j)) {
        if a.0 == b.0 {
            sum += a.1 * b.1;
        }
        i += usize::from(a.0 <= b.0);
        j += usize::from(b.0 <= a.0);
    }
    sum
}

fn unit(mut vector: Vector) -> Vector {
    let length = vector.iter().map(|(_, weight)| weight * weight).sum::<f64>().sqrt();
    if length > 0.0 {
        for (_, weight) in &mut vector {
            *weight /= length;
        }
    }
    vector
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_all_texts_or_of_one_weigh_nothing() {
        let vectors = tf_idf(&["menu a a", "menu a b", "menu b z"]);
        // Words: a and b, each of two texts of three.
        assert_eq!(vectors[0], [(0, 1.0)]);
        assert!((cosine(&vectors[0], &vectors[1]) - 0.5_f64.sqrt()).abs() < 1e-12);
        assert_eq!(cosine(&vectors[0], &vectors[2]), 0.0);
        assert_eq!(counts(&["menu a a", "menu a b"]), [[2, 1], [1, 1]]);
    }

    #[test]
    fn the_heaviest_words_stay() {
        let vectors = vec![vec![(0, 0.6), (1, 0.8)], vec![(1, 1.0)], vec![(0, 1.0)]];
        assert_eq!(dense(&vectors, 1), [[1.0], [1.0], [0.0]]);
    }
}
