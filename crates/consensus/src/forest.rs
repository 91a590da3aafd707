//! Trees that were trained on other sites' pages: how probable it is that a line is content, and why.

mod parts;
mod trees;

use std::{hash::Hasher as _, sync::LazyLock};

use siphasher::sip::SipHasher24;

use self::trees::{Trees, probability};
pub(crate) use self::{parts::Parts, trees::CERTAIN};
use crate::{
    error::Error,
    features::{Features, names, stacked},
};

/// Boosted trees over the features of a line.
///
/// They are not learned from the pages at hand: [`Forest::built_in`] comes with the crate.
#[derive(Clone, Debug)]
pub struct Forest {
    trees: Trees,
    /// Trees over what is the same for all lines of a page, with the features of the others.
    records: Trees,
    /// Trees over what the first ones say of all lines of a page.
    stacked: Trees,
    /// The group of each of the trees' features.
    groups: Vec<names::Group>,
    id: String,
}

static BUILT_IN: LazyLock<Forest> = LazyLock::new(|| {
    Forest::read(include_str!("forest/model.txt")).expect("the crate's own file is read by a test")
});

impl Forest {
    /// Returns the forest that comes with the crate. Its file says what it was trained on.
    ///
    /// # Panics
    ///
    /// Never: a test reads the file.
    #[must_use]
    pub fn built_in() -> &'static Forest {
        &BUILT_IN
    }

    /// Reads a forest from its file's text.
    ///
    /// # Errors
    ///
    /// [`Error::Forest`] if the text is damaged or names an unknown feature.
    pub fn read(file: &str) -> Result<Forest, Error> {
        let all = names::all();
        let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
        let trees = Trees::read(file, &names, trees::LINE)?;
        let records = Trees::read(file, &names, trees::RECORD)?;
        let of_stacked = names::STACKED.map(|(name, _)| name);
        let stacked = Trees::read(file, &of_stacked, trees::STACKED)?;
        let mut hash = SipHasher24::new();
        hash.write(file.as_bytes());
        Ok(Forest {
            groups: trees
                .features()
                .iter()
                .map(|&feature| all[feature].1)
                .collect(),
            trees,
            records,
            stacked,
            id: format!("{:016x}", hash.finish()),
        })
    }

    /// Returns the name of the forest: the same for the same file, sixteen hexadecimal digits.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the numbers that the trees ask about, line after line.
    pub(crate) fn rows(&self, features: &Features<'_>, n_lines: usize) -> Rows {
        let width = self.trees.features().len();
        let mut rows = Vec::with_capacity(n_lines * width);
        let mut row = Vec::new();
        for line in 0..n_lines {
            features.fill(line, &mut row);
            rows.extend(self.trees.features().iter().map(|&feature| row[feature]));
        }
        Rows {
            rows,
            width,
            n_lines,
        }
    }

    /// Judges the lines of a page, which have this many words: each by itself, then by what is said of the others.
    pub(crate) fn odds(&self, rows: &Rows, words: &[u32]) -> Odds {
        let mut sums = self.trees.sums(&rows.rows, rows.n_lines);
        let odds: Vec<f64> = (sums.iter())
            .map(|&sum| f64::from(sum) / f64::from(trees::ONE))
            .collect();
        let all = stacked::rows(&odds, words);
        let of_line = |row: &[f32]| self.stacked.features().iter().map(|&i| row[i]).collect();
        let rows: Vec<Vec<f32>> = all.chunks(names::STACKED.len()).map(of_line).collect();
        let stacked = rows.concat();
        let corrections = self.stacked.sums(&stacked, sums.len());
        for (sum, correction) in std::iter::zip(&mut sums, corrections) {
            *sum += correction;
        }
        Odds { sums, stacked }
    }

    /// Returns the probability that a page is a record, a thing described by a few values of its own, in units of
    /// [`CERTAIN`]: 0 for a page without lines.
    pub(crate) fn record(&self, rows: &Rows) -> u32 {
        match rows.n_lines {
            0 => 0,
            _ => probability(self.records.sums(&rows.rows[..rows.width], 1)[0]),
        }
    }

    /// Returns what each group of features adds to the log odds of a line.
    pub(crate) fn parts(&self, rows: &Rows, odds: &Odds, line: usize) -> Parts {
        let mut parts = Parts::default();
        let row = &rows.rows[line * rows.width..][..rows.width];
        parts.expected = self.trees.steps(row, |feature, step| {
            parts.of_groups[self.groups[feature] as usize] += step
        });
        let width = self.stacked.features().len();
        let row = &odds.stacked[line * width..][..width];
        parts.expected += self.stacked.steps(row, |feature, step| {
            let (_, group) = names::STACKED[self.stacked.features()[feature]];
            parts.of_groups[group as usize] += step;
        });
        parts
    }
}

/// What trees say of the lines of a page.
#[derive(Debug)]
pub(crate) struct Odds {
    /// The log odds that each line is content, in units of [`ONE`](trees::ONE).
    sums: Vec<i32>,
    /// What the stacked trees ask about, line after line.
    stacked: Vec<f32>,
}

impl Odds {
    /// Returns the probability that each line is content, in units of [`CERTAIN`].
    pub(crate) fn probabilities(&self) -> Vec<u32> {
        self.sums.iter().map(|&sum| probability(sum)).collect()
    }
}

/// The numbers that trees ask about, for the lines of a page.
#[derive(Debug)]
pub(crate) struct Rows {
    rows: Vec<f32>,
    width: usize,
    n_lines: usize,
}

#[cfg(test)]
mod tests {
    use dom::Dom;

    use super::{trees::ONE, *};
    use crate::{evidence::Evidence, site::View, testing::story};

    /// Returns the numbers of the lines of the trainer's file that begin with this word.
    fn of_trainer(kind: &str) -> Vec<Vec<f64>> {
        let lines = include_str!("forest/scores.txt").lines();
        let lines = lines.filter_map(|line| line.strip_prefix(kind)?.strip_prefix(' '));
        let numbers = |line: &str| line.split(' ').map(|n| n.parse().unwrap()).collect();
        lines.map(numbers).collect()
    }

    fn assert_near(trees: &Trees, sum: i32, score: f64) {
        let sum = f64::from(sum) / f64::from(ONE);
        // Leaves are rounded.
        let most = 0.5 * trees.len() as f64 / f64::from(ONE) + 1e-5;
        assert!((sum - score).abs() <= most, "{sum} {score}");
    }

    /// Each line: LightGBM's score for a row, in log odds, then the row.
    #[test]
    fn scores_are_those_of_the_trainer() {
        let trees = &Forest::built_in().trees;
        let rows = of_trainer("row");
        for numbers in &rows {
            let (&score, row) = numbers.split_first().unwrap();
            assert_eq!(row.len(), names::names().len());
            let row: Vec<f32> = trees.features().iter().map(|&i| row[i] as f32).collect();
            assert_near(trees, trees.sums(&row, 1)[0], score);
        }
        assert!(!rows.is_empty());
    }

    /// Each line of a page: its log odds, its words, and by how much LightGBM corrects the log odds.
    #[test]
    fn corrections_are_those_of_the_trainer() {
        let trees = &Forest::built_in().stacked;
        let lines = of_trainer("line");
        let odds: Vec<f64> = lines.iter().map(|line| line[0]).collect();
        let words: Vec<u32> = lines.iter().map(|line| line[1] as u32).collect();
        let all = stacked::rows(&odds, &words);
        for (row, line) in std::iter::zip(all.chunks(names::STACKED.len()), &lines) {
            let row: Vec<f32> = trees.features().iter().map(|&i| row[i]).collect();
            assert_near(trees, trees.sums(&row, 1)[0], line[2]);
        }
        assert!(!lines.is_empty() && 0 < trees.len());
    }

    /// Returns the rows of a page alone, which begins with this.
    fn rows(forest: &Forest, start: &str) -> Rows {
        let source = format!("{start}{}", story(0));
        let dom = Dom::parse(&source);
        let page = Evidence::read(&dom);
        let view = View::alone(&page);
        let features = Features::read(&dom, &view, None, false);
        forest.rows(&features, page.lines.len())
    }

    #[test]
    fn parts_add_up_to_the_log_odds() {
        let forest = Forest::built_in();
        let start = "<title>A story</title><ul><li><a href=/>Home</a></ul><h1>A story</h1>";
        let rows = rows(forest, start);
        let odds = forest.odds(&rows, &vec![7; rows.n_lines]);
        for line in 0..rows.n_lines {
            let parts = forest.parts(&rows, &odds, line);
            let whole = parts.expected + parts.of_groups.iter().sum::<i32>();
            assert_eq!(whole, odds.sums[line]);
            assert_ne!(parts.of_groups, Parts::default().of_groups);
        }
    }

    /// Its trees ask about the page only, so each line gives the same answer.
    #[test]
    fn whether_a_page_is_a_record_is_the_same_for_all_of_its_lines() {
        let forest = Forest::built_in();
        let start = "<title>A part</title><ul><li><a href=/>Home</a></ul><h1>A part</h1><table><tr><th>Price<td>7 \
            euros<tr><th>Weight<td>2 kg</table>";
        let rows = rows(forest, start);
        let sums = forest.records.sums(&rows.rows, rows.n_lines);
        assert!(0 < forest.records.len() && 1 < rows.n_lines);
        assert_eq!(sums, vec![sums[0]; rows.n_lines]);
        assert_eq!(forest.record(&rows), probability(sums[0]));
    }

    #[test]
    fn files_that_are_none_are_refused() {
        let error = Forest::read("tree").unwrap_err();
        assert_eq!(error.to_string(), "line 1 of the forest: no leaf");
    }
}
