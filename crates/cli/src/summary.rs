//! The lines at the end.

use std::{fmt, time::Duration};

/// What was done.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Summary {
    pub(crate) n_pages: usize,
    pub(crate) bytes_in: u64,
    pub(crate) bytes_out: u64,
    /// Bytes of the pages' source that belong to the template.
    pub(crate) bytes_removed: u64,
    /// Bytes of the pages' decoded source.
    pub(crate) bytes_decoded: u64,
    /// Pages that could not be read.
    pub(crate) n_skipped: usize,
    pub(crate) elapsed: Duration,
}

impl Summary {
    /// Adds one cleaned page.
    pub(crate) fn add(&mut self, other: &Summary) {
        self.n_pages += other.n_pages;
        self.bytes_in += other.bytes_in;
        self.bytes_out += other.bytes_out;
        self.bytes_removed += other.bytes_removed;
        self.bytes_decoded += other.bytes_decoded;
        self.n_skipped += other.n_skipped;
    }
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let removed = if self.bytes_decoded == 0 {
            0.0
        } else {
            100.0 * self.bytes_removed as f64 / self.bytes_decoded as f64
        };
        write!(
            f,
            "{} cleaned, {} in, {} out, {removed:.1} % was template, {:.2} s",
            count(self.n_pages, "page"),
            bytes(self.bytes_in),
            bytes(self.bytes_out),
            self.elapsed.as_secs_f64()
        )?;
        if self.n_skipped != 0 {
            write!(f, "; {} skipped", count(self.n_skipped, "page"))?;
        }
        Ok(())
    }
}

/// `1 page`, `2 pages`.
pub(crate) fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

/// `999 B`, `1.0 kB`, `12.3 MB`: decimal units, one digit after the point.
pub(crate) fn bytes(n: u64) -> String {
    const UNITS: [&str; 4] = ["kB", "MB", "GB", "TB"];
    if n < 1000 {
        return format!("{n} B");
    }
    let mut amount = n as f64 / 1000.0;
    let mut unit = 0;
    while 999.95 <= amount && unit + 1 < UNITS.len() {
        amount /= 1000.0;
        unit += 1;
    }
    format!("{amount:.1} {}", UNITS[unit])
}

#[cfg(test)]
mod tests {
    use super::bytes;

    #[test]
    fn sizes_read_well() {
        for (n, expected) in [
            (0, "0 B"),
            (999, "999 B"),
            (1000, "1.0 kB"),
            (999_949, "999.9 kB"),
            (999_950, "1.0 MB"),
            (12_345_678, "12.3 MB"),
            (u64::MAX, "18446744.1 TB"),
        ] {
            assert_eq!(bytes(n), expected);
        }
    }
}
