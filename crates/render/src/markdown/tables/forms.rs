//! Decides how a table is written, once all of it is read.

use dom::NodeId;

use super::{
    Align, Cell, Form, Table,
    draft::{Draft, DraftCell},
};

/// A table without header cells holds data if no cell has more bytes of text than this.
/// Cells that hold columns of a page have thousands. Chosen: by eye.
const MAX_PLAIN_CELL: usize = 400;

/// A table with headers and other tables inside holds data if no cell has more bytes of text than this. Chosen: by eye.
const MAX_NESTING_CELL: usize = 2000;

/// Cells with more bytes of text than this have lines of their own in a table for the layout. Chosen: by eye.
const MAX_LINE_CELL: usize = 200;

/// A table with at most this many cells may have any number of missing ones. Chosen: by eye.
const FEW_CELLS: usize = 64;

pub(super) fn finish(drafts: Vec<Draft>) -> Vec<Table> {
    let mut forms = vec![Form::Layout; drafts.len()];
    let mut tables = Vec::with_capacity(drafts.len());
    // Inner tables come after the tables around them, so that in reverse order they are decided first.
    for (at, draft) in drafts.iter().enumerate().rev() {
        let nests_data = draft.nested.iter().any(|&inner| forms[inner] != Form::Layout);
        let table = decide(draft, nests_data);
        forms[at] = table.form;
        tables.push(table);
    }
    tables.reverse();
    tables
}

fn decide(draft: &Draft, nests_data: bool) -> Table {
    let filled: Vec<&DraftCell> = draft.cells.iter().filter(|cell| cell.has_content).collect();
    // Rows and columns without content are dropped. The ranks number those that are left.
    let rows = ranks(filled.iter().map(|cell| cell.row));
    let is_heading = |nth: usize| is_heading(&filled, nth);
    let rest: Vec<&DraftCell> = (0..filled.len()).filter(|&nth| !is_heading(nth)).map(|nth| filled[nth]).collect();
    let columns = ranks(rest.iter().map(|cell| cell.column));
    // Headings are in none of the columns, and their column is not used.
    let rank = |ranks: &[usize], value: usize| ranks.binary_search(&value).unwrap_or(0);
    let size = (ranks(rest.iter().map(|cell| cell.row)).len(), columns.len());
    let form = form(draft, &rest, size, nests_data);
    let mut headers = vec![true; rows.len()];
    for cell in &filled {
        let is_header = cell.is_header || draft.head_rows.binary_search(&cell.row).is_ok();
        headers[rank(&rows, cell.row)] &= is_header;
    }
    // The alignment of the cells of each column so far: `Some(None)` if they have none, or do not agree.
    let mut aligns: Vec<Option<Option<Align>>> = vec![None; columns.len()];
    for cell in &rest {
        if cell.is_single && !headers[rank(&rows, cell.row)] {
            let column = &mut aligns[rank(&columns, cell.column)];
            *column = Some(column.map_or(cell.align, |so_far| so_far.filter(|_| so_far == cell.align)));
        }
    }
    Table {
        node: draft.node,
        form,
        n_columns: columns.len(),
        headers,
        aligns: aligns.into_iter().map(Option::flatten).collect(),
        cells: (filled.iter().enumerate())
            .map(|(nth, cell)| Cell {
                node: cell.node,
                row: rank(&rows, cell.row),
                column: rank(&columns, cell.column),
                is_heading: is_heading(nth),
            })
            .collect(),
        in_line: match form {
            Form::Layout => in_line(draft, &filled),
            _ => Vec::new(),
        },
    }
}

/// Returns whether a cell is alone in its row and holds a heading.
fn is_heading(filled: &[&DraftCell], nth: usize) -> bool {
    let cell = filled[nth];
    let is_in_row = |other: Option<&&DraftCell>| other.is_some_and(|other| other.row == cell.row);
    let before = nth.checked_sub(1).and_then(|before| filled.get(before));
    let is_running = cell.n_items == 0 && !cell.has_table;
    cell.has_heading && is_running && !is_in_row(before) && !is_in_row(filled.get(nth + 1))
}

/// Returns the rows and cells that share a line with the one before: in rows of several cells with one short line of
/// text each, the cells; in a signature, everything.
fn in_line(draft: &Draft, filled: &[&DraftCell]) -> Vec<NodeId> {
    let is_line = |cell: &DraftCell| !cell.has_blocks && !cell.is_complex && cell.len <= MAX_LINE_CELL;
    if draft.is_signature {
        let is_free = !filled.iter().any(|cell| cell.has_blocks || cell.is_complex);
        let parts = draft.parts.iter().filter(|_| is_free);
        return parts.map(|(node, _)| *node).collect();
    }
    let mut lines = vec![false; draft.n_rows];
    for cells in filled.chunk_by(|one, other| one.row == other.row) {
        lines[cells[0].row] = cells.len() > 1 && cells.iter().all(|cell| is_line(cell));
    }
    let cells = draft.parts.iter().filter(|(node, row)| {
        let is_in_line = lines.get(*row).copied().unwrap_or(false);
        // The row itself begins the line.
        is_in_line && draft.cells.binary_search_by_key(node, |cell| cell.node).is_ok()
    });
    cells.map(|(node, _)| *node).collect()
}

/// Returns the values that occur, in order.
fn ranks(values: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut ranks: Vec<usize> = values.collect();
    ranks.sort_unstable();
    ranks.dedup();
    ranks
}

fn form(draft: &Draft, filled: &[&DraftCell], (n_rows, n_columns): (usize, usize), nests_data: bool) -> Form {
    let n_headers = filled.iter().filter(|cell| cell.is_header).count();
    let longest = filled.iter().map(|cell| cell.len).max().unwrap_or(0);
    // A single column is a list, and a single row a line, unless a header names its values.
    let is_small = n_columns < 2 || n_rows < 2 && (n_headers == 0 || n_headers == filled.len());
    if is_small || draft.is_presentation || draft.is_signature {
        return Form::Layout;
    }
    let is_said_to_be = n_headers > 0 || draft.has_caption || !draft.head_rows.is_empty();
    let has_blocks = || {
        let mut cells = filled.iter();
        cells.any(|cell| cell.is_complex || cell.has_heading || cell.n_items > 1)
    };
    let is_data = if is_said_to_be {
        draft.nested.is_empty() || longest <= MAX_NESTING_CELL
    } else {
        // If nothing declares it, cells that hold little and leave few gaps are data.
        let n_texts = filled.iter().filter(|cell| cell.len > 0).count();
        draft.nested.is_empty()
            && !has_blocks()
            && longest <= MAX_PLAIN_CELL
            && n_rows * n_columns <= 2 * filled.len()
            && filled.len() <= 2 * n_texts
    };
    if !is_data {
        return Form::Layout;
    }
    let is_complex = nests_data || filled.iter().any(|cell| cell.is_complex);
    // Between pipes, every missing cell is written. Spanning cells could make such a table far longer than its page.
    let is_sparse = 4 * filled.len() + FEW_CELLS < n_rows * n_columns;
    if draft.n_across.is_some() && is_complex {
        // HTML of its elements would be no table.
        Form::Layout
    } else if is_complex || is_sparse || draft.is_wide {
        Form::Html
    } else {
        Form::Grid
    }
}
