//! A headline that stands more than once above the text: as the last step of a breadcrumb, in a bar that stays on the
//! screen, or as a second heading for small screens.

use std::cmp::Reverse;

use super::{Units, heading_rank};
use crate::evidence::Evidence;

/// Copies are searched in this number of lines that stay, from the first one on. Chosen: the share of pages of `kinds` and
/// `languages` that have one of their first lines twice among twelve fell from 9.4 and 8.4 % to .8 and 2.2 %. Further down,
/// posts and chapters have titles of their own, which may be those of the page.
const FIRST_LINES: usize = 12;

/// The rank of a line in no heading, below those of `h1` to `h6`.
const NO_HEADING: u8 = 7;

/// Takes out all but one of the first lines that have the text of the headline, or all if it is not wanted. Of several,
/// the heading of the highest rank stays, and of equal ones the last, which is nearest to the text. A line of a row, a
/// term or an item stays if another line of it does.
///
/// # Complexity
///
/// Linear in the lines and elements of the page.
pub(crate) fn take_out_repeated_headline(
    page: &Evidence,
    units: &Units,
    headline: u32,
    is_wanted: bool,
    keep: &mut [bool],
) {
    let mut of_headline = page.lines.iter().filter(|line| line.words > 0 && page.contains(headline, line.owner));
    let (Some(line), None) = (of_headline.next(), of_headline.next()) else {
        return;
    };
    let shown = (0..page.lines.len()).filter(|&nth| keep[nth] && page.lines[nth].words > 0);
    let mut copies: Vec<usize> = shown.take(FIRST_LINES).filter(|&nth| page.lines[nth].hash == line.hash).collect();
    copies.sort_by_key(|&nth| (rank(page, page.lines[nth].owner), Reverse(nth)));
    for &nth in copies.iter().skip(usize::from(is_wanted)) {
        let unit = units.of_line[nth];
        let is_part = units.kind_of(nth).is_some()
            && (0..page.lines.len()).any(|other| other != nth && keep[other] && units.of_line[other] == unit);
        keep[nth] = is_part;
    }
}

/// Returns the rank of the heading that an element is in.
fn rank(page: &Evidence, element: u32) -> u8 {
    page.upwards(element).find_map(|at| heading_rank(page.elements[at as usize].tag)).unwrap_or(NO_HEADING)
}

#[cfg(test)]
mod tests {
    use dom::Dom;

    use super::*;
    use crate::structures::Tables;

    /// Says for each line of a page whether it stays; the headline is the first heading.
    fn check_wanted(source: &str, is_wanted: bool, expected: &[bool]) {
        let page = Evidence::read(&Dom::parse(source));
        let units = Units::find(&page, &Tables::find(&page));
        let mut keep = vec![true; page.lines.len()];
        take_out_repeated_headline(&page, &units, page.headings[0].element, is_wanted, &mut keep);
        assert_eq!(keep, expected, "{source}");
    }

    fn check(source: &str, expected: &[bool]) {
        check_wanted(source, true, expected);
    }

    #[test]
    fn the_highest_heading_stays() {
        check("<ul><li>Tides<li>The low tide</ul><h1>The low tide</h1><p>x", &[true, false, true, true]);
        check("<h1>The low tide</h1><p>By Ida<h2>THE low  tide</h2><p>x", &[true, true, false, true]);
        check("<h1>The low tide</h1><h1>The low tide</h1><p>x", &[false, true, true]);
        check("<h2>The low tide</h2><ul><li>1 May<li>The low tide</ul><p>x", &[true, true, false, true]);
    }

    #[test]
    fn none_stays_if_it_is_not_wanted() {
        check_wanted("<ul><li>The low tide</ul><h1>The low tide</h1><p>x", false, &[false, false, true]);
    }

    #[test]
    fn what_is_further_down_or_says_more_stays() {
        check("<h1>The low tide</h1><p>Re: The low tide", &[true, true]);
        let lines = "<p>a".repeat(FIRST_LINES);
        let source = format!("<h1>The low tide</h1>{lines}<h2>The low tide</h2>");
        check(&source, &[true; FIRST_LINES + 2]);
    }

    #[test]
    fn rows_are_not_torn() {
        let rows = "<tr><th>Name<td>The low tide<tr><th>Height<td>2 m<tr><th>Place<td>Mole";
        check(&format!("<h1>The low tide</h1><table>{rows}</table>"), &[true; 7]);
    }
}
