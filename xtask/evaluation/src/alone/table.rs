//! A table for each collection: means over its sites of the means over their pages.

use std::{cmp::Reverse, collections::BTreeMap};

use rayon::prelude::*;

use super::{Lone, Texts};
use crate::{
    judge::{Judged, judge},
    measures::ratio::mean,
    tables::table::{Table, share},
};

type Figure = fn(&Judged) -> Option<f64>;

const FIGURES: [(&str, Figure); 6] = [
    ("P", |judged| judged.content.map(|content| content.precision)),
    ("R", |judged| judged.content.map(|content| content.recall)),
    ("F1", f1),
    ("doubled", |judged| judged.doubled),
    ("values", |judged| judged.values),
    ("removed", |judged| Some(judged.removed)),
];

fn f1(judged: &Judged) -> Option<f64> {
    judged.content.map(|content| content.f1)
}

/// Where sites are of several categories, as WCXB's pages are, each has a column with its F1.
pub(super) fn tables(lone: &Lone, all: &[Texts]) -> String {
    let judged: Vec<Vec<Judged>> = all.iter().map(|texts| judge_all(lone, texts)).collect();
    let mut collections: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, &(site, _)) in lone.pages.iter().enumerate() {
        let collection = &lone.sites[site].site.collection;
        collections.entry(collection).or_default().push(at);
    }
    let mut text = String::new();
    for (collection, pages) in collections {
        let categories = categories(lone, &pages);
        let heads: Vec<String> = categories.iter().map(|(name, n_pages)| format!("{name} {n_pages}")).collect();
        let mut head = vec!["each page alone"];
        head.extend(FIGURES.map(|(name, _)| name));
        head.extend(heads.iter().map(String::as_str));
        let mut table = Table::new(&head);
        for (one, judged) in std::iter::zip(all, &judged) {
            let mut row = vec![one.name.clone()];
            row.extend(FIGURES.map(|(_, figure)| share(over(lone, &pages, judged, figure))));
            for (category, _) in &categories {
                let own: Vec<usize> =
                    pages.iter().copied().filter(|&at| category_of(lone, at) == Some(category)).collect();
                row.push(share(over(lone, &own, judged, f1)));
            }
            table.row(row);
        }
        table.titled(format!("{collection}: {} pages, each alone", pages.len())).print(&mut text);
    }
    text
}

fn judge_all(lone: &Lone, texts: &Texts) -> Vec<Judged> {
    let pages = lone.pages.par_iter().zip(&texts.texts);
    let of = |(&(site, page), text): (&(usize, usize), &String)| {
        let reading = &lone.sites[site];
        judge(&reading.pages[page], &reading.site.pages[page].gold, text).0
    };
    pages.map(of).collect()
}

/// Returns the mean of a figure: over a site's pages, then over sites.
fn over(lone: &Lone, pages: &[usize], judged: &[Judged], figure: Figure) -> Option<f64> {
    let sites = pages.chunk_by(|&one, &other| lone.pages[one].0 == lone.pages[other].0);
    mean(sites.filter_map(|pages| mean(pages.iter().filter_map(|&at| figure(&judged[at])))))
}

fn category_of(lone: &Lone, at: usize) -> Option<&str> {
    lone.sites[lone.pages[at].0].site.category.as_deref()
}

/// The categories of a collection with gold texts, the most frequent first.
fn categories<'a>(lone: &'a Lone, pages: &[usize]) -> Vec<(&'a str, usize)> {
    let mut n_pages: BTreeMap<&str, usize> = BTreeMap::new();
    for &at in pages {
        let (site, page) = lone.pages[at];
        if lone.sites[site].pages[page].gold.is_some()
            && let Some(category) = category_of(lone, at)
        {
            *n_pages.entry(category).or_default() += 1;
        }
    }
    let mut categories: Vec<(&str, usize)> = n_pages.into_iter().collect();
    categories.sort_by_key(|&(name, n_pages)| (Reverse(n_pages), name));
    categories
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datasets::site::{Gold, Page, Site};

    fn site(name: &str, collection: &str, category: Option<&str>, gold: &[Gold]) -> Site {
        let page = |(i, gold): (usize, &Gold)| Page {
            name: i.to_string(),
            bytes: b"<p>one two".to_vec(),
            charset: None,
            section: None,
            gold: gold.clone(),
        };
        Site {
            name: name.to_owned(),
            collection: collection.to_owned(),
            language: String::new(),
            category: category.map(str::to_owned),
            pages: gold.iter().enumerate().map(page).collect(),
        }
    }

    fn text(text: &str) -> Gold {
        Gold { text: Some(text.to_owned()), ..Gold::default() }
    }

    fn rows(sites: Vec<Site>, texts: &[&str]) -> Vec<Vec<String>> {
        let one = Texts { name: "one".to_owned(), texts: texts.iter().map(|&text| text.to_owned()).collect() };
        let words = |row: &str| row.split_whitespace().map(str::to_owned).collect();
        tables(&Lone::new(sites), &[one]).lines().map(words).collect()
    }

    #[test]
    fn means_are_over_pages_then_over_sites() {
        let values = Gold { values: Some(vec!["one".to_owned(), "three".to_owned()]), ..Gold::default() };
        // A page with an empty gold does not count.
        let sites = vec![
            site("a", "manuals", None, &[text("one two"), text("one"), text(" ")]),
            site("b", "manuals", None, &[text("one")]),
            site("c", "shops", None, &[values]),
        ];
        let rows = rows(sites, &["one"; 4]);
        let ones: Vec<&Vec<String>> = rows.iter().filter(|row| row.first().is_some_and(|cell| cell == "one")).collect();
        // P 1 on all; R (1/2 + 1)/2 and 1; F1 (2/3 + 1)/2 and 1.
        assert_eq!(ones[0], &["one", "1.0000", "0.8750", "0.9167", "0.0000", "·", "0.5000"]);
        assert_eq!(ones[1], &["one", "·", "·", "·", "·", "0.5000", "0.5000"]);
    }

    #[test]
    fn categories_have_columns() {
        let sites = vec![
            site("1", "wcxb", Some("forum"), &[text("a")]),
            site("2", "wcxb", Some("article"), &[text("b")]),
            site("3", "wcxb", Some("article"), &[text("c")]),
        ];
        let rows = rows(sites, &["a", "b", "d"]);
        let head = rows.iter().position(|row| row.first().is_some_and(|cell| cell == "each")).unwrap();
        assert_eq!(rows[head][9..], ["article", "2", "forum", "1"]);
        let one = rows.iter().find(|row| row.first().is_some_and(|cell| cell == "one")).unwrap();
        assert_eq!(one[3], "0.6667");
        assert_eq!(one[7..], ["0.5000", "1.0000"]);
    }
}
