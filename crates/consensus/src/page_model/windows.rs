//! Sums over neighbouring lines, from sums over all lines before.

use super::counts::Counts;

/// For each line, and the end, the counts of all lines before it.
#[derive(Clone, Debug)]
pub(super) struct Windows(Vec<Counts>);

impl Windows {
    pub(super) fn new(of_lines: &[Counts]) -> Windows {
        let mut sums = vec![Counts::default()];
        let mut sum = Counts::default();
        for &of_line in of_lines {
            sum += of_line;
            sums.push(sum);
        }
        Windows(sums)
    }

    /// Counts the lines before one.
    pub(super) fn before(&self, line: usize) -> Counts {
        self.0[line]
    }

    /// Counts a line and up to `radius` lines on either side of it.
    pub(super) fn around(&self, line: usize, radius: usize) -> Counts {
        let end = (line + radius + 1).min(self.0.len() - 1);
        let (from, to) = (&self.0[line.saturating_sub(radius)], &self.0[end]);
        Counts {
            words: to.words - from.words,
            link_words: to.link_words - from.link_words,
            running: to.running - from.running,
            lines: to.lines - from.lines,
            kept: to.kept - from.kept,
            ends: to.ends - from.ends,
            images: to.images - from.images,
            inputs: to.inputs - from.inputs,
            headings: to.headings - from.headings,
            prices: to.prices - from.prices,
            elements: to.elements - from.elements,
        }
    }
}
