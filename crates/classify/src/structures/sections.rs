//! Headings and what is under them.

use std::cell::LazyCell;

use dom::Tag;
use gbdt::SCORE_ONE;
use rustc_hash::FxHashMap;

use super::nested::Nested;
use crate::evidence::Evidence;

/// A heading over something that stays comes back only from this score on, in log odds: from odds of about one to
/// three. Without the bound the names of sites and "Advertisement" come back, and pages from 2017 lose .0025 of F1
/// (chaos, as sites).
const RETURNS_FROM: i32 = -SCORE_ONE;

/// A line from this number of words outside links on is text.
const TEXT_WORDS: u32 = 8;

/// The rank of a button, below all headings. It is one if it begins each of several panels of the same form.
const BUTTON: u8 = 7;

/// The rank of a `summary`. Its section is the rest of its `details`, whatever headings are in there.
const SUMMARY: u8 = 8;

/// The rank of a term, which heads its definitions. They are one unit, but code in a definition is a unit of its own and
/// may stay by itself.
const TERM: u8 = 9;

#[derive(Clone, Copy, Debug)]
struct Heading {
    /// From 1 to 6, or [`BUTTON`], [`SUMMARY`] or [`TERM`].
    rank: u8,
    /// The outermost heading around it, itself included.
    outermost: u32,
}

/// Lets each heading from `h2` to `h6` stay if something of its section stays, and go if nothing does.
///
/// The section of a heading is what follows up to the next heading of the same or a higher rank, in the smallest
/// element around the heading in which anything follows. So does a button that opens a panel of text, the `summary` of
/// `details`, and a term with its definitions. A heading without a section is left as it is. `scores` are the log odds of the lines by themselves: a heading that the trees are sure
/// of does not come back, unless text follows and all of the section stays.
///
/// # Complexity
///
/// Linear in the lines, times the depth of nested headings. Logarithmic in the headings, for each line.
pub(crate) fn settle_headings(page: &Evidence, scores: &[i32], keep: &mut [bool]) {
    let headings = headings(page);
    if headings.is_empty() {
        return;
    }
    let of_line: Vec<Option<Heading>> =
        page.lines.iter().map(|line| headings.innermost(line.owner).map(|at| headings[at])).collect();
    let n_lines = page.lines.len();
    // Few pages have buttons before panels, and counting all elements takes longer than all else here.
    let sets = LazyCell::new(|| {
        let mut sets: FxHashMap<(u32, u64), u32> = FxHashMap::default();
        for element in &page.elements {
            *sets.entry((element.parent, element.key)).or_default() += 1;
        }
        sets
    });
    // The verdict of the heading that was looked at last, if it has a section.
    let mut settled = None;
    // From the end, so that the headings of subsections are settled before those of the sections around them.
    for heading in (0..n_lines.saturating_sub(1)).rev() {
        let Some(Heading { rank, outermost }) = of_line[heading].filter(|heading| heading.rank > 1) else {
            continue;
        };
        let (owner, next) = (page.lines[heading].owner, heading + 1);
        // A heading of several lines has one verdict.
        if of_line[next].is_some_and(|next| next.outermost == outermost) {
            if let Some(stays) = settled {
                keep[heading] = stays;
            }
            continue;
        }
        settled = None;
        let around = page.upwards(owner).find(|&around| page.contains(around, page.lines[next].owner));
        let Some(around) = around else {
            continue;
        };
        if rank == BUTTON {
            // Other buttons do something with the text beside them: share it, or ask for more.
            let of_panel = &page.elements[around as usize];
            let is_first = heading == 0 || !page.contains(around, page.lines[heading - 1].owner);
            if !is_first || sets[&(of_panel.parent, of_panel.key)] < 2 {
                continue;
            }
        }
        if rank == SUMMARY && page.elements[around as usize].tag != Tag::DETAILS {
            continue;
        }
        let mut section = (next..n_lines)
            .take_while(|&line| page.contains(around, page.lines[line].owner))
            .take_while(|&line| of_line[line].is_none_or(|other| other.rank > rank || rank == SUMMARY))
            .peekable();
        if section.peek().is_none() {
            continue;
        }
        let (mut n_kept, mut n_gone) = (0, 0);
        section.for_each(|line| *(if keep[line] { &mut n_kept } else { &mut n_gone }) += 1);
        // A text that stays as a whole keeps its heading, whatever its section is called: it may be about comments.
        let is_whole = n_gone == 0 && page.lines[next].own_words() >= TEXT_WORDS;
        let returns = is_whole || rank == TERM || scores[heading] >= RETURNS_FROM;
        keep[heading] = n_kept > 0 && (keep[heading] || returns);
        settled = Some(keep[heading]);
    }
}

/// Finds the headings. A button in a heading has the rank of the heading.
fn headings(page: &Evidence) -> Nested<Heading> {
    let mut headings = Nested::<Heading>::new();
    for (at, element) in page.elements.iter().enumerate() {
        let rank = match element.tag {
            Tag::H1 => 1,
            Tag::H2 => 2,
            Tag::H3 => 3,
            Tag::H4 => 4,
            Tag::H5 => 5,
            Tag::H6 => 6,
            Tag::BUTTON => BUTTON,
            Tag::SUMMARY => SUMMARY,
            Tag::DT => TERM,
            _ => continue,
        };
        let at = at as u32;
        let around = headings.open_at(at).map(|around| headings[around]);
        let rank = around.filter(|_| rank == BUTTON).map_or(rank, |around| around.rank);
        let outermost = around.map_or(at, |around| around.outermost);
        headings.push(at, element, Heading { rank, outermost });
    }
    headings
}
