//! The tables, as Markdown.

use std::{collections::BTreeMap, error::Error};

use consensus::{Config, Evidence, Profile, Reason};
use dom::Dom;
use rayon::prelude::*;

use crate::pages::{self, Page};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

/// Scores each page under each config.
fn scores(pages: &[Page], configs: &[Config]) -> Result<Vec<Vec<[f64; 3]>>> {
    let score = |page: &Page| -> Result<Vec<[f64; 3]>> {
        let gold = page.gold()?;
        let cleaned = page.clean(configs)?;
        Ok(cleaned
            .iter()
            .map(|cleaned| pages::score(&cleaned.text, &gold))
            .collect())
    };
    let score = |page| score(page).map_err(|error| format!("{}: {error}", page.id));
    Ok(pages
        .par_iter()
        .map(score)
        .collect::<std::result::Result<_, _>>()?)
}

/// The page types, the most frequent first.
fn kinds(pages: &[Page]) -> Vec<&str> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for page in pages {
        *counts.entry(&page.kind).or_default() += 1;
    }
    let mut kinds: Vec<&str> = counts.keys().copied().collect();
    kinds.sort_by_key(|kind| std::cmp::Reverse(counts[kind]));
    kinds
}

fn head(first: &str, pages: &[Page]) {
    let kinds = kinds(pages);
    println!("| {first} | D | V | P | R | {} |", kinds.join(" | "));
    println!("|---|---|---|---|---|{}", "---|".repeat(kinds.len()));
}

/// Prints the means of one config: of all pages of D and of V, and of each type as D / V.
fn row(name: &str, pages: &[Page], scores: impl Fn(usize) -> [f64; 3]) {
    let mean = |at: usize, takes: &dyn Fn(&Page) -> bool| {
        let taken: Vec<f64> = (0..pages.len())
            .filter(|&page| takes(&pages[page]))
            .map(|page| scores(page)[at])
            .collect();
        taken.iter().sum::<f64>() / taken.len().max(1) as f64
    };
    let cells: Vec<String> = kinds(pages)
        .iter()
        .map(|&kind| {
            let of =
                |is_shown: bool| mean(2, &|page| page.kind == kind && page.is_shown == is_shown);
            format!("{:.3} {:.3}", of(false), of(true))
        })
        .collect();
    println!(
        "| {name} | {:.4} | {:.4} | {:.3} | {:.3} | {} |",
        mean(2, &|page| !page.is_shown),
        mean(2, &|page| page.is_shown),
        mean(0, &|_| true),
        mean(1, &|_| true),
        cells.join(" | ")
    );
}

/// Rules alone: the page model has learned from these pages.
fn rules() -> Config {
    Config::new().page_model(false)
}

pub(crate) fn types(pages: &[Page]) -> Result<()> {
    let configs = [
        ("`balanced`", Config::new()),
        ("`balanced`, no page model", rules()),
        ("`data`", Config::new().profile(Profile::Data)),
        ("`article`", Config::new().profile(Profile::Article)),
        ("`balanced`, no hints", Config::new().hints(false)),
    ];
    rows(pages, &configs)
}

pub(crate) fn evidence(pages: &[Page]) -> Result<()> {
    let mut configs = vec![("nothing".to_owned(), rules())];
    for &reason in Reason::ALL {
        configs.push((format!("`{reason}`"), rules().without(reason)));
    }
    rows(pages, &configs)
}

fn rows<S: AsRef<str>>(pages: &[Page], configs: &[(S, Config)]) -> Result<()> {
    let all: Vec<Config> = configs.iter().map(|(_, config)| config.clone()).collect();
    let scores = scores(pages, &all)?;
    head("F1 on D and V", pages);
    for (at, (name, _)) in configs.iter().enumerate() {
        row(name.as_ref(), pages, |page| scores[page][at]);
    }
    Ok(())
}

/// Scores the pages of hosts with two pages or more: each alone, with one other, and with all others.
pub(crate) fn hosts(pages: &[Page]) -> Result<()> {
    let mut hosts: BTreeMap<&str, Vec<&Page>> = BTreeMap::new();
    for page in pages {
        hosts.entry(&page.domain).or_default().push(page);
    }
    let hosts: Vec<Vec<&Page>> = hosts
        .into_values()
        .filter(|pages| 1 < pages.len())
        .collect();
    let score = |host: &Vec<&Page>| -> Result<Vec<(Page, Vec<[f64; 3]>)>> {
        let sources = host
            .iter()
            .map(|page| page.source())
            .collect::<Result<Vec<_>>>()?;
        let doms: Vec<Dom<'_>> = sources
            .iter()
            .map(|source| Dom::parse(source.as_str()))
            .collect();
        let evidence: Vec<Evidence> = doms.iter().map(Evidence::read).collect();
        let n_pages = host.len();
        let score = |(at, page): (usize, &&Page)| {
            let gold = page.gold()?;
            let scores = [1, 2.min(n_pages), 3.min(n_pages), n_pages].map(|n_learned| {
                let sample: Vec<&Evidence> = (0..n_learned)
                    .map(|i| &evidence[(at + i) % n_pages])
                    .collect();
                let decision = rules().learn(&sample).apply_to(&doms[at], &evidence[at]);
                pages::score(&cleaner::text(&doms[at], decision.regions()), &gold)
            });
            Ok(((*page).clone(), scores.to_vec()))
        };
        host.iter().enumerate().map(score).collect()
    };
    let score = |host| score(host).map_err(|error| error.to_string());
    let scored: Vec<_> = hosts
        .par_iter()
        .map(score)
        .collect::<std::result::Result<_, _>>()?;
    let (of_hosts, scores): (Vec<Page>, Vec<Vec<[f64; 3]>>) = scored.into_iter().flatten().unzip();
    head(
        &format!("{} pages of {} hosts", of_hosts.len(), hosts.len()),
        &of_hosts,
    );
    for (at, name) in ["alone", "with one other", "with two", "with all"]
        .iter()
        .enumerate()
    {
        row(name, &of_hosts, |page| scores[page][at]);
    }
    Ok(())
}

pub(crate) fn worst(pages: &[Page]) -> Result<()> {
    const N_PAGES: usize = 20;
    let scores = scores(pages, &[Config::new()])?;
    for kind in kinds(pages) {
        println!("\n| {kind} | P | R | F1 |\n|---|---|---|---|");
        let mut found: Vec<usize> = (0..pages.len())
            .filter(|&page| pages[page].kind == kind && !pages[page].is_shown)
            .collect();
        found.sort_by(|&one, &other| scores[one][0][2].total_cmp(&scores[other][0][2]));
        for page in found.into_iter().take(N_PAGES) {
            let [precision, recall, f1] = scores[page][0];
            println!(
                "| {} | {precision:.3} | {recall:.3} | {f1:.3} |",
                pages[page].id
            );
        }
    }
    Ok(())
}

pub(crate) fn page(pages: &[Page], id: &str) -> Result<()> {
    let page = pages.iter().find(|page| page.id == id);
    let page = page.ok_or("no such table, and no page of this ID")?;
    let gold = page.gold()?;
    for cleaned in page.clean(&[Config::new()])? {
        println!(
            "{} {:?} {:.3?}",
            cleaned.mode,
            cleaned.statistics,
            pages::score(&cleaned.text, &gold)
        );
        println!("container {:?}", cleaned.container);
        for gone in &cleaned.removals {
            println!(
                "{:>6} words  {:12} {}",
                gone.words(),
                gone.reason(),
                gone.selector()
            );
        }
        let (output, gold) = (pages::words(&cleaned.text), pages::words(&gold));
        // A line is right if most of its words are in the gold.
        println!("--- kept, with the share of words in the gold");
        for line in cleaned.text.lines().filter(|line| !line.trim().is_empty()) {
            let words = pages::words(line);
            let all: usize = words.values().sum();
            let hit: usize = words
                .iter()
                .filter(|(word, _)| gold.contains_key(*word))
                .map(|(_, n)| n)
                .sum();
            let shown: String = line.chars().take(110).collect();
            println!("{:4.2} {all:4} {shown}", hit as f64 / all.max(1) as f64);
        }
        let lost: Vec<String> = gold
            .iter()
            .filter_map(|(word, &n)| {
                let lost = n.saturating_sub(output.get(word).copied().unwrap_or(0));
                (0 < lost).then(|| format!("{word}*{lost}"))
            })
            .collect();
        println!(
            "--- lost {} kinds of words: {}",
            lost.len(),
            lost.iter().take(150).cloned().collect::<Vec<_>>().join(" ")
        );
    }
    Ok(())
}
