//! The packings themselves.

use std::{
    cell::RefCell,
    io::{self, Read},
};

use zstd::stream::raw::{Decoder, InBuffer, Operation as _, OutBuffer};

use super::Unpacked;

/// Unpacks a frame of Zstandard, and then another.
pub(crate) struct ZstdUnpacker(Box<Decoder<'static>>);

impl ZstdUnpacker {
    pub(crate) fn new(dictionary: &[u8]) -> Result<ZstdUnpacker, String> {
        let decoder = Decoder::with_dictionary(dictionary).map_err(|error| error.to_string())?;
        Ok(ZstdUnpacker(Box::new(decoder)))
    }

    /// Makes ready for another frame with the same dictionary. Returns whether that worked.
    pub(crate) fn renew(&mut self) -> bool {
        self.0.reinit().is_ok()
    }

    /// Unpacks a piece of `packed` to the beginning of `out`.
    pub(crate) fn step(&mut self, packed: &[u8], out: &mut [u8]) -> Result<Unpacked, String> {
        let mut from = InBuffer::around(packed);
        let mut to = OutBuffer::around(out);
        match self.0.run(&mut from, &mut to) {
            Ok(hint) => Ok(Unpacked {
                n_read: from.pos(),
                n_written: to.pos(),
                is_end: hint == 0,
            }),
            Err(error) => Err(advised(&error.to_string())),
        }
    }
}

/// Says what to do about a frame that needs more memory than frames get.
fn advised(error: &str) -> String {
    if error.contains("too much memory") {
        format!("{error}: its window is larger than 128 MiB; pack it with `zstd --long=27` or less")
    } else {
        error.to_owned()
    }
}

/// Unpacks a frame of at most `most` bytes.
pub(crate) fn zstd_unpacked(packed: &[u8], most: usize) -> io::Result<Vec<u8>> {
    zstd::bulk::decompress(packed, most)
}

/// The default of Zstandard's own command.
const LEVEL: i32 = 3;

/// Packs bytes into a frame of their own.
pub(crate) fn zstd_packed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut compressor = zstd::bulk::Compressor::new(LEVEL)?;
    // Otherwise damage would come out as other letters, unnoticed.
    compressor.include_checksum(true)?;
    compressor.compress(bytes)
}

/// Reads what is packed with Zstandard.
pub(crate) fn zstd(packed: &[u8]) -> io::Result<impl Read> {
    zstd::stream::read::Decoder::with_buffer(packed)
}

/// Reads what is packed with Brotli.
pub(crate) fn brotli(packed: impl Read) -> io::Result<impl Read> {
    Ok(brotli_decompressor::Decompressor::new(packed, 4096))
}

/// Fast, and reduces pages to a third of their size.
const QUICK: i32 = 1;

thread_local! {
    /// What packs, and a buffer for all that it packs, so that what is kept is no longer than necessary.
    static PACKER: RefCell<(zstd::bulk::Compressor<'static>, Vec<u8>)> = RefCell::default();
    /// What unpacks: with one for each page, what stays of a page came to lie where the 94 KB of the last one had been,
    /// and the next one found no room there.
    static UNPACKER: RefCell<zstd::bulk::Decompressor<'static>> = RefCell::default();
}

/// Packs what is kept only while a program runs.
pub(crate) fn quick_packed(bytes: &[u8]) -> io::Result<Box<[u8]>> {
    PACKER.with_borrow_mut(|(compressor, buffer)| {
        buffer.clear();
        buffer.reserve(zstd::zstd_safe::compress_bound(bytes.len()));
        compressor.set_compression_level(QUICK)?;
        compressor.compress_to_buffer(bytes, buffer)?;
        Ok(buffer.as_slice().into())
    })
}

/// Unpacks it.
pub(crate) fn quick_unpacked(packed: &[u8]) -> io::Result<Vec<u8>> {
    let length = zstd::zstd_safe::get_frame_content_size(packed);
    let length = length.ok().flatten().and_then(|n| usize::try_from(n).ok());
    let mut bytes = Vec::new();
    bytes.try_reserve_exact(length.ok_or(io::ErrorKind::InvalidData)?)?;
    UNPACKER.with_borrow_mut(|unpacker| unpacker.decompress_to_buffer(packed, &mut bytes))?;
    Ok(bytes)
}
