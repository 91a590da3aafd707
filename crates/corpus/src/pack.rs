//! Packing bytes that can be read on their own.

use std::io::{self, Write as _};

use flate2::write::GzEncoder;

use crate::{codecs::zstd_packed, warc::Compression};

/// Packs bytes into a member of their own, with a checksum. Packed files may be
/// concatenated.
///
/// # Errors
///
/// Those of the compressor, which only fails if memory runs out, and Zstandard without the feature `packed`.
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
