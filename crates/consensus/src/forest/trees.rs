//! Regression trees: the file that holds them, their sum for a row of features, and how it comes about.
//!
//! Thresholds are 32-bit floats that are only compared, and leaves are whole numbers, so every machine
//! comes to the same sum.

use std::{iter::zip, ops::Range};

use super::{
    columns::Columns,
    digits::whole,
    parts::{Parts, PartsOfLeaves},
    splits::{self, Reached, Splits, Tree},
    table::{Leaves, Split},
    values::Values,
};
use crate::{error::Error, features::names::Group};

/// Boosted trees over named features.
#[derive(Clone, Debug)]
pub(super) struct Trees {
    /// The features that the file names, in its order.
    features: Vec<usize>,
    /// To sum the trees of many rows.
    splits: Splits,
    /// The leaves of each tree, from the left.
    leaves: Vec<Values>,
    /// All trees once more, node by node in pre-order, to follow a row down.
    nodes: Vec<Node>,
    /// Where the nodes of each tree begin.
    roots: Vec<usize>,
}

/// A node of a tree. What is at or below the threshold goes to the next node, all else to `above`.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// [`LEAF`] for a leaf.
    feature: u32,
    threshold: f32,
    above: u32,
    /// The value of a leaf; of a split, the mean of what trained it.
    value: i32,
}

/// Stands in the place of a feature.
const LEAF: u32 = u32::MAX;

/// What a file says about splits, to be sorted.
#[derive(Default)]
struct Sets {
    trees: Vec<Tree>,
    /// Of each feature.
    splits: Vec<Vec<Split>>,
}

/// A split whose children are not all read yet.
struct Open {
    /// Its feature, and its number there.
    split: (usize, usize),
    node: usize,
    /// Its first leaf.
    first: u32,
    /// The first leaf above it, once that child is being read.
    middle: Option<u32>,
}

/// A kind of trees: what a line of the file begins with that has one of them, or one of their features.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kind {
    trees: &'static str,
    features: &'static str,
}

/// The trees that judge a line.
pub(super) const LINE: Kind = Kind {
    trees: "tree",
    features: "feature",
};
/// The trees that say whether a page is a record.
pub(super) const RECORD: Kind = Kind {
    trees: "record",
    ..LINE
};
/// The trees that say how much recall weighs on a page.
pub(super) const RECALL: Kind = Kind {
    trees: "recall",
    features: "answer",
};
const KINDS: [Kind; 3] = [LINE, RECORD, RECALL];

/// A file with more trees is rejected.
const MAX_TREES: usize = 1 << 16;

impl Trees {
    /// Reads the trees of one kind from a file. It names their features by `names`; kinds may share them.
    ///
    /// # Errors
    ///
    /// [`Error::Forest`] with the line that cannot be read.
    pub(super) fn read(file: &str, names: &[&str], wanted: Kind) -> Result<Trees, Error> {
        let mut trees = Trees {
            features: Vec::new(),
            splits: Splits::default(),
            leaves: Vec::new(),
            nodes: Vec::new(),
            roots: Vec::new(),
        };
        let mut sets = Sets::default();
        let mut thresholds: Vec<Vec<f32>> = Vec::new();
        for (i, line) in file.lines().enumerate() {
            let fail = |reason| Error::Forest {
                line: i + 1,
                reason,
            };
            let (kind, rest) = line.split_once(' ').unwrap_or((line, ""));
            match kind {
                "" | "#" => {}
                _ if kind == wanted.features => {
                    let (name, rest) = rest.split_once(' ').ok_or(fail("no thresholds"))?;
                    let feature = names.iter().position(|&other| other == name);
                    trees.features.push(feature.ok_or(fail("no such feature"))?);
                    let number =
                        |word: &str| word.parse().ok().filter(|number: &f32| number.is_finite());
                    let of_feature: Option<Vec<f32>> = rest.split(' ').map(number).collect();
                    thresholds.push(of_feature.ok_or(fail("no number"))?);
                    sets.splits.push(Vec::new());
                }
                _ if kind == wanted.trees => {
                    let read = trees.read_tree(rest, &thresholds, &mut sets);
                    read.map_err(fail)?;
                }
                _ if (KINDS.iter()).any(|other| [other.trees, other.features].contains(&kind)) => {}
                _ => return Err(fail("neither feature nor tree")),
            }
        }
        let of_features = zip(trees.features.iter().copied(), sets.splits);
        trees.splits = Splits::new(sets.trees, of_features);
        Ok(trees)
    }

    /// Reads a tree in pre-order: `feature:threshold:mean` for a split, a number for a leaf.
    fn read_tree(
        &mut self,
        line: &str,
        thresholds: &[Vec<f32>],
        sets: &mut Sets,
    ) -> Result<(), &'static str> {
        if MAX_TREES <= self.roots.len() {
            return Err("too many trees");
        }
        let (mut leaves, mut n_leaves) = (Values::default(), 0);
        self.roots.push(self.nodes.len());
        let mut open: Vec<Open> = Vec::new();
        let mut is_whole = false;
        // Every program begins with this: bytes are compared one by one, since words are a few bytes long.
        for word in line.as_bytes().split(|&byte| byte == b' ') {
            if is_whole {
                return Err("more than a tree");
            }
            let mut parts = word.split(|&byte| byte == b':');
            let of_word = parts.next().unwrap_or_default();
            if let Some(threshold) = parts.next() {
                let mean = parts.next().ok_or("no mean")?;
                let feature = whole(of_word).ok_or("no feature")? as usize;
                let threshold = whole(threshold).ok_or("no threshold")? as usize;
                let mean = whole(mean).filter(|_| parts.next().is_none());
                let mean = i32::from(mean.ok_or("no mean")?);
                let of_feature = thresholds.get(feature).ok_or("no such feature")?;
                let threshold = *of_feature.get(threshold).ok_or("no such threshold")?;
                open.push(Open {
                    split: (feature, sets.splits[feature].len()),
                    node: self.nodes.len(),
                    first: n_leaves,
                    middle: None,
                });
                sets.splits[feature].push(Split {
                    threshold,
                    tree: sets.trees.len() as u32,
                    not_below: 0,
                    not_above: 0,
                });
                self.nodes.push(Node {
                    feature: self.features[feature] as u32,
                    threshold,
                    above: 0,
                    value: mean,
                });
                continue;
            }
            if n_leaves == Leaves::BITS {
                return Err("too many leaves");
            }
            let value: i16 = whole(of_word).ok_or("no leaf")?;
            leaves.set(n_leaves as usize, value);
            self.nodes.push(Node {
                feature: LEAF,
                threshold: 0.0,
                above: 0,
                value: value.into(),
            });
            n_leaves += 1;
            // The leaf ends all children that it is the last of.
            while let Some(ended) = open.pop_if(|split| split.middle.is_some()) {
                let (feature, split) = ended.split;
                let middle = ended.middle.unwrap_or(n_leaves);
                sets.splits[feature][split].not_above = !splits::leaves(middle, n_leaves);
            }
            if let Some(last) = open.last_mut() {
                let (feature, split) = last.split;
                sets.splits[feature][split].not_below = !splits::leaves(last.first, n_leaves);
                last.middle = Some(n_leaves);
                self.nodes[last.node].above = self.nodes.len() as u32;
            }
            is_whole = open.is_empty();
        }
        sets.trees.push(Tree {
            number: sets.trees.len() as u32,
            possible: match n_leaves {
                0 => 0,
                n_leaves => splits::leaves(0, n_leaves),
            },
        });
        self.leaves.push(leaves);
        if is_whole { Ok(()) } else { Err("half a tree") }
    }

    /// Returns the number of trees.
    #[cfg(test)]
    pub(super) fn len(&self) -> usize {
        self.roots.len()
    }

    /// Returns what each group of features adds on the way to each leaf, and where the leaves of each tree begin.
    /// `groups` has the group of each feature.
    ///
    /// # Complexity
    ///
    /// The nodes.
    pub(super) fn parts(&self, groups: &[Group]) -> PartsOfLeaves {
        let mut all = PartsOfLeaves {
            expected: 0,
            starts: Vec::with_capacity(self.roots.len()),
            of_leaves: Vec::with_capacity(self.nodes.len() / 2 + 1),
        };
        for &root in &self.roots {
            all.expected += self.nodes[root].value;
            all.starts.push(all.of_leaves.len());
            let mut open = vec![(root, Parts::default())];
            while let Some((number, parts)) = open.pop() {
                let node = self.nodes[number];
                if node.feature == LEAF {
                    all.of_leaves.push(parts);
                    continue;
                }
                // What is below comes first, as leaves do.
                for next in [node.above as usize, number + 1] {
                    let mut parts = parts;
                    let group = groups[node.feature as usize];
                    parts[group as usize] += self.nodes[next].value - node.value;
                    open.push((next, parts));
                }
            }
        }
        all
    }

    /// Finds what the leaves of each row add up to, and the leaves if `keeps_leaves`.
    ///
    /// # Complexity
    ///
    /// That of [`Splits::reach`].
    pub(super) fn reach(&self, columns: &Columns, keeps_leaves: bool) -> Reached {
        (self.splits).reach(columns, &self.leaves, &[], keeps_leaves, |_, _| true)
    }

    /// Finds the sums of some rows after the other, those of most worth first, until `goes_on` does not say so.
    ///
    /// # Complexity
    ///
    /// That of [`Splits::reach`], for the rows that are visited.
    pub(super) fn visit(
        &self,
        columns: &Columns,
        worth: &[u32],
        goes_on: impl FnMut(Range<usize>, &[i32]) -> bool,
    ) {
        (self.splits).reach(columns, &self.leaves, worth, false, goes_on);
    }

    /// Sums the trees for one row.
    ///
    /// # Complexity
    ///
    /// The depth of each tree.
    pub(super) fn sum(&self, columns: &Columns, row: usize) -> i32 {
        let leaf = |&root: &usize| self.way(columns, row, root).last().unwrap_or_default();
        self.roots.iter().map(leaf).map(|(_, value)| value).sum()
    }

    /// Follows a row down a tree: the feature that each node asks about, and its value.
    fn way<'a>(
        &'a self,
        columns: &'a Columns,
        row: usize,
        root: usize,
    ) -> impl Iterator<Item = (u32, i32)> + 'a {
        let mut next = Some(root);
        std::iter::from_fn(move || {
            let number = next?;
            let node = self.nodes[number];
            next = (node.feature != LEAF).then(|| {
                match columns.get(row, node.feature as usize) <= node.threshold {
                    true => number + 1,
                    false => node.above as usize,
                }
            });
            Some((node.feature, node.value))
        })
    }

    /// Returns what each group of features adds for a row, by going down each tree.
    #[cfg(test)]
    pub(super) fn naive_parts(&self, groups: &[Group], columns: &Columns, row: usize) -> Parts {
        let mut parts = Parts::default();
        for &root in &self.roots {
            let way: Vec<(u32, i32)> = self.way(columns, row, root).collect();
            for step in way.windows(2) {
                parts[groups[step[0].0 as usize] as usize] += step[1].1 - step[0].1;
            }
        }
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::Sink as _;

    fn names() -> [&'static str; 3] {
        ["a", "b", "c"]
    }

    fn columns<const N: usize>(rows: &[[f32; N]]) -> Columns {
        Columns::new(N, rows.len(), |row, columns| columns.put(rows[row]))
    }

    const FILE: &str = "# two trees\nfeature c 0.5 2\nfeature a -1\ntree 0:0:4 1:0:3 -5 7 0:1:2 1 2\ntree 3\nrecord 1:0:0 4 5\nanswer b 3\nrecall 0:0:0 1 2";

    #[test]
    fn trees_are_summed() {
        let trees = Trees::read(FILE, &names(), LINE).unwrap();
        assert_eq!(trees.features, [2, 0]);
        let rows = columns(&[
            [-1.0, 3.0, 0.5],
            [0.0, 4.0, 0.5],
            [9.0, 3.0, 2.0],
            [9.0, 3.0, 3.0],
        ]);
        assert_eq!(trees.reach(&rows, false).sums, [-2, 10, 4, 5]);
        let trees = Trees::read(FILE, &names(), RECORD).unwrap();
        assert_eq!(trees.reach(&rows, false).sums, [4, 5, 5, 5]);
        assert!(trees.reach(&columns::<3>(&[]), false).sums.is_empty());
        let trees = Trees::read(FILE, &names(), RECALL).unwrap();
        assert_eq!(trees.features, [1]);
        assert_eq!(trees.reach(&rows, false).sums, [1, 2, 1, 1]);
    }

    /// Walks each tree of the file from its first word on.
    fn naive(file: &str, row: &[f32]) -> i32 {
        fn walk<'a>(
            words: &mut impl Iterator<Item = &'a str>,
            thresholds: &[Vec<f32>],
            row: &[f32],
        ) -> i32 {
            let word = words.next().unwrap();
            let parts: Vec<&str> = word.split(':').collect();
            let &[feature, threshold, _] = parts.as_slice() else {
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
        let of_names = |line: &str| names().iter().position(|name| line.starts_with(name));
        let row: Vec<f32> = (rows("feature ").iter())
            .map(|line| row[of_names(line).unwrap()])
            .collect();
        let trees = rows("tree ");
        let sums = trees
            .iter()
            .map(|tree| walk(&mut tree.split(' '), &thresholds, &row));
        sums.sum()
    }

    proptest::proptest! {
        #[test]
        fn sums_are_those_of_the_naive_walk(
            rows in proptest::collection::vec(proptest::array::uniform3(-3.0_f32..3.0), 1..20)
        ) {
            let trees = Trees::read(FILE, &names(), LINE).unwrap();
            let naive: Vec<i32> = rows.iter().map(|row| naive(FILE, row)).collect();
            let columns = columns(&rows);
            for (row, &sum) in naive.iter().enumerate() {
                proptest::prop_assert_eq!(trees.sum(&columns, row), sum);
            }
            proptest::prop_assert_eq!(trees.reach(&columns, false).sums, naive);
        }
    }

    #[test]
    fn files_that_are_none() {
        let wide = |n_splits| format!("feature a 1\ntree {}1", "0:0:0 1 ".repeat(n_splits));
        assert!(Trees::read(&wide(31), &names(), LINE).is_ok());
        let wide = wide(32);
        for (file, at) in [
            ("feature d 1", 1),
            ("feature a", 1),
            ("feature a 1\ntree 0:0 1 2", 2),
            ("\nfeature a x", 2),
            ("feature a 1 nan", 1),
            ("feature a inf", 1),
            ("tree 0:0:0 1 2", 1),
            ("feature a 1\ntree 0:1:0 1 2", 2),
            ("feature a 1\ntree 0:0:0 1", 2),
            ("feature a 1\ntree 1 2", 2),
            ("tree", 1),
            ("tree 70000", 1),
            ("tree 32768", 1),
            ("tree -", 1),
            ("feature a 1\ntree -1:0:0 1 2", 2),
            ("feature a 1\ntree 0:0:0:0 1 2", 2),
            (&wide, 2),
            ("leaf 1", 1),
        ] {
            let Err(Error::Forest { line, .. }) = Trees::read(file, &names(), LINE) else {
                panic!("{file} was read");
            };
            assert_eq!(line, at, "{file}");
        }
    }
}
