//! Days that a reader sees.

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

/// A text longer than this mentions a date; a shorter one may be a date.
const MAX_SHORT: usize = 60;
/// How many texts after the headline still belong to it.
const MAX_TEXTS: usize = 26;

/// What announces the day of publication, and that of a change, in a text or in the one before it.
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

/// The days that a page shows as its own.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shown {
    pub(super) published: Found,
    pub(super) modified: Found,
    /// A day that nothing marks as the page's, except that it is near the headline, or that the page shows no
    /// other.
    pub(super) guessed: Found,
}

/// A short text with a day in it.
struct Dated {
    node: NodeId,
    date: Date,
    announced: Option<Announcement>,
    /// How many texts come before it.
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
        let walked = site.map(|_| dated_texts(page, order));
        if let (Some(site), Some((dated, _))) = (site, &walked) {
            published = at_place(page, order, site, dated).or(published);
        }
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

/// Returns what the text right before a node announces.
fn announced_before(page: &PageFacts<'_, '_>, node: NodeId) -> Option<Announcement> {
    const MAX_NODES: usize = 4;
    let before = (node.index().saturating_sub(MAX_NODES)..node.index()).rev();
    let mut texts = before.filter_map(|at| page.dom.get(at)).map(|node| page.dom.text(node));
    let text = texts.find(|text| !text.trim().is_empty())?;
    (text.len() <= MAX_SHORT)
        .then(|| announced(text.trim_start()))
        .flatten()
}

/// Returns the days of publication and of change in elements that are meant for dates.
fn in_elements(page: &PageFacts<'_, '_>, order: Order, site: Option<&SiteMetadata>) -> (Found, Found) {
    let mut changed = None;
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

/// Returns whether the same day is there on all pages of the site.
fn is_template(page: &PageFacts<'_, '_>, node: NodeId, site: Option<&SiteMetadata>) -> bool {
    site.is_some_and(|site| site.is_template_day(&place(page, node)))
}

/// Returns the day at the place where the pages of the site have theirs.
fn at_place(page: &PageFacts<'_, '_>, order: Order, site: &SiteMetadata, dated: &[Dated]) -> Found {
    let rank = |node| site.day_rank(&place(page, node));
    let placed = of_publication(page, order, dated).filter_map(|(node, date)| Some((rank(node)?, date)));
    let (_, date) = placed.min_by_key(|(rank, _)| *rank)?;
    Some((date, Source::Site))
}

/// Returns all days in elements that are meant for dates and in short texts, with their positions, except those of
/// changes.
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

/// Returns the day of an element, as given for machines or else for people, and its
/// text.
fn said(page: &PageFacts<'_, '_>, node: NodeId, order: Order) -> (Option<Date>, String) {
    let text = below(page.dom, node, 2 * MAX_BYTES);
    let machine = attribute(page.dom, node, "datetime").and_then(|said| first(&said, order));
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

/// Returns the short texts that contain a day, and how many texts come before the end of the
/// headline.
fn dated_texts(page: &PageFacts<'_, '_>, order: Order) -> (Vec<Dated>, Option<usize>) {
    let heading = page.first_heading();
    let mut dated = Vec::new();
    let (mut before, mut behind_headline) = (None, None);
    for (nth, (node, source)) in shown(page.dom, 0).enumerate() {
        if heading.is_some_and(|(_, end)| end <= node.index()) {
            behind_headline.get_or_insert(nth);
        }
        let announced_before = std::mem::take(&mut before);
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

/// Returns whether a short text may contain a day. Most do not, and this shows before they are decoded. A year has
/// its century, or follows a slash.
fn may_hold_day(source: &str) -> bool {
    let n_digits = source.bytes().filter(u8::is_ascii_digit).count();
    let has_year = || ["19", "20", "21", "/"].iter().any(|part| source.contains(part));
    MIN_DIGITS <= n_digits && has_year()
}

/// Returns all days that a page shows, wherever they are, and what announces
/// them.
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

/// Returns the day if all days of changes, or all others, are the same.
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
