//! Tables for other programs: comma-separated values, and LaTeX.

use super::Table;

/// Returns the table as comma-separated values (RFC 4180). The dot of what is missing becomes an empty field.
pub fn csv(table: &Table) -> String {
    let mut text = String::new();
    for row in std::iter::once(table.head()).chain(table.rows().iter().map(Vec::as_slice)) {
        let fields: Vec<String> = row.iter().map(|cell| field(cell)).collect();
        text.push_str(&fields.join(","));
        text.push_str("\r\n");
    }
    text
}

fn field(cell: &str) -> String {
    match cell {
        MISSING => String::new(),
        _ if cell.contains(['"', ',', '\r', '\n']) => format!("\"{}\"", cell.replace('"', "\"\"")),
        _ => cell.to_owned(),
    }
}

/// What tables have for a figure that is missing.
const MISSING: &str = "·";

/// Returns the table as a `tabular` of LaTeX with the rules of `booktabs`, under its title as a caption.
pub fn latex(table: &Table) -> String {
    let n_figures = table.head().len().saturating_sub(1);
    let line = |row: &[String]| {
        let cells: Vec<String> = row.iter().map(|cell| escaped(cell)).collect();
        format!("{} \\\\\n", cells.join(" & "))
    };
    let mut text = format!("\\begin{{table}}\n\\caption{{{}}}\n", escaped(table.title()));
    text.push_str(&format!("\\begin{{tabular}}{{l{}}}\n\\toprule\n", "r".repeat(n_figures)));
    text.push_str(&line(table.head()));
    text.push_str("\\midrule\n");
    table.rows().iter().for_each(|row| text.push_str(&line(row)));
    text.push_str("\\bottomrule\n\\end{tabular}\n\\end{table}\n");
    text
}

fn escaped(cell: &str) -> String {
    if cell == MISSING {
        return "--".to_owned();
    }
    let mut text = String::new();
    for c in cell.chars() {
        match c {
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => text.extend(['\\', c]),
            '\\' => text.push_str("\\textbackslash{}"),
            '~' => text.push_str("\\textasciitilde{}"),
            '^' => text.push_str("\\textasciicircum{}"),
            '·' => text.push_str("\\cdot"),
            '±' => text.push_str("$\\pm$"),
            '−' => text.push_str("$-$"),
            _ => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> Table {
        let mut table = Table::new(&["a name", "P & R", "95 %"]);
        table.row(["x_1", "·", "say \"so\", please"].map(str::to_owned).to_vec());
        table.titled("Words, 100 %")
    }

    #[test]
    fn fields_are_quoted_where_they_must_be() {
        assert_eq!(csv(&table()), "a name,P & R,95 %\r\nx_1,,\"say \"\"so\"\", please\"\r\n");
    }

    #[test]
    fn latex_has_no_bare_signs() {
        let expected = "\\begin{table}\n\\caption{Words, 100 \\%}\n\\begin{tabular}{lrr}\n\\toprule\n\
            a name & P \\& R & 95 \\% \\\\\n\\midrule\nx\\_1 & -- & say \"so\", please \\\\\n\\bottomrule\n\
            \\end{tabular}\n\\end{table}\n";
        assert_eq!(latex(&table()), expected);
        assert_eq!(escaped("a\\b~c^d{e}$#"), "a\\textbackslash{}b\\textasciitilde{}c\\textasciicircum{}d\\{e\\}\\$\\#");
    }
}
