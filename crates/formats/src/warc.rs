//! Reads WARC files as crawlers wrote them, and writes files that every reader accepts.
//!
//! A WARC file is a sequence of records: a version line, header fields, an empty line, a block of `Content-Length`
//! bytes, and two line ends. Files are plain, or compressed with gzip or Zstandard, usually record by record.
//! [`Reader`] finds out which, and [`Writer`] writes all three. ARC files, the format that preceded WARC, are read as
//! well: a line with five words takes the place of the header.
//!
//! # Why not an existing crate
//!
//! Real files are damaged: disks fill up, crawlers are killed, copies break off. Of the crates that read WARC, only
//! `fastwarc` knows all three forms, and it gives up at the first damaged record: of five records with twenty bytes
//! flipped in the third it returns two, and from a plain file with one wrong length it drops the rest without an
//! error. It also needs input that can seek. `warc` and `rust_warc` do not know Zstandard. Here, damage costs only
//! the damaged record: it is reported with its place, and reading continues at the next one.

mod date;
mod error;
mod digest;
mod head;
mod record;

// Reading, from the bytes that `framing` decompresses.
mod dialect;
mod reader;
#[cfg(test)]
mod linear;
mod only;

mod writer;

pub(crate) use self::head::end as header_end;
pub use self::{
    date::utc,
    error::{Damage, Error},
    head::Headers,
    only::{Only, only_record},
    reader::Reader,
    record::{RecordKind, WarcRecord},
    writer::{Compression, Writer},
};
