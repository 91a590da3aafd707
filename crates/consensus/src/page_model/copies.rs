//! Text that a page has twice, as narrow screens and slides want it.

use tokenize::Tag;

use crate::evidence::{Evidence, Line};

/// Says whether the same text may stand in several places like this one without being a copy.
pub(super) fn may_repeat(page: &Evidence, line: &Line) -> bool {
    line.in_table
        || page.upwards(line.owner).any(|at| {
            matches!(
                page.elements[at as usize].tag,
                Tag::BLOCKQUOTE | Tag::PRE | Tag::TABLE | Tag::Q
            )
        })
}
