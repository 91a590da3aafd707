//! Trees that were trained on other sites' pages: how probable it is that a line is content, and why.

mod columns;
mod digits;
mod odds;
mod parts;
mod splits;
mod table;
mod trees;
mod values;
mod wide;

use std::{
    hash::Hasher as _,
    ops::Range,
    sync::{LazyLock, OnceLock},
};

use siphasher::sip::SipHasher24;

pub(crate) use self::{columns::Columns, odds::CERTAIN, splits::Reached};
use self::{odds::probability, parts::PartsOfLeaves, trees::Trees};
use crate::{
    error::Error,
    features::{
        Features, Sink as _, answers,
        names::{self, Group},
    },
};

/// Boosted trees over the features of a line.
///
/// They are not learned from the pages at hand: [`Forest::built_in`] comes with the crate.
#[derive(Clone, Debug)]
pub struct Forest {
    trees: Trees,
    /// Trees over what is the same for all lines of a page, with the features of the others.
    records: Trees,
    /// Trees over what the first ones say of a page as a whole.
    recall: Trees,
    /// The group of each feature.
    groups: Vec<Group>,
    /// Why lines come to the trees' leaves, once anybody asks.
    parts: OnceLock<PartsOfLeaves>,
    id: String,
}

/// How sure the lines are makes recall weigh a tenth at least, and two and a half times as much at most, in log odds: what
/// the trainer tries (`RECALLS` in xtask/train/fit.py).
const RECALLS: std::ops::RangeInclusive<i32> = -2358..=938;

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
        let mut hash = SipHasher24::new();
        hash.write(file.as_bytes());
        Ok(Forest {
            groups: all.iter().map(|&(_, group)| group).collect(),
            parts: OnceLock::new(),
            trees,
            records,
            recall: Trees::read(file, &names::ANSWERS, trees::RECALL)?,
            id: format!("{:016x}", hash.finish()),
        })
    }

    /// Returns the name of the forest: the same for the same file, sixteen hexadecimal digits.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns the features of each line.
    pub(crate) fn columns(&self, features: &Features<'_>, n_lines: usize) -> Columns {
        Columns::new(self.groups.len(), n_lines, |line, row| {
            features.fill(line, row)
        })
    }

    /// Returns the same lines as those of a page alone, whose features these are: what other pages have a part in is then
    /// the same for all lines.
    pub(crate) fn columns_alone(lines: Columns, alone: &Features<'_>) -> Columns {
        let mut last = Vec::new();
        if 0 < lines.n_rows() {
            alone.fill_site(0, &mut last);
        }
        lines.with_last(&last)
    }

    /// Finds what lines come to in the trees, and by which leaves if `keeps_leaves`.
    pub(crate) fn reach(&self, lines: &Columns, keeps_leaves: bool) -> Reached {
        self.trees.reach(lines, keeps_leaves)
    }

    /// Calls `goes_on` with some lines after the other and the probability that each is content, in units of [`CERTAIN`],
    /// until it does not say so. Those come first that have most `worth`.
    pub(crate) fn visit(
        &self,
        lines: &Columns,
        worth: &[u32],
        mut goes_on: impl FnMut(Range<usize>, &[u32]) -> bool,
    ) {
        let mut probabilities = Vec::new();
        self.trees.visit(lines, worth, |rows, sums| {
            probabilities.clear();
            probabilities.extend(sums.iter().map(|&sum| probability(sum)));
            goes_on(rows, &probabilities)
        });
    }

    /// Returns the probability that each line is content, in units of [`CERTAIN`].
    pub(crate) fn probabilities(reached: &Reached) -> Vec<u32> {
        reached.sums.iter().map(|&sum| probability(sum)).collect()
    }

    /// Returns the probability that a page is a record, a thing described by a few values of its own, in units of
    /// [`CERTAIN`]: 0 for a page without lines.
    pub(crate) fn record(&self, lines: &Columns) -> u32 {
        match lines.n_rows() {
            0 => 0,
            _ => probability(self.records.sum(lines, 0)),
        }
    }

    /// Returns how many times as much as precision recall weighs on a page, by how sure its lines are, in units of `unit`.
    /// `kept` is what stays if it weighs the same.
    pub(crate) fn recall(
        &self,
        words: &[u32],
        probabilities: &[u32],
        kept: &[bool],
        unit: u32,
    ) -> u32 {
        let row = answers::answers(words, probabilities, kept);
        let columns = Columns::new(row.len(), 1, |_, columns| columns.put_common(&row));
        let sum = self.recall.sum(&columns, 0);
        // The logarithm of a ratio is what the log odds of a probability are.
        let share = u64::from(probability(sum.clamp(*RECALLS.start(), *RECALLS.end())));
        (u64::from(unit) * share / (u64::from(CERTAIN) - share)) as u32
    }

    /// Returns the groups of features that speak against a line, the strongest first. Its leaves must be known.
    pub(crate) fn against(&self, reached: &Reached, line: usize) -> Vec<Group> {
        parts::against(&self.parts().of(reached, line))
    }

    fn parts(&self) -> &PartsOfLeaves {
        self.parts.get_or_init(|| self.trees.parts(&self.groups))
    }
}

#[cfg(test)]
mod tests {
    use dom::Dom;

    use super::{odds::ONE, *};
    use crate::{
        decision::{EVEN, cut},
        evidence::Evidence,
        site::View,
        testing::story,
    };

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
            let row: Vec<f32> = row.iter().map(|&number| number as f32).collect();
            let columns = Columns::new(row.len(), 1, |_, columns| columns.put_common(&row));
            assert_near(trees, trees.reach(&columns, false).sums[0], score);
        }
        assert!(!rows.is_empty());
    }

    /// Each line of a page, its log odds and its words; then how much recall weighs on the page.
    #[test]
    fn recall_weighs_what_it_does_for_the_trainer() {
        let forest = Forest::built_in();
        let lines = of_trainer("line");
        let sum = |line: &Vec<f64>| (line[0] * f64::from(ONE)).round() as i32;
        let probabilities: Vec<u32> = lines.iter().map(|line| probability(sum(line))).collect();
        let words: Vec<u32> = lines.iter().map(|line| line[1] as u32).collect();
        let kept = cut(&words, &probabilities, EVEN);
        let found = f64::from(forest.recall(&words, &probabilities, &kept, 1000)) / 1000.0;
        let expected = of_trainer("recall")[0][0];
        assert!((found - expected).abs() < 0.01, "{found} {expected}");
        assert!(1 < forest.recall.len());
    }

    /// Returns the lines of a page alone, which begins with this.
    fn lines(forest: &Forest, start: &str) -> Columns {
        let source = format!("{start}{}", story(0));
        let dom = Dom::parse(&source);
        let page = Evidence::read(&dom);
        let view = View::alone(&page);
        let features = Features::read(&dom, &view, None, false);
        forest.columns(&features, page.lines.len())
    }

    /// What is repeated from the line before is what the line has itself.
    #[test]
    fn columns_are_those_of_whole_rows() {
        let forest = Forest::built_in();
        let lists = "<ul><li><a href=/>Home</a><li>a <b>b</b> c<li><p>d<p>e</ul>".repeat(5);
        let source = format!(
            "<h1>A story</h1>{lists}{}<table><tr><td>f<td>g</table>",
            story(0)
        );
        let dom = Dom::parse(&source);
        let page = Evidence::read(&dom);
        let view = View::alone(&page);
        let features = Features::read(&dom, &view, None, false);
        let columns = forest.columns(&features, page.lines.len());
        for line in 0..page.lines.len() {
            let mut row = Vec::new();
            features.fill(line, &mut row);
            for (feature, &value) in row.iter().enumerate() {
                assert_eq!(columns.get(line, feature), value, "{line} {feature}");
            }
        }
    }

    /// A page is compared with no others by changing what it has beside others.
    #[test]
    fn columns_of_a_page_alone_are_those_beside_others_but_for_the_site() {
        let forest = Forest::built_in();
        let sources = [0, 1, 2].map(|page| format!("<ul><li>Home<li>All</ul>{}", story(page)));
        let doms = sources.each_ref().map(Dom::parse);
        let pages = doms.each_ref().map(Evidence::read);
        let all: Vec<&Evidence> = pages.iter().collect();
        let site = crate::site::Site::learn(&all, &[]);
        let (view, alone) = (site.view(&pages[0]), View::alone(&pages[0]));
        let n_lines = pages[0].lines.len();
        let beside = Features::read(&doms[0], &view, None, false);
        let lines = forest.columns(&beside, n_lines);
        let by_itself = Forest::columns_alone(lines.clone(), &beside.beside(&alone));
        let expected = forest.columns(&Features::read(&doms[0], &alone, None, false), n_lines);
        for line in 0..n_lines {
            for feature in 0..forest.groups.len() {
                let (found, expected) = (by_itself.get(line, feature), expected.get(line, feature));
                assert_eq!(found, expected, "{line} {feature}");
            }
        }
        assert_ne!(
            forest.reach(&lines, false).sums,
            forest.reach(&by_itself, false).sums
        );
    }

    #[test]
    fn parts_add_up_to_the_log_odds() {
        let forest = Forest::built_in();
        let start = "<title>A story</title><ul><li><a href=/>Home</a></ul><h1>A story</h1>";
        let lines = lines(forest, start);
        let reached = forest.reach(&lines, true);
        for (line, &sum) in reached.sums.iter().enumerate() {
            let parts = forest.parts().of(&reached, line);
            assert_eq!(forest.parts().expected + parts.iter().sum::<i32>(), sum);
            assert!(parts.iter().any(|&part| part != 0));
        }
    }

    /// The same by going down each tree. Lines have something in common, as those of a page do.
    #[test]
    fn sums_of_many_lines_are_those_of_each() {
        let forest = Forest::built_in();
        let rows: Vec<Vec<f32>> = (of_trainer("row").iter())
            .map(|numbers| numbers[1..].iter().map(|&number| number as f32).collect())
            .collect();
        let n_features = rows[0].len();
        let mut seed = 1_u32;
        let mut next = |below: usize| {
            seed = seed.wrapping_mul(747_796_405).wrapping_add(2_891_336_453);
            (seed >> 16) as usize % below
        };
        for n_lines in [1, 15, 16, 17, 128, 129, 300] {
            for n_common in [0, n_features / 2, n_features - 3] {
                let from: Vec<usize> = (0..n_features).map(|_| next(rows.len())).collect();
                let is_common: Vec<bool> = (0..n_features)
                    .map(|_| next(n_features) < n_common)
                    .collect();
                let lines = Columns::new(n_features, n_lines, |_, columns| {
                    let row = next(rows.len());
                    for i in 0..n_features {
                        columns.put([rows[if is_common[i] { from[i] } else { row }][i]]);
                    }
                });
                let reached = forest.reach(&lines, true);
                for line in 0..n_lines {
                    assert_eq!(reached.sums[line], forest.trees.sum(&lines, line));
                    let naive = forest.trees.naive_parts(&forest.groups, &lines, line);
                    assert_eq!(forest.parts().of(&reached, line), naive);
                }
                assert_eq!(reached.sums.len(), n_lines);
                assert_lines_are_visited(forest, &lines, &reached, &mut next);
            }
        }
    }

    /// Each line comes once, with what it comes to among all, those of most worth first; and no more than are asked for.
    fn assert_lines_are_visited(
        forest: &Forest,
        lines: &Columns,
        reached: &Reached,
        next: &mut impl FnMut(usize) -> usize,
    ) {
        let n_lines = lines.n_rows();
        let worth: Vec<u32> = (0..n_lines).map(|_| next(100) as u32).collect();
        let mut visited = vec![0; n_lines];
        let mut n_calls = 0;
        forest.visit(lines, &worth, |of_lines, probabilities| {
            for (line, &found) in of_lines.zip(probabilities) {
                visited[line] += 1;
                assert_eq!(found, probability(reached.sums[line]));
            }
            n_calls += 1;
            true
        });
        assert_eq!(visited, vec![1; n_lines]);
        let most = (0..n_lines).max_by_key(|&line| worth[line]);
        let alone: Vec<u32> = (0..n_lines)
            .map(|line| u32::from(Some(line) == most))
            .collect();
        let mut n_left = n_calls.min(2);
        forest.visit(lines, &alone, |of_lines, _| {
            assert!(n_left < n_calls.min(2) || of_lines.contains(&most.unwrap()));
            n_left -= 1;
            0 < n_left
        });
        assert_eq!(n_left, 0);
    }

    /// Its trees ask about the page only, so each line gives the same answer.
    #[test]
    fn whether_a_page_is_a_record_is_the_same_for_all_of_its_lines() {
        let forest = Forest::built_in();
        let start = "<title>A part</title><ul><li><a href=/>Home</a></ul><h1>A part</h1><table><tr><th>Price<td>7 \
            euros<tr><th>Weight<td>2 kg</table>";
        let lines = lines(forest, start);
        let sums = forest.records.reach(&lines, false).sums;
        assert!(0 < forest.records.len() && 1 < lines.n_rows());
        assert_eq!(sums, vec![sums[0]; lines.n_rows()]);
        assert_eq!(forest.record(&lines), probability(sums[0]));
    }

    #[test]
    fn files_that_are_none_are_refused() {
        let error = Forest::read("tree").unwrap_err();
        assert_eq!(error.to_string(), "line 1 of the forest: no leaf");
    }
}
