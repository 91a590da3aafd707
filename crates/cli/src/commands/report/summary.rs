//! Tables about whole sites.

use std::collections::BTreeMap;

use demold::{Cleaned, Reason, Site};
use pipeline::Stripper;
use report::{Section, Table};

use super::{ALONE, tail};
use crate::terminal::{bytes, count, share};

/// The most sites with a section of their own. Nobody would read those of a crawl with thousands of sites. Chosen: by
/// eye.
const N_SECTIONS: usize = 20;

/// The most rows of the table of sites. Chosen: by eye.
const N_ROWS: usize = 2_000;

/// The most characters of a template's listing. Chosen: by eye.
const N_LISTED: usize = 100_000;

/// Returns a table of the sites, if there are several, and a section for each of the largest.
pub(super) fn sections(by_site: &BTreeMap<String, Totals>, stripper: &Stripper) -> anyhow::Result<Vec<Section>> {
    let mut largest: Vec<(&String, &Totals)> = by_site.iter().collect();
    // A stable sort, so that sites with equally many pages stay in the order of their names.
    largest.sort_by_key(|(_, totals)| std::cmp::Reverse(totals.pages));
    let mut sections = Vec::new();
    if largest.len() > 1 {
        let mut table = Table::new(["site", "pages", "removed"]);
        for (name, totals) in largest.iter().take(N_ROWS) {
            let removed = share(totals.removed as u64, totals.bytes as u64);
            table.row([(*name).clone(), totals.pages.to_string(), removed]);
        }
        let mut section =
            Section::new("Sites").text("How many pages each has, and the share of their bytes that was removed.");
        if N_ROWS < largest.len() {
            section = section.text(format!("These are the {N_ROWS} largest of {}.", largest.len()));
        }
        sections.push(section.table(table));
    }
    let is_one = by_site.len() == 1;
    for (name, totals) in largest.into_iter().take(N_SECTIONS) {
        let site = match name.as_str() {
            ALONE => None,
            _ => stripper.first_of(&totals.site)?,
        };
        let title = if is_one {
            "Why parts were removed".to_owned()
        } else {
            format!("Why parts were removed from {}", tail(name))
        };
        sections.push(section(title, site.as_ref(), totals));
    }
    Ok(sections)
}

/// Truncates a listing that is too long for a report.
fn shortened(mut text: String) -> String {
    if let Some((end, _)) = text.char_indices().nth(N_LISTED) {
        text.truncate(end);
        text.push_str("\n… cut here; `demold show` prints all of a template file");
    }
    text
}

/// Sums over pages.
#[derive(Debug, Default)]
pub(super) struct Totals {
    /// The key of the site. For a group of several sites, it is the key of one of them.
    pub(super) site: String,
    pub(super) pages: usize,
    pub(super) bytes: usize,
    pub(super) removed: usize,
    /// The numbers of words, of parts and of pages, by reason.
    reasons: BTreeMap<Reason, [usize; 3]>,
}

impl Totals {
    pub(super) fn of(cleaned: &Cleaned<'_>) -> Totals {
        let mut totals =
            Totals { pages: 1, bytes: cleaned.source().len(), removed: cleaned.regions().total(), ..Totals::default() };
        for removal in cleaned.removals() {
            let sums = totals.reasons.entry(removal.reason()).or_default();
            // A page counts once for a reason, however many parts were removed for it.
            *sums = [sums[0] + removal.words(), sums[1] + 1, 1];
        }
        totals
    }

    pub(super) fn add(&mut self, other: &Totals) {
        self.pages += other.pages;
        self.bytes += other.bytes;
        self.removed += other.removed;
        for (reason, counts) in &other.reasons {
            let sums = self.reasons.entry(*reason).or_default();
            for (sum, n) in sums.iter_mut().zip(counts) {
                *sum += n;
            }
        }
    }
}

/// Returns the section about one site: what was learned, how much was removed, and why.
fn section(title: String, site: Option<&Site>, totals: &Totals) -> Section {
    let removed = share(totals.removed as u64, totals.bytes as u64);
    let (bytes, pages) = (bytes(totals.bytes as u64), count(totals.pages, "page"));
    let template = site.map(Site::template);
    let mut section = Section::new(title);
    if let Some(template) = template {
        section = section.text(template.summary());
    }
    // Pages without a template are judged one by one.
    let is_template = if site.is_some() { "is template" } else { "was removed" };
    section = section.text(format!("Of {bytes} of {pages}, {removed} {is_template}."));
    if let Some(model) = template.and_then(|template| template.classify()) {
        let profile = model.profile();
        section = section.text(format!("Profile {profile}."));
    }
    let mut reasons: Vec<_> = totals.reasons.iter().collect();
    // Reasons with equally many words stay in the order of their variants.
    reasons.sort_by_key(|(_, [words, ..])| std::cmp::Reverse(*words));
    if !reasons.is_empty() {
        let mut table = Table::new(["reason", "words", "parts", "pages", "in full"]);
        for (reason, [words, parts, pages]) in reasons {
            table.row([
                reason.to_string(),
                words.to_string(),
                parts.to_string(),
                pages.to_string(),
                reason.sentence().to_owned(),
            ]);
        }
        let text = "For each reason: how many words and parts of pages went by it, and on how many pages. A part is an \
                    element that went as a whole.";
        section = section.text(text).table(table);
    }
    match template {
        Some(template) => section.listing("What was learned", shortened(template.outline().to_string())),
        None => section,
    }
}
