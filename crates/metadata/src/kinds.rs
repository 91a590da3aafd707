//! Which of the things that a page describes is the page itself.

use crate::{
    PageType, Source,
    json_ld::{Thing, types},
    page::PageFacts,
};

/// How a type of schema.org relates to the page. Earlier variants are more likely to be the page itself than later
/// ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The main content of the page: a text, an offer, a record.
    Own(PageType),
    /// The page as a document.
    Page(PageType),
    /// Something that the page belongs to: its site, its publisher, its author.
    About(PageType),
}

impl Kind {
    /// Returns whether the headline and the dates of such a thing are the page's.
    pub(crate) fn is_own_text(self) -> bool {
        !matches!(self, Kind::About(_))
    }

    pub(crate) fn page_type(self) -> PageType {
        match self {
            Kind::Own(kind) | Kind::Page(kind) | Kind::About(kind) => kind,
        }
    }

    fn rank(self) -> usize {
        match self {
            Kind::Own(PageType::Article) => 0,
            // An article with an embedded video describes both, and is the article.
            Kind::Own(PageType::Video) => 2,
            Kind::Own(_) => 1,
            Kind::Page(_) => 3,
            Kind::About(_) => 4,
        }
    }

    /// Returns how a type is read, or `None` if the type is unknown.
    fn of(name: &str) -> Option<Kind> {
        // Authors of pages spell types in any case, although schema.org is case-sensitive.
        let name = name.to_ascii_lowercase();
        let is_end = |ends: &[&str]| ends.iter().any(|end| name.ends_with(end));
        if let Some((kind, _)) = TYPES.iter().find(|(_, names)| names.split(' ').any(|one| one == name)) {
            Some(*kind)
        } else if is_end(&["article", "posting", "report"]) {
            Some(Kind::Own(PageType::Article))
        } else if is_end(&["event"]) {
            Some(Kind::Own(PageType::Event))
        } else {
            is_end(&["organization", "business"]).then_some(Kind::About(PageType::Organization))
        }
    }
}

/// The types of schema.org that are known by their whole names, in lower case.
const TYPES: [(Kind, &str); 18] = [
    (Kind::Own(PageType::Product), "product productgroup offer aggregateoffer vehicle car individualproduct"),
    (Kind::Own(PageType::Recipe), "recipe"),
    (Kind::Own(PageType::Job), "jobposting"),
    (Kind::Own(PageType::Course), "course learningresource courseinstance"),
    (Kind::Own(PageType::Video), "videoobject clip"),
    (Kind::Own(PageType::Audio), "musicrecording musicalbum podcastepisode audioobject podcastseries"),
    (Kind::Own(PageType::Book), "book audiobook chapter"),
    (Kind::Own(PageType::Film), "movie tvseries tvepisode"),
    (Kind::Own(PageType::Question), "question qapage"),
    (Kind::Own(PageType::Forum), "discussionforumposting socialmediaposting"),
    (Kind::Own(PageType::Software), "softwareapplication mobileapplication webapplication softwaresourcecode"),
    (Kind::Own(PageType::Article), "review howto creativework claimreview"),
    (Kind::Page(PageType::Profile), "profilepage aboutpage"),
    (Kind::Page(PageType::Collection), "collectionpage searchresultspage itemlist blog"),
    (Kind::Page(PageType::Website), "webpage itempage faqpage contactpage medicalwebpage checkoutpage"),
    (Kind::About(PageType::Website), "website"),
    (Kind::About(PageType::Profile), "person"),
    (Kind::About(PageType::Organization), "corporation store restaurant hotel place"),
];

/// Returns the thing that is the page itself, as far as the types tell.
pub(crate) fn main_thing<'t>(top: &[&'t Thing]) -> Option<(Kind, &'t Thing)> {
    let mut best: Option<(Kind, &Thing)> = None;
    for &thing in top {
        // A thing may have several types. The most specific of them counts.
        let kinds = types(thing).filter_map(Kind::of);
        let Some(kind) = kinds.min_by_key(|kind| kind.rank()) else {
            continue;
        };
        if best.is_none_or(|(other, _)| kind.rank() < other.rank()) {
            best = Some((kind, thing));
        }
    }
    best
}

/// Returns the kind of page that the page declares itself to be.
pub(crate) fn page_type(page: &PageFacts<'_, '_>, main: Option<(Kind, &Thing)>) -> Option<(PageType, Source)> {
    // JSON-LD that describes only the page as a document, or its site, is no better than the sources below. It is
    // used last.
    let own = main.filter(|(kind, _)| matches!(kind, Kind::Own(_)));
    if let Some((kind, _)) = own {
        return Some((kind.page_type(), Source::JsonLd));
    }
    let name = |of: &str| of.trim_end_matches('/').rsplit(['/', '#', ':', '.']).next().unwrap_or("").to_owned();
    let items = page.types.iter().filter_map(|of| Kind::of(&name(of)));
    if let Some(kind) = items.filter(|kind| matches!(kind, Kind::Own(_))).min_by_key(|kind| kind.rank()) {
        return Some((kind.page_type(), Source::Microdata));
    }
    if let Some(said) = page.meta_of(&["og:type"]) {
        let found = match said.to_ascii_lowercase().as_str() {
            "profile" => Some(PageType::Profile),
            "place" | "company" => Some(PageType::Organization),
            // Open Graph has types with a dot, `video.movie`, so that the longer prefixes are checked first.
            said if said.starts_with("video.movie") || said.starts_with("video.tv") => Some(PageType::Film),
            said if said.starts_with("video") => Some(PageType::Video),
            said if said.starts_with("music") => Some(PageType::Audio),
            said if said.starts_with("product") => Some(PageType::Product),
            said => Kind::of(&name(said)).map(Kind::page_type),
        };
        if let Some(found) = found {
            return Some((found, Source::OpenGraph));
        }
    }
    main.map(|(kind, _)| (kind.page_type(), Source::JsonLd))
}
