//! What an earlier crawl has stored, so that servers are asked only for what
//! has changed since.

use std::{
    collections::HashMap,
    fs::File,
    io::{Seek as _, SeekFrom},
    path::{Path, PathBuf},
};

use corpus::warc::{Error as WarcError, Kind, Reader, Record};

use crate::{Error, fetch::Validators, target::fingerprint};

/// A longer header is cut: validators are in the first lines.
const HEAD: usize = 64 << 10;

/// Longer validators are not kept: real ones have some ten bytes, and they are
/// held in memory for each page.
const MAX_VALIDATOR: usize = 256;

/// The pages of earlier crawls that came with an `ETag` or a `Last-Modified`.
///
/// Only these, and where each page is, are kept in memory: some 300 bytes per
/// page.
#[derive(Debug, Default)]
pub struct Previous {
    pages: HashMap<u128, Known>,
    files: Vec<PathBuf>,
    n_damaged: u64,
}

/// One page of an earlier crawl.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) validators: Validators,
    /// The record that holds the page: its id, date and payload digest.
    pub(crate) id: Box<str>,
    pub(crate) date: Box<str>,
    pub(crate) digest: Option<Box<str>>,
    /// The number of its file, and where it begins there.
    place: (usize, u64),
}

impl Previous {
    /// Nothing: every page is fetched.
    #[must_use]
    pub fn none() -> Previous {
        Previous::default()
    }

    /// Reads WARC files, the oldest first: a later one takes precedence.
    ///
    /// Damaged records are skipped; [`n_damaged`](Previous::n_damaged) counts
    /// them.
    ///
    /// # Errors
    ///
    /// [`Error::File`].
    pub fn open<P: AsRef<Path>>(paths: &[P]) -> Result<Previous, Error> {
        let mut previous = Previous::default();
        for path in paths {
            let path = path.as_ref();
            let error = |source| Error::File {
                path: path.to_owned(),
                source,
            };
            let file = File::open(path).map_err(error)?;
            let n_file = previous.files.len();
            previous.files.push(path.to_owned());
            for record in Reader::new(file).max_block(HEAD) {
                match record {
                    Ok(record) => previous.take(&record, n_file),
                    Err(WarcError::Read { source }) => return Err(error(source)),
                    Err(_) => previous.n_damaged += 1,
                }
            }
        }
        Ok(previous)
    }

    /// Returns the number of pages that can be asked for conditionally.
    #[must_use]
    pub fn len(&self) -> usize {
        self.pages.len()
    }

    /// Returns whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.pages.is_empty()
    }

    /// Returns the number of damaged records that were skipped.
    #[must_use]
    pub fn n_damaged(&self) -> u64 {
        self.n_damaged
    }

    pub(crate) fn get(&self, fingerprint: u128) -> Option<&Known> {
        self.pages.get(&fingerprint)
    }

    /// Reads the block of a page's record again. It is `None` if its file was
    /// compressed as a whole, so that single records cannot be reached.
    pub(crate) fn block(&self, known: &Known, url: &str, limit: usize) -> Option<Vec<u8>> {
        let (n_file, offset) = known.place;
        let mut file = File::open(self.files.get(n_file)?).ok()?;
        file.seek(SeekFrom::Start(offset)).ok()?;
        let record = Reader::new(file).max_block(limit).next()?.ok()?;
        let is_it = *record.kind() == Kind::Response && record.target_uri() == Some(url);
        is_it.then(|| record.into_body())
    }

    fn take(&mut self, record: &Record, n_file: usize) {
        let (Some(url), Some(id), Some(date)) = (record.target_uri(), record.id(), record.date()) else {
            return;
        };
        let Some(head) = Head::parse(record.body()) else {
            return;
        };
        let fingerprint = fingerprint(url);
        match record.kind() {
            // A cut body counts as changed: it is worth another try.
            Kind::Response if record.header("WARC-Truncated").is_some() => {}
            Kind::Response if head.status == 200 => {
                let get = |name| head.get(name).filter(|value| value.len() <= MAX_VALIDATOR);
                let validators = Validators {
                    etag: get("etag").map(Box::from),
                    last_modified: get("last-modified").map(Box::from),
                };
                if validators == Validators::default() {
                    self.pages.remove(&fingerprint);
                    return;
                }
                let known = Known {
                    validators,
                    id: id.into(),
                    date: date.into(),
                    digest: record.header("WARC-Payload-Digest").map(Box::from),
                    place: (n_file, record.offset()),
                };
                self.pages.insert(fingerprint, known);
            }
            // It confirms that what an earlier file holds is still valid.
            Kind::Revisit => {}
            Kind::Response => drop(self.pages.remove(&fingerprint)),
            _ => {}
        }
    }
}

/// The header of an HTTP answer.
#[derive(Debug)]
pub(crate) struct Head<'a> {
    pub(crate) status: u16,
    fields: Vec<(&'a str, &'a str)>,
    /// Where the body begins.
    pub(crate) len: usize,
}

impl<'a> Head<'a> {
    /// Reads the header at the beginning of a block, if it is no longer than those that are read.
    pub(crate) fn parse(block: &'a [u8]) -> Option<Head<'a>> {
        let head = &block[..block.len().min(HEAD)];
        let len = head.windows(4).position(|four| four == b"\r\n\r\n")? + 4;
        let mut lines = block[..len].split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
        let first = std::str::from_utf8(lines.next()?).ok()?;
        let status = first.strip_prefix("HTTP/")?.split(' ').nth(1)?.parse().ok()?;
        let fields = lines
            .filter_map(|line| std::str::from_utf8(line).ok()?.split_once(':'))
            .map(|(name, value)| (name.trim(), value.trim()))
            .collect();
        Some(Head { status, fields, len })
    }

    /// The first field of this name.
    pub(crate) fn get(&self, name: &str) -> Option<&'a str> {
        let mut fields = self.fields.iter();
        fields
            .find(|field| field.0.eq_ignore_ascii_case(name))
            .map(|field| field.1)
    }
}
