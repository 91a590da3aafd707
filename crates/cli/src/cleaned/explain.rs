//! What was removed from a page, for people.

use std::fmt::Write as _;

use demold::Cleaned;

use crate::terminal::count;

/// The page, and a line for each removed part: bytes, words, element, reason.
pub(super) fn explanation(page: &str, cleaned: &Cleaned<'_>) -> String {
    let share = 100.0 * cleaned.removed_share();
    let mut lines = format!("{page}: {share:.1} % removed, fit {:.2}", cleaned.fit());
    for removal in cleaned.removals() {
        let range = removal.range();
        let words = count(removal.words(), "word");
        write!(
            lines,
            "\n  {}..{}  {words}  {}  {}: {}",
            range.start,
            range.end,
            removal.selector(),
            removal.reason(),
            removal.sentence()
        )
        .expect("strings take all that is written");
    }
    lines
}
