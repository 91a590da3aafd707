//! A page alone: rules and page model together.

use dom::Dom;

use super::{
    table,
    verdict::{self, Verdict},
};
use crate::{
    evidence::{Evidence, Line},
    page_model::{self, CERTAIN, Example, PageModel, Rules},
    reason::Reason,
    rules::copies,
    site::View,
};

/// A value has at most so many words.
const VALUE_MAX_WORDS: u32 = 8;
/// Where this share of the lines that the rules keep are values, the page is a record. Of SWDE's values .838 stay
/// where it were .817, and WCXB is the same; with a fourth, .856, and WCXB loses .002.
const RECORD_MIN_VALUES: f64 = 0.5;
/// On a record a short line goes only if it is less probable than this.
const SPARED_MIN: u32 = CERTAIN / 20;

/// Lets the page model decide about every line, with the rules' verdict as one of its reasons.
///
/// What goes by both goes for the rule's reason.
pub(crate) fn decide(
    dom: &Dom<'_>,
    view: &View<'_>,
    rules: Verdict,
    page_model: &PageModel,
) -> Verdict {
    let page = view.page;
    let of_places = of_places(&rules);
    let probabilities = page_model.probabilities(dom, page, rules_of(view, &of_places));
    let words: Vec<u32> = page.lines.iter().map(|line| line.words).collect();
    let stays = page_model::cut(&words, &probabilities);
    let spares_values = is_record(page, &of_places);
    let mut gone: Vec<Option<Reason>> = (0..page.lines.len())
        .map(|i| {
            let is_spared = spares_values
                && of_places[i].is_none()
                && page.lines[i].words <= VALUE_MAX_WORDS
                && SPARED_MIN <= probabilities[i];
            let goes = !stays[i] && !is_spared;
            goes.then_some(of_places[i].unwrap_or(Reason::PageModel))
        })
        .collect();
    if table::speaks(Reason::Copy, view) {
        copies::drop_copies(view, &mut gone);
    }
    verdict::drop_headline(view, &mut gone);
    Verdict {
        gone,
        probabilities,
        ..rules
    }
}

/// Says whether most of what the rules keep are values: short lines with a digit, or lines in tables, without links.
fn is_record(page: &Evidence, gone: &[Option<Reason>]) -> bool {
    let is_value = |line: &Line| {
        line.link_words == 0 && (line.in_table || (line.has_digit && line.words <= VALUE_MAX_WORDS))
    };
    let kept = || std::iter::zip(&page.lines, gone).filter(|(_, gone)| gone.is_none());
    let n_values = kept().filter(|(line, _)| is_value(line)).count();
    RECORD_MIN_VALUES * kept().count() as f64 <= n_values as f64
}

/// Describes the lines of a page for training.
pub(crate) fn examples(dom: &Dom<'_>, view: &View<'_>, rules: &Verdict) -> Vec<Example> {
    Example::of_page(dom, view.page, rules_of(view, &of_places(rules)))
}

/// Returns why lines go by the rules for where they stand. That a line says what another has said, or what the
/// user does not want, is seen again once it is known which of them stay.
fn of_places(rules: &Verdict) -> Vec<Option<Reason>> {
    let is_of_place = |reason: &Reason| !matches!(reason, Reason::Copy | Reason::Headline);
    let gone = rules.gone.iter();
    gone.map(|reason| reason.filter(is_of_place)).collect()
}

fn rules_of<'a>(view: &View<'_>, gone: &'a [Option<Reason>]) -> Rules<'a> {
    Rules {
        gone,
        mode: view.mode,
        headline: view.headline,
    }
}
