//! The crate's trees: how probable it is that a line is content, and why; and how good the result for a page is.

use std::{
    hash::Hasher as _,
    sync::{LazyLock, OnceLock},
};

use gbdt::{Contributions, Ensemble, Error, Matrix, PROBABILITY_ONE, Predictions, SCORE_ONE, logistic};
use siphasher::sip::SipHasher24;

use crate::features::{Chunk, Features, Group, names, structure_features::StructureFeatures};

/// What the reasons for the scores of a page's lines are found by.
#[derive(Debug)]
pub(crate) struct Grounds<'a> {
    features: Features<'a>,
    /// The leaves of the lines of the first chunk; most pages have no other. They take as many bytes for each line as there
    /// are trees, so those of other chunks are found again.
    of_first: Predictions,
}

const N_GROUPS: usize = Group::ALL.len();

/// Boosted trees over the features of a line.
///
/// They are not learned from the pages at hand: [`Forest::built_in`] comes with the crate.
#[derive(Clone, Debug)]
pub struct Forest {
    lines: Ensemble,
    /// Corrects the scores of lines by what `lines` says of the structures around them.
    structures: Ensemble,
    /// The columns of a line's features that `structures` compares as well.
    columns: Vec<usize>,
    /// Scores a page for the quality of what stays of it, from the probabilities of its lines.
    confidence: Ensemble,
    /// The group of each feature.
    groups: Vec<Group>,
    /// Computed when the first reason is asked for.
    contributions: OnceLock<Contributions<N_GROUPS>>,
    id: String,
}

/// The file of the forest that comes with the crate.
const FILE: &str = include_str!("forest/model.txt");

static BUILT_IN: LazyLock<Forest> =
    LazyLock::new(|| Forest::read(FILE).expect("the crate's own file is read by a test"));

/// Its name. It is known even if the file cannot be read, so that trees can be trained again after a feature is taken out.
static BUILT_IN_ID: LazyLock<String> = LazyLock::new(|| id(FILE));

/// Returns the name of a forest's file.
fn id(file: &str) -> String {
    // SipHash with a fixed key gives the same name on every machine.
    let mut hash = SipHasher24::new();
    hash.write(file.as_bytes());
    format!("{:016x}", hash.finish())
}

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

    /// Returns the [name](Forest::id) of the forest that comes with the crate.
    pub(crate) fn built_in_id() -> &'static str {
        &BUILT_IN_ID
    }

    /// Reads a forest from the text of its file: a model of the crate `gbdt` with the ensembles `lines`, `structures`
    /// and `confidence`.
    ///
    /// # Errors
    ///
    /// If the text is damaged or names an unknown feature.
    pub fn read(file: &str) -> Result<Forest, Error> {
        let all = names::all();
        let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
        let of_structures = names::structure_names();
        let of_structures: Vec<&str> = of_structures.iter().map(String::as_str).collect();
        let wanted = [("lines", &names[..]), ("structures", &of_structures), ("confidence", &names::PAGE_FEATURES)];
        let mut ensembles = Ensemble::read(file, &wanted)?.into_iter();
        let mut next = || ensembles.next().expect("as many as were asked for");
        let (lines, structures, confidence) = (next(), next(), next());
        Ok(Forest {
            lines,
            structures,
            columns: names::columns_of_lines(),
            confidence,
            groups: all.iter().map(|&(_, group)| group).collect(),
            contributions: OnceLock::new(),
            id: id(file),
        })
    }

    /// Returns the name of the forest: the same for the same file, sixteen hexadecimal digits.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    fn rows(&self, chunk: Chunk<'_>) -> Matrix {
        chunk.rows(self.groups.len())
    }

    /// Returns the scores of the lines of a page, corrected by what they say of the structures around each line, and with
    /// `explain` the grounds for them.
    ///
    /// Rows take a thousand bytes a line, for each of the two ensembles, so those of a chunk are made, predicted and
    /// dropped before those of the next.
    pub(crate) fn judge<'a>(&self, features: Features<'a>, explain: bool) -> (Vec<i32>, Option<Grounds<'a>>) {
        let mut scores = vec![0; features.n_lines()];
        let mut of_first = Predictions::default();
        let mut rows = Matrix::new(self.groups.len(), 0, |_, _| {});
        // From the last chunk, which the features have at hand, to the first, which is at hand below.
        for lines in features.chunks().rev() {
            rows = self.rows(features.chunk(lines.clone()));
            let keep_leaves = explain && lines.start == 0;
            let predictions =
                if keep_leaves { self.lines.predict_with_leaves(&rows) } else { self.lines.predict(&rows) };
            scores[lines].copy_from_slice(predictions.scores());
            of_first = predictions;
        }
        let structures = StructureFeatures::read(&features, &scores);
        let mut corrected = Vec::with_capacity(scores.len());
        for lines in features.chunks() {
            if lines.start > 0 {
                rows = self.rows(features.chunk(lines.clone()));
            }
            let of_structures = structures.rows(lines.start, &rows, &self.columns);
            let corrections = self.structures.predict(&of_structures);
            let toward_siblings = |row: usize| of_structures.get(row, names::TOWARD_SIBLINGS) * SCORE_ONE as f32;
            let of_lines = std::iter::zip(&scores[lines], corrections.scores()).enumerate();
            corrected.extend(
                of_lines.map(|(row, (score, correction))| score + correction + toward_siblings(row).round() as i32),
            );
        }
        (corrected, explain.then_some(Grounds { features, of_first }))
    }

    /// Turns scores into probabilities, in units of 1 / [`PROBABILITY_ONE`].
    pub(crate) fn probabilities(scores: &[i32]) -> Vec<u32> {
        scores.iter().copied().map(logistic).collect()
    }

    /// Returns how good what stays of a page is expected to be: its F1, in thousandths, from the
    /// [features](crate::features::page_features) of the page.
    pub(crate) fn confidence(&self, features: [f32; names::PAGE_FEATURES.len()]) -> u16 {
        let row = Matrix::new(features.len(), 1, |_, row| row.put(features));
        let share = u64::from(logistic(self.confidence.predict(&row).scores()[0]));
        // At most 1,000, since a probability is at most 1.
        ((1000 * share + u64::from(PROBABILITY_ONE) / 2) / u64::from(PROBABILITY_ONE)) as u16
    }

    /// Returns for each of some lines, which ascend, the groups of features that lower its score, the strongest first.
    pub(crate) fn against(&self, grounds: &Grounds<'_>, lines: &[u32]) -> Vec<Vec<Group>> {
        let n_first = grounds.features.chunks().next().map_or(0, |lines| lines.end);
        let (first, others) = lines.split_at(lines.partition_point(|&line| (line as usize) < n_first));
        let mut against: Vec<_> = first.iter().map(|&line| self.lowering(&grounds.of_first, line as usize)).collect();
        for chunk in grounds.features.some(others) {
            let rows = self.rows(chunk);
            let predictions = self.lines.predict_with_leaves(&rows);
            against.extend((0..rows.n_rows()).map(|row| self.lowering(&predictions, row)));
        }
        against
    }

    /// Returns the groups of features that lower the score of a row, the strongest first. The predictions must have leaves.
    fn lowering(&self, predictions: &Predictions, row: usize) -> Vec<Group> {
        let contributions = self.contributions().of(predictions, row);
        let mut groups: Vec<(i32, Group)> =
            std::iter::zip(contributions, Group::ALL).filter(|&(contribution, _)| contribution < 0).collect();
        // The most negative contribution is the strongest. Equal ones are ordered by their group.
        groups.sort_unstable();
        groups.into_iter().map(|(_, group)| group).collect()
    }

    fn contributions(&self) -> &Contributions<N_GROUPS> {
        self.contributions.get_or_init(|| {
            let groups: Vec<usize> = self.groups.iter().map(|&group| group as usize).collect();
            self.lines.contributions(&groups)
        })
    }
}

#[cfg(test)]
mod tests {
    use dom::Dom;

    use super::*;
    use crate::{evidence::Evidence, features::page_features::page_features, site::PageInSite, testing::story};

    /// Returns the numbers of the lines of the trainer's file that begin with this word.
    fn of_trainer(kind: &str) -> Vec<Vec<f64>> {
        let lines = include_str!("forest/scores.txt").lines();
        let lines = lines.filter_map(|line| line.strip_prefix(kind)?.strip_prefix(' '));
        let numbers = |line: &str| line.split(' ').map(|n| n.parse().unwrap()).collect();
        lines.map(numbers).collect()
    }

    fn assert_near(trees: &Ensemble, sum: i32, score: f64) {
        let sum = f64::from(sum) / f64::from(SCORE_ONE);
        // Leaves are rounded.
        let most = 0.5 * trees.n_trees() as f64 / f64::from(SCORE_ONE) + 1e-5;
        assert!((sum - score).abs() <= most, "{sum} {score}");
    }

    /// Each line: LightGBM's score for a row, in log odds, then the row, whose features have been named before. The
    /// trees ask for none that was added since.
    #[test]
    fn scores_are_those_of_the_trainer() {
        let forest = Forest::built_in();
        for (kind, trees, names) in [
            ("row", &forest.lines, names::names()),
            ("structure", &forest.structures, names::structure_names()),
            ("page", &forest.confidence, names::PAGE_FEATURES.map(str::to_owned).into()),
        ] {
            let prefix = format!("names {kind} ");
            let of_rows =
                include_str!("forest/scores.txt").lines().find_map(|line| line.strip_prefix(&*prefix)).unwrap();
            let of_rows: Vec<&str> = of_rows.split(' ').collect();
            let columns: Vec<Option<usize>> =
                names.iter().map(|name| of_rows.iter().position(|other| other == name)).collect();
            let rows = of_trainer(kind);
            for numbers in &rows {
                let (&score, row) = numbers.split_first().unwrap();
                assert_eq!(row.len(), of_rows.len());
                let row: Vec<f32> =
                    columns.iter().map(|column| column.map_or(0.0, |column| row[column] as f32)).collect();
                let columns = Matrix::new(row.len(), 1, |_, writer| writer.put_common(&row));
                assert_near(trees, trees.predict(&columns).scores()[0], score);
            }
            assert!(!rows.is_empty());
        }
    }

    /// Each line of a page, its log odds, its words and whether it stays; then the features of the page.
    #[test]
    fn features_of_pages_are_those_of_the_trainer() {
        let lines = of_trainer("line");
        let sum = |line: &Vec<f64>| (line[0] * f64::from(SCORE_ONE)).round() as i32;
        let probabilities: Vec<u32> = lines.iter().map(|line| logistic(sum(line))).collect();
        let words: Vec<u32> = lines.iter().map(|line| line[1] as u32).collect();
        let kept: Vec<bool> = lines.iter().map(|line| line[2] > 0.0).collect();
        let found = page_features(&words, &probabilities, &kept);
        let expected = &of_trainer("features")[0];
        assert_eq!(found.len(), expected.len());
        for (i, (found, expected)) in std::iter::zip(found, expected).enumerate() {
            // Scores are rounded.
            assert!((f64::from(found) - expected).abs() <= 0.002 * expected.abs() + 1e-3, "{i}: {found} {expected}");
        }
    }

    /// What is repeated from the line before is what a line has by itself.
    #[test]
    fn rows_are_those_of_lines_alone() {
        let forest = Forest::built_in();
        let lists = "<ul><li><a href=/>Home</a><li>a <b>b</b> c<li><p>d<p>e</ul>".repeat(5);
        let source = format!("<h1>A story</h1>{lists}{}<table><tr><td>f<td>g</table>", story(0));
        let dom = Dom::parse(&source);
        let page = Evidence::read(&dom);
        let view = PageInSite::alone(&page);
        let features = Features::read(&dom, &view, None, false);
        let together = forest.rows(features.chunk(0..page.lines.len())).into_rows();
        for (line, row) in together.enumerate() {
            let lines = [line as u32];
            let alone = features.some(&lines).flat_map(|chunk| forest.rows(chunk).into_rows());
            assert_eq!(alone.collect::<Vec<_>>(), [row], "{line}");
        }
    }

    /// Most pages are one chunk. Those that are more are judged as if they were one, and so are the reasons.
    #[test]
    fn chunks_change_nothing() {
        let forest = Forest::built_in();
        let item = |n: usize| format!("<li><a href=/{n}>Item {n}</a><p>of <b>{n}</b><h3>Part {n}</h3>&copy; {n}");
        let source = format!("<ul>{}</ul>{}", (0..800).map(item).collect::<String>(), story(0));
        let dom = Dom::parse(&source);
        let page = Evidence::read(&dom);
        let view = PageInSite::alone(&page);
        let features = Features::read(&dom, &view, None, false);
        let n_lines = page.lines.len();
        assert!(features.chunks().count() > 2);
        let all = forest.rows(features.chunk(0..n_lines));
        let first = forest.lines.predict_with_leaves(&all);
        let structures = StructureFeatures::read(&features, first.scores());
        let of_structures = structures.rows(0, &all, &forest.columns);
        let corrections = forest.structures.predict(&of_structures);
        let lines: Vec<u32> = (0..n_lines as u32).step_by(7).collect();
        let expected: Vec<Vec<Group>> = lines.iter().map(|&line| forest.lowering(&first, line as usize)).collect();
        let (scores, grounds) = forest.judge(Features::read(&dom, &view, None, false), true);
        for (line, &score) in scores.iter().enumerate() {
            let toward = of_structures.get(line, names::TOWARD_SIBLINGS) * SCORE_ONE as f32;
            let expected = first.scores()[line] + corrections.scores()[line] + toward.round() as i32;
            assert_eq!(score, expected, "{line}");
        }
        assert_eq!(forest.against(&grounds.unwrap(), &lines), expected);
    }
}
