//! `cargo xtask eval --wcxb DIR`: pages that are alone, by page type, beside other extractors.
//!
//! Scored as the benchmark does: the multiset of lower-cased words of each page; the mean over pages. The pages of
//! sites, which are scored as all sites are, can be judged alone as well ([`collections`]).

mod collections;
mod peers;

use std::{collections::BTreeMap, path::Path};

use demold::{Input, Learner, crates::consensus};
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use self::collections::Collections;
use crate::{
    datasets::site::Site,
    wcxb::{self, Page},
};

/// An extractor's texts, for every page.
#[derive(Debug)]
struct Texts {
    name: String,
    texts: Vec<String>,
}

/// Precision, recall and F1 of a page, or their sum over pages.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Score {
    precision: f64,
    recall: f64,
    f1: f64,
}

/// Scores ours and, if asked, the others, and prints a table of the benchmark and one of the sites.
pub(super) fn run(
    root: &Path,
    folder: &Path,
    sites: Vec<Site>,
    with_peers: bool,
) -> anyhow::Result<()> {
    let pages = wcxb::read(folder)?;
    let collections = Collections::new(sites);
    let sources: Vec<&str> = pages
        .iter()
        .map(|page| page.html.as_str())
        .chain(collections.sources())
        .collect();
    let mut all = vec![keep(&sources)];
    for (name, learner) in ours() {
        all.push(Texts {
            name: name.to_owned(),
            texts: sources
                .par_iter()
                .map(|source| clean(&learner, source))
                .collect::<Result<_, _>>()?,
        });
    }
    if with_peers {
        all.extend(peers::extract(root, &sources)?);
    }
    print!("{}", table(&pages, &all));
    if !collections.is_empty() {
        let of_sites = |texts: &'_ Texts| Texts {
            name: texts.name.clone(),
            texts: texts.texts[pages.len()..].to_vec(),
        };
        let mut of_sites: Vec<Texts> = all.iter().map(of_sites).collect();
        of_sites.insert(2, collections.with_their_sites(Learner::new)?);
        print!("\n{}", collections.table(&of_sites));
    }
    Ok(())
}

/// The settings of ours that are compared.
fn ours() -> Vec<(&'static str, Learner)> {
    let learner = |consensus: consensus::Config| Learner::new().consensus(consensus);
    let plain = consensus::Config::new;
    vec![
        ("demold", learner(plain())),
        (
            "demold, profile article",
            learner(plain().profile(demold::Profile::Article)),
        ),
        (
            "demold, profile data",
            learner(plain().profile(demold::Profile::Data)),
        ),
    ]
}

/// Every page is a site of its own.
fn clean(learner: &Learner, source: &str) -> anyhow::Result<String> {
    let input = Input::new(source.as_bytes()).charset("utf-8");
    let site = learner.learn(std::slice::from_ref(&input))?;
    Ok(site.clean(input)?.text())
}

/// All that is seen, and so what cleaning begins with.
fn keep(sources: &[&str]) -> Texts {
    let text = |source: &&str| {
        let dom = dom::Dom::parse(*source);
        cleaner::text(&dom, &cleaner::Regions::new())
    };
    Texts {
        name: "keep everything".to_owned(),
        texts: sources.par_iter().map(text).collect(),
    }
}

/// Counts the words: runs of letters, digits and underscores, in lower case.
fn words(text: &str) -> FxHashMap<String, usize> {
    let mut counts = FxHashMap::default();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    for word in text
        .to_lowercase()
        .split(|c| !is_word(c))
        .filter(|word| !word.is_empty())
    {
        *counts.entry(word.to_owned()).or_default() += 1;
    }
    counts
}

/// Scores the text of a page. Without gold only an empty text is right.
fn score(text: &str, gold: &str) -> Score {
    let (text, gold) = (words(text), words(gold));
    let (n_text, n_gold) = (text.values().sum::<usize>(), gold.values().sum::<usize>());
    if n_gold == 0 {
        return Score {
            f1: f64::from(u8::from(n_text == 0)),
            ..Score::default()
        };
    }
    let hits: usize = gold
        .iter()
        .map(|(word, &n)| n.min(text.get(word).copied().unwrap_or(0)))
        .sum();
    Score {
        precision: hits as f64 / n_text.max(1) as f64,
        recall: hits as f64 / n_gold as f64,
        f1: 2.0 * hits as f64 / (n_text + n_gold) as f64,
    }
}

/// Writes the mean F1 of each extractor, over all pages and by page type.
fn table(pages: &[Page], all: &[Texts]) -> String {
    let mut n_pages: BTreeMap<&str, usize> = BTreeMap::new();
    for page in pages {
        *n_pages.entry(&page.kind).or_default() += 1;
    }
    let mut kinds: Vec<(&str, usize)> = n_pages.into_iter().collect();
    kinds.sort_by_key(|&(kind, n_pages)| (std::cmp::Reverse(n_pages), kind));
    let mut table = format!("{:36}{:>8}{:>8}{:>8}", "", "F1", "P", "R");
    for (kind, n_pages) in &kinds {
        table.push_str(&format!("{:>20}", format!("{kind} {n_pages}")));
    }
    table.push('\n');
    for one in all {
        let scores: Vec<Score> = pages
            .par_iter()
            .zip(&one.texts)
            .map(|(page, text)| score(text, &page.gold))
            .collect();
        let mean = |kind: Option<&str>, figure: fn(&Score) -> f64| {
            let of_kind = std::iter::zip(pages, &scores)
                .filter(|(page, _)| kind.is_none_or(|kind| page.kind == kind))
                .map(|(_, score)| figure(score));
            let (n, sum) = of_kind.fold((0_usize, 0.0), |(n, sum), one| (n + 1, sum + one));
            sum / n.max(1) as f64
        };
        table.push_str(&format!(
            "{:36}{:>8.4}{:>8.4}{:>8.4}",
            one.name,
            mean(None, |score| score.f1),
            mean(None, |score| score.precision),
            mean(None, |score| score.recall)
        ));
        for (kind, _) in &kinds {
            table.push_str(&format!("{:>20.4}", mean(Some(kind), |score| score.f1)));
        }
        table.push('\n');
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_scored_as_often_as_they_come() {
        let found = score("A b, b c", "a B d d");
        assert_eq!((found.precision, found.recall, found.f1), (0.5, 0.5, 0.5));
        assert_eq!(score("", "a").f1, 0.0);
    }

    #[test]
    fn where_nothing_is_asked_for_nothing_is_right() {
        assert_eq!((score("", " ").f1, score("a", "").f1), (1.0, 0.0));
    }

    #[test]
    fn means_are_over_pages() {
        let page = |id: &str, kind: &str, gold: &str| Page {
            id: id.to_owned(),
            kind: kind.to_owned(),
            domain: String::new(),
            html: String::new(),
            gold: gold.to_owned(),
        };
        let pages = [
            page("1", "forum", "a"),
            page("2", "article", "b"),
            page("3", "article", "c"),
        ];
        let one = Texts {
            name: "one".to_owned(),
            texts: ["a", "b", "d"].map(str::to_owned).into(),
        };
        let table = table(&pages, &[one]);
        let rows: Vec<Vec<&str>> = table
            .lines()
            .map(|row| row.split_whitespace().collect())
            .collect();
        assert_eq!(rows[0], ["F1", "P", "R", "article", "2", "forum", "1"]);
        assert_eq!(
            rows[1],
            ["one", "0.6667", "0.6667", "0.6667", "0.5000", "1.0000"]
        );
    }
}
