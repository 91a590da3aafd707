//! Text that comes from no tree, such as a page's title, as Markdown.

use super::escape::{Openers, TextContext, block_start, push_escaped};
use crate::address;

/// Returns a text as one line of Markdown in which nothing is markup: a reader shows the words of the text. White space
/// becomes single spaces.
///
/// The line may stand at the beginning of a paragraph or of a list item, or after other text of a line.
///
/// # Complexity
///
/// Linear in the text.
#[must_use]
pub fn markdown_text(text: &str) -> String {
    let mut line = escaped(text, false);
    if let Some(at) = block_start(&line, true, true) {
        line.insert(at, '\\');
    }
    line
}

/// Returns a link of Markdown with this text: the text alone if the address is empty, or if its scheme names no place, as
/// that of `javascript:` does.
///
/// # Complexity
///
/// Linear in the text and the address.
#[must_use]
pub fn markdown_link(text: &str, address: &str) -> String {
    let Some(target) = address::target(address) else {
        return markdown_text(text);
    };
    let mut link = ["[", &escaped(text, true), "]("].concat();
    address::push_destination(&mut link, &target);
    link.push(')');
    link
}

fn escaped(text: &str, in_link: bool) -> String {
    let place = TextContext { in_link, in_strike: false, in_cell: false, line_start: 0 };
    // Other texts may follow in the same paragraph.
    let (mut line, mut openers) = (String::new(), Openers::full());
    let words: Vec<&str> = text.split_whitespace().collect();
    push_escaped(&mut line, &words.join(" "), place, &mut openers);
    // In a link, a bracket follows.
    if in_link {
        openers.escape_addresses(&mut line, 0);
    }
    line
}
