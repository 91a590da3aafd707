//! What crosses the border: a page's metadata, and where each value comes from.

use std::fmt;

use serde::{Deserialize, Serialize};

/// What a page declares about itself, or shows.
///
/// Every text is trimmed, with single white space and decoded character references.
#[non_exhaustive]
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
pub struct Metadata {
    /// The headline, without the name of the site.
    pub title: Option<String>,
    /// Who wrote it, in the order of the page.
    pub authors: Vec<String>,
    /// The day it was published, such as `2026-01-31`: the day as the page gives it, whatever the time
    /// zone.
    pub published: Option<String>,
    /// The day it was last changed.
    pub modified: Option<String>,
    /// A summary in a sentence or two.
    pub description: Option<String>,
    /// The name of the site.
    pub site_name: Option<String>,
    /// The language of the text, as its ISO 639 code of two letters (of three, if there is none of two).
    pub language: Option<String>,
    /// The address that the page gives itself, made absolute if possible.
    pub canonical_url: Option<String>,
    /// What kind of page it declares itself to be.
    pub page_type: Option<PageType>,
    /// What it is filed under.
    pub categories: Vec<String>,
    /// Its keywords.
    pub tags: Vec<String>,
    /// The address of the image that represents it.
    pub image: Option<String>,
    /// The licence: its address, or its name.
    pub licence: Option<String>,
    /// Where each of these comes from.
    pub sources: Sources,
}

/// Where each value of [`Metadata`] comes from; `None` where there is no value.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[expect(missing_docs, reason = "each is the source of the value of that name")]
pub struct Sources {
    pub title: Option<Source>,
    pub authors: Option<Source>,
    pub published: Option<Source>,
    pub modified: Option<Source>,
    pub description: Option<Source>,
    pub site_name: Option<Source>,
    pub language: Option<Source>,
    pub canonical_url: Option<Source>,
    pub page_type: Option<Source>,
    pub categories: Option<Source>,
    pub tags: Option<Source>,
    pub image: Option<Source>,
    pub licence: Option<Source>,
}

/// Declares an enum whose values have the same name in code, in JSON and when
/// printed.
macro_rules! named {
    ($(#[$about:meta])* $name:ident { $($(#[$of:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$about])*
        #[non_exhaustive]
        #[derive(Clone, Copy, Debug, Deserialize, Eq, Hash, Ord, PartialEq, PartialOrd, Serialize)]
        pub enum $name {
            $($(#[$of])* #[serde(rename = $text)] $variant,)*
        }

        impl $name {
            /// All values, in order.
            pub const ALL: &'static [$name] = &[$($name::$variant,)*];

            /// Returns the name that is used in JSON.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $($name::$variant => $text,)*
                }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

named! {
    /// Where a value comes from.
    Source {
        /// A JSON-LD script.
        JsonLd = "json-ld",
        /// Open Graph and its kin: `og:title`, `article:published_time`.
        OpenGraph = "open-graph",
        /// Microdata: `itemprop`.
        Microdata = "microdata",
        /// Dublin Core: `dc.creator`, `dcterms.issued`.
        DublinCore = "dublin-core",
        /// Any other `<meta>` element.
        Meta = "meta",
        /// The `<title>` element.
        TitleElement = "title-element",
        /// A `<link>`, or a link with `rel`.
        Link = "link",
        /// The visible headline.
        Headline = "headline",
        /// The visible byline.
        Byline = "byline",
        /// A `<time>` element.
        TimeElement = "time-element",
        /// A visible date.
        Dateline = "dateline",
        /// The page's address.
        Url = "url",
        /// The attribute `lang`.
        LangAttribute = "lang-attribute",
        /// The text, judged by its letters.
        Text = "text",
        /// What the site's pages share.
        Site = "site",
    }
}

named! {
    /// What kind of page one declares itself to be, by the types of schema.org and
    /// Open Graph.
    PageType {
        /// An article, a report, a blog's post.
        Article = "article",
        /// Something to buy, or an offer of it.
        Product = "product",
        /// A recipe.
        Recipe = "recipe",
        /// An event.
        Event = "event",
        /// A position to fill.
        Job = "job",
        /// A course.
        Course = "course",
        /// A video.
        Video = "video",
        /// A piece of music or a podcast.
        Audio = "audio",
        /// A book.
        Book = "book",
        /// A film or a series.
        Film = "film",
        /// A question with answers.
        Question = "question",
        /// A discussion.
        Forum = "forum",
        /// Software.
        Software = "software",
        /// A business, a place or an organization.
        Organization = "organization",
        /// A person's page.
        Profile = "profile",
        /// A list of other pages.
        Collection = "collection",
        /// A page, or a site, without further detail.
        Website = "website",
    }
}
