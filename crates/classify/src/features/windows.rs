//! Sums over neighbouring lines, as differences of sums over all lines before.

use std::ops::Range;

use super::counts::{Counts, PageCounts};

/// The radii of the windows of lines around a line. Chosen: by eye.
pub(super) const RADII: [usize; 3] = [3, 8, 20];

/// For some lines in a row and those around them, the counts of all lines before each.
#[derive(Clone, Debug)]
pub(super) struct Windows {
    sums: Vec<Counts>,
    /// The line that the first sum belongs to.
    first: usize,
}

/// The largest radius of a window. Set by: [`RADII`].
const REACH: usize = RADII[RADII.len() - 1];

impl Windows {
    /// Sums up around the lines `of`. `before` are the counts of all lines before the first of these.
    pub(super) fn new(counts: &PageCounts<'_>, of: Range<usize>, before: Counts) -> Windows {
        let first = of.start.saturating_sub(REACH);
        let end = (of.end + REACH).min(counts.kinds().len());
        let mut sum = (first..of.start).fold(before, |sum, line| sum - counts.of_line(line));
        let mut sums = Vec::with_capacity(end - first + 1);
        sums.push(sum);
        for line in first..end {
            sum += counts.of_line(line);
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
    use super::{super::text::Kind, *};
    use crate::evidence::{Evidence, Line};

    #[test]
    fn windows_end_where_the_page_ends() {
        let mut page = Evidence::read(&dom::Dom::parse("<p>"));
        page.lines = (1..=60).map(|words| Line { words, ..Line::default() }).collect();
        let counts = PageCounts::new(&page, vec![Kind::default(); page.lines.len()]);
        let lines = &page.lines;
        for of in [0..60, 0..9, 9..40, 40..60] {
            let before: u32 = (0..of.start).map(|line| lines[line].words).sum();
            let before = Counts { words: before, lines: of.start as u32, ..Counts::default() };
            let windows = Windows::new(&counts, of.clone(), before);
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
