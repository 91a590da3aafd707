//! Removing regions from a text.

use std::{borrow::Cow, ops::Range};

use crate::Regions;

/// Returns the regions as they apply to a text, in order: cut off at the end of the text, and narrowed to whole
/// characters. A character is removed if all of its bytes are in the regions. No range is empty.
///
/// # Complexity
///
/// `O(r)` for `r` regions.
///
/// # Panics
///
/// Never.
///
/// # Examples
///
/// ```
/// use cleaner::Regions;
///
/// // "é" has two bytes, of which the regions hold one.
/// let regions = Regions::from_ranges([0..2, 4..99]);
/// assert_eq!(cleaner::cuts("aébc", &regions).collect::<Vec<_>>(), [0..1, 4..5]);
/// ```
pub fn cuts<'a>(source: &'a str, regions: &'a Regions) -> impl Iterator<Item = Range<usize>> + 'a {
    let cuts = regions.iter().map(|range| narrow(source, range));
    cuts.filter(|range| !range.is_empty())
}

fn narrow(source: &str, range: Range<usize>) -> Range<usize> {
    let (mut start, mut end) = (range.start.min(source.len()), range.end.min(source.len()));
    // Narrowing moves both ends inwards. Within one character they would pass each other, which `max` turns into an
    // empty range.
    while !source.is_char_boundary(start) {
        start += 1;
    }
    while !source.is_char_boundary(end) {
        end -= 1;
    }
    start..end.max(start)
}

/// Removes the regions from a text, and nothing else.
///
/// Characters that are only partly in the regions stay. Regions beyond the end of the text are ignored. A text from
/// which nothing is removed is borrowed. In HTML, a start or end tag may lose its counterpart.
///
/// # Complexity
///
/// `O(n + r)` for a text of `n` bytes and `r` regions.
///
/// # Panics
///
/// Never.
///
/// # Examples
///
/// ```
/// use cleaner::Regions;
///
/// let regions = Regions::from_ranges([0..4]);
/// assert_eq!(cleaner::cut("<li>one</li>", &regions), "one</li>");
/// ```
#[must_use]
pub fn cut<'s>(source: &'s str, regions: &Regions) -> Cow<'s, str> {
    let mut cuts = cuts(source, regions).peekable();
    // A text from which nothing is removed need not be copied.
    if cuts.peek().is_none() {
        return Cow::Borrowed(source);
    }
    let mut kept = String::with_capacity(source.len());
    let mut done = 0;
    for cut in cuts {
        kept.push_str(&source[done..cut.start]);
        done = cut.end;
    }
    kept.push_str(&source[done..]);
    Cow::Owned(kept)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_end_at_characters_and_at_the_end() {
        let source = "aé€b";
        let check = |range: Range<usize>, expected: &[Range<usize>]| {
            let regions = Regions::from_ranges(std::iter::once(range));
            let found: Vec<_> = cuts(source, &regions).collect();
            assert_eq!(found, expected);
        };
        check(0..2, &[Range { start: 0, end: 1 }]);
        check(2..7, &[Range { start: 3, end: 7 }]);
        check(2..3, &[]);
        check(4..5, &[]);
        check(6..99, &[Range { start: 6, end: 7 }]);
        check(99..100, &[]);
    }
}
