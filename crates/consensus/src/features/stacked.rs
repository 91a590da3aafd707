//! Features of a line from what the first trees say of all lines of its page.
//!
//! The first trees judge each line by itself. That the lines around it are surely content, or that a page has a hundred
//! lines of which they are not sure, they cannot know. Trees that are stacked on them are asked about these numbers, and
//! correct their log odds (Wolpert, *Stacked generalization*, Neural Networks 5, 1992). They see means only: with the log
//! odds of single neighbours, crumbs between a heading and a text stayed.

use super::names::STACKED;

/// Stands for the mean of no lines. Log odds are never that low.
const BEYOND: f64 = -99.0;
/// A line counts by its words, but no more than so many.
const MOST_WORDS: f64 = 40.0;
/// A line without words counts so much.
const LEAST_WORDS: f64 = 0.01;
/// Lines on either side whose mean is taken.
const RADII: [usize; 3] = [2, 5, 12];
/// What a line counts for the one beside it.
const FADING: [f64; 2] = [0.75, 0.9];

/// Returns a row of features for each line, one after the other. `odds` are log odds, `words` counts.
///
/// Means are of log odds that are pressed into −1 to 1 by `z / (1 + |z|)`, so that a few sure lines do not outweigh all
/// others. Of lines with the same log odds the first counts as the more probable one.
///
/// # Complexity
///
/// That of sorting the lines.
pub(crate) fn rows(odds: &[f64], words: &[u32]) -> Vec<f32> {
    let n = odds.len();
    let pressed: Vec<f64> = odds.iter().map(|z| z / (1.0 + z.abs())).collect();
    let words: Vec<f64> = words.iter().map(|&words| f64::from(words)).collect();
    let weights: Vec<f64> = (words.iter())
        .map(|words| words.min(MOST_WORDS) + LEAST_WORDS)
        .collect();
    let sums = Sums::new(&pressed, &weights);
    let fading = FADING.map(|rate| {
        let before = fading(&pressed, &weights, rate, 0..n);
        let after = fading(&pressed, &weights, rate, (0..n).rev());
        (before, after)
    });
    let all_words = words.iter().fold(0.0, |sum, words| sum + words).max(1.0);
    let of_words = |of: &dyn Fn(f64) -> f64| {
        let sum = (pressed.iter().zip(&words)).fold(0.0, |sum, (&s, words)| sum + of(s) * words);
        sum / all_words
    };
    let of_page = [
        sums.mean(0, n),
        of_words(&|s| s),
        odds.iter().copied().fold(BEYOND, f64::max),
    ];
    let certain = of_words(&f64::abs);
    let above = above(odds, &words);
    let mut rows = Vec::with_capacity(n * STACKED.len());
    let mut push = |value: f64| rows.push(value as f32);
    for line in 0..n {
        push(odds[line]);
        for radius in RADII {
            let (from, to) = (line.saturating_sub(radius), (line + radius + 1).min(n));
            push(sums.mean_without(from, to, line));
        }
        for (before, after) in &fading {
            push(before[line]);
            push(after[line]);
        }
        of_page.into_iter().for_each(&mut push);
        push(above[line]);
        push(certain);
        push(words[line]);
    }
    rows
}

/// Sums over all lines before each line, and the end.
struct Sums {
    weights: Vec<f64>,
    values: Vec<f64>,
}

impl Sums {
    fn new(pressed: &[f64], weights: &[f64]) -> Sums {
        let add = |of: &dyn Fn(usize) -> f64| {
            let mut sum = 0.0;
            let sums = (0..pressed.len()).map(|line| {
                sum += of(line);
                sum
            });
            std::iter::once(0.0).chain(sums).collect()
        };
        Sums {
            weights: add(&|line| weights[line]),
            values: add(&|line| weights[line] * pressed[line]),
        }
    }

    fn mean(&self, from: usize, to: usize) -> f64 {
        (self.values[to] - self.values[from]) / (self.weights[to] - self.weights[from])
    }

    /// The mean of the other lines; [`BEYOND`] if there are none.
    fn mean_without(&self, from: usize, to: usize, line: usize) -> f64 {
        if to - from <= 1 {
            return BEYOND;
        }
        let of = |sums: &[f64]| (sums[to] - sums[from]) - (sums[line + 1] - sums[line]);
        of(&self.values) / of(&self.weights)
    }
}

/// Returns for each line the mean of those that come before it in `order`; each counts `rate` times what the next one
/// does.
fn fading(
    pressed: &[f64],
    weights: &[f64],
    rate: f64,
    order: impl Iterator<Item = usize>,
) -> Vec<f64> {
    let mut means = vec![BEYOND; pressed.len()];
    let (mut values, mut counts) = (0.0, 0.0);
    for line in order {
        if 0.0 < counts {
            means[line] = values / counts;
        }
        values = (values + pressed[line] * weights[line]) * rate;
        counts = (counts + weights[line]) * rate;
    }
    means
}

/// Returns for each line the share of the page's words in lines that are at least as probable.
fn above(odds: &[f64], words: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..odds.len()).collect();
    order.sort_by(|&one, &other| odds[other].total_cmp(&odds[one]));
    let mut sum = 0.0;
    let mut above = vec![0.0; odds.len()];
    for line in order {
        sum += words[line];
        above[line] = sum;
    }
    let all = sum.max(1.0);
    above.into_iter().map(|sum| sum / all).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(rows: &[f32], line: usize) -> &[f32] {
        &rows[line * STACKED.len()..][..STACKED.len()]
    }

    #[test]
    fn a_line_among_others() {
        let rows = rows(&[3.0, -1.0, 0.0], &[40, 10, 50]);
        let means = [0.75, -0.5];
        let near = |found: f32, expected: f64| {
            assert!(
                (f64::from(found) - expected).abs() < 1e-3,
                "{found} {expected}"
            );
        };
        let middle = row(&rows, 1);
        assert_eq!(middle[0], -1.0);
        // 40 words of .75 and 40 (of 50) of 0.
        for mean in &middle[1..4] {
            near(*mean, 0.375);
        }
        near(middle[4], means[0]);
        near(middle[5], 0.0);
        near(middle[8], (40.0 * means[0] + 10.0 * means[1]) / 90.0);
        near(middle[9], (40.0 * means[0] + 10.0 * means[1]) / 100.0);
        near(middle[10], 3.0);
        near(middle[11], 1.0);
        near(middle[12], 0.35);
        assert_eq!(middle[13], 10.0);
        // The last line has nothing after it, and fades from the line before to the first.
        let last = row(&rows, 2);
        assert_eq!(last[5], -99.0);
        near(
            last[4],
            (40.0 * 0.75 * means[0] + 10.0 * means[1]) / (40.0 * 0.75 + 10.0),
        );
    }

    #[test]
    fn a_line_alone_has_no_neighbours() {
        let rows = rows(&[2.0], &[0]);
        assert_eq!(rows.len(), STACKED.len());
        assert!(rows[1..8].iter().all(|&value| value == -99.0));
        assert!(rows.iter().all(|value| value.is_finite()));
        assert!(super::rows(&[], &[]).is_empty());
    }

    /// All means, from their definition.
    fn naive(odds: &[f64], words: &[u32], line: usize, radius: usize) -> f64 {
        let near = |other: &usize| *other != line && other.abs_diff(line) <= radius;
        let weight = |other: usize| f64::from(words[other]).min(40.0) + 0.01;
        let others: Vec<usize> = (0..odds.len()).filter(near).collect();
        let weights: f64 = others.iter().map(|&other| weight(other)).sum();
        let values = others
            .iter()
            .map(|&other| weight(other) * odds[other] / (1.0 + odds[other].abs()));
        values.sum::<f64>() / weights
    }

    proptest::proptest! {
        #[test]
        fn means_are_those_of_the_definition(
            lines in proptest::collection::vec((-9.0_f64..9.0, 0_u32..90), 2..40)
        ) {
            let (odds, words): (Vec<f64>, Vec<u32>) = lines.into_iter().unzip();
            let rows = rows(&odds, &words);
            for line in 0..odds.len() {
                for (i, radius) in RADII.into_iter().enumerate() {
                    let (found, expected) = (row(&rows, line)[1 + i], naive(&odds, &words, line, radius));
                    // Neighbours without words count a hundredth of a word, beside sums of thousands.
                    proptest::prop_assert!((f64::from(found) - expected).abs() < 1e-6, "{found} {expected}");
                }
                let above: u32 = (0..odds.len())
                    .filter(|&other| odds[line] <= odds[other]).map(|other| words[other]).sum();
                let all: u32 = words.iter().sum();
                let share = f64::from(above) / f64::from(all.max(1));
                proptest::prop_assert!((f64::from(row(&rows, line)[11]) - share).abs() < 1e-6);
            }
        }
    }
}
