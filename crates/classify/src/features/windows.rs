//! Sums over neighbouring lines, as differences of sums over all lines before.

use super::counts::Counts;

/// For each line, and the end, the counts of all lines before it.
#[derive(Clone, Debug)]
pub(super) struct Windows(Vec<Counts>);

impl Windows {
    pub(super) fn new(of_lines: &[Counts]) -> Windows {
        let mut sums = Vec::with_capacity(of_lines.len() + 1);
        sums.push(Counts::default());
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
            images: to.images - from.images,
            inputs: to.inputs - from.inputs,
            prices: to.prices - from.prices,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn windows_end_where_the_page_ends() {
        let of_lines: Vec<Counts> = (1..=4).map(|words| Counts { words, lines: 1, ..Counts::default() }).collect();
        let windows = Windows::new(&of_lines);
        for line in 0..4 {
            assert_eq!(windows.before(line).words, (1..=line as u32).sum::<u32>());
            for radius in 0..6 {
                let (from, to) = (line.saturating_sub(radius), (line + radius + 1).min(4));
                let naive: u32 = of_lines[from..to].iter().map(|of_line| of_line.words).sum();
                assert_eq!(windows.around(line, radius).words, naive);
                assert_eq!(windows.around(line, radius).lines as usize, to - from);
            }
        }
    }
}
