//! Features of a line from what the trees say of the structures around it: its block and the elements above, its row,
//! table, list and code, its similar siblings, its section, its neighbours.
//!
//! They are numbers of a second ensemble, which corrects the scores of the first: an item of a list whose other items
//! are content is probably content too.

use std::ops::AddAssign;

use dom::Tag;
use gbdt::{Matrix, RowWriter, SCORE_ONE};

use super::{
    Features, block,
    names::{N_OF_LINES, N_STRUCTURES, STRUCTURE_LEVELS, STRUCTURE_NEIGHBOURS, UNKNOWN_SCORE},
    path::Path,
    sums::Sums,
    tags::rank,
};
use crate::evidence::NONE;

/// A set of siblings has at least this many members with lines. Chosen: by eye.
const SET_MIN: u32 = 3;
/// What an item of a set is moved towards the mean of the other items, as a part of the difference, and at most, in log
/// odds. Similar siblings are content together or not at all. Moved by all of the difference, news and records lose.
/// Chosen: on domains held back it brings .0011 in the mean of all collections (docs/figures/classify.md, "What a page
/// declares, prices, and similar siblings").
const TOWARD_SIBLINGS: f32 = 0.5;
const MOST_TOWARD_SIBLINGS: f32 = 1.0;

/// What the lines in an element say together.
#[derive(Clone, Copy, Debug)]
struct Sum {
    /// The sum of the scores, each times the weight of its line: its words and one.
    scores: i64,
    weight: i64,
    lowest: i32,
    highest: i32,
}

/// Siblings with the same key.
#[derive(Clone, Copy, Debug, Default)]
struct Set {
    members: u32,
    /// The sum of the members' mean scores, and of the squares of these.
    means: f64,
    squares: f64,
}

/// The lines under a heading, without the heading.
#[derive(Clone, Copy, Debug)]
struct Section {
    /// The first line, which is the heading's.
    first: u32,
    sum: Sum,
    /// The last line of the heading, or none.
    heading: u32,
}

/// The nearest element of each kind around an element, itself included, or [`NONE`].
#[derive(Clone, Copy, Debug)]
struct Nearest {
    row: u32,
    table: u32,
    list: u32,
    code: u32,
    /// A member of a set.
    member: u32,
}

/// What the features of a page's lines are computed from.
pub(crate) struct StructureFeatures<'a> {
    features: &'a Features<'a>,
    scores: &'a [i32],
    sums: Sums<Sum>,
    /// Of each row of more than one element.
    sets: Vec<Set>,
    sections: Vec<Section>,
    /// What is the same for all lines.
    of_page: [f32; 4],
}

impl AddAssign for Sum {
    fn add_assign(&mut self, other: Sum) {
        self.scores += other.scores;
        self.weight += other.weight;
        self.lowest = self.lowest.min(other.lowest);
        self.highest = self.highest.max(other.highest);
    }
}

impl Sum {
    const EMPTY: Sum = Sum { scores: 0, weight: 0, lowest: i32::MAX, highest: i32::MIN };

    fn of_line(score: i32, words: u32) -> Sum {
        let weight = i64::from(words) + 1;
        Sum { scores: weight * i64::from(score), weight, lowest: score, highest: score }
    }

    /// Returns the mean score of all lines but one, which is among them, or [`UNKNOWN_SCORE`] if there are no others.
    fn mean_without(&self, line: Sum) -> f32 {
        let weight = self.weight - line.weight;
        if weight > 0 { mean(self.scores - line.scores, weight) } else { UNKNOWN_SCORE }
    }

    fn mean(&self) -> f32 {
        if self.weight > 0 { mean(self.scores, self.weight) } else { UNKNOWN_SCORE }
    }
}

/// Returns a mean of scores in log odds.
fn mean(scores: i64, weight: i64) -> f32 {
    (scores as f64 / weight as f64 / f64::from(SCORE_ONE)) as f32
}

fn log_odds(score: i32) -> f32 {
    (f64::from(score) / f64::from(SCORE_ONE)) as f32
}

impl<'a> StructureFeatures<'a> {
    /// Reads the structures of a page whose lines have these scores.
    ///
    /// # Complexity
    ///
    /// Linear in the elements and lines of the page.
    pub(crate) fn read(features: &'a Features<'a>, scores: &'a [i32]) -> StructureFeatures<'a> {
        let page = features.page;
        let of_line = |line: usize| Sum::of_line(scores[line], page.lines[line].words);
        let sums = Sums::of(page, of_line, |_| None);
        let rows = &features.places.rows;
        let mut sets = vec![Set::default(); rows.several.len()];
        for at in 0..page.elements.len() as u32 {
            let (Some(row), Some(sum)) = (rows.number(at), sums.get(at, of_line)) else {
                continue;
            };
            let set = &mut sets[row];
            let mean = f64::from(sum.mean());
            set.members += 1;
            set.means += mean;
            set.squares += mean * mean;
        }
        let whole = sums.get(0, of_line).unwrap_or(Sum::EMPTY);
        let n_lines = page.lines.len() as f32;
        let highest = if whole.weight > 0 { log_odds(whole.highest) } else { UNKNOWN_SCORE };
        let mut structures = StructureFeatures {
            features,
            scores,
            sections: Vec::new(),
            of_page: [whole.mean(), whole.weight as f32, highest, n_lines],
            sums,
            sets,
        };
        structures.find_sections();
        structures
    }

    /// Returns the structures that are nearest to an element, given those of its parent.
    fn nearest(&self, above: Option<&Nearest>, at: u32) -> Nearest {
        let none = Nearest { row: NONE, table: NONE, list: NONE, code: NONE, member: NONE };
        // The body comes first and has no parent.
        let mut nearest = above.copied().unwrap_or(none);
        match self.features.page.elements[at as usize].tag {
            Tag::TR => nearest.row = at,
            Tag::TABLE => nearest.table = at,
            Tag::UL | Tag::OL | Tag::DL => nearest.list = at,
            Tag::PRE => nearest.code = at,
            _ => {}
        }
        let is_member = || self.set(at).is_some_and(|set| set.members >= SET_MIN);
        if at > 0 && is_member() && self.sum(at).is_some() {
            nearest.member = at;
        }
        nearest
    }

    /// Returns what the lines in an element say, if there is one and it has lines.
    fn sum(&self, element: u32) -> Option<Sum> {
        let of_line = |line: usize| Sum::of_line(self.scores[line], self.features.page.lines[line].words);
        self.sums.get(element, of_line)
    }

    /// Returns the set of an element, if it has siblings with the same key.
    fn set(&self, element: u32) -> Option<&Set> {
        self.features.places.rows.number(element).map(|row| &self.sets[row])
    }

    fn find_sections(&mut self) {
        let page = self.features.page;
        self.sections.push(Section { first: 0, sum: Sum::EMPTY, heading: NONE });
        let mut after_heading = false;
        for (i, (line, &score)) in page.lines.iter().zip(self.scores).enumerate() {
            let is_heading = self.features.is_heading(i);
            if is_heading && !after_heading {
                self.sections.push(Section { first: i as u32, sum: Sum::EMPTY, heading: i as u32 });
            }
            after_heading = is_heading;
            if let Some(section) = self.sections.last_mut() {
                if is_heading {
                    section.heading = i as u32;
                } else {
                    section.sum += Sum::of_line(score, line.words);
                }
            }
        }
    }

    /// Returns the section of a line.
    fn section(&self, line: usize) -> &Section {
        // The first section begins with the first line.
        &self.sections[self.sections.partition_point(|section| section.first as usize <= line) - 1]
    }

    /// Returns the features of the lines from `first` on as a row each. `rows` has the rows of the first ensemble for
    /// these lines, and `from_lines` are the columns of it that this one has as well.
    pub(crate) fn rows(&self, first: usize, rows: &Matrix, from_lines: &[usize]) -> Matrix {
        let n_own = N_STRUCTURES - N_OF_LINES;
        let mut path = Path::new();
        let own = Matrix::new(n_own, rows.n_rows(), |row, writer| self.fill(first + row, &mut path, writer));
        own.with_features_of(rows, from_lines)
    }

    /// Computes the features of a line.
    fn fill(&self, i: usize, path: &mut Path<Nearest>, row: &mut RowWriter<'_>) {
        let page = self.features.page;
        let line = &page.lines[i];
        let itself = Sum::of_line(self.scores[i], line.words);
        let nearest = *path.go_to(page, line.owner, |above, element| self.nearest(above, element));
        row.put([log_odds(self.scores[i]), line.words as f32, self.toward_siblings(nearest.member)]);
        for offset in STRUCTURE_NEIGHBOURS {
            let other = i.checked_add_signed(offset).and_then(|other| self.scores.get(other));
            row.put([other.map_or(UNKNOWN_SCORE, |&score| log_odds(score))]);
        }
        let mut element = block(page, line.owner);
        for _ in 0..STRUCTURE_LEVELS {
            row.put(self.of_element(element, itself));
            element = self.features.parent(element);
        }
        for element in [nearest.row, nearest.table, nearest.list, nearest.code] {
            let sum = self.sum(element);
            row.put(
                sum.map_or([UNKNOWN_SCORE, 0.0], |sum| [sum.mean_without(itself), (sum.weight - itself.weight) as f32]),
            );
        }
        row.put(self.of_set(nearest.member));
        let section = self.section(i);
        let is_heading = self.features.is_heading(i);
        let of_section = if is_heading { section.sum.mean() } else { section.sum.mean_without(itself) };
        let heading = match section.heading {
            NONE => UNKNOWN_SCORE,
            heading => log_odds(self.scores[heading as usize]),
        };
        row.put([of_section, heading, f32::from(u8::from(is_heading))]);
        row.put_common(&self.of_page);
    }

    fn of_element(&self, element: u32, line: Sum) -> [f32; 5] {
        let Some(sum) = self.sum(element) else {
            return [UNKNOWN_SCORE; 5];
        };
        [
            sum.mean_without(line),
            (sum.weight - line.weight) as f32,
            rank(self.features.page.elements[element as usize].tag),
            log_odds(sum.lowest),
            log_odds(sum.highest),
        ]
    }

    /// Returns by how much a member of a set is moved towards the others, in log odds: 0 for what is in no set.
    fn toward_siblings(&self, member: u32) -> f32 {
        let [members, others, _, own] = self.of_set(member);
        if members < SET_MIN as f32 {
            return 0.0;
        }
        (TOWARD_SIBLINGS * (others - own)).clamp(-MOST_TOWARD_SIBLINGS, MOST_TOWARD_SIBLINGS)
    }

    /// Returns what the siblings of a member of a set say: their number, the mean of the others' means, the standard
    /// deviation of all, and the member's own mean.
    fn of_set(&self, member: u32) -> [f32; 4] {
        let Some(set) = (member != NONE).then(|| self.set(member)).flatten() else {
            return [UNKNOWN_SCORE; 4];
        };
        let own = f64::from(self.sum(member).unwrap_or(Sum::EMPTY).mean());
        let members = f64::from(set.members);
        let mean = set.means / members;
        // Rounding can make the difference negative.
        let variance = (set.squares / members - mean * mean).max(0.0);
        [set.members as f32, ((set.means - own) / (members - 1.0)) as f32, variance.sqrt() as f32, own as f32]
    }
}

#[cfg(test)]
mod tests {
    use dom::Dom;

    use super::*;
    use crate::{
        evidence::Evidence,
        features::names::{columns_of_lines, structure_names},
        site::PageInSite,
    };

    /// Returns a feature of each line of a page whose lines have these scores, in log odds.
    fn feature(source: &str, scores: &[i32], name: &str) -> Vec<f32> {
        let dom = Dom::parse(source);
        let page = Evidence::read(&dom);
        let view = PageInSite::alone(&page);
        let features = Features::read(&dom, &view, None, false);
        assert_eq!(scores.len(), page.lines.len());
        let scores: Vec<i32> = scores.iter().map(|score| score * SCORE_ONE).collect();
        let names = structure_names();
        let lines = Matrix::new(1, scores.len(), |_, _| {});
        let rows = StructureFeatures::read(&features, &scores).rows(0, &lines, &[]);
        let column = names.iter().position(|other| other == name).unwrap();
        (0..scores.len()).map(|line| rows.get(line, column)).collect()
    }

    #[test]
    fn every_feature_has_a_name() {
        let names = structure_names();
        assert_eq!(names.len(), N_STRUCTURES);
        let of_lines = names.iter().filter(|name| name.starts_with("line_")).count();
        assert_eq!(columns_of_lines().len(), of_lines);
        // The last feature of its own is the number of lines.
        assert_eq!(feature("<p>a<p>b", &[1, 2], "page_lines"), [2.0, 2.0]);
    }

    #[test]
    fn neighbours_have_scores() {
        assert_eq!(feature("<p>a<p>b<p>c", &[1, 2, 3], "score+1"), [2.0, 3.0, UNKNOWN_SCORE]);
        assert_eq!(feature("<p>a<p>b<p>c", &[1, 2, 3], "score-2"), [UNKNOWN_SCORE, UNKNOWN_SCORE, 1.0]);
    }

    #[test]
    fn a_row_says_what_its_other_cells_say() {
        let table = "<table><tr><td>a<td>b<tr><td>c<td>d e</table><p>f";
        assert_eq!(feature(table, &[1, 3, 2, 5, 9], "row_mean"), [3.0, 1.0, 5.0, 2.0, UNKNOWN_SCORE]);
        assert_eq!(feature(table, &[1, 3, 2, 5, 9], "row_weight"), [2.0, 2.0, 3.0, 2.0, 0.0]);
    }

    #[test]
    fn siblings_say_what_an_item_is() {
        let list = "<ul><li>a<li>b<li>c</ul><p>d";
        assert_eq!(feature(list, &[1, 2, 6, 9], "set_members"), [3.0, 3.0, 3.0, UNKNOWN_SCORE]);
        assert_eq!(feature(list, &[1, 2, 6, 9], "set_others"), [4.0, 3.5, 1.5, UNKNOWN_SCORE]);
        assert_eq!(feature(list, &[2, 2, 2, 9], "set_deviation"), [0.0, 0.0, 0.0, UNKNOWN_SCORE]);
        assert_eq!(feature(list, &[1, 2, 3, 9], "toward_siblings"), [0.75, 0.0, -0.75, 0.0]);
        assert_eq!(feature(list, &[0, 0, 9, 9], "toward_siblings"), [1.0, 1.0, -1.0, 0.0]);
    }

    #[test]
    fn sections_have_headings() {
        let source = "<p>a<h2>b</h2><p>c<p>d";
        assert_eq!(feature(source, &[1, 2, 3, 5], "section_mean"), [UNKNOWN_SCORE, 4.0, 5.0, 3.0]);
        assert_eq!(feature(source, &[1, 2, 3, 5], "section_heading"), [UNKNOWN_SCORE, 2.0, 2.0, 2.0]);
    }
}
