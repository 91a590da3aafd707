//! One cut for a page, and the few guards around it.

use std::iter::zip;

use dom::Dom;
use gbdt::{Matrix, Predictions};

use super::{cut, guards::Guard, headline, recall};
use crate::{
    features::Features,
    forest::Forest,
    profile::Profile,
    request::Request,
    site::PageInSite,
    structures::{self, Tables, Units},
};

/// What becomes of the lines of a page.
#[derive(Debug)]
pub(crate) struct LineDecisions<'a> {
    pub(crate) view: &'a PageInSite<'a>,
    pub(crate) forest: &'a Forest,
    /// The leaves of its lines in the trees, if reasons are asked for.
    pub(crate) predictions: Option<Predictions>,
    /// The probability that each line is content, in units of 1 / [`PROBABILITY_ONE`](gbdt::PROBABILITY_ONE). The lines of
    /// a unit have the same.
    pub(crate) probabilities: Vec<u32>,
    pub(crate) keep: Vec<bool>,
    pub(crate) units: Units,
    /// The element of the headline, if it was not wanted.
    pub(crate) unwanted: Option<u32>,
    /// What is expected of what stays, guards included.
    pub(crate) confidence: u16,
}

/// Judges the lines of a page. Reasons can be found only with `explain`, which keeps the leaves of the lines.
pub(crate) fn decide_lines<'a>(
    dom: &Dom<'_>,
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
    let rows = forest.rows(&features, page.lines.len());
    let predictions = forest.predict(&rows, explain);
    let scores = forest.correct(&features, &rows, predictions.scores());
    let probabilities = Forest::probabilities(&scores);
    // The lines of a unit get one score, so that one cut decides about all of them. How much recall weighs, and what the
    // page by itself is sure of, is judged by lines, as the trees were trained.
    let tables = Tables::find(page);
    let units = Units::find(page, &tables);
    let mut of_units = scores.clone();
    structures::pool(&units, &page.lines, &mut of_units);
    let pooled = Forest::probabilities(&of_units);
    let cut = |rows: &Matrix, probabilities: &[u32], pooled: &[u32]| {
        // How much recall weighs depends on what would stay if it weighed as much as precision, so the page is cut
        // twice.
        let even = cut::cut(&words, probabilities, cut::EVEN);
        let of_lines = forest.recall(&words, probabilities, &even, cut::EVEN);
        let recall = recall::weight(request.profile, of_lines, forest.record(rows));
        cut::cut(&words, pooled, recall)
    };
    let mut keep = cut(&rows, &probabilities, &pooled);
    if let Some(mut guard) = Guard::new(view, &words, &keep) {
        let alone = PageInSite::alone(page);
        let features = features.with_site(&alone);
        let by_itself = Forest::rows_alone(rows, &features);
        // The lines that do not stay are judged first. Mostly the page by itself is not sure of them either, which
        // soon shows that no more words have to stay.
        let gone = |(&words, &keep): (&u32, &bool)| if keep { 0 } else { words };
        let gone: Vec<u32> = zip(&words, &keep).map(gone).collect();
        forest.predict_while(&by_itself, &gone, |lines, probabilities| {
            guard.judged(lines, probabilities);
            guard.can_trigger()
        });
        // Here all lines are judged, since the guard would not trigger otherwise.
        if guard.can_trigger() {
            guard.apply(&cut(&by_itself, guard.probabilities(), guard.probabilities()), &mut keep);
        }
    }
    structures::settle(page, &units, &tables, &scores, &mut keep);
    let of_headline = |element: u32, keep: &mut [bool], value: bool| {
        for (line, keep) in page.lines.iter().zip(keep) {
            if page.contains(element, line.owner) {
                *keep = value;
            }
        }
    };
    // What is asked for the headline holds whatever the cut and the guard say, so it comes last.
    let mut unwanted = None;
    if let Some(headline) = headline {
        match request.headline {
            true if headline.is_sure => of_headline(headline.element, &mut keep, true),
            true => {}
            false => {
                of_headline(headline.element, &mut keep, false);
                unwanted = Some(headline.element);
            }
        }
    }
    LineDecisions {
        confidence: cut::confidence(&words, &pooled, &keep),
        view,
        forest,
        predictions: explain.then_some(predictions),
        probabilities: pooled,
        keep,
        units,
        unwanted,
    }
}
