//! The one measure of all that cleans pages, whether it returns regions or only a text.

use serde::{Deserialize, Serialize};

use crate::{
    datasets::site::Gold,
    measures::{content, doubled::has_doubled_line, ratio::Ratio, values, words::Bag},
    reading::PageReading,
};

/// What stays of a page, against its gold.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Judged {
    pub content: Option<Ratio>,
    /// Whether the headline stands twice, as 0 or 1; see [`has_doubled_line`].
    pub doubled: Option<f64>,
    pub values: Option<f64>,
    /// The share of the visible words that went.
    pub removed: f64,
    /// The number of content words that went.
    pub lost: usize,
}

/// Judges the text that anything left of a page.
pub fn judge(page: &PageReading, of_page: &Gold, text: &str) -> (Judged, Bag) {
    let output = Bag::of(text);
    let gold = page.gold.as_ref();
    let judged = Judged {
        content: gold.map(|gold| content::content(&output, gold, page.neutral.as_ref())),
        doubled: gold.and(of_page.text.as_deref()).map(|gold| f64::from(u8::from(has_doubled_line(text, gold)))),
        values: of_page.values.as_deref().and_then(|wanted| values::survival(wanted, text)),
        removed: content::removed(&page.visible, &output),
        lost: gold.map_or(0, |gold| gold.total() - gold.overlap(&output)),
    };
    (judged, output)
}
