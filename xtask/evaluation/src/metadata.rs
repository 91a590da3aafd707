//! `cargo xtask eval --wcxb DIR --metadata`: titles, authors and dates beside trafilatura's.
//!
//! Exact match over the pages that have gold: a title's words in their order, the words of all authors' names in any
//! order, the day. Rules are looked for on one half of the pages, by a hash of their names, and judged on the other.

use std::{collections::BTreeSet, path::Path};

use anyhow::{Context as _, ensure};
use dom::Dom;
use rayon::prelude::*;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use unicode_normalization::UnicodeNormalization as _;

use crate::{
    datasets::wcxb::{self, Page},
    measures::ratio::mean,
    peers,
    table::{Table, share},
};

/// What a tool, or the gold, says about one page.
type Values = wcxb::Metadata;

/// A field's name, what is said of it, and whether a value is the gold one.
type Field = (&'static str, fn(&Values) -> Option<&String>, fn(&str, &str) -> bool);

const FIELDS: [Field; 3] = [
    ("title", |values| values.title.as_ref(), |value, gold| words(value) == words(gold)),
    ("author", |values| values.author.as_ref(), |value, gold| names(value) == names(gold)),
    ("date", |values| values.date.as_ref(), |value, gold| value.get(..10) == gold.get(..10)),
];

/// A tool's values for every page.
#[derive(Deserialize)]
struct Tool {
    name: String,
    values: Vec<Values>,
}

/// Reads metadata of all pages, by us and by trafilatura in the same run, and returns a table; `note` is told what was
/// left out.
pub fn run(root: &Path, folder: &Path, note: &mut dyn FnMut(String)) -> anyhow::Result<Table> {
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
    let folder = peers::folder(pages.iter().map(|page| page.html.as_str()))?;
    let mut printed: Vec<Tool> = peers::by_packages(root, "metadata", folder.path(), note)?;
    let tool = printed.pop().context("it printed nothing")?;
    ensure!(tool.values.len() == pages.len(), "another number of values than pages");
    Ok(tool)
}

/// Splits the pages for good.
fn is_second_half(id: &str) -> bool {
    Sha256::digest(id.as_bytes())[0] % 2 == 1
}

fn text(value: Option<&String>) -> &str {
    value.map_or("", |value| value.trim())
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
fn table(gold: &[Values], halves: &[bool], tools: &[Tool]) -> Table {
    let head = ["metadata", "gold", "right", "half 1", "half 2", "given", "given, no gold"];
    let mut table = Table::new("Metadata that are right, of pages with gold", head);
    for (field, get, is_right) in FIELDS {
        for tool in tools {
            let rows = std::iter::zip(std::iter::zip(gold, halves), &tool.values);
            let rows = rows.map(|((gold, &half), value)| (text(get(gold)), half, text(get(value))));
            let (with_gold, others): (Vec<_>, Vec<_>) = rows.partition(|(gold, ..)| !gold.is_empty());
            let right = |own: &[bool]| {
                let own = with_gold.iter().filter(|(_, half, _)| own.contains(half));
                share(Some(mean(own.map(|(gold, _, value)| f64::from(is_right(value, gold)))).unwrap_or(0.0)))
            };
            let given = |rows: &[(&str, bool, &str)]| rows.iter().filter(|(.., value)| !value.is_empty()).count();
            table.row([
                format!("{field} {}", tool.name),
                with_gold.len().to_string(),
                right(&[false, true]),
                right(&[false]),
                right(&[true]),
                given(&with_gold).to_string(),
                given(&others).to_string(),
            ]);
        }
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_counts_as_the_same() {
        let [title, author, date] = FIELDS.map(|(.., is_right)| is_right);
        assert!(title("Tides: they rise!", "tides – they RISE"));
        assert!(!title("They rise", "Tides rise"));
        assert!(author("Bo Li; Ann Lee", "By Ann Lee and Bo Li"));
        assert!(date("2025-09-04T10:00", "2025-09-04"));
        assert!(!date("", "2025-09-04"));
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
        let rows = table(&gold, &[false, true], &[tool]).rows;
        assert_eq!(rows[0], ["title one", "2", "0.5000", "1.0000", "0.0000", "2", "0"]);
        assert_eq!(rows[2], ["date one", "1", "0.0000", "0.0000", "0.0000", "0", "1"]);
    }
}
