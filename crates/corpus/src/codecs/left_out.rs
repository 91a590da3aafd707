//! Replacements for the codecs in a program without them: errors that say so, and gzip for pages that are kept while
//! it runs.

use std::io::{self, Read, Write as _};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};

use super::Unpacked;
use crate::Error;

const ZSTANDARD: &str = "Zstandard";

/// A type without values, since no decoder can be made.
pub(crate) enum ZstdUnpacker {}

impl ZstdUnpacker {
    pub(crate) fn new(_: &[u8]) -> Result<ZstdUnpacker, String> {
        Err(Error::left_out(ZSTANDARD).to_string())
    }

    pub(crate) fn renew(&mut self) -> bool {
        // Without a value, this is never called.
        match *self {}
    }

    pub(crate) fn step(&mut self, _: &[u8], _: &mut [u8]) -> Result<Unpacked, String> {
        match *self {}
    }
}

pub(crate) fn zstd_unpacked(_: &[u8], _: usize) -> io::Result<Vec<u8>> {
    Err(Error::left_out(ZSTANDARD).into())
}

pub(crate) fn zstd_packed(_: &[u8]) -> io::Result<Vec<u8>> {
    Err(Error::left_out(ZSTANDARD).into())
}

pub(crate) fn zstd(_: &[u8]) -> io::Result<io::Empty> {
    Err(Error::left_out(ZSTANDARD).into())
}

pub(crate) fn brotli(_: impl Read) -> io::Result<io::Empty> {
    Err(Error::left_out("Brotli").into())
}

/// Compresses bytes that are kept only while the program runs.
pub(crate) fn quick_packed(bytes: &[u8]) -> io::Result<Box<[u8]>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes)?;
    Ok(packer.finish()?.into())
}

/// Decompresses bytes from [`quick_packed`].
pub(crate) fn quick_unpacked(packed: &[u8]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut bytes)?;
    Ok(bytes)
}
