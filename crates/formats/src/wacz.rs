//! Reads WACZ: a ZIP archive with WARC files in it.
//!
//! The WARC files are usually stored without a compression of the archive's own, and are read directly from it.

mod directory;
mod contents;
#[cfg(test)]
mod tests;

use std::{
    fs::File,
    io::{self, Read, Seek as _, SeekFrom},
    sync::{Arc, OnceLock},
};

use flate2::{Crc, read::DeflateDecoder};

use self::contents::Contents;
use crate::{
    Form, Page, ReaderOptions, Skipped, WarcPages,
    page::{At, Place, SkipReason},
};

/// The folder of a WACZ archive that has its WARC files.
const FOLDER: &str = "archive";

/// The maximum ratio of the bytes that a file decompresses to and those that it takes in the archive, where it may be
/// compressed by the archive and once more by itself. Chosen: a little more than what deflate alone can reach, 1,032.
const MOST_TIMES: u64 = 1_100;

/// A file in the archive.
#[derive(Debug)]
struct Entry {
    name: String,
    start: u64,
    n_packed: u64,
    n_unpacked: u64,
    /// The checksum of the decompressed bytes; none if it is not known for sure.
    sum: Option<u32>,
    packing: Packing,
}

/// How the archive compresses a file.
#[derive(Clone, Copy, Debug)]
enum Packing {
    Stored,
    Deflated,
    Other,
}

impl Packing {
    /// Returns the packing that the flags and the method of a header stand for.
    fn of(flags: u64, method: u64) -> Packing {
        let is_encrypted = flags & 1 != 0;
        match method {
            0 if !is_encrypted => Packing::Stored,
            8 if !is_encrypted => Packing::Deflated,
            _ => Packing::Other,
        }
    }
}

/// Returns whether a ZIP archive has files with the name of a crawl.
pub(crate) fn is_wacz(file: &File) -> bool {
    directory::names_any(file, is_crawl)
}

/// Returns whether a file of an archive is read: by its own name, or by that of a folder that it is in. Programs write
/// `./archive/`, `archive\` or `Archive/` as well, and archives are put into others. What is no WARC file is reported
/// when it is read.
fn may_hold_records(name: &str, length: u64) -> bool {
    let mut folders = name.split(['/', '\\']);
    // An entry for a folder has a separator at its end, and nothing in it.
    let is_folder = folders.next_back() == Some("") && length == 0;
    !is_folder && (is_crawl(name) || folders.any(|folder| folder.eq_ignore_ascii_case(FOLDER)))
}

fn is_crawl(name: &str) -> bool {
    matches!(Form::of_name(name), Some(Form::Warc | Form::Wacz))
}

/// The pages of all WARC files in an archive, in its order.
pub(crate) struct WaczPages {
    file: File,
    name: Arc<str>,
    options: ReaderOptions,
    entries: std::vec::IntoIter<Entry>,
    current: Option<WarcPages<Box<dyn Read + Send>>>,
    /// The name of the current file, as long as it has given nothing.
    empty: Option<String>,
    /// The name of the current file, and what shows at its end to be wrong with it.
    verdict: Option<(String, Arc<OnceLock<String>>)>,
    /// What is to be said of the archive before anything is read.
    said: Option<SkipReason>,
}

impl WaczPages {
    /// Reads from `file`; `name` is for messages.
    pub(crate) fn new(file: File, name: &str, options: &ReaderOptions) -> WaczPages {
        let (contents, said) = match contents::contents(&file) {
            Ok(contents) => {
                let why = contents.fault.as_ref().map(|why| format!("the directory of the archive is damaged ({why})"));
                let empty = "there is no WARC file in it".to_owned();
                let how = why.or_else(|| contents.entries.is_empty().then_some(empty));
                (contents, how.map(|how| SkipReason::Damaged { how }))
            }
            Err(error) => (Contents::default(), Some(SkipReason::Unreadable { why: error.to_string() })),
        };
        WaczPages {
            file,
            name: name.into(),
            options: options.clone(),
            entries: contents.entries.into_iter(),
            current: None,
            empty: None,
            verdict: None,
            said,
        }
    }

    /// Begins to read the next file. Returns why it cannot be read.
    fn open(&mut self, entry: &Entry) -> Result<(), Skipped> {
        let place = format!("{}, {}", self.name, entry.name);
        let unreadable = |why: String| skipped(&place, SkipReason::Unreadable { why });
        let file = self.file.try_clone().map_err(|error| unreadable(error.to_string()))?;
        let section = Section { file, at: entry.start, n_left: entry.n_packed };
        let unpacked: Box<dyn Read + Send> = match entry.packing {
            Packing::Stored => Box::new(section),
            Packing::Deflated => Box::new(DeflateDecoder::new(section)),
            Packing::Other => {
                return Err(unreadable("it is packed in a way, or encrypted, that only ZIP programs know".to_owned()));
            }
        };
        let fault = Arc::new(OnceLock::new());
        let checked = Checked {
            input: unpacked,
            n_left: entry.n_unpacked,
            expected: entry.sum,
            sum: Crc::new(),
            fault: Arc::clone(&fault),
        };
        // What is compressed by the archive may be compressed once more by itself.
        let pages = WarcPages::new(Box::new(checked) as Box<dyn Read + Send>, &place, &self.options);
        self.current = Some(pages.most_unpacked(entry.n_packed.saturating_mul(MOST_TIMES)));
        self.empty = Some(place.clone());
        self.verdict = Some((place, fault));
        Ok(())
    }
}

fn skipped(place: &str, reason: SkipReason) -> Skipped {
    Skipped { place: Place { file: place.into(), at: At::Whole }, url: None, reason }
}

impl Iterator for WaczPages {
    type Item = Result<Page, Skipped>;

    fn next(&mut self) -> Option<Result<Page, Skipped>> {
        loop {
            // The iterator of a file that has ended stays in place until the next one begins, and returns nothing
            // more.
            if let Some(page) = self.current.as_mut().and_then(Iterator::next) {
                self.empty = None;
                return Some(page);
            }
            let verdict = self.verdict.take().and_then(|(place, fault)| Some((place, fault.get()?.clone())));
            let empty = self.empty.take();
            if let Some((place, why)) = verdict {
                return Some(Err(skipped(&place, SkipReason::Unreadable { why })));
            }
            if let Some(place) = empty {
                return Some(Err(skipped(&place, SkipReason::Empty)));
            }
            if let Some(reason) = self.said.take() {
                return Some(Err(skipped(&self.name, reason)));
            }
            let entry = self.entries.next()?;
            if let Err(skipped) = self.open(&entry) {
                return Some(Err(skipped));
            }
        }
    }
}

/// A range of bytes of a file.
struct Section {
    file: File,
    at: u64,
    n_left: u64,
}

impl Read for Section {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = usize::try_from(self.n_left).unwrap_or(usize::MAX);
        let n_bytes = buffer.len().min(most);
        // Cloned handles share their position, so it is set before each read.
        self.file.seek(SeekFrom::Start(self.at))?;
        let n_read = self.file.read(&mut buffer[..n_bytes])?;
        self.at += n_read as u64;
        self.n_left -= n_read as u64;
        Ok(n_read)
    }
}

/// A reader that compares the length and the checksum of a file with those in the archive. What is wrong does not cost
/// what was read before: it ends the file, and is kept in `fault`.
struct Checked {
    input: Box<dyn Read + Send>,
    /// The number of bytes still expected.
    n_left: u64,
    expected: Option<u32>,
    sum: Crc,
    fault: Arc<OnceLock<String>>,
}

impl Read for Checked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // A read into an empty buffer returns nothing, and does not mean the end.
        if buffer.is_empty() || self.fault.get().is_some() {
            return Ok(0);
        }
        let (n_read, fault) = match self.input.read(buffer) {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => return Err(error),
            Err(error) => (0, error.to_string()),
            // Compressed data may expand to any number of bytes.
            Ok(n_read) if n_read as u64 > self.n_left => {
                (self.n_left as usize, "it unpacks to more bytes than the archive has for it".to_owned())
            }
            Ok(0) if self.expected.is_none_or(|sum| sum == self.sum.sum() && self.n_left == 0) => return Ok(0),
            Ok(0) if self.n_left == 0 => (0, "its checksum is another than that in the archive".to_owned()),
            Ok(0) => (0, format!("it ends {} bytes before its length", self.n_left)),
            Ok(n_read) => {
                self.n_left -= n_read as u64;
                self.sum.update(&buffer[..n_read]);
                return Ok(n_read);
            }
        };
        // It is set once: nothing is read after it.
        let _ = self.fault.set(fault);
        Ok(n_read)
    }
}
