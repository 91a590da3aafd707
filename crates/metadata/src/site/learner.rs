//! Learning what the pages of a site have in common.

use std::collections::{BTreeMap, BTreeSet};

use super::{Signs, SiteMetadata, places::Places};

/// The number of different dates at a place that shows pages' own dates. Dates of the crawl differ too, but a crawl
/// takes a day or two. Chosen: one more than these.
const MIN_DAYS: usize = 3;
/// The number of different names at a place that shows authors. Chosen: by eye.
const MIN_NAMES: usize = 2;

/// The most title ends that a learner remembers. Sites have one, or a few for their sections. Chosen: by eye.
const MAX_ENDS: usize = 2_000;
/// The longest of these, in bytes. Longer texts are not names of sites. Chosen: by eye.
const MAX_END: usize = 200;

/// Characters that separate the parts of a title.
const MARKS: &[char] = &['|', '-', '–', '—', '·', '•', ':', '»', '«', '/', '~', '›', '<', '>'];

/// Learns [`SiteMetadata`] from the pages of a site, one by one.
///
/// The order of the pages does not matter, unless a site has thousands of unrelated titles.
#[derive(Clone, Debug, Default)]
pub struct SiteLearner {
    n_pages: u32,
    /// The number of pages whose titles end, and begin, with a text.
    ends: BTreeMap<String, u32>,
    starts: BTreeMap<String, u32>,
    headings: BTreeMap<String, u32>,
    titles: BTreeSet<u64>,
    days: Places,
    names: Places,
}

impl SiteLearner {
    /// The number of pages from which something is learned. From fewer, nothing is. Chosen: by eye.
    pub const MIN_PAGES: u32 = 3;

    /// Returns a learner without pages.
    #[must_use]
    pub fn new() -> SiteLearner {
        SiteLearner::default()
    }

    /// Adds a page. A page without a title, or with the title of an earlier page, is ignored.
    ///
    /// # Complexity
    ///
    /// Linear in the title and in the number of places. Memory is bounded.
    pub fn add(&mut self, signs: &Signs) {
        let title = &signs.title;
        if title.is_empty() {
            return;
        }
        // Copies of a page would make anything in them look shared. The set also bounds the number of pages, and with
        // it all counts.
        if MAX_ENDS <= self.titles.len() || !self.titles.insert(hash(title)) {
            return;
        }
        self.n_pages += 1;
        for (at, mark) in title.char_indices().filter(|(_, c)| MARKS.contains(c)) {
            let (before, behind) = (&title[..at], &title[at + mark.len_utf8()..]);
            // A hyphen within a word does not separate.
            if !before.ends_with(' ') && !behind.starts_with(' ') {
                continue;
            }
            // The separator and the spaces around it go with the part that is shared.
            let start = before.trim_end().len();
            count(&mut self.ends, &title[start..]);
            let end = title.len() - behind.trim_start().len();
            count(&mut self.starts, &title[..end]);
        }
        self.days.add(&signs.days);
        self.names.add(&signs.names);
        let heading = &signs.heading;
        let has_room = self.headings.len() < MAX_ENDS || self.headings.contains_key(heading);
        if !heading.is_empty() && has_room {
            *self.headings.entry(heading.clone()).or_default() += 1;
        }
    }

    /// Returns what most of the pages have in common.
    #[must_use]
    pub fn finish(self) -> SiteMetadata {
        let n_pages = self.n_pages;
        if n_pages < SiteLearner::MIN_PAGES {
            return SiteMetadata::default();
        }
        // Half of all pages, because index pages and error pages have titles of their own.
        let is_shared = |n: u32| SiteLearner::MIN_PAGES <= n && n_pages <= 2 * n;
        let longest = |seen: BTreeMap<String, u32>| {
            let mut shared: Vec<String> =
                seen.into_iter().filter(|(_, n)| is_shared(*n)).map(|(part, _)| part).collect();
            // The name itself breaks ties, so that the result does not depend on the order of pages.
            shared.sort_by_key(|part| (std::cmp::Reverse(part.len()), part.clone()));
            shared
        };
        let day_places = self.days.varying(n_pages, MIN_DAYS);
        SiteMetadata {
            title_ends: longest(self.ends),
            title_starts: longest(self.starts),
            headings: self.headings.into_iter().filter(|(_, n)| is_shared(*n)).map(|(heading, _)| heading).collect(),
            // If no date varies, all pages of the sample may be from one day, and the date is their own.
            template_days: if day_places.is_empty() { Vec::new() } else { self.days.constant(n_pages) },
            day_places,
            name_places: self.names.varying(n_pages, MIN_NAMES),
        }
    }
}

fn count(seen: &mut BTreeMap<String, u32>, part: &str) {
    // A full map still counts the texts that it knows, but takes no new ones, which bounds memory.
    if part.len() <= MAX_END && (seen.len() < MAX_ENDS || seen.contains_key(part)) {
        *seen.entry(part.to_owned()).or_default() += 1;
    }
}

/// Returns a hash of a title that is the same on every machine.
fn hash(text: &str) -> u64 {
    // 64-bit FNV-1a. The hasher of the standard library promises no stable values.
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use dom::Dom;

    use super::*;
    use crate::{MetadataOptions, Source, read, site::Signs};

    fn learned(titles: &[&str]) -> SiteMetadata {
        let mut learner = SiteLearner::new();
        for title in titles {
            let page = format!("<title>{title}</title><h1>The Coast</h1>");
            learner.add(&Signs::read(&Dom::parse(page)));
        }
        learner.finish()
    }

    #[test]
    fn ends_and_starts_that_most_pages_share() {
        let site = learned(&["a - b | Sea", "c | Sea", "d – e | Sea", "Home"]);
        assert_eq!(site.cut("x - y | Sea"), Some("x - y"));
        assert_eq!(site.cut("x - y"), None);
        assert_eq!(site.cut("| Sea"), None);
        assert_eq!(site.headings, ["thecoast"]);
        assert_eq!(learned(&["Sea: a", "Sea: b", "Sea: c"]).cut("Sea: d"), Some("d"));
    }

    #[test]
    fn copies_and_few_pages_teach_nothing() {
        assert!(learned(&["a | Sea", "a | Sea", "a | Sea", "b | Sea"]).is_empty());
        assert!(learned(&[]).is_empty());
    }

    #[test]
    fn it_comes_back_from_json() {
        let site = learned(&["a | Sea", "b | Sea", "c | Sea"]);
        let json = serde_json::to_string(&site).unwrap();
        assert_eq!(serde_json::from_str::<SiteMetadata>(&json).unwrap(), site);
    }

    #[test]
    fn pages_of_one_day_have_that_day() {
        let page = |nth: usize| format!("<title>Tide {nth} | Sea</title><h1>Tide {nth}</h1><time>2025-05-04</time>");
        let mut learner = SiteLearner::new();
        (0..6).for_each(|nth| learner.add(&Signs::read(&Dom::parse(page(nth)))));
        let site = learner.finish();
        let found = read(&Dom::parse(page(7)), &MetadataOptions::new().site(&site));
        assert_eq!(found.published.as_deref(), Some("2025-05-04"));
        assert_eq!(found.sources.published, Some(Source::TimeElement));
    }

    /// A page with a day in its header, one below its headline, and one of the next page.
    fn page(nth: usize) -> String {
        format!(
            "<title>Tide {nth} | Sea</title><header><time class=now>2026-01-31</time></header>\
             <main><p class=meta>{} May 2025<p class=author>{}<h1>Tide {nth}</h1><p>It rose.\
             <p class=next>Next: {} June 2024</main>",
            nth + 1,
            ["Ann Lee", "Bo Li", "Cy Fox"][nth % 3],
            nth + 2,
        )
    }

    #[test]
    fn days_that_vary_are_the_pages_and_others_are_not() {
        let mut learner = SiteLearner::new();
        (0..6).for_each(|nth| learner.add(&Signs::read(&Dom::parse(page(nth)))));
        let site = learner.finish();
        let dom = Dom::parse(page(7));
        let alone = read(&dom, &MetadataOptions::new());
        assert_eq!(alone.published.as_deref(), Some("2026-01-31"));
        let found = read(&dom, &MetadataOptions::new().site(&site));
        assert_eq!(found.published.as_deref(), Some("2025-05-08"));
        assert_eq!(found.sources.published, Some(Source::Site));
        assert_eq!(found.authors, ["Bo Li"]);
        assert_eq!(found.sources.authors, Some(Source::Site));
        // A page without a day of its own gets none.
        let index = "<title>All | Sea</title><header><time class=now>2026-01-31</time></header><h1>All</h1>";
        let found = read(&Dom::parse(index), &MetadataOptions::new().site(&site));
        assert_eq!(found.published, None);
    }
}
