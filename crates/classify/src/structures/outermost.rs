//! The lines of elements of a kind, each line in one of them.

use std::ops::Range;

use crate::evidence::{Element, Evidence};

/// Returns the elements of a kind that have lines and are in no other of the kind, and their lines, in document order.
///
/// # Complexity
///
/// Linear in the elements and, if there is such an element, in the lines of the page.
pub(super) fn outermost(page: &Evidence, is_of_kind: impl Fn(&Element) -> bool) -> Vec<(u32, Range<usize>)> {
    let mut found: Vec<(u32, Range<usize>)> = Vec::new();
    // Most pages have none.
    if !page.elements.iter().any(&is_of_kind) {
        return found;
    }
    let of_element = page.inherited(|above, at, element| above.or_else(|| is_of_kind(element).then_some(at)));
    for (nth, line) in page.lines.iter().enumerate() {
        let Some(element) = of_element[line.owner as usize] else {
            continue;
        };
        match found.last_mut() {
            Some((last, lines)) if *last == element => lines.end = nth + 1,
            _ => found.push((element, nth..nth + 1)),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use dom::{Dom, Tag};

    use super::*;

    #[test]
    fn each_line_is_of_the_outermost() {
        let page = Evidence::read(&Dom::parse("<p>a<div><p>b<div>c</div></div><p>d<div></div><div>e</div>"));
        let found = outermost(&page, |element| element.tag == Tag::DIV);
        assert_eq!(found.into_iter().map(|(_, lines)| lines).collect::<Vec<_>>(), [1..3, 4..5]);
        assert_eq!(outermost(&page, |element| element.tag == Tag::PRE), []);
    }
}
