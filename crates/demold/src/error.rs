//! What can go wrong, and what to do about it.

use std::{fmt, ops::Range};

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
    /// Templates that were found by different methods have nothing to compare.
    OtherMethod {
        /// How the older one was found.
        old: crate::Method,
        /// How the newer one was found.
        new: crate::Method,
    },
    /// A method's name is not one of [`Method::ALL`](crate::Method::ALL).
    UnknownMethod {
        /// The name that was given.
        given: String,
    },
    /// A setting means nothing to the method.
    OtherSetting {
        /// The name that the user knows it by.
        name: &'static str,
        /// The setting.
        setting: crate::Setting,
        /// The method.
        method: crate::Method,
    },
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
    /// A text is not a list of CSS selectors, or asks for something that only a
    /// browser knows.
    Selector(select::Error),
    /// A page takes more steps to be rendered than pages of its length may.
    Rendering(render::Error),
    /// A record belongs to another page: it names bytes that this page does not
    /// have, or parts of characters.
    Record {
        /// The bytes that the record names.
        range: Range<usize>,
        /// The length of the page in bytes.
        length: usize,
    },
    /// A text is not JSON, or does not have the shape of a template.
    Damaged {
        /// What is wrong, with line and column if they are known.
        reason: String,
    },
    /// A text is well-formed JSON, but not a template file.
    NotATemplate,
    /// A template file was written by an earlier version and can no longer be
    /// read.
    OlderVersion {
        /// The version of the file.
        found: u32,
        /// The version that can be read.
        supported: u32,
    },
    /// A template file was written by a later version.
    NewerVersion {
        /// The version of the file.
        found: u32,
        /// The latest version that can be read.
        supported: u32,
    },
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
            Error::OtherMethod { old, new } => {
                write!(f, "one template was learned by {old} and the other by {new}")
            }
            Error::UnknownMethod { given } => {
                write!(f, "there is no method {given:?}; choose from")?;
                for (nth, method) in crate::Method::ALL.iter().enumerate() {
                    write!(f, "{} {method}", if nth == 0 { "" } else { "," })?;
                }
                Ok(())
            }
            Error::OtherSetting { name, setting, method } => {
                let methods: Vec<&str> = setting.methods().map(crate::Method::name).collect();
                let methods = methods.join(" or ");
                write!(f, "{name} goes with the method {methods}, and the method is {method}; leave {name} out")
            }
            #[cfg(feature = "papers")]
            Error::Distill(_) => f.write_str("the template could not be distilled"),
            #[cfg(feature = "papers")]
            Error::Mine(_) => f.write_str("the template could not be mined"),
            #[cfg(feature = "papers")]
            Error::Map(_) => f.write_str("the pages' trees could not be mapped"),
            #[cfg(feature = "papers")]
            Error::Expressions(_) => f.write_str("the expressions cannot be used"),
            Error::Rendering(_) => f.write_str("the page cannot be rendered"),
            // It has nothing to add, and no source of its own.
            Error::Selector(error) => error.fmt(f),
            Error::Record { range, length } => write!(
                f,
                "the record belongs to another page: it names bytes {} to {}, but the page has {length}",
                range.start, range.end
            ),
            Error::Damaged { reason } => write!(f, "the template is damaged: {reason}"),
            Error::NotATemplate => {
                f.write_str("this is not a template: it lacks the line \"format\": \"demold template\"")
            }
            Error::OlderVersion { found, supported } => write!(
                f,
                "the template is of version {found}, and this program reads \
                 version {supported}: learn the template again from pages of its site"
            ),
            Error::NewerVersion { found, supported } => write!(
                f,
                "the template is of version {found}, and this program reads version \
                 {supported}; use a newer demold, or learn the template again"
            ),
        }
    }
}
