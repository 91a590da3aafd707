//! What Foschini's thesis (section 6.1) proposes to measure: injected templates, found again by templates and by
//! expressions, mirrors, and a clean feed.

use cleaner::Regions;
use demold::{Learner, Method};

use super::{expressions, made};
use crate::{
    datasets::{
        generated,
        site::{Gold, GoldRegions, Page, Site},
    },
    measures::{
        ratio::{Ratio, mean, share as share_of},
        words,
    },
    outcome::{Outcome, outcome},
    reading::Reading,
    subject::Subject,
    table::{Table, share},
};

pub(super) fn tables(subjects: &[&Subject], seed: u64) -> anyhow::Result<[Table; 3]> {
    let mut of_blocks = Table::new(
        "Injected templates (Foschini, section 6.1)",
        ["subject", "P of bytes", "R of bytes", "F", "blocks found"],
    );
    let bare = Reading::new(injected(seed)?);
    for subject in subjects.iter().filter(|subject| !subject.is_keep()) {
        let (bytes, blocks) = found_again(&bare, &outcome(&bare, subject, None, seed)?);
        let figures = [bytes.precision, bytes.recall, bytes.f1, blocks].map(|figure| share(Some(figure)));
        of_blocks.row([subject.name.to_owned()].into_iter().chain(figures));
    }
    let mut distances = Table::new(
        "Edit distance in words: between mirrors, and between a clean feed and its pages (Foschini, section 6.1)",
        ["pages", "subject", "before", "after"],
    );
    let [left, right] = made::mirrors(seed)?.map(Reading::new);
    let sample = Reading::new(generated::sample());
    let shown =
        |reading: &Reading| -> Vec<String> { reading.pages.iter().map(|page| page.text(&Regions::new())).collect() };
    let kept = |reading: &Reading, subject: &Subject| made::texts(reading, subject, None, seed);
    let feed = |reading: &Reading| -> Vec<String> {
        reading.site.pages.iter().map(|page| page.gold.text.clone().unwrap_or_default()).collect()
    };
    let before = distance(&shown(&left), &shown(&right));
    for subject in subjects {
        let after = distance(&kept(&left, subject)?, &kept(&right, subject)?);
        distances.row(["mirrors".to_owned(), subject.name.to_owned(), share(before), share(after)]);
    }
    for reading in [&sample, &left] {
        let feed = feed(reading);
        let before = distance(&feed, &shown(reading));
        for subject in subjects {
            let after = distance(&feed, &kept(reading, subject)?);
            distances.row([reading.site.name.clone(), subject.name.to_owned(), share(before), share(after)]);
        }
    }
    let mut by_expressions = Table::new(
        "The same by cleaning expressions",
        ["learn --export", "expressions", "right", "P of bytes", "R of bytes"],
    );
    for (settings, learner) in [("", Learner::new()), ("--paper", Learner::paper(Method::Mine))] {
        let (n_expressions, figures) = expressions::found_again(&bare, &learner)?;
        let cells = [settings.to_owned(), n_expressions.to_string()];
        by_expressions.row(cells.into_iter().chain(figures.map(|figure| share(Some(figure)))));
    }
    Ok([of_blocks, by_expressions, distances])
}

/// Returns the least number of words to insert, delete or replace that makes one text of the other, as a share of the
/// words of the longer: the mean over pages.
fn distance(left: &[String], right: &[String]) -> Option<f64> {
    mean(std::iter::zip(left, right).map(|(left, right)| {
        let [left, right] = [left, right].map(|text| words::list(text));
        share_of(strsim::generic_levenshtein(&left, &right), left.len().max(right.len()))
    }))
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
    let clean = made::subjects(seed, 24)?.swap_remove(0);
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
    let gold = Gold { text: page.gold.text.clone(), regions: Some(regions), ..Gold::default() };
    Page { name: page.name.clone(), bytes: html.into_bytes(), charset: Some("utf-8".to_owned()), section: None, gold }
}

/// Returns the injected bytes among the removed, and the removed among the injected, as means over the pages; and the
/// share of the injected blocks of which at least nine tenths were removed.
fn found_again(reading: &Reading, outcome: &Outcome) -> (Ratio, f64) {
    let (mut precision, mut recall, mut n_blocks, mut n_found) = (Vec::new(), Vec::new(), 0, 0);
    for (page, outcome) in std::iter::zip(&reading.pages, &outcome.pages) {
        let Some(gold) = &page.regions else { continue };
        let hits = outcome.regions.intersection(&gold.template);
        precision.push(share_of(hits.total(), outcome.regions.total()));
        recall.push(share_of(hits.total(), gold.template.total()));
        for block in gold.template.iter() {
            let length = block.len();
            let found = hits.intersection(&Regions::from_ranges([block])).total();
            n_blocks += 1;
            n_found += usize::from(9 * length <= 10 * found);
        }
    }
    let [precision, recall] = [precision, recall].map(|figures| mean(figures).unwrap_or(0.0));
    (Ratio::from_shares(precision, recall), share_of(n_found, n_blocks))
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
            let starts: Vec<&str> = regions.iter().map(|block| &source.text()[block][..16]).collect();
            assert_eq!(starts, ["<div class=\"mast", "\n<div class=\"off", "<div class=\"impr"]);
        }
    }

    #[test]
    fn distances_by_hand() {
        let of = |left: &str, right: &str| distance(&[left.to_owned()], &[right.to_owned()]).unwrap();
        assert_eq!([of("a b", "a x y b"), of("k i t t e n", "s i t t i n g")], [0.5, 3.0 / 7.0]);
        assert_eq!([of("", "a b c"), of("a b", "A, b"), of("", "")], [1.0, 0.0, 0.0]);
    }
}
