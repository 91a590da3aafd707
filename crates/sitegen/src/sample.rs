//! A small site for people to look at: the magazine of a harbor museum that does not exist, in `datasets/sample`.

use std::{fs, ops::Range};

use serde::Deserialize;

use crate::{GeneratedPage, Origin, PageType, Span};

/// The folder of the site, and of the file that says what is content in it.
const DATASETS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets");

#[derive(Deserialize)]
struct Gold {
    pages: Vec<GoldPage>,
}

/// What is known of a page. Ranges are byte offsets; what is in neither list is content.
#[derive(Deserialize)]
struct GoldPage {
    path: String,
    r#type: String,
    section: usize,
    text: String,
    template: Vec<[usize; 2]>,
    neutral: Vec<[usize; 2]>,
}

/// Returns the pages of the sample site: 24 articles and 6 listings.
///
/// # Panics
///
/// If the site is not where the repository has it.
///
/// # Examples
///
/// ```
/// let pages = sitegen::sample();
/// assert_eq!(pages.len(), 30);
/// assert!(pages.iter().any(|page| page.path() == "articles/a-hull-made-of-bread.html"));
/// ```
pub fn sample() -> Vec<GeneratedPage> {
    let gold = fs::read(format!("{DATASETS}/sample.gold.json")).expect("the sample has its gold");
    let gold: Gold = serde_json::from_slice(&gold).expect("the gold of the sample is JSON");
    gold.pages.into_iter().map(page).collect()
}

fn page(gold: GoldPage) -> GeneratedPage {
    let html = fs::read_to_string(format!("{DATASETS}/sample/{}", gold.path)).expect("the sample has its pages");
    let listed = [(Origin::Template, gold.template), (Origin::Neutral, gold.neutral)];
    let listed = listed
        .into_iter()
        .flat_map(|(origin, ranges)| ranges.into_iter().map(move |[start, end]| Span { range: start..end, origin }));
    GeneratedPage {
        url: format!("https://tidewatch.example/{}", gold.path),
        page_type: if gold.r#type == "listing" { PageType::Listing } else { PageType::Article },
        section: gold.section,
        spans: with_content(listed.collect(), html.len()),
        text: gold.text,
        path: gold.path,
        html,
        values: Vec::new(),
    }
}

/// Adds the content, which is between the spans that are listed.
fn with_content(mut spans: Vec<Span>, n_bytes: usize) -> Vec<Span> {
    spans.sort_by_key(|span| span.range.start);
    let starts = spans.iter().map(|span| span.range.end);
    let ends = spans.iter().map(|span| span.range.start).chain([n_bytes]);
    let gaps = std::iter::zip([0].into_iter().chain(starts), ends).map(|(start, end)| start..end);
    let content: Vec<Range<usize>> = gaps.filter(|gap| !gap.is_empty()).collect();
    spans.extend(content.into_iter().map(|range| Span { range, origin: Origin::Content }));
    spans.sort_by_key(|span| span.range.start);
    spans
}
