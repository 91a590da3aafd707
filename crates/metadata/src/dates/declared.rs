//! Days that a page declares in data.

use jiff::civil::Date;

use super::{Found, MAX_BYTES};
use crate::{
    Source,
    days::{Conventions, first},
    json_ld::{Thing, texts, types},
    kinds::Kind,
    lists::{List, list},
    page::PageFacts,
    text::below,
};

/// Names of `<meta>` elements, the most credible first.
static PUBLISHED: List = list!("metas_of_publication");
static MODIFIED: List = list!("metas_of_changes");

/// Where a page declares dates.
#[derive(Clone, Copy)]
pub(super) struct Declared<'a, 'd, 's> {
    pub(super) page: &'a PageFacts<'d, 's>,
    pub(super) top: &'a [&'a Thing],
    pub(super) main: Option<(Kind, &'a Thing)>,
    pub(super) conventions: Conventions,
}

impl Declared<'_, '_, '_> {
    pub(super) fn published(self) -> Found {
        const KEYS: &[&str] = &["datePublished", "dateCreated", "uploadDate"];
        // JSON-LD comes first, because it says which thing a date belongs to. A `<meta>` element need not.
        (self.in_things(KEYS).map(|date| (date, Source::JsonLd)))
            .or_else(|| self.in_metas(&PUBLISHED))
            .or_else(|| self.in_other_metas().map(|date| (date, Source::Meta)))
            .or_else(|| self.in_items(KEYS).map(|date| (date, Source::Microdata)))
    }

    pub(super) fn modified(self) -> Found {
        const KEYS: &[&str] = &["dateModified"];
        (self.in_things(KEYS).map(|date| (date, Source::JsonLd)))
            .or_else(|| self.in_metas(&MODIFIED))
            .or_else(|| self.in_items(KEYS).map(|date| (date, Source::Microdata)))
    }

    /// Returns the first date of the page's main thing, or else of the other texts that its JSON-LD describes.
    fn in_things(self, keys: &[&str]) -> Option<Date> {
        // The dates of a site, a publisher or an author are not those of the page.
        let own = self.main.filter(|(kind, _)| kind.is_own_text());
        let own = own.into_iter().map(|(_, thing)| thing);
        let dated = self.top.iter().copied().filter(|thing| is_dated(thing));
        own.chain(dated)
            .find_map(|thing| keys.iter().find_map(|key| first(texts(thing.get(*key)).first()?, self.conventions)))
    }

    fn in_metas(self, names: &[&str]) -> Found {
        names.iter().find_map(|name| {
            let mut said = self.page.metas(name);
            let date = said.find_map(|text| first(text, self.conventions))?;
            let is_dublin_core = name.starts_with("dcterms") || name.starts_with("dc");
            let source = match name {
                _ if is_dublin_core => Source::DublinCore,
                name if name.starts_with("og:") || name.starts_with("article:") => Source::OpenGraph,
                _ => Source::Meta,
            };
            Some((date, source))
        })
    }

    /// Returns the date of a `<meta>` element outside the list whose name contains "publish" and "date" or "time".
    fn in_other_metas(self) -> Option<Date> {
        let is_publication = |name: &str| name.contains("publish") && (name.contains("date") || name.contains("time"));
        (self.page.metas.iter())
            .filter(|meta| is_publication(&meta.name))
            .find_map(|meta| first(&meta.content, self.conventions))
    }

    fn in_items(self, names: &[&str]) -> Option<Date> {
        let page = self.page;
        names.iter().find_map(|name| {
            let nodes = || page.items.iter().filter(|(of, _)| of == name);
            let own = nodes().filter(|(_, node)| !page.is_of_others(*node));
            let other = nodes().filter(|(_, node)| !page.is_foreign(*node));
            own.chain(other).find_map(|(_, node)| {
                first(&page.value(*node), self.conventions)
                    .or_else(|| first(&below(page.dom, *node, MAX_BYTES), self.conventions))
            })
        })
    }
}

/// Returns whether a thing's dates can be the page's.
fn is_dated(thing: &Thing) -> bool {
    types(thing).any(|of| {
        let of = of.to_ascii_lowercase();
        of.ends_with("article")
            || of.ends_with("posting")
            || of.ends_with("page")
            || of == "creativework"
            || of == "dataset"
    })
}
