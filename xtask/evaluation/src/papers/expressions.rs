//! Cleaning expressions: injected templates found again by them, as Foschini's thesis (section 6.1) asks, and other sites
//! than the one that they were mined from, on which they can be used if these are "similar" (abstract).
//!
//! Expressions are mined, written and applied as `demold learn --export` and `demold clean --expressions` do it.

use cleaner::Regions;
use demold::{Cleaned, Input, Learner, Method};
use expressions::{Config, Expressions, Matcher};
use rayon::prelude::*;

use crate::{
    measures::ratio::{Ratio, share as share_of},
    reading::{PageReading, Reading},
    table::{Table, share},
};

/// Pages of each site that are cleaned by the expressions of others.
const N_PAGES: usize = 4;

/// Sites of a collection, since each is cleaned by the expressions of every other.
const MOST_SITES: usize = 40;

/// Mines a site, and returns the expressions as users have them: from a file.
fn mined(learner: &Learner, reading: &Reading) -> anyhow::Result<Expressions> {
    let inputs: Vec<Input<'_>> = reading.pages.iter().map(|page| (&page.source).into()).collect();
    let drawn = learner.read_drawn(&inputs).into_iter();
    let drawn: Vec<demold::Reading<'_>> = drawn.map(|(_, page)| page).collect();
    Ok(Expressions::from_file(&learner.expressions(&drawn)?.to_file("mined"))?)
}

/// Returns what expressions match in pages.
fn matches(matcher: &Matcher, pages: &[PageReading]) -> anyhow::Result<Vec<Regions>> {
    let cleaned = pages.iter().map(|page| Ok(Cleaned::by_expressions(matcher, &page.source)?.regions().clone()));
    cleaned.collect()
}

/// Returns the template bytes among the matched, and the matched among the template's, of each page.
fn ratios(matched: &[Regions], pages: &[PageReading]) -> Vec<Ratio> {
    let ratio = |(page, matched): (&PageReading, &Regions)| {
        let template = page.regions.as_ref().map_or_else(Regions::new, |gold| gold.template.clone());
        let hits = matched.intersection(&template).total();
        Ratio::from_shares(share_of(hits, matched.total()), share_of(hits, template.total()))
    };
    std::iter::zip(pages, matched).map(ratio).collect()
}

/// Mines a site whose gold template is what was injected. Returns the number of expressions, the share of those that
/// match in injected blocks only, and precision and recall of the bytes, as means over the pages.
pub(super) fn found_again(reading: &Reading, learner: &Learner) -> anyhow::Result<(usize, [f64; 3])> {
    let pages = &reading.pages;
    let expressions = mined(&learner.clone().method(Method::Mine), reading)?;
    let is_right = |(page, regions): (&PageReading, &Regions)| {
        let gold = page.regions.as_ref();
        gold.is_some_and(|gold| regions.iter().all(|range| gold.template.covers(range)))
    };
    let n_expressions = expressions.lines().len();
    let mut n_right = 0;
    for line in expressions.lines() {
        let alone = matches(&Config::new().build(&Expressions::from_file(line)?)?, pages)?;
        n_right += usize::from(std::iter::zip(pages, &alone).all(is_right));
    }
    let found = ratios(&matches(&Config::new().build(&expressions)?, pages)?, pages);
    let bytes = Ratio::mean(&found).unwrap_or_default();
    Ok((n_expressions, [share_of(n_right, n_expressions), bytes.precision, bytes.recall]))
}

/// Cleans each site by the expressions of every site of its collection. Figures are bytes of template, means over the
/// sites: by the site's own expressions, by those of the other site that do best here, which is most similar, and by those
/// of any other site.
pub(super) fn on_other_sites(readings: &[Reading], seed: u64) -> anyhow::Result<Table> {
    let learner = Learner::paper(Method::Mine).seed(seed);
    let has_gold = |reading: &&Reading| reading.pages.iter().all(|page| page.regions.is_some());
    let readings: Vec<&Reading> = readings.iter().filter(has_gold).collect();
    let of_collections = readings.chunk_by(|a, b| a.site.collection == b.site.collection);
    let mut table = Table::new(
        "Cleaning expressions on other sites (Foschini, abstract: similar sites)",
        ["collection", "sites", "expressions of", "P of bytes", "R of bytes", "F"],
    );
    for sites in of_collections.filter(|sites| sites.len() > 1) {
        let sites = &sites[..sites.len().min(MOST_SITES)];
        let matchers = sites.par_iter().map(|reading| Ok(Config::new().build(&mined(&learner, reading)?)?));
        let matchers = matchers.collect::<anyhow::Result<Vec<Matcher>>>()?;
        let tried = sites.par_iter().enumerate().map(|(at, reading)| {
            let pages = &reading.pages[..reading.pages.len().min(N_PAGES)];
            let by = |matcher: &Matcher| Ok(Ratio::mean(&ratios(&matches(matcher, pages)?, pages)).unwrap_or_default());
            let mut others = matchers.iter().map(by).collect::<anyhow::Result<Vec<Ratio>>>()?;
            let own = others.remove(at);
            let best = others.iter().copied().max_by(|a, b| a.f1.total_cmp(&b.f1));
            Ok([own, best.unwrap_or_default(), Ratio::mean(&others).unwrap_or_default()])
        });
        let tried = tried.collect::<anyhow::Result<Vec<[Ratio; 3]>>>()?;
        for (which, whose) in ["the site itself", "the most similar site", "any other site"].into_iter().enumerate() {
            let of_sites: Vec<Ratio> = tried.iter().map(|ratios| ratios[which]).collect();
            let Ratio { precision, recall, f1 } = Ratio::mean(&of_sites).unwrap_or_default();
            let names = [sites[0].site.collection.clone(), sites.len().to_string(), whose.to_owned()];
            table.row(names.into_iter().chain([precision, recall, f1].map(|figure| share(Some(figure)))));
        }
    }
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datasets::site::{Gold, GoldRegions, Page, Site};

    #[test]
    fn a_site_with_the_same_foot_is_similar() {
        let site = |name: &str, foot: &str| {
            let pages = ["rope", "bread", "glass", "wool", "tin", "ice"].map(|own_word| {
                let own = format!("<p>{name}{own_word} stands</p>\n");
                let foot = format!("<i> {foot} in every foot of ours </i>\n");
                let regions = GoldRegions::from_ranges(std::iter::once(own.len()..own.len() + foot.len()), []);
                let gold = Gold { regions: Some(regions), ..Gold::default() };
                Page { name: own_word.to_owned(), bytes: (own + &foot).into_bytes(), gold, ..Page::default() }
            });
            Reading::new(Site {
                name: name.to_owned(),
                collection: "test".to_owned(),
                pages: pages.to_vec(),
                ..Site::default()
            })
        };
        let readings = [site("a", "said"), site("b", "said"), site("c", "not")];
        let rows = on_other_sites(&readings, 0).unwrap().rows;
        assert_eq!(rows[0][..3], ["test", "3", "the site itself"]);
        let [own, most_similar, others] = [0, 1, 2].map(|row| rows[row][4].parse::<f64>().unwrap());
        assert!(own > 0.5 && others < most_similar && most_similar <= own, "{rows:?}");
    }
}
