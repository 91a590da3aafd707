//! The pages that an earlier crawl has stored, so that servers are asked to send only those that have changed since.

use std::{
    collections::HashMap,
    fs::File,
    io::{Seek as _, SeekFrom},
    path::{Path, PathBuf},
};

use formats::{
    http::answer,
    warc::{Error as WarcError, Reader, RecordKind, WarcRecord},
};

use crate::{Error, fetch::Validators, target::fingerprint};

/// The maximum number of bytes of a block in which the header is read: validators are in the first lines. Chosen: by
/// eye.
const HEAD: usize = 64 << 10;

/// The maximum length of a validator that is kept, in bytes. Real ones have some ten bytes, and they are in memory
/// for each page. Chosen: by eye.
const MAX_VALIDATOR: usize = 256;

/// The pages of earlier crawls that came with an `ETag` or a `Last-Modified`. By default there are none.
///
/// Only these values, and the place of each page, are kept in memory: some 300 bytes per page.
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
    /// The id, date and payload digest of the record that has the page.
    pub(crate) id: Box<str>,
    pub(crate) date: Box<str>,
    pub(crate) digest: Option<Box<str>>,
    /// The index of its file, and the offset of the record there.
    place: (usize, u64),
}

impl Previous {
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
            let error = |source| Error::File { path: path.to_owned(), source };
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

    /// Returns the number of pages that can be requested conditionally.
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

    /// Reads the block of a page's record again. Returns `None` if its file was compressed as a whole, so that single
    /// records cannot be reached.
    pub(crate) fn block(&self, known: &Known, url: &str, limit: usize) -> Option<Vec<u8>> {
        let (n_file, offset) = known.place;
        let mut file = File::open(self.files.get(n_file)?).ok()?;
        file.seek(SeekFrom::Start(offset)).ok()?;
        let record = Reader::new(file).max_block(limit).next()?.ok()?;
        // The file may have been changed since it was opened first.
        let is_it = *record.kind() == RecordKind::Response && record.target_uri() == Some(url);
        is_it.then(|| record.into_body())
    }

    fn take(&mut self, record: &WarcRecord, n_file: usize) {
        let (Some(url), Some(id), Some(date)) = (record.target_uri(), record.id(), record.date()) else {
            return;
        };
        let Ok(answer) = answer(record.body()) else {
            return;
        };
        let fingerprint = fingerprint(url);
        match record.kind() {
            // A page whose body was cut counts as changed: it may be fetched completely this time.
            RecordKind::Response if record.header("WARC-Truncated").is_some() => {}
            RecordKind::Response if answer.status == 200 => {
                let get = |name| answer.headers.get(name).filter(|value| value.len() <= MAX_VALIDATOR);
                let validators =
                    Validators { etag: get("etag").map(Box::from), last_modified: get("last-modified").map(Box::from) };
                // A newer version without validators makes those of the older one useless.
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
            // It confirms that the page of an earlier file is still valid.
            RecordKind::Revisit => {}
            // The page has become an error or a redirect.
            RecordKind::Response => drop(self.pages.remove(&fingerprint)),
            _ => {}
        }
    }
}
