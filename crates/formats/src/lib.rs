//! Reads and writes crawls as WARC, JSON Lines and Parquet.

#![doc = include_str!("../README.md")]

//! # Concepts
//!
//! * [`warc::Reader`] and [`warc::Writer`] read and write records.
//! * [`WarcPages`], [`JsonlPages`] and [`ParquetPages`] are iterators over the [`Page`]s of a file. [`open`] chooses
//!   one by the [`Form`] of the file, which follows from its name or from its [`Content`]. Whatever is not a page is
//!   returned as [`Skipped`], with its place and the reason.
//! * [`Captures`] reads an index of a crawl, which says where in which WARC file each page is.
//! * [`Bytes`] are shared, and may have a [`BytesOrigin`], from which they can be read again.
//! * [`declared_url`] finds the URL that a page declares for itself; [`Host`] is the host of a URL.
//! * [`mirrored`] turns a URL into a file name; [`TableWriter`] writes a table.
//!
//! # Guarantees
//!
//! Any input is read to its end. Damage costs only what is damaged, is reported with its place, and never causes a
//! panic: panics of decoders are caught, and a panic hook can ask [`is_guarded`]. A page takes no more memory than
//! [`ReaderOptions::max_page`] allows, however large it is when decompressed. Equal input gives equal output: no clock is
//! read. Nothing is printed.

// Reading: what is in a file, and the pages in it.
mod error;
mod bytes;
mod page;
mod codecs;
mod framing;
pub mod warc;
mod sniff;
pub mod http;
mod guard;
mod warc_pages;
#[cfg(feature = "packed")]
mod wacz;
mod json;
mod jsonl;
mod cdx;
#[cfg(feature = "parquet")]
mod tables;
mod mhtml;
mod single;
mod reread;
mod open;
mod content;

// Addresses of pages, and the hosts in them.
mod url;
mod declared;

// Writing.
mod mirror;
mod names;
#[cfg(feature = "parquet")]
mod columns;
#[cfg(feature = "parquet")]
mod levels;
#[cfg(feature = "parquet")]
mod table_writer;

pub use crate::{
    bytes::{Bytes, BytesOrigin, WeakBytes},
    cdx::{Capture, Captures},
    codecs::pack,
    content::Content,
    declared::declared_url,
    error::Error,
    guard::{catch_panic, is_guarded},
    json::{Fields, quote},
    jsonl::JsonlPages,
    mirror::mirrored,
    names::{FreeNames, Listed, planned},
    open::{Form, Pages, open},
    page::{At, Page, Place, ReaderOptions, SkipReason, Skipped},
    single::{declared_in, read_page},
    sniff::{has_page_extension, is_page, is_text, unpacked_name},
    url::Host,
    warc_pages::WarcPages,
};
#[cfg(feature = "parquet")]
pub use crate::{
    columns::ColumnType,
    table_writer::{TableWriter, tabulate},
    tables::ParquetPages,
};

// Losing an auto trait is a breaking change that no test would notice.
const _: () = {
    const fn assert_shareable<T: Send + Sync + 'static>() {}
    assert_shareable::<(Bytes, warc::WarcRecord, warc::Error, warc::Reader<std::fs::File>, warc::Writer<std::fs::File>)>(
    );
};
