//! Numbers of sentences, held against the log that they are from.
//!
//! A line of a document may have a comment, or several, that say where its numbers are from:
//!
//! ```text
//! `mine` has .948. <!-- figures/evaluation.md: Content words : mine : F1 -->
//! ```
//!
//! The comment names a page below `docs`, and then, separated by semicolons, figures of its tables: a text in the last
//! line before the table, the row, and the column. Of a cell with several numbers, `#2` behind the column means the
//! second. `=32` stands for a number that is no figure of ours. Every number of the line outside of code must be one of
//! these, rounded as it is written there, and every figure must be in the line.
//!
//! A line without such a comment must not have figures. A figure is a number from 0 to 1 with two decimals at least, as
//! precision, recall, F1 and shares are written. The logs are the pages below `docs/figures`. They hold the tables of
//! recorded runs, so that their own lines need no comment, except in the log of [`DISCUSSED`], which is also prose about
//! its tables.

use std::collections::BTreeMap;

use crate::bench;

const BEGINNING: &str = "<!-- figures/";
const END: &str = "-->";

/// The folder of the logs.
const LOGS: &str = "docs/figures/";
/// Its numbers are prices and sizes.
const PRICES: &str = "docs/scale.md";
/// A log whose sentences are checked like those of other documents. Its tables are the record.
const DISCUSSED: &str = "docs/figures/evaluation.md";

/// Says what is wrong with the numbers of a document.
pub(super) fn faults(file: &str, text: &str, texts: &BTreeMap<String, String>) -> Vec<String> {
    let mut faults = Vec::new();
    let mut is_code = false;
    let is_apart = file.starts_with(LOGS) || file == PRICES || file.ends_with("CHANGELOG.md");
    let is_prose = file == DISCUSSED || !is_apart;
    for (at, line) in text.lines().enumerate() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        if is_code {
            continue;
        }
        let is_record = file == DISCUSSED && line.starts_with('|');
        let found = if line.contains(BEGINNING) {
            check(line, texts)
        } else if is_prose && !is_record && !line.starts_with("    ") && !bench::is_written(file, line) {
            unnamed(line)
        } else {
            Ok(())
        };
        faults.extend(found.err().map(|why| format!("{file}, line {}: {why}", at + 1)));
    }
    faults
}

/// Finds a figure in a line that does not say which run it is from.
fn unnamed(line: &str) -> Result<(), String> {
    let figure = numbers(&without_code(line)).into_iter().find(|number| {
        let decimals = number.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        decimals >= 2 && plain(number).parse::<f64>().is_ok_and(|value| value <= 1.0)
    });
    figure.map_or(Ok(()), |figure| Err(format!("{figure} is a figure of which no comment says where it is from")))
}

fn check(line: &str, texts: &BTreeMap<String, String>) -> Result<(), String> {
    let mut parts = line.split(BEGINNING);
    let mut said = parts.next().unwrap_or_default().to_owned();
    let mut wanted = Vec::new();
    for part in parts {
        let (comment, after) = part.split_once(END).ok_or("the comment does not end")?;
        said.push_str(after);
        let (page, figures) = comment.split_once(": ").ok_or("the comment names no figures")?;
        let log = texts.get(&format!("docs/figures/{page}")).ok_or_else(|| format!("there is no log {page}"))?;
        for figure in figures.split("; ").map(str::trim) {
            let value = match figure.strip_prefix('=') {
                Some(number) => number.to_owned(),
                None => look_up(log, figure)?,
            };
            wanted.push((figure, value));
        }
    }
    let numbers = numbers(&without_code(&said));
    for number in &numbers {
        if !wanted.iter().any(|(_, value)| is_rounded(number, value)) {
            return Err(format!("{number} is none of the figures that its line is from"));
        }
    }
    for (figure, value) in &wanted {
        if !numbers.iter().any(|number| is_rounded(number, value)) {
            return Err(format!("{figure} is {value}, which the line does not say"));
        }
    }
    Ok(())
}

/// Returns a figure of a page's tables as it is written there.
fn look_up(log: &str, figure: &str) -> Result<String, String> {
    let parts: Vec<&str> = figure.split(" : ").map(str::trim).collect();
    let &[table, row, column] = &parts[..] else {
        return Err(format!("{figure:?} is not a table, a row and a column"));
    };
    let (column, nth) = match column.rsplit_once(" #") {
        Some((column, nth)) => (column, nth.parse::<usize>().map_err(|_| format!("{nth} is no number"))?),
        None => (column, 1),
    };
    let lines: Vec<&str> = log.lines().collect();
    let is_row = |at: usize| lines.get(at).is_some_and(|line| line.starts_with('|'));
    let first = (0..lines.len()).find(|&at| {
        let above = lines[..at].iter().rev().find(|line| !line.trim().is_empty());
        is_row(at) && (at == 0 || !is_row(at - 1)) && above.is_some_and(|line| line.contains(table))
    });
    let first = first.ok_or_else(|| format!("no table is below {table:?}"))?;
    let cells = |line: &str| -> Vec<String> {
        let cells = line.trim().trim_matches('|').split('|');
        cells.map(|cell| cell.trim().trim_matches('`').trim_matches('*').to_owned()).collect()
    };
    let head = cells(lines[first]);
    let at = head.iter().position(|cell| cell == column).ok_or_else(|| format!("{table} has no column {column}"))?;
    let rows = (first + 2..).take_while(|&at| is_row(at)).map(|at| cells(lines[at]));
    let mut rows = rows.filter(|cells| cells.first().is_some_and(|cell| cell == row));
    let found = rows.next().ok_or_else(|| format!("{table} has no row {row}"))?;
    let all = numbers(found.get(at).map_or("", String::as_str));
    let number = nth.checked_sub(1).and_then(|nth| all.get(nth));
    number.cloned().ok_or_else(|| format!("{figure} is empty"))
}

/// Returns whether a number is another one, rounded to the digits that it has.
fn is_rounded(number: &str, exact: &str) -> bool {
    let digits = |text: &str| text.split_once('.').map_or(0, |(_, digits)| digits.len());
    let (Ok(number_value), Ok(exact_value)) = (plain(number).parse::<f64>(), plain(exact).parse::<f64>()) else {
        return false;
    };
    let unit = 10_f64.powi(-i32::try_from(digits(number)).unwrap_or(0));
    // What lies in the middle may be rounded either way.
    digits(number) <= digits(exact) && (number_value - exact_value).abs() <= 0.5 * unit + 1e-9
}

/// Returns a number as Rust reads it.
fn plain(number: &str) -> String {
    number.replace(',', "")
}

/// Returns the numbers of a text, as they are written. What belongs to a word is none, and neither is a version.
fn numbers(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let is_part = |c: char| c.is_ascii_digit() || c == '.' || c == ',';
    let mut before = ' ';
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if !is_part(first) {
            before = first;
            rest = &rest[first.len_utf8()..];
            continue;
        }
        let len = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let (run, after) = rest.split_at(len);
        let number = run.trim_end_matches(['.', ',']).trim_start_matches(',');
        let is_word = before.is_alphanumeric() || after.starts_with(char::is_alphabetic);
        let is_version = number.matches('.').count() > 1;
        if number.contains(|c: char| c.is_ascii_digit()) && !is_word && !is_version {
            found.push(number.to_owned());
        }
        before = '.';
        rest = after;
    }
    found
}

/// Returns a line without its spans of code.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "**Words** on sites:\n\n| subject | F1 | kept / removed |\n|---|---|---|\n\
        | mine | .9479 | .9858 / .5568 |\n| `map` | 1.0000 | 55 / 1,948 |\n";

    fn check_line(line: &str) -> Vec<String> {
        let texts = BTreeMap::from([("docs/figures/log.md".to_owned(), LOG.to_owned())]);
        faults("a.md", line, &texts)
    }

    #[test]
    fn numbers_are_those_of_the_log() {
        for line in [
            "`mine 7` has .948. <!-- figures/log.md: Words : mine : F1 -->",
            "| `mine` | .9479 / .56 <!-- figures/log.md: Words : mine : F1; Words : mine : kept / removed #2 --> |",
            "Of 32, F1 is 1.0. <!-- figures/log.md: =32; Words : map : F1 -->",
            "It takes 55 to 1948. <!-- figures/log.md: Words : map : kept / removed; Words : map : kept / removed #2 -->",
            "| It has .948, and 3. <!-- figures/log.md: =3 --> | <!-- figures/log.md: Words : mine : F1 --> |",
            "no comment, 17, section 3.14, 0.5 and `.93`",
            "```text\n.93\n```",
            "    .93",
            "```text\n<!-- figures/none -->\n```",
        ] {
            assert_eq!(check_line(line), Vec::<String>::new(), "{line}");
        }
    }

    #[test]
    fn other_numbers_are_faults() {
        for (line, why) in [
            ("It has .949. <!-- figures/log.md: Words : mine : F1 -->", ".949 is none of the figures"),
            ("It has .94790. <!-- figures/log.md: Words : mine : F1 -->", "is none of the figures"),
            ("It has .948 of 3. <!-- figures/log.md: Words : mine : F1 -->", "3 is none of the figures"),
            ("It is good. <!-- figures/log.md: Words : mine : F1 -->", "is .9479, which the line does not say"),
            ("It has .9. <!-- figures/log.md: Words : lines : F1 -->", "no row lines"),
            ("It has .9. <!-- figures/log.md: Words : mine : F2 -->", "no column F2"),
            ("It has .9. <!-- figures/log.md: Pages : mine : F1 -->", "no table is below"),
            ("It has .9. <!-- figures/log.md: Words : mine : F1 #2 -->", "is empty"),
            ("It has .9. <!-- figures/none.md: Words : mine : F1 -->", "no log none.md"),
            ("It has .9. <!-- figures/log.md: mine F1 -->", "is not a table"),
            ("It has .9. <!-- figures/log.md -->", "names no figures"),
            ("It has .9. <!-- figures/log.md: x", "does not end"),
            ("It has .93.", ".93 is a figure of which no comment"),
            ("| `mine` | 0.9280 |", "0.9280 is a figure of which no comment"),
        ] {
            let found = check_line(line);
            assert!(found.len() == 1 && found[0].contains(why), "{line}: {found:?}");
            assert!(found[0].starts_with("a.md, line 1: "));
        }
    }

    #[test]
    fn logs_are_records_and_one_is_prose_too() {
        let found = |file: &str, line: &str| !faults(file, line, &BTreeMap::new()).is_empty();
        assert!(!found("docs/figures/classify.md", "It has .93."));
        assert!(found(DISCUSSED, "It has .93."));
        assert!(!found(DISCUSSED, "| mine | .93 |"));
        assert!(!found("README.md", "| **Speed** | .93 |"));
        assert!(!found("docs/how-fast.md", "It takes .93 of it."));
    }

    #[test]
    fn numbers_stand_alone() {
        assert_eq!(numbers("F1 of .95, 1,948 pages; x2 3D 27 %. 1.5x 2.3.1 (2.0)"), [".95", "1,948", "27", "2.0"]);
    }
}
