//! What the cleaned pages are for.

use serde::{Deserialize, Serialize};

/// What the cleaned pages are for: how much of what varies between pages is to go.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Profile {
    /// Nothing of a page's own is lost: only what provably repeats, or is empty of own words, goes.
    Data,
    /// The site's kind decides: articles are cut to their text, other pages keep their short lines.
    #[default]
    Balanced,
    /// The main text alone.
    Article,
}
