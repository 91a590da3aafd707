//! Geraci and Maggini's figure 1: the similarity matrix of two small snippets, and the way back through it.

use serde::Serialize;

/// The matrix of two sequences of tokens.
#[derive(Clone, Debug, Serialize)]
pub struct Matrix {
    pub columns: Vec<&'static str>,
    pub rows: Vec<&'static str>,
    /// `S[j][i]`, a row for each prefix of `rows`.
    pub scores: Vec<Vec<i64>>,
    /// The cells on the way back, from the last to the first.
    pub path: Vec<(usize, usize)>,
}

/// Two items of a list, and one of them with other tags and another text.
pub(crate) const SNIPPETS: [&[&str]; 2] = [
    &["<ul>", "<li>", "Home", "</li>", "<li>", "News", "</li>", "</ul>"],
    &["<ul>", "<li>", "Home", "</li>", "<b>", "Sports", "</b>", "</ul>"],
];

/// Fills the matrix by the recurrence of section 2.1 and walks back: a match, else a mismatch, else a gap in the rows,
/// else a gap in the columns.
pub(crate) fn matrix(columns: &[&'static str], rows: &[&'static str]) -> Matrix {
    let mut scores = vec![vec![0; columns.len() + 1]; rows.len() + 1];
    for (j, row) in (0_i64..).zip(&mut scores) {
        row[0] = -j;
    }
    for (i, cell) in (0_i64..).zip(&mut scores[0]) {
        *cell = -i;
    }
    let equal = |j: usize, i: usize| i64::from(rows[j - 1] == columns[i - 1]);
    for j in 1..=rows.len() {
        for i in 1..=columns.len() {
            let pair = scores[j - 1][i - 1] + equal(j, i);
            scores[j][i] = pair.max(scores[j - 1][i] - 1).max(scores[j][i - 1] - 1);
        }
    }
    let (mut j, mut i) = (rows.len(), columns.len());
    let mut path = vec![(j, i)];
    while (j, i) != (0, 0) {
        let is_pair = j > 0 && i > 0 && scores[j][i] == scores[j - 1][i - 1] + equal(j, i);
        let is_alone = i > 0 && scores[j][i] == scores[j][i - 1] - 1;
        (j, i) = match (is_pair, is_alone) {
            (true, _) => (j - 1, i - 1),
            (false, true) => (j, i - 1),
            (false, false) => (j - 1, i),
        };
        path.push((j, i));
    }
    Matrix { columns: columns.to_vec(), rows: rows.to_vec(), scores, path }
}

#[cfg(test)]
mod tests {
    use align_nw::Step;

    use super::*;

    /// The picture is of what the program does.
    #[test]
    fn it_is_the_matrix_of_the_aligner() {
        let short: &[&str] = &["<p>", "one", "<i>", "</p>"];
        let long: &[&str] = &["<p>", "one", "</p>", "<p>", "two", "</p>"];
        for [columns, rows] in [SNIPPETS, [short, long], [long, short], [short, &[]]] {
            let matrix = matrix(columns, rows);
            let mut seen: Vec<&str> = Vec::new();
            let mut symbols = |tokens: &[&'static str]| -> Vec<u32> {
                let mut symbols = Vec::new();
                for token in tokens {
                    let at = seen.iter().position(|other| other == token);
                    symbols.push(at.unwrap_or(seen.len()) as u32);
                    if at.is_none() {
                        seen.push(token);
                    }
                }
                symbols
            };
            let (left, right) = (symbols(columns), symbols(rows));
            let aligned = align_nw::Config::new().build().unwrap().align(&left, &right).unwrap();
            assert_eq!(matrix.scores[rows.len()][columns.len()], aligned.score());
            let steps: Vec<Step> = matrix
                .path
                .windows(2)
                .rev()
                .map(|pair| match (pair[0].0 - pair[1].0, pair[0].1 - pair[1].1) {
                    (1, 1) if rows[pair[1].0] == columns[pair[1].1] => Step::Match,
                    (1, 1) => Step::Mismatch,
                    (0, _) => Step::Delete,
                    _ => Step::Insert,
                })
                .collect();
            assert_eq!(steps, aligned.steps());
        }
    }
}
