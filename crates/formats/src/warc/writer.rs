//! Writes records to a file.

use std::io::{self, Write};

use super::record::WarcRecord;
use crate::pack;

/// How records are compressed.
#[derive(Clone, Copy, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub enum Compression {
    /// Records are not compressed.
    None,
    /// Each record is a gzip member: `.warc.gz`, which every program reads.
    #[default]
    Gzip,
    /// Each record is a Zstandard frame: `.warc.zst`, smaller and faster.
    Zstd,
}

impl Compression {
    /// Recognizes the compression by a file's name: `.gz`, `.zst`, or none.
    pub fn of_name(name: &str) -> Compression {
        if name.ends_with(".gz") {
            Compression::Gzip
        } else if name.ends_with(".zst") {
            Compression::Zstd
        } else {
            Compression::None
        }
    }
}

/// Writes records, each in one call of [`write_all`](Write::write_all).
#[derive(Debug)]
pub struct Writer<W> {
    out: W,
    compression: Compression,
}

impl<W: Write> Writer<W> {
    /// Writes to `out`.
    pub fn new(out: W, compression: Compression) -> Writer<W> {
        Writer { out, compression }
    }

    /// Writes one record. Returns the number of bytes that it takes in the file.
    ///
    /// A record that was [cut](WarcRecord::is_cut) when it was read is written with
    /// the bytes that it has, and with their length.
    ///
    /// # Errors
    ///
    /// Those of the underlying writer.
    pub fn write(&mut self, record: &WarcRecord) -> io::Result<u64> {
        let bytes = pack(&plain(record), self.compression)?;
        self.out.write_all(&bytes)?;
        Ok(bytes.len() as u64)
    }

    /// Returns the underlying writer.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.out
    }

    /// Returns the underlying writer, without flushing it.
    pub fn into_inner(self) -> W {
        self.out
    }
}

fn plain(record: &WarcRecord) -> Vec<u8> {
    let body = record.body();
    let mut bytes = Vec::with_capacity(body.len() + 1024);
    bytes.extend_from_slice(b"WARC/1.1\r\n");
    let length = body.len().to_string();
    for (name, value) in record.headers().iter() {
        // A block that was cut when it was read is shorter than its field says, and must have its own length in the
        // new file.
        let is_length = name.eq_ignore_ascii_case("Content-Length");
        let value = if is_length { &length } else { value };
        for part in [name, ": ", value, "\r\n"] {
            bytes.extend_from_slice(part.as_bytes());
        }
    }
    bytes.extend_from_slice(b"\r\n");
    bytes.extend_from_slice(body);
    bytes.extend_from_slice(b"\r\n\r\n");
    bytes
}
