//! Tables of figures.

use std::fmt::Write as _;

use crate::escape::Escaped;

/// A table whose first column names the things that the other columns measure.
#[derive(Clone, Debug)]
pub struct Table {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// Returns whether a cell holds a figure.
fn is_figure(text: &str) -> bool {
    let text = text.trim();
    text.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '+' | '-' | '.' | '−'))
        && text.contains(|any: char| any.is_ascii_digit())
        && !text.contains(['/', '_'])
}

impl Table {
    /// Makes a table without rows.
    pub fn new<T: Into<String>>(head: impl IntoIterator<Item = T>) -> Table {
        Table { head: head.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row. Rows may be shorter than the head, or longer.
    pub fn row<T: Into<String>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    pub(crate) fn write(&self, caption: &str, html: &mut String) -> std::fmt::Result {
        // A column is aligned to the right if all of its cells are figures. An empty one is not.
        let figures: Vec<bool> = (0..self.head.len())
            .map(|column| {
                let mut cells = self.rows.iter().filter_map(|row| row.get(column)).peekable();
                cells.peek().is_some() && cells.all(|cell| is_figure(cell))
            })
            .collect();
        let class = |column: usize| match figures.get(column) {
            Some(true) => " class=\"figure\"",
            _ => "",
        };
        let caption = Escaped(caption);
        // Can be scrolled by keyboard too, so it can be focused and has a name.
        write!(
            html,
            "<div class=\"table\" role=\"region\" tabindex=\"0\" aria-label=\"{caption}\"><table>\
             <thead><tr>"
        )?;
        for (column, name) in self.head.iter().enumerate() {
            let (class, name) = (class(column), Escaped(name));
            write!(html, "<th scope=\"col\"{class}>{name}</th>")?;
        }
        html.push_str("</tr></thead><tbody>\n");
        for row in &self.rows {
            html.push_str("<tr>");
            for (column, cell) in row.iter().enumerate() {
                let class = class(column);
                let (open, close) = match column {
                    0 => ("<th scope=\"row\"", "</th>"),
                    _ => ("<td", "</td>"),
                };
                write!(html, "{open}{class}>{}{close}", Escaped(cell))?;
            }
            html.push_str("</tr>\n");
        }
        html.push_str("</tbody></table></div>\n");
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_told_from_names() {
        for (text, expected) in
            [("0.95", true), ("+3.2 %", true), ("distill", false), ("a/b", false), ("2024/x.html", false)]
        {
            assert_eq!(is_figure(text), expected, "{text}");
        }
    }
}
