//! Evaluates gradient-boosted decision trees: many rows at once, exactly, and with the reasons for each score.

#![doc = include_str!("../README.md")]

//! # Another example
//!
//! ```
//! use gbdt::{Ensemble, Matrix, SCORE_ONE, logistic};
//!
//! let model = "\
//! gbdt 1
//! ensemble rain
//! feature humidity 0.5
//! feature wind 3 8
//! tree 0:0:0 -1024 1:1:512 2048 -512
//! tree 1:0:0 256 -256
//! ";
//! let features = ["wind", "humidity"];
//! let [rain] = &Ensemble::read(model, &[("rain", &features)])?[..] else { unreachable!() };
//!
//! let days = [[2.0, 0.9], [9.0, 0.9], [2.0, 0.3]];
//! let rows = Matrix::new(features.len(), days.len(), |day, row| row.put(days[day]));
//! let predictions = rain.predict_with_leaves(&rows);
//! assert_eq!(predictions.scores(), [2304, -768, -768]);
//! assert!(logistic(2304) > logistic(-768));
//!
//! // Why: what wind (group 0) and humidity (group 1) contribute to the score of the second day.
//! let contributions = rain.contributions::<2>(&[0, 1]);
//! assert_eq!(contributions.of(&predictions, 1), [-1280, 512]);
//! # assert_eq!(SCORE_ONE, 1024);
//! # Ok::<(), gbdt::Error>(())
//! ```
//!
//! # Concepts
//!
//! * A [`Matrix`] holds the features of rows, as 32-bit floats.
//! * An [`Ensemble`] is a sum of trees. It gives each row a score in units of 1 / [`SCORE_ONE`]. Scores are log odds
//!   if the trees were trained for that; [`logistic`] turns them into probabilities.
//! * [`Predictions`] are the scores of rows and, if asked for, the leaves that the rows reach.
//! * [`Contributions`] say what each group of features adds to a score.
//!
//! # File format
//!
//! A model is UTF-8 text. Empty lines and lines that begin with `#` are ignored. In the grammar below, `SP` is one
//! space and `LF` ends a line.
//!
//! ```text
//! model     = "gbdt 1" LF *ensemble
//! ensemble  = "ensemble" SP name LF *( feature / tree )
//! feature   = "feature" SP name 1*( SP threshold ) LF     ; finite decimal numbers, read as 32-bit floats
//! tree      = "tree" SP node *( SP node ) LF              ; one binary tree in pre-order, left before right
//! node      = split / leaf
//! split     = feature-number ":" threshold-number ":" mean
//! leaf      = integer                                     ; in units of 1 / 1024
//! mean      = integer                                     ; of the training rows that came to the split
//! ```
//!
//! Features and thresholds are numbered from 0 in the order of the ensemble's lines, and must come before the trees
//! that use them. A row goes left if its feature is at or below the threshold. Integers fit 16 bits with sign. A tree
//! has at most 32 leaves, an ensemble at most 65,536 trees. The number in the first line is the version of the
//! format; a reader refuses versions that it does not know.
//!
//! # Guarantees
//!
//! The memory for a prediction grows by four bytes for each row and, if leaves are kept, by one byte for each row and
//! tree. Every row of finite features has a score. Missing values have no direction of their own: callers write them
//! as a number, such as one below all others. NaN is not supported: a debug build panics where it is written, a
//! release build gives the row a score that depends on its neighbours. Scores never overflow: the sum of 65,536
//! leaves of 16 bits fits 32 bits.
//!
//! With AVX2, which is detected at run time, 16 rows are evaluated together. Without it, the same code runs with the
//! instructions that the compiler chooses.

mod error;
mod integer;
mod matrix;
mod leaf_values;
mod vector;
#[cfg(target_arch = "x86_64")]
mod vector_avx2;
mod predictions;
mod splits;
mod contributions;
mod ensemble;
mod reader;
mod logistic;

pub use crate::{
    contributions::Contributions,
    ensemble::Ensemble,
    error::Error,
    logistic::{PROBABILITY_ONE, SCORE_ONE, logistic},
    matrix::{Matrix, RowWriter},
    predictions::Predictions,
};

// Losing an auto trait is a breaking change that no test would notice.
const _: () = {
    const fn assert_shareable<T: Send + Sync + 'static>() {}
    assert_shareable::<(Ensemble, Matrix, Predictions, Contributions<1>, Error)>();
};
