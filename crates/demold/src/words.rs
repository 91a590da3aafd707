//! Whether anything is left of a page.

use std::ops::Range;

use cleaner::Regions;
use tokenize::visible;

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
    /// Counts in one pass over the source.
    pub(crate) fn count(source: &str, regions: &Regions, is_text: bool) -> Words {
        let mut words = Words { all: 0, kept: 0 };
        let mut regions = regions.iter().peekable();
        let mut texts = (!is_text).then(|| visible(source));
        let mut plain = is_text.then_some(0..source.len());
        while let Some(text) = match &mut texts {
            Some(texts) => texts.next(),
            None => plain.take(),
        } {
            let mut rest = text;
            while let Some(word) = next_word(source, &mut rest) {
                words.all += 1;
                let at = word.start;
                while regions.next_if(|region| region.end <= at).is_some() {}
                let is_removed = regions.peek().is_some_and(|region| region.start <= at);
                words.kept += usize::from(!is_removed);
            }
        }
        words
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
        let count = |source: &str, range: std::ops::Range<usize>, is_text| {
            let words = Words::count(source, &Regions::from_ranges([range]), is_text);
            (words.all, words.kept)
        };
        let page = "<p>a b</p><i>c - d</i><script>e</script>";
        assert_eq!(count(page, 0..0, false), (4, 4));
        assert_eq!(count(page, 0..10, false), (4, 2));
        assert_eq!(count(page, 5..40, false), (4, 1));
        assert_eq!(count("<p> a", 3..5, true), (2, 1));
    }

    #[test]
    fn little_of_much_is_lost() {
        let lost = |all, kept| Words { all, kept }.are_lost();
        assert!(!lost(0, 0) && lost(1, 0) && !lost(49, 1));
        assert!(lost(100, 2) && !lost(100, 3));
        assert!(!Words { all: 49, kept: 0 }.are_doubtful());
    }
}
