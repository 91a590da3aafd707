//! Figures in rows and columns, for people and for the record.

use std::{borrow::Cow, fmt};

use evaluation::table::aligned;
use serde::{Deserialize, Serialize};

/// One table of a run.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Table {
    pub(crate) title: String,
    /// What the rows are, and a name for each column's figures.
    pub(crate) head: Vec<Cow<'static, str>>,
    pub(crate) rows: Vec<Row>,
    /// What is to be said of it: what is missing and why, or which row matters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) notes: Vec<String>,
}

/// What was measured, and the figures. A figure may be missing.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) figures: Vec<Option<f64>>,
}

impl Table {
    /// Makes an empty table. The first word of the head names the rows.
    pub(crate) fn new<N: Into<Cow<'static, str>> + Clone>(title: impl Into<String>, head: &[N]) -> Table {
        Table {
            title: title.into(),
            head: head.iter().cloned().map(Into::into).collect(),
            rows: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Adds a row. Figures that are not numbers count as missing.
    pub(crate) fn push(&mut self, name: impl Into<String>, figures: impl IntoIterator<Item = impl Into<Option<f64>>>) {
        let figures = figures.into_iter().map(Into::into);
        self.rows.push(Row {
            name: name.into(),
            figures: figures.map(|figure| figure.filter(|figure| figure.is_finite())).collect(),
        });
    }

    /// Adds a row of figures with the names of their columns, which are the same in all rows.
    pub(crate) fn row(
        &mut self,
        name: impl Into<String>,
        figures: impl IntoIterator<Item = (&'static str, Option<f64>)>,
    ) {
        let (columns, figures): (Vec<&'static str>, Vec<Option<f64>>) = figures.into_iter().unzip();
        if self.rows.is_empty() {
            self.head.truncate(1);
            self.head.extend(columns.into_iter().map(Cow::Borrowed));
        }
        self.push(name, figures);
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.title)?;
        let head = self.head.iter().map(|name| name.to_string()).collect();
        let mut lines: Vec<Vec<String>> = vec![head];
        lines.extend(self.rows.iter().map(|row| {
            let figures = row.figures.iter().map(|&figure| short(figure));
            [row.name.clone()].into_iter().chain(figures).collect()
        }));
        let lines: Vec<String> = aligned(&lines).iter().map(|line| format!("  {line}")).collect();
        write!(f, "{}", lines.join("\n"))?;
        for note in &self.notes {
            write!(f, "\n  {note}")?;
        }
        Ok(())
    }
}

/// Three digits that count, and whole numbers beyond.
pub(crate) fn short(figure: Option<f64>) -> String {
    let Some(figure) = figure else {
        return "-".to_owned();
    };
    let size = figure.abs();
    let decimals = match size {
        _ if size == 0.0 || size >= 99.95 => 0,
        _ if size >= 9.995 => 1,
        _ if size >= 0.9995 => 2,
        _ => 3,
    };
    format!("{figure:.decimals$}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_have_three_digits() {
        let check = |figure, text: &str| assert_eq!(short(Some(figure)), text);
        check(0.0, "0");
        check(0.01234, "0.012");
        check(0.99951, "1.00");
        check(1.2345, "1.23");
        check(9.996, "10.0");
        check(99.96, "100");
        check(12_345.6, "12346");
        check(-2.5, "-2.50");
        assert_eq!(short(None), "-");
    }

    #[test]
    fn columns_stand_below_their_names() {
        let mut table = Table::new("speed", &["what", "MB/s", "ratio"]);
        table.push("scan", [1_234.0, 1.0]);
        table.push("a longer one", [0.5, f64::NAN]);
        let lines =
            ["speed", "  what           MB/s  ratio", "  scan           1234   1.00", "  a longer one  0.500      -"];
        assert_eq!(table.to_string().lines().collect::<Vec<_>>(), lines);
    }
}
