//! Numbers of sentences, held against the log that they are from.
//!
//! [`ANCHORS`] says which figures a line of a document has:
//!
//! ```toml
//! ["docs/mine.md"]
//! "`mine` has" = ["evaluation.md: Content words : mine : F1"]
//! ```
//!
//! A key is the beginning of one line of the document, outside of code. A figure is a page of `docs/figures`, a text in
//! the last line before a table, the row, and the column. Of a cell with several numbers, `#2` behind the column means
//! the second. `=32` stands for a number that is no figure of ours. Every number of the line outside of code must be one
//! of these, rounded as it is written there, and every figure must be in the line.
//!
//! Other lines must not have figures. A figure is a number from 0 to 1 with two decimals at least, as precision, recall,
//! F1 and shares are written. The logs are the pages below `docs/figures`. They hold the tables of recorded runs, so
//! that their own lines need no anchors, except in the log of [`DISCUSSED`], which is also prose about its tables.

use std::collections::BTreeMap;

use anyhow::Context as _;

use crate::bench;

/// The figures of all documents.
pub(super) const ANCHORS: &str = "docs/figures/anchors.toml";

/// The folder of the logs.
const LOGS: &str = "docs/figures/";
/// Its numbers are prices and sizes.
const PRICES: &str = "docs/scale.md";
/// A log whose sentences are checked like those of other documents. Its tables are the record.
const DISCUSSED: &str = "docs/figures/evaluation.md";

/// For each document the figures of its lines, by their beginnings.
type Anchors = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// Says what is wrong with the numbers of the documents.
///
/// # Errors
///
/// If the anchors are no such table.
pub(super) fn faults(anchors: &str, texts: &BTreeMap<String, String>) -> anyhow::Result<Vec<String>> {
    let anchors: Anchors = toml::from_str(anchors).context(ANCHORS)?;
    let mut faults = Vec::new();
    for (file, anchored) in &anchors {
        let Some(text) = texts.get(file) else {
            faults.push(format!("{ANCHORS}: there is no {file}"));
            continue;
        };
        let lines = prose(text);
        for (beginning, figures) in anchored {
            let found: Vec<_> = lines.iter().filter(|(_, line)| line.starts_with(beginning.as_str())).collect();
            let &[&(number, line)] = &found[..] else {
                faults.push(format!("{ANCHORS}: {} lines of {file} begin with {beginning:?}", found.len()));
                continue;
            };
            let fault = check(line, figures, texts).err();
            faults.extend(fault.map(|why| format!("{file}, line {number}: {why}")));
        }
    }
    for (file, text) in texts {
        let anchored = anchors.get(file);
        let is_anchored = |line: &str| {
            anchored.is_some_and(|anchored| anchored.keys().any(|beginning| line.starts_with(beginning.as_str())))
        };
        let others = prose(text).into_iter().filter(|(_, line)| is_checked(file, line) && !is_anchored(line));
        let figures = others.filter_map(|(number, line)| Some((number, figure(line)?)));
        faults.extend(figures.map(|(number, figure)| {
            format!("{file}, line {number}: {figure} is a figure, and {ANCHORS} does not say where it is from")
        }));
    }
    Ok(faults)
}

/// Returns whether the figures of a line need an anchor.
fn is_checked(file: &str, line: &str) -> bool {
    let is_apart = file.starts_with(LOGS) || file == PRICES || file.ends_with("CHANGELOG.md");
    let is_prose = if file == DISCUSSED { !line.starts_with('|') } else { !is_apart };
    is_prose && !bench::is_written(file, line)
}

/// Finds a figure in a line.
fn figure(line: &str) -> Option<String> {
    numbers(&without_code(line)).into_iter().find(|number| {
        let decimals = number.split_once('.').map_or(0, |(_, decimals)| decimals.len());
        decimals >= 2 && plain(number).parse::<f64>().is_ok_and(|value| value <= 1.0)
    })
}

/// Returns the lines of a document outside of blocks of code, with their numbers from 1.
fn prose(text: &str) -> Vec<(usize, &str)> {
    let mut is_code = false;
    let lines = (1..).zip(text.lines()).filter(|(_, line)| {
        let is_fence = line.trim_start().starts_with("```");
        is_code ^= is_fence;
        !is_code && !is_fence && !line.starts_with("    ")
    });
    lines.map(|(number, line)| (number, line.trim_start())).collect()
}

fn check(line: &str, figures: &[String], texts: &BTreeMap<String, String>) -> Result<(), String> {
    let mut wanted = Vec::new();
    for figure in figures {
        let value = match figure.strip_prefix('=') {
            Some(number) => number.to_owned(),
            None => {
                let (page, figure) = figure.split_once(": ").ok_or_else(|| format!("{figure:?} names no page"))?;
                let log = texts.get(&format!("docs/figures/{page}"));
                look_up(log.ok_or_else(|| format!("there is no log {page}"))?, figure)?
            }
        };
        wanted.push((figure, value));
    }
    let numbers = numbers(&without_code(line));
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
    let is_part = |c: char| c.is_alphanumeric() || c == '.' || c == ',';
    let words = text.split(|c| !is_part(c)).map(|word| word.trim_end_matches(['.', ',']).trim_start_matches(','));
    let is_number = |word: &&str| {
        let is_digits = word.chars().all(|c| c.is_ascii_digit() || c == '.' || c == ',');
        is_digits && word.contains(|c: char| c.is_ascii_digit()) && word.matches('.').count() <= 1
    };
    words.filter(is_number).map(str::to_owned).collect()
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

    /// Checks a document whose line that begins with "It" has these figures.
    fn check(text: &str, figures: &[&str]) -> Vec<String> {
        let texts =
            [("docs/figures/log.md", LOG), ("a.md", text)].map(|(file, text)| (file.to_owned(), text.to_owned()));
        faults(&format!("[\"a.md\"]\nIt = {figures:?}\n"), &texts.into()).unwrap()
    }

    /// Each line of `figures.txt` has a document, the figures of its line that begins with "It", and what is wrong.
    #[test]
    fn numbers_are_those_of_the_log() {
        for case in include_str!("figures.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (text, rest) = case.split_once(" <-").unwrap();
            let (figures, why) = rest.split_once(" =>").unwrap();
            let figures: Vec<&str> = figures.split(',').map(str::trim).filter(|figure| !figure.is_empty()).collect();
            let found = check(&text.replace('⏎', "\n"), &figures);
            assert_eq!(found.len(), usize::from(!why.is_empty()), "{case}: {found:?}");
            assert!(found.iter().all(|fault| fault.contains(why.trim_start())), "{case}: {found:?}");
        }
    }

    #[test]
    fn figures_without_an_anchor_are_faults() {
        let found = |file: &str, line: &str| {
            let texts = [(file.to_owned(), line.to_owned())].into();
            !faults("", &texts).unwrap().is_empty()
        };
        assert!(found("a.md", "It has .93.") && found("a.md", "| `mine` | 0.9280 |"));
        assert!(!found("docs/figures/classify.md", "It has .93."));
        assert!(found(DISCUSSED, "It has .93."));
        assert!(!found(DISCUSSED, "| mine | .93 |"));
        assert!(!found("README.md", "| **Speed** | .93 |"));
    }

    #[test]
    fn numbers_stand_alone() {
        assert_eq!(numbers("F1 of .95, 1,948 pages; x2 3D 27 %. 1.5x 2.3.1 (2.0)"), [".95", "1,948", "27", "2.0"]);
    }
}
