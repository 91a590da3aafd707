//! Regression trees: the file that holds them, and their sum for a row of features.
//!
//! Thresholds are 32-bit floats that are only compared, and leaves are whole numbers, so every machine
//! comes to the same sum.

use crate::error::Error;

/// Boosted trees over named features.
#[derive(Clone, Debug)]
pub(super) struct Trees {
    /// Which of the page's features these are, in the order of a row.
    features: Vec<usize>,
    /// All trees' splits, one tree after another.
    splits: Vec<Split>,
    leaves: Vec<i32>,
    /// Where each tree begins, a split or a leaf.
    roots: Vec<Child>,
}

#[derive(Clone, Copy, Debug)]
struct Split {
    feature: u32,
    threshold: f32,
    /// Where to go if the value is at most the threshold, and if it is above.
    children: [Child; 2],
}

/// A split's number, or a leaf's number with all bits flipped.
type Child = i32;

/// A leaf of this value adds one to the log odds.
pub(super) const ONE: i32 = 1024;

/// This many rows go down a tree side by side.
const LANES: usize = 8;

/// A file with more nodes is rejected.
const MAX_NODES: usize = 1 << 20;

impl Trees {
    /// Reads a file. It names the features by `names`.
    ///
    /// # Errors
    ///
    /// [`Error::PageModel`] with the line that cannot be read.
    pub(super) fn read(file: &str, names: &[String]) -> Result<Trees, Error> {
        let mut trees = Trees {
            features: Vec::new(),
            splits: Vec::new(),
            leaves: Vec::new(),
            roots: Vec::new(),
        };
        let mut thresholds: Vec<Vec<f32>> = Vec::new();
        for (i, line) in file.lines().enumerate() {
            let fail = |reason| Error::PageModel {
                line: i + 1,
                reason,
            };
            let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
            match kind {
                "" | "#" => {}
                "feature" => {
                    let (name, rest) = rest.split_once(' ').ok_or(fail("no thresholds"))?;
                    let feature = names.iter().position(|other| other == name);
                    trees.features.push(feature.ok_or(fail("no such feature"))?);
                    let of_feature: Result<Vec<f32>, _> = rest.split(' ').map(str::parse).collect();
                    thresholds.push(of_feature.map_err(|_| fail("no number"))?);
                }
                "tree" => trees.read_tree(rest, &thresholds).map_err(fail)?,
                _ => return Err(fail("neither feature nor tree")),
            }
        }
        Ok(trees)
    }

    /// Reads a tree in pre-order: `feature:threshold` for a split, a number for a leaf.
    fn read_tree(&mut self, line: &str, thresholds: &[Vec<f32>]) -> Result<(), &'static str> {
        // Splits with missing children, and how many of these were read.
        let mut open: Vec<(usize, usize)> = Vec::new();
        let mut is_whole = false;
        for word in line.split(' ') {
            if is_whole {
                return Err("more than a tree");
            }
            if MAX_NODES <= self.splits.len() + self.leaves.len() {
                return Err("too many nodes");
            }
            let split = match word.split_once(':') {
                None => {
                    let value: i16 = word.parse().map_err(|_| "no leaf")?;
                    self.leaves.push(value.into());
                    None
                }
                Some((feature, threshold)) => {
                    let feature: usize = feature.parse().map_err(|_| "no feature")?;
                    let threshold: usize = threshold.parse().map_err(|_| "no threshold")?;
                    let of_feature = thresholds.get(feature).ok_or("no such feature")?;
                    self.splits.push(Split {
                        feature: feature as u32,
                        threshold: *of_feature.get(threshold).ok_or("no such threshold")?,
                        children: [0, 0],
                    });
                    Some(self.splits.len() - 1)
                }
            };
            let child = split.map_or(!(self.leaves.len() as Child - 1), |split| split as Child);
            match open.last_mut() {
                None => self.roots.push(child),
                Some((parent, n_read)) => {
                    self.splits[*parent].children[*n_read] = child;
                    *n_read += 1;
                }
            }
            open.extend(split.map(|split| (split, 0)));
            while open.last().is_some_and(|&(_, n_read)| n_read == 2) {
                open.pop();
            }
            is_whole = open.is_empty();
        }
        if is_whole { Ok(()) } else { Err("half a tree") }
    }

    /// Returns the features that a row consists of, by their numbers among all
    /// features.
    pub(super) fn features(&self) -> &[usize] {
        &self.features
    }

    /// Returns the number of trees.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.roots.len()
    }

    /// Sums the trees for each of the rows, which follow one another.
    ///
    /// All rows go through one tree before the next, so that it stays in the cache.
    pub(super) fn sums(&self, rows: &[f32], n_rows: usize) -> Vec<i32> {
        let mut sums = vec![0_i32; n_rows];
        let width = self.features.len();
        for &root in &self.roots {
            for (some, sums) in sums.chunks_mut(LANES).enumerate() {
                let rows = &rows[some * LANES * width..];
                if let Ok(sums) = <&mut [i32; LANES]>::try_from(&mut *sums) {
                    self.walk(root, rows, sums);
                } else {
                    for (i, sum) in sums.iter_mut().enumerate() {
                        let mut one = [0; 1];
                        self.walk(root, &rows[i * width..], &mut one);
                        *sum += one[0];
                    }
                }
            }
        }
        sums
    }

    /// Adds a tree's leaves to the sums of the first rows.
    ///
    /// Which way a row goes cannot be predicted, so there is no branch for it, and several rows go down side by
    /// side.
    #[inline]
    fn walk<const N: usize>(&self, root: Child, rows: &[f32], sums: &mut [i32; N]) {
        let width = self.features.len();
        let mut places = [root; N];
        while places.iter().any(|&at| 0 <= at) {
            for (lane, at) in places.iter_mut().enumerate() {
                let Some(split) = self.splits.get((*at).max(0) as usize) else {
                    continue;
                };
                // NaN goes where large numbers go.
                let is_below = rows[lane * width + split.feature as usize] <= split.threshold;
                let next = split.children[usize::from(!is_below)];
                *at = if 0 <= *at { next } else { *at };
            }
        }
        for (sum, at) in std::iter::zip(sums, places) {
            *sum += self.leaves[!at as usize];
        }
    }
}

/// The probability of a sum of leaves, in units of [`CERTAIN`].
///
/// The logistic function, computed with additions, multiplications and divisions alone, which are the
/// same on every machine; the library's exponential function is not.
pub(super) fn probability(sum: i32) -> u32 {
    const HALVINGS: i32 = 10;
    let x = f64::from(sum.clamp(-12 * ONE, 12 * ONE)) / f64::from(ONE);
    // exp(-x) = exp(-x / 1024)^1024, by the first terms of its series.
    let small = -x / f64::from(1 << HALVINGS);
    let mut power = 1.0 + small * (1.0 + small / 2.0 * (1.0 + small / 3.0 * (1.0 + small / 4.0)));
    for _ in 0..HALVINGS {
        power *= power;
    }
    (f64::from(CERTAIN) / (1.0 + power)).round() as u32
}

/// The probability of what is certain.
pub(crate) const CERTAIN: u32 = 1 << 16;

#[cfg(test)]
mod tests {
    use super::*;

    fn names() -> Vec<String> {
        ["a", "b", "c"].map(str::to_owned).into()
    }

    const FILE: &str =
        "# two trees\nfeature c 0.5 2\nfeature a -1\ntree 0:0 1:0 -5 7 0:1 1 2\ntree 3";

    #[test]
    fn trees_are_summed() {
        let trees = Trees::read(FILE, &names()).unwrap();
        assert_eq!(trees.features(), [2, 0]);
        let rows = [0.5, -1.0, 0.5, 0.0, 2.0, 9.0, f32::NAN, f32::NAN];
        assert_eq!(trees.sums(&rows, 4), [-2, 10, 4, 5]);
    }

    /// Walks each tree of the file from its first word on.
    fn naive(file: &str, row: &[f32]) -> i32 {
        fn walk<'a>(
            words: &mut impl Iterator<Item = &'a str>,
            thresholds: &[Vec<f32>],
            row: &[f32],
        ) -> i32 {
            let word = words.next().unwrap();
            let Some((feature, threshold)) = word.split_once(':') else {
                return word.parse().unwrap();
            };
            let feature: usize = feature.parse().unwrap();
            let threshold = thresholds[feature][threshold.parse::<usize>().unwrap()];
            let [below, above] = [0, 1].map(|_| walk(words, thresholds, row));
            if row[feature] <= threshold {
                below
            } else {
                above
            }
        }
        let rows = |kind: &str| -> Vec<String> {
            let rows = file.lines().filter_map(|line| line.strip_prefix(kind));
            rows.map(str::to_owned).collect()
        };
        let numbers = |row: &String| row.split(' ').skip(1).map(|t| t.parse().unwrap()).collect();
        let thresholds: Vec<Vec<f32>> = rows("feature ").iter().map(numbers).collect();
        let trees = rows("tree ");
        let sums = trees
            .iter()
            .map(|tree| walk(&mut tree.split(' '), &thresholds, row));
        sums.sum()
    }

    proptest::proptest! {
        #[test]
        fn sums_are_those_of_the_naive_walk(
            rows in proptest::collection::vec(proptest::array::uniform2(-3.0_f32..3.0), 1..20)
        ) {
            let trees = Trees::read(FILE, &names()).unwrap();
            let naive: Vec<i32> = rows.iter().map(|row| naive(FILE, row)).collect();
            proptest::prop_assert_eq!(trees.sums(&rows.concat(), rows.len()), naive);
        }
    }

    #[test]
    fn files_that_are_none() {
        for (file, at) in [
            ("feature d 1", 1),
            ("feature a", 1),
            ("\nfeature a x", 2),
            ("tree 0:0 1 2", 1),
            ("feature a 1\ntree 0:1 1 2", 2),
            ("feature a 1\ntree 0:0 1", 2),
            ("feature a 1\ntree 1 2", 2),
            ("tree", 1),
            ("tree 70000", 1),
            ("leaf 1", 1),
        ] {
            let Err(Error::PageModel { line, .. }) = Trees::read(file, &names()) else {
                panic!("{file} was read");
            };
            assert_eq!(line, at, "{file}");
        }
    }

    #[test]
    fn probabilities_are_logistic() {
        for sum in (-13 * ONE..13 * ONE).step_by(37) {
            let x = f64::from(sum.clamp(-12 * ONE, 12 * ONE)) / f64::from(ONE);
            let exact = f64::from(CERTAIN) / (1.0 + (-x).exp());
            assert!((f64::from(probability(sum)) - exact).abs() <= 1.0, "{sum}");
        }
    }
}
