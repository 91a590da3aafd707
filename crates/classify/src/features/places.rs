//! Where elements are: under which marks, in which section, in which row of siblings. Found in one pass from the body
//! down.

use rustc_hash::{FxBuildHasher, FxHashMap};

use super::{
    counts::Counts,
    marks::{self, Marks},
};
use crate::evidence::{Evidence, NONE};

/// This many levels up, or more, a mark counts as absent.
pub(super) const FAR: u8 = 30;
/// The section of a line is the largest element around it that has at most one of this many parts of the page's
/// words: a half.
const SECTION_PART: u64 = 2;
/// Containers are found at these shares of the running text, in hundredths.
const CONTAINERS: [u64; 3] = [40, 60, 80];
/// A row has at least this many similar siblings.
const ROW_MIN: u32 = 3;
/// An outer row replaces an inner one only if it has this many times as many words,
/// in tenths.
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
    /// The row of siblings around it.
    pub(super) row: u32,
    /// Of the rows of the element and of its ancestors, the one with the most words: the element or ancestor in that
    /// row, or none.
    pub(super) item: u32,
    pub(super) item_row: u32,
    /// The largest ancestor with at most half of the page's words, or none.
    pub(super) section: u32,
    /// The child of the middle container around it, or none.
    pub(super) branch: u32,
    /// For each container, how many levels above it the element leaves the path from the body to it; 0 for an element
    /// on the path or inside the container.
    pub(super) outside: [u8; CONTAINERS.len()],
}

/// Where all elements of a page are.
#[derive(Debug)]
pub(super) struct Places {
    pub(super) places: Vec<Place>,
    pub(super) rows: Vec<Row>,
    /// The last element of each container's path.
    pub(super) containers: [u32; CONTAINERS.len()],
    /// The row with the most words.
    pub(super) largest_row: Option<u32>,
}

impl Places {
    pub(super) fn find(page: &Evidence, counts: &[Counts]) -> Places {
        let (rows, in_rows) = rows(page, counts);
        let containers = CONTAINERS.map(|share| container(page, counts, share));
        let site = Surroundings {
            page,
            counts,
            rows: &rows,
            containers,
            container_depths: containers.map(|end| page.upwards(end).count().saturating_sub(1) as u16),
        };
        let mut places: Vec<Place> = Vec::with_capacity(page.elements.len());
        for (i, element) in page.elements.iter().enumerate() {
            // In pre-order the parent comes first, so its place is known.
            let above = (element.parent != NONE).then(|| places[element.parent as usize].clone());
            let mut place = above.map_or_else(Place::of_body, |above| above.below());
            place.row = in_rows[i];
            if element.tag.is_heading() {
                // The names `h1` to `h6` end in their level.
                let level = element.tag.name().as_bytes().last();
                place.heading = level.map_or(0, |level| level.wrapping_sub(b'0'));
            }
            Marks::of(element).bits().for_each(|bit| place.levels[bit] = 0);
            let i = i as u32;
            if element.parent != NONE {
                place.enter(&site, i);
            }
            places.push(place);
        }
        // Of several rows with as many words the first is taken.
        let largest_row = (0..rows.len() as u32)
            .filter(|&row| ROW_MIN <= rows[row as usize].n)
            .max_by_key(|&row| (rows[row as usize].counts.words, std::cmp::Reverse(row)));
        Places { places, rows, containers, largest_row }
    }
}

impl Place {
    fn of_body() -> Place {
        Place {
            levels: [FAR; marks::N],
            depth: 0,
            heading: 0,
            row: 0,
            item: NONE,
            item_row: NONE,
            section: NONE,
            branch: NONE,
            outside: [0; CONTAINERS.len()],
        }
    }

    /// The place of a child, before anything is known about the child.
    fn below(mut self) -> Place {
        // Elements nest deeper than a byte can count.
        for levels in &mut self.levels {
            *levels = (*levels + 1).min(FAR);
        }
        self.depth += 1;
        self
    }

    fn enter(&mut self, site: &Surroundings<'_>, i: u32) {
        let page = site.page;
        let row = &site.rows[self.row as usize];
        if ROW_MIN <= row.n {
            // From above, the outer row comes first; the inner one replaces it unless the
            // outer one is a good deal larger.
            let outer = site.rows.get(self.item_row as usize);
            let keep =
                outer.is_some_and(|outer| ROW_GAIN * u64::from(row.counts.words) < 10 * u64::from(outer.counts.words));
            if !keep {
                (self.item, self.item_row) = (i, self.row);
            }
        }
        let words = u64::from(site.counts[i as usize].words);
        // Places are found from above, so the first element that is small enough is the largest.
        if self.section == NONE && SECTION_PART * words <= u64::from(site.counts[0].words) {
            self.section = i;
        }
        let parent = page.elements[i as usize].parent;
        if self.branch == NONE && parent == site.containers[1] {
            self.branch = i;
        }
        for (k, &end) in site.containers.iter().enumerate() {
            // The end of the path is neither above nor below the first element beside the
            // path.
            if self.outside[k] == 0 && !page.contains(i, end) && !page.contains(end, i) {
                self.outside[k] = (site.container_depths[k] + 1).saturating_sub(self.depth).min(255) as u8;
            }
        }
    }
}

/// What determines a place.
struct Surroundings<'a> {
    page: &'a Evidence,
    counts: &'a [Counts],
    rows: &'a [Row],
    containers: [u32; CONTAINERS.len()],
    container_depths: [u16; CONTAINERS.len()],
}

/// Collects siblings with the same key, and returns for each element which row it is in.
fn rows(page: &Evidence, counts: &[Counts]) -> (Vec<Row>, Vec<u32>) {
    // A guess: too little room costs time, and too much costs none.
    let n_rows = page.elements.len() / 2;
    let mut numbers: FxHashMap<(u32, u64), u32> = FxHashMap::with_capacity_and_hasher(n_rows, FxBuildHasher);
    let mut rows: Vec<Row> = Vec::with_capacity(n_rows);
    let mut in_rows = Vec::with_capacity(page.elements.len());
    for (element, &of_element) in page.elements.iter().zip(counts) {
        // Only siblings are in a row, so their parent belongs to the key.
        let number = *numbers.entry((element.parent, element.key)).or_insert(rows.len() as u32);
        if number as usize == rows.len() {
            rows.push(Row::default());
        }
        let row = &mut rows[number as usize];
        in_rows.push(number);
        row.n += 1;
        row.counts += of_element;
    }
    (rows, in_rows)
}

/// Goes down from the body while one child has at least this many hundredths of the
/// running text.
fn container(page: &Evidence, counts: &[Counts], hundredths: u64) -> u32 {
    let whole = u64::from(counts[0].running);
    let mut at = 0_u32;
    // Elements are in pre-order: the next one that is large enough is a child of the last, or
    // in another part of the page.
    for (i, element) in page.elements.iter().enumerate().skip(1) {
        let large = whole * hundredths <= 100 * u64::from(counts[i].running);
        if whole > 0 && large && element.parent == at {
            at = i as u32;
        }
    }
    at
}
