//! A headline that stands more than once above the text: as the last step of a breadcrumb, in a bar that stays on the
//! screen, or as a second heading for small screens.

use std::cmp::Reverse;

use dom::Tag;

use super::{UnitKind, Units, heading_rank, sections::TEXT_WORDS};
use crate::evidence::{Evidence, Line, LineHash};

/// Copies are searched in this number of lines that stay, from the first one on. Chosen: the share of pages of `kinds` and
/// `languages` that have one of their first lines twice among twelve fell from 9.4 and 8.4 % to .8 and 2.6 %. Further down,
/// posts and chapters have titles of their own, which may be those of the page.
const FIRST_LINES: usize = 12;

/// The rank of a line in no heading, below those of `h1` to `h6`. Set by: the six levels of headings in HTML.
const NO_HEADING: u8 = 7;

/// Takes out copies of the headline among the first lines, and the headline itself if it is not wanted. Of several lines
/// with its text, the heading of the highest rank is the headline, and of equal ones the last, which is nearest to the
/// text.
///
/// No text may stand between the headline and a copy. A copy is a line before the headline; or after it, a heading without
/// another of its rank on the page, or the only line of a list. A breadcrumb trail that ends with the headline, such as
/// "Home » News » Tides", is one as well if it stands before the headline. Other lines after it may be content of the page
/// that has the same words: a command, a track of a record, the value of a label. Code, rows of tables and terms are no
/// copies.
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
    let trails = trails(page, line);
    copies.sort_by_key(|&nth| (rank(page, page.lines[nth].owner), Reverse(nth)));
    let Some((&first, others)) = copies.split_first() else {
        return;
    };
    for &copy in others {
        let between = copy.min(first) + 1..copy.max(first);
        let has_text = between.into_iter().any(|nth| keep[nth] && page.lines[nth].words >= TEXT_WORDS);
        let is_copy = !has_text && !is_part(page, units, keep, copy) && (copy < first || repeats(page, keep, copy));
        keep[copy] = !is_copy;
    }
    keep[first] = is_wanted;
    let is_before = |&trail: &usize| {
        let has_text = || (trail + 1..first).any(|nth| keep[nth] && page.lines[nth].words >= TEXT_WORDS);
        trail < first && keep[trail] && rank(page, page.lines[trail].owner) == NO_HEADING && !has_text()
    };
    let before: Vec<usize> = trails.filter(is_before).collect();
    before.into_iter().for_each(|trail| keep[trail] = false);
}

/// Iterates over the breadcrumb trails that end with the headline and say more.
fn trails<'p>(page: &'p Evidence, headline: &'p Line) -> impl Iterator<Item = usize> + 'p {
    let is_trail = move |&&(nth, last): &&(u32, LineHash)| {
        last == headline.hash && page.lines[nth as usize].words > headline.words
    };
    page.trails.iter().filter(is_trail).map(|&(nth, _)| nth as usize)
}

/// Returns whether a line is code, or a part of a row, a term or an item of which another line stays.
fn is_part(page: &Evidence, units: &Units, keep: &[bool], copy: usize) -> bool {
    let unit = units.of_line[copy];
    let is_other = |nth: usize| nth != copy && keep[nth] && units.of_line[nth] == unit;
    match units.kind_of(copy) {
        None => false,
        Some(UnitKind::Item) => (0..page.lines.len()).any(is_other),
        Some(UnitKind::Row | UnitKind::Term | UnitKind::Code) => true,
    }
}

/// Returns whether a line after the headline only repeats it.
fn repeats(page: &Evidence, keep: &[bool], copy: usize) -> bool {
    let line = &page.lines[copy];
    let mut others = page.lines.iter().zip(keep).filter(|(other, keep)| **keep && other.hash != line.hash);
    let own_rank = rank(page, line.owner);
    if own_rank < NO_HEADING {
        return !others.any(|(other, _)| rank(page, other.owner) == own_rank);
    }
    let lists = [Tag::UL, Tag::OL];
    let list = page.upwards(line.owner).find(|&at| lists.contains(&page.elements[at as usize].tag));
    list.is_some_and(|list| !others.any(|(other, _)| page.contains(list, other.owner)))
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
    fn trails_that_end_with_the_headline_go() {
        let path = "<p><a href=h>Home</a> » <a href=n>News</a> » Tides of March</p>";
        check(&format!("{path}<h1>Tides of March</h1><p>They rise"), &[false, true, true]);
        check(&format!("{path}<p>They were higher than ever in this town<h1>Tides of March</h1>"), &[true, true, true]);
        let named = path.replace("<a href=h>", "<b>").replace("<a href=n>", "<b>").replace("</a>", "</b>");
        check(&format!("{named}<h1>Tides of March</h1><p>They rise"), &[true, true, true]);
        check(&format!("{path}<h1>Tides of May</h1><p>They rise"), &[true, true, true]);
    }

    #[test]
    fn the_highest_heading_stays() {
        check("<ul><li>Tides<li>The low tide</ul><h1>The low tide</h1><p>x", &[true, false, true, true]);
        check("<h1>The low tide</h1><p>By Ida<h2>THE low  tide</h2><p>x", &[true, true, false, true]);
        check("<h1>The low tide</h1><h1>The low tide</h1><p>x", &[false, true, true]);
        check("<h2>The low tide</h2><ul><li>The low tide</ul><p>x", &[true, false, true]);
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
    fn content_of_the_same_words_stays() {
        for source in [
            "<h1>make all</h1><p>Run this:<pre>make all</pre>",
            "<h1>Blue</h1><p>Songs:<ol><li>All I Want<li>Blue<li>California</ol>",
            "<h1>Alice Munro</h1><p>Author<div>Alice Munro</div><p>ISBN",
            "<h1>Rose</h1><table><tr><th>A<th>B<tr><td>Rose<td><tr><td>Oak<td>2</table>",
            "<h1>Ann</h1><h3>Ann</h3><p>Played by Joan<h3>Bob</h3><p>Played by Jim",
            "<h2>Storm</h2><p>It began with rain that nobody had seen coming.<h1>Storm</h1><p>x",
            "<h1>Report</h1><p>Download:<p><a href=/r.pdf>Report</a>",
        ] {
            let n_lines = Evidence::read(&Dom::parse(source)).lines.len();
            check(source, &vec![true; n_lines]);
        }
    }

    #[test]
    fn rows_are_not_torn() {
        let rows = "<tr><th>Name<td>The low tide<tr><th>Height<td>2 m<tr><th>Place<td>Mole";
        check(&format!("<h1>The low tide</h1><table>{rows}</table>"), &[true; 7]);
    }
}
