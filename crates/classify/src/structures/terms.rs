//! Terms with their definitions.

use dom::Tag;

use super::{UnitKind, Units};
use crate::evidence::{Evidence, NONE};

/// Makes a unit of each run of `dt` with the `dd` after it. Lines that are in a unit already, such as code, stay in it.
///
/// A list in a definition has units of its own, so that a class in a manual is not one unit with all of its methods.
pub(super) fn add(page: &Evidence, units: &mut Units) {
    if page.elements.iter().all(|element| element.tag != Tag::DT) {
        return;
    }
    let n = page.elements.len();
    // By element: the unit of the innermost `dt` or `dd` around it.
    let mut around = vec![NONE; n];
    // By list, or by the `div` that groups a term with its definitions: its last unit, and whether a `dt` came last.
    let (mut last_unit, mut is_after_term) = (vec![NONE; n], vec![false; n]);
    for (at, element) in page.elements.iter().enumerate().skip(1) {
        let above = element.parent as usize;
        around[at] = around[above];
        if !matches!(element.tag, Tag::DT | Tag::DD) {
            continue;
        }
        let is_term = element.tag == Tag::DT;
        // Several terms in a row share their definitions.
        if is_term && !is_after_term[above] {
            last_unit[above] = units.add(UnitKind::Term);
        }
        is_after_term[above] = is_term;
        around[at] = last_unit[above];
    }
    for (line, unit) in page.lines.iter().zip(&mut units.of_line) {
        if *unit == NONE {
            *unit = around[line.owner as usize];
        }
    }
}
