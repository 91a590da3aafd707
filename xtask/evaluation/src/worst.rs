//! The ten pages per method that lose most content.
//!
//! A page with a gold text loses the share of its content words that recall lacks, a page with gold values the share of
//! its values. The larger loss comes first; of equal ones, that of more words, then by name.

use serde::Serialize;

use crate::{outcome::Outcome, reading::Reading, subject::Subject};

const N_WORST: usize = 10;

#[derive(Clone, Debug, Serialize)]
pub struct Worst {
    pub subject: String,
    pub rank: usize,
    pub collection: String,
    pub site: String,
    pub page: String,
    /// The share of the content that is gone.
    pub lost_share: f64,
    /// Content words that are gone; 0 for values.
    pub lost_words: usize,
}

/// Returns the worst pages of each method; pages that lose nothing are never among them.
pub fn worst(readings: &[Reading], subjects: &[Subject], outcomes: &[Vec<Outcome>]) -> Vec<Worst> {
    let mut all = Vec::new();
    for (which, &subject) in subjects.iter().enumerate() {
        let mut found = Vec::new();
        for (site_idx, reading) in readings.iter().enumerate() {
            for (page_idx, page) in outcomes[site_idx][which].pages.iter().enumerate() {
                let page = &page.judged;
                let kept = page.content.map(|content| content.recall).or(page.values).unwrap_or(1.0);
                if kept < 1.0 {
                    found.push(Worst {
                        subject: subject.to_string(),
                        rank: 0,
                        collection: reading.site.collection.clone(),
                        site: reading.site.name.clone(),
                        page: reading.site.pages[page_idx].name.clone(),
                        lost_share: 1.0 - kept,
                        lost_words: page.lost,
                    });
                }
            }
        }
        found.sort_by(|a, b| {
            b.lost_share
                .total_cmp(&a.lost_share)
                .then(b.lost_words.cmp(&a.lost_words))
                .then_with(|| (&a.collection, &a.site, &a.page).cmp(&(&b.collection, &b.site, &b.page)))
        });
        found.truncate(N_WORST);
        for (rank, page) in found.iter_mut().enumerate() {
            page.rank = rank + 1;
        }
        all.extend(found);
    }
    all
}
