//! Terms with their definitions.

use dom::Tag;

use super::{UnitKind, Units};
use crate::evidence::{Evidence, NONE};

/// The terms of a list, or of the `div` that groups a term with its definitions.
struct Group {
    parent: u32,
    /// The unit of its last term.
    unit: u32,
    /// Whether a `dt` came last.
    is_after_term: bool,
}

/// Makes a unit of each run of `dt` with the `dd` after it. Lines that are in a unit already, such as code, stay in it.
///
/// A list in a definition has units of its own, so that a class in a manual is not one unit with all of its methods.
///
/// # Complexity
///
/// Linear in the elements and lines.
pub(super) fn add(page: &Evidence, units: &mut Units) {
    if !page.elements.iter().any(|element| element.tag == Tag::DT) {
        return;
    }
    // The lists that are open.
    let mut groups: Vec<Group> = Vec::new();
    let of_element = page.inherited(|above, _, element| {
        let is_term = element.tag == Tag::DT;
        if !is_term && element.tag != Tag::DD {
            return above;
        }
        while groups.last().is_some_and(|group| !page.contains(group.parent, element.parent)) {
            groups.pop();
        }
        if groups.last().is_none_or(|group| group.parent != element.parent) {
            groups.push(Group { parent: element.parent, unit: NONE, is_after_term: false });
        }
        let group = groups.last_mut()?;
        // Several terms in a row share their definitions.
        if is_term && !group.is_after_term {
            group.unit = units.add(UnitKind::Term);
        }
        group.is_after_term = is_term;
        // A `dd` before any `dt` has nothing to belong to.
        Some(group.unit)
    });
    for (line, unit) in page.lines.iter().zip(&mut units.of_line) {
        if *unit == NONE
            && let Some(term) = of_element[line.owner as usize]
        {
            *unit = term;
        }
    }
}
