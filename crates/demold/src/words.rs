//! Whether anything is left of a page.

use std::ops::Range;

use cleaner::Regions;
use dom::{Dom, NodeKind};

/// A page that had so many words and keeps less than this share of them is
/// not cleaned but lost.
const MANY_WORDS: usize = 50;
const LEAST_KEPT: f64 = 0.03;

/// The words of a page, and those that stay.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(crate) struct Words {
    all: usize,
    kept: usize,
}

impl Words {
    /// Counts the words of a page's visible text, in one pass over its tree.
    pub(crate) fn of_page(dom: &Dom<'_>, regions: &Regions) -> Words {
        let mut counter = Counter::new(regions);
        let mut at = 0;
        while let Some(node) = dom.get(at) {
            at += 1;
            match dom.kind(node) {
                NodeKind::Text => counter.text(dom.source(), dom.extent(node)),
                NodeKind::Element if dom.tag(node).is_hidden() => at = dom.subtree_end(node),
                _ => {}
            }
        }
        counter.words
    }

    /// Counts the words of plain text.
    pub(crate) fn of_text(text: &str, regions: &Regions) -> Words {
        let mut counter = Counter::new(regions);
        counter.text(text, 0..text.len());
        counter.words
    }

    /// Returns whether as good as nothing is left of something.
    pub(crate) fn are_lost(self) -> bool {
        let Words { all, kept } = self;
        match kept {
            0 => all != 0,
            kept => MANY_WORDS <= all && (kept as f64) < LEAST_KEPT * all as f64,
        }
    }

    /// Returns whether so many are gone that the template cannot be believed.
    pub(crate) fn are_doubtful(self) -> bool {
        MANY_WORDS <= self.all && self.are_lost()
    }
}

/// Asks of each word whether it is in a region.
struct Counter {
    words: Words,
    regions: Vec<Range<usize>>,
    /// The first region that does not end before the last word. Most words come in the order of the source.
    next: usize,
}

impl Counter {
    fn new(regions: &Regions) -> Counter {
        Counter {
            words: Words { all: 0, kept: 0 },
            regions: regions.iter().collect(),
            next: 0,
        }
    }

    fn text(&mut self, source: &str, mut rest: Range<usize>) {
        if self
            .next
            .checked_sub(1)
            .is_some_and(|before| rest.start < self.regions[before].end)
        {
            self.next = self
                .regions
                .partition_point(|region| region.end <= rest.start);
        }
        while let Some(word) = next_word(source, &mut rest) {
            let at = word.start;
            while self
                .regions
                .get(self.next)
                .is_some_and(|region| region.end <= at)
            {
                self.next += 1;
            }
            let is_removed = self
                .regions
                .get(self.next)
                .is_some_and(|region| region.start <= at);
            self.words.all += 1;
            self.words.kept += usize::from(!is_removed);
        }
    }
}

/// Cuts the next word off that has a letter or digit.
fn next_word(source: &str, rest: &mut Range<usize>) -> Option<Range<usize>> {
    loop {
        let text = &source[rest.clone()];
        let start = rest.start + text.find(|c: char| !c.is_whitespace())?;
        let length = source[start..rest.end].find(char::is_whitespace);
        let end = length.map_or(rest.end, |length| start + length);
        rest.start = end;
        if source[start..end].contains(char::is_alphanumeric) {
            return Some(start..end);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_regions_are_gone() {
        let page = "<p>a b</p><i>c - d</i><script>e</script>";
        let count = |range: Range<usize>| {
            let words = Words::of_page(&Dom::parse(page), &Regions::from_ranges([range]));
            (words.all, words.kept)
        };
        assert_eq!(count(0..0), (4, 4));
        assert_eq!(count(0..10), (4, 2));
        assert_eq!(count(5..40), (4, 1));
        let words = Words::of_text("<p> a", &Regions::from_ranges([3..5]));
        assert_eq!((words.all, words.kept), (2, 1));
    }

    #[test]
    fn words_that_the_tree_moved() {
        let page = "<table><td>a</td></table><table>b<td>c</table>";
        let regions = Regions::from_ranges([11..12, 37..38]);
        let words = Words::of_page(&Dom::parse(page), &regions);
        assert_eq!((words.all, words.kept), (3, 1));
    }

    #[test]
    fn little_of_much_is_lost() {
        let lost = |all, kept| Words { all, kept }.are_lost();
        assert!(!lost(0, 0) && lost(1, 0) && !lost(49, 1));
        assert!(lost(100, 2) && !lost(100, 3));
        assert!(!Words { all: 49, kept: 0 }.are_doubtful());
    }
}
