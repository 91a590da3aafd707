//! Replacements for the codecs in a program without them: errors that say so.

use std::io::{self, Read};

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
