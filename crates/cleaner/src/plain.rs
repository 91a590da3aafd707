use std::ops::Range;

use crate::Regions;

/// Returns a plain-text page without its regions.
///
/// Of the white space before and after a region, only one of the two stays: the one with more line breaks, or the
/// first if they have equally many. At the edges of the page both are removed. Without regions the page is returned
/// unchanged.
///
/// # Complexity
///
/// Linear in `page`.
///
/// # Panics
///
/// Never. If a region begins or ends inside a character, the whole character is
/// removed.
///
/// # Examples
///
/// ```
/// use cleaner::{Regions, plain};
///
/// let page = "One. AD\n\nTwo.";
/// assert_eq!(plain(page, &Regions::from_ranges([5..7])), "One.\n\nTwo.");
/// ```
pub fn plain(page: &str, regions: &Regions) -> String {
    let mut text = String::with_capacity(page.len());
    let mut kept_to = 0;
    for region in regions.iter() {
        let Range { start, end } = whole(page, region);
        // A region that was widened to a whole character may overlap the next one.
        if start < kept_to || start == end {
            continue;
        }
        text.push_str(&page[kept_to..start]);
        kept_to = end;
        let before = text.trim_end().len();
        let after = end + (page.len() - end - page[end..].trim_start().len());
        if before == 0 || after == page.len() {
            text.truncate(before);
            kept_to = after;
        } else if breaks(&text[before..]) < breaks(&page[end..after]) {
            text.truncate(before);
        // White space is on both sides, and the first one stays. If none is before, the second one stays.
        } else if before < text.len() {
            kept_to = after;
        }
    }
    text.push_str(&page[kept_to..]);
    text
}

fn breaks(gap: &str) -> usize {
    gap.matches('\n').count()
}

/// Widens a range to whole characters of the page.
fn whole(page: &str, range: Range<usize>) -> Range<usize> {
    let (mut start, mut end) = (range.start.min(page.len()), range.end.min(page.len()));
    while !page.is_char_boundary(start) {
        start -= 1;
    }
    while !page.is_char_boundary(end) {
        end += 1;
    }
    start..end
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each line of `plain.txt` has a page, in which `X` and `Y` are cut, and what stays.
    #[test]
    fn one_gap_stays() {
        for line in include_str!("plain.txt").lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let spelled = |text: &str| text.replace('⏎', "\n").replace('␣', " ");
            let (page, expected) = line.split_once(" =>").unwrap();
            let (page, expected) = (spelled(page), spelled(expected.strip_prefix(' ').unwrap_or(expected)));
            let cut = page.match_indices(['X', 'Y']).map(|(at, _)| at..at + 1);
            assert_eq!(plain(&page, &Regions::from_ranges(cut)), expected, "{line}");
        }
    }

    #[test]
    fn characters_are_taken_whole() {
        let page = "aé b";
        assert_eq!(plain(page, &Regions::from_ranges([2..3, 90..95])), "a b");
        assert_eq!(plain(page, &Regions::from_ranges(std::iter::once(1..2))), "a b");
        // Two parts of one character.
        assert_eq!(plain("a𝄞 b", &Regions::from_ranges([1..2, 3..4])), "a b");
    }
}
