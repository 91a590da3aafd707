//! A table of text, and how its cells are written.

/// Columns of text, the first flushed left and the rest right.
#[derive(Debug)]
pub struct Table {
    title: String,
    /// The first is the head.
    rows: Vec<Vec<String>>,
}

/// The name of a column, and what writes its cell for an item.
pub(crate) type Column<'a, R> = (&'a str, &'a dyn Fn(&R) -> String);

impl Table {
    pub(crate) fn new(head: &[&str]) -> Table {
        Table { title: String::new(), rows: vec![head.iter().map(|&cell| cell.to_owned()).collect()] }
    }

    /// Makes a table with a row for each item. Each column has a name, and a function that writes its cells.
    pub(crate) fn of<R>(items: impl IntoIterator<Item = R>, columns: &[Column<'_, R>]) -> Table {
        let head: Vec<&str> = columns.iter().map(|(name, _)| *name).collect();
        let mut table = Table::new(&head);
        for item in items {
            table.row(columns.iter().map(|(_, cell)| cell(&item)).collect());
        }
        table
    }

    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    pub(crate) fn titled(mut self, title: impl Into<String>) -> Table {
        self.title = title.into();
        self
    }

    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows[1..]
    }

    pub(crate) fn print(&self, text: &mut String) {
        let title = &self.title;
        text.push_str(&format!("\n{title}\n\n"));
        let lines = aligned(&self.rows);
        // The columns are as wide as the longest line, before spaces at its end are left out.
        let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        for (nth, line) in lines.iter().enumerate() {
            text.push_str(line.trim_end());
            text.push('\n');
            if nth == 0 {
                text.push_str(&"-".repeat(width));
                text.push('\n');
            }
        }
    }
}

/// Returns a line for each row, with two spaces between columns, the first flushed left and the rest right.
pub fn aligned(rows: &[Vec<String>]) -> Vec<String> {
    let n_columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |at: usize| {
        let cells = rows.iter().filter_map(|row| row.get(at));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..n_columns).map(width).collect();
    let cells = |row: &Vec<String>| -> Vec<String> {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(at, (cell, &width))| match at {
            0 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        cells.collect()
    };
    rows.iter().map(|row| cells(row).join("  ")).collect()
}

/// Writes four decimals, or a dot for what is missing.
pub(crate) fn share(value: Option<f64>) -> String {
    value.map_or_else(|| "·".to_owned(), |value| format!("{value:.4}"))
}
