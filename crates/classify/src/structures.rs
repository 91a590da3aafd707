//! The structures of a page that have one verdict: rows of data tables, terms with their definitions, blocks of code and
//! short items of sets of similar siblings.
//!
//! Trees judge lines. Cut line by line, values lose their labels and code loses its braces. So the lines of a unit stay
//! or go together.

mod sizes;
mod tables;
mod terms;
mod siblings;
mod outermost;
mod sections;
mod columns;
mod items;
mod actions;
mod twins;
mod labels;
mod dialogs;
mod set_apart;
mod hidden_copies;
mod repeated_headline;
mod verdicts;
mod united;

use dom::Tag;

pub use self::united::Structures;
use self::{
    actions::take_out_actions,
    columns::{Columns, settle_columns},
    dialogs::take_out_dialogs,
    hidden_copies::take_out_hidden_copies,
    items::settle_items,
    labels::settle_labels,
    sections::settle_headings,
    set_apart::settle_set_apart,
    sizes::Sizes,
    tables::settle_header_rows,
    twins::take_out_twins,
};
pub(crate) use self::{repeated_headline::take_out_repeated_headline, tables::Tables, verdicts::pool};
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
    /// Linear in the lines and elements of the page, and `n log n` in its units and small items.
    pub(crate) fn find(page: &Evidence, tables: &Tables) -> Units {
        let mut units = Units { of_line: vec![NONE; page.lines.len()], kinds: Vec::new() };
        let marks = marks(page, tables);
        let end_of = |element: u32| page.elements[element as usize].end;
        // The lines of an element follow each other, and marked elements are passed in the order of their lines.
        let mut next = 0;
        let mut current = None;
        for (nth, line) in page.lines.iter().enumerate() {
            while next < marks.len() && end_of(marks[next].0) <= line.owner {
                (next, current) = (next + 1, None);
            }
            if let Some(&(_, kind)) = marks.get(next).filter(|&&(element, _)| element <= line.owner) {
                units.of_line[nth] = *current.get_or_insert_with(|| units.add(kind));
            }
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

/// Returns the elements that are units, in pre-order: of nested ones the outermost.
fn marks(page: &Evidence, tables: &Tables) -> Vec<(u32, UnitKind)> {
    let sizes = Sizes::of(page);
    let blocks = page.elements.iter().enumerate().filter(|(_, element)| element.tag == Tag::PRE);
    let mut marks: Vec<(u32, UnitKind)> = blocks.map(|(at, _)| (at as u32, UnitKind::Code)).collect();
    tables::mark_rows(&sizes, tables, &mut marks);
    siblings::mark(page, &sizes, &mut marks);
    // A row or block that is also an item of a set comes first, since the order of equals stays.
    marks.sort_by_key(|&(at, _)| at);
    let mut end = 0;
    marks.retain(|&(at, _)| {
        let is_outermost = at >= end;
        if is_outermost {
            end = page.elements[at as usize].end;
        }
        is_outermost
    });
    marks
}

/// Returns the rank of a heading: 1 for `h1`, the highest, to 6.
fn heading_rank(tag: Tag) -> Option<u8> {
    let tags = [Tag::H1, Tag::H2, Tag::H3, Tag::H4, Tag::H5, Tag::H6];
    (1..).zip(tags).find(|&(_, heading)| heading == tag).map(|(rank, _)| rank)
}

/// Lets header rows and headings stay or go with what they belong to, after the cut, and takes out hidden copies of what
/// stays. Columns, items, repeated words, links around the text, dialogs and labels of lists follow the scores of the trees;
/// without these they are left as they are. A page of which words stay keeps some: where only headings stay, they are left
/// as they are.
pub(crate) fn settle(page: &Evidence, tables: &Tables, scores: Option<&[i32]>, keep: &mut [bool]) {
    let before = keep.to_vec();
    settle_header_rows(page, tables, keep);
    match scores {
        Some(scores) => {
            let columns = Columns::find(page);
            let above_text = settle_columns(page, &columns, scores, keep);
            settle_items(page, &columns, scores, keep);
            take_out_actions(page, &columns, scores, keep);
            take_out_twins(page, scores, keep);
            take_out_dialogs(page, scores, keep);
            settle_set_apart(page, scores, keep);
            let above_text: Vec<usize> = above_text.into_iter().filter(|&line| keep[line]).collect();
            settle_headings(page, scores, keep);
            // A name in a heading heads the post, not what is said of its writer.
            above_text.into_iter().for_each(|line| keep[line] = true);
            settle_labels(page, scores, keep);
        }
        // Nothing is known of what headings say, so they come back over whatever stays.
        None => settle_headings(page, &vec![0; keep.len()], keep),
    }
    take_out_hidden_copies(page, keep);
    if page.lines.iter().zip(&*keep).all(|(line, &keep)| !keep || line.words == 0) {
        keep.copy_from_slice(&before);
    }
}

#[cfg(test)]
mod tests;
