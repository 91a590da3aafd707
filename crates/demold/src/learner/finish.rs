//! What is done with the pieces of a page that mined strings match.

use serde::{Deserialize, Serialize};

/// What is done with the pieces of a page that strings match.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Finish {
    /// Two pieces with fewer characters than this between them become one.
    pub(crate) merge_gaps: usize,
    /// The least number of characters in both of them.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub(crate) merge_beside: usize,
    /// The least number of characters in a piece.
    pub(crate) drop_islands: usize,
    /// Whether what separates words belongs to the pieces beside it when these and the gaps are measured.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) consume_separators: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks so")]
fn is_zero(number: &usize) -> bool {
    *number == 0
}

impl Finish {
    pub(crate) fn is_none(&self) -> bool {
        *self == Finish::default()
    }
}
