//! Headings and what is under them.

use std::cell::LazyCell;

use dom::Tag;
use gbdt::SCORE_ONE;
use rustc_hash::FxHashMap;

use super::heading_rank;
use crate::evidence::{Element, Evidence, NONE};

/// A heading over something that stays comes back only from this score on, in log odds: from odds of about one to
/// three. Chosen: without the bound the names of sites and "Advertisement" come back, and pages from 2017 lose .0025 of
/// F1 (chaos, as sites).
const RETURNS_FROM: i32 = -SCORE_ONE;

/// A line from this number of words outside links on is text. Chosen: by eye.
pub(super) const TEXT_WORDS: u32 = 8;

/// The most words of a link beside a heading that does something with its section. Chosen: MediaWiki has up to three,
/// "Bearbeiten | Quelltext bearbeiten".
const CONTROL_WORDS: u32 = 3;

/// The rank of a button, below all headings. It is one if it begins each of several panels of the same form, or stands before
/// each of several panels. Set by:
/// the six levels of headings in HTML.
const BUTTON: u8 = 7;

/// The rank of a `summary`. Its section is the rest of its `details`, whatever headings are in there. Set by: the order
/// of these ranks.
const SUMMARY: u8 = 8;

/// The rank of a term, which heads its definitions. They are one unit, but code in a definition is a unit of its own and
/// may stay by itself. Set by: the order of these ranks.
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
/// element around the heading in which anything follows but a control, such as "[edit]". So does a button that opens a
/// panel of text, the `summary` of `details`, and a term with its definitions. A heading without a section is left as it
/// is. `scores` are the log odds of the lines by themselves: a heading that the trees are sure of does not come back,
/// unless text follows and all of the section stays.
///
/// # Complexity
///
/// Linear in the elements and lines, however sections overlap.
pub(crate) fn settle_headings(page: &Evidence, scores: &[i32], keep: &mut [bool]) {
    let headings = page.inherited(heading);
    let of_line: Vec<Option<Heading>> = page.lines.iter().map(|line| headings[line.owner as usize]).collect();
    if of_line.iter().all(Option::is_none) {
        return;
    }
    let n_lines = page.lines.len();
    // Few pages have buttons before panels, and counting all elements takes longer than all else here.
    let sets = LazyCell::new(|| {
        let mut sets: FxHashMap<(u32, u64), u32> = FxHashMap::default();
        for element in &page.elements {
            *sets.entry((element.parent, element.key)).or_default() += 1;
        }
        sets
    });
    let ends = LazyCell::new(|| page.gather(|nth, _| nth as u32 + 1, u32::max));
    // How many lines stay from each line on. Sections overlap, so that their lines are not counted one by one.
    let mut n_kept_from = vec![0_u32; n_lines + 1];
    // The first heading of each rank behind the line that is looked at.
    let mut next_of_rank = [n_lines; TERM as usize + 1];
    // The verdict of the heading that was looked at last, if it has a section.
    let mut settled = None;
    // From the end, so that the headings of subsections are settled before those of the sections around them.
    for line in (0..n_lines).rev() {
        if let Some(heading) = of_line[line] {
            let (rank, next) = (heading.rank, line + 1);
            if rank > 1 && next < n_lines {
                // A heading of several lines has one verdict.
                if of_line[next].is_none_or(|next| next.outermost != heading.outermost) {
                    let section = around_section(page, line, rank, |of| sets[&(of.parent, of.key)]);
                    let next = section.map_or(next, |(_, begin)| begin);
                    let end = section.map_or(next, |(around, _)| {
                        let ranks = if rank == SUMMARY { 0 } else { rank as usize + 1 };
                        let ends = [ends[around as usize] as usize].into_iter();
                        ends.chain(next_of_rank[..ranks].iter().copied()).fold(n_lines, usize::min)
                    });
                    settled = (next < end).then(|| {
                        let n_kept = (n_kept_from[next] - n_kept_from[end]) as usize;
                        // A text that stays as a whole keeps its heading, whatever its section is called: it may be
                        // about comments.
                        let is_whole = n_kept == end - next && page.lines[next].own_words() >= TEXT_WORDS;
                        let returns = is_whole || rank == TERM || scores[line] >= RETURNS_FROM;
                        n_kept > 0 && (keep[line] || returns)
                    });
                }
                keep[line] = settled.unwrap_or(keep[line]);
            }
            next_of_rank[rank as usize] = line;
        }
        n_kept_from[line] = n_kept_from[line + 1] + u32::from(keep[line]);
    }
}

/// Returns the smallest element around a heading in which anything follows but a control, and the first line of that, or
/// nothing if that is no section. `n_like` is the number of siblings of an element with its key, itself included.
fn around_section(page: &Evidence, heading: usize, rank: u8, n_like: impl Fn(&Element) -> u32) -> Option<(u32, usize)> {
    let mut begin = heading + 1;
    let around_both = |begin: usize| {
        let owner = page.lines.get(begin)?.owner;
        page.upwards(page.lines[heading].owner).find(|&around| page.contains(around, owner))
    };
    let mut around = around_both(begin)?;
    if rank < BUTTON && is_control(page, begin, around) {
        begin += 1;
        around = around_both(begin)?;
    }
    let element = &page.elements[around as usize];
    let is_section = match rank {
        // Other buttons do something with the text beside them: share it, or ask for more.
        BUTTON => {
            let is_first = heading == 0 || !page.contains(around, page.lines[heading - 1].owner);
            is_first && n_like(element) > 1 || is_before_panel(page, heading, n_like)
        }
        SUMMARY => element.tag == Tag::DETAILS,
        _ => true,
    };
    is_section.then_some((around, begin))
}

/// Returns whether a line is a button with a panel behind it, both of which have siblings alike. Buttons beside each other are a
/// choice, and those between paragraphs do something with the text.
fn is_before_panel(page: &Evidence, heading: usize, n_like: impl Fn(&Element) -> u32) -> bool {
    let button_of = |nth: usize| {
        let owner = page.lines.get(nth)?.owner;
        page.upwards(owner).map(|at| &page.elements[at as usize]).find(|element| element.tag == Tag::BUTTON)
    };
    let is_beside_button = button_of(heading + 1).is_some() || heading > 0 && button_of(heading - 1).is_some();
    let is_panel = |panel: &Element, button: &Element| {
        panel.parent == button.parent && panel.tag.is_block() && panel.tag != Tag::P && n_like(panel) > 1
    };
    let button = button_of(heading).filter(|button| !is_beside_button && n_like(button) > 1);
    button.is_some_and(|button| page.elements.get(button.end as usize).is_some_and(|panel| is_panel(panel, button)))
}

/// Returns whether a line is all that follows a heading in an element, and is a short link: "[edit]".
fn is_control(page: &Evidence, nth: usize, around: u32) -> bool {
    let line = &page.lines[nth];
    let is_last = page.lines.get(nth + 1).is_none_or(|next| !page.contains(around, next.owner));
    let mut elements = page.upwards(line.owner).take_while(|&at| at != around).peekable();
    // A list or a row of one item is the content of the section.
    let is_plain = |tag: Tag| !tag.is_block() || matches!(tag, Tag::DIV | Tag::P);
    let is_beside = elements.peek().is_some() && elements.all(|at| is_plain(page.elements[at as usize].tag));
    // A price has digits, so that its shape is another than its text.
    is_last && is_beside && line.own_words() == 0 && line.words <= CONTROL_WORDS && line.shape == NONE
}

/// Returns the innermost heading that an element is, or is in. A button in a heading has the rank of the heading.
fn heading(above: Option<Heading>, at: u32, element: &Element) -> Option<Heading> {
    let rank = match element.tag {
        Tag::BUTTON => above.map_or(BUTTON, |above| above.rank),
        Tag::SUMMARY => SUMMARY,
        Tag::DT => TERM,
        tag => match heading_rank(tag) {
            Some(rank) => rank,
            None => return above,
        },
    };
    Some(Heading { rank, outermost: above.map_or(at, |above| above.outermost) })
}
