//! What is computed from the elements around a line.

use super::{
    Features, Sink,
    counts::share,
    names::{OF_LEVEL, OF_PART, OF_ROW},
    tags::rank,
};
use crate::evidence::NONE;

impl Features<'_> {
    pub(super) fn of_level(&self, element: u32, row: &mut impl Sink) {
        // Above the body there is no element.
        if element == NONE {
            row.put([-1.0; OF_LEVEL.len()]);
            return;
        }
        let (counts, whole) = (self.counts.of(element), self.counts.whole());
        let siblings = self.places.rows.of(element, &self.counts);
        row.put([
            share(counts.words, whole.words),
            counts.words as f32,
            counts.link_share(),
            counts.words_a_line(),
            counts.running_share(),
            share(counts.running, whole.running),
            siblings.n as f32,
            counts.lines as f32,
            share(siblings.counts.words, whole.words),
            counts.images as f32,
            counts.inputs as f32,
            counts.prices as f32,
            rank(self.page.elements[element as usize].tag),
        ]);
    }

    pub(super) fn of_row(&self, item: u32, row: &mut impl Sink) {
        // Not every element is in a row of similar siblings or below one.
        if item == NONE {
            row.put([-1.0; OF_ROW.len()]);
            return;
        }
        let siblings = self.places.rows.of(item, &self.counts);
        let counts = &siblings.counts;
        row.put([
            share(counts.words, self.counts.whole().words),
            counts.link_share(),
            counts.running_share(),
            share(counts.inputs, siblings.n),
            share(counts.prices, siblings.n),
        ]);
    }

    pub(super) fn of_part(&self, part: u32, row: &mut impl Sink) {
        if part == NONE {
            row.put([-1.0; OF_PART.len()]);
            return;
        }
        let counts = self.counts.of(part);
        row.put([
            share(counts.words, self.counts.whole().words),
            counts.link_share(),
            counts.running_share(),
            counts.images as f32,
            counts.inputs as f32,
            counts.prices as f32,
        ]);
    }
}
