//! Zstandard and Brotli, which a program can be built without, and the compression of members.

#[cfg(feature = "packed")]
mod built;
#[cfg(not(feature = "packed"))]
mod left_out;

#[cfg(feature = "packed")]
pub(crate) use self::built::{ZstdUnpacker, brotli, zstd, zstd_packed, zstd_unpacked};
#[cfg(not(feature = "packed"))]
pub(crate) use self::left_out::{ZstdUnpacker, brotli, zstd, zstd_packed, zstd_unpacked};

use std::io::{self, Write as _};

use flate2::write::GzEncoder;

use crate::warc::Compression;

/// How far one step of a decoder came.
pub(crate) struct Unpacked {
    pub(crate) n_read: usize,
    pub(crate) n_written: usize,
    /// The member is complete.
    pub(crate) is_end: bool,
}

/// Compresses bytes into a member of its own, with a checksum. Compressed members may be concatenated.
///
/// # Errors
///
/// Those of the compressor, which fails only if memory runs out. Zstandard fails without the feature `packed`.
pub fn pack(bytes: &[u8], compression: Compression) -> io::Result<Vec<u8>> {
    match compression {
        Compression::None => Ok(bytes.to_vec()),
        Compression::Gzip => {
            let level = flate2::Compression::default();
            let mut packer = GzEncoder::new(Vec::with_capacity(bytes.len() / 3), level);
            packer.write_all(bytes)?;
            packer.finish()
        }
        Compression::Zstd => zstd_packed(bytes),
    }
}
