//! The headline of a page, without the name of its site.

use std::collections::BTreeSet;

use crate::{
    Source,
    json_ld::{Thing, texts},
    kinds::Kind,
    page::PageFacts,
    site::SiteMetadata,
    text::{below, letters, tidy, words},
};

/// The least likeness to one of the declared titles that makes a heading the headline. Other headings belong to the
/// site, or to an advertisement. Chosen: of the values from .1 to .6, the three .3, .4 and .5 give the most correct
/// titles on the first half of WCXB's development pages, 499 of 635, and this is the middle one; on the other half they
/// give 582, 584 and 582 of 723. Counted once; no command repeats this.
const MIN_LIKENESS: f64 = 0.4;

/// The longest headline, in bytes. Longer headings are paragraphs. Chosen: by eye.
const MAX_BYTES: usize = 400;
/// The longest declared title that is compared with each heading, in bytes. Chosen: by eye.
const MAX_TITLE: usize = 4_000;

/// Texts that separate the parts of a title.
const SEPARATORS: &[&str] = &[" | ", " - ", " – ", " — ", " · ", " • ", " :: ", " » ", " « ", " / ", " ~ ", "| "];

/// Returns the headline and its source.
pub(crate) fn title(
    page: &PageFacts<'_, '_>,
    main: Option<(Kind, &Thing)>,
    site_name: Option<&str>,
    site: Option<&SiteMetadata>,
) -> Option<(String, Source)> {
    let names = Names { site_name, site };
    let document = page.title.as_deref();
    let open_graph = page.meta_of(&["og:title", "twitter:title"]);
    let said = main
        .filter(|(kind, _)| kind.is_own_text())
        .and_then(|(_, thing)| {
            let headline = texts(thing.get("headline"));
            headline.first().copied().or_else(|| texts(thing.get("name")).first().copied())
        })
        .map(tidy)
        .filter(|it| !it.is_empty());
    let calls: Vec<&str> = document.into_iter().chain(open_graph).chain(said.as_deref()).collect();
    // What a reader sees comes first. Declared titles are often shortened, or written for search engines.
    if let Some(headline) = headline(page, &calls, &names) {
        return Some((headline, Source::Headline));
    }
    if let Some(item) = page.items("headline").next() {
        return Some((names.cut(&item), Source::Microdata));
    }
    let cited = page.meta_of(&["citation_title", "dc.title", "dcterms.title"]);
    let shown: Vec<String> = document.into_iter().map(|title| names.cut(title)).collect();
    open_graph
        .map(|title| (names.cut(title), Source::OpenGraph))
        .or_else(|| said.clone().map(|title| (names.cut(&title), Source::JsonLd)))
        .or_else(|| cited.map(|title| (names.cut(title), Source::DublinCore)))
        // The document's title comes last, because its separator may be part of the headline.
        .or_else(|| shown.into_iter().next().map(|title| (title, Source::TitleElement)))
}

/// Returns the `<h1>` that agrees best with the page's declared titles.
fn headline(page: &PageFacts<'_, '_>, calls: &[&str], names: &Names<'_>) -> Option<String> {
    let calls: Vec<BTreeSet<String>> = calls.iter().map(|call| words(call).into_iter().collect()).collect();
    let mut best: Option<(f64, String)> = None;
    for &node in &page.headings {
        // What an attribute hides is not what a reader meets as the title.
        if page.is_aside(node) || page.dom.hides_by_attribute(node) {
            continue;
        }
        let text = below(page.dom, node, MAX_BYTES);
        if text.is_empty() || MAX_BYTES <= text.len() || names.is_of_site(&text) || is_end(page, &text) {
            continue;
        }
        let own: BTreeSet<String> = words(&text).into_iter().collect();
        let likeness = calls.iter().map(|call| likeness(&own, call)).fold(0.0, f64::max);
        // A page that declares no title offers nothing to compare with, and any first heading will do.
        let is_known = MIN_LIKENESS <= likeness || calls.is_empty();
        if is_known && best.as_ref().is_none_or(|(other, _)| *other < likeness) {
            best = Some((likeness, text));
        }
    }
    best.map(|(_, text)| text)
}

/// Returns whether the document's title ends with this heading, after a part with at least as many words.
///
/// The heading is then the name of the site or of a section, unless Open Graph declares it as the title.
fn is_end(page: &PageFacts<'_, '_>, heading: &str) -> bool {
    let heading = letters(heading);
    let is = |title: &str| letters(title) == heading;
    if page.meta_of(&["og:title"]).is_some_and(is) {
        return false;
    }
    let titles = page.title.iter().map(String::as_str).chain(page.meta_of(&["og:title"]));
    let mut titles = titles.filter(|title| title.len() <= MAX_TITLE);
    titles.any(|title| {
        let cuts = SEPARATORS.iter().filter_map(|separator| title.rsplit_once(separator));
        cuts.into_iter().any(|(head, tail)| is(tail) && words(tail).len() <= words(head).len())
    })
}

/// Returns the likeness of two sets of words, from 0 to 1: the mean of the overlap coefficient and the Jaccard index.
///
/// The overlap coefficient is not lowered by the site's name in the longer title; the Jaccard index is.
fn likeness(own: &BTreeSet<String>, call: &BTreeSet<String>) -> f64 {
    let n_shared = own.intersection(call).count();
    // The maxima with 1 keep the quotients of empty sets at 0, not at NaN.
    let n_least = own.len().min(call.len()).max(1);
    let overlap = n_shared as f64 / n_least as f64;
    let jaccard = n_shared as f64 / (own.len() + call.len() - n_shared).max(1) as f64;
    0.5 * overlap + 0.5 * jaccard
}

/// What is known about the name of the site, with which titles end or begin.
struct Names<'a> {
    site_name: Option<&'a str>,
    site: Option<&'a SiteMetadata>,
}

impl Names<'_> {
    /// Returns whether a text consists of the name of the site.
    fn is_of_site(&self, text: &str) -> bool {
        let text = letters(text);
        let is_name = self.site_name.is_some_and(|name| letters(name) == text);
        is_name || self.site.is_some_and(|site| site.headings.contains(&text))
    }

    /// Returns a title without the name of the site.
    fn cut(&self, title: &str) -> String {
        if let Some(site) = self.site
            && let Some(cut) = site.cut(title)
        {
            return cut.to_owned();
        }
        let mut title = title.trim();
        let name = self.site_name.map(letters).filter(|name| !name.is_empty());
        // The known name is cut off either end.
        if let Some(name) = &name {
            for separator in SEPARATORS {
                if let Some((head, last)) = title.rsplit_once(separator)
                    && is_name(last, name)
                    && !head.trim().is_empty()
                {
                    title = head.trim();
                }
                if let Some((first, tail)) = title.split_once(separator)
                    && is_name(first, name)
                    && !tail.trim().is_empty()
                {
                    title = tail.trim();
                }
            }
        }
        // Without further knowledge, a last part of at most five words that is no longer than the rest is taken for
        // the name of the site.
        let last =
            SEPARATORS.iter().filter_map(|separator| title.rfind(separator).map(|at| (at, separator.len()))).max();
        if let Some((at, length)) = last {
            let (head, tail) = (title[..at].trim(), title[at + length..].trim());
            if words(tail).len() <= 5 && words(tail).len() <= words(head).len() && !head.is_empty() {
                title = head;
            }
        }
        title.to_owned()
    }
}

fn is_name(part: &str, name: &str) -> bool {
    let part = letters(part);
    // Titles shorten names: "Coast" for "The Coast" is not a prefix, "The Coast" for "The Coast Daily" is one. Four
    // bytes keep initials from matching.
    !part.is_empty() && (part == *name || (part.len() >= 4 && name.starts_with(&part)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_sites_go() {
        let cut = |title: &str, site_name: Option<&str>| Names { site_name, site: None }.cut(title);
        assert_eq!(cut("Tides rise | The Daily", None), "Tides rise");
        assert_eq!(cut("The Daily - Tides rise", Some("The Daily")), "Tides rise");
        assert_eq!(
            cut("Tides - a study of the sea and the moon and wind", None),
            "Tides - a study of the sea and the moon and wind"
        );
        assert_eq!(cut("| Daily", None), "| Daily");
        assert_eq!(cut("", None), "");
    }
}
