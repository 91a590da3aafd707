//! The structures of a page that have one verdict: rows of data tables, terms with their definitions, blocks of code and
//! short items of sets of similar siblings.
//!
//! Trees judge lines. Cut line by line, values lose their labels and code loses its braces. So the lines of a unit stay
//! or go together.

mod tables;
mod terms;
mod siblings;
mod sections;
mod verdicts;

use dom::Tag;

use self::{sections::settle_headings, tables::settle_header_rows, verdicts::unite};
pub(crate) use self::{tables::Tables, verdicts::pool};
use crate::evidence::{Evidence, NONE};

/// What the lines of a unit are together.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) enum UnitKind {
    /// A row of a data table.
    Row,
    /// A term with its definitions.
    Term,
    /// A block of code.
    Code,
    /// One of several similar siblings: an item of a list, or a label with its value.
    Item,
}

/// The units of a page. No line is in two of them.
#[derive(Debug)]
pub(crate) struct Units {
    /// The unit of each line, or [`NONE`].
    of_line: Vec<u32>,
    kinds: Vec<UnitKind>,
}

impl Units {
    /// Finds the units. Of nested ones the outermost counts, and a term has what is in no other unit.
    ///
    /// # Complexity
    ///
    /// Linear in the lines and elements of the page.
    pub(crate) fn find(page: &Evidence, tables: &Tables) -> Units {
        let sizes = Sizes::of(page);
        // The kind of unit that each element is.
        let mut marks = vec![None; page.elements.len()];
        siblings::mark(page, &sizes, &mut marks);
        tables::mark_rows(page, &sizes, tables, &mut marks);
        for (element, mark) in page.elements.iter().zip(&mut marks) {
            if element.tag == Tag::PRE {
                *mark = Some(UnitKind::Code);
            }
        }
        // The outermost marked element around each element, itself included.
        let mut around = vec![NONE; page.elements.len()];
        for (at, element) in page.elements.iter().enumerate() {
            let above = if element.parent == NONE { NONE } else { around[element.parent as usize] };
            around[at] = if above == NONE && marks[at].is_some() { at as u32 } else { above };
        }
        let mut units = Units { of_line: vec![NONE; page.lines.len()], kinds: Vec::new() };
        let mut numbers = vec![NONE; page.elements.len()];
        for (nth, line) in page.lines.iter().enumerate() {
            let owner = around[line.owner as usize];
            let Some(kind) = marks.get(owner as usize).copied().flatten() else {
                continue;
            };
            let number = &mut numbers[owner as usize];
            if *number == NONE {
                *number = units.add(kind);
            }
            units.of_line[nth] = *number;
        }
        terms::add(page, &mut units);
        units
    }

    /// Returns what a line is a part of.
    pub(crate) fn kind_of(&self, line: usize) -> Option<UnitKind> {
        self.kinds.get(self.of_line[line] as usize).copied()
    }

    /// Adds a unit without lines and returns its number.
    fn add(&mut self, kind: UnitKind) -> u32 {
        self.kinds.push(kind);
        self.kinds.len() as u32 - 1
    }
}

/// Lets units, header rows and headings stay or go with what they belong to, after the cut. A page of which words stay
/// keeps some: where only headings stay, they are left as they are.
pub(crate) fn settle(page: &Evidence, units: &Units, tables: &Tables, scores: &[i32], keep: &mut [bool]) {
    unite(units, keep);
    let united = keep.to_vec();
    settle_header_rows(page, tables, keep);
    settle_headings(page, scores, keep);
    if page.lines.iter().zip(&*keep).all(|(line, &keep)| !keep || line.words == 0) {
        keep.copy_from_slice(&united);
    }
}

/// The number of lines and of words in each element.
struct Sizes {
    lines: Vec<u32>,
    words: Vec<u32>,
}

impl Sizes {
    fn of(page: &Evidence) -> Sizes {
        Sizes { lines: page.sum(|_, _| 1), words: page.sum(|_, line| line.words) }
    }

    /// Returns whether an element has several lines, but no more than these many lines and words.
    fn is_within(&self, element: usize, lines: u32, words: u32) -> bool {
        (2..=lines).contains(&self.lines[element]) && self.words[element] <= words
    }
}

#[cfg(test)]
mod tests;
