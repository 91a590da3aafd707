//! What becomes of a page's elements and lines.

use super::{headline, table};
use crate::{
    evidence::{Evidence, LineHash},
    reason::Reason,
    rules::{copies, edge, frame, link_line, outside, repeated},
    site::{View, mode::Mode, regions},
};

/// What becomes of a page's lines.
#[derive(Clone, Debug)]
pub(crate) struct Verdict {
    /// Why each line is removed, or `None` if it stays.
    pub(crate) gone: Vec<Option<Reason>>,
    pub(crate) dead: Vec<Option<Reason>>,
    pub(crate) container: u32,
    /// The probability that each line is content, in units of
    /// [`CERTAIN`](crate::page_model::CERTAIN); empty if the page model is not asked.
    pub(crate) probabilities: Vec<u32>,
}

/// What a page shows once the regions are known.
#[derive(Clone, Debug)]
pub(crate) struct Survey {
    /// Why each element is removed with everything in it, if it is.
    dead: Vec<Option<Reason>>,
    /// Why each line is removed wherever the container is, if it is.
    goes: Vec<Option<Reason>>,
    /// The elements from the body to the page's own container: what the page votes for.
    pub(crate) path: Vec<u32>,
}

impl Survey {
    /// Iterates over the hashes of the lines that are in no dead element.
    pub(crate) fn live_lines<'a>(
        &'a self,
        page: &'a Evidence,
    ) -> impl Iterator<Item = LineHash> + 'a {
        let live = page
            .lines
            .iter()
            .filter(|line| self.dead[line.owner as usize].is_none());
        live.map(|line| line.hash)
    }
}

/// Finds what is dead on a page, and the page's own container.
pub(crate) fn survey(view: &View<'_>) -> Survey {
    let page = view.page;
    let dead = dead_elements(view);
    let link_lines = table::speaks(Reason::LinkLine, view);
    let goes: Vec<Option<Reason>> = page
        .lines
        .iter()
        .map(|line| {
            let is_link = || link_lines && link_line::goes(view, line);
            dead[line.owner as usize].or_else(|| is_link().then_some(Reason::LinkLine))
        })
        .collect();
    let of_links = view.is_small() && view.mode != Mode::Article && is_of_links(page, &goes);
    // Where pages agree, they determine the container, and rules for a page alone have no say
    // in it.
    let is_live = |reason: Option<Reason>| match reason {
        None => true,
        Some(reason) => !view.is_lone() && table::is_of_small_sites(reason),
    };
    let live_mass = page.sum(|i, line| match goes[i] {
        reason if !is_live(reason) => 0,
        _ if of_links => line.own_words().max(line.words / 2),
        _ => regions::mass(line, view.mode, view.repeated[i]),
    });
    let mut path = outside::path(view, &live_mass);
    if view.mode != Mode::Article && view.may_share_values() {
        // What a few records share has no mass, but may still hold values.
        let live_words = page.sum(|i, line| match goes[i] {
            reason if !is_live(reason) => 0,
            _ if of_links => line.words,
            _ => line.own_words(),
        });
        let by_words = outside::path(view, &live_words);
        let shared = path
            .iter()
            .zip(&by_words)
            .take_while(|(one, other)| one == other);
        let n_shared = shared.count();
        path.truncate(n_shared);
    }
    Survey { dead, goes, path }
}

/// Returns whether more than half of the words that stay are links. On such a page links are content; otherwise only
/// the paragraphs of its footer would be.
fn is_of_links(page: &Evidence, goes: &[Option<Reason>]) -> bool {
    let (mut words, mut links) = (0_u64, 0_u64);
    for (line, _) in page
        .lines
        .iter()
        .zip(goes)
        .filter(|(_, goes)| goes.is_none())
    {
        words += u64::from(line.words);
        links += u64::from(line.link_words);
    }
    words < 2 * links
}

/// Returns for each element why it is dead, if it is: its own first reason, or its parent's.
fn dead_elements(view: &View<'_>) -> Vec<Option<Reason>> {
    let mut dead: Vec<Option<Reason>> = vec![None; view.page.elements.len()];
    // A few pages that are nearly the same share values: each shows by itself which parts are secondary.
    let by_itself = (view.is_small() && !view.is_lone()).then(|| view.by_itself());
    for (reason, marks) in table::rules_for_elements(view) {
        let seen = match &by_itself {
            Some(by_itself) if table::is_of_small_sites(reason) => by_itself,
            _ => view,
        };
        // The body holds the page.
        for (dead, marked) in dead.iter_mut().zip(marks(seen)).skip(1) {
            if marked && dead.is_none() {
                *dead = Some(reason);
            }
        }
    }
    for (i, element) in view.page.elements.iter().enumerate().skip(1) {
        dead[i] = dead[element.parent as usize].or(dead[i]);
    }
    dead
}

/// Drops the headline if it is not wanted.
pub(crate) fn drop_headline(view: &View<'_>, gone: &mut [Option<Reason>]) {
    let Some(headline) = view.headline.filter(|_| !view.settings().headline) else {
        return;
    };
    for (line, gone) in view.page.lines.iter().zip(gone) {
        if view.page.contains(headline, line.owner) {
            gone.get_or_insert(Reason::Headline);
        }
    }
}

/// Decides about every line.
pub(crate) fn decide(view: &View<'_>) -> Verdict {
    let page = view.page;
    let survey = survey(view);
    let container = if table::speaks(Reason::Outside, view) {
        outside::voted(view, &survey.path)
    } else {
        0
    };
    let mut gone: Vec<Option<Reason>> = (0..page.lines.len())
        .map(|i| {
            let owner = page.lines[i].owner;
            if !page.contains(container, owner) && survey.dead[owner as usize].is_none() {
                return Some(if view.repeated[i] {
                    Reason::Repeated
                } else {
                    Reason::Outside
                });
            }
            survey.goes[i].or_else(|| repeated::goes(view, i).then_some(Reason::Repeated))
        })
        .collect();
    if table::speaks(Reason::Edge, view) {
        edge::peel(view, container, &mut gone);
    }
    if table::speaks(Reason::Copy, view) {
        copies::drop_copies(view, &mut gone);
    }
    if table::speaks(Reason::Frame, view) && !view.may_share_values() {
        frame::cut(view, &mut gone);
    }
    if view.mode != Mode::Article {
        if let Some(headline) = view.headline.filter(|_| view.is_small()) {
            headline::keep_live(view, &survey.dead, headline, &mut gone);
        }
        headline::keep_heading(view, &survey.dead, container, &mut gone);
    } else if let Some(headline) = view.headline {
        headline::keep_with_lead(view, &survey.goes, container, headline, &mut gone);
    }
    drop_headline(view, &mut gone);
    Verdict {
        gone,
        dead: survey.dead,
        container,
        probabilities: Vec::new(),
    }
}
