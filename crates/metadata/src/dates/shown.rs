//! Dates that a reader sees.

use std::borrow::Cow;

use dom::{NodeId, Tag};
use jiff::civil::Date;
use memchr::memchr3;

use super::{
    Found, MAX_BYTES,
    announced::{self, Announcement, of_class},
};
use crate::{
    Source,
    days::{Conventions, MIN_DIGITS, first, other_digit},
    page::{PageFacts, attribute, class_and_id},
    site::{SiteMetadata, place},
    text::{beginning, below, is_beyond, shown},
};

/// The longest text that can be a date, in bytes. Longer texts merely mention dates. Chosen: by eye.
const MAX_SHORT: usize = 60;
/// The number of texts after the headline that still belong to it. Chosen: by eye.
const MAX_TEXTS: usize = 26;

/// How many elements around a day are looked at for a name that tells what it is. Chosen: by eye.
const MAX_AROUND: usize = 3;

/// The dates that a page shows as its own.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Shown {
    pub(super) published: Found,
    pub(super) modified: Found,
    /// A date that no words or elements mark as the page's: one near the headline, or the only one on the page.
    pub(super) guessed: Found,
}

/// A short text that contains a date.
#[derive(Clone, Copy, Debug)]
struct Dated {
    node: NodeId,
    date: Date,
    announced: Option<Announcement>,
    /// The number of visible texts before this one.
    nth: usize,
    /// Whether the text is longer than a date is, and says what its dates are.
    is_history: bool,
}

/// The short texts of a page that contain a date.
#[derive(Clone, Debug)]
pub(crate) struct DatedTexts {
    all: Vec<Dated>,
    /// How the days were read.
    conventions: Conventions,
    /// The number of texts up to the end of the headline.
    headline: Option<usize>,
}

impl Shown {
    pub(super) fn read(
        page: &PageFacts<'_, '_>,
        conventions: Conventions,
        address: Option<&str>,
        site: Option<&SiteMetadata>,
    ) -> Shown {
        let (mut published, mut modified) = in_elements(page, conventions, site);
        // The walk over all texts is expensive. Unless the site says where its dates are, it is put off until no element
        // has a date.
        let walked = site.filter(|site| !site.day_places.is_empty()).map(|_| dated_texts(page, conventions));
        if let (Some(site), Some(dated)) = (site, &walked) {
            published = at_place(page, conventions, site, &dated.all).or(published);
        }
        // A date that is marked as one needs no guess.
        if published.is_some() {
            return Shown { published, modified, guessed: None };
        }
        let walked = walked.unwrap_or_else(|| dated_texts(page, conventions));
        let (mut dated, headline) = (walked.all.clone(), walked.headline);
        dated.retain(|it| !is_template(page, it.node, site) && !page.is_teaser(it.node));
        let all = anywhere(page, conventions, site, &dated);
        let dateline = |dated: &Dated| (dated.date, Source::Dateline);
        let of = |what| (dated.iter()).find(|it| it.announced == Some(what) && !page.is_of_others(it.node));
        // An element for dates that says "updated" comes before a text that does, and that before the only date of a
        // change.
        modified = modified.or_else(|| of(Announcement::Change).map(dateline)).or_else(|| only(&all, true));
        let near = || {
            let near = |it: &&Dated| {
                let is_near = headline.is_some_and(|at| (at..at + MAX_TEXTS).contains(&it.nth));
                is_near && is_of_publication(it.announced) && !page.is_foreign(it.node)
            };
            dated.iter().find(near)
        };
        let linked = || {
            let is_linked = |it: &&Dated| {
                is_of_publication(it.announced) && !page.is_foreign(it.node) && is_linked(page, it, address)
            };
            let days: Vec<_> = dated.iter().filter(is_linked).map(|it| (it.date, it.announced)).collect();
            only(&days, false)
        };
        Shown {
            published: of(Announcement::Publication).map(dateline),
            modified,
            // If the page shows when it was changed, its only other day need not be the day of publication.
            guessed: (near().map(dateline).or_else(linked))
                .or_else(|| only(&all, false).filter(|_| modified.is_none())),
        }
    }
}

/// Returns whether a day is the text of a link to the page itself, or to the archive of that day: blogs link the day of a post
/// so.
fn is_linked(page: &PageFacts<'_, '_>, dated: &Dated, address: Option<&str>) -> bool {
    let mut around = page.dom.ancestors(dated.node).take(MAX_AROUND);
    let target = around.find(|&above| page.dom.tag(above) == Tag::A).and_then(|it| attribute(page.dom, it, "href"));
    let is_own = |target: &str| address.is_some_and(|own| own == target);
    let is_archive = |target: &str| {
        let ends_with_day = target.trim_end_matches('/').ends_with(|last: char| last.is_ascii_digit());
        ends_with_day && super::in_address(target) == Some(dated.date)
    };
    target.is_some_and(|target| is_own(&target) || is_archive(&target))
}

/// Returns what the text just before a node announces.
fn announced_before(page: &PageFacts<'_, '_>, node: NodeId) -> Option<Announcement> {
    /// The number of nodes before a day that are searched for a text. Chosen: by eye.
    const MAX_NODES: usize = 4;
    // Nodes are numbered in document order, so the nodes with lower numbers come before this one.
    let before = (node.index().saturating_sub(MAX_NODES)..node.index()).rev();
    let mut texts = before.filter_map(|at| page.dom.get(at)).map(|node| page.dom.text(node));
    let text = texts.find(|text| text.contains(char::is_alphanumeric))?;
    announced_in(&text)
}

/// Returns what a short text announces that has no day itself.
fn announced_in(text: &str) -> Option<Announcement> {
    let text = text.trim();
    if text.len() > 2 * MAX_SHORT {
        return None;
    }
    announced::find(&text.to_lowercase()).map(|(announcement, _)| announcement)
}

/// Returns whether a day can be that of publication.
fn is_of_publication(announced: Option<Announcement>) -> bool {
    announced.is_none_or(|it| it == Announcement::Publication)
}

/// Returns the dates of publication and of the last change in elements that are meant for dates.
fn in_elements(page: &PageFacts<'_, '_>, conventions: Conventions, site: Option<&SiteMetadata>) -> (Found, Found) {
    let mut changed = None;
    // The order is that of credibility: `<time>` is made for dates, while a byline only may hold one.
    for (nodes, source) in
        [(&page.times, Source::TimeElement), (&page.datelines, Source::Dateline), (&page.bylines, Source::Dateline)]
    {
        for &node in nodes.iter().filter(|node| !page.is_of_others(**node)) {
            let (Some(date), text) = said(page, node, conventions) else {
                continue;
            };
            if is_template(page, node, site) {
                continue;
            }
            if let Some(published) = of_history(&text, conventions) {
                return (Some((published, source)), changed);
            }
            match announcement(page, node, &text, conventions) {
                Some(Announcement::Change) => {
                    changed.get_or_insert((date, source));
                }
                Some(Announcement::Other) => {}
                Some(Announcement::Publication) | None => return (Some((date, source)), changed),
            }
        }
    }
    (None, changed)
}

/// Returns the day of publication that a text tells among other days.
fn of_history(text: &str, conventions: Conventions) -> Option<Date> {
    let text = beginning(text, MAX_BYTES).to_lowercase();
    let all = announced::find_all(&text);
    let told = (all.len() > 1).then(|| days(&text, &all, conventions))?;
    told.into_iter().find(|(_, what)| *what == Some(Announcement::Publication)).map(|(date, _)| date)
}

/// Returns whether all pages of the site show the same date at the place of this node.
fn is_template(page: &PageFacts<'_, '_>, node: NodeId, site: Option<&SiteMetadata>) -> bool {
    site.is_some_and(|site| site.is_template_day(|| place(page, node)))
}

/// Returns the date at the place where the pages of the site show theirs.
fn at_place(page: &PageFacts<'_, '_>, conventions: Conventions, site: &SiteMetadata, dated: &[Dated]) -> Found {
    let rank = |node| {
        let place = place(page, node);
        site.day_places.iter().position(|known| *known == place)
    };
    let placed = of_publication(page, conventions, dated).filter_map(|(node, date)| Some((rank(node)?, date)));
    let (_, date) = placed.min_by_key(|(rank, _)| *rank)?;
    Some((date, Source::Site))
}

/// Returns all dates in elements that are meant for dates and in short texts, with their nodes. Dates of changes are
/// left out.
pub(super) fn all(page: &PageFacts<'_, '_>, conventions: Conventions) -> Vec<(NodeId, Date)> {
    of_publication(page, conventions, &dated_texts(page, conventions).all).collect()
}

fn of_publication(
    page: &PageFacts<'_, '_>,
    conventions: Conventions,
    dated: &[Dated],
) -> impl Iterator<Item = (NodeId, Date)> {
    let elements = page.times.iter().chain(&page.datelines);
    let own = elements.filter(|node| !page.is_teaser(**node));
    let of_elements = own.filter_map(move |&node| {
        let (date, text) = said(page, node, conventions);
        Some((node, date?)).filter(|_| is_of_publication(announcement(page, node, &text, conventions)))
    });
    let texts = (dated.iter()).filter(|it| is_of_publication(it.announced) && !page.is_teaser(it.node));
    of_elements.chain(texts.map(|it| (it.node, it.date)))
}

/// Returns the date of an element and the element's text. The attribute `datetime` takes precedence over the text.
fn said(page: &PageFacts<'_, '_>, node: NodeId, conventions: Conventions) -> (Option<Date>, String) {
    let text = below(page.dom, node, 2 * MAX_BYTES);
    let machine = attribute(page.dom, node, "datetime").and_then(|said| first(&said, conventions));
    // A long text that mentions a date is not a date.
    let date = machine.or_else(|| first(&text, conventions).filter(|_| text.len() <= MAX_BYTES));
    (date, text)
}

/// Returns what tells that a day is not simply the page's: its own text, its class, the text before it, or the class of
/// an element around it.
fn announcement(page: &PageFacts<'_, '_>, node: NodeId, text: &str, conventions: Conventions) -> Option<Announcement> {
    let in_text = || {
        let text = beginning(text, MAX_BYTES).to_lowercase();
        let (announcement, at) = announced::find(&text)?;
        let has_day = |part: &str| first(part, conventions).is_some();
        // "4 May 2025, updated 6 May 2025"
        let is_of_later_day = has_day(&text[..at]) && has_day(&text[at..]);
        (!is_of_later_day).then_some(announcement)
    };
    (of_property(page, node).or_else(in_text))
        .or_else(|| of_names(page, node))
        .or_else(|| announced_before(page, node))
        .or_else(|| of_elements_around(page, node))
}

/// Returns what the property of a day in microdata says: `startDate` is no day of the page.
fn of_property(page: &PageFacts<'_, '_>, node: NodeId) -> Option<Announcement> {
    let property = attribute(page.dom, node, "itemprop")?;
    match &*property {
        "datePublished" | "dateCreated" | "uploadDate" => Some(Announcement::Publication),
        "dateModified" => Some(Announcement::Change),
        other if other.ends_with("Date") || other.ends_with("Time") || other.starts_with("valid") => {
            Some(Announcement::Other)
        }
        _ => None,
    }
}

/// Returns what the class or the id of an element says about the day in it.
fn of_names(page: &PageFacts<'_, '_>, element: NodeId) -> Option<Announcement> {
    class_and_id(page.dom, element).filter_map(of_class).next()
}

/// Returns what the names of the elements around a day say, up to one that holds more than the day.
fn of_elements_around(page: &PageFacts<'_, '_>, node: NodeId) -> Option<Announcement> {
    let holds_more = |tag| {
        matches!(
            tag,
            Tag::ARTICLE
                | Tag::MAIN
                | Tag::SECTION
                | Tag::HEADER
                | Tag::BODY
                | Tag::HTML
                | Tag::TABLE
                | Tag::UL
                | Tag::OL
        )
    };
    let around = page.dom.ancestors(node).take(MAX_AROUND);
    let mut around = around.take_while(|&above| !holds_more(page.dom.tag(above)));
    around.find_map(|above| of_names(page, above))
}

/// Returns the short texts that contain a date: those of an earlier search, if there was one with the same order.
fn dated_texts<'p>(page: &'p PageFacts<'_, '_>, conventions: Conventions) -> Cow<'p, DatedTexts> {
    let known = page.dated_texts.get_or_init(|| find_dated_texts(page, conventions));
    if known.conventions == conventions {
        Cow::Borrowed(known)
    } else {
        Cow::Owned(find_dated_texts(page, conventions))
    }
}

fn find_dated_texts(page: &PageFacts<'_, '_>, conventions: Conventions) -> DatedTexts {
    let heading = page.first_heading();
    let mut dated = Vec::new();
    let mut before: Option<NodeId> = None;
    let mut behind_headline = None;
    for (nth, (node, source)) in shown(page.dom, 0).enumerate() {
        if heading.is_some_and(|(_, end)| end <= node.index()) {
            behind_headline.get_or_insert(nth);
        }
        let before = before.replace(node);
        // Most texts are their own source, so that nothing is decoded for this.
        let is_long = || source.len() > MAX_BYTES && page.dom.text(node).trim().len() > MAX_BYTES;
        if is_beyond(source, MAX_BYTES) || is_long() || !may_hold_day(source) {
            continue;
        }
        let text = page.dom.text(node);
        let text = text.trim();
        if MAX_BYTES < text.len() {
            continue;
        }
        let lower = text.to_lowercase();
        let all = announced::find_all(&lower);
        // A longer text is about something else, unless it says when the page was changed, or published and changed.
        let says_days = |&(what, at): &(Announcement, usize)| match what {
            Announcement::Change => true,
            Announcement::Publication => first(beginning(&lower[at..], MAX_SHORT), conventions).is_some(),
            Announcement::Other => false,
        };
        if text.len() > MAX_SHORT && !all.iter().any(says_days) {
            continue;
        }
        for (day, announced) in days(&lower, &all, conventions) {
            let announced =
                announced.or_else(|| announced_in(&page.dom.text(before?))).or_else(|| of_elements_around(page, node));
            dated.push(Dated { node, date: day, announced, nth, is_history: text.len() > MAX_SHORT });
        }
    }
    leave_histories_of_others(&mut dated, behind_headline);
    DatedTexts { all: dated, conventions, headline: behind_headline }
}

/// Takes out the publications that longer texts tell, if they are those of other documents: where the page has several such
/// texts with different days, as a list of articles, or the text is not near the headline, as in a list of sources.
fn leave_histories_of_others(dated: &mut Vec<Dated>, headline: Option<usize>) {
    let is_history = |it: &Dated| it.is_history && it.announced == Some(Announcement::Publication);
    let mut told: Vec<(Date, usize)> = dated.iter().filter(|&it| is_history(it)).map(|it| (it.date, it.nth)).collect();
    told.dedup_by_key(|(date, _)| *date);
    let start = headline.unwrap_or(0);
    let is_own = told.len() == 1 && told.iter().all(|(_, nth)| (start..start + MAX_TEXTS).contains(nth));
    dated.retain(|it| is_own || !is_history(it));
}

/// Returns the days in a text, in lower case, and what it says about them. `announced` is all that it announces. A text with
/// several announcements tells a history: "4 May 2025, updated 6 May 2025", "Received 4 May 2025, published 6 May 2025".
fn days(
    text: &str,
    announced: &[(Announcement, usize)],
    conventions: Conventions,
) -> Vec<(Date, Option<Announcement>)> {
    let Some(&(what, begin)) = announced.first() else {
        return first(text, conventions).map(|date| (date, None)).into_iter().collect();
    };
    let ends = announced.iter().skip(1).map(|&(_, at)| at).chain([text.len()]);
    let told =
        announced.iter().zip(ends).filter_map(|(&(what, at), end)| Some((first(&text[at..end], conventions)?, what)));
    let mut told: Vec<(Date, Announcement)> = told.collect();
    if told.is_empty() {
        return first(text, conventions).map(|date| (date, Some(what))).into_iter().collect();
    }
    // The manuscript of a paper is revised before the paper is published.
    if let Some(&published) = told.iter().find(|(_, what)| *what == Announcement::Publication) {
        // A paper is printed after it was published.
        told.retain(|&it| it == published || it.1 == Announcement::Change && it.0 >= published.0);
    }
    let is_own = what == Announcement::Change && told.iter().all(|(_, what)| *what == Announcement::Change);
    let own = first(&text[..begin], conventions).filter(|_| is_own).map(|date| (date, None));
    own.into_iter().chain(told.into_iter().map(|(date, what)| (date, Some(what)))).collect()
}

/// Returns whether a short text may contain a day. Most do not, and this shows before they are decoded. A year has
/// its century, or follows a slash.
fn may_hold_day(source: &str) -> bool {
    let bytes = source.as_bytes();
    if !source.is_ascii() && may_hold_day_of_other_calendar(source) {
        return true;
    }
    if memchr3(b'1', b'2', b'/', bytes).is_none() {
        return false;
    }
    let n_digits = bytes.iter().filter(|byte| byte.is_ascii_digit()).count();
    // Pair by pair, since a search for a word costs more than the few bytes of most texts.
    let has_century = || bytes.windows(2).any(|two| matches!(two, b"19" | b"20" | b"21"));
    n_digits >= MIN_DIGITS && (has_century() || bytes.contains(&b'/'))
}

/// Returns whether a short text may contain a day of another calendar, or one in digits of another script: its year has
/// the century 13, 14, 25 or 26, or a name before it.
fn may_hold_day_of_other_calendar(source: &str) -> bool {
    let n_digits = source.chars().filter(|letter| letter.is_ascii_digit() || other_digit(*letter).is_some()).count();
    let has_century = || source.as_bytes().windows(2).any(|two| matches!(two, b"13" | b"14" | b"25" | b"26"));
    let has_other = || source.contains(|letter| letter == '年' || other_digit(letter).is_some());
    n_digits >= MIN_DIGITS && (has_other() || has_century())
}

/// Returns all dates that a page shows, wherever they are, and what announces them.
fn anywhere(
    page: &PageFacts<'_, '_>,
    conventions: Conventions,
    site: Option<&SiteMetadata>,
    dated: &[Dated],
) -> Vec<(Date, Option<Announcement>)> {
    let elements = page.times.iter().chain(&page.datelines);
    let is_own = |node| !page.is_foreign(node) && !page.is_teaser(node);
    let own = elements.filter(|node| !is_template(page, **node, site) && is_own(**node));
    let of_elements = own.filter_map(|&node| {
        let (date, text) = said(page, node, conventions);
        Some((date?, announcement(page, node, &text, conventions)))
    });
    let own = dated.iter().filter(|it| !page.is_foreign(it.node));
    let of_texts = own.map(|it| (it.date, it.announced));
    of_elements.chain(of_texts).collect()
}

/// Returns the date if all dates of changes (or all others) are the same.
fn only(days: &[(Date, Option<Announcement>)], is_of_change: bool) -> Found {
    let mut days = (days.iter())
        .filter(|(_, what)| match is_of_change {
            true => *what == Some(Announcement::Change),
            false => is_of_publication(*what),
        })
        .map(|(date, _)| *date);
    let first = days.next()?;
    days.all(|other| other == first).then_some((first, Source::Dateline))
}
