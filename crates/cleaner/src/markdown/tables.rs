//! Which tables are tables: Markdown has them for data, not for layout.

use tokenize::{Kind, Tag, Token};

use crate::stack::{NONE, Stack};

/// What Markdown needs to know of a table before it begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Table {
    element: u32,
    has_header: bool,
    is_flat: bool,
    n_cells_of_row: u32,
    /// The most cells that a row has.
    pub(crate) n_columns: u32,
}

/// Returns the tables that Markdown can show: with a header cell, and without
/// tables, lists or quotations in them. By ascending element.
pub(crate) fn data_tables(source: &str, tokens: &[Token]) -> Vec<Table> {
    let mut stack = Stack::new(source, tokens);
    let mut tables: Vec<Table> = Vec::new();
    let mut open: Vec<usize> = Vec::new();
    for token in tokens {
        let element = match token.kind() {
            Kind::StartTag => stack.start(token),
            Kind::EndTag => {
                stack.end(token);
                NONE
            }
            Kind::Text => {
                stack.text();
                continue;
            }
            _ => continue,
        };
        // Below the element that was just pushed, if any.
        let innermost = if element == NONE {
            stack.innermost()
        } else {
            stack.parent()
        };
        while open
            .last()
            .is_some_and(|&at| innermost == NONE || innermost < tables[at].element)
        {
            open.pop();
        }
        if element == NONE {
            continue;
        }
        if let Some(table) = open.last().map(|&at| &mut tables[at]) {
            match token.tag() {
                Tag::TR => table.n_cells_of_row = 0,
                Tag::TD | Tag::TH => {
                    table.has_header |= token.tag() == Tag::TH;
                    table.n_cells_of_row += 1;
                    table.n_columns = table.n_columns.max(table.n_cells_of_row);
                }
                Tag::TABLE | Tag::UL | Tag::OL | Tag::DL | Tag::PRE | Tag::BLOCKQUOTE => {
                    table.is_flat = false
                }
                _ => {}
            }
        }
        if token.tag() == Tag::TABLE {
            open.push(tables.len());
            tables.push(Table {
                element,
                has_header: false,
                is_flat: true,
                n_cells_of_row: 0,
                n_columns: 0,
            });
        }
    }
    tables.retain(|table| table.has_header && table.is_flat);
    tables
}

/// Returns the table that an element is.
pub(crate) fn find(tables: &[Table], element: u32) -> Option<&Table> {
    let at = tables
        .binary_search_by_key(&element, |table| table.element)
        .ok()?;
    Some(&tables[at])
}
