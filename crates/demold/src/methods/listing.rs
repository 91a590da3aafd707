//! What the listings of templates have in common.

use std::fmt;

/// Prints the title of one of several kinds of pages.
pub(super) fn title(f: &mut fmt::Formatter<'_>, number: usize, n_kinds: usize, n_pages: usize) -> fmt::Result {
    let blank = if number == 0 { "" } else { "\n" };
    let number = number + 1;
    writeln!(f, "{blank}cluster {number} of {n_kinds}, of {n_pages} pages")
}

/// Writes `1 string`, `2 strings`.
pub(crate) fn count(n: usize, what: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} {what}{plural}")
}

/// Prints how many regions and lines several pages have.
pub(super) fn sizes(f: &mut fmt::Formatter<'_>, n_regions: usize, n_lines: usize) -> fmt::Result {
    writeln!(f, "{}, and {} that several pages have", count(n_regions, "region"), count(n_lines, "line"))
}
