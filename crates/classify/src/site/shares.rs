//! How much of a page the other pages of its site have.

use super::{Site, counts};
use crate::evidence::Evidence;

/// The share of all other pages: shares are summed in units of 1 / `ALL`. Chosen: by eye; only the rounding of shares
/// depends on it.
pub(crate) const ALL: u32 = 1 << 10;

/// For each line of a page, how many of the *other* pages have it. A page is no evidence against itself. By default
/// there are no others.
#[derive(Clone, Debug, Default)]
pub(crate) struct Shares {
    /// The number of other pages.
    pub(crate) other_pages: u32,
    /// Of them, those with the line. Empty if there are none.
    lines: Vec<u32>,
    /// Of them, those with the line's shape. Empty if there are none.
    shapes: Vec<u32>,
}

impl Shares {
    /// Compares a page with a site. If the site was learned from the page, or from a copy of it, that is left out.
    pub(crate) fn of(site: &Site, page: &Evidence) -> Shares {
        let itself = u32::from(site.knows(page));
        // A line that only this page has may not have been kept, so its number may be 0.
        let others = |with: u32| with.saturating_sub(itself);
        let other_pages = site.n_pages.saturating_sub(itself);
        if other_pages == 0 {
            return Shares::default();
        }
        Shares {
            other_pages,
            lines: (page.lines.iter()).map(|line| others(counts::pages_with(&site.lines, line.hash))).collect(),
            shapes: (page.lines.iter())
                .map(|line| others(counts::pages_with(&site.shapes, page.shape(line))))
                .collect(),
        }
    }

    /// Returns the number of other pages that have a line.
    pub(crate) fn with_line(&self, line: usize) -> u32 {
        self.lines.get(line).copied().unwrap_or(0)
    }

    /// Returns the number of other pages that have the shape of a line.
    pub(crate) fn with_shape(&self, line: usize) -> u32 {
        self.shapes.get(line).copied().unwrap_or(0)
    }

    /// Returns a number of other pages as a share of them all, in units of [`ALL`]; 0 if there are none.
    pub(crate) fn part(&self, with: u32) -> u32 {
        match self.other_pages {
            0 => 0,
            other_pages => (u64::from(ALL) * u64::from(with) / u64::from(other_pages)) as u32,
        }
    }

    /// Returns the lower end of the confidence interval of a line's share (Wilson, one standard deviation): one of
    /// one page says less than twenty of twenty.
    pub(crate) fn low(&self, with: u32) -> f64 {
        let n = f64::from(self.other_pages);
        if n == 0.0 {
            return 0.0;
        }
        let share = f64::from(with) / n;
        let middle = share + 1.0 / (2.0 * n);
        let spread = (share * (1.0 - share) / n + 1.0 / (4.0 * n * n)).sqrt();
        ((middle - spread) / (1.0 + 1.0 / n)).max(0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_pages_say_less() {
        let low = |other_pages, with| Shares { other_pages, ..Shares::default() }.low(with);
        assert!((low(1, 1) - 0.5).abs() < 1e-12);
        assert!(low(1, 1) < low(3, 3) && low(3, 3) < low(20, 20) && low(20, 20) < 1.0);
        assert!(low(20, 0) < 1e-12 && low(0, 0) == 0.0);
    }
}
