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
        use PageType::*;
        // Authors of pages spell types in any case, although schema.org is case-sensitive.
        let name = name.to_ascii_lowercase();
        Some(match name.as_str() {
            "product" | "productgroup" | "offer" | "aggregateoffer" | "vehicle" | "car" | "individualproduct" => {
                Kind::Own(Product)
            }
            "recipe" => Kind::Own(Recipe),
            "jobposting" => Kind::Own(Job),
            "course" | "learningresource" | "courseinstance" => Kind::Own(Course),
            "videoobject" | "clip" => Kind::Own(Video),
            "musicrecording" | "musicalbum" | "podcastepisode" | "audioobject" | "podcastseries" => Kind::Own(Audio),
            "book" | "audiobook" | "chapter" => Kind::Own(Book),
            "movie" | "tvseries" | "tvepisode" => Kind::Own(Film),
            "question" | "qapage" => Kind::Own(Question),
            "discussionforumposting" | "socialmediaposting" => Kind::Own(Forum),
            "softwareapplication" | "mobileapplication" | "webapplication" | "softwaresourcecode" => {
                Kind::Own(Software)
            }
            "profilepage" | "aboutpage" => Kind::Page(Profile),
            "collectionpage" | "searchresultspage" | "itemlist" | "blog" => Kind::Page(Collection),
            "webpage" | "itempage" | "faqpage" | "contactpage" | "medicalwebpage" | "checkoutpage" => {
                Kind::Page(Website)
            }
            "website" => Kind::About(Website),
            "person" => Kind::About(Profile),
            name if name.ends_with("article") || name.ends_with("posting") || name.ends_with("report") => {
                Kind::Own(Article)
            }
            "review" | "howto" | "creativework" | "liveblogposting" | "claimreview" => Kind::Own(Article),
            name if name.ends_with("event") => Kind::Own(Event),
            name if name.ends_with("organization")
                || name.ends_with("business")
                || ["corporation", "store", "restaurant", "hotel", "place"].contains(&name) =>
            {
                Kind::About(Organization)
            }
            _ => return None,
        })
    }
}

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
