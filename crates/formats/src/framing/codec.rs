//! The compression formats of files of records or lines.

use flate2::{Decompress, FlushDecompress, Status};

use super::effort;
use crate::{
    codecs::{Unpacked, ZstdUnpacker, zstd_unpacked},
    warc::Compression,
};

/// The first bytes of a Zstandard frame.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The first bytes of the frame that holds a dictionary, as specified for `.warc.zst`.
const DICTIONARY: [u8; 4] = [0x5d, 0x2a, 0x4d, 0x18];

/// The maximum size of a dictionary, compressed or not. Chosen: by eye.
pub(super) const MOST_DICTIONARY: usize = 16 << 20;

impl Compression {
    /// Recognizes the compression by a file's first bytes.
    pub(super) fn of_bytes(head: &[u8]) -> Compression {
        if Compression::Gzip.begins(head) {
            Compression::Gzip
        } else if Compression::Zstd.begins(head) {
            Compression::Zstd
        } else {
            Compression::None
        }
    }

    /// Returns whether `head` is how a compressed member begins.
    pub(super) fn begins(self, head: &[u8]) -> bool {
        match self {
            Compression::None => true,
            // The method is deflate, and the reserved flags are not set. Both are checked because two bytes alone
            // occur by chance in any compressed data.
            Compression::Gzip => matches!(head, [0x1f, 0x8b, 8, flags, ..] if flags & 0xe0 == 0),
            Compression::Zstd => {
                // Besides frames with data there are skippable ones, whose mark has any low half of the first byte.
                head.starts_with(&ZSTD) || matches!(head, [first, 0x2a, 0x4d, 0x18, ..] if first & 0xf0 == 0x50)
            }
        }
    }
}

/// Returns whether a frame with a dictionary begins here.
pub(super) fn is_dictionary(head: &[u8]) -> bool {
    head.starts_with(&DICTIONARY)
}

/// A decoder of members, which can be used for one after another.
pub(super) enum Unpacker {
    Gzip(Decompress),
    Zstd(ZstdUnpacker),
}

impl std::fmt::Debug for Unpacker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Unpacker")
    }
}

/// The binary logarithm of the size of gzip's window. Set by: deflate, RFC 1951.
const WINDOW: u8 = 15;

impl Unpacker {
    /// Returns a decoder for members of this form; `None` for plain bytes.
    pub(super) fn new(form: Compression, dictionary: &[u8]) -> Result<Option<Unpacker>, String> {
        Ok(match form {
            Compression::None => None,
            Compression::Gzip => Some(Unpacker::Gzip(Decompress::new_gzip(WINDOW))),
            Compression::Zstd => Some(Unpacker::Zstd(ZstdUnpacker::new(dictionary)?)),
        })
    }

    /// Prepares for another member of the same form and with the same dictionary. Returns whether that was possible.
    pub(super) fn renew(&mut self) -> bool {
        match self {
            Unpacker::Gzip(unpacker) => {
                unpacker.reset(true);
                true
            }
            Unpacker::Zstd(unpacker) => unpacker.renew(),
        }
    }

    /// Decompresses a piece of `packed` to the end of `out`: at most `room` bytes. Bytes that were decompressed before an
    /// error remain in `out`.
    pub(super) fn step(&mut self, packed: &[u8], out: &mut Vec<u8>, room: usize) -> Result<Unpacked, String> {
        let start = out.len();
        out.resize(start + room, 0);
        let (unpacked, error) = match self {
            Unpacker::Gzip(unpacker) => {
                // `decompress` returns only a status; how far it came is the difference of its totals.
                let before = (unpacker.total_in(), unpacker.total_out());
                let status = unpacker.decompress(packed, &mut out[start..], FlushDecompress::None);
                let unpacked = Unpacked {
                    n_read: (unpacker.total_in() - before.0) as usize,
                    n_written: (unpacker.total_out() - before.1) as usize,
                    is_end: matches!(status, Ok(Status::StreamEnd)),
                };
                (unpacked, status.err().map(|error| error.to_string()))
            }
            Unpacker::Zstd(unpacker) => match unpacker.step(packed, &mut out[start..]) {
                Ok(unpacked) => (unpacked, None),
                Err(error) => (Unpacked { n_read: 0, n_written: 0, is_end: false }, Some(error)),
            },
        };
        out.truncate(start + unpacked.n_written);
        if let Some(error) = error {
            return Err(error);
        }
        effort::count(unpacked.n_read + unpacked.n_written);
        Ok(unpacked)
    }
}

/// Returns a dictionary, decompressed if it is itself a Zstandard frame.
pub(super) fn dictionary(bytes: &[u8]) -> Result<Vec<u8>, String> {
    if !bytes.starts_with(&ZSTD) {
        return Ok(bytes.to_vec());
    }
    zstd_unpacked(bytes, MOST_DICTIONARY).map_err(|error| error.to_string())
}
