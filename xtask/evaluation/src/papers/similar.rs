//! Cleaning expressions on other sites than the one they were mined from: Foschini's thesis says that they can be used
//! on "similar sites" (abstract).

use cleaner::Regions;
use demold::{Cleaned, Input, Learner, Method};
use expressions::{Config, Expressions, Matcher};
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::{
    measures::ratio::{Ratio, mean, share},
    reading::{PageReading, Reading},
};

/// The sites of a collection, each cleaned by expressions. Figures are bytes of template, means over the sites.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Similar {
    pub collection: String,
    pub sites: usize,
    /// By the site's own expressions.
    pub own: Ratio,
    /// By those of the other site that do best here: what is most similar.
    pub most_similar: Ratio,
    /// By those of any other site.
    pub others: Ratio,
}

/// Pages of each site that are cleaned.
const N_PAGES: usize = 4;

/// Sites of a collection, since each is cleaned by the expressions of every other.
const MOST_SITES: usize = 40;

/// Mines every site, and cleans each by the expressions of every site of its collection.
pub(crate) fn similar(readings: &[Reading], seed: u64) -> anyhow::Result<Vec<Similar>> {
    let learner = Learner::paper(Method::Mine).seed(seed);
    let has_gold = |reading: &&Reading| reading.pages.iter().all(|page| page.regions.is_some());
    let readings: Vec<&Reading> = readings.iter().filter(has_gold).collect();
    let of_collections = readings.chunk_by(|a, b| a.site.collection == b.site.collection);
    let mut found = Vec::new();
    for sites in of_collections.filter(|sites| sites.len() > 1) {
        let sites = &sites[..sites.len().min(MOST_SITES)];
        let matchers =
            sites.par_iter().map(|reading| mined(&learner, reading)).collect::<anyhow::Result<Vec<Matcher>>>()?;
        let tried = sites
            .par_iter()
            .enumerate()
            .map(|(at, reading)| {
                let mut others = matchers
                    .iter()
                    .map(|matcher| cleaned(matcher, &reading.pages))
                    .collect::<anyhow::Result<Vec<Ratio>>>()?;
                let own = others.remove(at);
                let best = others.iter().copied().max_by(|a, b| a.f1.total_cmp(&b.f1));
                Ok((own, best.unwrap_or_default(), means(&others)))
            })
            .collect::<anyhow::Result<Vec<(Ratio, Ratio, Ratio)>>>()?;
        let column = |of: fn(&(Ratio, Ratio, Ratio)) -> Ratio| means(&tried.iter().map(of).collect::<Vec<Ratio>>());
        found.push(Similar {
            collection: sites[0].site.collection.clone(),
            sites: sites.len(),
            own: column(|site| site.0),
            most_similar: column(|site| site.1),
            others: column(|site| site.2),
        });
    }
    Ok(found)
}

fn mined(learner: &Learner, reading: &Reading) -> anyhow::Result<Matcher> {
    let inputs: Vec<Input<'_>> = reading.pages.iter().map(|page| (&page.source).into()).collect();
    let drawn = learner.read_drawn(&inputs).into_iter();
    let drawn: Vec<demold::Reading<'_>> = drawn.map(|(_, page)| page).collect();
    let file = learner.expressions(&drawn)?.to_file("mined");
    Ok(Config::new().build(&Expressions::from_file(&file)?)?)
}

fn cleaned(matcher: &Matcher, pages: &[PageReading]) -> anyhow::Result<Ratio> {
    let mut of_pages = Vec::new();
    for page in pages.iter().take(N_PAGES) {
        let cleaned = Cleaned::by_expressions(matcher, &page.source)?;
        let template = page.regions.as_ref().map_or_else(Regions::new, |gold| gold.template.clone());
        let hits = cleaned.regions().intersection(&template).total();
        of_pages.push(Ratio::from_shares(share(hits, cleaned.regions().total()), share(hits, template.total())));
    }
    Ok(means(&of_pages))
}

fn means(ratios: &[Ratio]) -> Ratio {
    let of = |figure: fn(&Ratio) -> f64| mean(ratios.iter().map(figure)).unwrap_or(0.0);
    Ratio { precision: of(|ratio| ratio.precision), recall: of(|ratio| ratio.recall), f1: of(|ratio| ratio.f1) }
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
                let template = own.len()..own.len() + foot.len();
                let gold = Gold { regions: Some(GoldRegions::from_ranges([template], [])), ..Gold::default() };
                Page {
                    name: own_word.to_owned(),
                    bytes: (own + &foot).into_bytes(),
                    charset: None,
                    section: None,
                    gold,
                }
            });
            Reading::new(Site {
                name: name.to_owned(),
                collection: "test".to_owned(),
                language: String::new(),
                category: None,
                pages: pages.to_vec(),
            })
        };
        let readings = [site("a", "said"), site("b", "said"), site("c", "not")];
        let found = similar(&readings, 0).unwrap().remove(0);
        assert_eq!((&*found.collection, found.sites), ("test", 3));
        assert!(found.own.recall > 0.5, "{found:?}");
        assert!(found.others.recall < found.most_similar.recall, "{found:?}");
        assert!(found.most_similar.recall <= found.own.recall, "{found:?}");
    }
}
