//! One verdict for the lines of a unit.

use rustc_hash::FxHashMap;

use super::{UnitKind, Units};
use crate::evidence::{Line, LineHash, NONE};

/// A link of up to so many words that several items of sets have does something with them, such as "Edit" or "Add a
/// comment". Chosen: by eye; F1 is the same with and without.
const CONTROL_WORDS: u32 = 3;

/// So many items have a control. Chosen: as many make a set.
const CONTROLS_MIN: u32 = 3;

/// What is known of a unit from its lines.
#[derive(Clone, Copy)]
struct Sum {
    /// The sum of the scores, each times the weight of its line.
    scores: i64,
    weight: i64,
    best: i32,
}

/// Gives the lines of each unit one score. A row, a term or a block of code has the score of its best line: what is
/// sure of one part holds for the rest, and as many of them are lost whole as without units. With the mean in place of
/// the best, 4.0 % of the rows of shops, forums and company pages are lost and not 2.2 % (26 sites). A short item of a
/// set has the mean of its lines by words: labels that many pages share are in menus as well. Controls of items keep their
/// own scores, so that a step of a guide does not go with its "Edit".
///
/// A line without words, such as a sign, weighs as much as a word.
///
/// # Complexity
///
/// Linear in the lines.
pub(crate) fn pool(units: &Units, lines: &[Line], scores: &mut [i32]) {
    let is_control = controls(units, lines);
    let mut sums = vec![Sum { scores: 0, weight: 0, best: i32::MIN }; units.kinds.len()];
    for (line, (&unit, &score)) in lines.iter().zip(units.of_line.iter().zip(&*scores)) {
        if unit != NONE && !is_control(line, unit) {
            let sum = &mut sums[unit as usize];
            let weight = i64::from(line.words) + 1;
            sum.scores += weight * i64::from(score);
            sum.weight += weight;
            sum.best = sum.best.max(score);
        }
    }
    for ((&unit, score), line) in units.of_line.iter().zip(scores).zip(lines) {
        if unit != NONE && !is_control(line, unit) {
            let Sum { scores, weight, best } = sums[unit as usize];
            *score = match units.kinds[unit as usize] {
                // The mean is between the least and the greatest score, so it fits.
                UnitKind::Item => (scores / weight) as i32,
                UnitKind::Row | UnitKind::Term | UnitKind::Code => best,
            };
        }
    }
}

/// Returns what tells whether a line of a unit is a control of an item: a short link that several items have, beside other
/// words.
fn controls(units: &Units, lines: &[Line]) -> impl Fn(&Line, u32) -> bool {
    let in_units = || lines.iter().zip(&units.of_line).filter(|(_, unit)| **unit != NONE);
    let is_short_link = |line: &Line| line.words > 0 && line.words <= CONTROL_WORDS && line.own_words() == 0;
    let mut n_items: FxHashMap<LineHash, u32> = FxHashMap::default();
    for (line, &unit) in in_units() {
        if units.kinds[unit as usize] == UnitKind::Item && is_short_link(line) {
            *n_items.entry(line.hash).or_default() += 1;
        }
    }
    n_items.retain(|_, n_items| *n_items >= CONTROLS_MIN);
    // How many words a unit has beside controls.
    let mut n_words = vec![0_u32; units.kinds.len()];
    if !n_items.is_empty() {
        for (line, &unit) in in_units().filter(|(line, _)| !n_items.contains_key(&line.hash)) {
            n_words[unit as usize] += line.words;
        }
    }
    let items: Vec<bool> = units.kinds.iter().map(|&kind| kind == UnitKind::Item).collect();
    move |line, unit| {
        let unit = unit as usize;
        !n_items.is_empty()
            && items[unit]
            && n_words[unit] > 0
            && is_short_link(line)
            && n_items.contains_key(&line.hash)
    }
}

/// Lets a unit stay as a whole if one of its lines stays.
pub(crate) fn unite(units: &Units, keep: &mut [bool]) {
    let mut kept = vec![false; units.kinds.len()];
    for (&unit, &keep) in units.of_line.iter().zip(&*keep) {
        if unit != NONE {
            kept[unit as usize] |= keep;
        }
    }
    for (&unit, keep) in units.of_line.iter().zip(keep) {
        if unit != NONE {
            *keep = kept[unit as usize];
        }
    }
}

#[cfg(test)]
mod tests {
    use dom::Dom;

    use super::*;
    use crate::{evidence::Evidence, structures::Tables};

    /// Returns the scores of items of two lines, with 30 and −30 before.
    fn pooled(items: &str) -> Vec<i32> {
        let page = Evidence::read(&Dom::parse(format!("<ol>{items}</ol>")));
        let mut scores: Vec<i32> = [30, -30].repeat(page.lines.len() / 2);
        pool(&Units::find(&page, &Tables::find(&page)), &page.lines, &mut scores);
        scores
    }

    #[test]
    fn controls_of_items_have_scores_of_their_own() {
        let step = |text: &str, link: &str| format!("<li><p>{text}<p><a href=e>{link}</a>");
        let steps = |links: [&str; 3]| {
            ["Turn it", "Lift it", "Close it"].iter().zip(links).map(|(s, l)| step(s, l)).collect::<String>()
        };
        assert_eq!(pooled(&steps(["Edit"; 3])), [30, -30].repeat(3));
        // What the items do not share is a part of them, and so is what is all that they have.
        let mean = (3 * 30 - 2 * 30) / 5;
        assert_eq!(pooled(&steps(["North", "South", "West"])), [mean; 6]);
        let bare = ["Edit"; 3].map(|link| format!("<li><p><a href=e>{link}</a><p><a href=e>{link}</a>")).concat();
        assert_eq!(pooled(&bare), [0; 6]);
    }
}
