//! Reads WACZ: a ZIP archive with WARC files in it.
//!
//! The WARC files are usually stored without a compression of the archive's own, and are read directly from it.

mod checked;
mod directory;
mod fields;
mod gaps;
mod local;
#[cfg(test)]
mod tests;

use std::{
    fs::File,
    io::{self, Read, Seek as _, SeekFrom},
    sync::Arc,
};

use flate2::read::DeflateDecoder;

use self::checked::{Checked, Verdict};
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
#[derive(Clone, Debug, Eq, PartialEq)]
struct Entry {
    name: String,
    start: u64,
    length: u64,
    unpacked: u64,
    /// The checksum of the decompressed bytes; none if it is not known for sure.
    sum: Option<u32>,
    /// How the archive compresses it.
    packing: Packing,
    /// In what its header contradicts the directory.
    contradiction: Option<String>,
    /// Why it is not read, if it is not.
    refusal: Option<String>,
}

#[derive(Clone, Copy, Debug, Eq, PartialEq)]
enum Packing {
    Stored,
    Deflated,
    Other,
}

impl Packing {
    fn of(flags: u16, method: u16) -> Packing {
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
    /// The name of the current file, and what shows at its end whether it was complete.
    verdict: Option<(String, Verdict)>,
    /// Whether the current file has given nothing so far.
    is_empty: bool,
    /// An item to be returned before anything else is read.
    said: Option<Skipped>,
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
            verdict: None,
            is_empty: false,
            said: None,
            fault,
        }
    }

    fn skipped(&self, place: &str, reason: SkipReason) -> Skipped {
        Skipped { place: Place { file: place.into(), at: At::Whole }, url: None, reason }
    }

    /// Begins to read an input that takes `n_packed` bytes in the archive.
    fn begin(&mut self, input: Box<dyn Read + Send>, n_packed: u64, place: &str) {
        let pages = WarcPages::new(input, place, &self.options);
        let most = n_packed.saturating_mul(MOST_TIMES);
        self.current = Some(pages.most_unpacked(most));
        self.is_empty = true;
    }

    /// Begins to read the next file. Returns why it cannot be read.
    fn open(&mut self, entry: Entry) -> Result<(), Skipped> {
        let place = format!("{}, {}", self.name, entry.name);
        let unreadable = |why: String| self.skipped(&place, SkipReason::Unreadable { why });
        if let Some(why) = entry.refusal {
            return Err(unreadable(why));
        }
        let file = self.file.try_clone();
        let section = Section {
            file: file.map_err(|error| unreadable(error.to_string()))?,
            at: entry.start,
            n_left: entry.length,
        };
        let unpacked: Box<dyn Read + Send> = match entry.packing {
            Packing::Stored => Box::new(section),
            Packing::Deflated => Box::new(DeflateDecoder::new(section)),
            Packing::Other => {
                let why = "it is packed in a way, or encrypted, that only ZIP programs know";
                return Err(unreadable(why.to_owned()));
            }
        };
        let how = entry.contradiction;
        self.said = how.map(|how| self.skipped(&place, SkipReason::Damaged { how }));
        let checked = Checked::new(unpacked, entry.unpacked, entry.sum);
        self.verdict = Some((place.clone(), checked.verdict()));
        self.begin(Box::new(checked), entry.length, &place);
        Ok(())
    }

    /// Begins to read the whole archive as if it were one file of records.
    fn open_all(&mut self) {
        // Plain records and stored members of gzip are found without the directory, as after damage.
        let length = self.file.metadata().map_or(u64::MAX, |about| about.len());
        if let Ok(file) = self.file.try_clone() {
            let section = Section { file, at: 0, n_left: u64::MAX };
            let name = Arc::clone(&self.name);
            self.begin(Box::new(section), length, &name);
        }
    }
}

impl Iterator for WaczPages {
    type Item = Result<Page, Skipped>;

    fn next(&mut self) -> Option<Result<Page, Skipped>> {
        loop {
            if let Some(skipped) = self.said.take() {
                return Some(Err(skipped));
            }
            // The iterator of a file that has ended stays in place until the next one begins, and returns nothing
            // more.
            if let Some(page) = self.current.as_mut().and_then(Iterator::next) {
                self.is_empty = false;
                return Some(page);
            }
            // Taken only at the end of the file, when the checksum is known.
            if let Some((place, verdict)) = self.verdict.take() {
                if let Some(how) = verdict.fault() {
                    let how = how.to_owned();
                    return Some(Err(self.skipped(&place, SkipReason::Damaged { how })));
                }
                if self.is_empty {
                    return Some(Err(self.skipped(&place, SkipReason::Empty)));
                }
            }
            if let Some(why) = self.fault.take() {
                self.open_all();
                let how = format!("the directory of the archive cannot be read ({why}): records are sought without it");
                return Some(Err(self.skipped(&self.name, SkipReason::Damaged { how })));
            }
            let entry = self.entries.next()?;
            if let Err(skipped) = self.open(entry) {
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
