//! What can go wrong, and what to do about it.

use std::fmt;

/// Why a template could not be learned, read or applied.
///
/// Any bytes can be cleaned; only a page that was made to become many times as long is
/// refused as Markdown and as blocks. Messages are lower
/// case without a final stop; causes are reached through
/// [`source`](std::error::Error::source).
#[non_exhaustive]
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There was no page to learn from.
    #[error("there are no pages to learn from")]
    NoPages,
    /// A setting of the distillation is invalid, or a limit was exceeded.
    #[cfg(feature = "papers")]
    #[error("the template could not be distilled")]
    Distill(#[source] distill_tree::Error),
    /// A setting of the mining is invalid, or a limit was exceeded.
    #[cfg(feature = "papers")]
    #[error("the template could not be mined")]
    Mine(#[source] suffixarray_miner::Error),
    /// A setting of the mapping is invalid, or a limit was exceeded.
    #[cfg(feature = "papers")]
    #[error("the pages' trees could not be mapped")]
    Map(#[source] rtdm_tree_mapping::Error),
    /// Expressions cannot be read, or are too large to be matched.
    #[cfg(feature = "papers")]
    #[error("the expressions cannot be used")]
    Expressions(#[source] expressions::Error),
    /// A page takes more steps to be rendered than pages of its length may.
    #[error("the page cannot be rendered")]
    Rendering(#[source] render::Error),
    /// What was given cannot be used, in words: a template that cannot be read or is of another method, an unknown
    /// method, a setting of another one, a text that is no list of CSS selectors, or a record of another page.
    #[error("{0}")]
    Unusable(String),
}

impl Error {
    /// Says what is wrong in a template file that is well-formed.
    pub(crate) fn damaged(reason: impl fmt::Display) -> Error {
        Error::Unusable(format!("the template is damaged: {reason}"))
    }
}
