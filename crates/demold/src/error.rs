//! What can go wrong, and what to do about it.

use std::fmt;

/// Why a template could not be learned, read or applied.
///
/// Any bytes can be cleaned; only a page that was made to become many times as long is
/// refused as Markdown and as blocks. Messages are lower
/// case without a final stop; causes are reached through
/// [`source`](std::error::Error::source).
#[non_exhaustive]
#[derive(Debug)]
pub enum Error {
    /// There was no page to learn from.
    NoPages,
    /// A setting of the distillation is invalid, or a limit was exceeded.
    #[cfg(feature = "papers")]
    Distill(distill_tree::Error),
    /// A setting of the mining is invalid, or a limit was exceeded.
    #[cfg(feature = "papers")]
    Mine(suffixarray_miner::Error),
    /// A setting of the mapping is invalid, or a limit was exceeded.
    #[cfg(feature = "papers")]
    Map(rtdm_tree_mapping::Error),
    /// Expressions cannot be read, or are too large to be matched.
    #[cfg(feature = "papers")]
    Expressions(expressions::Error),
    /// A page takes more steps to be rendered than pages of its length may.
    Rendering(render::Error),
    /// What was given cannot be used, in words: a template that cannot be read or is of another method, an unknown
    /// method, a setting of another one, a text that is no list of CSS selectors, or a record of another page.
    Unusable(String),
}

impl Error {
    /// Says what is wrong in a template file that is well-formed.
    pub(crate) fn damaged(reason: impl fmt::Display) -> Error {
        Error::Unusable(format!("the template is damaged: {reason}"))
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            #[cfg(feature = "papers")]
            Error::Distill(cause) => Some(cause),
            #[cfg(feature = "papers")]
            Error::Mine(cause) => Some(cause),
            #[cfg(feature = "papers")]
            Error::Map(cause) => Some(cause),
            #[cfg(feature = "papers")]
            Error::Expressions(cause) => Some(cause),
            Error::Rendering(cause) => Some(cause),
            _ => None,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NoPages => f.write_str("there are no pages to learn from"),
            #[cfg(feature = "papers")]
            Error::Distill(_) => f.write_str("the template could not be distilled"),
            #[cfg(feature = "papers")]
            Error::Mine(_) => f.write_str("the template could not be mined"),
            #[cfg(feature = "papers")]
            Error::Map(_) => f.write_str("the pages' trees could not be mapped"),
            #[cfg(feature = "papers")]
            Error::Expressions(_) => f.write_str("the expressions cannot be used"),
            Error::Rendering(_) => f.write_str("the page cannot be rendered"),
            Error::Unusable(what) => f.write_str(what),
        }
    }
}
