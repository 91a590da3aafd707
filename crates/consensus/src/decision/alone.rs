//! A page alone: rules and page model together.

use dom::Dom;

use super::verdict::Verdict;
use crate::{
    page_model::{self, Copyable, PageModel, Rules},
    reason::Reason,
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
    let probabilities = page_model.probabilities(
        dom,
        page,
        Rules {
            gone: &rules.gone,
            mode: view.mode,
        },
    );
    let words: Vec<u32> = page.lines.iter().map(|line| line.words).collect();
    let stays = page_model::cut(&words, &probabilities);
    let lines = page.lines.iter().map(|line| Copyable::of(page, line));
    let copies = page_model::copies(&lines.collect::<Vec<_>>(), &stays);
    let gone = (0..page.lines.len())
        .map(|line| match stays[line] {
            true if copies[line] => Some(Reason::Copy),
            true => None,
            false => rules.gone[line].or(Some(Reason::PageModel)),
        })
        .collect();
    Verdict {
        gone,
        probabilities,
        ..rules
    }
}
