//! What the pages of a site share: the ends of their titles, the headings that are the site's name.

use std::collections::{BTreeMap, BTreeSet};

use dom::{Dom, Tag};
use serde::{Deserialize, Serialize};

use crate::text::{below, letters, squeeze};

/// What a site's titles begin or end with is learned from this many pages at least.
const MIN_PAGES: u32 = 3;

/// How many different titles a learner remembers an end of; sites have one end, or a few for their sections.
const MAX_ENDS: usize = 2_000;

/// What stands between the parts of a title.
const MARKS: &[char] = &[
    '|', '-', '–', '—', '·', '•', ':', '»', '«', '/', '~', '›', '<', '>',
];

/// What the pages of a site share: small enough to stand in a template.
///
/// # Examples
///
/// ```
/// use metadata::{Signs, SiteLearner};
///
/// let mut learner = SiteLearner::new();
/// let page = |title: &str| format!("<title>{title} - News of the Coast</title><p>Text");
/// for title in ["Tides", "Gulls", "Wind"] {
///     learner.add(&Signs::read(&dom::Dom::parse(page(title))));
/// }
/// let site = learner.finish();
/// assert_eq!(site.cut("A seal - asleep - News of the Coast"), Some("A seal - asleep"));
/// ```
#[derive(Clone, Debug, Default, Deserialize, Eq, PartialEq, Serialize)]
#[serde(deny_unknown_fields)]
pub struct SiteMetadata {
    /// What titles end with, mark and all; the longest first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    title_ends: Vec<String>,
    /// What titles begin with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    title_starts: Vec<String>,
    /// First headings that are the same on most pages, as their letters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    headings: Vec<String>,
}

impl SiteMetadata {
    /// Returns whether nothing was learned.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.title_ends.is_empty() && self.title_starts.is_empty() && self.headings.is_empty()
    }

    /// Returns a title without what the site's titles share; nothing if it has none of that, or nothing else.
    #[must_use]
    pub fn cut<'t>(&self, title: &'t str) -> Option<&'t str> {
        let title = title.trim();
        let end = self
            .title_ends
            .iter()
            .find_map(|end| title.strip_suffix(end.as_str()));
        let start = || {
            self.title_starts
                .iter()
                .find_map(|start| title.strip_prefix(start.as_str()))
        };
        let cut = end.or_else(start)?.trim();
        (!cut.is_empty()).then_some(cut)
    }

    /// Returns whether a heading, given as its letters, stands on most pages of the site.
    pub(crate) fn is_constant_heading(&self, letters: &str) -> bool {
        self.headings.iter().any(|heading| heading == letters)
    }
}

/// What a page shows of what its site's pages may share: a few bytes, so that pages can be read side by side.
#[derive(Clone, Debug, Default)]
pub struct Signs {
    title: String,
    /// The letters of the first heading.
    heading: String,
}

impl Signs {
    /// Reads a page.
    ///
    /// # Complexity
    ///
    /// Linear in the page's nodes.
    #[must_use]
    pub fn read(dom: &Dom<'_>) -> Signs {
        let find = |tag: Tag| dom.nodes().find(|&node| dom.tag(node) == tag);
        let title = find(Tag::TITLE).map(|node| {
            let text: String = dom.children(node).map(|child| dom.text(child)).collect();
            squeeze(&text)
        });
        let heading = find(Tag::H1).map(|node| letters(&below(dom, node, 200)));
        Signs {
            title: title.unwrap_or_default(),
            heading: heading.unwrap_or_default(),
        }
    }
}

/// Learns [`SiteMetadata`] from the pages of a site, one by one.
///
/// The order of the pages does not matter, unless there are thousands of unlike titles.
#[derive(Clone, Debug, Default)]
pub struct SiteLearner {
    n_pages: u32,
    /// On how many pages titles end and begin so.
    ends: BTreeMap<String, u32>,
    starts: BTreeMap<String, u32>,
    headings: BTreeMap<String, u32>,
    titles: BTreeSet<u64>,
}

impl SiteLearner {
    /// Returns a learner that has seen nothing.
    #[must_use]
    pub fn new() -> SiteLearner {
        SiteLearner::default()
    }

    /// Takes note of a page. One whose title was seen before does not count.
    ///
    /// # Complexity
    ///
    /// Linear in the title; bounded memory.
    pub fn add(&mut self, signs: &Signs) {
        let title = &signs.title;
        if title.is_empty() {
            return;
        }
        if MAX_ENDS <= self.titles.len() || !self.titles.insert(hash(title)) {
            return;
        }
        self.n_pages += 1;
        for (at, mark) in title.char_indices().filter(|(_, c)| MARKS.contains(c)) {
            let (before, behind) = (&title[..at], &title[at + mark.len_utf8()..]);
            // A hyphen within a word is none of these marks.
            if !before.ends_with(' ') && !behind.starts_with(' ') {
                continue;
            }
            let start = before.trim_end().len();
            count(&mut self.ends, &title[start..]);
            let end = title.len() - behind.trim_start().len();
            count(&mut self.starts, &title[..end]);
        }
        let heading = &signs.heading;
        let has_room = self.headings.len() < MAX_ENDS || self.headings.contains_key(heading);
        if !heading.is_empty() && has_room {
            *self.headings.entry(heading.clone()).or_default() += 1;
        }
    }

    /// Returns what most of the pages share.
    #[must_use]
    pub fn finish(self) -> SiteMetadata {
        let n_pages = self.n_pages;
        if n_pages < MIN_PAGES {
            return SiteMetadata::default();
        }
        let is_shared = |n: u32| MIN_PAGES <= n && n_pages <= 2 * n;
        let longest = |seen: BTreeMap<String, u32>| {
            let mut shared: Vec<String> = seen
                .into_iter()
                .filter(|(_, n)| is_shared(*n))
                .map(|(part, _)| part)
                .collect();
            shared.sort_by_key(|part| (std::cmp::Reverse(part.len()), part.clone()));
            shared
        };
        SiteMetadata {
            title_ends: longest(self.ends),
            title_starts: longest(self.starts),
            headings: self
                .headings
                .into_iter()
                .filter(|(_, n)| is_shared(*n))
                .map(|(heading, _)| heading)
                .collect(),
        }
    }
}

fn count(seen: &mut BTreeMap<String, u32>, part: &str) {
    if part.len() <= 200 && (seen.len() < MAX_ENDS || seen.contains_key(part)) {
        *seen.entry(part.to_owned()).or_default() += 1;
    }
}

/// Returns a number for a title, the same on every machine.
fn hash(text: &str) -> u64 {
    // FNV-1a.
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

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
        assert!(site.is_constant_heading("thecoast"));
        assert_eq!(
            learned(&["Sea: a", "Sea: b", "Sea: c"]).cut("Sea: d"),
            Some("d")
        );
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
}
