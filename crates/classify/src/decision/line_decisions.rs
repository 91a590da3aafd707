//! One cut for a page.

use dom::Dom;

use super::{cut, headline, recall};
use crate::{
    features::{Features, page_features::page_features},
    forest::{Forest, Grounds},
    profile::{Profile, Request},
    site::PageInSite,
    structures::{self, Tables, Units},
};

/// What becomes of the lines of a page.
#[derive(Debug)]
pub(crate) struct LineDecisions<'a> {
    pub(crate) view: &'a PageInSite<'a>,
    pub(crate) forest: &'a Forest,
    /// What the reasons are found by, if they are asked for.
    pub(crate) grounds: Option<Grounds<'a>>,
    /// The probability that each line is content, in units of 1 / [`PROBABILITY_ONE`](gbdt::PROBABILITY_ONE). The lines of
    /// a unit have the same.
    pub(crate) probabilities: Vec<u32>,
    pub(crate) keep: Vec<bool>,
    pub(crate) units: Units,
    /// The element of the headline, if it was not wanted.
    pub(crate) unwanted: Option<u32>,
    /// The F1 that what stays is expected to have, in thousandths.
    pub(crate) confidence: u16,
}

/// Judges the lines of a page. Reasons can be found only with `explain`, which keeps the grounds for them.
pub(crate) fn decide_lines<'a>(
    dom: &'a Dom<'a>,
    view: &'a PageInSite<'a>,
    request: Request,
    forest: &'a Forest,
    explain: bool,
) -> LineDecisions<'a> {
    let page = view.page;
    let words: Vec<u32> = page.lines.iter().map(|line| line.words).collect();
    let headline = headline::find(view);
    let element = headline.map(|headline| headline.element);
    let asks_article = request.profile == Profile::Article;
    let features = Features::read(dom, view, element, asks_article);
    let (scores, grounds) = forest.judge(features, explain);
    // The lines of a unit get one score, so that one cut decides about all of them.
    let tables = Tables::find(page);
    let units = Units::find(page, &tables);
    let mut of_units = scores.clone();
    structures::pool(&units, &page.lines, &mut of_units);
    let probabilities = Forest::probabilities(&of_units);
    let mut keep = cut::cut(&words, &probabilities, recall::weights(request.profile, &page.lines, &probabilities));
    structures::settle(page, &tables, Some(&scores), &mut keep);
    let of_headline = |element: u32, keep: &mut [bool], value: bool| {
        for (line, keep) in page.lines.iter().zip(keep) {
            if page.contains(element, line.owner) {
                *keep = value;
            }
        }
    };
    // What is asked for the headline holds whatever the cut says, so it comes last.
    let mut unwanted = None;
    if let Some(headline) = headline {
        if headline.is_sure && request.headline {
            of_headline(headline.element, &mut keep, true);
        }
        structures::take_out_repeated_headline(page, &units, headline.element, request.headline, &mut keep);
        if !request.headline {
            of_headline(headline.element, &mut keep, false);
            unwanted = Some(headline.element);
        }
    }
    // Nothing can be wrong with a page without words.
    let has_words = words.iter().any(|&words| words > 0);
    let of_page = page_features(&words, &probabilities, &keep);
    let confidence = if has_words { forest.confidence(of_page) } else { 1000 };
    LineDecisions { confidence, view, forest, grounds, probabilities, keep, units, unwanted }
}
