//! Tables of figures.

use std::fmt::Write as _;

use crate::escape::Escaped;

/// A table whose first column names the things that the other columns measure.
#[derive(Clone, Debug)]
pub struct Table {
    head: Vec<String>,
    rows: Vec<Vec<Cell>>,
}

/// One cell: a text that may link to a page.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Cell {
    text: String,
    /// The number of the page that it links to, and the layer under which that is shown.
    page: Option<(usize, String)>,
}

impl Cell {
    /// Returns a cell that links to a page, by the number that
    /// [`PageViews::push`](crate::PageViews::push) returned.
    pub fn page(text: impl Into<String>, page: usize) -> Cell {
        Cell::layer(text, page, "")
    }

    /// Returns a cell that links to a page under one of its layers.
    pub fn layer(text: impl Into<String>, page: usize, layer: impl Into<String>) -> Cell {
        Cell { text: text.into(), page: Some((page, layer.into())) }
    }

    fn write(&self, html: &mut String) -> std::fmt::Result {
        let text = Escaped(&self.text);
        match &self.page {
            None => write!(html, "{text}"),
            // Without a layer, the viewer keeps the one that is shown.
            Some((page, layer)) if layer.is_empty() => {
                write!(html, "<a href=\"#page-{page}\">{text}</a>")
            }
            Some((page, layer)) => {
                write!(html, "<a href=\"#page-{page}/")?;
                // The viewer decodes it. Most names need no encoding.
                for byte in layer.bytes() {
                    match byte {
                        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' => {
                            html.push(char::from(byte));
                        }
                        _ => write!(html, "%{byte:02X}")?,
                    }
                }
                write!(html, "\">{text}</a>")
            }
        }
    }

    fn is_figure(&self) -> bool {
        let text = self.text.trim();
        // A dot stands for a missing figure, and must not change the alignment of its column.
        text == "·"
            || text.starts_with(|first: char| first.is_ascii_digit() || matches!(first, '+' | '-' | '.' | '−'))
                && text.contains(|any: char| any.is_ascii_digit())
                && !text.contains(['/', '_'])
    }
}

impl From<String> for Cell {
    fn from(text: String) -> Cell {
        Cell { text, page: None }
    }
}

impl From<&str> for Cell {
    fn from(text: &str) -> Cell {
        text.to_owned().into()
    }
}

impl From<usize> for Cell {
    fn from(n: usize) -> Cell {
        n.to_string().into()
    }
}

impl Table {
    /// Makes a table without rows.
    pub fn new<T: Into<String>>(head: impl IntoIterator<Item = T>) -> Table {
        Table { head: head.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row. Rows may be shorter than the head, or longer.
    pub fn row<T: Into<Cell>>(&mut self, cells: impl IntoIterator<Item = T>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Returns whether there is no row.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    pub(crate) fn write(&self, caption: &str, html: &mut String) -> std::fmt::Result {
        // A column is aligned to the right if all of its cells are figures. An empty one is not.
        let figures: Vec<bool> = (0..self.head.len())
            .map(|column| {
                let mut cells = self.rows.iter().filter_map(|row| row.get(column)).peekable();
                cells.peek().is_some() && cells.all(Cell::is_figure)
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
                write!(html, "{open}{class}>")?;
                cell.write(html)?;
                html.push_str(close);
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
    fn layers_are_encoded_in_links() {
        for (layer, expected) in [
            ("mine", "<a href=\"#page-3/mine\">a</a>"),
            ("50% & \u{e9}", "<a href=\"#page-3/50%25%20%26%20%C3%A9\">a</a>"),
            ("", "<a href=\"#page-3\">a</a>"),
        ] {
            let mut html = String::new();
            Cell::layer("a", 3, layer).write(&mut html).unwrap();
            assert_eq!(html, expected);
        }
    }

    #[test]
    fn figures_are_told_from_names() {
        for (text, expected) in
            [("0.95", true), ("+3.2 %", true), ("·", true), ("distill", false), ("a/b", false), ("2024/x.html", false)]
        {
            assert_eq!(Cell::from(text).is_figure(), expected, "{text}");
        }
    }
}
