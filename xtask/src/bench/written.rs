//! Pages of the documentation that are made from a record: a text with places for tables and figures.
//!
//! A place stands in double braces: `{{tables PREFIX}}` is every table whose title begins so, as the run printed it;
//! `{{rows PREFIX | COLUMN, …}}` is one table with these columns, or all (`*`), in Markdown; `{{figure PREFIX | ROW | COLUMN}}` is one
//! figure; `{{note PREFIX | BEGINNING}}` is the rest of a note; `{{date}}`, `{{commit}}`, `{{cpu}}` and `{{threads}}` are
//! what the record says.

use std::{fs, path::Path};

use anyhow::{Context as _, bail};
use evaluation::files;

use super::{
    record::Record,
    table::{Table, short},
};

/// What the pages are made from.
const RECORD: &str = "docs/figures/performance.json";

/// The pages, and their texts.
const PAGES: [(&str, &str); 2] = [
    ("docs/figures/performance.md", include_str!("written/performance.md.in")),
    ("docs/how-fast.md", include_str!("written/how-fast.md.in")),
];

/// A line of a page that is made so, and what it begins with.
const LINE: (&str, &str, &str) = ("README.md", "| **Speed** ", include_str!("written/speed.md.in"));

/// Returns whether a line of a document is made from the record.
pub(super) fn is_written(file: &str, line: &str) -> bool {
    PAGES.iter().any(|(path, _)| *path == file) || file == LINE.0 && line.starts_with(LINE.1)
}

/// Writes the record and the pages.
pub(super) fn write(root: &Path, record: &Record) -> anyhow::Result<()> {
    // A text that asks for what is not there must not leave a new record beside old pages.
    let pages = pages(root, record)?;
    super::save(record, &root.join(RECORD))?;
    for (path, text) in pages {
        files::write(root.join(path), text)?;
        eprintln!("written: {path}");
    }
    Ok(())
}

/// Writes the pages anew from the record that is there.
pub(super) fn rewrite(root: &Path) -> anyhow::Result<()> {
    write(root, &files::json(root.join(RECORD))?)
}

/// Returns the pages as the record has them, and the page of the [line](LINE) with it.
fn pages(root: &Path, record: &Record) -> anyhow::Result<Vec<(&'static str, String)>> {
    let filled = |path: &str, text| fill(text, record).with_context(|| path.to_owned());
    let mut pages = Vec::new();
    for (path, text) in PAGES {
        pages.push((path, filled(path, text)?));
    }
    let (path, beginning, text) = LINE;
    let page = fs::read_to_string(root.join(path)).with_context(|| path.to_owned())?;
    let line = page.split_inclusive('\n').find(|line| line.starts_with(beginning));
    let line = line.with_context(|| format!("{path} has no line that begins with {beginning}"))?;
    pages.push((path, page.replacen(line, &filled(path, text)?, 1)));
    Ok(pages)
}

fn fill(text: &str, record: &Record) -> anyhow::Result<String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("{{") {
        let (place, after) = after.split_once("}}").context("a place does not end")?;
        filled.push_str(before);
        filled.push_str(&content(place, record)?);
        rest = after;
    }
    Ok(filled + rest)
}

fn content(place: &str, record: &Record) -> anyhow::Result<String> {
    let (verb, rest) = place.split_once(' ').unwrap_or((place, ""));
    let parts: Vec<&str> = rest.split(" | ").collect();
    Ok(match (verb, &parts[..]) {
        ("date", _) => record.date.split('T').next().unwrap_or_default().to_owned(),
        ("commit", _) => record.commit.clone(),
        ("cpu", _) => record.cpu.clone(),
        ("threads", _) => record.threads.to_string(),
        ("tables", [prefix]) => {
            let tables = named(record, prefix)?;
            let tables: Vec<String> = tables.iter().map(ToString::to_string).collect();
            format!("```text\n{}\n```", tables.join("\n\n"))
        }
        ("rows", [prefix, columns]) => markdown(first(record, prefix)?, &columns.split(", ").collect::<Vec<_>>())?,
        ("figure", [prefix, row, column]) => {
            let table = first(record, prefix)?;
            let found = table.rows.iter().find(|found| found.name.starts_with(row));
            let found = found.with_context(|| format!("{prefix} has no row {row}"))?;
            short(found.figures.get(at(table, column)?).copied().flatten())
        }
        ("note", [prefix, beginning]) => {
            let note = first(record, prefix)?.notes.iter().find_map(|note| note.strip_prefix(beginning));
            let note = note.with_context(|| format!("{prefix} has no note {beginning}"))?;
            note.trim_start_matches([':', ' ']).to_owned()
        }
        _ => bail!("nobody knows what {{{{{place}}}}} is"),
    })
}

fn named<'r>(record: &'r Record, prefix: &str) -> anyhow::Result<Vec<&'r Table>> {
    let tables = record.tables.iter();
    let tables: Vec<&Table> = tables.filter(|table| table.title.starts_with(prefix)).collect();
    if tables.is_empty() {
        bail!("the record has no table {prefix}");
    }
    Ok(tables)
}

fn first<'r>(record: &'r Record, prefix: &str) -> anyhow::Result<&'r Table> {
    Ok(named(record, prefix)?[0])
}

/// Returns which figure of a row stands in a column.
fn at(table: &Table, column: &str) -> anyhow::Result<usize> {
    let mut names = table.head.iter().skip(1);
    let found = names.position(|name| name.starts_with(column));
    found.with_context(|| format!("{} has no column {column}", table.title))
}

fn markdown(table: &Table, columns: &[&str]) -> anyhow::Result<String> {
    let places = match columns {
        ["*"] => (0..table.head.len() - 1).collect(),
        _ => (columns.iter().map(|column| at(table, column))).collect::<anyhow::Result<Vec<_>>>()?,
    };
    let names = places.iter().map(|&place| &*table.head[place + 1]);
    let head: Vec<&str> = [&*table.head[0]].into_iter().chain(names).collect();
    let mut lines = vec![format!("| {} |", head.join(" | ")), format!("| ---{} |", " | ---:".repeat(places.len()))];
    for row in &table.rows {
        let figures = places.iter().map(|&place| short(row.figures.get(place).copied().flatten()));
        let cells: Vec<String> = [row.name.clone()].into_iter().chain(figures).collect();
        lines.push(format!("| {} |", cells.join(" | ")));
    }
    Ok(lines.join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pages_are_what_their_record_gives() {
        let root = crate::root();
        for (path, expected) in pages(&root, &files::json(root.join(RECORD)).unwrap()).unwrap() {
            assert!(fs::read_to_string(root.join(path)).unwrap() == expected, "{path}: cargo xtask bench --rewrite");
        }
    }

    #[test]
    fn what_is_not_in_the_record_is_an_error() {
        let record: Record = files::json(crate::root().join(RECORD)).unwrap();
        assert_eq!(fill("On {{date}}.", &record).unwrap(), format!("On {}.", &record.date[..10]));
        for text in [
            "{{tables none}}",
            "{{figure dom | none | MB/s}}",
            "{{figure dom | dom | none}}",
            "{{note dom | none}}",
            "{{what}}",
            "{{date",
        ] {
            assert!(fill(text, &record).is_err(), "{text}");
        }
    }
}
