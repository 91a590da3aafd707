//! Zstandard and Brotli, which a program can be built without, and a quick compression for pages that are kept while
//! it runs.

#[cfg(feature = "packed")]
mod built;
#[cfg(not(feature = "packed"))]
mod left_out;

#[cfg(feature = "packed")]
pub(crate) use self::built::{ZstdUnpacker, brotli, quick_packed, quick_unpacked, zstd, zstd_packed, zstd_unpacked};
#[cfg(not(feature = "packed"))]
pub(crate) use self::left_out::{ZstdUnpacker, brotli, quick_packed, quick_unpacked, zstd, zstd_packed, zstd_unpacked};

/// How far one step of a decoder came.
pub(crate) struct Unpacked {
    pub(crate) n_read: usize,
    pub(crate) n_written: usize,
    /// The member is complete.
    pub(crate) is_end: bool,
}
