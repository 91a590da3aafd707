//! Pages to look at: the source, what is template by the gold, and what each subject removed.

use std::collections::BTreeMap;

use cleaner::Regions;
use serde::Serialize;

use crate::{outcome::Outcome, reading::Reading, subject::Subject};

/// Larger pages are too slow to look at, and bloat the report.
const MOST_BYTES: usize = 400_000;

/// Byte ranges, each as start and end, into the UTF-8 encoding of `source`.
pub type Ranges = Vec<[usize; 2]>;

#[derive(Clone, Debug, Serialize)]
pub struct View {
    pub collection: String,
    pub site: String,
    pub page: String,
    /// The page, decoded.
    pub source: String,
    pub gold_text: Option<String>,
    pub gold_values: Option<Vec<String>>,
    /// What should go; null where only values are known.
    pub template: Option<Ranges>,
    /// What may go.
    pub neutral: Option<Ranges>,
    /// What each subject removed, by name.
    pub removed: BTreeMap<String, Ranges>,
}

/// Makes views of chosen pages, given as site and page number.
///
/// Returns the views, and for each page the number of its view; pages that are too large have none.
pub fn views(
    chosen: impl IntoIterator<Item = (usize, usize)>,
    readings: &[Reading],
    subjects: &[Subject],
    outcomes: &[Vec<Outcome>],
) -> (Vec<View>, BTreeMap<(usize, usize), usize>) {
    let (mut views, mut numbers) = (Vec::new(), BTreeMap::new());
    for (site_idx, page_idx) in chosen {
        let (reading, page) = (&readings[site_idx], &readings[site_idx].pages[page_idx]);
        if MOST_BYTES < page.source.len() || numbers.contains_key(&(site_idx, page_idx)) {
            continue;
        }
        numbers.insert((site_idx, page_idx), views.len());
        let gold = &reading.site.pages[page_idx].gold;
        views.push(View {
            collection: reading.site.collection.clone(),
            site: reading.site.name.clone(),
            page: reading.site.pages[page_idx].name.clone(),
            source: page.source.clone(),
            gold_text: gold.text.clone(),
            gold_values: gold.values.clone(),
            template: page.regions.as_ref().map(|regions| ranges(&regions.template)),
            neutral: page.regions.as_ref().map(|regions| ranges(&regions.neutral)),
            removed: std::iter::zip(subjects, &outcomes[site_idx])
                // Of another program's text it is not known which bytes went.
                .filter(|(subject, _)| !matches!(subject, Subject::Other(_)))
                .map(|(subject, outcome)| (subject.to_string(), ranges(&outcome.pages[page_idx].regions)))
                .collect(),
        });
    }
    (views, numbers)
}

fn ranges(regions: &Regions) -> Ranges {
    regions.iter().map(|range| [range.start, range.end]).collect()
}
