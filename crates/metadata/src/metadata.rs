//! The result of reading: a page's metadata, and the source of each value.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Declares what is known of a page: the rows are the table of the fields, in their order, each with its documentation.
/// All lists of them are made from it.
macro_rules! metadata {
    ($($(#[$of:meta])* pub $name:ident: $type:ty,)*) => {
        /// What a page declares about itself, or shows.
        ///
        /// Every text is trimmed, its white space is collapsed to single spaces, and its character references are decoded.
        #[non_exhaustive]
        #[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
        pub struct Metadata {
            $($(#[$of])* pub $name: $type,)*
            /// The source of each of these values.
            pub sources: Sources,
        }

        impl Metadata {
            /// The names of the fields, in their order.
            pub const FIELDS: &'static [&'static str] = &[$(stringify!($name),)* "sources"];

            /// Returns the values in the order of the fields, each with its name, without their sources.
            pub fn values(&self) -> impl Iterator<Item = (&'static str, MetadataValue<'_>)> {
                [$((stringify!($name), MetadataValue::from(&self.$name)),)*].into_iter()
            }
        }

        /// The source of each value of [`Metadata`]; `None` where there is no value.
        #[non_exhaustive]
        #[derive(Clone, Copy, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
        #[expect(missing_docs, reason = "each is the source of the value of that name")]
        pub struct Sources {
            $(pub $name: Option<Source>,)*
        }
    };
}

metadata! {
    /// The headline, without the name of the site.
    pub title: Option<String>,
    /// The authors, in the order of the page.
    pub authors: Vec<String>,
    /// The date of publication, such as `2026-01-31`. It is the date that the page states; it is not converted to
    /// another time zone.
    pub published: Option<String>,
    /// The date of the last change, in the same form.
    pub modified: Option<String>,
    /// A summary in a sentence or two.
    pub description: Option<String>,
    /// The name of the site.
    pub site_name: Option<String>,
    /// The language of the text as an ISO 639 code of two letters, or of three if there is none of two.
    pub language: Option<String>,
    /// The canonical address that the page declares, made absolute if possible.
    pub canonical_url: Option<String>,
    /// The kind of page that the page declares itself to be.
    pub page_type: Option<PageType>,
    /// The categories or sections that the page is filed under.
    pub categories: Vec<String>,
    /// The keywords.
    pub tags: Vec<String>,
    /// The address of the image that represents the page.
    pub image: Option<String>,
    /// The licence: its address or its name.
    pub licence: Option<String>,
}

/// A value of [`Metadata`]. The kinds are exhaustive, so that whoever matches them is told of a new one.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Serialize)]
#[serde(untagged)]
pub enum MetadataValue<'a> {
    /// One text, if it is known.
    Text(Option<&'a str>),
    /// Any number of texts.
    Texts(&'a [String]),
}

impl MetadataValue<'_> {
    /// Returns whether nothing is known.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        match self {
            MetadataValue::Text(text) => text.is_none(),
            MetadataValue::Texts(texts) => texts.is_empty(),
        }
    }
}

impl<'a> From<&'a Option<String>> for MetadataValue<'a> {
    fn from(text: &'a Option<String>) -> MetadataValue<'a> {
        MetadataValue::Text(text.as_deref())
    }
}

impl<'a> From<&'a Vec<String>> for MetadataValue<'a> {
    fn from(texts: &'a Vec<String>) -> MetadataValue<'a> {
        MetadataValue::Texts(texts)
    }
}

impl From<&Option<PageType>> for MetadataValue<'_> {
    fn from(kind: &Option<PageType>) -> Self {
        MetadataValue::Text(kind.map(PageType::name))
    }
}

/// Declares an enum whose variants have the same name in JSON and when printed.
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
    /// Where a value was found.
    Source {
        /// A JSON-LD script.
        JsonLd = "json-ld",
        /// Open Graph and related vocabularies: `og:title`, `article:published_time`.
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
        /// The language of the text, as detected from its words and letters.
        Text = "text",
        /// A place that the site's other pages have in common.
        Site = "site",
        /// An element that the user named by a CSS selector. [`read`](crate::read) never returns it.
        Selector = "selector",
    }
}

named! {
    /// The kind of page that a page declares itself to be, after the types of schema.org and Open Graph.
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
