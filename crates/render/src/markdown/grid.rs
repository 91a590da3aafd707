//! Writes tables between pipes.

use super::{
    tables::{Align, Cell, Table},
    writer::{Run, Writer},
};

/// A table that is being written.
#[derive(Debug)]
pub(super) struct Grid {
    n_columns: usize,
    headers: Vec<bool>,
    aligns: Vec<Option<Align>>,
    /// The number of the row that is being written, if any is.
    row: Option<usize>,
    n_lines: usize,
    /// How many cells of the row are written.
    n_cells: usize,
}

impl Grid {
    /// Returns the table before its first row. Its headers and alignments are moved out of `table`, which needs them
    /// only once.
    pub(super) fn new(table: &mut Table) -> Grid {
        Grid {
            n_columns: table.n_columns,
            headers: std::mem::take(&mut table.headers),
            aligns: std::mem::take(&mut table.aligns),
            row: None,
            n_lines: 0,
            n_cells: 0,
        }
    }

    pub(super) fn has_rows(&self) -> bool {
        self.n_lines > 0
    }

    /// Begins a cell: the next one of its row, or one in a later row.
    pub(super) fn begin_cell(&mut self, writer: &mut Writer, cell: Cell) {
        if self.row != Some(cell.row) {
            self.end_row(writer);
            let is_header = self.headers.get(cell.row).copied().unwrap_or(false);
            if self.n_lines == 0 && !is_header {
                // Markdown has no table without a header, so this one gets an empty header.
                self.begin_row(writer);
                self.end_row(writer);
            }
            self.begin_row(writer);
            self.row = Some(cell.row);
        }
        self.fill(writer, cell.column);
        writer.out.push(' ');
        writer.begin_cell();
    }

    pub(super) fn end_cell(&mut self, writer: &mut Writer) {
        writer.end_cell();
        writer.out.push_str(" |");
        self.n_cells += 1;
    }

    /// Ends the rows, so that what follows begins another table.
    pub(super) fn interrupt(&mut self, writer: &mut Writer) {
        self.end_row(writer);
        self.n_lines = 0;
    }

    fn begin_row(&mut self, writer: &mut Writer) {
        if self.n_lines == 0 {
            writer.end_run();
            writer.begin_block();
        } else {
            writer.new_line(true);
        }
        self.n_lines += 1;
        self.n_cells = 0;
        // No row has this number. A row of cells replaces it by its own.
        self.row = Some(usize::MAX);
        writer.out.push('|');
    }

    /// Ends the row that is being written, which may be the last one of the table.
    pub(super) fn end_row(&mut self, writer: &mut Writer) {
        if self.row.take().is_none() {
            return;
        }
        self.fill(writer, self.n_columns);
        // The first line is the header, and Markdown wants the line of alignments right after it.
        if self.n_lines == 1 {
            writer.new_line(true);
            writer.out.push('|');
            for align in &self.aligns {
                writer.out.push_str(match align {
                    None => " --- |",
                    Some(Align::Left) => " :-- |",
                    Some(Align::Center) => " :-: |",
                    Some(Align::Right) => " --: |",
                });
            }
        }
    }

    fn fill(&mut self, writer: &mut Writer, n_cells: usize) {
        let n_missing = n_cells.saturating_sub(self.n_cells);
        writer.out.extend(std::iter::repeat_n("  |", n_missing));
        self.n_cells += n_missing;
    }
}

impl Writer {
    fn begin_cell(&mut self) {
        self.spans.forget();
        self.run = Run::Cell;
        self.line_start = self.out.len();
    }

    fn end_cell(&mut self) {
        self.close_spans();
        self.spans.forget();
        self.run = Run::None;
    }
}
