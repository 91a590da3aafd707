//! The codecs themselves.

use std::{
    cell::RefCell,
    io::{self, Read},
};

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

/// The default level of the `zstd` command.
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

/// The fastest level above zero, which reduces pages to a third of their size.
const QUICK: i32 = 1;

thread_local! {
    /// The compressor, and a buffer in which it has space for anything, so that the boxed result is exactly as long
    /// as needed.
    static PACKER: RefCell<(zstd::bulk::Compressor<'static>, Vec<u8>)> = RefCell::default();
    /// The decompressor. With a new one for each page, the remains of a page were allocated where the 94 KB of the
    /// last decompressor had been, and the next decompressor did not fit there.
    static UNPACKER: RefCell<zstd::bulk::Decompressor<'static>> = RefCell::default();
}

/// Compresses bytes that are kept only while the program runs.
pub(crate) fn quick_packed(bytes: &[u8]) -> io::Result<Box<[u8]>> {
    PACKER.with_borrow_mut(|(compressor, buffer)| {
        buffer.clear();
        buffer.reserve(zstd::zstd_safe::compress_bound(bytes.len()));
        compressor.set_compression_level(QUICK)?;
        compressor.compress_to_buffer(bytes, buffer)?;
        Ok(buffer.as_slice().into())
    })
}

/// Decompresses bytes from [`quick_packed`].
pub(crate) fn quick_unpacked(packed: &[u8]) -> io::Result<Vec<u8>> {
    let length = zstd::zstd_safe::get_frame_content_size(packed);
    let length = length.ok().flatten().and_then(|n| usize::try_from(n).ok());
    let mut bytes = Vec::new();
    // `try_reserve_exact` reports a length that is too large as an error. The frame may have been damaged in the
    // file.
    bytes.try_reserve_exact(length.ok_or(io::ErrorKind::InvalidData)?)?;
    UNPACKER.with_borrow_mut(|unpacker| unpacker.decompress_to_buffer(packed, &mut bytes))?;
    Ok(bytes)
}
