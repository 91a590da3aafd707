//! The compression formats of files of records or lines.

use flate2::{Decompress, FlushDecompress, Status};

use super::effort;
use crate::codecs::{Unpacked, ZstdUnpacker, zstd_unpacked};

/// How a file's members are compressed.
#[derive(Clone, Copy, Debug, Eq, PartialEq)]
pub(super) enum Form {
    Plain,
    Gzip,
    Zstd,
}

/// The first bytes of a Zstandard frame.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// The first bytes of the frame that holds a dictionary, as specified for `.warc.zst`.
const DICTIONARY: [u8; 4] = [0x5d, 0x2a, 0x4d, 0x18];

/// The maximum size of a dictionary, compressed or not. Chosen: by eye.
pub(super) const MOST_DICTIONARY: usize = 16 << 20;

impl Form {
    /// Recognizes the form by a file's first bytes.
    pub(super) fn of(head: &[u8]) -> Form {
        if Form::Gzip.begins(head) {
            Form::Gzip
        } else if Form::Zstd.begins(head) {
            Form::Zstd
        } else {
            Form::Plain
        }
    }

    /// Returns whether `head` is how a member of this form begins.
    pub(super) fn begins(self, head: &[u8]) -> bool {
        match self {
            Form::Plain => true,
            // The method is deflate, and the reserved flags are not set. Both are checked because two bytes alone
            // occur by chance in any compressed data.
            Form::Gzip => matches!(head, [0x1f, 0x8b, 8, flags, ..] if flags & 0xe0 == 0),
            Form::Zstd => {
                // Besides frames with data there are skippable ones, whose mark has any low half of the first byte.
                head.starts_with(&ZSTD) || matches!(head, [first, 0x2a, 0x4d, 0x18, ..] if first & 0xf0 == 0x50)
            }
        }
    }

    /// Returns whether a frame with a dictionary begins here.
    pub(super) fn is_dictionary(head: &[u8]) -> bool {
        head.starts_with(&DICTIONARY)
    }
}

/// A decoder of members, which can be used for one after another.
pub(super) enum Unpacker {
    Gzip(Decompress),
    Zstd(ZstdUnpacker),
}

impl std::fmt::Debug for Unpacker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Unpacker::Gzip(_) => "Unpacker::Gzip",
            Unpacker::Zstd(_) => "Unpacker::Zstd",
        })
    }
}

/// The result of one step of decompression.
pub(super) struct Step {
    pub(super) n_read: usize,
    /// The space for output was filled, so there may be more output.
    pub(super) is_full: bool,
    /// The member is complete.
    pub(super) is_end: bool,
}

/// The binary logarithm of the size of gzip's window. Set by: deflate, RFC 1951.
const WINDOW: u8 = 15;

/// The maximum number of bytes that one step adds. Chosen: by eye.
const PIECE: usize = 64 << 10;

impl Unpacker {
    /// Returns a decoder for members of this form; `None` for plain bytes.
    pub(super) fn new(form: Form, dictionary: &[u8]) -> Result<Option<Unpacker>, String> {
        Ok(match form {
            Form::Plain => None,
            Form::Gzip => Some(Unpacker::Gzip(Decompress::new_gzip(WINDOW))),
            Form::Zstd => Some(Unpacker::Zstd(ZstdUnpacker::new(dictionary)?)),
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

    /// Decompresses a piece of `packed` to the end of `out`. Bytes that were decompressed before an error remain in
    /// `out`.
    pub(super) fn step(&mut self, packed: &[u8], out: &mut Vec<u8>) -> Result<Step, String> {
        self.step_within(packed, out, PIECE)
    }

    /// [`step`](Unpacker::step) with at most `room` bytes of output.
    pub(super) fn step_within(&mut self, packed: &[u8], out: &mut Vec<u8>, room: usize) -> Result<Step, String> {
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
        let Unpacked { n_read, n_written, is_end } = unpacked;
        out.truncate(start + n_written);
        if let Some(error) = error {
            return Err(error);
        }
        effort::count(n_read + n_written);
        Ok(Step { n_read, is_full: n_written == room, is_end })
    }
}

/// Returns a dictionary, decompressed if it is itself a Zstandard frame.
pub(super) fn dictionary(bytes: &[u8]) -> Result<Vec<u8>, String> {
    if !bytes.starts_with(&ZSTD) {
        return Ok(bytes.to_vec());
    }
    zstd_unpacked(bytes, MOST_DICTIONARY).map_err(|error| error.to_string())
}
