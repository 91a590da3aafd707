//! Reading metadata from a tree.

use dom::Dom;

use crate::{
    Facts, Metadata, SiteMetadata, Source, Sources,
    address::{MAX_ADDRESS, absolute, canonical},
    authors, dates,
    json_ld::{Thing, texts},
    kinds, language,
    page::PageFacts,
    text::{below, squeeze, tidy},
    title,
};

/// The longest description, in bytes. Longer texts are not summaries. Chosen: by eye.
const MAX_DESCRIPTION: usize = 2_000;
/// A name of a site, a category or a tag has fewer bytes than this. Longer texts are sentences. Chosen: by eye.
const LONG_NAME: usize = 200;
/// A licence has fewer bytes than this. Longer texts are its terms. Chosen: by eye.
const LONG_LICENCE: usize = 500;
/// The most categories or tags of a page. Chosen: by eye.
const MAX_NAMES: usize = 60;
/// The number of bytes of visible text that the language is detected from if the caller passes no text. Chosen: by eye.
const LANGUAGE_SAMPLE: usize = 8_000;

/// What is known about a page in addition to its tree.
///
/// The setters can be chained.
#[derive(Clone, Copy, Debug, Default)]
#[must_use]
pub struct MetadataOptions<'a> {
    url: Option<&'a str>,
    text: Option<&'a str>,
    site: Option<&'a SiteMetadata>,
    facts: Option<&'a Facts>,
}

impl<'a> MetadataOptions<'a> {
    /// The number of bytes of a page's [text](MetadataOptions::text) that suffice: more of them change nothing.
    pub const ENOUGH_TEXT: usize = language::LONG;

    /// Returns options in which nothing is known.
    pub fn new() -> MetadataOptions<'a> {
        MetadataOptions::default()
    }

    /// Sets the page's address. Relative addresses are resolved against it, and it may contain a date. Default: none.
    pub fn url(mut self, url: &'a str) -> MetadataOptions<'a> {
        self.url = Some(url);
        self
    }

    /// Sets the page's main text, from which the language is detected. Default: all visible text.
    pub fn text(mut self, text: &'a str) -> MetadataOptions<'a> {
        self.text = Some(text);
        self
    }

    /// Sets what the pages of the site have in common. Default: nothing.
    pub fn site(mut self, site: &'a SiteMetadata) -> MetadataOptions<'a> {
        self.site = Some(site);
        self
    }

    /// Sets what was collected from the same tree before. Default: nothing, so that it is collected now.
    pub fn facts(mut self, facts: &'a Facts) -> MetadataOptions<'a> {
        self.facts = Some(facts);
        self
    }
}

/// Reads the metadata of a page.
///
/// # Complexity
///
/// Linear in the page; one walk over the tree. At most 2 MiB of JSON-LD scripts are read.
///
/// # Panics
///
/// Never, unless the [facts](MetadataOptions::facts) are those of another tree.
///
/// # Examples
///
/// ```
/// use metadata::{MetadataOptions, Source};
///
/// let page = "<html lang=en><title>Tides rise | The Coast</title><h1>Tides rise</h1>\
///     <p class=byline>By Ann Lee, 4 September 2025<p>They rose.";
/// let found = metadata::read(&dom::Dom::parse(page), &MetadataOptions::new());
/// assert_eq!(found.title.as_deref(), Some("Tides rise"));
/// assert_eq!(found.authors, ["Ann Lee"]);
/// assert_eq!(found.published.as_deref(), Some("2025-09-04"));
/// assert_eq!(found.sources.authors, Some(Source::Byline));
/// ```
#[must_use]
pub fn read(dom: &Dom<'_>, options: &MetadataOptions<'_>) -> Metadata {
    #[cfg(feature = "counters")]
    dom::counters::count_step("metadata");
    let own_facts;
    let facts = match options.facts {
        Some(facts) => facts,
        None => {
            own_facts = Facts::read(dom);
            &own_facts
        }
    };
    let page = PageFacts::new(dom, facts);
    let things = page.things(dom);
    let (top, by_id) = (things.top(), things.by_id());
    let main = kinds::main_thing(&top);
    // The name or the description of a publisher is not that of the page.
    let thing = main.filter(|(kind, _)| kind.is_own_text()).map(|(_, thing)| thing);
    let mut sources = Sources::default();
    // Each value is stored together with its source, so that none can be set without the other.
    let mut own = |found: Option<(String, Source)>, slot: fn(&mut Sources) -> &mut Option<Source>| {
        let (value, source) = found?;
        *slot(&mut sources) = Some(source);
        Some(value)
    };
    // The name of the site comes first: it is cut off the title, and it is not an author.
    let site_name = site_name(&page, &top);
    let title = title::title(&page, main, site_name.as_ref().map(|(name, _)| name.as_str()), options.site);
    let title = own(title.filter(|(title, _)| !title.is_empty()), |s| &mut s.title);
    let (published, modified) = dates::dates(&page, &top, main, options.url, options.site);
    let day = |(date, source): (jiff::civil::Date, Source)| (date.to_string(), source);
    let published = own(published.map(day), |s| &mut s.published);
    let modified = own(modified.map(day), |s| &mut s.modified);
    let description = own(description(&page, thing), |s| &mut s.description);
    let canonical_url = own(canonical(&page, options.url), |s| &mut s.canonical_url);
    let language = match options.text {
        Some(text) => language::language(&page, text),
        None => language::language(&page, &below(dom, dom.root(), LANGUAGE_SAMPLE)),
    };
    let language = own(language, |s| &mut s.language);
    let image = own(image(&page, thing, options.url), |s| &mut s.image);
    let licence = own(licence(&page, thing), |s| &mut s.licence);
    let (authors, authors_source) =
        authors::authors(&page, &top, &by_id, main, site_name.as_ref().map(|(name, _)| name.as_str()), options.site)
            .unzip();
    let (categories, categories_source) = categories(&page, thing).unzip();
    let (tags, tags_source) = tags(&page, thing).unzip();
    let (page_type, page_type_source) = kinds::page_type(&page, main).unzip();
    let site_name = own(site_name, |s| &mut s.site_name);
    sources.authors = authors_source;
    sources.categories = categories_source;
    sources.tags = tags_source;
    sources.page_type = page_type_source;
    Metadata {
        title,
        authors: authors.unwrap_or_default(),
        published,
        modified,
        description,
        site_name,
        language,
        canonical_url,
        page_type,
        categories: categories.unwrap_or_default(),
        tags: tags.unwrap_or_default(),
        image,
        licence,
        sources,
    }
}

fn site_name(page: &PageFacts<'_, '_>, top: &[&Thing]) -> Option<(String, Source)> {
    page.meta_from(&["og:site_name"], Source::OpenGraph)
        .or_else(|| {
            let site = top.iter().find(|thing| crate::json_ld::types(thing).any(|of| of == "WebSite"));
            let publisher = top.iter().find_map(|thing| thing.get("publisher"));
            let name = site.and_then(|site| texts(site.get("name")).first().copied());
            let name = name.or_else(|| publisher.and_then(|of| of.get("name")).and_then(|name| name.as_str()))?;
            Some((tidy(name), Source::JsonLd))
        })
        .or_else(|| {
            page.meta_from(&["application-name", "apple-mobile-web-app-title", "al:ios:app_name"], Source::Meta)
        })
        .or_else(|| page.meta_from(&["dc.publisher", "dcterms.publisher", "citation_publisher"], Source::DublinCore))
        .filter(|(name, _)| !name.is_empty() && name.len() < LONG_NAME)
}

fn description(page: &PageFacts<'_, '_>, thing: Option<&Thing>) -> Option<(String, Source)> {
    page.meta_from(&["og:description"], Source::OpenGraph)
        .or_else(|| page.meta_from(&["description", "twitter:description"], Source::Meta))
        .or_else(|| {
            let text = tidy(texts(thing?.get("description")).first()?);
            Some((text, Source::JsonLd))
        })
        .or_else(|| page.meta_from(&["dc.description", "dcterms.description", "dcterms.abstract"], Source::DublinCore))
        .or_else(|| page.items("description").next().map(|text| (text, Source::Microdata)))
        .filter(|(text, _)| !text.is_empty() && text.len() <= MAX_DESCRIPTION)
}

fn image(page: &PageFacts<'_, '_>, thing: Option<&Thing>, url: Option<&str>) -> Option<(String, Source)> {
    page.meta_from(&["og:image:secure_url", "og:image:url", "og:image"], Source::OpenGraph)
        .or_else(|| page.meta_from(&["twitter:image", "twitter:image:src", "thumbnail"], Source::Meta))
        .or_else(|| {
            let image = match thing?.get("image")? {
                serde_json::Value::Array(all) => all.first(),
                one => Some(one),
            };
            let image = match image {
                Some(serde_json::Value::Object(image)) => image.get("url"),
                one => one,
            };
            Some((image?.as_str()?.trim().to_owned(), Source::JsonLd))
        })
        .or_else(|| {
            let link = page.links.iter().find(|(rel, _)| rel == "image_src")?;
            Some((link.1.clone(), Source::Link))
        })
        .or_else(|| page.items("image").next().map(|image| (image, Source::Microdata)))
        // Data addresses are placeholders for images that scripts load later.
        .filter(|(address, _)| !address.is_empty() && !address.starts_with("data:"))
        .map(|(address, source)| (absolute(&address, url).unwrap_or(address), source))
        .filter(|(address, _)| address.len() <= MAX_ADDRESS)
}

fn licence(page: &PageFacts<'_, '_>, thing: Option<&Thing>) -> Option<(String, Source)> {
    let link = page.links.iter().find(|(rel, href)| rel == "license" && !href.is_empty());
    link.map(|(_, href)| (href.clone(), Source::Link))
        .or_else(|| {
            let text = texts(thing?.get("license")).first()?.trim();
            Some((text.to_owned(), Source::JsonLd))
        })
        .or_else(|| {
            let names = ["dc.rights.license", "dcterms.license", "dc.rights", "dcterms.rights"];
            page.meta_from(&names, Source::DublinCore)
        })
        .or_else(|| page.items("license").next().map(|text| (text, Source::Microdata)))
        .filter(|(text, _)| !text.is_empty() && text.len() < LONG_LICENCE)
}

fn categories(page: &PageFacts<'_, '_>, thing: Option<&Thing>) -> Option<(Vec<String>, Source)> {
    let said = |key: &str| thing.map(|thing| texts(thing.get(key))).unwrap_or_default();
    let of_links = page.links.iter().filter(|(rel, _)| rel == "category").map(|(_, text)| text.as_str());
    named(said("articleSection"), Source::JsonLd)
        .or_else(|| named(said("category"), Source::JsonLd))
        .or_else(|| named(page.metas("article:section").collect(), Source::OpenGraph))
        .or_else(|| named(of_links.collect(), Source::Link))
        .or_else(|| {
            let items: Vec<String> = page.items("articleSection").collect();
            named(items.iter().map(String::as_str).collect(), Source::Microdata)
        })
}

fn tags(page: &PageFacts<'_, '_>, thing: Option<&Thing>) -> Option<(Vec<String>, Source)> {
    let said = thing.map(|thing| texts(thing.get("keywords"))).unwrap_or_default();
    let listed = |all: Vec<&'_ str>| -> Vec<String> {
        all.iter().flat_map(|text| text.split([',', ';'])).map(str::to_owned).collect()
    };
    let owned = |all: &[String], source| named(all.iter().map(String::as_str).collect(), source);
    let of_links = page.links.iter().filter(|(rel, _)| rel == "tag").map(|(_, text)| text.as_str());
    owned(&listed(said), Source::JsonLd)
        .or_else(|| named(page.metas("article:tag").collect(), Source::OpenGraph))
        .or_else(|| owned(&listed(page.metas("keywords").chain(page.metas("news_keywords")).collect()), Source::Meta))
        .or_else(|| owned(&listed(page.metas("dc.subject").collect()), Source::DublinCore))
        .or_else(|| named(of_links.collect(), Source::Link))
}

/// Returns the distinct names that are not empty, or `None` if there are none.
fn named(all: Vec<&str>, source: Source) -> Option<(Vec<String>, Source)> {
    let mut names: Vec<String> = Vec::new();
    for name in all {
        let name = squeeze(&tidy(name));
        // Comparing with all earlier names is quadratic, but in at most `MAX_NAMES` names.
        if !name.is_empty() && name.len() < LONG_NAME && !names.contains(&name) && names.len() < MAX_NAMES {
            names.push(name);
        }
    }
    (!names.is_empty()).then_some((names, source))
}
