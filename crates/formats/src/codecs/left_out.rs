//! Replacements for the codecs in a program without them: errors that say so.

use std::io::{self, Read};

use super::Unpacked;
use crate::Error;

fn left_out() -> Error {
    Error::left_out("Zstandard", "packed")
}

/// A type without values, since no decoder can be made.
pub(crate) enum ZstdUnpacker {}

impl ZstdUnpacker {
    pub(crate) fn new(_: &[u8]) -> Result<ZstdUnpacker, String> {
        Err(left_out().to_string())
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
    Err(left_out().into())
}

pub(crate) fn zstd_packed(_: &[u8]) -> io::Result<Vec<u8>> {
    Err(left_out().into())
}

pub(crate) fn zstd(_: &[u8]) -> io::Result<io::Empty> {
    Err(left_out().into())
}

pub(crate) fn brotli(_: impl Read) -> io::Result<io::Empty> {
    Err(Error::left_out("Brotli", "packed").into())
}
