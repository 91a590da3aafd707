//! Counts for every element of a page, summed in one pass from the innermost elements to the body.

use std::ops::{AddAssign, Sub};

use dom::Tag;

use super::text::Kind;
use crate::evidence::{Evidence, Line, NONE};

/// Counts of what an element holds, itself included.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Counts {
    pub(super) words: u32,
    pub(super) link_words: u32,
    /// Words of running text.
    pub(super) running: u32,
    pub(super) lines: u32,
    pub(super) images: u32,
    pub(super) inputs: u32,
    pub(super) prices: u32,
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.words += other.words;
        self.link_words += other.link_words;
        self.running += other.running;
        self.lines += other.lines;
        self.images += other.images;
        self.inputs += other.inputs;
        self.prices += other.prices;
    }
}

impl Sub for Counts {
    type Output = Counts;

    fn sub(self, other: Counts) -> Counts {
        Counts {
            words: self.words - other.words,
            link_words: self.link_words - other.link_words,
            running: self.running - other.running,
            lines: self.lines - other.lines,
            images: self.images - other.images,
            inputs: self.inputs - other.inputs,
            prices: self.prices - other.prices,
        }
    }
}

impl Counts {
    /// Counts one line.
    pub(super) fn of_line(line: &Line, kind: Kind) -> Counts {
        Counts {
            words: line.words,
            link_words: line.link_words,
            running: if kind.is_running { line.words } else { 0 },
            lines: 1,
            prices: u32::from(kind.is_price),
            ..Counts::default()
        }
    }

    pub(super) fn link_share(&self) -> f32 {
        share(self.link_words, self.words)
    }

    pub(super) fn running_share(&self) -> f32 {
        share(self.running, self.words)
    }

    pub(super) fn words_a_line(&self) -> f32 {
        share(self.words, self.lines)
    }
}

/// Divides, and returns zero if there is nothing to divide by.
pub(super) fn share(part: u32, whole: u32) -> f32 {
    if whole == 0 {
        return 0.0;
    }
    part as f32 / whole as f32
}

/// Counts for every element of a page.
pub(super) fn count(page: &Evidence, kinds: &[Kind]) -> Vec<Counts> {
    let mut counts: Vec<Counts> = page
        .elements
        .iter()
        .map(|element| Counts {
            images: u32::from(matches!(element.tag, Tag::IMG | Tag::PICTURE | Tag::SVG)),
            inputs: u32::from(matches!(element.tag, Tag::INPUT | Tag::SELECT | Tag::TEXTAREA | Tag::BUTTON)),
            ..Counts::default()
        })
        .collect();
    for (line, &kind) in page.lines.iter().zip(kinds) {
        counts[line.owner as usize] += Counts::of_line(line, kind);
    }
    // In reverse pre-order the counts of an element are complete before they are added to its parent.
    for i in (1..counts.len()).rev() {
        let parent = page.elements[i].parent;
        if parent != NONE {
            let below = counts[i];
            counts[parent as usize] += below;
        }
    }
    counts
}
