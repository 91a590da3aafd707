//! A page alone: what has the name or role of a side matter goes, if it is a small part of the page.

use dom::Tag;

use crate::{
    evidence::{Line, NONE, hints::Hints},
    site::View,
};

/// An element with less of the page's mass than this …
const MAX_SHARE: f64 = 0.2;
/// … and fewer of its words …
const MAX_WORDS: f64 = 0.35;
/// … or of these, where it calls itself navigation, is a side matter.
const NAVIGATION_MAX_WORDS: f64 = 0.8;
/// Lists of cookies are often longer than the page.
const CONSENT_MAX_SHARE: f64 = 0.8;
const CONSENT_MAX_WORDS: f64 = 0.9;
/// What holds so many values …
const VALUES_MIN: u32 = 3;
/// … in so many of its lines, or so many lines of tables, is a record's, whatever it is called.
const VALUES_MIN_LINES: f64 = 0.25;
const TABLE_MIN_LINES: f64 = 0.5;
/// A value has at most so many words.
const VALUE_MAX_WORDS: u32 = 8;

pub(crate) fn marks(view: &View<'_>) -> Vec<bool> {
    let page = view.page;
    let hints = view.settings().hints;
    // Names in tables are those of values.
    let mut in_table = vec![false; page.elements.len()];
    for (i, element) in page.elements.iter().enumerate() {
        in_table[i] = (element.parent != NONE && in_table[element.parent as usize])
            || matches!(element.tag, Tag::TABLE | Tag::DL);
    }
    let values = page.sum(|_, line| u32::from(is_value(line)));
    let tables = page.sum(|_, line| u32::from(line.in_table && line.link_words == 0));
    let holds_values = |i: usize| {
        VALUES_MIN <= values[i]
            && VALUES_MIN_LINES * f64::from(view.sums.lines[i]) <= f64::from(values[i])
            || TABLE_MIN_LINES * f64::from(view.sums.lines[i]) <= f64::from(tables[i])
    };
    super::each(view, |i| {
        let (found, share) = (page.elements[i].hints, || view.share(i));
        let navigation = Hints::NAVIGATION.with(Hints::ROLE);
        let is_aside = (found.has(Hints::CONSENT)
            && share() < CONSENT_MAX_SHARE
            && view.word_share(i) < CONSENT_MAX_WORDS)
            || (found.has(navigation)
                && share() < MAX_SHARE
                && view.word_share(i) < NAVIGATION_MAX_WORDS)
            || (found.has(Hints::ALONE) && share() < MAX_SHARE && view.word_share(i) < MAX_WORDS);
        hints && is_aside && !in_table[i] && !holds_values(i) && !view.holds_headline(i)
    })
}

/// Says whether a line is short, has a number and no link.
fn is_value(line: &Line) -> bool {
    line.has_digit && line.link_words == 0 && line.words <= VALUE_MAX_WORDS
}
