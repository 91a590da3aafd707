//! Terms with their definitions.

use dom::Tag;

use super::Units;
use crate::evidence::{Evidence, NONE};

/// Makes a unit of each run of `dt` and the `dd` after it. Lines that are in a unit already, such as code, stay there:
/// only the lines around them are of the term.
pub(super) fn terms(page: &Evidence, units: &mut Units) {
    // The innermost term or definition around each element.
    let mut around = vec![NONE; page.elements.len()];
    // The unit of each list that is being read.
    let mut unit_of = vec![NONE; page.elements.len()];
    let mut last_was_term = vec![false; page.elements.len()];
    let mut unit_of_entry = vec![NONE; page.elements.len()];
    for (at, element) in page.elements.iter().enumerate().skip(1) {
        let above = element.parent as usize;
        around[at] = around[above];
        if !matches!(element.tag, Tag::DT | Tag::DD) {
            continue;
        }
        around[at] = at as u32;
        // Groups of a term and its definitions may be in a `div` each.
        let is_term = element.tag == Tag::DT;
        if is_term && !last_was_term[above] {
            unit_of[above] = units.add();
        }
        last_was_term[above] = is_term;
        unit_of_entry[at] = unit_of[above];
    }
    for (line, unit) in page.lines.iter().zip(&mut units.of_line) {
        let entry = around[line.owner as usize];
        if *unit == NONE && entry != NONE {
            *unit = unit_of_entry[entry as usize];
        }
    }
}
