//! Data tables, their rows and their headers.

use dom::Tag;

use super::{UnitKind, nested::Nested, sizes::Sizes};
use crate::evidence::Evidence;

/// The most lines of a row that is one statement. A row with more is part of a layout. Chosen: by eye.
const LINES_MAX: u32 = 12;
/// The most words of such a row. Chosen: by eye.
const WORDS_MAX: u32 = 60;

/// The tables of a page with their rows.
#[derive(Debug)]
pub(crate) struct Tables {
    tables: Nested<Table>,
    rows: Nested<Row>,
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
        let (mut tables, mut rows) = (Nested::<Table>::new(), Nested::<Row>::new());
        // Before the first table there is nothing to find, and on most pages there is none.
        let n_before = page.elements.iter().take_while(|element| element.tag != Tag::TABLE).count();
        for (at, element) in page.elements.iter().enumerate().skip(n_before) {
            if !matches!(element.tag, Tag::TABLE | Tag::THEAD | Tag::TR | Tag::TD | Tag::TH) {
                continue;
            }
            let at = at as u32;
            let table = tables.open_at(at);
            if element.tag == Tag::TABLE {
                if let Some(table) = table {
                    tables[table].has_table = true;
                }
                tables.push(at, element, Table { has_table: false, n_cells: 0, head_end: 0 });
                continue;
            }
            let Some(table) = table else {
                continue;
            };
            match element.tag {
                Tag::THEAD => tables[table].head_end = element.end,
                Tag::TR => {
                    let is_in_head = at < tables[table].head_end;
                    rows.push(at, element, Row { table, is_in_head, is_header: true });
                }
                _ => {
                    tables[table].n_cells += 1;
                    if element.tag == Tag::TD
                        && let Some(row) = rows.open_at(at).filter(|&row| rows[row].table == table)
                    {
                        rows[row].is_header = rows[row].is_in_head;
                    }
                }
            }
        }
        Tables { tables, rows }
    }

    /// Returns the index of the innermost table around an element, if it holds data, and whether the element is in a
    /// header row of it. What is in no row has no place.
    fn place(&self, element: u32) -> Option<(usize, bool)> {
        let table = self.tables.innermost(element)?;
        let row = &self.rows[self.rows.innermost(element)?];
        // A table in a row has rows of its own.
        (row.table == table && !self.tables[table].is_layout()).then_some((table, row.is_header))
    }
}

/// Adds the rows of data tables to what is marked.
pub(super) fn mark_rows(sizes: &Sizes, tables: &Tables, marks: &mut Vec<(u32, UnitKind)>) {
    for (at, row) in tables.rows.values() {
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
/// Logarithmic in the tables and rows, for each line.
pub(crate) fn settle_header_rows(page: &Evidence, tables: &Tables, keep: &mut [bool]) {
    if tables.rows.values().all(|(_, row)| !row.is_header) {
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
