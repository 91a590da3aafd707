//! Data tables, their rows and their headers.

use dom::Tag;

use super::Sizes;
use crate::evidence::{Evidence, NONE};

/// The table of each element of a page, and which tables hold data.
#[derive(Debug)]
pub(crate) struct Tables {
    /// The innermost table around each element, the element included, or [`NONE`].
    around: Vec<u32>,
    is_layout: Vec<bool>,
}

impl Tables {
    /// Finds the tables. One that contains another table arranges parts of a page, and one of a single cell is a box:
    /// both are layout.
    pub(crate) fn find(page: &Evidence) -> Tables {
        let n = page.elements.len();
        let (mut around, mut is_layout, mut cells) = (vec![NONE; n], vec![false; n], vec![0_u32; n]);
        for (at, element) in page.elements.iter().enumerate() {
            let above = if element.parent == NONE {
                NONE
            } else {
                around[element.parent as usize]
            };
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

    /// Returns the innermost data table around an element.
    fn of(&self, element: u32) -> Option<u32> {
        let table = self.around[element as usize];
        (table != NONE && !self.is_layout[table as usize]).then_some(table)
    }
}

/// Marks the rows of data tables.
pub(super) fn rows(page: &Evidence, sizes: &Sizes, tables: &Tables, owners: &mut [u32]) {
    for (at, element) in page.elements.iter().enumerate() {
        if element.tag == Tag::TR && sizes.is_unit(at) && tables.of(at as u32).is_some() {
            owners[at] = at as u32;
        }
    }
}

/// Lets the header rows of each data table stay if and only if a row of its body does.
///
/// A header row is in `thead`, or has only `th`. A table without other rows is left as it is.
pub(crate) fn header_rows(page: &Evidence, tables: &Tables, keep: &mut [bool]) {
    // For each row, whether it is a header: none has a cell until one is seen.
    let n = page.elements.len();
    let (mut row, mut is_header) = (vec![NONE; n], vec![true; n]);
    let mut in_thead = vec![false; n];
    for (at, element) in page.elements.iter().enumerate().skip(1) {
        let above = element.parent as usize;
        in_thead[at] = match element.tag {
            Tag::THEAD => true,
            Tag::TABLE => false,
            _ => in_thead[above],
        };
        row[at] = match element.tag {
            Tag::TR => at as u32,
            Tag::TABLE => NONE,
            _ => row[above],
        };
        if element.tag == Tag::TD && row[at] != NONE && !in_thead[at] {
            is_header[row[at] as usize] = false;
        }
    }
    // By table, whether its body has lines, and whether one of them stays.
    let (mut has_body, mut has_kept) = (vec![false; n], vec![false; n]);
    let place = |owner: u32| {
        let table = tables.of(owner)?;
        let row = row[owner as usize];
        (row != NONE).then(|| (table as usize, is_header[row as usize]))
    };
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
