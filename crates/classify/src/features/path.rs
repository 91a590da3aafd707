//! The way from the body down to an element.

use crate::evidence::{Evidence, NONE};

/// The elements from the body down to the current one. The value of each is computed from the value of its parent.
///
/// There may be as many elements as lines, and most are needed once, so values of elements outside the path are dropped.
#[derive(Debug)]
pub(super) struct Path<T> {
    open: Vec<(u32, T)>,
    /// Elements that are still to be entered, from the innermost one.
    to_enter: Vec<u32>,
}

impl<T> Path<T> {
    pub(super) fn new() -> Path<T> {
        Path { open: Vec::new(), to_enter: Vec::new() }
    }

    /// Makes an element the current one, and returns its value. `enter` computes the value of an element from that of its
    /// parent, which is `None` for the body.
    ///
    /// # Complexity
    ///
    /// For elements around lines, in the order of these: linear in the elements.
    pub(super) fn go_to(&mut self, page: &Evidence, element: u32, mut enter: impl FnMut(Option<&T>, u32) -> T) -> &T {
        while self.open.last().is_some_and(|&(last, _)| !page.contains(last, element)) {
            self.open.pop();
        }
        let last = self.open.last().map_or(NONE, |&(last, _)| last);
        self.to_enter.extend(page.upwards(element).take_while(|&above| above != last));
        while let Some(next) = self.to_enter.pop() {
            let entered = enter(self.open.last().map(|(_, above)| above), next);
            self.open.push((next, entered));
        }
        &self.open[self.open.len() - 1].1
    }
}

#[cfg(test)]
mod tests {
    use dom::Dom;

    use super::*;

    #[test]
    fn each_element_is_entered_once() {
        let source = "<div><p>a<p>b <b>c</b> d</div>e<ul><li>f<ul><li>g</ul>h</ul>i";
        let page = Evidence::read(&Dom::parse(source));
        let (mut path, mut entered) = (Path::new(), Vec::new());
        for line in &page.lines {
            let depth = *path.go_to(&page, line.owner, |above: Option<&usize>, element| {
                entered.push(element);
                above.map_or(0, |above| above + 1)
            });
            assert_eq!(depth, page.upwards(line.owner).count() - 1);
        }
        let n_entered = entered.len();
        entered.sort_unstable();
        entered.dedup();
        assert_eq!(entered.len(), n_entered);
    }
}
