//! The regions as they apply to one page.

use std::{iter::Peekable, ops::Range};

use crate::Regions;

/// The regions of a page in order, ended where the page ends and narrowed to
/// whole characters: a character goes when all of its bytes do.
pub(crate) fn cuts<'a>(
    source: &'a str,
    regions: &'a Regions,
) -> Peekable<impl Iterator<Item = Range<usize>> + 'a> {
    let cuts = regions.iter().map(|range| narrow(source, range));
    cuts.filter(|range| !range.is_empty()).peekable()
}

fn narrow(source: &str, range: Range<usize>) -> Range<usize> {
    let (mut start, mut end) = (range.start.min(source.len()), range.end.min(source.len()));
    while !source.is_char_boundary(start) {
        start += 1;
    }
    while !source.is_char_boundary(end) {
        end -= 1;
    }
    start..end.max(start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_end_at_characters_and_at_the_page() {
        let source = "aé€b";
        let check = |range: Range<usize>, expected: &[Range<usize>]| {
            let found: Vec<_> = cuts(source, &Regions::from_ranges([range])).collect();
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
