//! Counts for every line and every element of a page.

use std::ops::{AddAssign, Sub};

use dom::Tag;

use super::{sums::Sums, text::Kind};
use crate::evidence::{Evidence, Line};

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
        *self = self.zip(other, |one, other| one + other);
    }
}

impl Sub for Counts {
    type Output = Counts;

    fn sub(self, other: Counts) -> Counts {
        self.zip(other, |one, other| one - other)
    }
}

impl Counts {
    #[inline]
    fn zip(self, other: Counts, with: impl Fn(u32, u32) -> u32) -> Counts {
        Counts {
            words: with(self.words, other.words),
            link_words: with(self.link_words, other.link_words),
            running: with(self.running, other.running),
            lines: with(self.lines, other.lines),
            images: with(self.images, other.images),
            inputs: with(self.inputs, other.inputs),
            prices: with(self.prices, other.prices),
        }
    }

    /// Counts one line.
    fn of_line(line: &Line, kind: Kind) -> Counts {
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

/// Counts for every line and every element of a page.
#[derive(Debug)]
pub(super) struct PageCounts<'a> {
    page: &'a Evidence,
    kinds: Vec<Kind>,
    sums: Sums<Counts>,
    whole: Counts,
}

impl<'a> PageCounts<'a> {
    /// Counts the lines, which are of these kinds, and elements of a page.
    pub(super) fn new(page: &'a Evidence, kinds: Vec<Kind>) -> PageCounts<'a> {
        let of_line = |line: usize| Counts::of_line(&page.lines[line], kinds[line]);
        let sums = Sums::of(page, of_line, |element| match element.tag {
            Tag::IMG | Tag::PICTURE | Tag::SVG => Some(Counts { images: 1, ..Counts::default() }),
            Tag::INPUT | Tag::SELECT | Tag::TEXTAREA | Tag::BUTTON => Some(Counts { inputs: 1, ..Counts::default() }),
            _ => None,
        });
        let whole = sums.get(0, of_line).unwrap_or_default();
        PageCounts { sums, whole, page, kinds }
    }

    pub(super) fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// Counts a line.
    pub(super) fn of_line(&self, line: usize) -> Counts {
        Counts::of_line(&self.page.lines[line], self.kinds[line])
    }

    /// Returns the counts of an element.
    #[inline]
    pub(super) fn of(&self, element: u32) -> Counts {
        self.sums.get(element, |line| self.of_line(line)).unwrap_or_default()
    }

    /// Returns the counts of the whole page.
    pub(super) fn whole(&self) -> Counts {
        self.whole
    }
}
