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
