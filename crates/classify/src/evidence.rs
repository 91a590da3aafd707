//! What one page contributes: its elements with their region keys, and its lines. No
//! thresholds.

use dom::{Dom, NodeId, Tag};

pub(crate) mod chars;
mod comparable;
pub(crate) mod declared;
pub(crate) mod declared_words;
pub(crate) mod hints;
mod json;
pub(crate) mod keys;
mod lists;
pub(crate) mod notices;
mod open_line;
mod reader;
mod trail;
pub(crate) mod words;

pub(crate) use self::comparable::LineHash;
use self::{declared::Declared, hints::Hints};

/// The index that stands for no element.
pub(crate) const NONE: u32 = u32::MAX;

/// The evidence of one page: everything that learning and cleaning need to know about
/// it, read in one pass.
///
/// It owns its data and does not keep the page alive. Pages can be read in parallel.
#[derive(Clone, Debug, Default)]
pub struct Evidence {
    /// The body's elements in pre-order; the first is the body.
    pub(crate) elements: Vec<Element>,
    pub(crate) lines: Vec<Line>,
    /// The hashes of the shapes that differ from the texts of their lines.
    pub(crate) shapes: Vec<LineHash>,
    /// The text nodes of the lines, in order.
    pub(crate) texts: Vec<u32>,
    /// The lines that may be a breadcrumb trail, such as "Home » News » Tides", each with the hash of its last text.
    pub(crate) trails: Vec<(u32, LineHash)>,
    pub(crate) headings: Vec<Heading>,
    /// The words of `<title>` and of `og:title`.
    pub(crate) titles: Vec<Vec<u64>>,
    pub(crate) declared: Declared,
    /// The nodes of `meta` and of JSON-LD.
    pub(crate) declarations: Vec<u32>,
    /// A hash of the hashes of all lines, in order: pages share it if they have the same lines.
    pub(crate) fingerprint: LineHash,
}

/// An element below the body, or the body.
#[derive(Clone, Debug)]
pub(crate) struct Element {
    pub(crate) node: NodeId,
    pub(crate) parent: u32,
    /// One past the last element in it.
    pub(crate) end: u32,
    pub(crate) tag: Tag,
    pub(crate) hints: Hints,
    pub(crate) key: u64,
}

/// A stretch of text without a block border or `br` in it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Line {
    /// The lowest element that contains all of it.
    pub(crate) owner: u32,
    pub(crate) words: u32,
    /// How many of the words are in links or buttons.
    pub(crate) link_words: u32,
    pub(crate) ideographs: u32,
    /// The hash of its text in comparable form.
    pub(crate) hash: LineHash,
    /// Where the hash of its shape is among the page's, or [`NONE`] if it is `hash`: see [`Evidence::shape`].
    pub(crate) shape: u32,
    /// `texts.0..texts.1` of the page's texts.
    pub(crate) texts: (u32, u32),
    /// Whether it is in a table, a list of definitions or code.
    pub(crate) in_table: bool,
    /// Whether it is a notice of copyright.
    pub(crate) is_notice: bool,
}

/// An `h1`, `h2` or `h3`.
#[derive(Clone, Debug)]
pub(crate) struct Heading {
    pub(crate) element: u32,
    pub(crate) words: Vec<u64>,
}

/// The words that an ideograph counts as. Chosen: by eye; words of Chinese mostly have two ideographs.
const IDEOGRAPH_WORDS: f64 = 0.5;

/// The fewest words of a paragraph. Chosen: by eye.
const PARAGRAPH_MIN_WORDS: f64 = 15.0;

impl Line {
    /// The words outside links.
    pub(crate) fn own_words(&self) -> u32 {
        self.words - self.link_words
    }

    /// The length in words of a script that separates words: an ideograph counts as [`IDEOGRAPH_WORDS`].
    pub(crate) fn effective_words(&self) -> f64 {
        f64::from(self.words) - (1.0 - IDEOGRAPH_WORDS) * f64::from(self.ideographs)
    }

    /// Returns whether the line has links, and they are at least half of it.
    pub(crate) fn is_mostly_links(&self) -> bool {
        self.link_words > 0 && 2 * self.link_words >= self.words
    }

    /// Returns whether the line is running text: at least [`PARAGRAPH_MIN_WORDS`] words, less than half of them links.
    pub(crate) fn is_paragraph(&self) -> bool {
        self.effective_words() >= PARAGRAPH_MIN_WORDS && !self.is_mostly_links()
    }
}

impl Evidence {
    /// Reads a page.
    ///
    /// # Complexity
    ///
    /// Linear in the nodes and the text.
    ///
    /// # Panics
    ///
    /// Never.
    ///
    /// # Examples
    ///
    /// ```
    /// use dom::Dom;
    ///
    /// let evidence = classify::Evidence::read(&Dom::parse("<p>One line<p>and another"));
    /// assert_eq!(evidence.word_count(), 4);
    /// ```
    #[must_use]
    pub fn read(dom: &Dom<'_>) -> Evidence {
        #[cfg(feature = "counters")]
        dom::counters::count_step("evidence");
        reader::read(dom)
    }

    /// Returns about how many bytes of memory it takes.
    #[must_use]
    pub fn memory(&self) -> usize {
        fn room<T>(values: &Vec<T>) -> usize {
            values.capacity() * size_of::<T>()
        }
        let headings = self.headings.iter().map(|heading| room(&heading.words));
        let titles = self.titles.iter().map(room);
        let lines = room(&self.lines) + room(&self.shapes) + room(&self.texts) + room(&self.trails);
        let lists = room(&self.elements) + lines + room(&self.declarations);
        let sets = headings.chain(titles).sum::<usize>();
        lists + room(&self.headings) + room(&self.titles) + sets
    }

    /// Returns the number of words of visible text.
    #[must_use]
    pub fn word_count(&self) -> usize {
        self.lines.iter().map(|line| line.words as usize).sum()
    }

    /// Returns the number of texts that are not blank.
    #[must_use]
    pub fn text_count(&self) -> usize {
        self.texts.len()
    }

    /// Iterates over the texts of the lines without a word in a link or button, by their positions among the nodes of
    /// the tree.
    pub fn texts_outside_links(&self) -> impl Iterator<Item = usize> + '_ {
        let lines = self.lines.iter().filter(|line| line.link_words == 0);
        let texts = lines.flat_map(|line| &self.texts[line.texts.0 as usize..line.texts.1 as usize]);
        texts.map(|&text| text as usize)
    }

    /// Iterates over the elements that declare something, `meta` and scripts with JSON-LD, by their positions among the
    /// nodes of the tree.
    pub fn declarations(&self) -> impl Iterator<Item = usize> + '_ {
        self.declarations.iter().map(|&node| node as usize)
    }

    /// Returns the hash of the text of a line with a single 0 for each run of digits.
    pub(crate) fn shape(&self, line: &Line) -> LineHash {
        self.shapes.get(line.shape as usize).copied().unwrap_or(line.hash)
    }

    /// Iterates over the indices of an element and its ancestors, up to the body.
    pub(crate) fn upwards(&self, element: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(element), |&at| {
            #[cfg(test)]
            steps::count();
            Some(self.elements[at as usize].parent).filter(|&parent| parent != NONE)
        })
    }

    /// Returns whether `inner` is `outer` or in it.
    pub(crate) fn contains(&self, outer: u32, inner: u32) -> bool {
        #[cfg(test)]
        steps::count();
        // In pre-order, what is inside an element comes between the element and its end.
        outer <= inner && inner < self.elements[outer as usize].end
    }

    /// Returns for each element the sum of `number` over all lines inside it.
    pub(crate) fn sum<F: Fn(usize, &Line) -> u32>(&self, number: F) -> Vec<u32> {
        self.gather(number, |one, other| one + other)
    }

    /// Returns for each element what `join` makes of the values of all lines inside it, beginning with the default.
    pub(crate) fn gather<T: Copy + Default>(
        &self,
        of_line: impl Fn(usize, &Line) -> T,
        join: impl Fn(T, T) -> T,
    ) -> Vec<T> {
        let mut all = vec![T::default(); self.elements.len()];
        for (i, line) in self.lines.iter().enumerate() {
            let owner = &mut all[line.owner as usize];
            *owner = join(*owner, of_line(i, line));
        }
        // In reverse pre-order an element is complete before it is added to its parent.
        for i in (1..all.len()).rev() {
            let parent = self.elements[i].parent as usize;
            all[parent] = join(all[parent], all[i]);
        }
        all
    }

    /// Returns for each element what `of` makes of it and of what the element around it has. Elements come in pre-order.
    pub(crate) fn inherited<T: Copy>(
        &self,
        mut of: impl FnMut(Option<T>, u32, &Element) -> Option<T>,
    ) -> Vec<Option<T>> {
        let mut all: Vec<Option<T>> = Vec::with_capacity(self.elements.len());
        for (at, element) in self.elements.iter().enumerate() {
            // The index of the body's parent is beyond the list.
            let above = all.get(element.parent as usize).copied().flatten();
            all.push(of(above, at as u32, element));
        }
        all
    }
}

/// Counts the steps of walks over a page on this thread, for tests of how they grow.
#[cfg(test)]
pub(crate) mod steps {
    use std::cell::Cell;

    thread_local! {
        static STEPS: Cell<usize> = const { Cell::new(0) };
    }

    pub(super) fn count() {
        STEPS.set(STEPS.get() + 1);
    }

    /// Returns how many steps something takes.
    pub(crate) fn of(work: impl FnOnce()) -> usize {
        STEPS.set(0);
        work();
        STEPS.get()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pages of short lines have millions of each.
    #[test]
    fn elements_and_lines_take_few_bytes() {
        assert_eq!((size_of::<Element>(), size_of::<Line>()), (24, 48));
    }
}
