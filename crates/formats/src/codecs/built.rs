//! The codecs themselves.

use std::io::{self, Read};

use zstd::stream::raw::{Decoder, InBuffer, Operation as _, OutBuffer};

use super::Unpacked;

/// A decoder of Zstandard frames, which can be used for one after another.
pub(crate) struct ZstdUnpacker(Box<Decoder<'static>>);

impl ZstdUnpacker {
    pub(crate) fn new(dictionary: &[u8]) -> Result<ZstdUnpacker, String> {
        let decoder = Decoder::with_dictionary(dictionary).map_err(|error| error.to_string())?;
        Ok(ZstdUnpacker(Box::new(decoder)))
    }

    /// Prepares for another frame with the same dictionary. Returns whether that was possible.
    pub(crate) fn renew(&mut self) -> bool {
        self.0.reinit().is_ok()
    }

    /// Decompresses a piece of `packed` to the beginning of `out`.
    pub(crate) fn step(&mut self, packed: &[u8], out: &mut [u8]) -> Result<Unpacked, String> {
        let mut from = InBuffer::around(packed);
        let mut to = OutBuffer::around(out);
        match self.0.run(&mut from, &mut to) {
            Ok(hint) => Ok(Unpacked {
                n_read: from.pos(),
                n_written: to.pos(),
                // Zstandard returns the number of bytes that it expects next, and 0 at the end of a frame.
                is_end: hint == 0,
            }),
            Err(error) => Err(advised(&error.to_string())),
        }
    }
}

/// Adds advice to the error about a frame that needs more memory than is allowed.
fn advised(error: &str) -> String {
    if error.contains("too much memory") {
        format!("{error}: its window is larger than 128 MiB; pack it with `zstd --long=27` or less")
    } else {
        error.to_owned()
    }
}

/// Decompresses a frame of at most `most` decompressed bytes.
pub(crate) fn zstd_unpacked(packed: &[u8], most: usize) -> io::Result<Vec<u8>> {
    zstd::bulk::decompress(packed, most)
}

/// The level of Zstandard. Chosen: the default of the `zstd` command.
const LEVEL: i32 = 3;

/// Compresses bytes into a frame of its own.
pub(crate) fn zstd_packed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
    // Without a checksum, damage could result in other bytes, unnoticed.
    compressor.include_checksum(true)?;
    compressor.compress(bytes)
}

/// Returns a reader of bytes that are compressed with Zstandard.
pub(crate) fn zstd(packed: &[u8]) -> io::Result<impl Read> {
    zstd::stream::read::Decoder::with_buffer(packed)
}

/// Returns a reader of bytes that are compressed with Brotli.
pub(crate) fn brotli(packed: impl Read) -> io::Result<impl Read> {
    Ok(brotli_decompressor::Decompressor::new(packed, 4096))
}
