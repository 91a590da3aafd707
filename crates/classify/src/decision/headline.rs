//! The headline: the heading that the page's title contains or repeats.

use dom::Tag;

use crate::{
    evidence::words::{contained, dice},
    site::PageInSite,
};

/// A heading must agree with the title at least this much to be the headline. Chosen: by eye.
const AGREEMENT_MIN: f64 = 0.5;
/// Added to the score of an `h1`, which is more likely to be the headline. Chosen: by eye.
const FIRST_BONUS: f64 = 0.15;
/// Taken from the score of a heading that all other pages have, in proportion if only some have it: the site's name.
/// Chosen: by eye; it was .3 before the trees decided.
const REPEATED_MALUS: f64 = 0.6;
/// Taken from the score of a heading that is a link, in proportion if only a part is: it leads to another page. Chosen:
/// by eye.
const LINKED_MALUS: f64 = 0.2;
/// From this agreement with the title on a heading stays whatever the trees say. Chosen: by eye.
const SURE_MIN: f64 = 0.8;
/// The largest share of other pages that may have such a heading, or an `h1` that is taken because no heading agrees
/// with the title. Chosen: by eye.
const SURE_MAX_SHARE: f64 = 0.5;

/// The headline of a page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Headline {
    pub(crate) element: u32,
    /// Whether the title contains or repeats it, so that it is sure to be the headline.
    pub(crate) is_sure: bool,
}

/// Finds the headline. Of equally good headings the first is taken. If none agrees with the title, it is the last
/// `h1` that is on no more than half of the other pages.
///
/// # Complexity
///
/// Linear in the page; its titles are limited in number.
pub(crate) fn find(view: &PageInSite<'_>) -> Option<Headline> {
    let page = view.page;
    if page.headings.is_empty() {
        return None;
    }
    let words = page.sum(|_, line| line.words);
    let links = page.sum(|_, line| line.link_words);
    let lines = page.sum(|_, _| 1);
    let repeated = page.sum(|i, _| view.shares.part(view.shares.with_line(i)));
    let mut best: Option<(f64, Headline)> = None;
    let mut last_h1 = None;
    for heading in &page.headings {
        let at = heading.element as usize;
        // A heading may be only a picture, which no title can agree with.
        if words[at] == 0 {
            continue;
        }
        let share = f64::from(repeated[at]) / f64::from(lines[at]) / f64::from(crate::site::shares::ALL);
        let is_h1 = page.elements[at].tag == Tag::H1;
        if is_h1 && share <= SURE_MAX_SHARE {
            last_h1 = Some(Headline { element: heading.element, is_sure: false });
        }
        let agreement = (page.titles.iter())
            .map(|title| match heading.words.len() {
                // A word alone may be the site's name, or chance.
                0 | 1 => dice(&heading.words, title),
                _ => contained(&heading.words, title).max(dice(&heading.words, title)),
            })
            .fold(0.0, f64::max);
        let score = agreement + if is_h1 { FIRST_BONUS } else { 0.0 }
            - REPEATED_MALUS * share
            - LINKED_MALUS * f64::from(links[at]) / f64::from(words[at]);
        if AGREEMENT_MIN <= score && best.is_none_or(|(best, _)| best < score) {
            let is_sure = SURE_MIN <= agreement && share <= SURE_MAX_SHARE;
            best = Some((score, Headline { element: heading.element, is_sure }));
        }
    }
    best.map(|(_, headline)| headline).or(last_h1)
}
