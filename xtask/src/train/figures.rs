//! How well a model judges pages that it has not seen, beside the rules alone.

use std::collections::BTreeMap;

use demold::crates::consensus::PageModel;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::pages::{Page, WCXB};

/// Sums over pages of one kind.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Figures {
    pages: usize,
    /// By the rules, then with the model: the F1, or the share of the values.
    quality: [f64; 2],
    removed: [f64; 2],
    has_values: bool,
}

/// Figures by kind of page: WCXB's page types, and collections of sites.
pub(super) type Kinds = BTreeMap<String, Figures>;

/// Judges pages by the rules and with a model.
pub(super) fn of(pages: &[&Page], model: &PageModel) -> Kinds {
    let judged: Vec<(&Page, [[f64; 2]; 2])> = pages
        .par_iter()
        .map(|page| (*page, page.keeps(model).map(|keeps| quality(page, &keeps))))
        .collect();
    let mut kinds = Kinds::new();
    for (page, of_page) in judged {
        let kind = match page.head.collection.as_str() {
            WCXB => &page.head.kind,
            collection => collection,
        };
        let mut names = vec![kind.to_owned()];
        names.extend((page.head.collection == WCXB).then(|| " WCXB".to_owned()));
        for name in names {
            let figures = kinds.entry(name).or_default();
            figures.pages += 1;
            figures.has_values = page.values.contains(&true);
            for (i, [quality, removed]) in of_page.into_iter().enumerate() {
                figures.quality[i] += quality;
                figures.removed[i] += removed;
            }
        }
    }
    kinds
}

/// Returns the F1 of a page's words, or the share of its values that are kept; and the share of the words removed.
fn quality(page: &Page, keeps: &[bool]) -> [f64; 2] {
    let lines = std::iter::zip(&page.words, keeps);
    let all: usize = page.words.iter().map(Vec::len).sum();
    let kept: usize = lines
        .clone()
        .filter(|(_, keeps)| **keeps)
        .map(|(words, _)| words.len())
        .sum();
    let removed = 1.0 - kept as f64 / all.max(1) as f64;
    let n_values = page.values.iter().filter(|&&value| value).count();
    if 0 < n_values {
        let n_kept = std::iter::zip(&page.values, keeps)
            .filter(|(value, keeps)| **value && **keeps)
            .count();
        return [n_kept as f64 / n_values as f64, removed];
    }
    let mut asked: FxHashMap<u32, usize> = FxHashMap::default();
    for &word in &page.gold {
        *asked.entry(word).or_default() += 1;
    }
    let (mut size, mut hits) = (0, 0);
    for (i, (words, _)) in lines.enumerate().filter(|(_, (_, keeps))| **keeps) {
        for word in words {
            let left = asked.get_mut(word).filter(|left| 0 < **left);
            let is_hit = left.map(|left| *left -= 1).is_some();
            hits += usize::from(is_hit);
            // What is neither content nor template has no weight.
            size += usize::from(is_hit || 0.0 < page.weights[i]);
        }
    }
    let f1 = match size + page.gold.len() {
        0 => 1.0,
        both => 2.0 * hits as f64 / both as f64,
    };
    [f1, removed]
}

/// Writes the figures of all jobs as a table.
pub(super) fn table(figures: &[(&str, Kinds)]) -> String {
    let mut table = format!(
        "\n{:32}{:20}{:>6}{:>9}{:>9}{:>9}{:>9}\n",
        "held back", "", "pages", "rules", "model", "removed", "removed"
    );
    // The parts together are the cross-validation.
    let mut validated = Kinds::new();
    for (_, kinds) in figures.iter().filter(|(name, _)| name.starts_with("part-")) {
        for (kind, of_part) in kinds {
            validated.entry(kind.clone()).or_default().add(of_part);
        }
    }
    let parts = [("a part at a time", &validated)];
    let others = figures
        .iter()
        .filter(|(name, _)| !name.starts_with("part-"));
    for (name, kinds) in parts
        .into_iter()
        .chain(others.map(|(name, kinds)| (*name, kinds)))
    {
        for (kind, figures) in kinds {
            table.push_str(&figures.row(name, kind.trim()));
        }
    }
    table
}

impl Figures {
    fn add(&mut self, other: &Figures) {
        self.pages += other.pages;
        self.has_values |= other.has_values;
        for i in 0..2 {
            self.quality[i] += other.quality[i];
            self.removed[i] += other.removed[i];
        }
    }

    fn row(&self, name: &str, kind: &str) -> String {
        let mean = |sum: f64| sum / self.pages.max(1) as f64;
        let [rules, model] = self.quality.map(mean);
        let [removed, removed_by_model] = self.removed.map(mean);
        let unit = if self.has_values { "values" } else { "F1" };
        format!(
            "{name:32}{:20}{:>6}{rules:>9.4}{model:>9.4}{removed:>9.4}{removed_by_model:>9.4}  {unit}\n",
            kind, self.pages
        )
    }
}
