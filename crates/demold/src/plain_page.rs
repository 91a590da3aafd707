//! Plain text as a page that shows it.

use cleaner::{Regions, plain};

/// Returns what the regions leave of a plain text as a page that shows it.
pub(crate) fn of_plain_text(text: &str, regions: &Regions) -> String {
    format!("<pre>\n{}</pre>", escaped(&plain(text, regions)))
}

/// Returns a page with a paragraph for each line of a text.
pub(crate) fn paragraphs(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| format!("<p>{}</p>\n", escaped(line))).collect()
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
