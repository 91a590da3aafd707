//! Pages that are alone: each of them cleaned as if its site had no other, beside other projects' extractors.
//!
//! Any collection will do. Texts go through the measure of all sites ([`judge`]): pages without gold, or with an empty
//! one, are left out.

use std::{cmp::Reverse, collections::BTreeMap, path::Path};

use anyhow::ensure;
use demold::{Input, Learner};
use rayon::prelude::*;
use serde::Deserialize;

use crate::{
    content::{Figures, HEADS, Judged, Measure, judge},
    datasets::site::Site,
    peers,
    reading::Reading,
    subject::Subject,
    table::{Table, share},
};

/// An extractor's texts, for every page, as processes print them.
#[derive(Debug, Deserialize)]
struct Texts {
    /// With the version.
    name: String,
    /// Empty where it failed.
    texts: Vec<String>,
}

/// A page by its site and its number in there.
type Lone<'a> = (&'a Reading, usize);

/// The settings of ours that are compared.
const OURS: [&str; 3] = ["classify", "classify-article", "classify-data"];

/// A measure that pages have by themselves is among so many.
const N_MEASURES: usize = 6;

/// Judges ours and, if asked, the others, and returns a table for each collection; `note` is told what was left out.
pub fn run(
    root: &Path,
    sites: Vec<Site>,
    with_peers: bool,
    note: &mut dyn FnMut(String),
) -> anyhow::Result<Vec<Table>> {
    let sites: Vec<Reading> = sites.into_iter().map(Reading::new).collect();
    let pages = with_gold(&sites);
    ensure!(!pages.is_empty(), "no page of these has gold");
    let sources: Vec<&str> = pages.iter().map(|&(site, page)| &*site.pages[page].source).collect();
    let mut all = vec![keep(&sources)];
    for subject in Subject::named(&OURS.map(str::to_owned))? {
        let Some(learner) = subject.learner() else { continue };
        let texts = sources.par_iter().map(|source| clean(&learner, source));
        all.push(Texts { name: subject.name.to_owned(), texts: texts.collect::<Result<_, _>>()? });
    }
    if with_peers {
        all.push(long_lines(&sources));
        let folder = peers::folder(sources.iter().copied())?;
        for texts in
            [peers::by_packages(root, "texts", folder.path(), note), peers::by_crates(root, "texts", folder.path())]
        {
            match texts {
                Ok(texts) => all.extend(texts),
                Err(error) => note(format!("left out: {error:#}")),
            }
        }
        let is_whole = all.iter().all(|one| one.texts.len() == sources.len());
        ensure!(is_whole, "an extractor gave another number of texts than pages");
    }
    Ok(tables(&pages, &all))
}

fn with_gold(sites: &[Reading]) -> Vec<Lone<'_>> {
    let all = sites.iter().flat_map(|site| (0..site.pages.len()).map(move |page| (site, page)));
    let has_gold =
        |&(site, page): &Lone<'_>| site.pages[page].gold.is_some() || site.site.pages[page].gold.values.is_some();
    all.filter(has_gold).collect()
}

/// Every page is a site of its own.
fn clean(learner: &Learner, source: &str) -> anyhow::Result<String> {
    let input = Input::from(source);
    let site = learner.learn(std::slice::from_ref(&input))?;
    Ok(site.clean(input)?.text())
}

/// All that is seen, and so what cleaning begins with.
fn keep(sources: &[&str]) -> Texts {
    let text = |source: &&str| render::text(&dom::Dom::parse(*source), &cleaner::Regions::new());
    Texts { name: Subject::KEEP.to_owned(), texts: sources.par_iter().map(text).collect() }
}

/// The plainest filter that works at all: what is seen, without lines of fewer than ten words.
fn long_lines(sources: &[&str]) -> Texts {
    const MIN_WORDS: usize = 10;
    let mut texts = keep(sources);
    texts.name = "lines of ten words".to_owned();
    for text in &mut texts.texts {
        let long = text.lines().filter(|line| MIN_WORDS <= line.split_whitespace().count());
        *text = long.collect::<Vec<_>>().join("\n");
    }
    texts
}

/// A table for each collection: means over its sites of the means over their pages. Where sites are of several
/// categories, as WCXB's pages are, each has a column with its F1, the most frequent first.
fn tables(lone: &[Lone<'_>], all: &[Texts]) -> Vec<Table> {
    let judged = |texts: &Texts| -> Vec<Judged> {
        let pages = lone.par_iter().zip(&texts.texts);
        pages.map(|(&(site, page), text)| judge(&site.pages[page], &site.site.pages[page].gold, text).0).collect()
    };
    let judged: Vec<Vec<Judged>> = all.iter().map(judged).collect();
    let mut collections: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (at, (site, _)) in lone.iter().enumerate() {
        collections.entry(&site.site.collection).or_default().push(at);
    }
    let tables = collections.into_iter().map(|(collection, pages)| {
        let mut of_categories: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
        for &page in &pages {
            let has_text = judged[0][page].figures.get(Measure::F1).is_some();
            if let Some(category) = lone[page].0.site.category.as_deref().filter(|_| has_text) {
                of_categories.entry(category).or_default().push(page);
            }
        }
        let mut categories: Vec<(&str, Vec<usize>)> = of_categories.into_iter().collect();
        categories.sort_by_key(|(_, pages)| Reverse(pages.len()));
        let heads = ["each page alone"].into_iter().chain(HEADS.into_iter().take(N_MEASURES)).map(str::to_owned);
        let heads = heads.chain(categories.iter().map(|(name, pages)| format!("{name} {}", pages.len())));
        let mut table = Table::new(format!("{collection}: {} pages, each alone", pages.len()), heads);
        for (one, judged) in std::iter::zip(all, &judged) {
            let f1 = categories.iter().map(|(_, pages)| share(over(lone, pages, judged).get(Measure::F1)));
            let figures = over(lone, &pages, judged);
            table.row([one.name.clone()].into_iter().chain(figures.cells(N_MEASURES)).chain(f1));
        }
        table
    });
    tables.collect()
}

/// Returns the mean of the figures: over a site's pages, then over sites.
fn over(lone: &[Lone<'_>], pages: &[usize], judged: &[Judged]) -> Figures {
    let sites = pages.chunk_by(|&one, &other| std::ptr::eq(lone[one].0, lone[other].0));
    let sites: Vec<Figures> =
        sites.map(|pages| Figures::mean(pages.iter().map(|&page| &judged[page].figures))).collect();
    Figures::mean(&sites)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datasets::site::{Gold, Page};

    fn site(name: &str, collection: &str, category: Option<&str>, gold: &[Gold]) -> Site {
        let page = |(i, gold): (usize, &Gold)| Page {
            name: i.to_string(),
            bytes: b"<p>one two".to_vec(),
            gold: gold.clone(),
            ..Page::default()
        };
        Site {
            name: name.to_owned(),
            collection: collection.to_owned(),
            category: category.map(str::to_owned),
            pages: gold.iter().enumerate().map(page).collect(),
        }
    }

    fn text(text: &str) -> Gold {
        Gold { text: Some(text.to_owned()), ..Gold::default() }
    }

    fn tables_of(sites: Vec<Site>, texts: &[&str]) -> Vec<Table> {
        let one = Texts { name: "one".to_owned(), texts: texts.iter().map(|&text| text.to_owned()).collect() };
        let sites: Vec<Reading> = sites.into_iter().map(Reading::new).collect();
        tables(&with_gold(&sites), &[one])
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
        let tables = tables_of(sites, &["one"; 4]);
        // P 1 on all; R (1/2 + 1)/2 and 1; F1 (2/3 + 1)/2 and 1.
        assert_eq!(tables[0].rows, [["one", "1.0000", "0.8750", "0.9167", "0.0000", "·", "0.5000"]]);
        assert_eq!(tables[1].rows, [["one", "·", "·", "·", "·", "0.5000", "0.5000"]]);
    }

    #[test]
    fn categories_have_columns() {
        let sites = vec![
            site("1", "wcxb", Some("forum"), &[text("a")]),
            site("2", "wcxb", Some("article"), &[text("b")]),
            site("3", "wcxb", Some("article"), &[text("c")]),
        ];
        let table = tables_of(sites, &["a", "b", "d"]).remove(0);
        let mut text = String::new();
        table.print(&mut text);
        assert!(text.contains("removed  article 2  forum 1\n"), "{text}");
        assert_eq!(table.rows[0][3], "0.6667");
        assert_eq!(table.rows[0][7..], ["0.5000", "1.0000"]);
    }

    #[test]
    fn short_lines_go() {
        let page = "<p>Menu<p>one two three four five six seven eight nine ten";
        assert_eq!(long_lines(&[page]).texts, ["one two three four five six seven eight nine ten"]);
    }
}
