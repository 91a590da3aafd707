//! Data tables, their rows and their headers.

use dom::Tag;

use super::{Sizes, UnitKind};
use crate::evidence::{Evidence, NONE};

/// The most lines of a row that is one statement. A row with more is part of a layout.
const LINES_MAX: u32 = 12;
/// The most words of such a row.
const WORDS_MAX: u32 = 60;

/// The data tables of a page.
#[derive(Debug)]
pub(crate) struct Tables {
    /// The innermost table around each element, itself included, or [`NONE`].
    around: Vec<u32>,
    /// Whether each element is a table that arranges parts of the page.
    is_layout: Vec<bool>,
}

impl Tables {
    /// Finds the tables. A table that contains another one arranges parts of a page, and one of a single cell is a box
    /// around something else: these are layout, and all others hold data. What is large in them is no row by its size.
    ///
    /// # Complexity
    ///
    /// Linear in the elements of the page.
    pub(crate) fn find(page: &Evidence) -> Tables {
        let n = page.elements.len();
        let (mut around, mut is_layout, mut cells) = (vec![NONE; n], vec![false; n], vec![0_u32; n]);
        for (at, element) in page.elements.iter().enumerate() {
            let above = if element.parent == NONE { NONE } else { around[element.parent as usize] };
            around[at] = if element.tag == Tag::TABLE { at as u32 } else { above };
            if above == NONE {
                continue;
            }
            match element.tag {
                Tag::TABLE => is_layout[above as usize] = true,
                Tag::TD | Tag::TH => cells[above as usize] += 1,
                _ => {}
            }
        }
        for (is_layout, &cells) in is_layout.iter_mut().zip(&cells) {
            *is_layout |= cells < 2;
        }
        Tables { around, is_layout }
    }

    /// Returns the innermost table around an element, if it holds data.
    fn of(&self, element: u32) -> Option<u32> {
        let table = self.around[element as usize];
        (table != NONE && !self.is_layout[table as usize]).then_some(table)
    }
}

/// Marks the rows of data tables.
pub(super) fn mark_rows(page: &Evidence, sizes: &Sizes, tables: &Tables, marks: &mut [Option<UnitKind>]) {
    for (at, element) in page.elements.iter().enumerate() {
        let is_row = element.tag == Tag::TR && sizes.is_within(at, LINES_MAX, WORDS_MAX);
        if is_row && tables.of(at as u32).is_some() {
            marks[at] = Some(UnitKind::Row);
        }
    }
}

/// Lets the header rows of each data table stay if and only if something of its body does. A header row is in `thead`
/// or has no `td`. A table that has only header rows is left as it is.
///
/// # Complexity
///
/// Linear in the lines and elements of the page.
pub(crate) fn settle_header_rows(page: &Evidence, tables: &Tables, keep: &mut [bool]) {
    if tables.around.iter().all(|&table| table == NONE) {
        return;
    }
    let n = page.elements.len();
    // By element: the row around it, and whether it is in a `thead`. By row: whether it is a header.
    let (mut row, mut in_thead, mut is_header) = (vec![NONE; n], vec![false; n], vec![true; n]);
    for (at, element) in page.elements.iter().enumerate().skip(1) {
        let above = element.parent as usize;
        // A table in a header row has rows of its own.
        (row[at], in_thead[at]) = match element.tag {
            Tag::TABLE => (NONE, false),
            Tag::THEAD => (row[above], true),
            Tag::TR => (at as u32, in_thead[above]),
            _ => (row[above], in_thead[above]),
        };
        if element.tag == Tag::TD && row[at] != NONE && !in_thead[at] {
            is_header[row[at] as usize] = false;
        }
    }
    let place = |owner: u32| {
        let table = tables.of(owner)? as usize;
        is_header.get(row[owner as usize] as usize).map(|&is_header| (table, is_header))
    };
    let (mut has_body, mut has_kept) = (vec![false; n], vec![false; n]);
    for (line, &keep) in page.lines.iter().zip(&*keep) {
        if let Some((table, false)) = place(line.owner) {
            has_body[table] = true;
            has_kept[table] |= keep;
        }
    }
    for (line, keep) in page.lines.iter().zip(keep) {
        if let Some((table, true)) = place(line.owner)
            && has_body[table]
        {
            *keep = has_kept[table];
        }
    }
}
