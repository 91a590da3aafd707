//! The figures of pages, of sites, of collections and over all: what tools are compared by.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::{
    datasets::site::Gold,
    measures::{content, doubled::has_doubled_line, ratio, values, words::Bag},
    outcome::Outcome,
    reading::{PageReading, Reading},
    subject::Subject,
    table::{Table, share},
};

/// What is measured of a page, of a site and of a collection.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Measure {
    Precision,
    Recall,
    #[default]
    F1,
    /// The share of pages whose headline stands twice.
    Doubled,
    Values,
    /// The share of the visible words that went.
    Removed,
    /// Template terms, of a site alone.
    TermsF1,
    /// Template tokens, of a site alone.
    TokensF1,
}

/// The heads of the measures' columns, in their order.
pub const HEADS: [&str; 8] = ["P", "R", "F1", "doubled", "values", "removed", "terms F", "tokens F"];

/// One figure for each measure; nothing where it cannot be measured.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures([Option<f64>; HEADS.len()]);

/// What stays of a page, against its gold.
#[derive(Clone, Copy, Debug)]
pub struct Judged {
    pub figures: Figures,
    /// The number of content words that went.
    pub lost: usize,
}

/// The figures of one subject: of a site, of a collection, or of all sites.
#[derive(Clone, Debug, Default)]
pub struct Row {
    pub collection: Option<String>,
    pub site: Option<String>,
    pub subject: &'static str,
    pub pages: usize,
    pub figures: Figures,
}

impl Figures {
    pub fn get(&self, measure: Measure) -> Option<f64> {
        self.0[measure as usize]
    }

    pub fn with(mut self, measure: Measure, figure: Option<f64>) -> Figures {
        self.0[measure as usize] = figure;
        self
    }

    /// Returns the mean of each figure over those that have it.
    pub fn mean<'a>(all: impl IntoIterator<Item = &'a Figures>) -> Figures {
        let all: Vec<&Figures> = all.into_iter().collect();
        Figures(std::array::from_fn(|at| ratio::mean(all.iter().filter_map(|figures| figures.0[at]))))
    }

    /// Writes the first figures as cells.
    pub(crate) fn cells(&self, n: usize) -> impl Iterator<Item = String> {
        self.0.into_iter().take(n).map(share)
    }
}

/// Judges the text that anything left of a page: the one measure of all that cleans pages.
pub fn judge(page: &PageReading, of_page: &Gold, text: &str) -> (Judged, Bag) {
    let output = Bag::of(text);
    let gold = page.gold.as_ref();
    let content = gold.map(|gold| content::content(&output, gold, page.neutral.as_ref()));
    let doubled = gold.and(of_page.text.as_deref()).map(|gold| f64::from(u8::from(has_doubled_line(text, gold))));
    let values = of_page.values.as_deref().and_then(|wanted| values::survival(wanted, text));
    let figures = Figures::default()
        .with(Measure::Precision, content.map(|content| content.precision))
        .with(Measure::Recall, content.map(|content| content.recall))
        .with(Measure::F1, content.map(|content| content.f1))
        .with(Measure::Doubled, doubled)
        .with(Measure::Values, values)
        .with(Measure::Removed, Some(content::removed(&page.visible, &output)));
    let lost = gold.map_or(0, |gold| gold.total() - gold.overlap(&output));
    (Judged { figures, lost }, output)
}

/// Returns a row for each site, then for each collection, then one over all sites, for each subject. `outcomes` has for
/// each subject those of all sites.
pub fn rows(readings: &[Reading], subjects: &[&'static Subject], outcomes: &[Vec<Outcome>]) -> Vec<Row> {
    let mut rows = Vec::new();
    for (at, Reading { site, pages }) in readings.iter().enumerate() {
        for (subject, of_sites) in std::iter::zip(subjects, outcomes) {
            rows.push(Row {
                collection: Some(site.collection.clone()),
                site: Some(site.name.clone()),
                subject: subject.name,
                pages: pages.len(),
                figures: of_sites[at].figures,
            });
        }
    }
    let sites = rows.clone();
    let collections: BTreeSet<&str> = readings.iter().map(|reading| reading.site.collection.as_str()).collect();
    for collection in collections.into_iter().map(Some).chain([None]) {
        for subject in subjects {
            let is_own = |row: &&Row| {
                row.subject == subject.name && (collection.is_none() || row.collection.as_deref() == collection)
            };
            let own: Vec<&Row> = sites.iter().filter(is_own).collect();
            rows.push(Row {
                collection: collection.map(str::to_owned),
                site: None,
                subject: subject.name,
                pages: own.iter().map(|row| row.pages).sum(),
                figures: Figures::mean(own.iter().map(|row| &row.figures)),
            });
        }
    }
    rows
}

/// Returns the rows as a table.
pub(crate) fn table(rows: &[Row]) -> Table {
    let name = |row: &Row| match (&row.collection, &row.site) {
        (Some(collection), Some(site)) => format!("{collection}/{site}"),
        (Some(collection), None) => format!("= {collection}"),
        (None, _) => "all sites".to_owned(),
    };
    let head = ["content words, values", "subject", "pages"].into_iter().chain(HEADS);
    let mut table = Table::new("Content words, and values that survive (mean of pages, then of sites)", head);
    for row in rows {
        let cells = [name(row), row.subject.to_owned(), row.pages.to_string()];
        table.row(cells.into_iter().chain(row.figures.cells(HEADS.len())));
    }
    table
}

/// Returns a table of the ten pages of each subject that lose the largest share of their content: of the words, or else
/// of the values. Of equal ones, those with the most words come first.
pub(crate) fn worst(readings: &[Reading], subjects: &[&'static Subject], outcomes: &[Vec<Outcome>]) -> Table {
    const N_WORST: usize = 10;
    let mut table =
        Table::new("The pages that lose most content", ["page", "subject", "rank", "content lost", "words"]);
    for (subject, of_sites) in std::iter::zip(subjects, outcomes) {
        let mut losing = Vec::new();
        for (Reading { site, .. }, outcome) in std::iter::zip(readings, of_sites) {
            for (page, of_page) in std::iter::zip(&site.pages, &outcome.pages) {
                let Judged { figures, lost } = of_page.judged;
                let kept = figures.get(Measure::Recall).or(figures.get(Measure::Values)).unwrap_or(1.0);
                if kept < 1.0 {
                    losing.push((1.0 - kept, lost, [&*site.collection, &*site.name, &*page.name]));
                }
            }
        }
        losing.sort_by(|(a, a_words, a_name), (b, b_words, b_name)| {
            b.total_cmp(a).then(b_words.cmp(a_words)).then_with(|| a_name.cmp(b_name))
        });
        for (nth, (lost, words, name)) in losing.into_iter().take(N_WORST).enumerate() {
            let lost = format!("{:.1} %", 100.0 * lost);
            table.row([name.join("/"), subject.name.to_owned(), (nth + 1).to_string(), lost, words.to_string()]);
        }
    }
    table
}
