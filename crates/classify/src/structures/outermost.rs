//! The lines of elements of a kind, each line in one of them.

use std::ops::Range;

use crate::evidence::{Element, Evidence, NONE};

/// Returns the elements of a kind that have lines and are in no other of the kind, and their lines, in document order.
///
/// # Complexity
///
/// Linear in the elements and, if there is such an element, in the lines of the page.
pub(super) fn outermost(page: &Evidence, is_of_kind: impl Fn(&Element) -> bool) -> Vec<(u32, Range<usize>)> {
    let mut of_element: Vec<u32> = Vec::new();
    for (at, element) in page.elements.iter().enumerate() {
        if at >= of_element.len() && is_of_kind(element) {
            of_element.resize(at, NONE);
            of_element.resize(element.end as usize, at as u32);
        }
    }
    let mut found: Vec<(u32, Range<usize>)> = Vec::new();
    if of_element.is_empty() {
        return found;
    }
    for (nth, line) in page.lines.iter().enumerate() {
        let element = of_element.get(line.owner as usize).copied().unwrap_or(NONE);
        match found.last_mut() {
            _ if element == NONE => {}
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
