//! Where pages come from and go to: WARC files, and the sites that pages belong to.
//!
//! # Example
//!
//! ```
//! use corpus::{Grouper, warc};
//!
//! let date = "2026-01-31T12:00:00Z";
//! let answer = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<p>Rain";
//! let record = warc::Record::new(warc::Kind::Response, date)
//!     .target("https://news.example/rain")
//!     .block("application/http; msgtype=response", answer.to_vec());
//! let mut writer = warc::Writer::new(Vec::new(), warc::Compression::Gzip);
//! writer.write(&record)?;
//!
//! let sites = Grouper::host();
//! for record in warc::Reader::new(&writer.into_inner()[..]) {
//!     let record = record?;
//!     let url = record.target_uri().unwrap_or("");
//!     assert_eq!(sites.key(url).as_deref(), Some("news.example"));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

// Reading: what is in a file, and the pages in it.
mod page;
pub mod warc;
mod sniff;
mod http;
mod warc_pages;
mod jsonl;
mod tables;
mod open;

// Telling sites apart, and drawing a few pages of each.
mod url;
mod declared;
mod group;
mod sample;

// Writing.
mod mirror;

pub use crate::{
    declared::declared_url,
    group::{GroupError, Grouper},
    jsonl::JsonlPages,
    mirror::mirrored,
    open::{Form, Pages, open},
    page::{At, Options, Page, Place, Reason, Skipped},
    sample::{Drawn, Samples},
    sniff::begins_like_a_page,
    tables::{ParquetPages, ParquetWriter, Row},
    warc_pages::WarcPages,
};

// Losing an auto trait is a breaking change that no test would notice.
const _: () = {
    const fn assert_shareable<T: Send + Sync + 'static>() {}
    assert_shareable::<Grouper>();
    assert_shareable::<warc::Record>();
    assert_shareable::<warc::Error>();
    assert_shareable::<warc::Reader<std::fs::File>>();
    assert_shareable::<warc::Writer<std::fs::File>>();
};
