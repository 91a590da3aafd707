//! Trees as people draw them: too simple to be wrong.

use std::fmt::Write as _;

/// A binary tree over numbered features.
#[derive(Clone, Debug)]
pub(crate) enum Tree {
    Leaf(i16),
    Split { feature: usize, threshold: i8, mean: i16, children: Box<[Tree; 2]> },
}

impl Tree {
    /// Returns the values on the path of a row, and the feature that is compared at each but the last.
    pub(crate) fn path(&self, row: &[f32]) -> (Vec<i32>, Vec<usize>) {
        match self {
            Tree::Leaf(value) => (vec![i32::from(*value)], Vec::new()),
            Tree::Split { feature, threshold, mean, children } => {
                let goes_right = row[*feature] > f32::from(*threshold);
                let (mut values, mut features) = children[usize::from(goes_right)].path(row);
                values.insert(0, i32::from(*mean));
                features.insert(0, *feature);
                (values, features)
            }
        }
    }

    /// Writes the nodes in pre-order. Every feature has the thresholds -128 to 127, so that a threshold's number is
    /// 128 more than the threshold.
    fn write(&self, text: &mut String) {
        match self {
            Tree::Leaf(value) => write!(text, " {value}").unwrap(),
            Tree::Split { feature, threshold, mean, children } => {
                let number = i16::from(*threshold) + 128;
                write!(text, " {feature}:{number}:{mean}").unwrap();
                children.iter().for_each(|child| child.write(text));
            }
        }
    }
}

/// Returns a model with one ensemble, `e`, of these trees over the features `f0`, `f1`, …
pub(crate) fn model(trees: &[Tree], n_features: usize) -> String {
    let mut text = "gbdt 1\nensemble e\n".to_owned();
    for feature in 0..n_features {
        let thresholds: Vec<String> = (-128..128).map(|t: i16| t.to_string()).collect();
        writeln!(text, "feature f{feature} {}", thresholds.join(" ")).unwrap();
    }
    for tree in trees {
        text.push_str("tree");
        tree.write(&mut text);
        text.push('\n');
    }
    text
}
