//! A table of text, and how its cells are written.

/// Columns of text, the first flushed left and the rest right.
#[derive(Debug)]
pub struct Table {
    title: String,
    head: Vec<String>,
    pub(crate) rows: Vec<Vec<String>>,
}

/// The name of a column, and what writes its cell for an item.
pub type Column<'a, R> = (&'a str, &'a dyn Fn(&R) -> String);

impl Table {
    pub(crate) fn new(title: impl Into<String>, head: impl IntoIterator<Item = impl Into<String>>) -> Table {
        Table { title: title.into(), head: head.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Makes a table with a row for each item. Each column has a name, and a function that writes its cells.
    pub fn of<R>(title: &str, items: impl IntoIterator<Item = R>, columns: &[Column<'_, R>]) -> Table {
        let mut table = Table::new(title, columns.iter().map(|(name, _)| *name));
        for item in items {
            table.row(columns.iter().map(|(_, cell)| cell(&item)));
        }
        table
    }

    pub(crate) fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(cells.into_iter().collect());
    }

    /// Writes the title and the aligned rows, below a line of dashes as wide as the widest.
    pub fn print(&self, text: &mut String) {
        let lines = aligned(std::iter::once(&self.head).chain(&self.rows));
        let width = lines.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        let mut lines = lines.iter().map(|line| line.trim_end());
        let head = lines.next().unwrap_or_default();
        text.push_str(&format!("\n{}\n\n{head}\n{}\n", self.title, "-".repeat(width)));
        text.extend(lines.flat_map(|line| [line, "\n"]));
    }
}

/// Returns a line for each row, with two spaces between columns, the first flushed left and the rest right.
pub fn aligned<'a>(rows: impl IntoIterator<Item = &'a Vec<String>>) -> Vec<String> {
    let rows: Vec<&Vec<String>> = rows.into_iter().collect();
    let n_columns = rows.iter().map(|row| row.len()).max().unwrap_or(0);
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
    rows.into_iter().map(|row| cells(row).join("  ")).collect()
}

/// Writes four decimals, or a dot for what is missing.
pub(crate) fn share(value: Option<f64>) -> String {
    or_dot(value, |value| format!("{value:.4}"))
}

/// Writes a value, or a dot for what is missing.
pub(crate) fn or_dot<T>(value: Option<T>, write: impl FnOnce(T) -> String) -> String {
    value.map_or_else(|| "·".to_owned(), write)
}
