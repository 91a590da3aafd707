//! Decodes members of gzip (RFC 1952), one after the other in the same memory.

use flate2::{Crc, Decompress, FlushDecompress, Status};

use crate::codecs::Unpacked;

/// The maximum length of a header, in bytes. An extra field of any size (64 KiB), a name and a comment fit. Chosen: by
/// eye.
const MOST_HEADER: usize = 256 << 10;

/// Decodes members of gzip.
///
/// flate2 does this too, but allocates 47 KB anew for each member, aligned to 64 bytes. The GNU C library does not
/// reuse the memory of the previous member for such a block, since it asks for a little more than is needed: a crawl
/// of a million members, each a page of which something stays in memory, grew to twice its size.
pub(super) struct Gzip {
    part: Part,
    /// The bytes of a header or trailer that is not complete yet.
    begun: Vec<u8>,
    inflate: Decompress,
    sum: Crc,
}

#[derive(Clone, Copy)]
enum Part {
    Header,
    Body,
    Trailer,
}

impl Gzip {
    pub(super) fn new() -> Gzip {
        Gzip {
            part: Part::Header,
            begun: Vec::new(),
            // Raw deflate, without the header of zlib: that of gzip is parsed here.
            inflate: Decompress::new(false),
            sum: Crc::new(),
        }
    }

    /// Prepares for the next member.
    pub(super) fn renew(&mut self) {
        self.part = Part::Header;
        self.begun.clear();
        self.inflate.reset(false);
        self.sum.reset();
    }

    /// Decodes a piece of `packed` to the beginning of `out`. An error comes with the number of bytes that were
    /// decoded before it.
    pub(super) fn step(&mut self, packed: &[u8], out: &mut [u8]) -> Result<Unpacked, (usize, String)> {
        let mut n_read = 0;
        let mut n_written = 0;
        let mut is_end = false;
        if let Part::Header = self.part
            && let Some(n) = self.header(packed).map_err(|reason| (0, reason))?
        {
            n_read = n;
            self.part = Part::Body;
        } else if let Part::Header = self.part {
            // The header is incomplete, and all of the piece is now in `begun`.
            n_read = packed.len();
        }
        if let Part::Body = self.part {
            // `decompress` returns only a status; how far it came is the difference of its totals.
            let before = (self.inflate.total_in(), self.inflate.total_out());
            let status = self.inflate.decompress(&packed[n_read..], out, FlushDecompress::None);
            n_read += (self.inflate.total_in() - before.0) as usize;
            n_written = (self.inflate.total_out() - before.1) as usize;
            self.sum.update(&out[..n_written]);
            match status {
                Ok(Status::StreamEnd) => self.part = Part::Trailer,
                Ok(_) => {}
                Err(error) => return Err((n_written, error.to_string())),
            }
        }
        if let Part::Trailer = self.part {
            // The trailer has eight bytes, of which some may have come with the piece before.
            let n = (packed.len() - n_read).min(8 - self.begun.len());
            self.begun.extend_from_slice(&packed[n_read..n_read + n]);
            n_read += n;
            is_end = self.begun.len() == 8;
            if is_end {
                self.check().map_err(|reason| (n_written, reason))?;
            }
        }
        Ok(Unpacked { n_read, n_written, is_end })
    }

    /// Reads a header, or a piece of one. If the header is complete now, returns how many bytes of `packed` belong to
    /// it.
    fn header(&mut self, packed: &[u8]) -> Result<Option<usize>, String> {
        if self.begun.is_empty() {
            // Usually all of it is in one piece, and needs no copy.
            let length = header_length(packed)?;
            if length.is_none() {
                self.begun.extend_from_slice(packed);
            }
            return Ok(length);
        }
        let n_before = self.begun.len();
        self.begun.extend_from_slice(packed);
        let length = header_length(&self.begun)?;
        if length.is_some() {
            self.begun.clear();
        }
        // The header was incomplete without this piece, so it ends within it: the difference is not negative.
        Ok(length.map(|length| length - n_before))
    }

    /// Compares the checksum and the length of the decoded bytes with the trailer.
    fn check(&self) -> Result<(), String> {
        let number = |at: usize| {
            let bytes = self.begun[at..at + 4].try_into();
            u32::from_le_bytes(bytes.unwrap_or_default())
        };
        if number(0) != self.sum.sum() {
            return Err("incorrect data check".to_owned());
        }
        // The trailer has the length modulo 2^32, as `amount` does.
        if number(4) != self.sum.amount() {
            return Err("incorrect length check".to_owned());
        }
        Ok(())
    }
}

/// Returns the length of a header, or `None` if `bytes` end before it does.
fn header_length(bytes: &[u8]) -> Result<Option<usize>, String> {
    /// The flags of a header. Set by: RFC 1952.
    const CHECK: u8 = 1 << 1;
    const EXTRA: u8 = 1 << 2;
    const NAME: u8 = 1 << 3;
    const COMMENT: u8 = 1 << 4;
    const RESERVED: u8 = 0b1110_0000;
    let incomplete = || {
        if bytes.len() < MOST_HEADER { Ok(None) } else { Err(format!("a header of more than {MOST_HEADER} bytes")) }
    };
    // A single byte may be all that has come so far.
    if !bytes.starts_with(&[0x1f, 0x8b][..bytes.len().min(2)]) {
        return Err("incorrect header check".to_owned());
    }
    let Some(&flags) = bytes.get(3) else {
        return incomplete();
    };
    if bytes[2] != 8 {
        return Err("unknown compression method".to_owned());
    }
    if flags & RESERVED != 0 {
        return Err("unknown header flags set".to_owned());
    }
    // The ten fixed bytes: mark, method, flags, time, extra flags and operating system. The optional parts follow in
    // the order in which they are read here.
    let mut length = 10;
    if flags & EXTRA != 0 {
        let Some(&[low, high]) = bytes.get(10..12) else {
            return incomplete();
        };
        length += 2 + usize::from(u16::from_le_bytes([low, high]));
    }
    for text in [NAME, COMMENT] {
        if flags & text != 0 {
            let rest = bytes.get(length..).unwrap_or_default();
            let Some(end) = memchr::memchr(0, rest) else {
                return incomplete();
            };
            length += end + 1;
        }
    }
    if flags & CHECK != 0 {
        let Some(&[low, high]) = bytes.get(length..length + 2) else {
            return incomplete();
        };
        // The header's checksum is the low half of the CRC-32 of all bytes before it.
        let mut sum = Crc::new();
        sum.update(&bytes[..length]);
        if sum.sum() as u16 != u16::from_le_bytes([low, high]) {
            return Err("header crc mismatch".to_owned());
        }
        length += 2;
    }
    if length <= bytes.len() { Ok(Some(length)) } else { incomplete() }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::{Compression, GzBuilder};
    use proptest::prelude::*;

    use super::*;

    /// Decodes a member that comes in pieces. Returns how many bytes it has, or `None` if it is damaged, and the
    /// decoded bytes.
    fn unpack<E>(
        packed: &[u8],
        pieces: usize,
        room: usize,
        mut step: impl FnMut(&[u8], &mut [u8]) -> Result<Unpacked, (usize, E)>,
    ) -> (Option<usize>, Vec<u8>) {
        let (mut bytes, mut n_read) = (Vec::new(), 0);
        let mut out = vec![0; room];
        loop {
            let end = packed.len().min(n_read + pieces);
            match step(&packed[n_read..end], &mut out) {
                Ok(unpacked) => {
                    bytes.extend_from_slice(&out[..unpacked.n_written]);
                    n_read += unpacked.n_read;
                    if unpacked.is_end {
                        return (Some(n_read), bytes);
                    }
                    if unpacked.n_read == 0 && unpacked.n_written == 0 {
                        return (None, bytes);
                    }
                }
                Err((n_written, _)) => {
                    bytes.extend_from_slice(&out[..n_written]);
                    return (None, bytes);
                }
            }
        }
    }

    /// Decodes the member by flate2's own reader of gzip, as the reference.
    fn twin(packed: &[u8], pieces: usize, room: usize) -> (Option<usize>, Vec<u8>) {
        let mut unpacker = Decompress::new_gzip(15);
        unpack(packed, pieces, room, |packed, out| {
            let before = (unpacker.total_in(), unpacker.total_out());
            let status = unpacker.decompress(packed, out, FlushDecompress::None);
            let n_written = (unpacker.total_out() - before.1) as usize;
            match status {
                Ok(status) => Ok(Unpacked {
                    n_read: (unpacker.total_in() - before.0) as usize,
                    n_written,
                    is_end: status == Status::StreamEnd,
                }),
                Err(error) => Err((n_written, error)),
            }
        })
    }

    fn member(text: &[u8], extra: Option<Vec<u8>>, name: Option<&str>, check: bool) -> Vec<u8> {
        let mut builder = GzBuilder::new();
        if let Some(extra) = extra {
            builder = builder.extra(extra);
        }
        if let Some(name) = name {
            builder = builder.filename(name).comment(name);
        }
        let mut packer = builder.write(Vec::new(), Compression::fast());
        packer.write_all(text).unwrap();
        let mut packed = packer.finish().unwrap();
        if check {
            packed[3] |= 2;
            let length = header_length(&{
                let mut bare = packed.clone();
                bare[3] &= !2;
                bare
            });
            let length = length.unwrap().unwrap();
            let mut sum = Crc::new();
            sum.update(&packed[..length]);
            let sum = (sum.sum() as u16).to_le_bytes();
            packed.splice(length..length, sum);
        }
        packed
    }

    proptest! {
        /// Members, whether damaged or cut off, and in pieces of any size, are decoded as by flate2; and a second
        /// member as the first.
        #[test]
        fn members(
            text in prop_oneof!["[ab]{0,3000}", "\\PC{0,300}"],
            extra in proptest::option::of(proptest::collection::vec(any::<u8>(), 0..300)),
            name in proptest::option::of("[a-z]{0,20}"),
            check in any::<bool>(),
            damage in proptest::option::of((any::<prop::sample::Index>(), any::<u8>())),
            cut in proptest::option::of(any::<prop::sample::Index>()),
            pieces in prop_oneof![1usize..5, 5usize..4000],
            room in 1usize..5000,
            seed in "[a-c]{0,100}",
        ) {
            let mut packed = member(text.as_bytes(), extra, name.as_deref(), check);
            if let Some((at, byte)) = damage {
                let at = at.index(packed.len());
                packed[at] = byte;
            }
            if let Some(cut) = cut {
                packed.truncate(cut.index(packed.len()));
            }
            let mut gzip = Gzip::new();
            if !seed.is_empty() {
                let first = member(seed.as_bytes(), None, None, false);
                let first = &first[..first.len() - seed.len() % 9];
                unpack(first, pieces, room, |packed, out| gzip.step(packed, out));
                gzip.renew();
            }
            let found = unpack(&packed, pieces, room, |packed, out| gzip.step(packed, out));
            let expected = twin(&packed, pieces, room);
            prop_assert_eq!(found, expected);
        }
    }

    #[test]
    fn a_header_without_end_is_damage() {
        let mut header = vec![0x1f, 0x8b, 8, 1 << 3, 0, 0, 0, 0, 0, 0];
        header.resize(MOST_HEADER, b'a');
        let mut gzip = Gzip::new();
        assert!(gzip.step(&header[..1000], &mut []).is_ok());
        assert!(gzip.step(&header[1000..], &mut []).is_err());
    }
}
