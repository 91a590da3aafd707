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
