use gbdt::{Ensemble, Matrix};
use proptest::prelude::*;

use crate::naive::{self, Tree};

const N_FEATURES: usize = 4;

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = any::<i16>().prop_map(Tree::Leaf);
    // At most 2^5 leaves.
    leaf.prop_recursive(5, 32, 2, |inner| {
        let split = (0..N_FEATURES, any::<i8>(), any::<i16>(), inner.clone(), inner);
        split.prop_map(|(feature, threshold, mean, left, right)| Tree::Split {
            feature,
            threshold,
            mean,
            children: Box::new([left, right]),
        })
    })
}

/// Rows that have much in common, as many as several groups.
fn rows() -> impl Strategy<Value = Vec<[f32; N_FEATURES]>> {
    let row = (any::<[i8; N_FEATURES]>(), any::<[bool; N_FEATURES]>());
    let rows = proptest::collection::vec(row, 0..300);
    (any::<[i8; N_FEATURES]>(), rows).prop_map(|(common, rows)| {
        let value = |(value, common, differs): (i8, i8, bool)| if differs { value } else { common };
        let row = |(row, differs): ([i8; N_FEATURES], [bool; N_FEATURES])| {
            std::array::from_fn(|i| f32::from(value((row[i], common[i], differs[i]))))
        };
        rows.into_iter().map(row).collect()
    })
}

fn read(trees: &[Tree]) -> Ensemble {
    let names: [&str; N_FEATURES] = ["f0", "f1", "f2", "f3"];
    let model = naive::model(trees, N_FEATURES);
    Ensemble::read(&model, &[("e", &names)]).unwrap().remove(0)
}

fn matrix(rows: &[[f32; N_FEATURES]]) -> Matrix {
    Matrix::new(N_FEATURES, rows.len(), |row, writer| writer.put(rows[row]))
}

proptest! {
    #[test]
    fn scores_are_those_of_the_naive_walk(trees in proptest::collection::vec(tree(), 0..8), rows in rows()) {
        let ensemble = read(&trees);
        let naive: Vec<i32> = (rows.iter())
            .map(|row| trees.iter().map(|tree| *tree.path(row).0.last().unwrap()).sum())
            .collect();
        let matrix = matrix(&rows);
        let predictions = ensemble.predict(&matrix);
        prop_assert_eq!(predictions.scores(), &naive);
        prop_assert_eq!(ensemble.n_trees(), trees.len());
    }

    #[test]
    fn contributions_are_those_of_the_naive_walk(trees in proptest::collection::vec(tree(), 0..8), rows in rows()) {
        let ensemble = read(&trees);
        // Two groups: even and odd features.
        let contributions = ensemble.contributions::<2>(&[0, 1, 0, 1]);
        let predictions = ensemble.predict_with_leaves(&matrix(&rows));
        for (i, row) in rows.iter().enumerate() {
            let mut naive = [0; 2];
            for tree in &trees {
                let (values, features) = tree.path(row);
                for (step, feature) in features.into_iter().enumerate() {
                    naive[feature % 2] += values[step + 1] - values[step];
                }
            }
            let found = contributions.of(&predictions, i);
            prop_assert_eq!(found, naive);
            let sum = contributions.expected() + found.iter().sum::<i32>();
            prop_assert_eq!(sum, predictions.scores()[i]);
        }
    }
}
