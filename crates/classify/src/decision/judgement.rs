//! One cut for a page, and the few guards around it.

use std::iter::zip;

use dom::Dom;
use gbdt::{Matrix, Predictions};

use super::{cut, guards::Guard, headline, recall};
use crate::{asked::Asked, features::Features, forest::Forest, profile::Profile, site::View};

/// What becomes of the lines of a page.
#[derive(Debug)]
pub(crate) struct Judgement<'a> {
    pub(crate) view: &'a View<'a>,
    pub(crate) forest: &'a Forest,
    /// The leaves of its lines in the trees, if reasons are asked for.
    pub(crate) predictions: Option<Predictions>,
    /// The probability that each line is content, in units of 1 / [`PROBABILITY_ONE`](gbdt::PROBABILITY_ONE).
    pub(crate) probabilities: Vec<u32>,
    pub(crate) stays: Vec<bool>,
    /// The element of the headline, if it was not wanted.
    pub(crate) unwanted: Option<u32>,
    /// What is expected of what stays, guards included.
    pub(crate) confidence: u16,
}

/// Judges the lines of a page. With `says_why`, it can be said why each is removed.
pub(crate) fn judge<'a>(
    dom: &Dom<'_>,
    view: &'a View<'a>,
    asked: Asked,
    forest: &'a Forest,
    says_why: bool,
) -> Judgement<'a> {
    let page = view.page;
    let words: Vec<u32> = page.lines.iter().map(|line| line.words).collect();
    let headline = headline::find(view);
    let element = headline.map(|headline| headline.element);
    let asks_article = asked.profile == Profile::Article;
    let features = Features::read(dom, view, element, asks_article);
    let rows = forest.rows(&features, page.lines.len());
    let predictions = forest.predict(&rows, says_why);
    let probabilities = Forest::probabilities(&predictions);
    let cut = |rows: &Matrix, probabilities: &[u32]| {
        let even = cut::cut(&words, probabilities, cut::EVEN);
        let of_lines = forest.recall(&words, probabilities, &even, cut::EVEN);
        let recall = recall::weight(asked.profile, of_lines, forest.record(rows));
        cut::cut(&words, probabilities, recall)
    };
    let mut stays = cut(&rows, &probabilities);
    if let Some(mut guard) = Guard::new(view, &words, &stays) {
        let alone = View::alone(page);
        let features = features.beside(&alone);
        let by_itself = Forest::rows_alone(rows, &features);
        // What does not stay is what the page by itself is hardly sure of, and soon says that no more has to.
        let gone = |(&words, &stays): (&u32, &bool)| if stays { 0 } else { words };
        let gone: Vec<u32> = zip(&words, &stays).map(gone).collect();
        forest.predict_while(&by_itself, &gone, |lines, probabilities| {
            guard.judged(lines, probabilities);
            guard.may_hold()
        });
        if guard.may_hold() {
            guard.hold(&cut(&by_itself, guard.probabilities()), &mut stays);
        }
    }
    let of_headline = |element: u32, stays: &mut [bool], keep: bool| {
        for (line, stays) in page.lines.iter().zip(stays) {
            if page.contains(element, line.owner) {
                *stays = keep;
            }
        }
    };
    let mut unwanted = None;
    if let Some(headline) = headline {
        match asked.headline {
            true if headline.is_sure => of_headline(headline.element, &mut stays, true),
            true => {}
            false => {
                of_headline(headline.element, &mut stays, false);
                unwanted = Some(headline.element);
            }
        }
    }
    Judgement {
        confidence: cut::confidence(&words, &probabilities, &stays),
        view,
        forest,
        predictions: says_why.then_some(predictions),
        probabilities,
        stays,
        unwanted,
    }
}
