//! Reads WACZ: a ZIP archive with WARC files in it.
//!
//! The WARC files are usually stored without a compression of the archive's own, and are read directly from it.

mod directory;
#[cfg(test)]
mod tests;

use std::{
    fs::File,
    io::{self, Read, Seek as _, SeekFrom},
    sync::Arc,
};

use flate2::{Crc, read::DeflateDecoder};

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
    /// The checksum of the decompressed bytes.
    sum: u32,
    packing: Packing,
}

/// How the archive compresses a file.
#[derive(Clone, Copy, Debug)]
enum Packing {
    Stored,
    Deflated,
    Other,
}

/// Returns whether a ZIP archive has files with the name of a crawl.
pub(crate) fn is_wacz(file: &File) -> bool {
    directory::entries(file).is_ok_and(|entries| entries.iter().any(|entry| is_crawl(&entry.name)))
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
    /// What is wrong with the directory, if anything is.
    fault: Option<String>,
}

impl WaczPages {
    /// Reads from `file`; `name` is for messages. If the directory is damaged, the whole file is searched for
    /// records.
    pub(crate) fn new(file: File, name: &str, options: &ReaderOptions) -> WaczPages {
        let (entries, fault) = match directory::entries(&file) {
            Ok(entries) if entries.is_empty() => (entries, Some("there is no WARC file in it".to_owned())),
            Ok(entries) => (entries, None),
            Err(why) => (Vec::new(), Some(why)),
        };
        WaczPages {
            file,
            name: name.into(),
            options: options.clone(),
            entries: entries.into_iter(),
            current: None,
            empty: None,
            fault,
        }
    }

    /// Begins to read an input that takes `n_packed` bytes in the archive.
    fn begin(&mut self, input: Box<dyn Read + Send>, n_packed: u64, place: &str) {
        let pages = WarcPages::new(input, place, &self.options);
        self.current = Some(pages.most_unpacked(n_packed.saturating_mul(MOST_TIMES)));
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
        let checked = Checked { input: unpacked, n_left: entry.n_unpacked, expected: entry.sum, sum: Crc::new() };
        self.begin(Box::new(checked), entry.n_packed, &place);
        self.empty = Some(place);
        Ok(())
    }

    /// Begins to read the whole archive as if it were one file of records.
    fn open_all(&mut self) {
        // Plain records and stored members of gzip are found without the directory, as after damage.
        let length = self.file.metadata().map_or(u64::MAX, |about| about.len());
        if let Ok(file) = self.file.try_clone() {
            let name = Arc::clone(&self.name);
            self.begin(Box::new(Section { file, at: 0, n_left: u64::MAX }), length, &name);
        }
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
            if let Some(place) = self.empty.take() {
                return Some(Err(skipped(&place, SkipReason::Empty)));
            }
            if let Some(why) = self.fault.take() {
                self.open_all();
                let how = format!("the directory of the archive cannot be read ({why}): records are sought without it");
                return Some(Err(skipped(&self.name, SkipReason::Damaged { how })));
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

/// A reader that compares the length and the checksum of a file with those in the archive.
struct Checked {
    input: Box<dyn Read + Send>,
    /// The number of bytes still expected.
    n_left: u64,
    expected: u32,
    sum: Crc,
}

impl Read for Checked {
    /// # Errors
    ///
    /// Those of the input, and an error if there are more or fewer bytes than there should be, or others: compressed
    /// data may expand to any number of bytes.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_read = self.input.read(buffer)?;
        let n_left = self.n_left.checked_sub(n_read as u64);
        self.n_left = n_left.ok_or_else(|| io::Error::other("it unpacks to more bytes than the archive has for it"))?;
        self.sum.update(&buffer[..n_read]);
        // A read into an empty buffer returns nothing, and does not mean the end.
        match self.n_left {
            _ if n_read != 0 || buffer.is_empty() => Ok(n_read),
            0 if self.sum.sum() == self.expected => Ok(0),
            0 => Err(io::Error::other("its checksum is another than that in the archive")),
            n_left => Err(io::Error::other(format!("it ends {n_left} bytes before its length"))),
        }
    }
}
