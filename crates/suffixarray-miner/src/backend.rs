//! The choice of the program that sorts the suffixes.

use std::fmt;

/// The program that sorts the suffixes. All of them give the same array.
#[non_exhaustive]
#[derive(Clone, Copy, Debug, Eq, Hash, PartialEq)]
pub enum Backend {
    /// `libsais`, in C: the default with the feature `libsais`.
    #[cfg(feature = "libsais")]
    Libsais,
    /// The crate `suffix`, in pure Rust: 6 to 20 times slower, and with up to
    /// 48 bytes per token while it sorts. The default without the feature.
    Suffix,
}

impl Backend {
    /// All backends of this build, the default first.
    pub const ALL: &'static [Backend] = &[
        #[cfg(feature = "libsais")]
        Backend::Libsais,
        Backend::Suffix,
    ];
}

impl Default for Backend {
    fn default() -> Backend {
        Backend::ALL[0]
    }
}

impl fmt::Display for Backend {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            #[cfg(feature = "libsais")]
            Backend::Libsais => "libsais",
            Backend::Suffix => "suffix",
        })
    }
}
