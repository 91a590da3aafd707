//! What Foschini's thesis (section 6.1) proposes to measure: injected templates, mirrors, and a clean feed.

use demold::{Learner, Method};
use serde::{Deserialize, Serialize};

use super::expressions::{self, Matched};
use crate::{
    cache::Cache,
    datasets::{
        generated,
        site::{Gold, GoldRegions, Page, Site},
    },
    measures::{
        edit_distance,
        ratio::{Ratio, mean, share},
        words,
    },
    outcome::{Outcome, outcome},
    reading::Reading,
    subject::Subject,
};

#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Thesis {
    pub injected: Vec<Injected>,
    pub expressions: Vec<Matched>,
    pub mirrors: Vec<Distance>,
    pub feed: Vec<Distance>,
}

/// Templates that were injected into pages without any.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Injected {
    pub subject: String,
    /// Injected bytes among the removed, and removed among the injected; means over the pages.
    #[serde(flatten)]
    pub bytes: Ratio,
    /// The share of the injected blocks of which at least nine tenths were removed.
    pub blocks: f64,
}

/// Edit distance in words, as a share of the longer text; means over the pages.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Distance {
    pub pages: String,
    pub subject: String,
    pub before: f64,
    pub after: f64,
}

pub(crate) fn thesis(cache: &Cache, subjects: &[Subject], seed: u64) -> anyhow::Result<Thesis> {
    let mut thesis = Thesis::default();
    let bare = Reading::new(injected(seed)?);
    for &subject in subjects.iter().filter(|&&subject| subject != Subject::Keep) {
        let outcome = outcome(cache, &bare, subject, None, seed)?;
        thesis.injected.push(found_again(&bare, subject, &outcome));
    }
    for (settings, learner) in [("", Learner::new()), ("--paper", Learner::paper(Method::Mine))] {
        let inputs = ["expressions", settings, &bare.hash];
        let matched = cache.get(&inputs, || expressions::matched(&bare, settings, &learner))?;
        thesis.expressions.push(matched);
    }
    let mirrors = generated::mirrors(seed)?.map(Reading::new);
    let sample = Reading::new(generated::sample());
    for &subject in subjects {
        let [left, right] = &mirrors;
        let (a, b) = (outcome(cache, left, subject, None, seed)?, outcome(cache, right, subject, None, seed)?);
        let n_pages = left.pages.len().min(right.pages.len());
        thesis.mirrors.push(Distance {
            pages: "mirrors".to_owned(),
            subject: subject.to_string(),
            before: mean_distance(n_pages, |at| {
                [left, right].map(|reading| reading.pages[at].text(&cleaner::Regions::new()))
            }),
            after: mean_distance(n_pages, |at| [kept(left, &a, at), kept(right, &b, at)]),
        });
        for reading in [&sample, left] {
            let outcome = outcome(cache, reading, subject, None, seed)?;
            let entry = |at: usize| reading.site.pages[at].gold.text.clone().unwrap_or_default();
            thesis.feed.push(Distance {
                pages: reading.site.name.clone(),
                subject: subject.to_string(),
                before: mean_distance(reading.pages.len(), |at| {
                    [entry(at), reading.pages[at].text(&cleaner::Regions::new())]
                }),
                after: mean_distance(reading.pages.len(), |at| [entry(at), kept(reading, &outcome, at)]),
            });
        }
    }
    Ok(thesis)
}

fn kept(reading: &Reading, outcome: &Outcome, at: usize) -> String {
    reading.pages[at].text(&outcome.pages[at].regions)
}

fn mean_distance(n_pages: usize, texts: impl Fn(usize) -> [String; 2]) -> f64 {
    mean((0..n_pages).map(|at| {
        let [left, right] = texts(at).map(|text| words::list(&text));
        edit_distance::distance(&left, &right)
    }))
    .unwrap_or(0.0)
}

const HEAD: &str = "<div class=\"masthead\"><a href=\"/\">The Quayside Gazette</a><ul>\
    <li><a href=\"/quay\">News from the quay</a></li><li><a href=\"/tides\">Tides and weather</a></li>\
    <li><a href=\"/boats\">Boats for sale</a></li><li><a href=\"/letters\">Letters</a></li></ul></div>\n";
const MIDDLE: &str = "\n<div class=\"offer\"><p>Readers of the Gazette save a third on a year of ferry tickets.</p>\
    <a href=\"/offer\">Claim the offer before the season ends</a></div>\n";

/// The visitor's number is another on every page.
fn foot(number: usize) -> String {
    format!(
        "<div class=\"imprint\"><p>Printed by the harbor press. Letters are welcome at the desk on the pier.</p>\
         <p>You are visitor {number} of this page.</p></div>\n"
    )
}

/// Returns a site of pages without a template, into each of which the same three blocks were put.
fn injected(seed: u64) -> anyhow::Result<Site> {
    let clean = generated::subjects(seed, 24)?.swap_remove(0);
    let pages = clean.pages.iter().enumerate().map(|(number, page)| inject(page, number)).collect();
    Ok(Site { name: "injected".to_owned(), pages, ..clean })
}

fn inject(page: &Page, number: usize) -> Page {
    let source = page.source();
    let template = page.gold.regions.as_ref().map(|gold| gold.template.clone()).unwrap_or_default();
    let own = cleaner::cut(source.text(), &template).into_owned();
    // After the first paragraph, where sites put such things.
    let middle = own.find("</p>").map_or(own.len(), |at| at + "</p>".len());
    let foot = foot(1_000 + 37 * number);
    let mut html = String::new();
    let mut blocks = Vec::new();
    for (part, is_block) in
        [(HEAD, true), (&own[..middle], false), (MIDDLE, true), (&own[middle..], false), (&foot, true)]
    {
        let start = html.len();
        html.push_str(part);
        if is_block {
            blocks.push(start..html.len());
        }
    }
    let regions = GoldRegions::from_ranges(blocks, []);
    let gold = Gold { text: page.gold.text.clone(), neutral: None, values: None, regions: Some(regions) };
    Page { name: page.name.clone(), bytes: html.into_bytes(), charset: Some("utf-8".to_owned()), section: None, gold }
}

fn found_again(reading: &Reading, subject: Subject, outcome: &Outcome) -> Injected {
    let (mut precision, mut recall, mut n_blocks, mut n_found) = (Vec::new(), Vec::new(), 0, 0);
    for (page, outcome) in std::iter::zip(&reading.pages, &outcome.pages) {
        let Some(gold) = &page.regions else { continue };
        let hits = outcome.regions.intersection(&gold.template);
        precision.push(share(hits.total(), outcome.regions.total()));
        recall.push(share(hits.total(), gold.template.total()));
        for block in gold.template.iter() {
            let length = block.len();
            let found = hits.intersection(&cleaner::Regions::from_ranges([block])).total();
            n_blocks += 1;
            n_found += usize::from(9 * length <= 10 * found);
        }
    }
    Injected {
        subject: subject.to_string(),
        bytes: Ratio::from_shares(mean(precision).unwrap_or(0.0), mean(recall).unwrap_or(0.0)),
        blocks: share(n_found, n_blocks),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn three_blocks_stand_in_every_page() {
        let site = injected(0).unwrap();
        for page in &site.pages {
            let source = page.source();
            let regions = &page.gold.regions.as_ref().unwrap().template;
            assert_eq!(regions.iter().count(), 3, "{}", source.text());
            for (block, start) in
                std::iter::zip(regions.iter(), ["<div class=\"mast", "\n<div class=\"offer", "<div class=\"impr"])
            {
                assert!(source.text()[block].starts_with(start));
            }
        }
    }
}
