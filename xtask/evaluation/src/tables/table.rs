//! A table of text, and how its cells are written.

/// Columns of text, the first flushed left and the rest right.
#[derive(Debug)]
pub struct Table {
    title: String,
    /// The first is the head.
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(head: &[&str]) -> Table {
        Table {
            title: String::new(),
            rows: vec![head.iter().map(|&cell| cell.to_owned()).collect()],
        }
    }

    pub(crate) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    pub(crate) fn titled(mut self, title: impl Into<String>) -> Table {
        self.title = title.into();
        self
    }

    pub fn title(&self) -> &str {
        &self.title
    }

    pub fn head(&self) -> &[String] {
        &self.rows[0]
    }

    pub fn rows(&self) -> &[Vec<String>] {
        &self.rows[1..]
    }

    pub(crate) fn print(&self, text: &mut String) {
        let title = &self.title;
        let n_columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..n_columns)
            .map(|at| {
                self.rows
                    .iter()
                    .filter_map(|row| row.get(at))
                    .map(|cell| cell.chars().count())
                    .max()
                    .unwrap_or(0)
            })
            .collect();
        text.push_str(&format!("\n{title}\n\n"));
        for (nth, row) in self.rows.iter().enumerate() {
            let mut line = String::new();
            for (at, cell) in row.iter().enumerate() {
                let width = widths[at];
                if at == 0 {
                    line.push_str(&format!("{cell:<width$}"));
                } else {
                    line.push_str(&format!("  {cell:>width$}"));
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
            if nth == 0 {
                text.push_str(&"-".repeat(widths.iter().sum::<usize>() + 2 * (n_columns - 1)));
                text.push('\n');
            }
        }
    }
}

pub(crate) fn share(value: Option<f64>) -> String {
    value.map_or_else(|| "·".to_owned(), |value| format!("{value:.4}"))
}
