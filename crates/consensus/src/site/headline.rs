//! The headline: the heading that agrees with the page's title.

use dom::Tag;

use super::regions::Sums;
use crate::evidence::{Evidence, words::dice};

/// A heading must agree with the title at least this much to be the headline.
const AGREEMENT_MIN: f64 = 0.5;
/// An `h1` is more likely, …
const FIRST_BONUS: f64 = 0.15;
/// … one that repeats on other pages is the site's name …
const REPEATED_MALUS: f64 = 0.3;
/// … and one that is a link leads to another page.
const LINKED_MALUS: f64 = 0.2;

/// Returns the element of the headline.
///
/// Of equally good headings it is the first. If none agrees with the title, it is the last `h1` that does
/// not repeat.
pub(crate) fn find(page: &Evidence, sums: &Sums, repeated: &[bool]) -> Option<u32> {
    let mut best: Option<(f64, u32)> = None;
    let mut last_h1 = None;
    let n_repeated = page.sum(|line, _| u32::from(repeated[line]));
    for heading in &page.headings {
        let element = heading.element as usize;
        let (lines, words) = (sums.lines[element], sums.words[element]);
        if words == 0 {
            continue;
        }
        let is_h1 = page.elements[element].tag == Tag::H1;
        let repeated = n_repeated[element] == lines;
        let linked = words < 2 * sums.link_words[element];
        if is_h1 && !repeated {
            last_h1 = Some(heading.element);
        }
        let agreement = page
            .titles
            .iter()
            .map(|title| dice(&heading.words, title))
            .fold(0.0, f64::max);
        let score = agreement + if is_h1 { FIRST_BONUS } else { 0.0 }
            - if repeated { REPEATED_MALUS } else { 0.0 }
            - if linked { LINKED_MALUS } else { 0.0 };
        if AGREEMENT_MIN <= score && best.is_none_or(|(best, _)| best < score) {
            best = Some((score, heading.element));
        }
    }
    best.map(|(_, element)| element).or(last_h1)
}
