//! Sums over neighbouring lines, as differences of sums over all lines before.

use std::ops::Range;

use super::{counts::Counts, names::RADII, text::Kind};
use crate::evidence::Line;

/// For some lines in a row and those around them, the counts of all lines before each.
#[derive(Clone, Debug)]
pub(super) struct Windows {
    sums: Vec<Counts>,
    /// The line that the first sum belongs to.
    first: usize,
}

/// The largest radius of a window.
const REACH: usize = RADII[RADII.len() - 1];

impl Windows {
    /// Sums up around the lines `of`. `before` are the counts of all lines before the first of these.
    pub(super) fn new(lines: &[Line], kinds: &[Kind], of: Range<usize>, before: Counts) -> Windows {
        let count = |line: usize| Counts::of_line(&lines[line], kinds[line]);
        let first = of.start.saturating_sub(REACH);
        let end = (of.end + REACH).min(lines.len());
        let mut sum = (first..of.start).fold(before, |sum, line| sum - count(line));
        let mut sums = Vec::with_capacity(end - first + 1);
        sums.push(sum);
        for line in first..end {
            sum += count(line);
            sums.push(sum);
        }
        Windows { sums, first }
    }

    /// Counts the lines before one.
    pub(super) fn before(&self, line: usize) -> Counts {
        self.sums[line - self.first]
    }

    /// Counts a line and up to `radius` lines on either side of it.
    pub(super) fn around(&self, line: usize, radius: usize) -> Counts {
        let at = line - self.first;
        let end = (at + radius + 1).min(self.sums.len() - 1);
        self.sums[end] - self.sums[at.saturating_sub(radius)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_end_where_the_page_ends() {
        let lines: Vec<Line> = (1..=60).map(|words| Line { words, ..Line::default() }).collect();
        let kinds = vec![Kind::default(); lines.len()];
        for of in [0..60, 0..9, 9..40, 40..60] {
            let before: u32 = (0..of.start).map(|line| lines[line].words).sum();
            let before = Counts { words: before, lines: of.start as u32, ..Counts::default() };
            let windows = Windows::new(&lines, &kinds, of.clone(), before);
            for line in of {
                assert_eq!(windows.before(line).words, (1..=line as u32).sum::<u32>());
                for radius in RADII {
                    let (from, to) = (line.saturating_sub(radius), (line + radius + 1).min(lines.len()));
                    let naive: u32 = lines[from..to].iter().map(|line| line.words).sum();
                    assert_eq!(windows.around(line, radius).words, naive);
                    assert_eq!(windows.around(line, radius).lines as usize, to - from);
                }
            }
        }
    }
}
