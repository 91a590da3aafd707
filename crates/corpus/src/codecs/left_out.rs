//! What stands in for the packings in a program without them: a sentence that says so, and gzip for what is only kept
//! for a while.

use std::io::{self, Read, Write as _};

use flate2::{Compression, read::GzDecoder, write::GzEncoder};

use super::Unpacked;
use crate::Error;

const ZSTANDARD: &str = "Zstandard";

/// There is none.
pub(crate) enum ZstdUnpacker {}

impl ZstdUnpacker {
    pub(crate) fn new(_: &[u8]) -> Result<ZstdUnpacker, String> {
        Err(Error::left_out(ZSTANDARD).to_string())
    }

    pub(crate) fn renew(&mut self) -> bool {
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

/// Packs what is kept only while a program runs.
pub(crate) fn quick_packed(bytes: &[u8]) -> io::Result<Box<[u8]>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::fast());
    packer.write_all(bytes)?;
    Ok(packer.finish()?.into())
}

/// Unpacks it.
pub(crate) fn quick_unpacked(packed: &[u8]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    GzDecoder::new(packed).read_to_end(&mut bytes)?;
    Ok(bytes)
}
