//! Generated sites of the experiments.

use sitegen::{Config, Noise, PageType};

use crate::{
    datasets::{
        generated::{seed_of, site},
        site::Site,
    },
    reading::Reading,
    subject::Subject,
    table::Table,
};

/// The blocks that change from page to page on most of these sites.
pub(super) const NOISE: Noise = Noise { ads: true, dates: true, ..Noise::NONE };

/// Pages of each of the sites that k-means and the classifier work on.
const N_PAGES: usize = 100;
const N_PAGES_QUICK: usize = 15;

/// The sites that k-means and the classifier work on: five sites about the same five subjects.
pub(super) struct Made {
    pub(super) readings: Vec<Reading>,
    pub(super) n_pages: usize,
    /// The number of the site of each page, and that of its section. Sections have other names on other sites, and come in
    /// the same order.
    pub(super) sites: Vec<usize>,
    pub(super) sections: Vec<usize>,
    names: Vec<Vec<String>>,
}

impl Made {
    pub(super) fn new(seed: u64, quick: bool) -> anyhow::Result<Made> {
        let n_pages = if quick { N_PAGES_QUICK } else { N_PAGES };
        let readings: Vec<Reading> = subjects(seed, n_pages)?.into_iter().map(Reading::new).collect();
        let (mut sites, mut sections, mut all_names) = (Vec::new(), Vec::new(), Vec::new());
        for (site_idx, reading) in readings.iter().enumerate() {
            let mut names = Vec::<String>::new();
            for page in &reading.site.pages {
                let name = page.section.clone().unwrap_or_default();
                sites.push(site_idx);
                sections.push(names.iter().position(|other| *other == name).unwrap_or(names.len()));
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            all_names.push(names);
        }
        Ok(Made { readings, n_pages, sites, sections, names: all_names })
    }

    pub(super) fn table(&self) -> Table {
        let most = self.names.iter().map(Vec::len).max().unwrap_or(0);
        let head = (1..=most).map(|number| format!("category {number}"));
        let head = ["site".to_owned()].into_iter().chain(head);
        let mut table = Table::new("Pages of each category (Vieira et al., table 1)", head);
        for (site, (reading, names)) in std::iter::zip(&self.readings, &self.names).enumerate() {
            let cells = names.iter().enumerate().map(|(section, name)| {
                let pages = std::iter::zip(&self.sites, &self.sections);
                let n_pages = pages.filter(|&pages| pages == (&site, &section)).count();
                format!("{name} {n_pages}")
            });
            table.row([reading.site.name.clone()].into_iter().chain(cells));
        }
        table
    }

    /// Returns what a subject leaves of all pages.
    pub(super) fn texts(&self, subject: &Subject, n_pages: Option<usize>, seed: u64) -> anyhow::Result<Vec<String>> {
        let mut all = Vec::new();
        for reading in &self.readings {
            all.extend(texts(reading, subject, n_pages, seed)?);
        }
        Ok(all)
    }
}

/// Returns what a subject leaves of the pages of a site.
pub(super) fn texts(
    reading: &Reading,
    subject: &Subject,
    n_pages: Option<usize>,
    seed: u64,
) -> anyhow::Result<Vec<String>> {
    let learned = subject.learn(reading, n_pages, seed)?;
    let pages = reading.pages.iter().enumerate();
    pages.map(|(at, page)| Ok(page.text(&learned.regions(reading, at)?))).collect()
}

/// Returns five sites about the same five subjects.
pub(super) fn subjects(seed: u64, n_pages: usize) -> anyhow::Result<Vec<Site>> {
    let config = Config::new().pages(n_pages).sections(5).page_bytes(6_000).template_share(0.8);
    let config = config.mix(&[(PageType::Article, 1)]).noise(Noise { teasers: true, ..NOISE });
    (1..6).map(|at| site(&format!("subjects-{at}"), &config.clone().seed(seed_of(seed, 99 + at)).build()?)).collect()
}

/// Returns two sites of the same content under two templates.
pub(super) fn mirrors(seed: u64) -> anyhow::Result<[Site; 2]> {
    let config = Config::new().content_seed(seed_of(seed, 200)).pages(24);
    let config = config.mix(&[(PageType::Article, 1)]).noise(NOISE);
    let mirror = |at: u64| site(&format!("mirror-{at}"), &config.clone().seed(seed_of(seed, 200 + at)).build()?);
    Ok([mirror(1)?, mirror(2)?])
}

/// Returns a site of so many pages that each hundredth of them is several.
pub(super) fn many(seed: u64) -> anyhow::Result<Site> {
    let config = Config::news().seed(seed_of(seed, 500)).pages(400).page_bytes(8_000).noise(Noise::ALL);
    site("news-400-pages", &config.build()?)
}
