//! Dates that a reader sees.

use dom::NodeId;
use jiff::civil::Date;

use super::{Found, MAX_BYTES};
use crate::{
    Source,
    days::{MIN_DIGITS, Order, first},
    page::{PageFacts, attribute},
    site::{SiteMetadata, place},
    text::{below, is_beyond, shown},
};

/// The longest text that can be a date, in bytes. Longer texts merely mention dates.
const MAX_SHORT: usize = 60;
/// The number of texts after the headline that still belong to it.
const MAX_TEXTS: usize = 26;

/// Words that announce the date of publication (first list) or of a change (second list), at the start of the text or
/// of the one before it.
const PUBLICATION: &[&str] = &[
    "published",
    "posted",
    "first published",
    "date published",
    "publication date",
    "veröffentlicht",
    "publié",
];
const CHANGE: &[&str] = &[
    "updated",
    "modified",
    "last updated",
    "last modified",
    "last edited",
    "last reviewed",
    "aktualisiert",
    "mis à jour",
    "actualizado",
];

/// The dates that a page shows as its own.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shown {
    pub(super) published: Found,
    pub(super) modified: Found,
    /// A date that no words or elements mark as the page's: one near the headline, or the only one on the page.
    pub(super) guessed: Found,
}

/// A short text that contains a date.
struct Dated {
    node: NodeId,
    date: Date,
    announced: Option<Announcement>,
    /// The number of visible texts before this one.
    nth: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Announcement {
    Publication,
    Change,
}

impl Shown {
    pub(super) fn read(page: &PageFacts<'_, '_>, order: Order, site: Option<&SiteMetadata>) -> Shown {
        let (mut published, mut modified) = in_elements(page, order, site);
        // The walk over all texts is expensive. Without a site it is put off until no element has a date.
        let walked = site.map(|_| dated_texts(page, order));
        if let (Some(site), Some((dated, _))) = (site, &walked) {
            published = at_place(page, order, site, dated).or(published);
        }
        // A date that is marked as one needs no guess.
        if published.is_some() {
            return Shown {
                published,
                modified,
                guessed: None,
            };
        }
        let (mut dated, headline) = walked.unwrap_or_else(|| dated_texts(page, order));
        dated.retain(|it| !is_template(page, it.node, site) && !page.is_teaser(it.node));
        let all = anywhere(page, order, site, &dated);
        let dateline = |dated: &Dated| (dated.date, Source::Dateline);
        let of = |what| (dated.iter()).find(|it| it.announced == Some(what) && !page.is_of_others(it.node));
        // An element for dates that says "updated" comes before a text that does, and that before the only date of a
        // change.
        modified = modified
            .or_else(|| of(Announcement::Change).map(dateline))
            .or_else(|| only(&all, true));
        let near = || {
            let near = |it: &&Dated| {
                let is_near = headline.is_some_and(|at| (at..at + MAX_TEXTS).contains(&it.nth));
                is_near && it.announced != Some(Announcement::Change)
            };
            dated.iter().find(near)
        };
        Shown {
            published: of(Announcement::Publication).map(dateline),
            modified,
            guessed: (near().map(dateline)).or_else(|| only(&all, false)),
        }
    }
}

/// Returns what the text just before a node announces.
fn announced_before(page: &PageFacts<'_, '_>, node: NodeId) -> Option<Announcement> {
    const MAX_NODES: usize = 4;
    // Nodes are numbered in document order, so the nodes with lower numbers come before this one.
    let before = (node.index().saturating_sub(MAX_NODES)..node.index()).rev();
    let mut texts = before.filter_map(|at| page.dom.get(at)).map(|node| page.dom.text(node));
    let text = texts.find(|text| !text.trim().is_empty())?;
    (text.len() <= MAX_SHORT)
        .then(|| announced(text.trim_start()))
        .flatten()
}

/// Returns the dates of publication and of the last change in elements that are meant for dates.
fn in_elements(page: &PageFacts<'_, '_>, order: Order, site: Option<&SiteMetadata>) -> (Found, Found) {
    let mut changed = None;
    // The order is that of credibility: `<time>` is made for dates, while a byline only may hold one.
    for (nodes, source) in [
        (&page.times, Source::TimeElement),
        (&page.datelines, Source::Dateline),
        (&page.bylines, Source::Dateline),
    ] {
        for &node in nodes.iter().filter(|node| !page.is_of_others(**node)) {
            let (Some(date), text) = said(page, node, order) else {
                continue;
            };
            if is_template(page, node, site) {
                continue;
            }
            if is_change(page, node, &text) {
                changed.get_or_insert((date, source));
            } else {
                return (Some((date, source)), changed);
            }
        }
    }
    (None, changed)
}

/// Returns whether all pages of the site show the same date at the place of this node.
fn is_template(page: &PageFacts<'_, '_>, node: NodeId, site: Option<&SiteMetadata>) -> bool {
    site.is_some_and(|site| site.is_template_day(&place(page, node)))
}

/// Returns the date at the place where the pages of the site show theirs.
fn at_place(page: &PageFacts<'_, '_>, order: Order, site: &SiteMetadata, dated: &[Dated]) -> Found {
    let rank = |node| site.day_rank(&place(page, node));
    let placed = of_publication(page, order, dated).filter_map(|(node, date)| Some((rank(node)?, date)));
    let (_, date) = placed.min_by_key(|(rank, _)| *rank)?;
    Some((date, Source::Site))
}

/// Returns all dates in elements that are meant for dates and in short texts, with their nodes. Dates of changes are
/// left out.
pub(super) fn all(page: &PageFacts<'_, '_>, order: Order) -> Vec<(NodeId, Date)> {
    of_publication(page, order, &dated_texts(page, order).0).collect()
}

fn of_publication(page: &PageFacts<'_, '_>, order: Order, dated: &[Dated]) -> impl Iterator<Item = (NodeId, Date)> {
    let elements = page.times.iter().chain(&page.datelines);
    let own = elements.filter(|node| !page.is_teaser(**node));
    let of_elements = own.filter_map(move |&node| {
        let (date, text) = said(page, node, order);
        Some((node, date?)).filter(|_| !is_change(page, node, &text))
    });
    let texts = (dated.iter()).filter(|it| it.announced != Some(Announcement::Change) && !page.is_teaser(it.node));
    of_elements.chain(texts.map(|it| (it.node, it.date)))
}

/// Returns the date of an element and the element's text. The attribute `datetime` takes precedence over the text.
fn said(page: &PageFacts<'_, '_>, node: NodeId, order: Order) -> (Option<Date>, String) {
    let text = below(page.dom, node, 2 * MAX_BYTES);
    let machine = attribute(page.dom, node, "datetime").and_then(|said| first(&said, order));
    // A long text that mentions a date is not a date.
    let date = machine.or_else(|| first(&text, order).filter(|_| text.len() <= MAX_BYTES));
    (date, text)
}

fn is_change(page: &PageFacts<'_, '_>, node: NodeId, text: &str) -> bool {
    let class = page.dom.attribute(node, "class").unwrap_or_default();
    let class = class.to_lowercase();
    class.contains("updated") && !class.contains("published")
        || class.contains("modified")
        || announced(text).or_else(|| announced_before(page, node)) == Some(Announcement::Change)
}

/// Returns the short texts that contain a date, and the number of texts up to the end of the headline.
fn dated_texts(page: &PageFacts<'_, '_>, order: Order) -> (Vec<Dated>, Option<usize>) {
    let heading = page.first_heading();
    let mut dated = Vec::new();
    let (mut before, mut behind_headline) = (None, None);
    for (nth, (node, source)) in shown(page.dom, 0).enumerate() {
        if heading.is_some_and(|(_, end)| end <= node.index()) {
            behind_headline.get_or_insert(nth);
        }
        // An announcement holds for the next text only.
        let announced_before = std::mem::take(&mut before);
        // Long texts are skipped by the length of their source, before their character references are decoded.
        if is_beyond(source, MAX_SHORT) {
            continue;
        }
        before = announced(source);
        if !may_hold_day(source) {
            continue;
        }
        let text = page.dom.text(node);
        let text = text.trim();
        if text.len() <= MAX_SHORT {
            dated.extend(first(text, order).map(|date| Dated {
                node,
                date,
                announced: before.or(announced_before),
                nth,
            }));
        }
    }
    (dated, behind_headline)
}

/// Returns whether a short text may contain a date.
///
/// Most texts do not, and this test needs no decoded text. It requires enough digits, and the first two digits of a
/// year or a slash.
fn may_hold_day(source: &str) -> bool {
    let n_digits = source.bytes().filter(u8::is_ascii_digit).count();
    let has_year = || ["19", "20", "21", "/"].iter().any(|part| source.contains(part));
    MIN_DIGITS <= n_digits && has_year()
}

/// Returns all dates that a page shows, wherever they are, and what announces them.
fn anywhere(
    page: &PageFacts<'_, '_>,
    order: Order,
    site: Option<&SiteMetadata>,
    dated: &[Dated],
) -> Vec<(Date, Option<Announcement>)> {
    let elements = page.times.iter().chain(&page.datelines);
    let own = elements.filter(|node| !is_template(page, **node, site) && !page.is_teaser(**node));
    let of_elements = own.filter_map(|&node| {
        let (date, text) = said(page, node, order);
        let what = is_change(page, node, &text).then_some(Announcement::Change);
        Some((date?, what))
    });
    let of_texts = dated.iter().map(|it| (it.date, it.announced));
    of_elements.chain(of_texts).collect()
}

/// Returns the date if all dates of changes (or all others) are the same.
fn only(days: &[(Date, Option<Announcement>)], is_of_change: bool) -> Found {
    let mut days = (days.iter())
        .filter(|(_, what)| (*what == Some(Announcement::Change)) == is_of_change)
        .map(|(date, _)| *date);
    let first = days.next()?;
    days.all(|other| other == first).then_some((first, Source::Dateline))
}

/// Returns what the first words of a text announce.
fn announced(text: &str) -> Option<Announcement> {
    let first = text.as_bytes().first()?;
    // Most texts begin with a letter with which none of these words begins.
    if !b"adflmpuv".contains(&first.to_ascii_lowercase()) {
        return None;
    }
    let starts = |words: &[&str]| words.iter().any(|word| starts(text, word));
    if starts(PUBLICATION) {
        return Some(Announcement::Publication);
    }
    starts(CHANGE).then_some(Announcement::Change)
}

/// Returns whether a text starts with a word, ignoring the case of its Latin letters.
fn starts(text: &str, word: &str) -> bool {
    let head = text.as_bytes().get(..word.len());
    head.is_some_and(|head| head.eq_ignore_ascii_case(word.as_bytes()))
}
