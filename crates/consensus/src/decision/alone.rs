//! A page alone: rules and page model together.

use dom::Dom;

use super::{table, verdict::Verdict};
use crate::{
    page_model::{self, Example, PageModel, Rules},
    reason::Reason,
    rules::copies,
    site::View,
};

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
    let mut gone: Vec<Option<Reason>> = std::iter::zip(stays, &of_places)
        .map(|(stays, reason)| (!stays).then_some(reason.unwrap_or(Reason::PageModel)))
        .collect();
    if table::speaks(Reason::Copy, view) {
        copies::drop_copies(view, &mut gone);
    }
    Verdict {
        gone,
        probabilities,
        ..rules
    }
}

/// Describes the lines of a page for training.
pub(crate) fn examples(dom: &Dom<'_>, view: &View<'_>, rules: &Verdict) -> Vec<Example> {
    Example::of_page(dom, view.page, rules_of(view, &of_places(rules)))
}

/// Returns why lines go by the rules for where they stand. That a line says what another has said
/// is seen again once it is known which of them stay.
fn of_places(rules: &Verdict) -> Vec<Option<Reason>> {
    let is_of_place = |reason: &Reason| *reason != Reason::Copy;
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
