//! Where elements are: under which marks, in which section, in which row of siblings. Found from the body down.

use std::hash::BuildHasher as _;

use hashbrown::hash_table::{Entry, HashTable};
use rustc_hash::FxBuildHasher;

use super::{
    counts::{Counts, PageCounts},
    marks,
};
use crate::evidence::{Evidence, NONE};

/// This many levels up, or more, a mark counts as absent. Chosen: by eye.
pub(super) const FAR: u8 = 30;
/// The section of a line is the largest element around it that has at most one of this many parts of the page's
/// words: a half. Chosen: by eye.
const SECTION_PART: u64 = 2;
/// Containers are found at these shares of the running text, in hundredths. Chosen: by eye.
const CONTAINERS: [u64; 3] = [40, 60, 80];
/// A row has at least this many similar siblings. Chosen: by eye.
const ROW_MIN: u32 = 3;
/// An outer row replaces an inner one only if it has this many times as many words,
/// in tenths. Chosen: by eye.
const ROW_GAIN: u64 = 13;

/// Siblings with the same key.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Row {
    pub(super) n: u32,
    pub(super) counts: Counts,
}

/// Where one element is.
#[derive(Clone, Debug)]
pub(super) struct Place {
    /// Levels up to the nearest element with each mark; 0 for the element
    /// itself.
    pub(super) levels: [u8; marks::N],
    pub(super) depth: u16,
    /// The level of the heading around it, or 0.
    pub(super) heading: u8,
    /// Of the rows of the element and of its ancestors, the one with the most words: the element or ancestor in that
    /// row, or none.
    pub(super) item: u32,
    /// The largest ancestor with at most half of the page's words, or none.
    pub(super) section: u32,
    /// The child of the middle container around it, or none.
    pub(super) branch: u32,
    /// For each container, how many levels above it the element leaves the path from the body to it; 0 for an element
    /// on the path or inside the container.
    pub(super) outside: [u8; CONTAINERS.len()],
}

/// What the places of elements are found by. Places themselves are found on the way to an element, by a [`Path`].
#[derive(Debug)]
pub(super) struct Places {
    pub(super) rows: Rows,
    /// The last element of each container's path.
    pub(super) containers: [u32; CONTAINERS.len()],
    container_depths: [u16; CONTAINERS.len()],
    /// The row with the most words.
    pub(super) largest_row: Option<Row>,
}

impl Places {
    pub(super) fn find(page: &Evidence, counts: &PageCounts<'_>) -> Places {
        let rows = Rows::find(page, counts);
        let containers = CONTAINERS.map(|share| container(page, counts, share));
        Places {
            containers,
            container_depths: containers.map(|end| page.upwards(end).count().saturating_sub(1) as u16),
            // Of several rows with as many words the first is taken.
            largest_row: (rows.of_elements.iter().filter_map(|&number| rows.several.get(number as usize)))
                .filter(|row| ROW_MIN <= row.n)
                .reduce(|first, row| if first.counts.words < row.counts.words { row } else { first })
                .copied(),
            rows,
        }
    }

    /// Finds the place of an element, given that of its parent; the body has none.
    pub(super) fn place(&self, page: &Evidence, counts: &PageCounts<'_>, above: Option<&Place>, i: u32) -> Place {
        let element = &page.elements[i as usize];
        let mut place = above.map_or_else(Place::of_body, Place::below);
        if element.tag.is_heading() {
            // The names `h1` to `h6` end in their level.
            let level = element.tag.name().as_bytes().last();
            place.heading = level.map_or(0, |level| level.wrapping_sub(b'0'));
        }
        marks::each(element, |mark| place.levels[mark] = 0);
        if element.parent != NONE {
            self.enter(page, counts, &mut place, i);
        }
        place
    }

    fn enter(&self, page: &Evidence, counts: &PageCounts<'_>, place: &mut Place, i: u32) {
        if let Some(row) = self.rows.number(i).map(|number| &self.rows.several[number])
            && ROW_MIN <= row.n
        {
            // From above, the outer row comes first; the inner one replaces it unless the
            // outer one is a good deal larger.
            let outer = (place.item != NONE).then(|| self.rows.of(place.item, counts));
            let keep =
                outer.is_some_and(|outer| ROW_GAIN * u64::from(row.counts.words) < 10 * u64::from(outer.counts.words));
            if !keep {
                place.item = i;
            }
        }
        let is_small = || SECTION_PART * u64::from(counts.of(i).words) <= u64::from(counts.whole().words);
        // Places are found from above, so the first element that is small enough is the largest.
        if place.section == NONE && is_small() {
            place.section = i;
        }
        let parent = page.elements[i as usize].parent;
        if place.branch == NONE && parent == self.containers[1] {
            place.branch = i;
        }
        for (k, &end) in self.containers.iter().enumerate() {
            // The end of the path is neither above nor below the first element beside the
            // path.
            if place.outside[k] == 0 && !page.contains(i, end) && !page.contains(end, i) {
                place.outside[k] = (self.container_depths[k] + 1).saturating_sub(place.depth).min(255) as u8;
            }
        }
    }
}

impl Place {
    fn of_body() -> Place {
        Place {
            levels: [FAR; marks::N],
            depth: 0,
            heading: 0,
            item: NONE,
            section: NONE,
            branch: NONE,
            outside: [0; CONTAINERS.len()],
        }
    }

    /// The place of a child, before anything is known about the child.
    fn below(&self) -> Place {
        let mut place = self.clone();
        // Elements nest deeper than a byte can count.
        for levels in &mut place.levels {
            *levels = (*levels + 1).min(FAR);
        }
        place.depth += 1;
        place
    }
}

/// The rows of a page: each element with its siblings that have the same key.
#[derive(Debug)]
pub(super) struct Rows {
    /// The rows of more than one element.
    pub(super) several: Vec<Row>,
    /// For each element its row, or [`NONE`] if it has none of `several`.
    of_elements: Vec<u32>,
}

impl Rows {
    /// Collects siblings with the same key.
    fn find(page: &Evidence, counts: &PageCounts<'_>) -> Rows {
        let hash = |at: u32| {
            let element = &page.elements[at as usize];
            FxBuildHasher.hash_one((element.parent, element.key))
        };
        // The first element of each row. Only numbers are kept in the table, since there may be as many rows as elements.
        let mut firsts: HashTable<u32> = HashTable::with_capacity(page.elements.len() / 2);
        let mut rows = Rows { several: Vec::new(), of_elements: vec![NONE; page.elements.len()] };
        for (at, element) in page.elements.iter().enumerate() {
            let at = at as u32;
            let is_same = |&first: &u32| {
                let first = &page.elements[first as usize];
                // Only siblings are in a row, so their parent belongs to the key.
                (first.parent, first.key) == (element.parent, element.key)
            };
            match firsts.entry(hash(at), is_same, |&first| hash(first)) {
                Entry::Vacant(vacant) => {
                    vacant.insert(at);
                }
                Entry::Occupied(occupied) => {
                    let first = *occupied.get();
                    if rows.of_elements[first as usize] == NONE {
                        rows.of_elements[first as usize] = rows.several.len() as u32;
                        rows.several.push(Row { n: 1, counts: counts.of(first) });
                    }
                    let number = rows.of_elements[first as usize];
                    let row = &mut rows.several[number as usize];
                    row.n += 1;
                    row.counts += counts.of(at);
                    rows.of_elements[at as usize] = number;
                }
            }
        }
        rows
    }

    /// Returns the number of an element's row, if it has more than one element.
    pub(super) fn number(&self, element: u32) -> Option<usize> {
        let number = self.of_elements[element as usize];
        (number != NONE).then_some(number as usize)
    }

    /// Returns the row of an element.
    pub(super) fn of(&self, element: u32, counts: &PageCounts<'_>) -> Row {
        match self.number(element) {
            Some(number) => self.several[number],
            None => Row { n: 1, counts: counts.of(element) },
        }
    }
}

/// Goes down from the body while one child has at least this many hundredths of the
/// running text.
fn container(page: &Evidence, counts: &PageCounts<'_>, hundredths: u64) -> u32 {
    let whole = u64::from(counts.whole().running);
    let mut at = 0_u32;
    // Elements are in pre-order: the next one that is large enough is a child of the last, or
    // in another part of the page.
    for (i, element) in page.elements.iter().enumerate().skip(1) {
        let large = whole * hundredths <= 100 * u64::from(counts.of(i as u32).running);
        if whole > 0 && large && element.parent == at {
            at = i as u32;
        }
    }
    at
}
