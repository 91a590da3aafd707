//! What is computed from the elements around a line.

use dom::Tag;
use gbdt::RowWriter;

use super::{
    Features,
    counts::{Counts, share},
    places::Row,
    table::features,
    tags::rank,
};
use crate::evidence::NONE;

features! {
    /// Of the block that the line is in and the elements above it.
    pub(super) OF_LEVEL = fn level(counts: &Counts, whole: &Counts, siblings: &Row, tag: Tag) {
        "share", Place: share(counts.words, whole.words);
        "words", Place: counts.words as f32;
        "link_share", Links: counts.link_share();
        "words_a_line", Around: counts.words_a_line();
        "running_share", Place: counts.running_share();
        "share_of_running", Place: share(counts.running, whole.running);
        "siblings", Place: siblings.n as f32;
        "lines", Place: counts.lines as f32;
        "row_share", Place: share(siblings.counts.words, whole.words);
        "images", Around: counts.images as f32;
        "inputs", Around: counts.inputs as f32;
        "prices", Around: counts.prices as f32;
        "tag", Name: rank(tag);
    }
}

features! {
    /// Of the row of similar siblings around the line.
    pub(super) OF_ROW = fn similar_siblings(siblings: &Row, whole: &Counts) {
        "share", Place: share(siblings.counts.words, whole.words);
        "link_share", Links: siblings.counts.link_share();
        "running_share", Place: siblings.counts.running_share();
        "inputs_each", Around: share(siblings.counts.inputs, siblings.n);
        "prices_each", Around: share(siblings.counts.prices, siblings.n);
    }
}

features! {
    /// Of the largest element around the line with at most half of the page's words, and of the child of the middle
    /// container.
    pub(super) OF_PART = fn part(counts: &Counts, whole: &Counts) {
        "share", Place: share(counts.words, whole.words);
        "link_share", Links: counts.link_share();
        "running_share", Place: counts.running_share();
        "images", Around: counts.images as f32;
        "inputs", Around: counts.inputs as f32;
        "prices", Around: counts.prices as f32;
    }
}

impl Features<'_> {
    pub(super) fn of_level(&self, element: u32, row: &mut RowWriter<'_>) {
        // Above the body there is no element.
        if element == NONE {
            row.put([-1.0; OF_LEVEL.len()]);
            return;
        }
        let siblings = self.places.rows.of(element, &self.counts);
        let tag = self.page.elements[element as usize].tag;
        row.put(level(&self.counts.of(element), &self.counts.whole(), &siblings, tag));
    }

    pub(super) fn of_row(&self, item: u32, row: &mut RowWriter<'_>) {
        // Not every element is in a row of similar siblings or below one.
        if item == NONE {
            row.put([-1.0; OF_ROW.len()]);
            return;
        }
        row.put(similar_siblings(&self.places.rows.of(item, &self.counts), &self.counts.whole()));
    }

    pub(super) fn of_part(&self, element: u32, row: &mut RowWriter<'_>) {
        if element == NONE {
            row.put([-1.0; OF_PART.len()]);
            return;
        }
        row.put(part(&self.counts.of(element), &self.counts.whole()));
    }
}
