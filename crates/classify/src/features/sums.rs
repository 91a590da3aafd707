//! Sums over the lines in each element, from the innermost elements to the body.

use std::ops::AddAssign;

use crate::evidence::{Element, Evidence, NONE};

/// For each element of a page, the sum of something over the lines in it, and of what the elements there bring.
///
/// Most elements have one line or none. Of these only the number of the line is kept, since a page may have millions.
#[derive(Debug)]
pub(super) struct Sums<T> {
    /// Of each element: [`NONE`], the number of its only line, or the number of lines and an index in `several`.
    of_elements: Vec<u32>,
    several: Vec<T>,
    n_lines: u32,
}

impl<T: AddAssign + Copy> Sums<T> {
    /// Sums up what each line and each element brings. What most elements bring is nothing.
    ///
    /// # Complexity
    ///
    /// Linear in the lines and elements.
    pub(super) fn of(
        page: &Evidence,
        of_line: impl Fn(usize) -> T,
        of_element: impl Fn(&Element) -> Option<T>,
    ) -> Sums<T> {
        let n_lines = page.lines.len() as u32;
        let mut sums = Sums { of_elements: vec![NONE; page.elements.len()], several: Vec::new(), n_lines };
        for (at, element) in page.elements.iter().enumerate() {
            if let Some(own) = of_element(element) {
                sums.of_elements[at] = sums.push(own);
            }
        }
        for (number, line) in page.lines.iter().enumerate() {
            sums.add(line.owner, number as u32, &of_line);
        }
        // In reverse pre-order the sum of an element is complete before it is added to its parent.
        for at in (1..page.elements.len()).rev() {
            let entry = sums.of_elements[at];
            if entry != NONE {
                sums.add(page.elements[at].parent, entry, &of_line);
            }
        }
        sums
    }

    /// Returns the sum of an element, or `None` if nothing was added to it. `of_line` must be the function with which the
    /// sums were computed.
    #[inline]
    pub(super) fn get(&self, element: u32, of_line: impl Fn(usize) -> T) -> Option<T> {
        let entry = *self.of_elements.get(element as usize)?;
        (entry != NONE).then(|| self.value(entry, of_line))
    }

    #[inline]
    fn value(&self, entry: u32, of_line: impl Fn(usize) -> T) -> T {
        match entry.checked_sub(self.n_lines) {
            Some(index) => self.several[index as usize],
            None => of_line(entry as usize),
        }
    }

    fn push(&mut self, value: T) -> u32 {
        self.several.push(value);
        self.n_lines + (self.several.len() as u32 - 1)
    }

    /// Adds what an entry stands for to an element.
    fn add(&mut self, element: u32, entry: u32, of_line: impl Fn(usize) -> T) {
        let before = self.of_elements[element as usize];
        self.of_elements[element as usize] = match before.checked_sub(self.n_lines) {
            // A line can be the only one of several elements. A sum that others are added to belongs to one.
            _ if before == NONE && entry < self.n_lines => entry,
            _ if before == NONE => self.push(self.value(entry, of_line)),
            Some(index) => {
                let more = self.value(entry, of_line);
                self.several[index as usize] += more;
                before
            }
            None => {
                let mut sum = of_line(before as usize);
                sum += self.value(entry, &of_line);
                self.push(sum)
            }
        };
    }
}

#[cfg(test)]
mod tests {
    use dom::{Dom, Tag};

    use super::*;

    proptest::proptest! {
        #[test]
        fn sums_are_the_naive_ones(source in "(<div>|</div>|<p>|<img>|<b>|</b>|a|b c |<table>|<td>){0,40}") {
            let page = Evidence::read(&Dom::parse(&*source));
            let of_line = |line: usize| u64::from(page.lines[line].words) + 1;
            let own = |element: &Element| (element.tag == Tag::IMG).then_some(1000);
            let sums = Sums::of(&page, of_line, own);
            for at in 0..page.elements.len() as u32 {
                let lines = (0..page.lines.len()).filter(|&line| page.contains(at, page.lines[line].owner));
                let elements = page.elements[at as usize..page.elements[at as usize].end as usize].iter();
                let all: Vec<u64> = lines.map(of_line).chain(elements.filter_map(own)).collect();
                let naive = (!all.is_empty()).then(|| all.iter().sum());
                proptest::prop_assert_eq!(sums.get(at, of_line), naive);
            }
        }
    }
}
