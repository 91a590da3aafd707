//! Geraci and Maggini's figure 1: the similarity matrix of two small snippets, and the way back through it.

use align_nw::{Config, Step};

use crate::table::Table;

/// Two items of a list, and one of them with other tags and another text.
const COLUMNS: [&str; 8] = ["<ul>", "<li>", "Home", "</li>", "<li>", "News", "</li>", "</ul>"];
const ROWS: [&str; 8] = ["<ul>", "<li>", "Home", "</li>", "<b>", "Sports", "</b>", "</ul>"];

/// Each cell is the aligner's score of the beginnings of both; the way back is in brackets.
pub(super) fn table() -> anyhow::Result<Table> {
    let number = |token| COLUMNS.iter().chain(&ROWS).position(|other| *other == token).unwrap_or(0) as u32;
    let [columns, rows] = [COLUMNS, ROWS].map(|tokens| tokens.map(number));
    let aligner = Config::new().build()?;
    let mut path = vec![(0, 0)];
    for step in aligner.align(&columns, &rows)?.steps() {
        let &(row, column) = path.last().unwrap_or(&(0, 0));
        path.push(match step {
            Step::Match | Step::Mismatch => (row + 1, column + 1),
            Step::Delete => (row, column + 1),
            Step::Insert => (row + 1, column),
        });
    }
    let mut table = Table::new(
        "The similarity matrix of two snippets, the way back in brackets (Geraci and Maggini, figure 1)",
        ["", ""].into_iter().chain(COLUMNS),
    );
    for row in 0..=rows.len() {
        let mut cells = vec![if row == 0 { String::new() } else { ROWS[row - 1].to_owned() }];
        for column in 0..=columns.len() {
            let score = aligner.align(&columns[..column], &rows[..row])?.score();
            cells.push(if path.contains(&(row, column)) { format!("[{score}]") } else { score.to_string() });
        }
        table.row(cells);
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_matrix_by_hand() {
        let rows = super::table().unwrap().rows;
        assert_eq!(rows[0][..4], ["", "[0]", "-1", "-2"]);
        assert_eq!(rows[1][..4], ["<ul>", "-1", "[1]", "0"]);
        assert_eq!(rows[8][8..], ["3", "[5]"]);
    }
}
