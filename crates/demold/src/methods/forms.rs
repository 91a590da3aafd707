//! Forms of tokens, nodes and words in the listings of templates.

use std::fmt;

/// Texts and attributes longer than this, in characters, are cut short. Chosen: by eye.
const LONGEST: usize = 100;

/// Deeper nesting is not indented any further. Chosen: by eye.
const DEEPEST: usize = 30;

/// Prints a form with the number of pages that have it, indented by its depth.
pub(super) fn supported(
    f: &mut fmt::Formatter<'_>,
    support: u32,
    n_pages: u32,
    depth: usize,
    form: &str,
) -> fmt::Result {
    let width = n_pages.to_string().len();
    let indent = 2 * depth.min(DEEPEST);
    let form = Short(form);
    writeln!(f, "{support:>width$}/{n_pages}  {:indent$}{form}", "")
}

/// A form on one line, cut short if it is long.
pub(super) struct Short<'a>(pub(super) &'a str);

impl fmt::Display for Short<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let end = self.0.char_indices().nth(LONGEST).map(|(at, _)| at);
        let shown = &self.0[..end.unwrap_or(self.0.len())];
        for character in shown.chars() {
            write!(f, "{}", if character.is_control() { ' ' } else { character })?;
        }
        f.write_str(if end.is_some() { "…" } else { "" })
    }
}
