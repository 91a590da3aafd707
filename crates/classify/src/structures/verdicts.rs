//! One verdict for the lines of a unit.

use super::Units;
use crate::evidence::{Line, NONE};

/// How far the verdict of a unit leans to that of its best line: 0 is the mean of its lines by words, 1 the best line.
const LEAN: f64 = 0.3;

/// Gives the lines of each unit one score: the mean of their scores by words, leaning to the best.
///
/// A line without words, such as a sign, counts as one word, so that it has the score of its unit and a little
/// influence on it.
pub(crate) fn pool(units: &Units, lines: &[Line], scores: &mut [i32]) {
    let env = |n: &str, d: f64| std::env::var(n).ok().and_then(|l| l.parse().ok()).unwrap_or(d);
    let ps = env("PS", 1.0);
    let mut sums = vec![(0_i64, 0_i64, i32::MIN); units.count];
    for (line, (&unit, &score)) in lines.iter().zip(units.of_line.iter().zip(&*scores)) {
        if unit != NONE {
            let (sum, weight, best) = &mut sums[unit as usize];
            let words = i64::from(line.words) + 1;
            *sum += words * i64::from(score);
            *weight += words;
            *best = (*best).max(score);
        }
    }
    for (&unit, score) in units.of_line.iter().zip(scores) {
        if unit != NONE {
            let (sum, weight, best) = sums[unit as usize];
            let mean = sum as f64 / weight as f64;
            let lean = units.leans[unit as usize];
            let pooled = mean + lean * (f64::from(best) - mean);
            let part = if lean > 0.5 { 1.0 } else { ps };
            *score = (part * pooled + (1.0 - part) * f64::from(*score)).round() as i32;
        }
    }
}

/// Lets a unit stay as a whole if any of its lines stays: what comes after the cut judges lines.
pub(crate) fn unite(units: &Units, keep: &mut [bool]) {
    let mut kept = vec![false; units.count];
    for (&unit, &keep) in units.of_line.iter().zip(&*keep) {
        if unit != NONE {
            kept[unit as usize] |= keep;
        }
    }
    for (&unit, keep) in units.of_line.iter().zip(keep) {
        if unit != NONE {
            *keep = kept[unit as usize];
        }
    }
}
