//! Reads ensembles from a model's text. The [crate](crate#file-format) has the grammar.

use std::iter::zip;

use crate::{
    ensemble::{Ensemble, LEAF, Node},
    error::Error,
    integer,
    leaf_values::{LeafValues, Leaves},
    splits::{self, Split, Splits, Tree},
};

/// The first line of a file of this version.
const HEADER: &str = "gbdt 1";
/// The largest number of trees of an ensemble: 65,536. Chosen: by eye.
const MAX_TREES: usize = 1 << 16;

impl Ensemble {
    /// Reads the ensembles of a model's text, in the order of `wanted`: the name of each, and the names of the features
    /// that its rows have. The file may compare any of these, in any order.
    ///
    /// # Complexity
    ///
    /// Linear in the text, apart from looking up the names of features and sorting thresholds.
    ///
    /// # Errors
    ///
    /// [`Error::Line`] with the number of the first line that does not follow the [grammar](crate#file-format), that
    /// names an ensemble or a feature that is not wanted, or that begins an ensemble a second time.
    /// [`Error::Missing`] if an ensemble that is wanted is not there.
    ///
    /// # Panics
    ///
    /// Never.
    pub fn read(text: &str, wanted: &[(&str, &[&str])]) -> Result<Vec<Ensemble>, Error> {
        let mut found: Vec<Option<Builder>> = wanted.iter().map(|_| None).collect();
        let mut current = None;
        let mut has_header = false;
        for (i, line) in text.lines().enumerate() {
            let fail = |reason| Error::Line { line: i + 1, reason };
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            if !has_header {
                if line != HEADER {
                    return Err(fail("not the header \"gbdt 1\""));
                }
                has_header = true;
                continue;
            }
            let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
            if word == "ensemble" {
                let number = wanted.iter().position(|&(name, _)| name == rest);
                let number = number.ok_or(fail("no such ensemble"))?;
                if found[number].is_some() {
                    return Err(fail("an ensemble for the second time"));
                }
                found[number] = Some(Builder::default());
                current = Some(number);
                continue;
            }
            let number = current.ok_or(fail("before the first ensemble"))?;
            let builder = found[number].get_or_insert_default();
            match word {
                "feature" => builder.read_feature(rest, wanted[number].1),
                "tree" => builder.read_tree(rest),
                _ => Err("neither ensemble, feature nor tree"),
            }
            .map_err(fail)?;
        }
        zip(wanted, found)
            .map(|(&(name, _), builder)| {
                builder.map(Builder::build).ok_or_else(|| Error::Missing { ensemble: name.to_owned() })
            })
            .collect()
    }
}

/// An ensemble of which not all lines are read yet.
#[derive(Default)]
struct Builder {
    /// The caller's numbers of the features that the file names, in the order of the file.
    features: Vec<usize>,
    /// The thresholds of each feature, in the order of the file.
    thresholds: Vec<Vec<f32>>,
    /// The splits of each feature.
    splits: Vec<Vec<Split>>,
    trees: Vec<Tree>,
    leaves: Vec<LeafValues>,
    nodes: Vec<Node>,
    roots: Vec<usize>,
}

/// A split whose subtrees are not both read yet.
struct Open {
    /// Its feature in the file, and its number among the splits of that feature.
    split: (usize, usize),
    node: usize,
    first_leaf: u32,
    /// The first leaf of the right subtree, once the left one is read.
    first_right: Option<u32>,
}

impl Builder {
    /// Reads the name of a feature and its thresholds.
    fn read_feature(&mut self, rest: &str, names: &[&str]) -> Result<(), &'static str> {
        let (name, thresholds) = rest.split_once(' ').ok_or("no thresholds")?;
        let feature = names.iter().position(|&other| other == name);
        self.features.push(feature.ok_or("no such feature")?);
        // Rust reads `nan` and `inf` as numbers too, by which rows cannot be split.
        let finite = |word: &str| word.parse().ok().filter(|number: &f32| number.is_finite());
        let thresholds: Option<Vec<f32>> = thresholds.split(' ').map(finite).collect();
        self.thresholds.push(thresholds.ok_or("no number")?);
        self.splits.push(Vec::new());
        Ok(())
    }

    /// Reads the nodes of a tree in pre-order: `feature:threshold:mean` for a split, an integer for a leaf.
    fn read_tree(&mut self, nodes: &str) -> Result<(), &'static str> {
        if self.roots.len() >= MAX_TREES {
            return Err("too many trees");
        }
        let (mut leaves, mut n_leaves) = (LeafValues::default(), 0);
        self.roots.push(self.nodes.len());
        let mut open: Vec<Open> = Vec::new();
        let mut is_complete = false;
        // Bytes, not characters: nodes are a few bytes long, and every program begins with reading them.
        for word in nodes.as_bytes().split(|&byte| byte == b' ') {
            if is_complete {
                return Err("more than a tree");
            }
            if word.contains(&b':') {
                let (split, node) = self.read_split(word)?;
                open.push(Open { split, node, first_leaf: n_leaves, first_right: None });
                continue;
            }
            if n_leaves == Leaves::BITS {
                return Err("more than 32 leaves");
            }
            let value = integer::parse(word).ok_or("no leaf")?;
            leaves.set(n_leaves as usize, value);
            self.nodes.push(Node { feature: LEAF, right: 0, value: value.into() });
            n_leaves += 1;
            // The leaf completes each right subtree of which it is the last one.
            while let Some(ended) = open.pop_if(|open| open.first_right.is_some()) {
                let (feature, split) = ended.split;
                let first_right = ended.first_right.unwrap_or(n_leaves);
                self.splits[feature][split].not_right = !splits::leaf_set(first_right, n_leaves);
            }
            // The leaf also completes the left subtree of the innermost split that is still open. The next node
            // begins its right subtree.
            if let Some(last) = open.last_mut() {
                let (feature, split) = last.split;
                self.splits[feature][split].not_left = !splits::leaf_set(last.first_leaf, n_leaves);
                last.first_right = Some(n_leaves);
                self.nodes[last.node].right = self.nodes.len() as u32;
            }
            is_complete = open.is_empty();
        }
        if !is_complete {
            return Err("half a tree");
        }
        self.trees.push(Tree { number: self.trees.len() as u32, live: splits::leaf_set(0, n_leaves) });
        self.leaves.push(leaves);
        Ok(())
    }

    /// Reads a split. Returns the number of its feature in the file, its number among the splits of that feature, and
    /// the number of its node.
    fn read_split(&mut self, word: &[u8]) -> Result<((usize, usize), usize), &'static str> {
        let mut parts = word.split(|&byte| byte == b':');
        let mut next = || integer::parse(parts.next().unwrap_or_default());
        let (feature, threshold, mean) = (next(), next(), next());
        // A negative number becomes larger than any list is long, and is refused below.
        let feature = feature.ok_or("no feature")? as usize;
        let threshold = threshold.ok_or("no threshold")? as usize;
        let mean = mean.filter(|_| parts.next().is_none()).ok_or("no mean")?;
        let thresholds = self.thresholds.get(feature).ok_or("no such feature")?;
        let threshold = *thresholds.get(threshold).ok_or("no such threshold")?;
        let node = self.nodes.len();
        self.nodes.push(Node { feature: self.features[feature] as u32, right: 0, value: mean.into() });
        let splits = &mut self.splits[feature];
        splits.push(Split { threshold, tree: self.trees.len() as u32, not_left: 0, not_right: 0 });
        Ok(((feature, splits.len() - 1), node))
    }

    fn build(self) -> Ensemble {
        Ensemble {
            splits: Splits::new(self.trees, zip(self.features, self.splits)),
            leaves: self.leaves,
            nodes: self.nodes,
            roots: self.roots,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(body: &str) -> Result<Vec<Ensemble>, Error> {
        Ensemble::read(&format!("gbdt 1\nensemble e\n{body}"), &[("e", &["a", "b"])])
    }

    #[test]
    fn texts_that_are_no_model() {
        let splits = |n_splits| format!("feature a 1\ntree {}1", "0:0:0 1 ".repeat(n_splits));
        assert!(read(&splits(31)).is_ok());
        let too_many = format!("4 {}", splits(32).replace('\n', "⏎"));
        let cases =
            include_str!("reader/no_models.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
        for case in cases.chain([&*too_many]) {
            let (at, body) = case.split_once(' ').unwrap();
            let body = &body.replace('⏎', "\n");
            let Err(Error::Line { line, .. }) = read(body) else {
                panic!("{body} was read");
            };
            assert_eq!(line.to_string(), at, "{body}");
        }
    }

    #[test]
    fn headers_and_missing_ensembles() {
        let read = |text| Ensemble::read(text, &[("e", &[])]).map(|found| found.len());
        assert_eq!(read("# a model\ngbdt 1\nensemble e\ntree 7"), Ok(1));
        let of_line = |line| move |error: Error| matches!(error, Error::Line { line: found, .. } if found == line);
        assert!(read("gbdt 2\nensemble e").is_err_and(of_line(1)));
        assert!(read("ensemble e").is_err_and(of_line(1)));
        assert!(read("gbdt 1\ntree 7").is_err_and(of_line(2)));
        let error = read("gbdt 1").unwrap_err();
        assert_eq!(error.to_string(), "the model has no ensemble \"e\"");
    }
}
