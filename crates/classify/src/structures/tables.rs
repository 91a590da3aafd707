//! Data tables, their rows and their headers.

use dom::Tag;

use super::{UnitKind, sizes::Sizes};
use crate::evidence::Evidence;

/// The most lines of a row that is one statement. A row with more is part of a layout. Chosen: by eye.
const LINES_MAX: u32 = 12;
/// The most words of such a row. Chosen: by eye.
const WORDS_MAX: u32 = 60;

/// The tables of a page with their rows.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    tables: Vec<Table>,
    /// The elements of the rows, and what they are.
    rows: Vec<(u32, Row)>,
    /// The innermost table around each element, and its row around the element, by their indices. Empty without tables.
    places: Vec<Option<(usize, Option<usize>)>>,
}

#[derive(Debug)]
struct Table {
    /// Whether another table is in it.
    has_table: bool,
    n_cells: u32,
    /// One past the last element of its last `thead`.
    head_end: u32,
}

impl Table {
    /// Returns whether it arranges parts of the page: a table that contains another one, and one of a single cell, which
    /// is a box around something else.
    fn is_layout(&self) -> bool {
        self.has_table || self.n_cells < 2
    }
}

#[derive(Debug)]
struct Row {
    /// The innermost table around it, by its index.
    table: usize,
    /// Whether it is in a `thead`.
    is_in_head: bool,
    /// Whether it is in a `thead` or has no `td`.
    is_header: bool,
}

impl Tables {
    /// Finds the tables. A table that contains another one arranges parts of a page, and one of a single cell is a box
    /// around something else: these are layout, and all others hold data. What is large in them is no row by its size.
    ///
    /// # Complexity
    ///
    /// Linear in the elements of the page.
    pub(crate) fn find(page: &Evidence) -> Tables {
        // On most pages there is none.
        if !page.elements.iter().any(|element| element.tag == Tag::TABLE) {
            return Tables::default();
        }
        let (mut tables, mut rows): (Vec<Table>, Vec<(u32, Row)>) = (Vec::new(), Vec::new());
        let places = page.inherited(|above: Option<(usize, Option<usize>)>, at, element| {
            if element.tag == Tag::TABLE {
                if let Some((table, _)) = above {
                    tables[table].has_table = true;
                }
                tables.push(Table { has_table: false, n_cells: 0, head_end: 0 });
                return Some((tables.len() - 1, None));
            }
            let (number, row) = above?;
            let table = &mut tables[number];
            match element.tag {
                Tag::THEAD => table.head_end = element.end,
                Tag::TR => {
                    rows.push((at, Row { table: number, is_in_head: at < table.head_end, is_header: true }));
                    return Some((number, Some(rows.len() - 1)));
                }
                Tag::TD | Tag::TH => {
                    table.n_cells += 1;
                    if let Some(row) = row.filter(|_| element.tag == Tag::TD) {
                        rows[row].1.is_header = rows[row].1.is_in_head;
                    }
                }
                _ => {}
            }
            above
        });
        Tables { tables, rows, places }
    }

    /// Returns the index of the innermost table around an element, if it holds data, and whether the element is in a
    /// header row of it. What is in no row has no place.
    fn place(&self, element: u32) -> Option<(usize, bool)> {
        let (table, row) = (*self.places.get(element as usize)?)?;
        (!self.tables[table].is_layout()).then_some((table, self.rows[row?].1.is_header))
    }
}

/// Adds the rows of data tables to what is marked.
pub(super) fn mark_rows(sizes: &Sizes, tables: &Tables, marks: &mut Vec<(u32, UnitKind)>) {
    for &(at, ref row) in &tables.rows {
        if !tables.tables[row.table].is_layout() && sizes.is_within(at as usize, LINES_MAX, WORDS_MAX) {
            marks.push((at, UnitKind::Row));
        }
    }
}

/// Lets the header rows of each data table stay if and only if something of its body does. A header row is in `thead`
/// or has no `td`. A table that has only header rows is left as it is.
///
/// # Complexity
///
/// Linear in the lines.
pub(crate) fn settle_header_rows(page: &Evidence, tables: &Tables, keep: &mut [bool]) {
    if tables.rows.iter().all(|(_, row)| !row.is_header) {
        return;
    }
    // By table: whether it has a body, and whether something of that stays.
    let mut bodies = vec![(false, false); tables.tables.len()];
    for (line, &keep) in page.lines.iter().zip(&*keep) {
        if let Some((table, false)) = tables.place(line.owner) {
            let (has_body, has_kept) = &mut bodies[table];
            *has_body = true;
            *has_kept |= keep;
        }
    }
    for (line, keep) in page.lines.iter().zip(keep) {
        if let Some((table, true)) = tables.place(line.owner)
            && let (true, has_kept) = bodies[table]
        {
            *keep = has_kept;
        }
    }
}
