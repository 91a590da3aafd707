//! The one measure of all that cleans pages, whether it returns regions or only a text.

use crate::{
    measures::{content, ratio::Ratio, values, words::Bag},
    reading::PageReading,
};

/// What stays of a page, against its gold.
#[derive(Clone, Copy, Debug)]
pub struct Judged {
    pub content: Option<Ratio>,
    pub values: Option<f64>,
    /// The share of the visible words that went.
    pub removed: f64,
    /// The number of content words that went.
    pub lost: usize,
}

/// Judges the text that anything left of a page.
pub fn judge(page: &PageReading, wanted: Option<&[String]>, text: &str) -> (Judged, Bag) {
    let output = Bag::of(text);
    let gold = page.gold.as_ref();
    let judged = Judged {
        content: gold.map(|gold| content::content(&output, gold, page.neutral.as_ref())),
        values: wanted.and_then(|wanted| values::survival(wanted, text)),
        removed: content::removed(&page.visible, &output),
        lost: gold.map_or(0, |gold| gold.total() - gold.overlap(&output)),
    };
    (judged, output)
}
