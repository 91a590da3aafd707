//! The pages of sites, each judged alone: F1 of the content's words, or values that survive and words removed.
//!
//! Pages without gold, or with an empty one, are left out, as everywhere.

use std::collections::BTreeMap;

use demold::{Input, Learner};
use rayon::prelude::*;

use super::Texts;
use crate::{
    datasets::site::{Page, Site},
    eval::measures::{
        content::{content, removed},
        values::survival,
        words::Bag,
    },
};

/// Pages with gold, by collection and site.
#[derive(Debug)]
pub(super) struct Collections {
    sites: Vec<Site>,
    /// Of every page that has gold: its site, and its number in there.
    pages: Vec<(usize, usize)>,
    sources: Vec<String>,
}

/// A page's figures: the F1 or the share of the values, and the share of the words removed.
#[derive(Clone, Copy, Debug)]
struct Figures {
    quality: f64,
    removed: f64,
    has_values: bool,
}

impl Collections {
    pub(super) fn new(sites: Vec<Site>) -> Collections {
        let has_text = |page: &Page| {
            let text = page.gold.text.as_deref();
            text.is_some_and(|text| !text.trim().is_empty())
        };
        let has_gold = |page: &Page| has_text(page) || page.gold.values.is_some();
        let pages: Vec<(usize, usize)> = (0..sites.len())
            .flat_map(|site| (0..sites[site].pages.len()).map(move |page| (site, page)))
            .filter(|&(site, page)| has_gold(&sites[site].pages[page]))
            .collect();
        let source = |&(site, page): &(usize, usize)| {
            let page: &Page = &sites[site].pages[page];
            page.source().into_text().into_owned()
        };
        let sources = pages.par_iter().map(source).collect();
        Collections {
            sites,
            pages,
            sources,
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    pub(super) fn sources(&self) -> impl Iterator<Item = &str> {
        self.sources.iter().map(String::as_str)
    }

    /// Cleans every page with the template of its site, as users do who have more than one page of it.
    pub(super) fn with_their_sites(&self, learner: fn() -> Learner) -> anyhow::Result<Texts> {
        let templates = self.sites.par_iter().map(|site| {
            let inputs: Vec<Input<'_>> = site.pages.iter().map(Page::input).collect();
            learner().learn(&inputs)
        });
        let templates = templates.collect::<Result<Vec<_>, _>>()?;
        let text = |&(site, page): &(usize, usize)| -> anyhow::Result<String> {
            let input = self.sites[site].pages[page].input();
            Ok(templates[site].clean(input)?.text())
        };
        Ok(Texts {
            name: "demold, with the site's other pages".to_owned(),
            texts: self.pages.par_iter().map(text).collect::<Result<_, _>>()?,
        })
    }

    /// Writes the figures of each extractor: means over a collection's sites of the means over their pages.
    pub(super) fn table(&self, all: &[Texts]) -> String {
        let mut n_pages: BTreeMap<&str, usize> = BTreeMap::new();
        for &(site, _) in &self.pages {
            *n_pages.entry(&self.sites[site].collection).or_default() += 1;
        }
        let mut table = format!("{:36}", "each page alone");
        for (collection, n_pages) in &n_pages {
            table.push_str(&format!("{:>24}", format!("{collection} {n_pages}")));
        }
        table.push('\n');
        let visible: Vec<Bag> = self.sources.par_iter().map(|source| seen(source)).collect();
        for one in all {
            let figures: Vec<Figures> = (0..self.pages.len())
                .into_par_iter()
                .map(|at| self.figures(at, &visible[at], &one.texts[at]))
                .collect();
            table.push_str(&format!("{:36}", one.name));
            for collection in n_pages.keys() {
                table.push_str(&format!("{:>24}", self.cell(collection, &figures)));
            }
            table.push('\n');
        }
        table
    }

    fn figures(&self, at: usize, visible: &Bag, text: &str) -> Figures {
        let (site, page) = self.pages[at];
        let gold = &self.sites[site].pages[page].gold;
        let output = Bag::of(text);
        let removed = removed(visible, &output);
        let values = gold.values.as_deref();
        if let Some(kept) = values.and_then(|values| survival(values, text)) {
            return Figures {
                quality: kept,
                removed,
                has_values: true,
            };
        }
        let wanted = Bag::of(gold.text.as_deref().unwrap_or_default());
        let neutral = gold.neutral.as_deref().map(Bag::of);
        Figures {
            quality: content(&output, &wanted, neutral.as_ref()).f1,
            removed,
            has_values: false,
        }
    }

    fn cell(&self, collection: &str, figures: &[Figures]) -> String {
        let mut sites: BTreeMap<usize, Vec<Figures>> = BTreeMap::new();
        for (&(site, _), &figures) in std::iter::zip(&self.pages, figures) {
            if self.sites[site].collection == collection {
                sites.entry(site).or_default().push(figures);
            }
        }
        let mean = |numbers: &mut dyn Iterator<Item = f64>| {
            let (n, sum) = numbers.fold((0_usize, 0.0), |(n, sum), one| (n + 1, sum + one));
            sum / n.max(1) as f64
        };
        let over = |figure: fn(&Figures) -> f64| {
            mean(
                &mut sites
                    .values()
                    .map(|pages| mean(&mut pages.iter().map(figure))),
            )
        };
        let quality = over(|figures| figures.quality);
        match sites.values().flatten().any(|figures| figures.has_values) {
            true => format!("{quality:.4} / {:.3}", over(|figures| figures.removed)),
            false => format!("{quality:.4}"),
        }
    }
}

/// Returns the words that a page shows.
fn seen(source: &str) -> Bag {
    let dom = dom::Dom::parse(source);
    Bag::of(&cleaner::text(&dom, &cleaner::Regions::new()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datasets::site::Gold;

    fn site(collection: &str, gold: &[Gold]) -> Site {
        let page = |(i, gold): (usize, &Gold)| Page {
            name: i.to_string(),
            bytes: b"<p>one two".to_vec(),
            charset: None,
            section: None,
            gold: gold.clone(),
        };
        Site {
            name: collection.to_owned(),
            collection: collection.to_owned(),
            language: String::new(),
            category: None,
            pages: gold.iter().enumerate().map(page).collect(),
        }
    }

    #[test]
    fn texts_and_values_by_collection() {
        let text = |text: &str| Gold {
            text: Some(text.to_owned()),
            ..Gold::default()
        };
        let values = Gold {
            values: Some(vec!["one".to_owned(), "three".to_owned()]),
            ..Gold::default()
        };
        let sites = vec![
            site("manuals", &[text("one two"), text("one"), text(" ")]),
            site("shops", &[values]),
        ];
        let collections = Collections::new(sites);
        assert_eq!(collections.sources().count(), 3);
        let one = Texts {
            name: "one".to_owned(),
            texts: ["one", "one", "one"].map(str::to_owned).into(),
        };
        let table = collections.table(&[one]);
        let rows: Vec<Vec<&str>> = table
            .lines()
            .map(|row| row.split_whitespace().collect())
            .collect();
        assert_eq!(
            rows[0],
            ["each", "page", "alone", "manuals", "2", "shops", "1"]
        );
        assert_eq!(rows[1], ["one", "0.8333", "0.5000", "/", "0.500"]);
    }
}
