//! A page alone: rules and page model together.

use dom::{Dom, Tag};

use super::{
    table,
    verdict::{self, Verdict},
};
use crate::{
    page_model::{self, CERTAIN, Example, PageModel, Rules},
    reason::Reason,
    rules::copies,
    site::{View, mode::Mode},
};

/// On articles, the rules that cut a page to its text are right more often than the model, except for these: what
/// they remove, the model may keep. If it may keep what any rule removes, news alone loses .010, and articles of
/// WCXB, whose gold has captions and links to more, gain .001.
const OVERRULED_IN_ARTICLES: [Reason; 4] = [
    Reason::Comments,
    Reason::Teasers,
    Reason::Frame,
    Reason::Tag,
];

/// A value, or the label of one, has at most this many words.
const VALUE_MAX_WORDS: u32 = 8;
/// If lines that short hold this share of the words that the rules keep, and the page is not an article, declares no
/// product and shows no code, it may be a record. With this, .865 instead of .758 of SWDE's lines with values stay, and
/// WCXB is unchanged. Products with reviews and offers around few words would lose .014 by it, documentation with code
/// .009.
const RECORD_MIN_SHORT: f64 = 0.2;
/// On a record, a short line that the rules keep is removed only if its probability is
/// below this.
const SPARED_MIN: u32 = CERTAIN / 20;

/// Lets the page model decide about every line, with the rules' verdict as one of its reasons.
///
/// What both would remove is removed for the rule's reason.
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
    let spares_values = may_be_record(view, &of_places);
    let mut gone: Vec<Option<Reason>> = (0..page.lines.len())
        .map(|i| {
            let by_rules = of_places[i];
            let is_sure = by_rules.is_some_and(|reason| !OVERRULED_IN_ARTICLES.contains(&reason));
            let is_spared = spares_values
                && by_rules.is_none()
                && page.lines[i].words <= VALUE_MAX_WORDS
                && SPARED_MIN <= probabilities[i];
            let goes = !(stays[i] || is_spared) || (view.mode == Mode::Article && is_sure);
            goes.then_some(by_rules.unwrap_or(Reason::PageModel))
        })
        .collect();
    if gone.iter().all(Option::is_some) {
        // Something always stays, even if only the model would keep it.
        let of_model = std::iter::zip(&mut gone, &stays).filter(|(_, stays)| **stays);
        of_model.for_each(|(gone, _)| *gone = None);
    }
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

/// Returns whether short lines are a good part of what the rules keep, on a page that is neither an article nor a
/// product and shows no code.
fn may_be_record(view: &View<'_>, gone: &[Option<Reason>]) -> bool {
    let has_code = || {
        view.page
            .elements
            .iter()
            .any(|element| element.tag == Tag::PRE)
    };
    if view.mode == Mode::Article || view.page.declared.product || has_code() {
        return false;
    }
    let (mut all, mut short) = (0_u64, 0_u64);
    let kept = std::iter::zip(&view.page.lines, gone).filter(|(_, gone)| gone.is_none());
    for (line, _) in kept {
        let words = u64::from(line.words);
        all += words;
        short += if line.words <= VALUE_MAX_WORDS {
            words
        } else {
            0
        };
    }
    RECORD_MIN_SHORT * all as f64 <= short as f64
}

/// Describes the lines of a page for training.
pub(crate) fn examples(dom: &Dom<'_>, view: &View<'_>, rules: &Verdict) -> Vec<Example> {
    Example::of_page(dom, view.page, rules_of(view, &of_places(rules)))
}

/// Returns why the rules remove lines because of where they are. Copies, and what the user does not want, are
/// looked for again once it is known which lines stay.
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
