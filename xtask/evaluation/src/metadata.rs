//! `cargo xtask eval --wcxb DIR --metadata`: titles, authors and dates beside trafilatura's.
//!
//! Exact match over the pages that have gold: a title's words in their order, the words of all authors' names in any
//! order, the day. Rules are looked for on one half of the pages, by a hash of their names, and judged on the other.

use std::{collections::BTreeSet, path::Path, process::Command};

use anyhow::ensure;
use dom::Dom;
use rayon::prelude::*;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use unicode_normalization::UnicodeNormalization as _;

use crate::{
    datasets::wcxb::{self, Page},
    files, python,
    tables::table::{Table, share},
};

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Title,
    Author,
    Date,
}

const FIELDS: [Field; 3] = [Field::Title, Field::Author, Field::Date];

/// What a tool, or the gold, says about one page.
type Values = wcxb::Metadata;

fn get(values: &Values, field: Field) -> &str {
    let value = match field {
        Field::Title => &values.title,
        Field::Author => &values.author,
        Field::Date => &values.date,
    };
    value.as_deref().unwrap_or("").trim()
}

/// A tool's values for every page.
struct Tool {
    name: String,
    values: Vec<Values>,
}

/// Reads metadata of all pages, by us and by trafilatura in the same run, and returns a table; `note` is told what was
/// left out.
pub fn run(root: &Path, folder: &Path, note: &mut dyn FnMut(String)) -> anyhow::Result<String> {
    let pages = wcxb::read(folder)?;
    let gold: Vec<Values> = pages.iter().map(|page| page.metadata.clone()).collect();
    let mut tools = vec![Tool { name: "demold".to_owned(), values: pages.par_iter().map(ours).collect() }];
    match theirs(root, &pages, note) {
        Ok(tool) => tools.push(tool),
        Err(error) => note(format!("left out: {error:#}")),
    }
    let halves: Vec<bool> = pages.iter().map(|page| is_second_half(&page.id)).collect();
    Ok(table(&gold, &halves, &tools))
}

/// Every page is alone, and its address is not told. As with trafilatura, the one date of a page is that of its
/// publication, or else that of its last change.
fn ours(page: &Page) -> Values {
    let found = metadata::read(&Dom::parse(page.html.as_str()), &metadata::MetadataOptions::new());
    Values { title: found.title, author: Some(found.authors.join("; ")), date: found.published.or(found.modified) }
}

fn theirs(root: &Path, pages: &[Page], note: &mut dyn FnMut(String)) -> anyhow::Result<Tool> {
    #[derive(Deserialize)]
    struct Printed {
        name: String,
        values: Vec<Values>,
    }
    ensure!(python::is_there(), "trafilatura, since there is no python3");
    let folder = tempfile::tempdir()?;
    for (idx, page) in pages.iter().enumerate() {
        let path = folder.path().join(format!("{idx:06}.html"));
        files::write(&path, &page.html)?;
    }
    let source = root.join("xtask/peers");
    let target = root.join("target/peers/python");
    let interpreter = python::environment(&target, &source.join("requirements.txt"), note)?;
    let output = Command::new(interpreter)
        .arg(source.join("peers.py"))
        .arg("metadata")
        .arg(folder.path())
        .stderr(std::process::Stdio::inherit())
        .output()?;
    ensure!(output.status.success(), "peers.py failed: {}", output.status);
    let printed: Printed = serde_json::from_slice(&output.stdout)?;
    ensure!(printed.values.len() == pages.len(), "another number of values than pages");
    Ok(Tool { name: printed.name, values: printed.values })
}

/// Splits the pages for good.
fn is_second_half(id: &str) -> bool {
    Sha256::digest(id.as_bytes())[0] % 2 == 1
}

/// Returns whether a value is the gold one.
fn is_right(field: Field, value: &str, gold: &str) -> bool {
    match field {
        Field::Title => words(value) == words(gold),
        Field::Author => names(value) == names(gold),
        Field::Date => value.get(..10) == gold.get(..10),
    }
}

/// Returns the words in lower case, in their order.
fn words(text: &str) -> Vec<String> {
    let text: String = text.nfkc().collect::<String>().to_lowercase();
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// Returns the words of names, whatever joins them.
fn names(text: &str) -> BTreeSet<String> {
    let joins = ["and", "by"];
    words(text).into_iter().filter(|word| !joins.contains(&word.as_str())).collect()
}

/// Writes for each field and tool the share that is right: of all pages with gold and of each half. Beside it, how many
/// values there are where there is gold, and where there is none.
fn table(gold: &[Values], halves: &[bool], tools: &[Tool]) -> String {
    let mut table = Table::new(&["metadata", "gold", "right", "half 1", "half 2", "given", "given, no gold"]);
    for field in FIELDS {
        for tool in tools {
            let rows = || std::iter::zip(std::iter::zip(gold, halves), &tool.values);
            let with_gold = || rows().filter(|((gold, _), _)| !get(gold, field).is_empty());
            let right = |half: Option<bool>| {
                let own = with_gold().filter(|((_, second), _)| half.is_none_or(|half| half == **second));
                let (n, n_right) = own.fold((0_usize, 0_usize), |(n, n_right), ((gold, _), value)| {
                    let right = is_right(field, get(value, field), get(gold, field));
                    (n + 1, n_right + usize::from(right))
                });
                share(Some(n_right as f64 / n.max(1) as f64))
            };
            let is_given = |values: &Values| !get(values, field).is_empty();
            let n_given = with_gold().filter(|(_, values)| is_given(values)).count();
            let n_extra = rows().filter(|((gold, _), values)| get(gold, field).is_empty() && is_given(values)).count();
            table.row(vec![
                format!("{} {}", format!("{field:?}").to_lowercase(), tool.name),
                with_gold().count().to_string(),
                right(None),
                right(Some(false)),
                right(Some(true)),
                n_given.to_string(),
                n_extra.to_string(),
            ]);
        }
    }
    let mut text = String::new();
    table.titled("Metadata that are right, of pages with gold").print(&mut text);
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_counts_as_the_same() {
        assert!(is_right(Field::Title, "Tides: they rise!", "tides – they RISE"));
        assert!(!is_right(Field::Title, "They rise", "Tides rise"));
        assert!(is_right(Field::Author, "Bo Li; Ann Lee", "By Ann Lee and Bo Li"));
        assert!(is_right(Field::Date, "2025-09-04T10:00", "2025-09-04"));
        assert!(!is_right(Field::Date, "", "2025-09-04"));
    }

    #[test]
    fn figures_are_over_pages_with_gold() {
        let values = |title: &str, date: &str| Values {
            title: Some(title.to_owned()),
            author: None,
            date: Some(date.to_owned()),
        };
        let gold = [values("a", "2025-01-01"), values("b", "")];
        let tool = Tool { name: "one".to_owned(), values: vec![values("a", ""), values("c", "2025-02-02")] };
        let table = table(&gold, &[false, true], &[tool]);
        let rows: Vec<Vec<&str>> = table.lines().skip(4).map(|row| row.split_whitespace().collect()).collect();
        assert_eq!(rows[1], ["title", "one", "2", "0.5000", "1.0000", "0.0000", "2", "0"]);
        assert_eq!(rows[3], ["date", "one", "1", "0.0000", "0.0000", "0.0000", "0", "1"]);
    }
}
