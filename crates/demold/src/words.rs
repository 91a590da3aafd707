//! Whether anything is left of a page.

use std::ops::Range;

use classify::Evidence;
use cleaner::Regions;
use dom::{Dom, NodeId, NodeKind, Tag};

/// A page with at least this many words that keeps less than this share of them is lost, not cleaned. Chosen: by eye.
const MANY_WORDS: usize = 50;
const LEAST_KEPT: f64 = 0.03;

/// The words of a page, and those that stay.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
pub(crate) struct Words {
    all: usize,
    kept: usize,
    /// Those of them that are outside links.
    unlinked: usize,
    unlinked_kept: usize,
}

impl Words {
    /// Counts the words of a page's visible text. If its evidence is known, counting ends once so many words are kept that
    /// the rest cannot change [`are_lost`](Words::are_lost) or [`are_doubtful`](Words::are_doubtful).
    pub(crate) fn of_page(dom: &Dom<'_>, regions: &Regions, evidence: Option<&Evidence>) -> Words {
        let enough = evidence.and_then(|evidence| enough(dom, regions, evidence));
        enough.unwrap_or_else(|| all(dom, regions))
    }

    /// Counts the words of plain text.
    pub(crate) fn of_text(text: &str, regions: &Regions) -> Words {
        let mut counter = Counter::new(regions);
        counter.text(text, 0..text.len(), false);
        counter.words
    }

    /// Returns whether almost nothing is left of a page that had words.
    pub(crate) fn are_lost(self) -> bool {
        is_lost(self.all, self.kept)
    }

    /// Returns whether so much is gone that the template cannot be believed: all of many words, or almost all of those
    /// outside links. A page of a manual may well be a long list of contents and one sentence: with links counted,
    /// debdocs lost .0017 of F1, nearly all of it on the 64 pages of `lilypond-notation`.
    pub(crate) fn are_doubtful(self) -> bool {
        (MANY_WORDS <= self.all && self.kept == 0)
            || (MANY_WORDS <= self.unlinked && is_lost(self.unlinked, self.unlinked_kept))
    }
}

/// Counts kept words outside links until the page can be neither lost nor in doubt, however many words the rest has.
fn enough(dom: &Dom<'_>, regions: &Regions, evidence: &Evidence) -> Option<Words> {
    // An upper bound of the words that `Counter` counts. Each is a word of the evidence, or the second part of a word
    // that begins in the text before, or consists of character references.
    let most = evidence.word_count() + evidence.text_count() + dom.reference_bound();
    let mut counter = Counter::new(regions);
    for text in evidence.texts_outside_links() {
        let Some(node) = dom.get(text) else { continue };
        let range = dom.extent(node);
        // If a word begins before a link and ends in it, the evidence counts the text of the link as outside links.
        // `Counter` counts it as inside.
        if regions.covers(range.clone()) || dom.ancestors(node).any(|above| is_link(dom, above)) {
            continue;
        }
        counter.text(dom.source(), range, false);
        let kept = counter.words.unlinked_kept;
        if kept != 0 && !is_lost(most, kept) {
            return Some(counter.words);
        }
    }
    None
}

/// Counts all words.
fn all(dom: &Dom<'_>, regions: &Regions) -> Words {
    #[cfg(feature = "counters")]
    dom::counters::count_step("words");
    let mut counter = Counter::new(regions);
    let (mut at, mut link_end) = (0, 0);
    while let Some(node) = dom.get(at) {
        at += 1;
        match dom.kind(node) {
            NodeKind::Text | NodeKind::RawText => {
                counter.text(dom.source(), dom.extent(node), node.index() < link_end);
            }
            NodeKind::Element if dom.hides(node) => at = dom.subtree_end(node),
            NodeKind::Element if is_link(dom, node) => {
                link_end = link_end.max(dom.subtree_end(node));
            }
            _ => {}
        }
    }
    counter.words
}

fn is_link(dom: &Dom<'_>, node: NodeId) -> bool {
    dom.tag(node) == Tag::A && has_href(dom, node)
}

fn has_href(dom: &Dom<'_>, node: NodeId) -> bool {
    let mut attributes = dom.attributes(node);
    attributes.any(|attribute| attribute.name().eq_ignore_ascii_case("href"))
}

fn is_lost(all: usize, kept: usize) -> bool {
    match kept {
        0 => all != 0,
        kept => MANY_WORDS <= all && (kept as f64) < LEAST_KEPT * all as f64,
    }
}

/// Determines for each word whether it is in a region.
struct Counter {
    words: Words,
    regions: Vec<Range<usize>>,
    /// The first region that does not end before the last word. Most words come in the order of the source.
    next: usize,
}

impl Counter {
    fn new(regions: &Regions) -> Counter {
        Counter { words: Words::default(), regions: regions.iter().collect(), next: 0 }
    }

    fn text(&mut self, source: &str, range: Range<usize>, is_linked: bool) {
        if self.next.checked_sub(1).is_some_and(|before| range.start < self.regions[before].end) {
            self.next = self.regions.partition_point(|region| region.end <= range.start);
        }
        let mut next = range.start;
        for word in source[range].split_inclusive(char::is_whitespace) {
            let at = next;
            next += word.len();
            if !word.contains(char::is_alphanumeric) {
                continue;
            }
            while self.regions.get(self.next).is_some_and(|region| region.end <= at) {
                self.next += 1;
            }
            let is_removed = self.regions.get(self.next).is_some_and(|region| region.start <= at);
            let kept = usize::from(!is_removed);
            self.words.all += 1;
            self.words.kept += kept;
            if !is_linked {
                self.words.unlinked += 1;
                self.words.unlinked_kept += kept;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::{collection::vec, prelude::*};

    use super::*;

    #[test]
    fn words_in_regions_are_gone() {
        let page = "<p>a b</p><i>c - d</i><script>e</script>";
        let count = |range: Range<usize>| {
            let words = all(&Dom::parse(page), &Regions::from_ranges([range]));
            (words.all, words.kept)
        };
        assert_eq!(count(0..0), (4, 4));
        assert_eq!(count(0..10), (4, 2));
        assert_eq!(count(5..40), (4, 1));
        let words = Words::of_text("<p> a", &Regions::from_ranges(Some(3..5)));
        assert_eq!((words.all, words.kept), (2, 1));
    }

    #[test]
    fn words_that_the_tree_moved() {
        let page = "<table><td>a</td></table><table>b<td>c</table>";
        let regions = Regions::from_ranges([11..12, 37..38]);
        let words = all(&Dom::parse(page), &regions);
        assert_eq!((words.all, words.kept), (3, 1));
    }

    #[test]
    fn little_of_much_is_lost() {
        assert!(!is_lost(0, 0) && is_lost(1, 0) && !is_lost(49, 1));
        assert!(is_lost(100, 2) && !is_lost(100, 3));
        let words = |all, kept, unlinked, unlinked_kept| Words { all, kept, unlinked, unlinked_kept };
        assert!(!words(49, 0, 49, 0).are_doubtful() && words(50, 0, 0, 0).are_doubtful());
        assert!(words(200, 4, 100, 2).are_doubtful() && !words(200, 4, 100, 4).are_doubtful());
        assert!(!words(1_000, 5, 40, 5).are_doubtful());
    }

    #[test]
    fn counting_ends_when_enough_is_kept() {
        let page = "<p>kept</p>".repeat(60) + &"<i>gone</i>".repeat(4_000);
        let dom = Dom::parse(&*page);
        let evidence = Evidence::read(&dom);
        let count = |range| Words::of_page(&dom, &Regions::from_ranges(Some(range)), Some(&evidence));
        let words = count(60 * 11..page.len());
        assert_eq!(words.all, 4_060, "60 of 4,060 are not enough");
        assert!(words.are_lost());
        let words = count(0..11);
        assert!(words.all < 300 && !words.are_lost() && !words.are_doubtful());
    }

    proptest! {
        /// Words that go on in the next element or in a link, references that are words here and blank there.
        #[test]
        fn what_is_not_counted_changes_no_answer(
            parts in vec(
                (
                    "(<p>|<a href=x>|<a>|</a>|<i>|<script>x</script>|<br>|<table>|<td>|<button>|<xmp>|</xmp>|<noscript>|<title>|</title>){0,2}",
                    "([a漢_é-]|&amp;|&#32;|&nbsp;|&eacute;|[ \u{3000}\u{ad}]){0,6}",
                    1_usize..40,
                ),
                0..30,
            ),
            ends in vec(0_usize..6_000, 0..6),
        ) {
            let page: String = (parts.iter())
                .map(|(tags, text, times)| format!("{tags}{}", text.repeat(*times)))
                .collect();
            let dom = Dom::parse(&*page);
            let at = |&end: &usize| page.floor_char_boundary(end.min(page.len()));
            let ranges = ends.chunks(2).map(|two| {
                let (one, other) = (at(&two[0]), two.get(1).map_or(page.len(), at));
                one.min(other)..one.max(other)
            });
            let regions = Regions::from_ranges(ranges);
            let all = all(&dom, &regions);
            let found = Words::of_page(&dom, &regions, Some(&Evidence::read(&dom)));
            prop_assert_eq!(found.are_lost(), all.are_lost());
            prop_assert_eq!(found.are_doubtful(), all.are_doubtful());
            prop_assert!(found.all <= all.all && found.unlinked_kept <= all.unlinked_kept);
        }
    }

    #[test]
    fn links_are_told_apart() {
        let page = "<p>a <a href=x>b c</a> <a name=y>d</a>";
        let words = all(&Dom::parse(page), &Regions::new());
        assert_eq!((words.all, words.unlinked), (4, 2));
    }
}
