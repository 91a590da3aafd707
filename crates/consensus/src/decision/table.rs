//! Which rule speaks when: one table.

use std::ops::RangeFrom;

use crate::{
    profile::Profile,
    reason::Reason,
    rules::{self, Marks},
    site::{
        View,
        mode::Mode,
        size::{FEW_PAGES, SITE_MIN_PAGES, SOME_PAGES},
    },
};

/// From how many pages on a rule speaks, by mode.
struct Row {
    reason: Reason,
    article: Option<RangeFrom<u32>>,
    reference: Option<RangeFrom<u32>>,
    data: Option<RangeFrom<u32>>,
}

const fn row(
    reason: Reason,
    article: Option<RangeFrom<u32>>,
    reference: Option<RangeFrom<u32>>,
    data: Option<RangeFrom<u32>>,
) -> Row {
    Row {
        reason,
        article,
        reference,
        data,
    }
}

const ALWAYS: Option<RangeFrom<u32>> = Some(0..);
const SITES: Option<RangeFrom<u32>> = Some(SITE_MIN_PAGES..);
const FEW: Option<RangeFrom<u32>> = Some(FEW_PAGES..);
const SOME: Option<RangeFrom<u32>> = Some(SOME_PAGES..);
const NEVER: Option<RangeFrom<u32>> = None;

/// The order is that in which the rules for elements are asked.
#[rustfmt::skip]
const TABLE: [Row; 11] = [
    //                        articles reference records
    row(Reason::Overlay,      ALWAYS,  NEVER,    NEVER),
    row(Reason::Hint,         ALWAYS,  NEVER,    NEVER),
    row(Reason::Links,        ALWAYS,  NEVER,    NEVER),
    row(Reason::Comments,     ALWAYS,  NEVER,    NEVER),
    row(Reason::Navigation,   NEVER,   ALWAYS,   ALWAYS),
    row(Reason::LinkList,     NEVER,   SITES,    SITES),
    row(Reason::Teasers,      ALWAYS,  NEVER,    ALWAYS),
    row(Reason::LinkLine,     ALWAYS,  NEVER,    NEVER),
    row(Reason::Repeated,     ALWAYS,  ALWAYS,   ALWAYS),
    // Records hold values everywhere, and few pages cannot agree on where they do not.
    row(Reason::Outside,      ALWAYS,  ALWAYS,   SOME),
    row(Reason::Edge,         SITES,   FEW,      SOME),
];

/// Says whether a rule is asked about a page.
pub(crate) fn speaks(reason: Reason, view: &View<'_>) -> bool {
    let Some(row) = TABLE.iter().find(|row| row.reason == reason) else {
        return false;
    };
    let pages = match view.mode {
        Mode::Article => &row.article,
        Mode::Reference => &row.reference,
        Mode::Data => &row.data,
    };
    let speaks = pages
        .as_ref()
        .is_some_and(|pages| pages.contains(&view.n_pages));
    speaks && view.settings().allows(reason)
}

/// Says whether the page model decides about a page, rather than the rules alone.
///
/// It has learned from pages that are alone, so with others of the site to compare it is not asked. Of
/// records the rules keep more values, and who wants data or nothing but an article says so.
pub(crate) fn asks_page_model(view: &View<'_>) -> bool {
    view.settings().page_model
        && view.n_pages <= 1
        && view.settings().profile == Profile::Balanced
        && view.mode != Mode::Data
}

/// Iterates over the rules that are asked about a page's elements, in order.
pub(crate) fn rules_for_elements(view: &View<'_>) -> impl Iterator<Item = (Reason, Marks)> {
    let asked = TABLE.iter().filter(move |row| speaks(row.reason, view));
    asked.filter_map(|row| Some((row.reason, marks(row.reason)?)))
}

/// Returns the rule for elements that a reason stands for, if it is one.
fn marks(reason: Reason) -> Option<Marks> {
    Some(match reason {
        Reason::Overlay => rules::overlay::marks,
        Reason::Hint => rules::hint::marks,
        Reason::Links => rules::links::marks,
        Reason::Comments => rules::comments::marks,
        Reason::Navigation => rules::navigation::marks,
        Reason::LinkList => rules::link_list::marks,
        Reason::Teasers => rules::teasers::marks,
        _ => return None,
    })
}
