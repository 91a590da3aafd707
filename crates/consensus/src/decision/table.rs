//! Which rule applies when: one table.

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

/// When a rule applies, by the number of pages.
#[derive(Clone, Copy, Debug)]
enum When {
    Never,
    From(u32),
    /// To a page that is judged by its own evidence, alone or with few others.
    Small,
    /// If nothing but the article is wanted.
    Asked,
    /// To a page alone, and from this many pages on.
    AloneAndFrom(u32),
    /// To a page alone only.
    Alone,
}

/// A rule, and when it applies, by mode.
struct Row {
    reason: Reason,
    /// What it marks among the elements; other rules are asked when lines are
    /// judged.
    marks: Option<Marks>,
    article: When,
    reference: When,
    data: When,
}

/// A rule that marks elements, each with everything in it.
const fn elements(reason: Reason, marks: Marks, article: When, reference: When, data: When) -> Row {
    Row {
        marks: Some(marks),
        ..lines(reason, article, reference, data)
    }
}

/// A rule that judges lines.
const fn lines(reason: Reason, article: When, reference: When, data: When) -> Row {
    Row {
        reason,
        marks: None,
        article,
        reference,
        data,
    }
}

const NEVER: When = When::Never;
const ALWAYS: When = When::From(0);
const SITES: When = When::From(SITE_MIN_PAGES);
const FEW: When = When::From(FEW_PAGES);
const SOME: When = When::From(SOME_PAGES);
const SMALL: When = When::Small;
const ALONE: When = When::Alone;
const ASKED: When = When::Asked;
const ALONE_AND_SOME: When = When::AloneAndFrom(SOME_PAGES);

/// The rules for elements are asked in this order.
#[rustfmt::skip]
const TABLE: [Row; 20] = [
    //                                                      articles reference records
    elements(Reason::Overlay,     rules::overlay::marks,      ALWAYS,  NEVER,    NEVER),
    elements(Reason::Hint,        rules::hint::marks,         ALWAYS,  NEVER,    NEVER),
    elements(Reason::Links,       rules::links::marks,        ALWAYS,  NEVER,    NEVER),
    elements(Reason::Comments,    rules::comments::marks,     ALWAYS,  NEVER,    NEVER),
    elements(Reason::Navigation,  rules::navigation::marks,   NEVER,   ALWAYS,   ALWAYS),
    elements(Reason::LinkList,    rules::link_list::marks,    NEVER,   SITES,    SITES),
    elements(Reason::Teasers,     rules::teasers::marks,      ALWAYS,  NEVER,    ALWAYS),
    elements(Reason::Tag,         rules::tag::marks,          SMALL,   SMALL,    SMALL),
    elements(Reason::Name,        rules::name::marks,         SMALL,   ALONE,    SMALL),
    elements(Reason::Property,    rules::property::marks,     SMALL,   SMALL,    SMALL),
    elements(Reason::Reviews,     rules::reviews::marks,      NEVER,   NEVER,    SMALL),
    elements(Reason::LinkBlock,   rules::link_block::marks,   NEVER,   SMALL,    SMALL),
    elements(Reason::LeadsAway,   rules::leads_away::marks,   SMALL,   SMALL,    SMALL),
    lines(Reason::LinkLine,                                  ALWAYS,  NEVER,    NEVER),
    lines(Reason::Repeated,                                  ALWAYS,  ALWAYS,   ALWAYS),
    // Records hold values everywhere, and a few pages cannot agree on where they do
    // not.
    lines(Reason::Outside,                                   ALWAYS,  ALWAYS,   ALONE_AND_SOME),
    lines(Reason::Edge,                                      SITES,   FEW,      SOME),
    lines(Reason::Copy,                                      SMALL,   SMALL,    SMALL),
    lines(Reason::Frame,                                     SMALL,   SMALL,    SMALL),
    lines(Reason::Margin,                                    ASKED,   NEVER,    NEVER),
];

/// Returns whether a rule applies to a page.
pub(crate) fn speaks(reason: Reason, view: &View<'_>) -> bool {
    let Some(row) = TABLE.iter().find(|row| row.reason == reason) else {
        return false;
    };
    let when = match view.mode {
        Mode::Article => row.article,
        Mode::Reference => row.reference,
        Mode::Data => row.data,
    };
    let speaks = match when {
        When::Never => false,
        When::From(n_pages) => n_pages <= view.n_pages,
        When::Small => view.is_small(),
        When::Alone => view.is_lone(),
        When::Asked => view.settings().profile == Profile::Article,
        When::AloneAndFrom(n_pages) => view.is_lone() || n_pages <= view.n_pages,
    };
    speaks && view.settings().allows(reason)
}

/// Returns whether the page model decides about a page, rather than the rules alone.
///
/// It has learned from pages that are alone. So it is not asked if there are other pages of the site to
/// compare; nor if tags and names, which it relies on, are to be ignored; nor if a user wants data, or
/// nothing but an article. On records the rules keep more values (.955 instead of .934 on recipes, at a
/// cost of .0009 of F1 on WCXB); on products, where reviews and offers surround few words, the model is
/// better by .017.
pub(crate) fn asks_page_model(view: &View<'_>) -> bool {
    let declared = view.page.declared;
    let is_record = view.mode == Mode::Data && (declared.data || !declared.product);
    view.settings().page_model
        && view.settings().hints
        && view.settings().profile == Profile::Balanced
        && view.is_lone()
        && !is_record
}

/// Returns whether a rule applies only to a page alone or with few others.
pub(crate) fn is_of_small_sites(reason: Reason) -> bool {
    let is_small = |when: When| matches!(when, When::Small | When::Alone | When::Never);
    TABLE.iter().any(|row| {
        row.reason == reason
            && [row.article, row.reference, row.data]
                .into_iter()
                .all(is_small)
    })
}

/// Iterates over the rules that apply to a page's elements, in order.
pub(crate) fn rules_for_elements(view: &View<'_>) -> impl Iterator<Item = (Reason, Marks)> {
    let asked = TABLE.iter().filter(move |row| speaks(row.reason, view));
    asked.filter_map(|row| Some((row.reason, row.marks?)))
}
